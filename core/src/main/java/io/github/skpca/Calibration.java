package io.github.skpca;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * What scores rows like the training rows have, so that a score has a meaning: its p-value (1 + #{scores at least as large}) / (R + 1).
 *
 * <p>For new rows that are independent of each other and come from the distribution that was learned, a share of at most p has a p-value of
 * at most p: flagging those at 0.001 flags one usual row in a thousand. This was tried, not proved, for 20 rows and more: benchmarks/run
 * pvalues. Rows that depend on their neighbours, as those of time series do, are not covered: a model of few such rows has not seen what the
 * stream is like, and far more of its rows get small p-values. Old rows count as far as they have not been forgotten; with a half-life
 * p-values are larger than they need be.
 *
 * <p>In a model's own calibration, {@link KernelPcaModel#calibration()}, the R scores are those of a sample of the training rows, each as if
 * that row had not been learned: neither its direction, nor its place among the landmarks, nor its reach in a column. A model knows its own
 * rows, and would otherwise find new ones too novel.
 *
 * <p>A model that forgets nothing also keeps the most novel of all n rows it has learned, and a sample of those that are less so. There p-values
 * below about 0.03 are counts of these, each standing for so many rows, and go down to 1 / (n + 1): as small as the stream is long. Where a model has
 * no such rows, with forgetting and for kernels without K(x, x) = 1, no p-value is below 1 / (R + 1). A threshold below {@link #smallestPValue()}
 * flags nothing. Scores grow with the distance from the learned rows, so a row farther away than any learned row was from the others has
 * that p-value. {@link #estimate} goes on beyond it by a law fitted to the largest scores, with its error. Immutable.
 */
public final class Calibration {
    /** One in so many scores: with fewer beyond, the rows of the tail say more than the uniform sample. */
    private static final int SWITCH = 32;

    /** The most scores that a law of the tail is fitted to, and the largest share of all that are there. */
    private static final int FITTED = 128;

    private static final int FITTED_SHARE = 4;

    /** So many rows of the tail say what a row among them stands for. */
    private static final int NEIGHBOURS = 8;

    private final double[] sorted;
    private final int switchCount;

    /** Scores of the tail, ascending; empty if there are none. */
    private final double[] tail;

    /** How many rows each stands for. */
    private final double[] weights;

    /** The p-value of a score for which this is the first of the tail that is at least as large; one more for a score beyond all. */
    private final double[] tailValues;

    private final double rows;
    private volatile @Nullable TailFit fit;

    /**
     * A p-value, and how well it is known.
     *
     * @param pValue above 0 and at most 1
     * @param standardError an estimate of the standard error of the p-value
     * @param isExtrapolated whether the score is beyond all that were counted, so that the p-value is one of a law fitted to the largest of
     *     them: as good as that law, for which nothing is proved
     */
    public record Estimate(double pValue, double standardError, boolean isExtrapolated) {}

    /**
     * A calibration by other scores than a model's own: of rows that are like those to be judged and that the model has not learned, for
     * example rows that were held out.
     *
     * @param scores R of them, at least one, in any order; copied
     * @throws IllegalArgumentException if there are none, or one is not a number
     */
    public Calibration(double[] scores) {
        this(scores, new double[0], new double[0], scores.length);
    }

    /**
     * A calibration by a uniform sample of scores, and by a sample that holds more of the largest.
     *
     * @param scores R of them, at least one, in any order; copied
     * @param tail others of the same rows, in any order; copied
     * @param weights how many rows each of these stands for, at least 1; copied
     * @param rows how many there are in all
     * @throws IllegalArgumentException if there are no scores, one is not a number, or a weight is below 1
     */
    public Calibration(double[] scores, double[] tail, double[] weights, double rows) {
        if (scores.length == 0) {
            throw new IllegalArgumentException("a calibration needs scores");
        }
        if (tail.length != weights.length) {
            throw new IllegalArgumentException(tail.length + " scores of the tail with " + weights.length + " weights");
        }
        sorted = scores.clone();
        Arrays.sort(sorted);
        requireNumber(sorted[sorted.length - 1]);
        switchCount = sorted.length / SWITCH;
        int[] order = IntStream.range(0, tail.length)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> tail[i]))
                .mapToInt(i -> i)
                .toArray();
        this.tail = new double[tail.length];
        this.weights = new double[tail.length];
        for (int i = 0; i < tail.length; i++) {
            this.tail[i] = tail[order[i]];
            this.weights[i] = weights[order[i]];
        }
        this.rows = rows;
        this.tailValues = tailValues();
    }

    private double[] tailValues() {
        double[] values = new double[tail.length + 1];
        double sum = 0;
        for (int i = tail.length - 1; i >= 0; i--) {
            requireNumber(tail[i]);
            if (!(weights[i] >= 1)) {
                throw new IllegalArgumentException("a weight must be at least 1, not " + weights[i]);
            }
        }
        values[tail.length] = own(tail.length - 1) / (rows + 1);
        for (int i = tail.length - 1; i >= 0; i--) {
            sum += weights[i];
            values[i] = Math.min(1, Math.max(values[i + 1], (sum + own(i)) / (rows + 1)));
        }
        return values;
    }

    /**
     * How many rows a new one stands for that scores like this one: the 1 of (1 + #) / (R + 1) where a row stands for several. The mean over the rows that
     * some neighbours stand for, in which one that stands for many weighs most: where a row like it might have been dropped, it is not taken for the only
     * one of its kind.
     */
    private double own(int i) {
        double sum = 0;
        double squares = 0;
        int first = Math.max(0, Math.min(i, tail.length - NEIGHBOURS));
        for (int j = first; j < Math.min(tail.length, i + NEIGHBOURS); j++) {
            sum += weights[j];
            squares += weights[j] * weights[j];
        }
        return sum > 0 ? squares / sum : 1;
    }

    /** With very few scores in the uniform sample it cannot be told where the tail begins. */
    private boolean hasTail() {
        return tail.length > 0 && switchCount > 0;
    }

    /** R, the number of scores behind it. */
    public int size() {
        return sorted.length;
    }

    /** n, the number of rows behind it: p-values are counts of so many. R if there are only the R scores. */
    public double rows() {
        return rows;
    }

    /** (1 + #{scores at least as large}) / (R + 1), or the same by the rows of the tail; between {@link #smallestPValue()} and 1. */
    public double pValue(double score) {
        requireNumber(score);
        int beyond = sorted.length - firstAtLeast(sorted, score);
        if (!hasTail() || beyond >= switchCount) {
            return of(beyond);
        }
        return Math.min(of(switchCount), tailValues[firstAtLeast(tail, score)]);
    }

    private static int firstAtLeast(double[] ascending, double score) {
        int below = 0;
        int above = ascending.length;
        while (below < above) {
            int middle = (below + above) >>> 1;
            if (ascending[middle] < score) {
                below = middle + 1;
            } else {
                above = middle;
            }
        }
        return below;
    }

    /** The p-value of a score beyond all others: 1 / (n + 1), or more if a row that scores as high might have been dropped. */
    public double smallestPValue() {
        return hasTail() ? tailValues[tail.length] : of(0);
    }

    /**
     * The p-value of a score with its error, also beyond all scores that were counted: there it is that of a generalised Pareto law fitted to the
     * largest scores, at most {@link #smallestPValue()}. A law is fitted to at least 32 scores; with fewer nothing is extrapolated.
     */
    public Estimate estimate(double score) {
        double counted = pValue(score);
        double largest = hasTail() ? tail[tail.length - 1] : sorted[sorted.length - 1];
        TailFit law = score > largest ? fit() : null;
        if (law != null) {
            double extrapolated = Math.max(Double.MIN_NORMAL, Math.min(counted, law.shareBeyond(score)));
            return new Estimate(extrapolated, extrapolated * law.error(score), true);
        }
        int beyond = sorted.length - firstAtLeast(sorted, score);
        if (!hasTail() || beyond >= switchCount) {
            return new Estimate(counted, counted / Math.sqrt(beyond + 1.0), false);
        }
        double sum = 1;
        double squares = 1;
        for (int i = firstAtLeast(tail, score); i < tail.length; i++) {
            sum += weights[i];
            squares += weights[i] * weights[i];
        }
        return new Estimate(counted, counted * Math.sqrt(squares) / sum, false);
    }

    /** Whether {@link #estimate} gives p-values below {@link #smallestPValue()}. */
    public boolean isExtrapolating() {
        return fit() != null;
    }

    private @Nullable TailFit fit() {
        double[] scores = hasTail() ? tail : sorted;
        int count = Math.min(FITTED, scores.length / FITTED_SHARE);
        TailFit made = fit;
        if (made == null && TailFit.isEnough(count)) {
            int from = scores.length - count;
            double[] counts = weights;
            if (!hasTail()) {
                counts = new double[scores.length];
                Arrays.fill(counts, 1);
            }
            double beyond = 0;
            for (int i = from; i < scores.length; i++) {
                beyond += counts[i];
            }
            made = new TailFit(
                    scores, counts, from, scores[from - 1], Math.min(1, beyond / (hasTail() ? rows : sorted.length)));
            fit = made;
        }
        return made;
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
        if (hasTail() && pValue < of(switchCount)) {
            return tailScoreAt(pValue);
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

    private double tailScoreAt(double pValue) {
        int first = tail.length + 1;
        while (first > 0 && tailValues[first - 1] <= pValue) {
            first--;
        }
        if (first > tail.length) {
            return Double.POSITIVE_INFINITY;
        }
        return Math.max(sorted[sorted.length - switchCount], first == 0 ? Double.NEGATIVE_INFINITY : tail[first - 1]);
    }

    /** As {@link #scoreAt}, by {@link #estimate}: beyond all scores that were counted it is that of the law fitted to the largest. */
    public double estimatedScoreAt(double pValue) {
        double counted = scoreAt(pValue);
        TailFit law = counted == Double.POSITIVE_INFINITY && pValue > 0 ? fit() : null;
        double largest = hasTail() ? tail[tail.length - 1] : sorted[sorted.length - 1];
        return law == null ? counted : Math.max(largest, law.scoreAt(pValue));
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
