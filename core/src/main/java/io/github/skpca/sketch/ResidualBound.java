package io.github.skpca.sketch;

/**
 * An upper bound on the largest eigenvalue of R'R from random probes, with a chance of failure that is chosen beforehand.
 *
 * <p>Used by one thread, for one block after another.
 */
final class ResidualBound {
    /*
     * Let w be a probe of m independent numbers, uniform with variance one, drawn without looking at R, and v the leading
     * eigenvector of M = R'R with eigenvalue lambda. For every polynomial p, ||R p(M) w|| >= sqrt(lambda) |p(lambda)| |w'v|. By Ball's
     * theorem on sections of the cube (Proc. AMS 97, 1986) w'v has a density of at most sqrt(2) / (2 sqrt(3)) whatever v is, so
     * |w'v| < t has a probability of at most 0.8166 t, and all s independent probes fail together with at most (0.8166 t)^s. With t
     * such that this is the chance allowed, sqrt(lambda) |p(lambda)| t <= max ||R p(M) w|| over the probes, for every p at once: the event
     * does not know p, so p may be chosen after the fact, and the best of many is as safe as one. Tried are
     * p(x) = x^(q-2) (x - a)(x - b): with a = b = 0 that is the power method; roots among the smaller eigenvalues take their
     * share out of the right-hand side, and the bound comes close to the eigenvalue with few powers.
     *
     * The powers are computed with errors: y_k = R x_k + d_k, x_{k+1} = R'y_k + e_k, x_0 = w. They reach y_q as at most
     * E_q = ||d_q|| + sum_{k<q} lambda^(q-1-k) (lambda ||d_k|| + sqrt(lambda) ||e_k||), and the combination
     * y_q - (a + b) y_{q-1} + a b y_{q-2} as at most E_q + (a + b) E_{q-1} + a b E_{q-2}. For lambda beyond both roots the left-hand side
     * grows at least as lambda^2.5 and the right-hand side at most as lambda^2 (times the same powers), so they cross once: above the
     * crossing no lambda is possible.
     *
     * The chance of failure of block j is 6/pi^2 1e-6 / j^2, which adds up to at most 1e-6 however long the stream is.
     */
    static final double FAILURE = 1e-6;

    private static final double BALL = Math.sqrt(2) / (2 * Math.sqrt(3)) * 2;

    /** Roots that are tried, as parts of the power method's bound. */
    private static final double[] ROOTS = {0, 0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8};

    private static final int HALVINGS = 50;

    private final int probes;
    private final int mostPowers;
    private final double[] timesErrors;
    private final double[] stepErrors;
    private final double[] inner;

    ResidualBound(int probes, int mostPowers) {
        this.probes = probes;
        this.mostPowers = mostPowers;
        this.timesErrors = new double[mostPowers + 1];
        this.stepErrors = new double[mostPowers + 1];
        this.inner = new double[probes * (mostPowers + 1) * (mostPowers + 1)];
    }

    /** The chance of failure that the j-th block (from 1) may use. */
    static double failureOfBlock(long j) {
        return 6 / (Math.PI * Math.PI) * FAILURE / ((double) j * j);
    }

    /** Sets y_j'y_k of a probe, as computed. */
    void set(int probe, int j, int k, double product) {
        if (Math.max(j, k) > mostPowers) {
            throw new IllegalArgumentException("power " + Math.max(j, k));
        }
        inner[at(probe, j, k)] = product;
        inner[at(probe, k, j)] = product;
    }

    /** ||y_k|| of a probe, as it was set. */
    double image(int probe, int k) {
        return Math.sqrt(Math.max(0, inner[at(probe, k, k)]));
    }

    private int at(int probe, int j, int k) {
        return (probe * (mostPowers + 1) + j) * (mostPowers + 1) + k;
    }

    /** Sets the most that ||d_k|| and ||e_k|| can be. */
    void setErrors(int power, double timesError, double stepError) {
        timesErrors[power] = timesError;
        stepErrors[power] = stepError;
    }

    /** The bound on lambda from y_0 .. y_powers. */
    double bound(int powers, double failure) {
        if (!isFinite(powers)) {
            return Double.MAX_VALUE;
        }
        double t = Math.pow(failure, 1.0 / probes) / BALL;
        double plain = crossing(powers, t, 0, 0, Double.MAX_VALUE);
        double best = plain;
        for (int i = 0; i < ROOTS.length && powers > 0; i++) {
            for (int j = 0; j <= i && (powers > 1 || j == 0); j++) {
                best = crossing(powers, t, ROOTS[i] * plain, ROOTS[j] * plain, best);
            }
        }
        return best;
    }

    /** Products that left the range of doubles say nothing. */
    private boolean isFinite(int powers) {
        double sum = 0;
        for (int p = 0; p < probes; p++) {
            for (int k = 0; k <= powers; k++) {
                sum += inner[at(p, k, k)];
            }
        }
        return Double.isFinite(sum);
    }

    /** Where the two sides cross for roots a >= b, or {@code known} if that is lower. */
    private double crossing(int powers, double t, double a, double b, double known) {
        double length = length(powers, a, b);
        if (known < Double.MAX_VALUE && (known <= a || isPossible(known, powers, t, a, b, length))) {
            return known;
        }
        double low = a;
        double high = known;
        if (known == Double.MAX_VALUE) {
            high = 1;
            while (isPossible(high, powers, t, a, b, length)) {
                high *= 4;
            }
            while (high > Double.MIN_NORMAL && !isPossible(high / 4, powers, t, a, b, length)) {
                high /= 4;
            }
        }
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (isPossible(middle, powers, t, a, b, length)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** The longest ||y_q - (a + b) y_{q-1} + a b y_{q-2}|| over the probes. */
    private double length(int q, double a, double b) {
        double longest = 0;
        for (int p = 0; p < probes; p++) {
            double square = inner[at(p, q, q)];
            if (q > 0) {
                double first = -(a + b);
                square += 2 * first * inner[at(p, q, q - 1)] + first * first * inner[at(p, q - 1, q - 1)];
                if (q > 1) {
                    double second = a * b;
                    square += 2 * second * inner[at(p, q, q - 2)]
                            + 2 * first * second * inner[at(p, q - 1, q - 2)]
                            + second * second * inner[at(p, q - 2, q - 2)];
                }
            }
            longest = Math.max(longest, square);
        }
        return Math.sqrt(longest);
    }

    /** Whether a lambda beyond both roots is compatible with what was measured and the errors it may have. */
    private boolean isPossible(double lambda, int q, double t, double a, double b, double length) {
        double left = t * Math.sqrt(lambda) * (lambda - a);
        left *= q > 1 ? (lambda - b) * Math.pow(lambda, q - 2.0) : q == 1 ? 1 : 1 / (lambda - a);
        double right = length + error(lambda, q);
        if (q > 0) {
            right += (a + b) * error(lambda, q - 1);
        }
        if (q > 1) {
            right += a * b * error(lambda, q - 2);
        }
        return left <= right;
    }

    private double error(double lambda, int q) {
        double root = Math.sqrt(lambda);
        double sum = timesErrors[q];
        double power = 1;
        for (int k = q - 1; k >= 0; k--) {
            sum += power * (lambda * timesErrors[k] + root * stepErrors[k]);
            power *= lambda;
        }
        return sum;
    }
}
