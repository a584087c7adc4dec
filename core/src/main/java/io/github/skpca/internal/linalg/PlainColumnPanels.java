package io.github.skpca.internal.linalg;

/** Products with strips by the loops of {@link PlainProduct} and {@link PlainDoubleProduct}, which want them wide. */
final class PlainColumnPanels implements ColumnPanelProducts {
    private static final int WIDTH = 96;

    /** A thread's products with their rows as they come, kept for the next. */
    private static final ThreadLocal<float[]> PRODUCTS = ThreadLocal.withInitial(() -> new float[0]);

    @Override
    public int width() {
        return WIDTH;
    }

    @Override
    public int exactWidth() {
        return WIDTH;
    }

    @Override
    public int height(int rows) {
        return 1;
    }

    @Override
    public int exactHeight() {
        return 1;
    }

    @Override
    public void multiply(
            float[] a, int rows, float[] b, int bOffset, int bStride, int depth, int columns, float[] c, boolean add) {
        PlainProduct product = PlainProduct.ofThread();
        for (int column = 0; column < columns; column += WIDTH) {
            int used = Math.min(WIDTH, columns - column);
            for (int first = 0; first < depth; first += CHAIN) {
                int terms = Math.min(CHAIN, depth - first);
                int from = bOffset + first * bStride + column;
                boolean more = add || first > 0;
                PlainProduct.Rows right = new PlainProduct.Rows(b, from, bStride);
                product.multiply(a, first * rows, terms, 1, rows, right, terms, used, c, column * rows, WIDTH, more);
            }
        }
    }

    @Override
    public void multiply(
            double[] a,
            int rows,
            float[] b,
            int bOffset,
            int bStride,
            int depth,
            int columns,
            double[] c,
            boolean add) {
        PlainDoubleProduct product = PlainDoubleProduct.ofThread();
        for (int column = 0; column < columns; column += WIDTH) {
            int used = Math.min(WIDTH, columns - column);
            for (int first = 0; first < depth; first += CHAIN) {
                int terms = Math.min(CHAIN, depth - first);
                product.take(b, bOffset + first * bStride + column, bStride, terms, used);
                product.add(a, first * rows, terms, rows, terms, used, c, column * rows, WIDTH, add || first > 0);
            }
        }
    }

    /** Entry by entry, with the vectors beside each other. */
    @Override
    public void layOut(float[] x, int vectors, int columns, float[] laid) {
        for (int v = 0; v < vectors; v++) {
            for (int k = 0; k < columns; k++) {
                laid[k * vectors + v] = x[v * columns + k];
            }
        }
    }

    @Override
    public void innerProducts(
            float[] laid, int vectors, float[] b, int bOffset, int bStride, int rows, int columns, float[] c) {
        float[] products = products(rows * vectors);
        PlainProduct.Rows right = new PlainProduct.Rows(laid, 0, vectors);
        PlainProduct.ofThread()
                .multiply(b, bOffset, bStride, 1, rows, right, columns, vectors, products, 0, vectors, false);
        for (int v = 0; v < vectors; v++) {
            for (int i = 0; i < rows; i++) {
                c[v * rows + i] = products[i * vectors + v];
            }
        }
    }

    private static float[] products(int length) {
        float[] products = PRODUCTS.get();
        if (products.length < length) {
            products = new float[length];
            PRODUCTS.set(products);
        }
        return products;
    }

    @Override
    public int innerTerms(int columns) {
        return Math.min(columns, Backend.SUM_DEPTH) + columns / Backend.SUM_DEPTH + 1;
    }
}
