package io.github.skpca.internal.linalg;

/** Conversions in plain Java. */
final class PlainConversions implements Conversions {
    @Override
    public void standardize(double[] row, int at, double[] origin, double[] factors, float[] out, int to) {
        for (int j = 0; j < origin.length; j++) {
            out[to + j] = Conversions.narrow((row[at + j] - origin[j]) * factors[j]);
        }
    }

    @Override
    public void standardize(float[] row, int at, double[] origin, double[] factors, float[] out, int to) {
        for (int j = 0; j < origin.length; j++) {
            out[to + j] = Conversions.narrow((row[at + j] - origin[j]) * factors[j]);
        }
    }

    @Override
    public void widen(float[] values, int at, int count, double[] out, int to) {
        for (int i = 0; i < count; i++) {
            out[to + i] = values[at + i];
        }
    }
}
