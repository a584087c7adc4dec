package io.github.skpca;

/** The tail of scores beyond a threshold as a generalised Pareto law: P(S - u > y | S > u) = (1 + shape y / scale)^(-1 / shape). */
final class TailFit {
    /*
     * Probability-weighted moments (Hosking and Wallis, Technometrics 29(3), 1987): with a0 the mean of the excesses and a1 the mean of the
     * excesses times the share of rows beyond each, shape = 2 - a0 / (a0 - 2 a1) and scale = 2 a0 a1 / (a0 - 2 a1), in their notation shape = -k.
     * Rows that stand for several count as often. A negative shape, a tail that ends, is taken as 0: nothing proves that it ends, and
     * p-values are then larger. The standard error is that of the logarithm of a tail probability, by leaving out one of sixteen groups
     * of rows at a time (jackknife).
     */
    private static final int GROUPS = 16;
    private static final int FEWEST = 2 * GROUPS;
    private static final double SMALLEST_SHAPE = 1e-6;
    private static final double LARGEST_SHAPE = 0.95;

    private final double threshold;
    private final double share;
    private final Law all;
    private final Law[] without;

    /** Shape, scale, and the share of rows beyond the threshold, all rows being 1. */
    private record Law(double shape, double scale, double share) {
        double logarithm(double excess) {
            double exponent =
                    shape < SMALLEST_SHAPE ? excess / scale : StrictMath.log1p(shape * excess / scale) / shape;
            return StrictMath.log(share) - exponent;
        }
    }

    /**
     * A fit to the largest scores.
     *
     * @param scores ascending, those beyond the threshold from {@code from} on; read only
     * @param weights how many rows each stands for; read only
     * @param threshold below all of them
     * @param share of all rows that lie beyond the threshold
     */
    TailFit(double[] scores, double[] weights, int from, double threshold, double share) {
        this.threshold = threshold;
        this.share = share;
        this.all = law(scores, weights, from, -1);
        this.without = new Law[GROUPS];
        for (int group = 0; group < GROUPS; group++) {
            without[group] = law(scores, weights, from, group);
        }
    }

    /** Whether so many scores are enough. */
    static boolean isEnough(int count) {
        return count >= FEWEST;
    }

    private Law law(double[] scores, double[] weights, int from, int left) {
        double total = 0;
        double whole = 0;
        for (int i = from; i < scores.length; i++) {
            whole += weights[i];
            total += i % GROUPS == left ? 0 : weights[i];
        }
        double first = 0;
        double second = 0;
        double beyond = 0;
        for (int i = scores.length - 1; i >= from; i--) {
            if (i % GROUPS != left) {
                double excess = scores[i] - threshold;
                // The middle of the rows that this one stands for.
                double above = (beyond + 0.5 * weights[i]) / total;
                first += weights[i] / total * excess;
                second += weights[i] / total * excess * above;
                beyond += weights[i];
            }
        }
        double difference = first - 2 * second;
        double shape = difference > 0 ? 2 - first / difference : 0;
        // A group left out takes its share of the rows beyond with it: one of sixteen, if rows were alike.
        double kept = left < 0 ? 1 : total / whole * GROUPS / (GROUPS - 1.0);
        return shape > 0
                ? new Law(
                        Math.min(LARGEST_SHAPE, shape),
                        Math.max(Double.MIN_NORMAL, first * (1 - Math.min(LARGEST_SHAPE, shape))),
                        share * kept)
                : new Law(0, Math.max(Double.MIN_NORMAL, first), share * kept);
    }

    /** The share of all rows that score higher than this, which is at least the threshold. */
    double shareBeyond(double score) {
        return StrictMath.exp(all.logarithm(score - threshold));
    }

    /** The standard error of the logarithm of that share. */
    double error(double score) {
        double mean = 0;
        double[] logarithms = new double[GROUPS];
        for (int i = 0; i < GROUPS; i++) {
            logarithms[i] = without[i].logarithm(score - threshold);
            mean += logarithms[i] / GROUPS;
        }
        double sum = 0;
        for (double logarithm : logarithms) {
            sum += (logarithm - mean) * (logarithm - mean);
        }
        return Math.sqrt(sum * (GROUPS - 1) / GROUPS);
    }

    /** The score beyond which a share of all rows lies, at most that of the threshold. */
    double scoreAt(double wanted) {
        double exponent = StrictMath.log(share / wanted);
        double excess = all.shape() < SMALLEST_SHAPE
                ? exponent * all.scale()
                : StrictMath.expm1(exponent * all.shape()) * all.scale() / all.shape();
        return threshold + excess;
    }
}
