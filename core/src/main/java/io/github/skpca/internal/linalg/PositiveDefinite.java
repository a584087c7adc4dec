package io.github.skpca.internal.linalg;

import io.github.skpca.Workers;

/**
 * Solves A X = B for a symmetric positive definite matrix A, by its Cholesky factor A = L L', a block of rows at a time.
 *
 * <p>The same bytes for any number of threads: an entry's sums are made in an order of their own.
 */
public final class PositiveDefinite {
    private static final int BLOCK = 48;

    private final double[] lower;
    private final int n;
    private final BlockedProduct product;

    /**
     * Decomposes a matrix.
     *
     * @param a n x n, row-major, symmetric; its lower half is read, and it is overwritten and kept
     * @throws IllegalArgumentException if it is not positive definite, up to rounding
     */
    public PositiveDefinite(double[] a, int n, Workers workers) {
        this.lower = a;
        this.n = n;
        this.product = new BlockedProduct(Backend.active().doubles(), workers);
        for (int first = 0; first < n; first += BLOCK) {
            int width = Math.min(BLOCK, n - first);
            if (first > 0) {
                double[] turned = turned(first, 0, width, first);
                product.multiply(
                        new DoubleMatrix(a, first * n, n),
                        new DoubleMatrix(turned, 0, width),
                        new DoubleMatrix(a, first * n + first, n),
                        n - first,
                        first,
                        width,
                        BlockedProduct.Into.SUBTRACT);
            }
            decomposeBlock(first, width);
            solveBelow(first, width, workers);
        }
    }

    private void solveBelow(int first, int width, Workers workers) {
        int below = first + width;
        workers.split(n - below, BLOCK, (from, to) -> {
            for (int i = below + from; i < below + to; i++) {
                solveRow(i, first, width);
            }
        });
    }

    /** Rows [row, row + rows) and columns [column, column + columns) of L, turned: columns x rows. */
    private double[] turned(int row, int column, int rows, int columns) {
        double[] turned = new double[rows * columns];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                turned[j * rows + i] = lower[(row + i) * n + column + j];
            }
        }
        return turned;
    }

    private void decomposeBlock(int first, int width) {
        for (int i = first; i < first + width; i++) {
            solveRow(i, first, i - first);
            double rest = lower[i * n + i];
            for (int j = first; j < i; j++) {
                rest -= lower[i * n + j] * lower[i * n + j];
            }
            if (!(rest > 0)) {
                throw new IllegalArgumentException("the matrix is not positive definite");
            }
            lower[i * n + i] = Math.sqrt(rest);
        }
    }

    /** The entries of row i in the columns of a block, from those of A. */
    private void solveRow(int i, int first, int width) {
        for (int j = first; j < first + width; j++) {
            double sum = lower[i * n + j];
            for (int k = first; k < j; k++) {
                sum -= lower[i * n + k] * lower[j * n + k];
            }
            lower[i * n + j] = sum / lower[j * n + j];
        }
    }

    /**
     * Solves in place.
     *
     * @param b n x columns, row-major: B, overwritten by X
     */
    public void solve(double[] b, int columns) {
        for (int first = 0; first < n; first += BLOCK) {
            int height = Math.min(BLOCK, n - first);
            take(new DoubleMatrix(lower, first * n, n), 0, b, columns, first, height, first);
            DoubleMatrix before = new DoubleMatrix(b, first * columns, columns);
            for (int i = first; i < first + height; i++) {
                ScaledRows.subtract(lower, i * n + first, i - first, before, b, i * columns, columns);
                scale(1 / lower[i * n + i], b, i * columns, columns);
            }
        }
        for (int first = (n - 1) / BLOCK * BLOCK; first >= 0; first -= BLOCK) {
            int height = Math.min(BLOCK, n - first);
            int below = first + height;
            double[] turned = turned(below, first, n - below, height);
            take(new DoubleMatrix(turned, 0, n - below), below, b, columns, first, height, n - below);
            for (int i = below - 1; i >= first; i--) {
                for (int k = i + 1; k < below; k++) {
                    subtract(lower[k * n + i], b, k * columns, i * columns, columns);
                }
                scale(1 / lower[i * n + i], b, i * columns, columns);
            }
        }
    }

    /** Takes a times the rows of b from {@code source} on, {@code depth} of them, off the rows from {@code first} on. */
    private void take(DoubleMatrix a, int source, double[] b, int columns, int first, int height, int depth) {
        if (depth > 0) {
            product.multiply(
                    a,
                    new DoubleMatrix(b, source * columns, columns),
                    new DoubleMatrix(b, first * columns, columns),
                    height,
                    depth,
                    columns,
                    BlockedProduct.Into.SUBTRACT);
        }
    }

    private static void subtract(double factor, double[] b, int from, int to, int count) {
        for (int j = 0; j < count; j++) {
            b[to + j] -= factor * b[from + j];
        }
    }

    private static void scale(double factor, double[] b, int at, int count) {
        for (int j = at; j < at + count; j++) {
            b[j] *= factor;
        }
    }
}
