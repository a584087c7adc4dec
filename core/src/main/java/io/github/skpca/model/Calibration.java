package io.github.skpca.model;

import java.util.Arrays;

/**
 * What scores rows like the training rows have, so that a score has a meaning: its p-value (1 + #{scores at least as large}) / (R + 1).
 *
 * <p>Of rows of a stream that does not change, a share of at most p has a p-value of at most p: flagging those at 0.001 flags one row
 * in a thousand that is as good as any. A p-value is never below 1 / (R + 1), so a threshold below that flags nothing. It speaks of
 * the stream that was learned: all of it, as far as rows have not been forgotten, in the proportions in which its parts came.
 *
 * <p>The R scores are those of a sample of the training rows by the very model that is asked, each as if that row had not been
 * learned. A model knows its own rows: with 10 components of 100 rows, 14 in 100 new ones would otherwise have a p-value of at most
 * 0.05, with 50 components of 1000 rows 9 in 100. It matters little from a hundred rows a component on. Immutable.
 */
public final class Calibration {
    private final double[] sorted;

    /**
     * The calibration by these scores.
     *
     * @param scores R of them, at least one, none of them not a number; copied
     */
    Calibration(double[] scores) {
        if (scores.length == 0) {
            throw new IllegalArgumentException("a calibration needs scores");
        }
        sorted = scores.clone();
        Arrays.sort(sorted);
        requireNumber(sorted[sorted.length - 1]);
    }

    /** R, the number of training rows behind it. */
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
