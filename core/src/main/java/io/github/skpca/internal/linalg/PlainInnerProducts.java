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

    /** Columns of a piece. */
    private static final int PIECE = PlainDoubleProduct.DEPTH * Lanes.DOUBLES;

    private static final ThreadLocal<PlainInnerProducts> OWN = ThreadLocal.withInitial(PlainInnerProducts::new);

    private final PlainDoubleProduct[] products = new PlainDoubleProduct[Lanes.DOUBLES];
    private final double[][] sums = new double[Lanes.DOUBLES][0];
    private double[] left = new double[0];

    private PlainInnerProducts() {
        for (int lane = 0; lane < Lanes.DOUBLES; lane++) {
            products[lane] = new PlainDoubleProduct();
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
    void run(
            double[] a,
            int aOffset,
            int aStride,
            int from,
            int to,
            double[] b,
            int bRows,
            int columns,
            double[] c,
            int cStride,
            boolean lower) {
        int rows = to - from;
        int whole = columns - columns % Lanes.DOUBLES;
        int length = columns / Lanes.DOUBLES;
        left = byLanes(a, aOffset + from * aStride, aStride, rows, columns, left);
        for (int first = 0; first < bRows; first += WIDTH) {
            int used = Math.min(WIDTH, bRows - first);
            // Above the diagonal nothing is asked for.
            int top = lower ? Math.max(from, first) - from : 0;
            int height = rows - top;
            if (height <= 0) {
                continue;
            }
            reserve(height * used);
            for (int start = 0; start < whole; start += PIECE) {
                int depth = Math.min(PIECE, whole - start) / Lanes.DOUBLES;
                PlainDoubleProduct.takeTurnedLanes(products, b, first * columns + start, columns, depth, used);
                for (int lane = 0; lane < Lanes.DOUBLES; lane++) {
                    int at = top * columns + lane * length + start / Lanes.DOUBLES;
                    products[lane].add(left, at, columns, height, depth, used, sums[lane], 0, used, start > 0);
                }
            }
            for (int i = 0; i < height; i++) {
                int row = aOffset + (from + top + i) * aStride;
                for (int j = 0; j < used; j++) {
                    double sum = whole > 0 ? sum(i * used + j) : 0;
                    c[(from + top + i) * cStride + first + j] =
                            sum + Lanes.tail(a, row, b, (first + j) * columns, whole, columns);
                }
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

    /** Rows with the terms of lane 0 first, then those of lane 1 and so on, and last those that fill no lanes. */
    private static double[] byLanes(double[] x, int offset, int stride, int rows, int columns, double[] scratch) {
        int length = columns / Lanes.DOUBLES;
        double[] laid = scratch.length < rows * columns ? new double[Math.multiplyExact(rows, columns)] : scratch;
        for (int i = 0; i < rows; i++) {
            int from = offset + i * stride;
            int to = i * columns;
            for (int k = 0; k < length; k++) {
                for (int lane = 0; lane < Lanes.DOUBLES; lane++) {
                    laid[to + lane * length + k] = x[from + k * Lanes.DOUBLES + lane];
                }
            }
        }
        return laid;
    }
}
