package io.github.skpca.internal.linalg;

import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.BlockedProduct.Into;

/**
 * Eigenvalues and eigenvectors of a symmetric tridiagonal matrix by divide and conquer.
 *
 * <p>T is two tridiagonal matrices and a correction of rank one that couples them; with the eigenvectors of the two it becomes
 * D + rho zz', which the secular equation solves (Cuppen, Numer. Math. 36, 1981). Entries of z that are negligible, and all but one
 * of entries whose d agree, leave the problem first: their eigenvectors stay as they are. Eigenvectors of the rest are made for the z
 * of which the computed roots are the exact ones, which keeps them orthogonal (Gu and Eisenstat, SIAM J. Matrix Anal. Appl. 16,
 * 1995), and are multiplied into those of the two halves: nearly all of the work is that product.
 */
final class DivideAndConquer {
    /** Up to so many rows QL is faster. */
    private static final int LEAF = 48;

    /** Roots a piece of work: a small problem is not worth waking a thread. */
    private static final int SHARED_ROOTS = 64;

    private static final double ROUNDING = 0x1p-53;
    private static final double ROOT_HALF = Math.sqrt(0.5);

    /** Which columns of a row can be other than zero. */
    private static final int UPPER_HALF = 0;

    private static final int BOTH_HALVES = 1;
    private static final int LOWER_HALF = 2;

    private final Workers workers;
    private final BlockedProduct product;
    private final double[] z;
    private final double[] poles;
    private final double[] squares;
    private final double[] weights;
    private final double[] roots;
    private final int[] order;
    private final int[] merged;
    private final int[] kept;
    private final int[] settled;
    private final int[] halves;
    private final int[] places;

    private double[] diagonal = new double[0];
    private double[] offDiagonal = new double[0];
    private double[] rows = new double[0];
    private double[] gathered = new double[0];
    private double[] coefficients = new double[0];
    private int n;

    DivideAndConquer(int capacity, Workers workers, BlockedProduct product) {
        this.workers = workers;
        this.product = product;
        z = new double[capacity];
        poles = new double[capacity];
        squares = new double[capacity];
        weights = new double[capacity];
        roots = new double[capacity];
        order = new int[capacity];
        merged = new int[capacity];
        kept = new int[capacity];
        settled = new int[capacity];
        halves = new int[capacity];
        places = new int[capacity];
    }

    long bytes() {
        return (5 * 8L + 6 * 4L) * z.length;
    }

    /**
     * Diagonalises a tridiagonal matrix whose entries are at most about 1 in size.
     *
     * @param diagonal n numbers; become the eigenvalues, in no order
     * @param offDiagonal n - 1 numbers and a zero; destroyed
     * @param rows n x n; becomes the eigenvectors as rows, in the order of the diagonal
     * @param gathered n x n of work space
     * @param coefficients n x n of work space
     */
    void diagonalise(
            double[] diagonal, double[] offDiagonal, int n, double[] rows, double[] gathered, double[] coefficients) {
        this.diagonal = diagonal;
        this.offDiagonal = offDiagonal;
        this.n = n;
        this.rows = rows;
        this.gathered = gathered;
        this.coefficients = coefficients;
        java.util.Arrays.fill(rows, 0, n * n, 0.0);
        solve(new ImplicitQl(diagonal, offDiagonal, rows), 0, n);
    }

    private void solve(ImplicitQl ql, int from, int to) {
        if (to - from <= LEAF) {
            for (int i = from; i < to; i++) {
                rows[i * n + i] = 1;
            }
            ql.diagonalise(from, to, n, from, to - from);
            for (int i = from; i < to; i++) {
                order[i] = i;
            }
            sort(order, from, to);
            return;
        }
        int middle = from + (to - from) / 2;
        double coupling = offDiagonal[middle - 1];
        offDiagonal[middle - 1] = 0;
        diagonal[middle - 1] -= Math.abs(coupling);
        diagonal[middle] -= Math.abs(coupling);
        solve(ql, from, middle);
        solve(ql, middle, to);
        merge(from, middle, to, coupling);
    }

    /** Indices by their value on the diagonal, the smallest first. */
    private void sort(int[] indices, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            int index = indices[i];
            int at = i;
            while (at > from && diagonal[indices[at - 1]] > diagonal[index]) {
                indices[at] = indices[at - 1];
                at--;
            }
            indices[at] = index;
        }
    }

    private void merge(int from, int middle, int to, double coupling) {
        mergeOrders(from, middle, to);
        double sign = Math.copySign(ROOT_HALF, coupling);
        for (int i = from; i < to; i++) {
            boolean upper = i < middle;
            z[i] = upper ? ROOT_HALF * rows[i * n + middle - 1] : sign * rows[i * n + middle];
            halves[i] = upper ? UPPER_HALF : LOWER_HALF;
        }
        double rho = 2 * Math.abs(coupling);
        int count = deflate(from, to, rho);
        if (count == 0) {
            System.arraycopy(settled, 0, order, from, to - from);
            sort(order, from, to);
            return;
        }
        int[] ends = gather(from, to, count);
        for (int i = 0; i < count; i++) {
            poles[i] = diagonal[kept[i]];
            squares[i] = z[kept[i]] * z[kept[i]];
        }
        findRoots(count, rho);
        fillCoefficients(count);
        multiply(from, middle, to, count, ends);
        finish(from, to, count);
    }

    private void mergeOrders(int from, int middle, int to) {
        int upper = from;
        int lower = middle;
        for (int i = from; i < to; i++) {
            boolean takeUpper = lower == to || (upper < middle && diagonal[order[upper]] <= diagonal[order[lower]]);
            merged[i] = takeUpper ? order[upper++] : order[lower++];
        }
    }

    /** Sorts the indices into {@code kept}, by value, and {@code settled}; returns how many are kept. */
    private int deflate(int from, int to, double rho) {
        double largest = 0;
        for (int i = from; i < to; i++) {
            largest = Math.max(largest, Math.max(Math.abs(diagonal[i]), Math.abs(z[i])));
        }
        double negligible = 8 * ROUNDING * largest;
        int count = 0;
        int away = 0;
        for (int i = from; i < to; i++) {
            int index = merged[i];
            if (rho * Math.abs(z[index]) <= negligible) {
                settled[away++] = index;
            } else if (count > 0 && rotateAway(kept[count - 1], index, from, to, negligible)) {
                settled[away++] = kept[count - 1];
                kept[count - 1] = index;
            } else {
                kept[count++] = index;
            }
        }
        return count;
    }

    /** If a rotation of two rows can make z of the first zero and leave D diagonal but for rounding, makes it. */
    private boolean rotateAway(int first, int second, int from, int to, double negligible) {
        double radius = StrictMath.hypot(z[first], z[second]);
        double cosine = z[second] / radius;
        double sine = z[first] / radius;
        double gap = diagonal[second] - diagonal[first];
        if (Math.abs(gap * cosine * sine) > negligible) {
            return false;
        }
        z[second] = radius;
        z[first] = 0;
        double a = diagonal[first];
        double b = diagonal[second];
        diagonal[first] = a * cosine * cosine + b * sine * sine;
        diagonal[second] = a * sine * sine + b * cosine * cosine;
        for (int j = from; j < to; j++) {
            double u = rows[first * n + j];
            double v = rows[second * n + j];
            rows[first * n + j] = cosine * u - sine * v;
            rows[second * n + j] = sine * u + cosine * v;
        }
        if (halves[first] != halves[second]) {
            halves[first] = BOTH_HALVES;
            halves[second] = BOTH_HALVES;
        }
        return true;
    }

    /** Copies the rows out: those kept in the order of their halves, then those settled. Returns where the halves end. */
    private int[] gather(int from, int to, int count) {
        int size = to - from;
        int[] ends = new int[3];
        int place = 0;
        for (int half = UPPER_HALF; half <= LOWER_HALF; half++) {
            for (int i = 0; i < count; i++) {
                if (halves[kept[i]] == half) {
                    places[i] = place;
                    System.arraycopy(rows, kept[i] * n + from, gathered, place * size, size);
                    place++;
                }
            }
            ends[half] = place;
        }
        for (int i = 0; i < size - count; i++) {
            System.arraycopy(rows, settled[i] * n + from, gathered, (count + i) * size, size);
        }
        return ends;
    }

    /** The roots, and in row j of the coefficients the differences d_i - root_j. */
    private void findRoots(int count, double rho) {
        SecularEquation equation = new SecularEquation(poles, squares, count, rho);
        workers.split(count, SHARED_ROOTS, (low, high) -> {
            SecularEquation.Search search = equation.new Search();
            for (int j = low; j < high; j++) {
                roots[j] = search.root(j, coefficients, j * count);
            }
        });
    }

    /** Turns differences into unit eigenvectors of D + rho zz', with entry i where row i was gathered to. */
    private void fillCoefficients(int count) {
        workers.split(count, SHARED_ROOTS, (low, high) -> fillWeights(count, low, high));
        workers.split(count, SHARED_ROOTS, (low, high) -> {
            double[] vector = new double[count];
            for (int j = low; j < high; j++) {
                int at = j * count;
                for (int i = 0; i < count; i++) {
                    vector[i] = weights[i] / coefficients[at + i];
                }
                double norm = Math.sqrt(TridiagonalForm.dot(vector, 0, vector, 0, count));
                for (int i = 0; i < count; i++) {
                    coefficients[at + places[i]] = vector[i] / norm;
                }
            }
        });
    }

    /** z_i^2 = prod_j (root_j - d_i) / prod_{j != i} (d_j - d_i), up to a factor, for i in [low, high). */
    private void fillWeights(int count, int low, int high) {
        java.util.Arrays.fill(weights, low, high, 1.0);
        for (int j = 0; j < count; j++) {
            double own = j >= low && j < high ? weights[j] : 0;
            double pole = poles[j];
            int at = j * count;
            for (int i = low; i < high; i++) {
                weights[i] *= coefficients[at + i] / (poles[i] - pole);
            }
            if (j >= low && j < high) {
                // The loop divided by zero here, which is cheaper than to look at each step.
                weights[j] = own * -coefficients[at + j];
            }
        }
        for (int i = low; i < high; i++) {
            weights[i] = Math.copySign(Math.sqrt(weights[i]), z[kept[i]]);
        }
    }

    private void multiply(int from, int middle, int to, int count, int[] ends) {
        int size = to - from;
        int upper = middle - from;
        product.multiply(
                new DoubleMatrix(coefficients, 0, count),
                new DoubleMatrix(gathered, 0, size),
                new DoubleMatrix(rows, from * n + from, n),
                count,
                ends[BOTH_HALVES],
                upper,
                Into.REPLACE);
        int first = ends[UPPER_HALF];
        product.multiply(
                new DoubleMatrix(coefficients, first, count),
                new DoubleMatrix(gathered, first * size + upper, size),
                new DoubleMatrix(rows, from * n + middle, n),
                count,
                count - first,
                to - middle,
                Into.REPLACE);
    }

    /** Puts the values beside their rows: the roots first, then what was settled. */
    private void finish(int from, int to, int count) {
        int size = to - from;
        for (int i = 0; i < size - count; i++) {
            poles[i] = diagonal[settled[i]];
        }
        for (int i = 0; i < size - count; i++) {
            int row = from + count + i;
            diagonal[row] = poles[i];
            System.arraycopy(gathered, (count + i) * size, rows, row * n + from, size);
        }
        System.arraycopy(roots, 0, diagonal, from, count);
        for (int i = from; i < to; i++) {
            order[i] = i;
        }
        sort(order, from, to);
    }
}
