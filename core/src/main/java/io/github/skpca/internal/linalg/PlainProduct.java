package io.github.skpca.internal.linalg;

import java.util.Arrays;

/**
 * The float product of the plain backend, c[i, j] = sum_k a[i, k] b[k, j], in loops that the compiler turns into vector code.
 *
 * <p>The compiler vectorises a loop over several arrays only if it can tell that their accesses are aligned to each other, which it
 * cannot if they start at offsets that it does not know. So rows of b, and sums, are copied to arrays of their own, and all loops
 * start at 0. It also gives up on some loop bodies: three rows of a with three steps of the depth are taken, fused or not, whether or
 * not the loop is inlined; two rows with four steps are not. A sum is made in the order of the depth, {@link FloatProducts#SUM_DEPTH}
 * terms at a time, whatever rows are beside it.
 */
final class PlainProduct {
    /*
     * A strip of b, a few rows of it, stays in the first cache while all rows of a go by, and their sums stay in the second.
     *
     * Where the arrays lie counts, too: accesses that are not aligned to each other cross lines of the cache, and a load that has its
     * lowest 12 bits in common with a store just before it waits for that store. So all arrays are made one after the other, with
     * lengths (16 bytes of header included) such that they are aligned alike, that three neighbours are a third of 4096 bytes apart,
     * and that the strip is a sixth away from the sums. Collectors keep such neighbours together, in this order or the opposite, which
     * is as good. Nothing but speed depends on it.
     */
    private static final int[] BYTES_OF_THREE = {2752, 2752, 2688};

    private static final int BYTES_BETWEEN = 672;
    private static final int HEADER_BYTES = 16;

    /** Columns at a time. */
    private static final int COLUMNS = (2688 - HEADER_BYTES) / Float.BYTES;

    /** Rows of b at a time. */
    private static final int STRIP = 9;

    /** Rows of a at a time. */
    private static final int ROWS = 96;

    /** Rows of a, and steps of the depth, in the loop that does nearly all the work. */
    private static final int THREE = 3;

    private static final ThreadLocal<PlainProduct> OWN = ThreadLocal.withInitial(PlainProduct::new);

    /** Holds all arrays, so that a collector finds them in order. */
    private final float[][] arrays = new float[STRIP + 1 + ROWS][];

    private final float[][] right;
    private final float[][] sums;
    private final float[] total = new float[COLUMNS];

    private PlainProduct() {
        for (int i = 0; i < STRIP; i++) {
            arrays[i] = ofBytes(BYTES_OF_THREE[i % THREE]);
        }
        arrays[STRIP] = ofBytes(BYTES_BETWEEN);
        for (int i = 0; i < ROWS; i++) {
            arrays[STRIP + 1 + i] = ofBytes(BYTES_OF_THREE[i % THREE]);
        }
        right = Arrays.copyOf(arrays, STRIP);
        sums = Arrays.copyOfRange(arrays, STRIP + 1, arrays.length);
    }

    private static float[] ofBytes(int bytes) {
        return new float[(bytes - HEADER_BYTES) / Float.BYTES];
    }

    /** This thread's work space, kept so that a product allocates nothing. */
    static PlainProduct ofThread() {
        return OWN.get();
    }

    /**
     * The product, or c plus the product if {@code add}.
     *
     * @param a rows x depth, with any step; read only
     * @param b depth x columns; read only
     * @param c rows x columns; changed
     */
    void multiply(FloatMatrix a, int rows, FloatMatrix b, int depth, int columns, FloatMatrix c, boolean add) {
        int parts = (columns + COLUMNS - 1) / COLUMNS;
        for (int top = 0; top < rows; top += ROWS) {
            int height = Math.min(ROWS, rows - top);
            FloatMatrix some = a.from(top, 0);
            for (int part = 0; part < parts; part++) {
                int left = (int) ((long) part * columns / parts);
                int width = (int) ((part + 1L) * columns / parts) - left;
                int start = 0;
                do {
                    int end = Math.min(depth, start + FloatProducts.SUM_DEPTH);
                    sum(some, height, b, start, end, left, width);
                    for (int i = 0; i < height; i++) {
                        put(sums[i], width, c.values(), c.at(top + i, left), add || start > 0);
                    }
                    start = end;
                } while (start < depth);
            }
        }
    }

    /** Sums of all rows over the depths [start, end). */
    private void sum(FloatMatrix a, int rows, FloatMatrix b, int start, int end, int left, int width) {
        for (int i = 0; i < rows; i++) {
            Arrays.fill(sums[i], 0, width, 0f);
        }
        for (int first = start; first < end; first += STRIP) {
            int depth = Math.min(STRIP, end - first);
            for (int k = 0; k < depth; k++) {
                System.arraycopy(b.values(), b.at(first + k, left), right[k], 0, width);
            }
            int i = 0;
            for (; i + THREE <= rows; i += THREE) {
                addStrip(a, i, first, depth, width);
            }
            for (; i < rows; i++) {
                addRow(a.values(), a.at(i, first), a.step(), depth, sums[i], width);
            }
        }
    }

    /** Three rows of a, from the i-th on, and the whole strip, whose first row is that of term {@code first}. */
    private void addStrip(FloatMatrix a, int i, int first, int depth, int width) {
        float[] s0 = sums[i];
        float[] s1 = sums[i + 1];
        float[] s2 = sums[i + 2];
        for (int k = 0; k < depth; k += THREE) {
            int steps = Math.min(THREE, depth - k);
            float[] b1 = right[Math.min(k + 1, STRIP - 1)];
            float[] b2 = right[Math.min(k + 2, STRIP - 1)];
            int at = a.at(i, first + k);
            addThreeRows(a.values(), at, a.stride(), a.step(), steps, right[k], b1, b2, s0, s1, s2, width);
        }
    }

    /**
     * Three rows of a, one to three steps of the depth. With more than 325 bytes of bytecode it is too long to be inlined, which it must not
     * be: inside of another loop the compiler of JDK 17 makes scalar code of it, at a fifth of the speed.
     */
    private static void addThreeRows(
            float[] a,
            int at,
            int rowStride,
            int depthStride,
            int steps,
            float[] b0,
            float[] b1,
            float[] b2,
            float[] s0,
            float[] s1,
            float[] s2,
            int width) {
        int next = at + rowStride;
        int last = next + rowStride;
        float a00 = a[at];
        float a10 = a[next];
        float a20 = a[last];
        if (steps == 1) {
            for (int j = 0; j < width; j++) {
                float x0 = b0[j];
                s0[j] = MultiplyAdd.of(x0, a00, s0[j]);
                s1[j] = MultiplyAdd.of(x0, a10, s1[j]);
                s2[j] = MultiplyAdd.of(x0, a20, s2[j]);
            }
            return;
        }
        float a01 = a[at + depthStride];
        float a11 = a[next + depthStride];
        float a21 = a[last + depthStride];
        if (steps == 2) {
            for (int j = 0; j < width; j++) {
                float x0 = b0[j];
                float x1 = b1[j];
                s0[j] = MultiplyAdd.of(x1, a01, MultiplyAdd.of(x0, a00, s0[j]));
                s1[j] = MultiplyAdd.of(x1, a11, MultiplyAdd.of(x0, a10, s1[j]));
                s2[j] = MultiplyAdd.of(x1, a21, MultiplyAdd.of(x0, a20, s2[j]));
            }
            return;
        }
        float a02 = a[at + 2 * depthStride];
        float a12 = a[next + 2 * depthStride];
        float a22 = a[last + 2 * depthStride];
        for (int j = 0; j < width; j++) {
            float x0 = b0[j];
            float x1 = b1[j];
            float x2 = b2[j];
            s0[j] = MultiplyAdd.of(x2, a02, MultiplyAdd.of(x1, a01, MultiplyAdd.of(x0, a00, s0[j])));
            s1[j] = MultiplyAdd.of(x2, a12, MultiplyAdd.of(x1, a11, MultiplyAdd.of(x0, a10, s1[j])));
            s2[j] = MultiplyAdd.of(x2, a22, MultiplyAdd.of(x1, a21, MultiplyAdd.of(x0, a20, s2[j])));
        }
    }

    /** One row of a and the whole strip. */
    private void addRow(float[] a, int row, int stride, int depth, float[] sum, int width) {
        int k = 0;
        for (; k + THREE <= depth; k += THREE) {
            addThreeSteps(a, row + k * stride, stride, right[k], right[k + 1], right[k + 2], sum, width);
        }
        for (; k < depth; k++) {
            addOne(a[row + k * stride], right[k], sum, width);
        }
    }

    private static void addThreeSteps(
            float[] a, int at, int stride, float[] b0, float[] b1, float[] b2, float[] sum, int width) {
        float a0 = a[at];
        float a1 = a[at + stride];
        float a2 = a[at + 2 * stride];
        for (int j = 0; j < width; j++) {
            sum[j] = MultiplyAdd.of(b2[j], a2, MultiplyAdd.of(b1[j], a1, MultiplyAdd.of(b0[j], a0, sum[j])));
        }
    }

    private static void addOne(float a, float[] b, float[] sum, int width) {
        for (int j = 0; j < width; j++) {
            sum[j] = MultiplyAdd.of(b[j], a, sum[j]);
        }
    }

    private void put(float[] sum, int width, float[] c, int out, boolean add) {
        if (add) {
            System.arraycopy(c, out, total, 0, width);
            addOnto(total, sum, width);
            System.arraycopy(total, 0, c, out, width);
        } else {
            System.arraycopy(sum, 0, c, out, width);
        }
    }

    private static void addOnto(float[] total, float[] sum, int width) {
        for (int j = 0; j < width; j++) {
            total[j] += sum[j];
        }
    }
}
