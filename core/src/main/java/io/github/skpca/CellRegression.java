package io.github.skpca;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * What missing cells of a row are likely to be, given the others: their mean under a normal distribution with the means and the covariance of a
 * sample.
 *
 * <p>Immutable.
 */
final class CellRegression {
    /*
     * With P the inverse of the correlations of the standardised cells, the mean of the missing cells given the known ones solves
     * P_MM x_M = -P_MK x_K: a system of as many equations as cells are missing. A share of the identity is added to the correlations first, so
     * that columns that repeat each other have an inverse. Missing cells of the sample are filled by what the round before gives for them,
     * zero in the first: expectation and maximisation without the variance of what is filled, which leaves correlations a little too small.
     */
    static final int MOST_CELLS = 256;

    private static final int MOST_ROWS = 4096;
    private static final int ROUNDS = 4;
    private static final double RIDGE = 1e-3;

    /** No cell is filled with more deviations than this: a line through the rows ends where they end. */
    private static final double FARTHEST = 3;

    private final int cells;
    private final double[] means;
    private final double[] deviations;
    private final double[] inverse;

    /**
     * As it was stored.
     *
     * @param numbers the means, the deviations and the rows of the inverse, one after the other; read only
     */
    CellRegression(double[] numbers, int cells) {
        if (numbers.length != cells * (cells + 2)) {
            throw new IllegalArgumentException(
                    "a regression of " + numbers.length + " numbers for " + cells + " cells");
        }
        this.cells = cells;
        this.means = Arrays.copyOf(numbers, cells);
        this.deviations = Arrays.copyOfRange(numbers, cells, 2 * cells);
        this.inverse = Arrays.copyOfRange(numbers, 2 * cells, numbers.length);
        for (int i = 0; i < numbers.length; i++) {
            boolean isDeviation = i >= cells && i < 2 * cells;
            if (!Float.isFinite((float) numbers[i]) || (isDeviation && numbers[i] < 0)) {
                throw new IllegalArgumentException("a regression holds " + numbers[i]);
            }
        }
    }

    /** The numbers that it is made of, in a fresh array. */
    double[] numbers() {
        double[] numbers = Arrays.copyOf(means, cells * (cells + 2));
        System.arraycopy(deviations, 0, numbers, cells, cells);
        System.arraycopy(inverse, 0, numbers, 2 * cells, inverse.length);
        return numbers;
    }

    /**
     * The regression of a sample.
     *
     * @param sample count x cells, row-major, NaN where one is missing; read only
     * @param apart cells that have no part in it, such as categories
     * @return null if there are too many cells, or too few rows
     */
    static @Nullable CellRegression of(double[] sample, int count, int cells, boolean[] apart) {
        if (cells > MOST_CELLS || count < 2) {
            return null;
        }
        int rows = Math.min(count, MOST_ROWS);
        double[] standard = new double[rows * cells];
        for (int i = 0; i < rows; i++) {
            // Rows from all over the sample: it may be in some order.
            int from = (int) ((long) i * count / rows);
            System.arraycopy(sample, from * cells, standard, i * cells, cells);
        }
        double[] numbers = new double[cells * (cells + 2)];
        for (int j = 0; j < cells; j++) {
            standardize(standard, rows, j, cells, numbers, apart[j]);
            numbers[cells * (2 + j) + j] = 1;
        }
        CellRegression found = new CellRegression(numbers, cells);
        for (int round = 0; round < ROUNDS; round++) {
            double[] filled = standard.clone();
            for (int i = 0; i < rows; i++) {
                found.fillStandard(filled, i * cells);
            }
            double[] inverted = inverted(filled, rows, cells);
            if (inverted == null) {
                return found;
            }
            System.arraycopy(inverted, 0, numbers, 2 * cells, inverted.length);
            found = new CellRegression(numbers, cells);
        }
        return found;
    }

    private static void standardize(double[] rows, int count, int j, int cells, double[] numbers, boolean apart) {
        double sum = 0;
        int known = 0;
        for (int i = 0; i < count; i++) {
            double value = rows[i * cells + j];
            if (!Double.isNaN(value)) {
                sum += value;
                known++;
            }
        }
        double mean = known == 0 ? 0 : sum / known;
        double squares = 0;
        for (int i = 0; i < count; i++) {
            double value = rows[i * cells + j];
            squares += Double.isNaN(value) ? 0 : (value - mean) * (value - mean);
        }
        double deviation = apart || known == 0 ? 0 : Math.sqrt(squares / known);
        numbers[j] = mean;
        numbers[cells + j] = deviation;
        for (int i = 0; i < count; i++) {
            double value = rows[i * cells + j];
            if (!Double.isNaN(value)) {
                rows[i * cells + j] = deviation > 0 ? (value - mean) / deviation : 0;
            }
        }
    }

    /** The inverse of (1 - ridge) C + ridge I; null if rounding leaves none. */
    private static double @Nullable [] inverted(double[] rows, int count, int cells) {
        double[] matrix = new double[cells * cells];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < cells; j++) {
                double value = rows[i * cells + j];
                for (int k = 0; k <= j; k++) {
                    matrix[j * cells + k] += value * rows[i * cells + k];
                }
            }
        }
        for (int j = 0; j < cells; j++) {
            for (int k = 0; k <= j; k++) {
                double value = (1 - RIDGE) * matrix[j * cells + k] / count + (j == k ? RIDGE : 0);
                matrix[j * cells + k] = value;
                matrix[k * cells + j] = value;
            }
        }
        double[] inverse = new double[cells * cells];
        double[] column = new double[cells];
        if (!factorize(matrix, cells)) {
            return null;
        }
        for (int j = 0; j < cells; j++) {
            Arrays.fill(column, 0);
            column[j] = 1;
            solve(matrix, cells, column);
            for (int k = 0; k < cells; k++) {
                inverse[k * cells + j] = column[k];
            }
        }
        return inverse;
    }

    /** Cholesky, in place, in the lower triangle; false if the matrix is not positive definite. */
    private static boolean factorize(double[] a, int n) {
        for (int j = 0; j < n; j++) {
            for (int i = j; i < n; i++) {
                double sum = a[i * n + j];
                for (int k = 0; k < j; k++) {
                    sum -= a[i * n + k] * a[j * n + k];
                }
                if (i == j && !(sum > 1e-12)) {
                    return false;
                }
                a[i * n + j] = i == j ? Math.sqrt(sum) : sum / a[j * n + j];
            }
        }
        return true;
    }

    private static void solve(double[] factor, int n, double[] x) {
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < i; k++) {
                x[i] -= factor[i * n + k] * x[k];
            }
            x[i] /= factor[i * n + i];
        }
        for (int i = n - 1; i >= 0; i--) {
            for (int k = i + 1; k < n; k++) {
                x[i] -= factor[k * n + i] * x[k];
            }
            x[i] /= factor[i * n + i];
        }
    }

    /** Fills the missing ones of standardised cells; with zeros, their means, where the system has no solution. */
    private void fillStandard(double[] row, int at) {
        int[] missing = new int[cells];
        int count = 0;
        for (int j = 0; j < cells; j++) {
            if (Double.isNaN(row[at + j])) {
                missing[count++] = j;
            }
        }
        if (count == 0) {
            return;
        }
        double[] matrix = new double[count * count];
        double[] solution = new double[count];
        for (int a = 0; a < count; a++) {
            int j = missing[a];
            for (int b = 0; b < count; b++) {
                matrix[a * count + b] = inverse[j * cells + missing[b]];
            }
            for (int k = 0; k < cells; k++) {
                double value = row[at + k];
                solution[a] -= Double.isNaN(value) ? 0 : inverse[j * cells + k] * value;
            }
        }
        boolean solved = factorize(matrix, count);
        if (solved) {
            solve(matrix, count, solution);
        }
        for (int a = 0; a < count; a++) {
            double value = solved && Double.isFinite(solution[a]) ? solution[a] : 0;
            row[at + missing[a]] = Math.max(-FARTHEST, Math.min(FARTHEST, value));
        }
    }

    /**
     * Fills the missing cells of one row.
     *
     * @param row its cells; NaN where one is missing; changed
     */
    void fill(double[] row) {
        double[] standard = new double[cells];
        for (int j = 0; j < cells; j++) {
            double value = row[j];
            double known = deviations[j] > 0 ? (value - means[j]) / deviations[j] : 0;
            // What is far off tells nothing of the others beyond that it is far off.
            standard[j] = Double.isNaN(value) ? value : Math.max(-FARTHEST, Math.min(FARTHEST, known));
        }
        fillStandard(standard, 0);
        for (int j = 0; j < cells; j++) {
            row[j] = Double.isNaN(row[j]) ? means[j] + deviations[j] * standard[j] : row[j];
        }
    }
}
