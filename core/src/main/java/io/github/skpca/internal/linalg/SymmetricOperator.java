package io.github.skpca.internal.linalg;

import io.github.skpca.Workers;

/** A symmetric matrix A that is known only through its products with blocks of vectors, so that it need not be stored. */
public interface SymmetricOperator {
    /** n, the number of rows of A. */
    int size();

    /**
     * products = A vectors.
     *
     * @param vectors n x width, row-major, a vector a column; read only
     * @param products n x width, row-major; overwritten
     */
    void multiply(double[] vectors, int width, double[] products);

    /**
     * A stored matrix.
     *
     * @param a n x n, symmetric, row-major; kept and read only
     * @param workers share the rows of a product
     */
    static SymmetricOperator of(double[] a, int n, Workers workers) {
        if (a.length < Math.multiplyExact(n, n)) {
            throw new IllegalArgumentException("a matrix of " + n + " rows needs " + n + " x " + n + " numbers");
        }
        return new StoredMatrix(a, n, new BlockedProduct(Backend.active().doubles(), workers));
    }
}
