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
                if (add || first > 0) {
                    // A piece is a sum of its own, which is then added to the others.
                    double[] sums = sums(rows * WIDTH);
                    product.add(a, first * rows, terms, rows, terms, used, sums, 0, WIDTH, /* add= */ false);
                    addOnto(c, column * rows, sums, rows, used);
                } else {
                    product.add(a, first * rows, terms, rows, terms, used, c, column * rows, WIDTH, /* add= */ false);
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
    public void innerProducts(
            float[] laid, int vectors, float[] b, int bOffset, int bStride, int rows, int columns, float[] c) {
        int whole = columns - columns % Lanes.FLOATS;
        int count = rows * vectors;
        float[] lanes = products(count * Lanes.FLOATS);
        java.util.Arrays.fill(lanes, 0, count * Lanes.FLOATS, 0f);
        PlainProduct product = PlainProduct.ofThread();
        for (int start = 0; start < whole; start += Lanes.FLOAT_PIECE) {
            int terms = Math.min(Lanes.FLOAT_PIECE, whole - start) / Lanes.FLOATS;
            for (int lane = 0; lane < Lanes.FLOATS; lane++) {
                int from = start + lane;
                PlainProduct.Rows right = new PlainProduct.Rows(laid, from * vectors, Lanes.FLOATS * vectors);
                product.multiply(
                        b,
                        bOffset + from,
                        bStride,
                        Lanes.FLOATS,
                        rows,
                        right,
                        terms,
                        vectors,
                        lanes,
                        lane * count,
                        vectors,
                        true);
            }
        }
        float[] own = new float[Lanes.FLOATS];
        for (int v = 0; v < vectors; v++) {
            for (int i = 0; i < rows; i++) {
                for (int lane = 0; lane < Lanes.FLOATS; lane++) {
                    own[lane] = lanes[lane * count + i * vectors + v];
                }
                float sum = Lanes.sum(own, 0);
                for (int k = whole; k < columns; k++) {
                    sum = MultiplyAdd.of(b[bOffset + i * bStride + k], laid[k * vectors + v], sum);
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
