package io.github.skpca.internal.linalg;

import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.BlockedProduct.Into;

/**
 * The tridiagonal form T = Q'AQ of a large symmetric matrix, Q = H_0 H_1 ... with reflections H = I - vv', v'v = 2.
 *
 * <p>A panel of columns is reduced while the rest of A is only read: after j reflections the matrix is A - sum (v w' + w v')
 * with w = p - (p'v / 2) v, p the product of v with the matrix so far. Then the sum is taken off the rest as one matrix product
 * (Dongarra, Hammarling and Sorensen, J. Comp. Appl. Math. 27, 1989). Half of the work is products with a vector, which run at
 * the speed of memory; the other half, and the way back, are products of matrices.
 *
 * <p>The way back multiplies by a panel's reflections at once: H_0 ... H_{b-1} = I - V'SV with V the reflections as rows and S upper
 * triangular (Schreiber and Van Loan, SIAM J. Sci. Stat. Comput. 10, 1989).
 */
final class TridiagonalForm {
    private static final int PANEL = 32;

    /** Products with a vector are shared in pieces of so many columns: smaller ones would wait for a thread to wake. */
    private static final int SHARED_COLUMNS = 256;

    private static final double ROOT_TWO = Math.sqrt(2);

    private final Backend backend;
    private final Workers workers;
    private final BlockedProduct product;
    private final double[] left;
    private final double[] right;
    private final double[] inner;
    private final double[] triangle = new double[PANEL * PANEL];
    private double[] reflectors = new double[0];
    private int n;

    TridiagonalForm(int capacity, Backend backend, Workers workers, BlockedProduct product) {
        this.backend = backend;
        this.workers = workers;
        this.product = product;
        this.left = new double[capacity * 2 * PANEL];
        this.right = new double[2 * PANEL * capacity];
        this.inner = new double[capacity * PANEL];
    }

    long bytes() {
        return 8L * (left.length + right.length + inner.length + triangle.length);
    }

    /**
     * Reduces a matrix.
     *
     * @param a n x n, symmetric; destroyed
     * @param reflectors n x n, row k becomes the reflection of column k; used until {@link #applyTo}
     * @param diagonal n numbers of T; overwritten
     * @param offDiagonal n - 1 numbers of T and a zero; overwritten
     */
    void reduce(double[] a, int n, double[] reflectors, double[] diagonal, double[] offDiagonal) {
        this.n = n;
        this.reflectors = reflectors;
        for (int first = 0; first < n - 1; first += PANEL) {
            int count = Math.min(PANEL, n - 1 - first);
            for (int j = 0; j < count; j++) {
                int k = first + j;
                diagonal[k] = currentColumn(a, first, k);
                java.util.Arrays.fill(reflectors, k * n + first, k * n + k + 1, 0.0);
                offDiagonal[k] = reflection(k * n + k + 1, n - k - 1);
                companion(a, first, k);
            }
            updateRest(a, first, count);
        }
        diagonal[n - 1] = a[n * n - 1];
        offDiagonal[n - 1] = 0;
    }

    /** Writes column k of the matrix so far to where its reflection will be, and returns the entry on the diagonal. */
    private double currentColumn(double[] a, int first, int k) {
        int at = k * n;
        System.arraycopy(a, at + k, reflectors, at + k, n - k);
        for (int p = first; p < k; p++) {
            int w = (p - first) * n;
            addTwo(
                    -reflectors[p * n + k],
                    right,
                    w + k,
                    -right[w + k],
                    reflectors,
                    p * n + k,
                    reflectors,
                    at + k,
                    n - k);
        }
        return reflectors[at + k];
    }

    /** Turns x into v with (I - vv')x = alpha e_1 and v'v = 2, or zero if x is alpha e_1 already; returns alpha. */
    private double reflection(int at, int length) {
        double largest = 0;
        for (int i = 0; i < length; i++) {
            largest = Math.max(largest, Math.abs(reflectors[at + i]));
        }
        double tail = 0;
        for (int i = 1; i < length; i++) {
            double x = largest == 0 ? 0 : reflectors[at + i] / largest;
            tail += x * x;
        }
        if (tail == 0) {
            double alpha = reflectors[at];
            java.util.Arrays.fill(reflectors, at, at + length, 0.0);
            return alpha;
        }
        double head = reflectors[at] / largest;
        double alpha = -Math.copySign(Math.sqrt(head * head + tail), head);
        double scale = ROOT_TWO / Math.sqrt((head - alpha) * (head - alpha) + tail);
        for (int i = 1; i < length; i++) {
            reflectors[at + i] = reflectors[at + i] / largest * scale;
        }
        reflectors[at] = (head - alpha) * scale;
        return alpha * largest;
    }

    /** w of column k, row k - first of {@code right}. */
    private void companion(double[] a, int first, int k) {
        int from = k + 1;
        int length = n - from;
        int v = k * n + from;
        int w = (k - first) * n + from;
        workers.split(length, SHARED_COLUMNS, (low, high) -> vectorTimes(a, k, low, high, w));
        for (int p = first; p < k; p++) {
            int other = (p - first) * n + from;
            double withW = dot(right, other, reflectors, v, length);
            double withV = dot(reflectors, p * n + from, reflectors, v, length);
            addTwo(-withV, right, other, -withW, reflectors, p * n + from, right, w, length);
        }
        double half = 0.5 * dot(right, w, reflectors, v, length);
        for (int i = 0; i < length; i++) {
            right[w + i] -= half * reflectors[v + i];
        }
    }

    /** v'A for columns [low, high) after k, eight rows at a time so that the sums are seldom written. */
    private void vectorTimes(double[] a, int k, int low, int high, int w) {
        int v = k * n;
        int from = k + 1 + low;
        java.util.Arrays.fill(right, w + low, w + high, 0.0);
        int i = k + 1;
        for (; i + 8 <= n; i += 8) {
            addEight(reflectors, v + i, a, i * n + from, n, right, w + low, high - low);
        }
        for (; i < n; i++) {
            double factor = reflectors[v + i];
            int row = i * n + from;
            for (int j = 0; j < high - low; j++) {
                right[w + low + j] += factor * a[row + j];
            }
        }
    }

    private static void addEight(double[] x, int at, double[] a, int r0, int stride, double[] y, int out, int length) {
        double x0 = x[at];
        double x1 = x[at + 1];
        double x2 = x[at + 2];
        double x3 = x[at + 3];
        double x4 = x[at + 4];
        double x5 = x[at + 5];
        double x6 = x[at + 6];
        double x7 = x[at + 7];
        int r1 = r0 + stride;
        int r2 = r1 + stride;
        int r3 = r2 + stride;
        int r4 = r3 + stride;
        int r5 = r4 + stride;
        int r6 = r5 + stride;
        int r7 = r6 + stride;
        for (int j = 0; j < length; j++) {
            double first = x0 * a[r0 + j] + x1 * a[r1 + j] + x2 * a[r2 + j] + x3 * a[r3 + j];
            double second = x4 * a[r4 + j] + x5 * a[r5 + j] + x6 * a[r6 + j] + x7 * a[r7 + j];
            y[out + j] += first + second;
        }
    }

    private static void addTwo(
            double s, double[] x, int xAt, double t, double[] y, int yAt, double[] z, int zAt, int length) {
        for (int i = 0; i < length; i++) {
            z[zAt + i] += s * x[xAt + i] + t * y[yAt + i];
        }
    }

    /** Four sums side by side: one alone would wait for each addition to end. */
    static double dot(double[] x, int xAt, double[] y, int yAt, int length) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int i = 0;
        for (; i + 4 <= length; i += 4) {
            s0 += x[xAt + i] * y[yAt + i];
            s1 += x[xAt + i + 1] * y[yAt + i + 1];
            s2 += x[xAt + i + 2] * y[yAt + i + 2];
            s3 += x[xAt + i + 3] * y[yAt + i + 3];
        }
        for (; i < length; i++) {
            s0 += x[xAt + i] * y[yAt + i];
        }
        return s0 + s1 + (s2 + s3);
    }

    /** Takes V'W + W'V of a finished panel off the rows and columns after it. */
    private void updateRest(double[] a, int first, int count) {
        int from = first + count;
        int rest = n - from;
        int depth = 2 * count;
        for (int p = 0; p < count; p++) {
            System.arraycopy(reflectors, (first + p) * n + from, right, (count + p) * n + from, rest);
            for (int i = 0; i < rest; i++) {
                left[i * depth + p] = reflectors[(first + p) * n + from + i];
                left[i * depth + count + p] = right[p * n + from + i];
            }
        }
        product.multiply(
                new DoubleMatrix(left, 0, depth),
                new DoubleMatrix(right, from, n),
                new DoubleMatrix(a, from * n + from, n),
                rest,
                depth,
                rest,
                Into.SUBTRACT);
    }

    /**
     * Turns eigenvectors y of T into eigenvectors Qy of A.
     *
     * @param rows n x n, an eigenvector a row; changed
     */
    void applyTo(double[] rows) {
        for (int first = (n - 2) / PANEL * PANEL; first >= 0; first -= PANEL) {
            int count = Math.min(PANEL, n - 1 - first);
            int from = first + 1;
            int length = n - from;
            for (int p = 0; p < count; p++) {
                System.arraycopy(reflectors, (first + p) * n + from, right, p * length, length);
            }
            fillTriangle(count, length);
            workers.split(n, 4, (low, high) -> {
                backend.doubles()
                        .innerProducts(
                                new DoubleMatrix(rows, from, n),
                                low,
                                high,
                                DoubleMatrix.of(right, length),
                                count,
                                length,
                                DoubleMatrix.of(inner, count));
                for (int i = low; i < high; i++) {
                    timesTriangle(i * count, count);
                }
            });
            product.multiply(
                    new DoubleMatrix(inner, 0, count),
                    new DoubleMatrix(right, 0, length),
                    new DoubleMatrix(rows, from, n),
                    n,
                    count,
                    length,
                    Into.SUBTRACT);
        }
    }

    /** S, column by column: S_ii = 1 and above it -S (V v_i). */
    private void fillTriangle(int count, int length) {
        for (int i = 0; i < count; i++) {
            for (int p = 0; p < i; p++) {
                left[p] = dot(right, p * length, right, i * length, length);
            }
            for (int p = 0; p < i; p++) {
                double sum = 0;
                for (int q = p; q < i; q++) {
                    sum += triangle[p * PANEL + q] * left[q];
                }
                triangle[p * PANEL + i] = -sum;
            }
            triangle[i * PANEL + i] = 1;
        }
    }

    /** A row of {@code inner} times S'. */
    private void timesTriangle(int at, int count) {
        for (int i = 0; i < count; i++) {
            double sum = 0;
            for (int p = i; p < count; p++) {
                sum += inner[at + p] * triangle[i * PANEL + p];
            }
            inner[at + i] = sum;
        }
    }
}
