package io.github.skpca;

import java.util.Arrays;

/**
 * What scores rows like the training rows have, so that a score has a meaning: its p-value (1 + #{scores at least as large}) / (R + 1).
 *
 * <p>For new rows that are independent of each other and come from the distribution that was learned, a share of at most p has a p-value of
 * at most p: flagging those at 0.001 flags one usual row in a thousand. This was tried, not proved, for 20 rows and more: benchmarks/run
 * pvalues. Rows that depend on their neighbours, as those of time series do, are not covered: a model of few such rows has not seen what the
 * stream is like, and far more of its rows get small p-values. Old rows count as far as they have not been forgotten; with a half-life
 * p-values are larger than they need be.
 *
 * <p>A p-value is never below 1 / (R + 1), so a threshold below that flags nothing. Scores grow with the distance from the learned rows,
 * so a row farther away than any learned row was from the others has that p-value.
 *
 * <p>In a model's own calibration, {@link KernelPcaModel#calibration()}, the R scores are those of a sample of the training rows, each as if
 * that row had not been learned: neither its direction, nor its place among the landmarks, nor its reach in a column. A model knows its own
 * rows, and would otherwise find new ones too novel. Immutable.
 */
public final class Calibration {
    private final double[] sorted;

    /**
     * A calibration by other scores than a model's own: of rows that are like those to be judged and that the model has not learned, for
     * example rows that were held out.
     *
     * @param scores R of them, at least one, in any order; copied
     * @throws IllegalArgumentException if there are none, or one is not a number
     */
    public Calibration(double[] scores) {
        if (scores.length == 0) {
            throw new IllegalArgumentException("a calibration needs scores");
        }
        sorted = scores.clone();
        Arrays.sort(sorted);
        requireNumber(sorted[sorted.length - 1]);
    }

    /** R, the number of scores behind it. */
    public int size() {
        return sorted.length;
    }

    /** (1 + #{scores at least as large}) / (R + 1), between {@link #smallestPValue()} and 1. */
    public double pValue(double score) {
        requireNumber(score);
        int below = 0;
        int above = sorted.length;
        while (below < above) {
            int middle = (below + above) >>> 1;
            if (sorted[middle] < score) {
                below = middle + 1;
            } else {
                above = middle;
            }
        }
        return of(sorted.length - below);
    }

    /** 1 / (R + 1), the p-value of a score beyond all others. */
    public double smallestPValue() {
        return of(0);
    }

    /**
     * The threshold of a p-value: exactly the scores above it have that p-value or a smaller one. Infinite if no score has, because
     * it is below {@link #smallestPValue()}; negative infinity if all have.
     *
     * @param pValue between 0 and 1
     */
    public double scoreAt(double pValue) {
        if (!(pValue >= 0 && pValue <= 1)) {
            throw new IllegalArgumentException("a p-value must be between 0 and 1, not " + pValue);
        }
        int beyond = (int) (pValue * (sorted.length + 1.0));
        // The product may be rounded to either side of the whole number that it stands for.
        if (of(beyond) <= pValue) {
            beyond++;
        }
        if (beyond == 0) {
            return Double.POSITIVE_INFINITY;
        }
        return beyond <= sorted.length ? sorted[sorted.length - beyond] : Double.NEGATIVE_INFINITY;
    }

    private double of(int atLeastAsLarge) {
        return (1.0 + atLeastAsLarge) / (sorted.length + 1.0);
    }

    private static void requireNumber(double score) {
        if (Double.isNaN(score)) {
            throw new IllegalArgumentException("a score must be a number");
        }
    }
}
