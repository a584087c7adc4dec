package io.github.skpca.internal.linalg;

import io.github.skpca.internal.linalg.BlockedProduct.Into;

/** A symmetric matrix in an array. */
final class StoredMatrix implements SymmetricOperator {
    private final double[] a;
    private final int n;
    private final BlockedProduct product;

    StoredMatrix(double[] a, int n, BlockedProduct product) {
        this.a = a;
        this.n = n;
        this.product = product;
    }

    @Override
    public int size() {
        return n;
    }

    @Override
    public void multiply(double[] vectors, int width, double[] products) {
        product.multiply(
                new DoubleMatrix(a, 0, n),
                new DoubleMatrix(vectors, 0, width),
                new DoubleMatrix(products, 0, width),
                n,
                n,
                width,
                Into.REPLACE);
    }
}
