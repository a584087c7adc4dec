package io.github.skpca.internal.sketch;

import io.github.skpca.ShrinkRule;
import io.github.skpca.internal.linalg.DoubleProducts;
import io.github.skpca.internal.linalg.SymmetricEigen;

/**
 * An upper bound on the largest eigenvalue of RR' from random probes, with a failure probability that is chosen beforehand.
 *
 * <p>Used by one thread, for one block after another.
 */
public final class ResidualBound {
    /*
     * Let z_1 .. z_s, the columns of Z, be probes of independent uniform numbers with variance one, drawn without knowledge of R. Let u be
     * the leading eigenvector of RR' with eigenvalue lambda, v that of M = R'R, and g = Z'u. For every polynomial p the row v'p(M)R'Z is
     * sqrt(lambda) p(lambda) g', so ||p(M)R'Z|| >= sqrt(lambda) |p(lambda)| ||g||. By Ball's theorem on sections of the cube (Proc. AMS
     * 97, 1986) an entry of g has a density of at most D = sqrt(2) / (2 sqrt(3)) whatever u is. The entries are independent, so
     * ||g|| < t has a probability of at most D^s V_s t^s, V_s being the volume of the unit ball of s dimensions. With t such that this is
     * the allowed probability, sqrt(lambda) |p(lambda)| t <= ||p(M)R'Z|| for every p at once. The event does not depend on p, so p may be
     * chosen after the fact, and the best of many is as safe as one. The polynomials tried are p(x) = x^(q-2) (x - a)(x - b). With
     * a = b = 0 that is the power method; roots among the eigenvalues remove their share of the right-hand side, and the bound comes close
     * to the largest with few powers. The norm on the right is that of a matrix of s columns, computed from their inner products. For a
     * spectrum without a leading direction it is hardly more than that of one column, while ||g|| grows with the root of s.
     *
     * The powers are computed with errors: x_0 = R'z + e_0, y_k = R x_{k-1} + d_k, x_k = R'y_k + e_k. They move x_q by at most
     * E_q = lambda E_{q-1} + sqrt(lambda) ||d_q|| + ||e_q||, E_0 = ||e_0||, where the norms are those of all probes together, and the
     * combination x_q - (a + b) x_{q-1} + a b x_{q-2} by at most E_q + (a + b) E_{q-1} + a b E_{q-2}. For lambda beyond both roots the
     * left-hand side over lambda^q grows and the right-hand side over lambda^q does not, so they cross once: no lambda above the crossing
     * is possible.
     *
     * The failure probability of block j is 6/pi^2 1e-6 / j^2, which sums to at most 1e-6 however long the stream is.
     */
    static final double FAILURE = ShrinkRule.BLOCK.failureProbability();

    private static final double DENSITY = Math.sqrt(2) / (2 * Math.sqrt(3));

    /** Roots that are tried first, relative to the power method's bound. */
    private static final double[] ROOTS = {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6};

    /** First step of the search from the best of those roots, relative to the same bound. */
    private static final double FIRST_STEP = 0.05;

    private static final double LAST_STEP = 0.01;

    /** Another step of the same length is tried if the last one lowered the bound below this part. */
    private static final double WORTH_A_STEP = 0.995;

    private static final int HALVINGS = 40;

    /** The error of a sum of up to a million terms in double, relative to the sum of their magnitudes. */
    private static final double SUM_ROUNDING = 0x1p-32;

    /** More than the error of lengths whose squares underflow. */
    private static final double SMALLEST = 0x1p-400;

    private final int probes;
    private final int mostPowers;
    private final double[] timesErrors;
    private final double[] stepErrors;
    private final double[][] inner;
    private final double[] combined;
    private final SymmetricEigen eigen;
    private double best;
    private double firstRoot;
    private double secondRoot;

    ResidualBound(int probes, int mostPowers) {
        this.probes = probes;
        this.mostPowers = mostPowers;
        this.timesErrors = new double[mostPowers + 1];
        this.stepErrors = new double[mostPowers + 1];
        this.inner = new double[(mostPowers + 1) * (mostPowers + 1)][probes * probes];
        this.combined = new double[probes * probes];
        this.eigen = new SymmetricEigen(probes);
    }

    /** The failure probability that the j-th block (from 1) may use. */
    static double failureOfBlock(long j) {
        return 6 / (Math.PI * Math.PI) * FAILURE / ((double) j * j);
    }

    /** t such that ||Z'u|| < t has a probability of at most {@code failure}. */
    static double shortest(int probes, double failure) {
        double volume = probes % 2 == 0 ? 1 : 2;
        for (int s = probes % 2 + 2; s <= probes; s += 2) {
            volume *= 2 * Math.PI / s;
        }
        return StrictMath.pow(failure / volume, 1.0 / probes) / DENSITY;
    }

    /**
     * Sets the inner products of all x_j with all x_k, j <= k, as computed.
     *
     * @param products the product of probe p's x_j and probe r's x_k at {@code p probes + r}; read only
     * @param factor multiplies all products
     */
    void set(int j, int k, double[] products, double factor) {
        if (k > mostPowers) {
            throw new IllegalArgumentException("power " + k);
        }
        double[] target = inner[j * (mostPowers + 1) + k];
        for (int i = 0; i < target.length; i++) {
            target[i] = factor * products[i];
        }
    }

    private double[] inner(int j, int k) {
        return inner[j * (mostPowers + 1) + k];
    }

    /** Sets upper bounds on ||d_k|| and ||e_k|| of all probes together. */
    void setErrors(int power, double timesError, double stepError) {
        timesErrors[power] = timesError;
        stepErrors[power] = stepError;
    }

    /** The bound on lambda from x_powers alone, the power method's. */
    double ofPower(int powers, double failure) {
        best = Double.MAX_VALUE;
        if (isFinite(powers)) {
            tryRoots(powers, shortest(probes, failure), 0, 0);
        }
        return best;
    }

    /** The bound on lambda from x_0 .. x_powers. */
    double bound(int powers, double failure) {
        double plain = ofPower(powers, failure);
        if (plain == Double.MAX_VALUE) {
            return plain;
        }
        double t = shortest(probes, failure);
        for (int i = 1; i < ROOTS.length && powers > 0; i++) {
            for (int j = 0; j <= i && (powers > 1 || j == 0); j++) {
                tryRoots(powers, t, ROOTS[i] * plain, ROOTS[j] * plain);
            }
        }
        for (double step = FIRST_STEP; step >= LAST_STEP && powers > 0; ) {
            step = improves(powers, t, step * plain) ? step : step / 2;
        }
        return best;
    }

    /** Searches for a lower bound one step away from the best roots, in all directions. */
    private boolean improves(int powers, double t, double step) {
        double before = best;
        double a = firstRoot;
        double b = secondRoot;
        for (int sign = -1; sign <= 1; sign += 2) {
            tryRoots(powers, t, Math.max(b, a + sign * step), b);
            if (powers > 1) {
                tryRoots(powers, t, a, Math.min(a, Math.max(0, b + sign * step)));
            }
        }
        return best < WORTH_A_STEP * before;
    }

    /** Whether all products are finite; after an overflow they say nothing. */
    private boolean isFinite(int powers) {
        double sum = 0;
        for (int k = 0; k <= powers; k++) {
            sum += squares(k) + timesErrors[k] + stepErrors[k];
        }
        return Double.isFinite(sum);
    }

    private double squares(int k) {
        double sum = 0;
        for (int p = 0; p < probes; p++) {
            sum += Math.max(0, inner(k, k)[p * probes + p]);
        }
        return sum;
    }

    /** Lowers the best bound to where the two sides cross for roots a >= b, if that is lower. */
    private void tryRoots(int powers, double t, double a, double b) {
        if (best <= a) {
            return;
        }
        double length = length(powers, a, b);
        double low = a;
        double high = best;
        if (best == Double.MAX_VALUE) {
            high = 1;
            while (isPossible(high, powers, t, a, b, length)) {
                high *= 4;
            }
            while (high > Double.MIN_NORMAL && !isPossible(high / 4, powers, t, a, b, length)) {
                high /= 4;
            }
        } else if (isPossible(best, powers, t, a, b, length)) {
            return;
        }
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (isPossible(middle, powers, t, a, b, length)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        best = high;
        firstRoot = a;
        secondRoot = b;
    }

    /** The norm of the matrix of all probes' x_q - (a + b) x_{q-1} + a b x_{q-2}. */
    private double length(int q, double a, double b) {
        double[] weights = {1, -(a + b), a * b};
        java.util.Arrays.fill(combined, 0.0);
        double sizes = 0;
        for (int i = 0; i <= Math.min(2, q); i++) {
            sizes += Math.abs(weights[i]) * Math.sqrt(squares(q - i));
            for (int j = i; j <= Math.min(2, q); j++) {
                // Halved for i == j, because an inner product and its transpose are both added below.
                double weight = weights[i] * weights[j] * (i == j ? 0.5 : 1);
                double[] products = inner(q - j, q - i);
                for (int p = 0; p < probes; p++) {
                    for (int r = 0; r <= p; r++) {
                        double sum = products[p * probes + r] + products[r * probes + p];
                        combined[p * probes + r] += weight * sum;
                    }
                }
            }
        }
        double largest = 0;
        for (double entry : combined) {
            largest = Math.max(largest, Math.abs(entry));
        }
        // The eigenproblem would not converge if products of its numbers underflow.
        if (largest < SMALLEST * SMALLEST) {
            return sizes + SMALLEST;
        }
        double unit = Math.scalb(1.0, -Math.getExponent(largest));
        for (int i = 0; i < combined.length; i++) {
            combined[i] *= unit;
        }
        DoubleProducts.mirror(combined, probes);
        eigen.decompose(combined, probes);
        return Math.sqrt(Math.max(0, eigen.values()[0]) / unit + SUM_ROUNDING * sizes * sizes) + SMALLEST;
    }

    /** Whether a lambda beyond both roots is compatible with the measured length and its possible error. */
    private boolean isPossible(double lambda, int q, double t, double a, double b, double length) {
        double left = t * Math.sqrt(lambda);
        double right = length + error(lambda, q);
        if (q > 0) {
            left *= lambda - a;
            right += (a + b) * error(lambda, q - 1);
        }
        if (q > 1) {
            left *= (lambda - b) * StrictMath.pow(lambda, q - 2.0);
            right += a * b * error(lambda, q - 2);
        }
        return left <= right;
    }

    /** E_q. */
    private double error(double lambda, int q) {
        double root = Math.sqrt(lambda);
        double sum = stepErrors[0];
        for (int k = 1; k <= q; k++) {
            sum = lambda * sum + root * timesErrors[k] + stepErrors[k];
        }
        return sum;
    }
}
