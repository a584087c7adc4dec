package io.github.skpca.internal.drift;

/** What the squared distance of two means of features exceeds with a given small probability if nothing has changed. */
final class DriftThreshold {
    /*
     * For b recent and n reference rows, all independent and alike, D = mean - mean has the covariance v S, v = 1/b + 1/n, and by the
     * central limit theorem ||D||^2 is about v sum_i lambda_i chi^2_i, with cumulants v tr S, 2 v^2 tr S^2 and 8 v^3 tr S^3. With finite b
     * fourth cumulants k4 of the features come on top, with q = 1/b^3 + 1/n^3: q k4_iijj to the second cumulant and
     * 12 v q k4_iijk S_jk to the third, where squares of third cumulants stand as well (4 and 6 of them); for a rare state, a Poisson
     * count, one of them is as large as k4_iijk S_jk, so that 22 in the place of 12 covers both. Without these terms rows that are
     * all alike but for one in a thousand would pass the threshold fifty times as often as they may.
     *
     * A shifted gamma distribution (Pearson's type III) has these three cumulants. Its tail is too thin by a factor of at most two at
     * probabilities from 1e-3 down to 4e-5 for spectra from flat to steep, so half the probability is asked of it.
     */
    private static final double RARE_STATE = 22;

    private static final double TAIL_SHARE = 0.5;
    private static final double LARGEST_SHAPE = 1e4;
    private static final double WIDEST = 1e6;

    private DriftThreshold() {}

    /**
     * The threshold.
     *
     * @param recent b
     * @param reference n
     * @param inflation how much more block means vary than those of independent rows; at least 1
     * @param tail the probability
     */
    static double of(Cumulants moments, double recent, double reference, double inflation, double tail) {
        return tail(moments, recent, reference, inflation, tail).threshold();
    }

    /**
     * The threshold if the moments are known from few vectors, and so from few degrees of freedom: a ratio of two gamma variables, whose
     * tail is (1 + t / M)^-M where that of one is e^-t, as that of Student's law is beside the normal one.
     *
     * @param variance of the estimate of the trace over its square: 1 / M
     */
    static double ofEstimated(Cumulants moments, double recent, double reference, double tail, double variance) {
        Tail normal = tail(moments, recent, reference, 1, tail);
        double t = Math.max(normal.exponent(), -StrictMath.log(TAIL_SHARE * tail));
        double widening = StrictMath.expm1(t * variance) / (t * variance);
        return normal.threshold() * (variance > 0 ? Math.min(WIDEST, widening) : 1);
    }

    /**
     * A threshold, and by how many scales of its gamma distribution it lies above zero.
     */
    private record Tail(double threshold, double exponent) {}

    private static Tail tail(Cumulants moments, double recent, double reference, double inflation, double tail) {
        double v = inflation * (1 / recent + 1 / reference);
        double q = inflation * inflation * inflation * (1 / cube(recent) + 1 / cube(reference));
        double mean = v * moments.trace();
        double variance = 2 * v * v * moments.squareTrace() + q * moments.fourth();
        double third = 8 * cube(v) * moments.cubeTrace() + RARE_STATE * v * q * moments.mixed();
        double deviation = Math.sqrt(variance);
        double skewness = third / cube(deviation);
        if (!(deviation > 0) || !(skewness > 0)) {
            return new Tail(mean, 0);
        }
        double shape = Math.min(LARGEST_SHAPE, 4 / (skewness * skewness));
        double quantile = GammaTail.quantile(shape, TAIL_SHARE * tail);
        double scale = deviation / Math.sqrt(shape);
        double threshold = mean + scale * (quantile - shape);
        return new Tail(threshold, threshold / scale);
    }

    private static double cube(double x) {
        return x * x * x;
    }
}
