package io.github.skpca.experiments.accuracy;

import java.util.Arrays;

/**
 * The middle half of the repeats of one measurement.
 *
 * @param lower a quarter of the values are below it
 * @param median the middle value
 * @param upper a quarter of the values are above it
 * @param count how many values there were
 */
record Quartiles(double lower, double median, double upper, int count) {
    /**
     * The quartiles of values; between two values, in proportion.
     *
     * @param values at least one, none NaN, unchanged
     */
    static Quartiles of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return new Quartiles(at(sorted, 0.25), at(sorted, 0.5), at(sorted, 0.75), sorted.length);
    }

    private static double at(double[] sorted, double share) {
        double place = share * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }

    boolean overlaps(Quartiles other) {
        return lower <= other.upper && other.lower <= upper;
    }
}
