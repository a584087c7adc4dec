package io.github.skpca.experiments.results;

import java.util.Arrays;

/**
 * What the repeats of one measurement say together.
 *
 * @param least of the values
 * @param median the middle value, or the mean of the two in the middle
 * @param greatest of the values
 * @param count how many there were, at least 1
 */
public record Spread(double least, double median, double greatest, int count) {
    /** Checks the order. */
    public Spread {
        if (!(least <= median) || !(median <= greatest) || count < 1) {
            throw new IllegalArgumentException("least, median and greatest must rise, and count be at least 1");
        }
    }

    /**
     * The spread of values.
     *
     * @param values at least one, none NaN, unchanged
     */
    public static Spread of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        double median = n % 2 == 1 ? sorted[n / 2] : sorted[n / 2 - 1] / 2 + sorted[n / 2] / 2;
        // Halves of neighbours may round to just outside them.
        median = Math.max(sorted[0], Math.min(sorted[n - 1], median));
        return new Spread(sorted[0], median, sorted[n - 1], n);
    }
}
