package io.github.skpca.linalg;

import java.util.Arrays;

/**
 * The float product of the plain backend, c[i, j] = sum_k a[i, k] b[k, j], in loops that the compiler turns into vector code.
 *
 * <p>The compiler vectorises a loop over several arrays only if it can tell that their accesses are aligned to each other, which it
 * cannot if they start at offsets that it does not know. So rows of b, and sums, are copied to arrays of their own, and all loops
 * start at 0. It also gives up on long loop bodies: six products a column, for two rows, are taken whether or not the loop is
 * inlined; eight are not. A sum is made in the order of
 * the depth, {@link Backend#SUM_DEPTH} terms at a time, whatever rows are beside it.
 */
final class PlainProduct {
    /** Rows that share what is read of b. */
    private static final int ROWS = 2;

    /** Columns at a time: a piece of b stays in the second cache. */
    private static final int COLUMNS = 512;

    private static final ThreadLocal<PlainProduct> OWN = ThreadLocal.withInitial(PlainProduct::new);

    private final float[][] right = new float[Backend.SUM_DEPTH][0];
    private final float[][] sums = new float[ROWS][0];
    private float[] total = new float[0];

    private PlainProduct() {}

    /** This thread's work space, kept so that a product allocates nothing. */
    static PlainProduct ofThread() {
        return OWN.get();
    }

    /**
     * The product, or c plus the product if {@code add}.
     *
     * @param a entry (i, k) at {@code aOffset + i aRowStride + k aDepthStride}; read only
     * @param b of one panel; read only
     * @param c entry (i, j) at {@code cOffset + i cStride + j}; changed
     */
    void multiply(
            float[] a,
            int aOffset,
            int aRowStride,
            int aDepthStride,
            int rows,
            Panels b,
            float[] c,
            int cOffset,
            int cStride,
            boolean add) {
        for (int left = 0; left < b.columns; left += COLUMNS) {
            int width = Math.min(COLUMNS, b.columns - left);
            makeRoom(width);
            int start = 0;
            do {
                int depth = Math.min(Backend.SUM_DEPTH, b.depth - start);
                take(b, start, depth, left, width);
                for (int i = 0; i < rows; i += ROWS) {
                    int height = Math.min(ROWS, rows - i);
                    int at = aOffset + i * aRowStride + start * aDepthStride;
                    sum(a, at, aRowStride, aDepthStride, height, depth, width);
                    for (int r = 0; r < height; r++) {
                        put(sums[r], width, c, cOffset + (i + r) * cStride + left, add || start > 0);
                    }
                }
                start += Backend.SUM_DEPTH;
            } while (start < b.depth);
        }
    }

    private void makeRoom(int width) {
        if (total.length < width) {
            total = new float[width];
            for (int r = 0; r < ROWS; r++) {
                sums[r] = new float[width];
            }
        }
    }

    private void take(Panels b, int start, int depth, int left, int width) {
        for (int k = 0; k < depth; k++) {
            if (right[k].length < width) {
                right[k] = new float[width];
            }
            System.arraycopy(b.values, (start + k) * b.columns + left, right[k], 0, width);
        }
    }

    private void sum(float[] a, int at, int rowStride, int depthStride, int height, int depth, int width) {
        for (int r = 0; r < height; r++) {
            Arrays.fill(sums[r], 0, width, 0f);
        }
        int k = 0;
        if (height == ROWS) {
            for (; k + 3 <= depth; k += 3) {
                addThree(a, at + k * depthStride, rowStride, depthStride, right, k, sums[0], sums[1], width);
            }
            if (k + 2 <= depth) {
                addTwo(a, at + k * depthStride, rowStride, depthStride, right, k, sums[0], sums[1], width);
                k += 2;
            }
        }
        for (int r = 0; r < height; r++) {
            addRest(a, at + r * rowStride, depthStride, k, depth, sums[r], width);
        }
    }

    /** One row of a and the depths [from, depth). */
    private void addRest(float[] a, int row, int stride, int from, int depth, float[] sum, int width) {
        int k = from;
        for (; k + 4 <= depth; k += 4) {
            addFour(a, row + k * stride, stride, right, k, sum, width);
        }
        for (; k < depth; k++) {
            addOne(a[row + k * stride], right[k], sum, width);
        }
    }

    /** Two rows of a, three steps of the depth. */
    private static void addThree(
            float[] a,
            int at,
            int rowStride,
            int depthStride,
            float[][] right,
            int k,
            float[] s0,
            float[] s1,
            int width) {
        int next = at + rowStride;
        float a00 = a[at];
        float a01 = a[at + depthStride];
        float a02 = a[at + 2 * depthStride];
        float a10 = a[next];
        float a11 = a[next + depthStride];
        float a12 = a[next + 2 * depthStride];
        float[] b0 = right[k];
        float[] b1 = right[k + 1];
        float[] b2 = right[k + 2];
        for (int j = 0; j < width; j++) {
            float x0 = b0[j];
            float x1 = b1[j];
            float x2 = b2[j];
            s0[j] = s0[j] + a00 * x0 + a01 * x1 + a02 * x2;
            s1[j] = s1[j] + a10 * x0 + a11 * x1 + a12 * x2;
        }
    }

    /** Two rows of a, two steps of the depth. */
    private static void addTwo(
            float[] a,
            int at,
            int rowStride,
            int depthStride,
            float[][] right,
            int k,
            float[] s0,
            float[] s1,
            int width) {
        int next = at + rowStride;
        float a00 = a[at];
        float a01 = a[at + depthStride];
        float a10 = a[next];
        float a11 = a[next + depthStride];
        float[] b0 = right[k];
        float[] b1 = right[k + 1];
        for (int j = 0; j < width; j++) {
            float x0 = b0[j];
            float x1 = b1[j];
            s0[j] = s0[j] + a00 * x0 + a01 * x1;
            s1[j] = s1[j] + a10 * x0 + a11 * x1;
        }
    }

    /** One row of a, four steps of the depth. */
    private static void addFour(float[] a, int at, int stride, float[][] right, int k, float[] sum, int width) {
        float a0 = a[at];
        float a1 = a[at + stride];
        float a2 = a[at + 2 * stride];
        float a3 = a[at + 3 * stride];
        float[] b0 = right[k];
        float[] b1 = right[k + 1];
        float[] b2 = right[k + 2];
        float[] b3 = right[k + 3];
        for (int j = 0; j < width; j++) {
            sum[j] = sum[j] + a0 * b0[j] + a1 * b1[j] + a2 * b2[j] + a3 * b3[j];
        }
    }

    private static void addOne(float a, float[] b, float[] sum, int width) {
        for (int j = 0; j < width; j++) {
            sum[j] += a * b[j];
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
