package io.github.skpca.internal.linalg;

import io.github.skpca.Workers;

/**
 * The leading eigenvalues of a symmetric positive semidefinite matrix, with their eigenvectors, found from products with blocks of
 * vectors until ||Av - value v|| is at most a tolerance times the largest value for every pair.
 *
 * <p>The matrix must have no eigenvalue below zero but for rounding; of an indefinite matrix these are the pairs with the largest
 * values, sign included. The same matrix gives the same bytes: the start is drawn from a fixed seed.
 */
public final class LeadingEigenpairs {
    private final int count;
    private final double[] values;
    private final double[] vectors;
    private final int passes;
    private final boolean converged;

    /** Five arguments: plain data, what a search has found. */
    LeadingEigenpairs(int count, double[] values, double[] vectors, int passes, boolean converged) {
        this.count = count;
        this.values = values;
        this.vectors = vectors;
        this.passes = passes;
        this.converged = converged;
    }

    /**
     * Finds the leading pairs of a matrix that is known through products.
     *
     * @param wanted how many pairs, at least 1; if the matrix has fewer rows, all of them are found
     * @param tolerance of the residuals, from 1e-13 to 0.1; 1e-10 is a good choice, and the values are then good to rounding
     * @param workers share the work beside the products
     */
    public static LeadingEigenpairs of(SymmetricOperator matrix, int wanted, double tolerance, Workers workers) {
        if (matrix.size() < 1) {
            throw new IllegalArgumentException("a matrix without rows has no eigenpairs");
        }
        if (wanted < 1) {
            throw new IllegalArgumentException("wanted must be at least 1, not " + wanted);
        }
        if (!(tolerance >= 1e-13 && tolerance <= 0.1)) {
            throw new IllegalArgumentException("tolerance must be from 1e-13 to 0.1, not " + tolerance);
        }
        int count = Math.min(wanted, matrix.size());
        return BlockLanczos.isWorthwhile(matrix.size(), count)
                ? new BlockLanczos(matrix, count, tolerance, workers).find(BlockLanczos.MAX_PASSES)
                : whole(matrix, count, workers);
    }

    /**
     * Finds the leading pairs of a stored matrix.
     *
     * @param a n x n, symmetric, row-major; read only
     */
    public static LeadingEigenpairs of(double[] a, int n, int wanted, double tolerance, Workers workers) {
        return of(SymmetricOperator.of(a, n, workers), wanted, tolerance, workers);
    }

    /** By the whole decomposition, of the product with the identity: for few rows, or nearly all pairs. */
    private static LeadingEigenpairs whole(SymmetricOperator matrix, int count, Workers workers) {
        int n = matrix.size();
        double[] identity = new double[Math.multiplyExact(n, n)];
        for (int i = 0; i < n; i++) {
            identity[i * n + i] = 1;
        }
        double[] a = new double[n * n];
        matrix.multiply(identity, n, a);
        SymmetricEigen eigen = new SymmetricEigen(n, workers);
        eigen.decompose(a, n);
        return new LeadingEigenpairs(
                count,
                java.util.Arrays.copyOf(eigen.values(), count),
                java.util.Arrays.copyOf(eigen.vectors(), count * n),
                1,
                true);
    }

    /** How many pairs there are: as many as were wanted, but at most n. */
    public int count() {
        return count;
    }

    /** The eigenvalues, the largest first; owned by this object. */
    public double[] values() {
        return values;
    }

    /** The eigenvectors, count x n, an orthonormal row a value; owned by this object. */
    public double[] vectors() {
        return vectors;
    }

    /** How many times the matrix was multiplied with a block. */
    public int passes() {
        return passes;
    }

    /** Whether every residual is within the tolerance; if not, the pairs are the best that were found. */
    public boolean converged() {
        return converged;
    }
}
