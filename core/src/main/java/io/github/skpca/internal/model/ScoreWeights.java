package io.github.skpca.internal.model;

/**
 * How much each direction of a model for novelty counts in its score: w_i = 1 - noise / s_i, s_i the scatter of the rows along it, noise
 * that along the weakest direction.
 *
 * <p>Immutable.
 */
final class ScoreWeights {
    /*
     * Probabilistic principal components (Tipping and Bishop 1999) take rows for normal ones with the covariance s_i / n along each direction and
     * noise / n along all others. For a row y about the mean, with loadings l_i and Q the squared length outside the directions, minus twice the logarithm of the density is
     * a constant plus
     *
     *     Q n / noise + T^2,   T^2 = sum_i l_i^2 n / s_i,
     *
     * the two statistics of process monitoring in one number: Q, what lies outside, and Hotelling's T^2, how far a row lies inside. Times
     * noise / n it is the score,
     *
     *     Q + (noise / n) T^2 = |y|^2 - sum_i w_i l_i^2.
     *
     * Directions weaker than the weakest that is scored with count nothing anyway, so the noise is the scatter along that one: then weights fall to zero
     * without a step. A direction that few rows hold has little scatter and counts little. So rows that were learned and that few others
     * are like do not fit because of themselves, and a few novel rows among many usual ones do not make rows like them usual.
     */

    /** The least noise, as a share of all rows: below it there is rounding. */
    private static final double ROUNDING = 1e-8;

    private final double noise;
    private final double rows;
    private final double[] weights;
    private final double[] inverses;

    /**
     * The weights of a model.
     *
     * @param squares the scatter along each direction, the largest first; read only
     * @param count how many directions are scored with
     * @param rows n, or the weight of all rows if old ones are forgotten
     */
    ScoreWeights(double[] squares, int count, double rows) {
        this.rows = rows;
        this.noise = noise(count == 0 ? 0 : squares[count - 1], rows);
        this.weights = new double[count];
        this.inverses = new double[count];
        for (int i = 0; i < count; i++) {
            weights[i] = weight(noise, squares[i]);
            inverses[i] = rows / Math.max(noise, squares[i]);
        }
    }

    /** The noise of rows whose weakest direction has this scatter. */
    static double noise(double weakest, double rows) {
        return Math.max(weakest, ROUNDING * rows);
    }

    /** w of a direction. */
    static double weight(double noise, double square) {
        return square > noise ? 1 - noise / square : 0;
    }

    /** w_i; not to be changed. */
    double[] weights() {
        return weights;
    }

    /** What l_i^2 is multiplied with in T^2: n / s_i. */
    double inverse(int direction) {
        return inverses[direction];
    }

    /** What T^2 is multiplied with in the score: noise / n. */
    double unit() {
        return noise / rows;
    }

    /** How many directions count less than half. */
    int weak() {
        int weak = 0;
        for (double weight : weights) {
            weak += weight < 0.5 ? 1 : 0;
        }
        return weak;
    }
}
