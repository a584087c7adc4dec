package io.github.skpca.internal.linalg;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * The products in double of the plain backend, c[i, j] += sum_k a[i, k] b[k, j], a strip of the depth at a time.
 *
 * <p>As in {@link PlainProduct}, rows of b and sums have arrays of their own, so that the compiler vectorises the loops. A sum is one
 * chain in the order of the depth, whatever rows are beside it.
 */
final class PlainDoubleProduct {
    /** Steps of the depth that are taken at a time. */
    static final int DEPTH = 64;

    /** Columns that are taken at a time: a strip of b stays in the second cache. */
    static final int COLUMNS = 512;

    private static final int ROWS = 2;

    private static final ThreadLocal<PlainDoubleProduct> OWN = ThreadLocal.withInitial(PlainDoubleProduct::new);

    private final double[][] right = new double[DEPTH][0];
    private final double[][] sums = new double[ROWS][0];

    private double[] turned = new double[0];

    private PlainDoubleProduct() {}

    /** This thread's work space, kept so that a product allocates nothing. */
    static PlainDoubleProduct ofThread() {
        return OWN.get();
    }

    /** Takes a strip of rows of b, entry (k, j) at {@code offset + k stride + j}. */
    void take(double[] b, int offset, int stride, int depth, int width) {
        reserve(depth, width);
        for (int k = 0; k < depth; k++) {
            System.arraycopy(b, offset + k * stride, right[k], 0, width);
        }
    }

    /** Takes a strip of b from floats, entry (k, j) at {@code offset + k stride + j}. */
    void take(float[] b, int offset, int stride, int depth, int width) {
        reserve(depth, width);
        for (int k = 0; k < depth; k++) {
            double[] row = right[k];
            int from = offset + k * stride;
            for (int j = 0; j < width; j++) {
                row[j] = b[from + j];
            }
        }
    }

    /** Takes a strip of b from its transpose, entry (k, j) at {@code offset + j stride + k}. */
    void takeTurned(double[] b, int offset, int stride, int depth, int width) {
        reserve(depth, width);
        for (int j = 0; j < width; j++) {
            int from = offset + j * stride;
            for (int k = 0; k < depth; k++) {
                right[k][j] = b[from + k];
            }
        }
    }

    /** Columns of a block as rows, less the mean if there is one; valid until this thread's next call. */
    double[] turn(float[] block, int offset, int rows, int columns, double @Nullable [] mean) {
        if (turned.length < rows * columns) {
            turned = new double[rows * columns];
        }
        for (int k = 0; k < rows; k++) {
            for (int j = 0; j < columns; j++) {
                turned[j * rows + k] = block[offset + k * columns + j] - (mean == null ? 0 : mean[j]);
            }
        }
        return turned;
    }

    private void reserve(int depth, int width) {
        for (int r = 0; r < ROWS && sums[r].length < width; r++) {
            sums[r] = new double[width];
        }
        for (int k = 0; k < depth; k++) {
            if (right[k].length < width) {
                right[k] = new double[width];
            }
        }
    }

    /**
     * Adds the products of at most two rows of a with the strip taken last.
     *
     * @param a entry (i, k) at {@code aOffset + i aStride + k}; read only
     * @param width at most that of the strip
     * @param c entry (i, j) at {@code cOffset + i cStride + j}; changed
     * @param add whether what is in c is the start of the sums, or nothing is
     */
    private void addRows(
            double[] a,
            int aOffset,
            int aStride,
            int height,
            int depth,
            int width,
            double[] c,
            int cOffset,
            int cStride,
            boolean add) {
        for (int r = 0; r < height; r++) {
            if (add) {
                System.arraycopy(c, cOffset + r * cStride, sums[r], 0, width);
            } else {
                Arrays.fill(sums[r], 0, width, 0.0);
            }
        }
        int k = 0;
        if (height == ROWS) {
            for (; k + 3 <= depth; k += 3) {
                addThree(a, aOffset + k, aStride, right, k, sums[0], sums[1], width);
            }
            if (k + 2 <= depth) {
                addTwo(a, aOffset + k, aStride, right, k, sums[0], sums[1], width);
                k += 2;
            }
        }
        for (int r = 0; r < height; r++) {
            addRest(a, aOffset + r * aStride, k, depth, sums[r], width);
            System.arraycopy(sums[r], 0, c, cOffset + r * cStride, width);
        }
    }

    /** As {@link #addRows}, for any number of rows. */
    void add(
            double[] a,
            int aOffset,
            int aStride,
            int rows,
            int depth,
            int width,
            double[] c,
            int cOffset,
            int cStride,
            boolean add) {
        for (int i = 0; i < rows; i += ROWS) {
            int height = Math.min(ROWS, rows - i);
            int out = cOffset + i * cStride;
            addRows(a, aOffset + i * aStride, aStride, height, depth, width, c, out, cStride, add);
        }
    }

    /**
     * As {@link #add}, of the columns up to the diagonal alone, and perhaps a few beyond it.
     *
     * @param row the number of the first row of c: the diagonal is in column {@code row - left} of the strip
     * @param left the number of the strip's first column
     */
    void addLower(
            double[] a,
            int aOffset,
            int aStride,
            int rows,
            int depth,
            int width,
            double[] c,
            int cOffset,
            int cStride,
            boolean add,
            int row,
            int left) {
        for (int i = 0; i < rows; i += ROWS) {
            int height = Math.min(ROWS, rows - i);
            int wanted = Math.min(width, row + i + height - left);
            if (wanted > 0) {
                int out = cOffset + i * cStride;
                addRows(a, aOffset + i * aStride, aStride, height, depth, wanted, c, out, cStride, add);
            }
        }
    }

    private void addRest(double[] a, int row, int from, int depth, double[] sum, int width) {
        int k = from;
        for (; k + 4 <= depth; k += 4) {
            addFour(a, row + k, right, k, sum, width);
        }
        for (; k < depth; k++) {
            addOne(a[row + k], right[k], sum, width);
        }
    }

    /** Two rows of a, three steps of the depth. */
    private static void addThree(
            double[] a, int at, int rowStride, double[][] right, int k, double[] s0, double[] s1, int width) {
        int next = at + rowStride;
        double a00 = a[at];
        double a01 = a[at + 1];
        double a02 = a[at + 2];
        double a10 = a[next];
        double a11 = a[next + 1];
        double a12 = a[next + 2];
        double[] b0 = right[k];
        double[] b1 = right[k + 1];
        double[] b2 = right[k + 2];
        for (int j = 0; j < width; j++) {
            double x0 = b0[j];
            double x1 = b1[j];
            double x2 = b2[j];
            s0[j] = MultiplyAdd.of(a02, x2, MultiplyAdd.of(a01, x1, MultiplyAdd.of(a00, x0, s0[j])));
            s1[j] = MultiplyAdd.of(a12, x2, MultiplyAdd.of(a11, x1, MultiplyAdd.of(a10, x0, s1[j])));
        }
    }

    /** Two rows of a, two steps of the depth. */
    private static void addTwo(
            double[] a, int at, int rowStride, double[][] right, int k, double[] s0, double[] s1, int width) {
        int next = at + rowStride;
        double a00 = a[at];
        double a01 = a[at + 1];
        double a10 = a[next];
        double a11 = a[next + 1];
        double[] b0 = right[k];
        double[] b1 = right[k + 1];
        for (int j = 0; j < width; j++) {
            double x0 = b0[j];
            double x1 = b1[j];
            s0[j] = MultiplyAdd.of(a01, x1, MultiplyAdd.of(a00, x0, s0[j]));
            s1[j] = MultiplyAdd.of(a11, x1, MultiplyAdd.of(a10, x0, s1[j]));
        }
    }

    /** One row of a, four steps of the depth. */
    private static void addFour(double[] a, int at, double[][] right, int k, double[] sum, int width) {
        double a0 = a[at];
        double a1 = a[at + 1];
        double a2 = a[at + 2];
        double a3 = a[at + 3];
        double[] b0 = right[k];
        double[] b1 = right[k + 1];
        double[] b2 = right[k + 2];
        double[] b3 = right[k + 3];
        for (int j = 0; j < width; j++) {
            double half = MultiplyAdd.of(a1, b1[j], MultiplyAdd.of(a0, b0[j], sum[j]));
            sum[j] = MultiplyAdd.of(a3, b3[j], MultiplyAdd.of(a2, b2[j], half));
        }
    }

    private static void addOne(double a, double[] b, double[] sum, int width) {
        for (int j = 0; j < width; j++) {
            sum[j] = MultiplyAdd.of(a, b[j], sum[j]);
        }
    }
}
