package io.github.skpca.internal.linalg;

import io.github.skpca.Workers;

/** The way of {@link SymmetricEigen} for matrices beyond the second cache: panels, divide and conquer, and the way back. */
final class LargeEigenproblem {
    private final TridiagonalForm form;
    private final DivideAndConquer tridiagonal;
    private final BlockedProduct product;
    private final double[] offDiagonal;

    LargeEigenproblem(int capacity, Workers workers) {
        Backend backend = Backend.active();
        product = new BlockedProduct(backend.doubles(), workers);
        form = new TridiagonalForm(capacity, backend, workers, product);
        tridiagonal = new DivideAndConquer(capacity, workers, product);
        offDiagonal = new double[capacity];
    }

    /**
     * Decomposes a matrix of at least two rows.
     *
     * @param a n x n, symmetric; destroyed
     * @param reflectors n x n of work space
     * @param rows n x n, becomes the eigenvectors as rows
     * @param scratch n x n of work space
     * @param values becomes the n eigenvalues, in the order of the rows
     */
    void decompose(double[] a, int n, double[] reflectors, double[] rows, double[] scratch, double[] values) {
        form.reduce(a, n, reflectors, values, offDiagonal);
        double largest = 0;
        for (int i = 0; i < n; i++) {
            largest = Math.max(largest, Math.max(Math.abs(values[i]), Math.abs(offDiagonal[i])));
        }
        if (Double.isNaN(largest) || Double.isInfinite(largest)) {
            throw new ArithmeticException("the eigenproblem does not converge: is the matrix finite?");
        }
        // By a power of two, so that it is exact: divide and conquer squares and multiplies what it is given.
        int exponent = largest == 0 ? 0 : Math.getExponent(largest);
        scale(values, n, -exponent);
        scale(offDiagonal, n, -exponent);
        tridiagonal.diagonalise(values, offDiagonal, n, rows, scratch, a);
        scale(values, n, exponent);
        form.applyTo(rows);
    }

    long bytes() {
        return form.bytes() + tridiagonal.bytes() + product.bytes() + 8L * offDiagonal.length;
    }

    private static void scale(double[] numbers, int n, int exponent) {
        for (int i = 0; i < n; i++) {
            numbers[i] = Math.scalb(numbers[i], exponent);
        }
    }
}
