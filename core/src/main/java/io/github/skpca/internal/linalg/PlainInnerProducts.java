package io.github.skpca.internal.linalg;

/**
 * Inner products in double of the plain backend, c[i, j] = sum_k a[i, k] b[j, k], with the lanes of {@link Lanes}.
 *
 * <p>The compiler vectorises sums of several outputs beside each other, not the lanes of one. So every lane is a product of its own, and
 * the products are added up.
 */
final class PlainInnerProducts {
    /** Rows of b at a time: a piece of them stays in the second cache. */
    private static final int WIDTH = 256;

    /** Rows of a at a time, which bounds the memory of their sums. */
    private static final int HEIGHT = 192;

    /** Columns of a piece. */
    private static final int PIECE = PlainDoubleProduct.DEPTH * Lanes.DOUBLES;

    private static final ThreadLocal<PlainInnerProducts> OWN = ThreadLocal.withInitial(PlainInnerProducts::new);

    private final PlainDoubleProduct[] products = new PlainDoubleProduct[Lanes.DOUBLES];
    private final double[][] sums = new double[Lanes.DOUBLES][0];
    private double[] left = new double[0];

    private PlainInnerProducts() {
        for (int lane = 0; lane < Lanes.DOUBLES; lane++) {
            products[lane] = new PlainDoubleProduct(WIDTH);
        }
    }

    /** This thread's work space, kept so that inner products allocate nothing. */
    static PlainInnerProducts ofThread() {
        return OWN.get();
    }

    /**
     * The rows [from, to) of inner products.
     *
     * @param lower whether only columns up to the diagonal are wanted
     */
    void run(DoubleMatrix a, int from, int to, DoubleMatrix b, int bRows, int columns, DoubleMatrix c, boolean lower) {
        for (int top = from; top < to; top += HEIGHT) {
            int end = Math.min(to, top + HEIGHT);
            for (int first = 0; first < bRows; first += WIDTH) {
                int used = Math.min(WIDTH, bRows - first);
                // Above the diagonal nothing is asked for.
                int start = lower ? Math.max(top, first) : top;
                if (start < end) {
                    block(a, start, end, b.from(first, 0), used, columns, c.from(0, first));
                }
            }
        }
    }

    /** The inner products of the rows [from, to) of a with {@code used} rows of b. */
    private void block(DoubleMatrix a, int from, int to, DoubleMatrix b, int used, int columns, DoubleMatrix c) {
        int height = to - from;
        int whole = columns - columns % Lanes.DOUBLES;
        reserve(height * used);
        for (int start = 0; start < whole; start += PIECE) {
            int depth = Math.min(PIECE, whole - start) / Lanes.DOUBLES;
            PlainDoubleProduct.takeTurnedLanes(products, b.from(0, start), depth, used);
            takeLeft(a.from(from, start), height, depth);
            for (int lane = 0; lane < Lanes.DOUBLES; lane++) {
                DoubleMatrix rows = new DoubleMatrix(left, lane * height * depth, depth);
                products[lane].add(rows, height, depth, used, DoubleMatrix.of(sums[lane], used), start > 0);
            }
        }
        for (int i = from; i < to; i++) {
            int row = a.at(i, 0);
            for (int j = 0; j < used; j++) {
                double sum = whole > 0 ? sum((i - from) * used + j) : 0;
                c.values()[c.at(i, j)] = sum + Lanes.tail(a.values(), row, b.values(), b.at(j, 0), whole, columns);
            }
        }
    }

    private double sum(int at) {
        double sum = sums[0][at];
        for (int lane = 1; lane < Lanes.DOUBLES; lane++) {
            sum += sums[lane][at];
        }
        return sum;
    }

    private void reserve(int length) {
        for (int lane = 0; lane < Lanes.DOUBLES; lane++) {
            if (sums[lane].length < length) {
                sums[lane] = new double[length];
            }
        }
    }

    /** A piece of rows, one lane after another. */
    private void takeLeft(DoubleMatrix a, int rows, int depth) {
        double[] values = a.values();
        int length = rows * depth;
        if (left.length < length * Lanes.DOUBLES) {
            left = new double[length * Lanes.DOUBLES];
        }
        for (int i = 0; i < rows; i++) {
            int from = a.at(i, 0);
            for (int k = 0; k < depth; k++) {
                for (int lane = 0; lane < Lanes.DOUBLES; lane++) {
                    left[lane * length + i * depth + k] = values[from + k * Lanes.DOUBLES + lane];
                }
            }
        }
    }
}
