package io.github.skpca.internal.sketch;

/** Sums over rows of doubles, each in four independent chains: a single chain would wait for the latency of every addition. */
final class DoubleRows {
    private DoubleRows() {}

    /** sum_j x[j] y[j] of {@code count} numbers; read only. */
    static double inner(double[] x, int xAt, double[] y, int yAt, int count) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int j = 0;
        for (; j + 4 <= count; j += 4) {
            s0 += x[xAt + j] * y[yAt + j];
            s1 += x[xAt + j + 1] * y[yAt + j + 1];
            s2 += x[xAt + j + 2] * y[yAt + j + 2];
            s3 += x[xAt + j + 3] * y[yAt + j + 3];
        }
        for (; j < count; j++) {
            s0 += x[xAt + j] * y[yAt + j];
        }
        return (s0 + s1) + (s2 + s3);
    }

    /** As {@link #inner(double[], int, double[], int, int)} with floats. */
    static double inner(double[] x, int xAt, float[] y, int yAt, int count) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int j = 0;
        for (; j + 4 <= count; j += 4) {
            s0 += x[xAt + j] * y[yAt + j];
            s1 += x[xAt + j + 1] * y[yAt + j + 1];
            s2 += x[xAt + j + 2] * y[yAt + j + 2];
            s3 += x[xAt + j + 3] * y[yAt + j + 3];
        }
        for (; j < count; j++) {
            s0 += x[xAt + j] * y[yAt + j];
        }
        return (s0 + s1) + (s2 + s3);
    }
}
