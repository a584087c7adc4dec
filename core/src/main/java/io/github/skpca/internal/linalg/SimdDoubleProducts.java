package io.github.skpca.internal.linalg;

import org.jspecify.annotations.Nullable;

/** Products in double through the Vector API, by the tiles of {@link SimdDoubles} and {@link SimdMoments}. */
final class SimdDoubleProducts implements DoubleProducts {
    private static final int WIDTH = SimdDoubles.WIDTH;
    private static final int TILE = SimdDoubles.INNER;

    /** Vectors of sums whose lanes are to be added: reading lanes one by one would box the vector. */
    private static final ThreadLocal<double[]> SUMS = ThreadLocal.withInitial(() -> new double[SimdDoubles.SUMS]);

    private static final ThreadLocal<double[]> STRIP = ThreadLocal.withInitial(() -> new double[0]);

    /** Scratch for two vectors of columns of a right-hand side, kept for the next product. */
    private static double[] strip(int depth) {
        double[] strip = STRIP.get();
        if (strip.length < depth * WIDTH) {
            strip = new double[depth * WIDTH];
            STRIP.set(strip);
        }
        return strip;
    }

    @Override
    public void multiply(DoubleMatrix a, int rows, int depth, DoubleMatrix b, int columns, DoubleMatrix c) {
        int j = 0;
        double[] strip = columns < WIDTH ? b.values() : strip(depth);
        for (; j + WIDTH <= columns; j += WIDTH) {
            SimdDoubles.packStrip(b, j, depth, strip);
            SimdDoubles.strip(a, rows, depth, strip, c, j);
        }
        for (int i = 0; i < rows; i++) {
            int left = a.at(i, 0);
            for (int column = j; column < columns; column++) {
                double sum = 0;
                for (int k = 0; k < depth; k++) {
                    sum = Math.fma(a.values()[left + k], b.values()[b.at(k, column)], sum);
                }
                c.values()[c.at(i, column)] = sum;
            }
        }
    }

    @Override
    public void innerProducts(
            DoubleMatrix a, int from, int to, DoubleMatrix b, int bRows, int columns, DoubleMatrix c) {
        double[] sums = SUMS.get();
        if (to - from < TILE || bRows < TILE) {
            for (int i = from; i < to; i++) {
                for (int j = 0; j < bRows; j++) {
                    c.values()[c.at(i, j)] = SimdDoubles.dot(a, i, b, j, columns, sums);
                }
            }
            return;
        }
        // The last tile may lie over the one before: what is done twice has the same bits, and is sooner done than one
        // by one.
        for (int i = from; i < to; i += TILE) {
            int row = Math.min(i, to - TILE);
            for (int j = 0; j < bRows; j += TILE) {
                SimdDoubles.dots3x3(a, row, b, Math.min(j, bRows - TILE), columns, c, sums);
            }
        }
    }

    @Override
    public void gram(double[] a, int rows, int columns, double[] c, int from, int to) {
        DoubleMatrix matrix = DoubleMatrix.of(a, columns);
        DoubleMatrix gram = DoubleMatrix.of(c, rows);
        for (int i = from; i < to; i += TILE) {
            int high = Math.min(to, i + TILE);
            innerProducts(matrix, i, high, matrix, high, columns, gram);
        }
    }

    @Override
    public void moments(float[] block, int offset, int rows, int columns, double @Nullable [] mean, double[] c) {
        SimdMoments.ofThread().run(new FloatMatrix(block, offset, columns), rows, columns, mean, c);
    }

    @Override
    public void rotate(double[] rows, int upper, int lower, int count, double cosine, double sine) {
        SimdDoubles.rotate(rows, upper, lower, count, cosine, sine);
    }
}
