package io.github.skpca.internal.linalg;

/**
 * Inner products in double of the plain backend, c[i, j] = sum_k a[i, k] b[j, k], with the lanes of {@link Lanes}.
 *
 * <p>The compiler vectorises sums of several outputs beside each other, not the lanes of one. So columns are copied lane by lane, each
 * lane is a product of its own, and the products are added up.
 */
final class PlainInnerProducts {
    private static final ThreadLocal<PlainInnerProducts> OWN = ThreadLocal.withInitial(PlainInnerProducts::new);

    private final PlainDoubleProduct product = PlainDoubleProduct.ofThread();
    private double[] left = new double[0];
    private double[] right = new double[0];
    private double[] sums = new double[0];

    private PlainInnerProducts() {}

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
        left = byLanes(a, aOffset + from * aStride, aStride, rows, columns, left);
        right = byLanes(b, 0, columns, bRows, columns, right);
        int length = columns / Lanes.DOUBLES;
        int width = PlainDoubleProduct.COLUMNS;
        if (sums.length < rows * width) {
            sums = new double[rows * width];
        }
        for (int first = 0; first < bRows; first += width) {
            int used = Math.min(width, bRows - first);
            // Above the diagonal nothing is asked for.
            int top = lower ? Math.max(from, first) - from : 0;
            for (int i = top; i < rows; i++) {
                java.util.Arrays.fill(c, (from + i) * cStride + first, (from + i) * cStride + first + used, 0.0);
            }
            for (int lane = 0; lane <= Lanes.DOUBLES && top < rows; lane++) {
                int at = lane * length;
                int terms = lane < Lanes.DOUBLES ? length : columns - at;
                if (terms == 0) {
                    continue;
                }
                int out = (from + top) * cStride + first;
                if (lane < Lanes.DOUBLES) {
                    chain(top * columns + at, rows - top, first * columns + at, columns, terms, used);
                    put(rows - top, used, c, out, cStride, lane == 0);
                } else {
                    tails(top, rows, first, used, columns, at, c, out, cStride);
                }
            }
        }
    }

    /** One chain an output, over some terms of the rows by lanes. */
    private void chain(int leftAt, int rows, int rightAt, int columns, int terms, int width) {
        for (int start = 0; start < terms; start += PlainDoubleProduct.DEPTH) {
            int depth = Math.min(PlainDoubleProduct.DEPTH, terms - start);
            product.takeTurned(right, rightAt + start, columns, depth, width);
            product.add(left, leftAt + start, columns, rows, depth, width, sums, 0, width, start > 0);
        }
    }

    private void put(int rows, int width, double[] c, int cOffset, int cStride, boolean isFirst) {
        for (int i = 0; i < rows; i++) {
            int out = cOffset + i * cStride;
            if (isFirst) {
                System.arraycopy(sums, i * width, c, out, width);
            } else {
                for (int j = 0; j < width; j++) {
                    c[out + j] += sums[i * width + j];
                }
            }
        }
    }

    private void tails(
            int top, int rows, int first, int used, int columns, int at, double[] c, int cOffset, int cStride) {
        for (int i = top; i < rows; i++) {
            for (int j = 0; j < used; j++) {
                c[cOffset + (i - top) * cStride + j] +=
                        Lanes.tail(left, i * columns, right, (first + j) * columns, at, columns);
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
            for (int lane = 0; lane < Lanes.DOUBLES; lane++) {
                for (int k = 0; k < length; k++) {
                    laid[to + lane * length + k] = x[from + k * Lanes.DOUBLES + lane];
                }
            }
            int whole = length * Lanes.DOUBLES;
            System.arraycopy(x, from + whole, laid, to + whole, columns - whole);
        }
        return laid;
    }
}
