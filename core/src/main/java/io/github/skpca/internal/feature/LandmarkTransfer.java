package io.github.skpca.internal.feature;

import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.BlockedProduct;
import io.github.skpca.internal.linalg.SymmetricEigen;
import io.github.skpca.kernel.Kernel;

/**
 * From features of some landmarks to features of others: T = M_new' K(C_new, C_old) M_old, so that T z_old(x) is the part of z_new(x)
 * that z_old determines.
 */
public final class LandmarkTransfer {
    /*
     * z(x) = V* phi(x) with V = Phi_C M, phi the kernel's own map, and V*V = M' K_CC M. Except for the rounding of M to float, V*V is at
     * most the identity. So T = V_new* V_old, with ||T||^2 <= ||V_new||^2 ||V_old||^2.
     */
    private final double[] matrix;
    private final int rows;
    private final int columns;
    private final double oldStretch;
    private final double newStretch;

    /** The transfer between two maps of the same kernel and columns. */
    public LandmarkTransfer(Kernel kernel, NystromMap from, NystromMap to, Workers workers) {
        if (from.columns() != to.columns()) {
            throw new IllegalArgumentException("maps of " + from.columns() + " and " + to.columns() + " columns");
        }
        this.rows = to.features();
        this.columns = from.features();
        this.matrix = between(kernel, to, from, workers);
        this.oldStretch = stretch(between(kernel, from, from, workers), columns);
        this.newStretch = stretch(between(kernel, to, to, workers), rows);
    }

    /** M_left' K(C_left, C_right) M_right, row-major. */
    private static double[] between(Kernel kernel, NystromMap left, NystromMap right, Workers workers) {
        int columns = left.columns();
        int m = left.landmarkCount();
        int n = right.landmarkCount();
        double[] ours = wide(left.values().landmarks());
        double[] theirs = wide(right.values().landmarks());
        double[] similarities = new double[Math.multiplyExact(m, n)];
        workers.split(m, 8, (from, to) -> {
            for (int i = from; i < to; i++) {
                for (int j = 0; j < n; j++) {
                    similarities[i * n + j] = kernel.similarity(ours, i * columns, theirs, j * columns, columns);
                }
            }
        });
        double[] half = new double[m * right.features()];
        BlockedProduct.multiply(similarities, wide(right.factor()), half, m, n, right.features(), workers);
        double[] product = new double[left.features() * right.features()];
        BlockedProduct.multiply(
                wide(left.transposedFactor()), half, product, left.features(), m, right.features(), workers);
        return product;
    }

    private static double[] wide(float[] narrow) {
        double[] wide = new double[narrow.length];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = narrow[i];
        }
        return wide;
    }

    /** ||V||^2, at least 1, from V*V, which is symmetrised first. */
    private static double stretch(double[] moments, int size) {
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < i; j++) {
                double mean = 0.5 * (moments[i * size + j] + moments[j * size + i]);
                moments[i * size + j] = mean;
                moments[j * size + i] = mean;
            }
        }
        SymmetricEigen eigen = new SymmetricEigen(size);
        eigen.decompose(moments, size);
        return Math.max(1, eigen.values()[0]);
    }

    /** T, new features x old features, row-major; not to be changed. */
    public double[] matrix() {
        return matrix;
    }

    /** How many new features there are. */
    public int rows() {
        return rows;
    }

    /** How many old features there are. */
    public int columns() {
        return columns;
    }

    /** ||V_old||^2, or 1 if that is larger. */
    public double oldStretch() {
        return oldStretch;
    }

    /** ||V_new||^2, or 1 if that is larger. */
    public double newStretch() {
        return newStretch;
    }
}
