package io.github.skpca.sketch;

/**
 * An upper bound on the largest eigenvalue of R'R from random probes, with a chance of failure that is chosen beforehand.
 *
 * <p>Used by one thread, for one block after another.
 */
final class ResidualBound {
    /*
     * Let w be a probe of m independent numbers, uniform with variance one, drawn without looking at R, and v the leading
     * eigenvector of R'R with eigenvalue lambda. Then ||(R'R)^q w|| >= lambda^q |w'v|. By Ball's theorem on sections of the cube
     * (Proc. AMS 97, 1986) w'v has a density of at most sqrt(2) / (2 sqrt(3)) whatever v is, so |w'v| < t has a probability of at
     * most 0.8166 t, and all s independent probes fail together with at most (0.8166 t)^s. With t such that this is the chance
     * allowed, lambda^q t <= max ||(R'R)^q w|| over the probes, for every q at once: larger q only sharpen the same event.
     * Half powers q + 1/2 are R times the q-th, with the same argument.
     *
     * The powers are computed with errors: e_k in the step from (R'R)^k w to the next. They reach the end as at most
     * lambda^(q-1-k) ||e_k||, and ||e_k|| <= c ||R x_k|| + sqrt(lambda) a ||x_k|| for a and c the errors of the two products. So
     * the bound is the largest lambda with lambda^q t <= ||x_q|| + sum_k lambda^(q-1-k) (c ||R x_k|| + sqrt(lambda) a ||x_k||).
     *
     * The chance of failure of block j is 6/pi^2 1e-6 / j^2, which adds up to at most 1e-6 however long the stream is.
     */
    static final double FAILURE = 1e-6;

    private static final double BALL = Math.sqrt(2) / (2 * Math.sqrt(3)) * 2;

    private final int probes;
    private final int mostPowers;
    private final double[] norms;
    private final double[] imageNorms;

    ResidualBound(int probes, int mostPowers) {
        this.probes = probes;
        this.mostPowers = mostPowers;
        this.norms = new double[mostPowers + 1];
        this.imageNorms = new double[mostPowers + 1];
    }

    /** The chance of failure that the j-th block (from 1) may use. */
    static double failureOfBlock(long j) {
        return 6 / (Math.PI * Math.PI) * FAILURE / ((double) j * j);
    }

    /** Sets max ||x_k|| and max ||R x_k|| over the probes, as computed. */
    void set(int power, double norm, double imageNorm) {
        if (power > mostPowers) {
            throw new IllegalArgumentException("power " + power);
        }
        norms[power] = norm;
        imageNorms[power] = imageNorm;
    }

    /**
     * The bound on lambda from x_0 .. x_powers and their images.
     *
     * @param timesError a, what the product with A may be off by for a unit vector
     * @param transposeError c, the same for A'
     */
    double bound(int powers, double failure, double timesError, double transposeError) {
        if (!isFinite(powers)) {
            return Double.MAX_VALUE;
        }
        double t = Math.pow(failure, 1.0 / probes) / BALL;
        double low = 0;
        double high = 1;
        while (holds(high, powers, t, timesError, transposeError)) {
            high *= 4;
        }
        for (int i = 0; i < 80; i++) {
            double middle = (low + high) / 2;
            if (holds(middle, powers, t, timesError, transposeError)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** Products that left the range of floats say nothing. */
    private boolean isFinite(int powers) {
        double sum = 0;
        for (int k = 0; k <= powers; k++) {
            sum += norms[k] + imageNorms[k];
        }
        return Double.isFinite(sum);
    }

    /** Whether lambda^(powers + 1/2) t is at most what the last image and all errors together allow. */
    private boolean holds(double lambda, int powers, double t, double timesError, double transposeError) {
        double root = Math.sqrt(lambda);
        double left = Math.pow(lambda, powers) * root * t;
        double right = imageNorms[powers] + timesError * norms[powers];
        for (int k = 0; k < powers; k++) {
            double step = transposeError * imageNorms[k] + root * timesError * norms[k];
            right += Math.pow(lambda, powers - 1 - k) * root * step;
        }
        return left <= right;
    }
}
