package io.github.skpca.internal.feature;

import io.github.skpca.ErrorEstimate;
import io.github.skpca.Workers;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;

/** Estimates the error of a feature map over all rows of a stream from a sample of them. */
public final class MapErrorEstimate {
    /*
     * The leading eigenvalue lambda of the sample, see SampledDifference, is off in two ways.
     *
     * Bias. It is fitted to the sample, which makes it too large by about c / R; or it misses rare rows that make up the true value, which
     * makes it too small. In both cases samples of half the size are off by twice as much. Their mean gives c, and the estimate is
     * extrapolated from 1/R to 1/n (Richardson).
     *
     * Variance. Giving row i the weight 1 + w moves lambda by w u_i^2 (lambda - s e_ii / n), u the eigenvector and s
     * the sign, because the diagonal counts once whatever the weight; Koltchinskii and Gine (Bernoulli 6(1), 2000) have the
     * same without the diagonal. The standard error is that of a mean of R such terms out of n. Where few rows cause all of the
     * error it is too small, because it considers no other eigenvector. Halves vary among themselves as samples do (the delete-half
     * jackknife), and the larger of the two figures is used.
     *
     * Rows that the sample misses do not show in it at all. Where E = G - ZZ' has no negative eigenvalue, as with
     * landmarks, its trace bounds its norm, and the trace over all rows is known: the sum of K(x,x) - ||z(x)||^2. The amount by which the
     * sample's trace falls short of it is the most that rows outside the sample can add to the norm. In any case the sample may miss two
     * rows that are alike and unlike all others; they alone make a norm of 2.
     */
    /** The norm from two rows that are alike and unlike every landmark. */
    private static final double UNSEEN = 2;

    /** The relative rounding of squared lengths of features, which are floats. */
    private static final double ROUNDING = 0x1p-20;

    private static final double NORMAL_QUANTILE = 1.96;
    /** Beyond this the interval carries no information; it must still be finite. */
    private static final double LARGEST_EXPONENT = 20;

    private static final int FEWEST_ROWS = 8;
    private static final int SPLITS = 4;

    /** The largest relative change that the extrapolation from 1/R to 1/n may make. */
    private static final double LARGEST_STEP = 0.5;

    /**
     * A uniform sample of rows without replacement.
     *
     * @param rows count x d raw rows, row-major; read only
     * @param population n, of how many rows it is the sample; at least count
     * @param centered whether G and G' are taken about their means
     */
    public record Sample(double[] rows, int count, long population, boolean centered) {
        /** Checks the sizes. */
        public Sample {
            if (count < 1 || count > population) {
                throw new IllegalArgumentException("a sample of " + count + " of " + population + " rows");
            }
        }
    }

    /** As {@link #estimate(Embedding, double[], int, long, boolean, double, Workers)}, from the sample alone. */
    static ErrorEstimate estimate(
            Embedding embedding, double[] sample, int count, long population, boolean centered, Workers workers) {
        return estimate(embedding, sample, count, population, centered, Double.NaN, workers);
    }

    /**
     * Estimates the error of an embedding's map.
     *
     * @param sample count x d raw rows, row-major, a uniform sample without replacement; read only
     * @param population n, of how many rows it is the sample; at least count
     * @param centered whether G and ZZ' are taken about their means
     * @param remainder the mean of K(x,x) - ||z(x)||^2 over all n rows, at least 0; not a number if it is not known
     * @param workers share the work; they do not change the result
     */
    public static ErrorEstimate estimate(
            Embedding embedding,
            double[] sample,
            int count,
            long population,
            boolean centered,
            double remainder,
            Workers workers) {
        return estimate(embedding, new Sample(sample, count, population, centered), new float[0], remainder, workers);
    }

    /**
     * Estimates the error of G' = Z W W' Z', the kernel matrix of loadings.
     *
     * @param directions W', one direction of m numbers after the other; empty for all features, G' = ZZ'
     * @param remainder the mean of K(x,x) - ||W'z(x)||^2 over all n rows, at least 0; not a number if it is not known
     * @param workers share the work; they do not change the result
     */
    public static ErrorEstimate estimate(
            Embedding embedding, Sample sample, float[] directions, double remainder, Workers workers) {
        int count = sample.count();
        long population = sample.population();
        boolean centered = sample.centered();
        SampledDifference difference = SampledDifference.of(embedding, sample.rows(), count, directions, workers);
        SampledDifference whole = centered ? difference.centered() : difference;
        SampledDifference.Leading leading = whole.leading(population);
        double value = leading.value();
        if (count == population) {
            return new ErrorEstimate(value, value, value, count);
        }
        if (count < FEWEST_ROWS) {
            // So few rows only show the size of entries. No eigenvalue over n exceeds the largest entry.
            return new ErrorEstimate(value, 0, Math.max(2 * value, 2 * whole.largestEntry()), count);
        }
        double[] halves = halves(difference, population, centered);
        double sum = 0;
        for (double half : halves) {
            sum += half;
        }
        double mean = sum / halves.length;
        int half = count / 2;
        double step = (mean - value) / (1.0 / half - 1.0 / count) * (1.0 / count - 1.0 / population);
        step = Math.max(-LARGEST_STEP * value, Math.min(LARGEST_STEP * value, step));
        double left = 1 - (double) count / population;
        double squared = left * Math.max(variance(influences(whole, leading, population)) / count, variance(halves));
        ErrorEstimate sampled = around(value - step, Math.sqrt(squared + step * step / 4), count);
        return Double.isNaN(remainder) || !(difference.meanDiagonal() > 0)
                ? sampled
                : knowing(sampled, remainder, difference.meanDiagonal(), population);
    }

    /** Corrects an estimate by the mean remainder of all rows, compared with that of the sample. */
    private static ErrorEstimate knowing(ErrorEstimate sampled, double remainder, double ofSample, long population) {
        double most = remainder + ROUNDING;
        double best = Math.min(most, sampled.estimate());
        double above = Math.max(UNSEEN / population, sampled.high() + Math.max(0, remainder - ofSample));
        above = Math.min(most, above);
        // If the sample has too many rare rows and these cause the error, both figures are too large in proportion.
        double below = sampled.low() * Math.min(1, remainder / ofSample);
        return new ErrorEstimate(best, Math.min(best, below), Math.max(best, above), sampled.rows());
    }

    /** The interval is symmetric on a logarithmic scale: an error is never negative, and more often under- than overestimated. */
    private static ErrorEstimate around(double estimate, double deviation, int count) {
        if (!(estimate > 0)) {
            return new ErrorEstimate(0, 0, 0, count);
        }
        double factor = StrictMath.exp(Math.min(LARGEST_EXPONENT, NORMAL_QUANTILE * deviation / estimate));
        return new ErrorEstimate(estimate, estimate / factor, estimate * factor, count);
    }

    /** The eigenvalues of random halves: random, because the order of a reservoir's rows depends on their time. */
    private static double[] halves(SampledDifference difference, long population, boolean centered) {
        int half = difference.count() / 2;
        double[] values = new double[2 * SPLITS];
        RandomStream random = new RandomStream(difference.count(), Purpose.MAP_ERROR_HALVES, population);
        for (int i = 0; i < values.length; i += 2) {
            int[] order = permutation(difference.count(), random);
            for (int side = 0; side < 2; side++) {
                SampledDifference part =
                        difference.part(java.util.Arrays.copyOfRange(order, side * half, (side + 1) * half));
                values[i + side] =
                        (centered ? part.centered() : part).leading(population).value();
            }
        }
        return values;
    }

    private static int[] permutation(int count, RandomStream random) {
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int j = (int) random.nextBelow(i + 1L);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }

    private static double[] influences(
            SampledDifference difference, SampledDifference.Leading leading, long population) {
        double[] influences = new double[difference.count()];
        for (int i = 0; i < influences.length; i++) {
            double weight = influences.length * leading.vector()[i] * leading.vector()[i];
            influences[i] = weight * (leading.value() - leading.sign() * difference.diagonal(i) / population);
        }
        return influences;
    }

    private static double variance(double[] values) {
        double mean = 0;
        double squares = 0;
        for (int i = 0; i < values.length; i++) {
            double before = values[i] - mean;
            mean += before / (i + 1);
            squares += before * (values[i] - mean);
        }
        return squares / (values.length - 1);
    }

    private MapErrorEstimate() {}
}
