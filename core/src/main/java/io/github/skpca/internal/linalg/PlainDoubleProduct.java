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

    /** Rows of a, and steps of the depth, in the loop that does all the work. */
    private static final int THREE = 3;

    private static final ThreadLocal<PlainDoubleProduct> OWN = ThreadLocal.withInitial(PlainDoubleProduct::new);

    /*
     * A load that has its lowest 12 bits in common with a store just before it waits for that store. So all arrays are made one after the
     * other, with lengths (16 bytes of header included) such that three neighbours are a third of 4096 bytes apart, and the sums a sixth away
     * from the strip, as in PlainProduct. Nothing but speed depends on it.
     */
    private static final int MORE = 170;

    private static final int BETWEEN = 84;

    /** Holds all arrays, so that a collector finds them in order. */
    private final double[][] arrays = new double[DEPTH + 1 + THREE][];

    private final double[][] right;
    private final double[][] sums;

    private double[] turned = new double[0];

    private PlainDoubleProduct() {
        this(COLUMNS);
    }

    /** Work space for strips of at most {@code columns} columns. */
    PlainDoubleProduct(int columns) {
        for (int i = 0; i < arrays.length; i++) {
            arrays[i] = new double[i == DEPTH ? BETWEEN : columns + MORE];
        }
        right = Arrays.copyOf(arrays, DEPTH);
        sums = Arrays.copyOfRange(arrays, DEPTH + 1, arrays.length);
    }

    /** This thread's work space, kept so that a product allocates nothing. */
    static PlainDoubleProduct ofThread() {
        return OWN.get();
    }

    /** Takes a strip of rows of b. */
    void take(DoubleMatrix b, int depth, int width) {
        for (int k = 0; k < depth; k++) {
            System.arraycopy(b.values(), b.at(k, 0), right[k], 0, width);
        }
    }

    /** Takes a strip of b from floats. */
    void take(FloatMatrix b, int depth, int width) {
        float[] values = b.values();
        for (int k = 0; k < depth; k++) {
            double[] row = right[k];
            int from = b.at(k, 0);
            for (int j = 0; j < width; j++) {
                row[j] = values[from + j];
            }
        }
    }

    /** Takes a strip of b from its transpose. */
    void takeTurned(DoubleMatrix transpose, int depth, int width) {
        double[] values = transpose.values();
        for (int j = 0; j < width; j++) {
            int from = transpose.at(j, 0);
            for (int k = 0; k < depth; k++) {
                right[k][j] = values[from + k];
            }
        }
    }

    /** As {@link #takeTurned}, one product per lane: lane l takes the entries (8 k + l, j). */
    static void takeTurnedLanes(PlainDoubleProduct[] lanes, DoubleMatrix transpose, int depth, int width) {
        double[] b = transpose.values();
        int stride = transpose.stride();
        for (int k = 0; k < depth; k++) {
            double[] r0 = lanes[0].right[k];
            double[] r1 = lanes[1].right[k];
            double[] r2 = lanes[2].right[k];
            double[] r3 = lanes[3].right[k];
            double[] r4 = lanes[4].right[k];
            double[] r5 = lanes[5].right[k];
            double[] r6 = lanes[6].right[k];
            double[] r7 = lanes[7].right[k];
            int from = transpose.at(0, k * Lanes.DOUBLES);
            for (int j = 0; j < width; j++) {
                r0[j] = b[from];
                r1[j] = b[from + 1];
                r2[j] = b[from + 2];
                r3[j] = b[from + 3];
                r4[j] = b[from + 4];
                r5[j] = b[from + 5];
                r6[j] = b[from + 6];
                r7[j] = b[from + 7];
                from += stride;
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

    /**
     * Adds the products of at most three rows of a, from the i-th on, with the strip taken last.
     *
     * @param a read only
     * @param width at most that of the strip
     * @param c changed from row i on
     * @param add whether what is in c is the start of the sums, or nothing is
     */
    private void addRows(DoubleMatrix a, int i, int height, int depth, int width, DoubleMatrix c, boolean add) {
        for (int r = 0; r < height; r++) {
            if (add) {
                System.arraycopy(c.values(), c.at(i + r, 0), sums[r], 0, width);
            } else {
                Arrays.fill(sums[r], 0, width, 0.0);
            }
        }
        double[] left = a.values();
        // Where there are fewer rows than three, the last is done again, into sums that nobody reads.
        int row0 = a.at(i, 0);
        int row1 = a.at(i + Math.min(1, height - 1), 0);
        int row2 = a.at(i + Math.min(2, height - 1), 0);
        for (int k = 0; k < depth; k += THREE) {
            int steps = Math.min(THREE, depth - k);
            double[] b1 = right[Math.min(k + 1, DEPTH - 1)];
            double[] b2 = right[Math.min(k + 2, DEPTH - 1)];
            addThreeRows(left, row0 + k, row1 + k, row2 + k, steps, right[k], b1, b2, sums[0], sums[1], sums[2], width);
        }
        for (int r = 0; r < height; r++) {
            System.arraycopy(sums[r], 0, c.values(), c.at(i + r, 0), width);
        }
    }

    /** As {@link #addRows}, for any number of rows. */
    void add(DoubleMatrix a, int rows, int depth, int width, DoubleMatrix c, boolean add) {
        for (int i = 0; i < rows; i += THREE) {
            addRows(a, i, Math.min(THREE, rows - i), depth, width, c, add);
        }
    }

    /** As {@link #add}, of the columns up to the diagonal of c alone, and perhaps a few beyond it. */
    void addLower(DoubleMatrix a, int rows, int depth, int width, DoubleMatrix c, boolean add) {
        for (int i = 0; i < rows; i += THREE) {
            int height = Math.min(THREE, rows - i);
            addRows(a, i, height, depth, Math.min(width, i + height), c, add);
        }
    }

    /**
     * Three rows of a, one to three steps of the depth. With more than 325 bytes of bytecode it is too long to be inlined, which it must not
     * be: inside of another loop the compiler of JDK 17 makes scalar code of it, at less than half of the speed.
     */
    private static void addThreeRows(
            double[] a,
            int at,
            int next,
            int last,
            int steps,
            double[] b0,
            double[] b1,
            double[] b2,
            double[] s0,
            double[] s1,
            double[] s2,
            int width) {
        double a00 = a[at];
        double a10 = a[next];
        double a20 = a[last];
        if (steps == 1) {
            for (int j = 0; j < width; j++) {
                double x0 = b0[j];
                s0[j] = MultiplyAdd.of(a00, x0, s0[j]);
                s1[j] = MultiplyAdd.of(a10, x0, s1[j]);
                s2[j] = MultiplyAdd.of(a20, x0, s2[j]);
            }
            return;
        }
        double a01 = a[at + 1];
        double a11 = a[next + 1];
        double a21 = a[last + 1];
        if (steps == 2) {
            for (int j = 0; j < width; j++) {
                double x0 = b0[j];
                double x1 = b1[j];
                s0[j] = MultiplyAdd.of(a01, x1, MultiplyAdd.of(a00, x0, s0[j]));
                s1[j] = MultiplyAdd.of(a11, x1, MultiplyAdd.of(a10, x0, s1[j]));
                s2[j] = MultiplyAdd.of(a21, x1, MultiplyAdd.of(a20, x0, s2[j]));
            }
            return;
        }
        double a02 = a[at + 2];
        double a12 = a[next + 2];
        double a22 = a[last + 2];
        for (int j = 0; j < width; j++) {
            double x0 = b0[j];
            double x1 = b1[j];
            double x2 = b2[j];
            s0[j] = MultiplyAdd.of(a02, x2, MultiplyAdd.of(a01, x1, MultiplyAdd.of(a00, x0, s0[j])));
            s1[j] = MultiplyAdd.of(a12, x2, MultiplyAdd.of(a11, x1, MultiplyAdd.of(a10, x0, s1[j])));
            s2[j] = MultiplyAdd.of(a22, x2, MultiplyAdd.of(a21, x1, MultiplyAdd.of(a20, x0, s2[j])));
        }
    }
}
