package io.github.skpca.internal.linalg;

/** Sums and checks in plain Java. */
final class PlainSums implements Sums {
    private static final ThreadLocal<double[]> SQUARES = ThreadLocal.withInitial(() -> new double[Lanes.SQUARES]);

    @Override
    public boolean areFinite(double[] values, int from, int to) {
        return PlainNarrowing.areFinite(values, from, to);
    }

    @Override
    public boolean areFinite(float[] values, int from, int to) {
        return PlainNarrowing.areFinite(values, from, to);
    }

    @Override
    public void accumulate(float[] source, int offset, int count, double[] target, int targetOffset) {
        for (int i = 0; i < count; i++) {
            target[targetOffset + i] += source[offset + i];
        }
    }

    @Override
    public void columnSums(float[] block, int rows, int columns, double[] sums, int from, int to) {
        java.util.Arrays.fill(sums, from, to, 0.0);
        for (int i = 0; i < rows; i++) {
            accumulate(block, i * columns + from, to - from, sums, from);
        }
    }

    @Override
    public double sumOfSquares(float[] values, int offset, int count) {
        double[] lanes = SQUARES.get();
        java.util.Arrays.fill(lanes, 0.0);
        int whole = count - count % Lanes.SQUARES;
        for (int i = offset; i < offset + whole; i += Lanes.SQUARES) {
            for (int lane = 0; lane < Lanes.SQUARES; lane++) {
                lanes[lane] += (double) values[i + lane] * values[i + lane];
            }
        }
        return Lanes.sumOfSquares(lanes, values, offset + whole, offset + count);
    }

    @Override
    public double squaredDistance(float[] point, int at, float[] middle, float[] half) {
        double[] lanes = SQUARES.get();
        java.util.Arrays.fill(lanes, 0.0);
        int whole = middle.length - middle.length % Lanes.SQUARES;
        for (int i = 0; i < whole; i += Lanes.SQUARES) {
            for (int lane = 0; lane < Lanes.SQUARES; lane++) {
                float twice = Lanes.twiceBeyond(point[at + i + lane], middle[i + lane], half[i + lane]);
                lanes[lane] += (double) twice * twice;
            }
        }
        return Lanes.squaredDistance(lanes, point, at, middle, half, whole);
    }
}
