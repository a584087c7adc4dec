package io.github.skpca.internal.linalg;

import org.jspecify.annotations.Nullable;

/** Products in double in plain Java, by {@link PlainDoubleProduct} and {@link PlainInnerProducts}. */
final class PlainDoubleProducts implements DoubleProducts {
    @Override
    public void multiply(DoubleMatrix a, int rows, int depth, DoubleMatrix b, int columns, DoubleMatrix c) {
        PlainDoubleProduct product = PlainDoubleProduct.ofThread();
        for (int left = 0; left < columns; left += PlainDoubleProduct.COLUMNS) {
            int width = Math.min(PlainDoubleProduct.COLUMNS, columns - left);
            int first = 0;
            do {
                int terms = Math.min(PlainDoubleProduct.DEPTH, depth - first);
                product.take(b.from(first, left), terms, width);
                product.add(a.from(0, first), rows, terms, width, c.from(0, left), first > 0);
                first += PlainDoubleProduct.DEPTH;
            } while (first < depth);
        }
    }

    @Override
    public void innerProducts(
            DoubleMatrix a, int from, int to, DoubleMatrix b, int bRows, int columns, DoubleMatrix c) {
        PlainInnerProducts.ofThread().run(a, from, to, b, bRows, columns, c, /* lower= */ false);
    }

    @Override
    public void gram(double[] a, int rows, int columns, double[] c, int from, int to) {
        DoubleMatrix matrix = DoubleMatrix.of(a, columns);
        DoubleMatrix gram = DoubleMatrix.of(c, rows);
        PlainInnerProducts.ofThread().run(matrix, from, to, matrix, to, columns, gram, /* lower= */ true);
    }

    @Override
    public void moments(float[] block, int offset, int rows, int columns, double @Nullable [] mean, double[] c) {
        PlainDoubleProduct product = PlainDoubleProduct.ofThread();
        DoubleMatrix turned = DoubleMatrix.of(product.turn(block, offset, rows, columns, mean), rows);
        DoubleMatrix moments = DoubleMatrix.of(c, columns);
        for (int left = 0; left < columns; left += PlainDoubleProduct.COLUMNS) {
            int width = Math.min(PlainDoubleProduct.COLUMNS, columns - left);
            DoubleMatrix out = moments.from(left, left);
            int first = 0;
            do {
                int terms = Math.min(PlainDoubleProduct.DEPTH, rows - first);
                DoubleMatrix piece = turned.from(left, first);
                product.takeTurned(piece, terms, width);
                product.addLower(piece, columns - left, terms, width, out, first > 0);
                first += PlainDoubleProduct.DEPTH;
            } while (first < rows);
        }
    }
}
