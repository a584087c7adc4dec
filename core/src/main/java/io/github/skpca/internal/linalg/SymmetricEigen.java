package io.github.skpca.internal.linalg;

import io.github.skpca.Workers;
import org.jspecify.annotations.Nullable;

/**
 * Eigenvalues and eigenvectors of a symmetric matrix: A = V' diag(values) V with the eigenvectors as rows of V.
 *
 * <p>Householder reflections bring A to tridiagonal form T = Q'AQ, then implicit QL steps with Wilkinson's shift
 * diagonalise T (Golub and Van Loan, Matrix Computations, sections 8.3.1 and 8.3.3). Eigenvectors are kept as rows, so that
 * every reflection and rotation runs along contiguous memory. The result is backward stable: the computed decomposition is
 * the exact one of a matrix within a small multiple of n 2^-53 ||A|| of A.
 *
 * <p>Above 256 rows the same tridiagonal form is made in panels and diagonalised by divide and conquer, so that most of the work
 * is matrix products; the bound is the same, the last bits are not.
 *
 * <p>One instance holds the work space for matrices up to a size and is used by one thread.
 */
public final class SymmetricEigen {
    /** Up to here, where everything fits the second cache, the plain form is the faster one. */
    static final int PLAIN_SIZE = 256;

    private final int capacity;
    private final double[] reflectors;
    private final double[] rows;
    private final double[] diagonal;
    private final double[] offDiagonal;
    private final double[] betas;
    private final double[] scratch;
    private final double[] weights;
    private final double[] values;
    private final double[] vectors;
    private final int[] order;
    private final ImplicitQl ql;
    private final @Nullable LargeEigenproblem large;

    /** Work space for matrices of at most {@code capacity} rows; all work is done by the caller's thread. */
    public SymmetricEigen(int capacity) {
        this(capacity, Workers.callerOnly());
    }

    /** Work space for matrices of at most {@code capacity} rows; threads share the work on those above 256 rows. */
    public SymmetricEigen(int capacity, Workers workers) {
        this.capacity = capacity;
        reflectors = new double[capacity * capacity];
        rows = new double[capacity * capacity];
        diagonal = new double[capacity];
        offDiagonal = new double[capacity];
        betas = new double[capacity];
        scratch = new double[capacity];
        weights = new double[capacity];
        values = new double[capacity];
        vectors = new double[capacity * capacity];
        order = new int[capacity];
        ql = new ImplicitQl(diagonal, offDiagonal, rows);
        large = capacity > PLAIN_SIZE ? new LargeEigenproblem(capacity, workers) : null;
    }

    /**
     * R with R'R = A: the eigenvectors as rows, each times the root of its eigenvalue; one below zero counts as zero.
     *
     * @param a n x n, symmetric, row-major; destroyed
     */
    public static double[] root(double[] a, int n, Workers workers) {
        SymmetricEigen eigen = new SymmetricEigen(n, workers);
        eigen.decompose(a, n);
        double[] root = eigen.vectors().clone();
        for (int i = 0; i < n; i++) {
            double length = Math.sqrt(Math.max(0, eigen.values()[i]));
            for (int j = i * n; j < (i + 1) * n; j++) {
                root[j] *= length;
            }
        }
        return root;
    }

    /**
     * The largest eigenvalues alone, which take a fraction of a decomposition's time: by bisection of the tridiagonal form, to ten digits of the
     * largest.
     *
     * @param a n x n, symmetric, row-major; destroyed
     * @return as many as wanted, the largest first
     */
    public double[] largest(double[] a, int n, int wanted) {
        tridiagonalise(a, n);
        double bound = 0;
        for (int i = 0; i < n; i++) {
            double before = i == 0 ? 0 : Math.abs(offDiagonal[i - 1]);
            bound = Math.max(bound, Math.abs(diagonal[i]) + before + Math.abs(offDiagonal[i]));
        }
        double[] largest = new double[wanted];
        double top = bound;
        for (int i = 0; i < wanted; i++) {
            double low = -bound;
            double high = top;
            while (high - low > 1e-10 * bound) {
                double middle = low + (high - low) / 2;
                if (above(middle, n, bound) > i) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            top = high;
            largest[i] = low + (high - low) / 2;
        }
        return largest;
    }

    /** How many eigenvalues of the tridiagonal form are above a number: the positive pivots of T - xI (Sylvester). */
    private int above(double x, int n, double bound) {
        int count = 0;
        double pivot = 1;
        for (int i = 0; i < n; i++) {
            double off = i == 0 ? 0 : offDiagonal[i - 1];
            pivot = diagonal[i] - x - off * off / pivot;
            if (Math.abs(pivot) < 1e-300 + 1e-18 * bound) {
                pivot = -(1e-300 + 1e-18 * bound);
            }
            count += pivot > 0 ? 1 : 0;
        }
        return count;
    }

    /**
     * Decomposes a matrix; the results are read with {@link #values()} and {@link #vectors()} until the next call.
     *
     * @param a n x n, symmetric, row-major; destroyed
     */
    public void decompose(double[] a, int n) {
        if (n > capacity) {
            throw new IllegalArgumentException("matrix of " + n + " rows in work space for " + capacity);
        }
        if (large != null && n > PLAIN_SIZE) {
            large.decompose(a, n, reflectors, rows, vectors, diagonal);
        } else {
            tridiagonalise(a, n);
            accumulate(n);
            ql.diagonalise(0, n, n, 0, n);
        }
        sortDescending(n);
    }

    /** The n eigenvalues of the last matrix, the largest first; owned by this object. */
    public double[] values() {
        return values;
    }

    /** The n eigenvectors of the last matrix as rows of length n, in the order of the values; owned by this object. */
    public double[] vectors() {
        return vectors;
    }

    /** The bytes held. */
    public long bytes() {
        long own = 8L * (reflectors.length + rows.length + vectors.length + 6L * capacity) + 4L * capacity;
        return large == null ? own : own + large.bytes();
    }

    private void tridiagonalise(double[] a, int n) {
        for (int k = 0; k < n - 1; k++) {
            diagonal[k] = a[k * n + k];
            int v = k * n;
            System.arraycopy(a, k * n + k + 1, reflectors, v + k + 1, n - k - 1);
            betas[k] = reflector(v + k + 1, n - k - 1, k);
            if (betas[k] != 0) {
                rankTwoUpdate(a, n, k, v);
            }
        }
        diagonal[n - 1] = a[n * n - 1];
        offDiagonal[n - 1] = 0;
    }

    /** Turns x into v with (I - beta v v')x = alpha e_1; stores alpha off the diagonal and returns beta. */
    private double reflector(int at, int length, int k) {
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
            offDiagonal[k] = reflectors[at];
            return 0;
        }
        double head = reflectors[at] / largest;
        double alpha = -Math.copySign(Math.sqrt(head * head + tail), head);
        for (int i = 0; i < length; i++) {
            reflectors[at + i] /= largest;
        }
        reflectors[at] = head - alpha;
        offDiagonal[k] = alpha * largest;
        return 2 / (reflectors[at] * reflectors[at] + tail);
    }

    /** A <- (I - beta v v') A (I - beta v v') on the rows and columns after k, through A - v w' - w v'. */
    private void rankTwoUpdate(double[] a, int n, int k, int v) {
        int first = k + 1;
        double beta = betas[k];
        for (int i = first; i < n; i++) {
            weights[i] = beta * reflectors[v + i];
        }
        combineRows(weights, first, a, n, first);
        double dot = 0;
        for (int i = first; i < n; i++) {
            dot += scratch[i] * reflectors[v + i];
        }
        addScaled(-0.5 * beta * dot, reflectors, v + first, scratch, first, n - first);
        int i = first;
        for (; i + 1 < n; i += 2) {
            updateTwoRows(a, i * n, n, i, first, v);
        }
        if (i < n) {
            double vi = reflectors[v + i];
            double wi = scratch[i];
            int row = i * n;
            for (int j = first; j < n; j++) {
                a[row + j] -= vi * scratch[j] + wi * reflectors[v + j];
            }
        }
    }

    /** The part of two rows in the update, which then read v and w once. */
    private void updateTwoRows(double[] a, int row, int n, int i, int first, int v) {
        double v0 = reflectors[v + i];
        double v1 = reflectors[v + i + 1];
        double w0 = scratch[i];
        double w1 = scratch[i + 1];
        int next = row + n;
        for (int j = first; j < n; j++) {
            double w = scratch[j];
            double x = reflectors[v + j];
            a[row + j] -= v0 * w + w0 * x;
            a[next + j] -= v1 * w + w1 * x;
        }
    }

    /** The sum of the rows from {@code first} on with weights, in {@code scratch}. */
    private void combineRows(double[] factors, int at, double[] a, int n, int first) {
        java.util.Arrays.fill(scratch, first, n, 0.0);
        DoubleMatrix below = new DoubleMatrix(a, first * n + first, n);
        ScaledRows.add(factors, at, n - first, below, scratch, first, n - first);
    }

    private static void addScaled(double s, double[] x, int xAt, double[] y, int yAt, int length) {
        for (int i = 0; i < length; i++) {
            y[yAt + i] += s * x[xAt + i];
        }
    }

    /** Rows of Q' in {@code rows}, Q = H_0 H_1 ..., built from the last reflector backwards and then transposed. */
    private void accumulate(int n) {
        double[] q = vectors;
        java.util.Arrays.fill(q, 0, n * n, 0.0);
        for (int i = 0; i < n; i++) {
            q[i * n + i] = 1;
        }
        for (int k = n - 2; k >= 0; k--) {
            if (betas[k] == 0) {
                continue;
            }
            int first = k + 1;
            int v = k * n;
            combineRows(reflectors, v + first, q, n, first);
            for (int i = first; i < n; i++) {
                addScaled(-betas[k] * reflectors[v + i], scratch, first, q, i * n + first, n - first);
            }
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                rows[j * n + i] = q[i * n + j];
            }
        }
    }

    private void sortDescending(int n) {
        for (int i = 0; i < n; i++) {
            int at = i;
            while (at > 0 && diagonal[order[at - 1]] < diagonal[i]) {
                order[at] = order[at - 1];
                at--;
            }
            order[at] = i;
        }
        for (int i = 0; i < n; i++) {
            values[i] = diagonal[order[i]];
            System.arraycopy(rows, order[i] * n, vectors, i * n, n);
        }
    }
}
