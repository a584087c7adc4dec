package io.github.skpca.internal.feature;

import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.BlockedProduct;
import io.github.skpca.internal.linalg.DoubleMatrix;
import io.github.skpca.kernel.IsotropicKernel;
import io.github.skpca.kernel.Kernel;

/**
 * From features of some landmarks to features of others: T = M_new' K(C_new, C_old) M_old, so that T z_old(x) is the part of z_new(x)
 * that z_old determines.
 */
public final class LandmarkTransfer {
    /*
     * z(x) = V* phi(x) with V = Phi_C M and phi the kernel's own map, so T = V_new* V_old. V*V = M' K_CC M is at most the identity, but
     * for the rounding of M to float.
     */
    private static final int GRAIN = 16;

    /** Numbers in double at a time. */
    private static final int PIECE_NUMBERS = 1 << 20;

    private final double[] matrix;
    private final double[] oldProducts;
    private final int rows;
    private final int columns;

    /** The transfer between two maps of the same kernel and columns. */
    public LandmarkTransfer(Kernel kernel, NystromMap from, NystromMap to, Workers workers) {
        if (from.columns() != to.columns()) {
            throw new IllegalArgumentException("maps of " + from.columns() + " and " + to.columns() + " columns");
        }
        this.rows = to.features();
        this.columns = from.features();
        this.matrix = between(kernel, to, from, workers);
        this.oldProducts = between(kernel, from, from, workers);
    }

    /** M_left' K(C_left, C_right) M_right, row-major. */
    private static double[] between(Kernel kernel, NystromMap left, NystromMap right, Workers workers) {
        int m = left.landmarkCount();
        int n = right.landmarkCount();
        double[] similarities = similarities(kernel, left.landmarks(), right.landmarks(), left.columns(), workers);
        double[] half = new double[m * right.features()];
        BlockedProduct.multiply(similarities, wide(right.factor()), half, m, n, right.features(), workers);
        double[] product = new double[left.features() * right.features()];
        BlockedProduct.multiply(
                wide(left.transposedFactor()), half, product, left.features(), m, right.features(), workers);
        return product;
    }

    /** K of all pairs of rows of two matrices, row-major; in pieces, so that wide rows are not held in double. */
    static double[] similarities(Kernel kernel, float[] ours, float[] theirs, int columns, Workers workers) {
        int m = ours.length / columns;
        int n = theirs.length / columns;
        double[] similarities = new double[Math.multiplyExact(m, n)];
        int piece = Math.max(GRAIN, PIECE_NUMBERS / columns);
        for (int first = 0; first < n; first += piece) {
            int from = first;
            int count = Math.min(piece, n - first);
            double[] right = wide(theirs, from, count, columns);
            double[] rightSquares = squares(right, columns);
            workers.split(m, GRAIN, (begin, end) -> {
                for (int i = begin; i < end; i += GRAIN) {
                    int rows = Math.min(GRAIN, end - i);
                    compare(kernel, wide(ours, i, rows, columns), right, rightSquares, similarities, i * n + from, n);
                }
            });
        }
        return similarities;
    }

    /** K of some rows of either side; entry (i, j) at offset + i stride + j. Seven arguments: a tile of a matrix. */
    private static void compare(
            Kernel kernel, double[] left, double[] right, double[] rightSquares, double[] out, int offset, int stride) {
        int n = rightSquares.length;
        int columns = right.length / n;
        IsotropicKernel isotropic = KernelForm.isotropic(kernel);
        double near = SampledDifference.FARTHEST * kernel.bandwidth() * kernel.bandwidth();
        double[] leftSquares = squares(left, columns);
        double[] products = new double[leftSquares.length * n];
        if (isotropic != null) {
            Backend.active()
                    .doubles()
                    .innerProducts(
                            DoubleMatrix.of(left, columns),
                            0,
                            leftSquares.length,
                            DoubleMatrix.of(right, columns),
                            n,
                            columns,
                            DoubleMatrix.of(products, n));
        }
        for (int i = 0; i < leftSquares.length; i++) {
            for (int j = 0; j < n; j++) {
                double sum = leftSquares[i] + rightSquares[j];
                out[offset + i * stride + j] = isotropic != null && sum <= near
                        ? isotropic.ofSquaredDistance(Math.max(0, sum - 2 * products[i * n + j]))
                        : kernel.similarity(left, i * columns, right, j * columns, columns);
            }
        }
    }

    private static double[] squares(double[] rows, int columns) {
        double[] squares = new double[rows.length / columns];
        for (int i = 0; i < rows.length; i++) {
            squares[i / columns] += rows[i] * rows[i];
        }
        return squares;
    }

    private static double[] wide(float[] narrow, int first, int count, int columns) {
        double[] wide = new double[count * columns];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = narrow[first * columns + i];
        }
        return wide;
    }

    static double[] wide(float[] narrow) {
        double[] wide = new double[narrow.length];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = narrow[i];
        }
        return wide;
    }

    /** T, new features x old features, row-major; not to be changed. */
    public double[] matrix() {
        return matrix;
    }

    /** V_old*V_old, old features x old features, row-major; not to be changed. */
    public double[] oldProducts() {
        return oldProducts;
    }

    /** How many new features there are. */
    public int rows() {
        return rows;
    }

    /** How many old features there are. */
    public int columns() {
        return columns;
    }
}
