package io.github.skpca.internal.drift;

import io.github.skpca.drift.ColumnShift;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Which columns moved most, from sums of powers of recent and of reference rows. */
final class ColumnComparison {
    private static final int MOST_COLUMNS = 10;
    private static final double FARTHEST = 1e9;

    /** Below this share of the mean square a variance is what rounding left of a constant column. */
    private static final double ROUNDING = 1e-12;

    private final int columns;
    private final int offset;

    /**
     * Of sums with powers in the places of {@link BlockSums}.
     *
     * @param features how many sums stand before those of columns
     */
    ColumnComparison(int columns, int features) {
        this.columns = columns;
        this.offset = features;
    }

    private record Candidate(ColumnShift shift, double standsOut) {}

    /** The columns that stand out most, at most ten, the first one most. */
    List<ColumnShift> largest(double[] recent, double recentRows, double[] reference, double referenceRows) {
        List<Candidate> candidates = new ArrayList<>(columns);
        for (int j = 0; j < columns; j++) {
            candidates.add(compare(j, recent, recentRows, reference, referenceRows));
        }
        candidates.sort(Comparator.comparingDouble(Candidate::standsOut)
                .reversed()
                .thenComparingInt(candidate -> candidate.shift().column()));
        return candidates.stream().limit(MOST_COLUMNS).map(Candidate::shift).toList();
    }

    private Candidate compare(int j, double[] recent, double recentRows, double[] reference, double referenceRows) {
        double mean = moment(reference, 1, j, referenceRows);
        double variance = variance(reference, j, referenceRows, mean);
        double recentMean = moment(recent, 1, j, recentRows);
        double recentVariance = variance(recent, j, recentRows, recentMean);
        double shift = ratio(recentMean - mean, Math.sqrt(variance), 0);
        double spread = ratio(Math.sqrt(recentVariance), Math.sqrt(variance), 1);
        double v = 1 / recentRows + 1 / referenceRows;
        // The variance of a sample variance, over its square, is (kurtosis - 1) / n: heavy tails make spreads jump of
        // themselves.
        double excess = Math.max(1, kurtosis(reference, j, referenceRows, mean, variance) - 1);
        double meanNoise = Math.sqrt(v);
        double spreadNoise = Math.sqrt(v * excess);
        double standsOut = Math.max(Math.abs(shift) / meanNoise, Math.abs(spread * spread - 1) / spreadNoise);
        return new Candidate(new ColumnShift(j, shift, spread), standsOut);
    }

    private double variance(double[] sums, int j, double rows, double mean) {
        double second = moment(sums, 2, j, rows);
        double variance = second - mean * mean;
        return variance > ROUNDING * second ? variance : 0;
    }

    private double kurtosis(double[] sums, int j, double rows, double mean, double variance) {
        double square = mean * mean;
        double fourth = moment(sums, 4, j, rows)
                - 4 * mean * moment(sums, 3, j, rows)
                + 6 * square * moment(sums, 2, j, rows)
                - 3 * square * square;
        return variance > 0 ? fourth / (variance * variance) : 0;
    }

    private double moment(double[] sums, int power, int j, double rows) {
        return sums[offset + (power - 1) * columns + j] / rows;
    }

    private static double ratio(double numerator, double denominator, double ofNothing) {
        if (numerator == 0 && denominator == 0) {
            return ofNothing;
        }
        return Math.max(-FARTHEST, Math.min(FARTHEST, numerator / denominator));
    }
}
