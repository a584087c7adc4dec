package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.internal.model.FittedModel;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How alike rows are that follow each other: the autocorrelation r at lag 1 of their columns, in one pass.
 *
 * <p>Means of n rows with autocorrelations r, r^2, r^3, ... vary (1 + r) / (1 - r) times as much as those of n independent rows, whose own r is
 * zero with a standard error of 1 / sqrt(n). So r is worth a word if it is above four of these errors, and the factor is at least 2.
 */
final class Neighbours {
    private static final double ERRORS = 4;
    private static final double LEAST_FACTOR = 2;

    /** Below this share of the mean square a variance is what rounding left of a constant column. */
    private static final double ROUNDING = 1e-12;

    private final int columns;
    private final double[] first;
    private final double[] last;
    private final double[] sums;
    private final double[] squares;
    private final double[] products;
    private long rows;

    Neighbours(int columns) {
        this.columns = columns;
        this.first = new double[columns];
        this.last = new double[columns];
        this.sums = new double[columns];
        this.squares = new double[columns];
        this.products = new double[columns];
    }

    /**
     * Takes in the next rows.
     *
     * @param values count x columns, row-major; read only
     */
    void add(double[] values, int count) {
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < columns; j++) {
                take(j, values[i * columns + j]);
            }
            rows++;
        }
    }

    /** Puts the autocorrelation of the rows of a fit among the fields; returns what a person should know of it. */
    List<String> describe(KernelPcaModel model, Map<String, Object> fields) {
        double autocorrelation =
                autocorrelation(FittedModel.of(model).embedding().standardizer().isScaled());
        if (rows() > 0) {
            fields.put("autocorrelation", autocorrelation);
        }
        String alike = warning(autocorrelation, rows());
        return alike.isEmpty() ? List.of() : List.of(alike);
    }

    /** Takes in the next row, of one column. */
    void add(double value) {
        take(0, value);
        rows++;
    }

    private void take(int j, double number) {
        // About the first row: of numbers far from zero nothing is lost.
        first[j] = rows == 0 ? number : first[j];
        double value = number - first[j];
        sums[j] += value;
        squares[j] += value * value;
        products[j] += value * last[j];
        last[j] = value;
    }

    /**
     * r: the covariance of neighbours over the variance, both summed over the columns that vary; 0 if none does.
     *
     * @param standardized whether all columns weigh the same, as they do for a model that standardises them
     */
    double autocorrelation(boolean standardized) {
        double covariances = 0;
        double variances = 0;
        for (int j = 0; j < columns && rows > 2; j++) {
            double mean = sums[j] / rows;
            double variance = squares[j] - rows * mean * mean;
            // The first row is zero, being the origin: it has no part in the sum of products.
            double covariance = products[j] - mean * (2 * sums[j] - last[j]) + (rows - 1) * mean * mean;
            if (variance > ROUNDING * squares[j]) {
                double weight = standardized ? 1 / variance : 1;
                covariances += weight * covariance;
                variances += weight * variance;
            }
        }
        double r = variances > 0 ? covariances / variances : 0;
        return Math.max(-1, Math.min(1, r));
    }

    /** Rows seen. */
    long rows() {
        return rows;
    }

    /** Whether an autocorrelation over so many rows is worth a word. */
    static boolean isWorthAWord(double autocorrelation, long rows) {
        return autocorrelation > ERRORS / Math.sqrt((double) rows)
                && 1 + autocorrelation >= LEAST_FACTOR * (1 - autocorrelation);
    }

    /** What a person should know of the rows that a model was learned from; empty if there is nothing. */
    static String warning(double autocorrelation, long rows) {
        if (!isWorthAWord(autocorrelation, rows)) {
            return "";
        }
        double independent = Math.max(1, rows * (1 - autocorrelation) / (1 + autocorrelation));
        return String.format(
                Locale.ROOT,
                "neighbouring rows are alike (autocorrelation %.2f), as in a stream with a memory, a stream that changes or a sorted file:"
                        + " %,d rows tell as much as about %,.0f independent ones, for which p-values are; shuffle a file that is only sorted",
                autocorrelation,
                rows,
                independent);
    }
}
