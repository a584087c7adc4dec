package io.github.skpca.internal.linalg;

/** Products with strips by the loops of {@link PlainProduct} and {@link PlainDoubleProduct}, which want them wide. */
final class PlainColumnPanels implements ColumnPanelProducts {
    private static final int WIDTH = 96;

    /** A thread's lanes of inner products, kept for the next. */
    private static final ThreadLocal<float[]> PRODUCTS = ThreadLocal.withInitial(() -> new float[0]);

    /** A thread's sums of a piece, kept for the next. */
    private static final ThreadLocal<double[]> SUMS = ThreadLocal.withInitial(() -> new double[0]);

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
    public void multiply(float[] a, int rows, FloatMatrix b, int depth, int columns, float[] c, boolean add) {
        PlainProduct product = PlainProduct.ofThread();
        for (int column = 0; column < columns; column += WIDTH) {
            int used = Math.min(WIDTH, columns - column);
            FloatMatrix sums = new FloatMatrix(c, column * rows, WIDTH);
            for (int first = 0; first < depth; first += CHAIN) {
                int terms = Math.min(CHAIN, depth - first);
                FloatMatrix left = new FloatMatrix(a, first * rows, terms);
                product.multiply(left, rows, b.from(first, column), terms, used, sums, add || first > 0);
            }
        }
    }

    @Override
    public void multiply(double[] a, int rows, FloatMatrix b, int depth, int columns, double[] c, boolean add) {
        PlainDoubleProduct product = PlainDoubleProduct.ofThread();
        for (int column = 0; column < columns; column += WIDTH) {
            int used = Math.min(WIDTH, columns - column);
            for (int first = 0; first < depth; first += CHAIN) {
                int terms = Math.min(CHAIN, depth - first);
                DoubleMatrix left = new DoubleMatrix(a, first * rows, terms);
                product.take(b.from(first, column), terms, used);
                if (add || first > 0) {
                    // A piece is a sum of its own, which is then added to the others.
                    double[] sums = sums(rows * WIDTH);
                    product.add(left, rows, terms, used, DoubleMatrix.of(sums, WIDTH), /* add= */ false);
                    addOnto(c, column * rows, sums, rows, used);
                } else {
                    DoubleMatrix sums = new DoubleMatrix(c, column * rows, WIDTH);
                    product.add(left, rows, terms, used, sums, /* add= */ false);
                }
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
    public void innerProducts(float[] laid, int vectors, FloatMatrix b, int rows, int columns, float[] c) {
        int whole = columns - columns % Lanes.FLOATS;
        int count = rows * vectors;
        float[] lanes = products(count * Lanes.FLOATS);
        java.util.Arrays.fill(lanes, 0, count * Lanes.FLOATS, 0f);
        PlainProduct product = PlainProduct.ofThread();
        for (int start = 0; start < whole; start += Lanes.FLOAT_PIECE) {
            int terms = Math.min(Lanes.FLOAT_PIECE, whole - start) / Lanes.FLOATS;
            for (int lane = 0; lane < Lanes.FLOATS; lane++) {
                int from = start + lane;
                FloatMatrix left = new FloatMatrix(b.values(), b.at(0, from), b.stride(), Lanes.FLOATS);
                FloatMatrix right = new FloatMatrix(laid, from * vectors, Lanes.FLOATS * vectors);
                FloatMatrix sums = new FloatMatrix(lanes, lane * count, vectors);
                product.multiply(left, rows, right, terms, vectors, sums, /* add= */ true);
            }
        }
        for (int v = 0; v < vectors; v++) {
            for (int i = 0; i < rows; i++) {
                float sum = Lanes.sum(lanes, i * vectors + v, count);
                int row = b.at(i, 0);
                for (int k = whole; k < columns; k++) {
                    sum = MultiplyAdd.of(b.values()[row + k], laid[k * vectors + v], sum);
                }
                c[v * rows + i] = sum;
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

    private static double[] sums(int length) {
        double[] sums = SUMS.get();
        if (sums.length < length) {
            sums = new double[length];
            SUMS.set(sums);
        }
        return sums;
    }

    private static void addOnto(double[] c, int cAt, double[] sums, int rows, int used) {
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < used; j++) {
                c[cAt + i * WIDTH + j] += sums[i * WIDTH + j];
            }
        }
    }
}
