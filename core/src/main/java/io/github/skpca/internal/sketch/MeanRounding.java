package io.github.skpca.internal.sketch;

/** Bounds on how far the rounding of means can move a centred scatter, in norm. */
final class MeanRounding {
    /*
     * Let c be the mean of a block's rows z_i with weights v_i and sum w, c^ its computed value, mu and mu^ the same for the rows before,
     * whose weights sum to W; u = 2^-53. r_b and r are the root mean squares of ||z|| over the block and over all rows.
     *
     * The block. c^ is a sum of b terms and a division: ||c^ - c|| <= (b + 4) u r_b. As the z_i - c sum to zero, the scatter about c^ is
     * that about c plus w (c^ - c)(c^ - c)', which is of second order. z - c^ is rounded to u of itself, which moves the scatter by 3 u of
     * its trace.
     *
     * The mean. It moves from the heavier side to the lighter, mu' = mu + s (c - mu) with s = w / (W + w), or c + (1 - s)(mu - c). The
     * step is off by 4 u of its length and the sum by u ||mu'||. With S the scatter and q = sqrt(S / W), min(w, W) ||c - mu|| <=
     * sqrt((W + w) S), because the jump row is part of S. So a step is at most q, and ||mu'|| <= r. Later rows reduce the weight of an
     * error just as they reduce that of the mean, and (W_i / W) r_i <= r, (W_i / W) q_i <= q for every earlier state i. So after t steps,
     * over own and merged blocks, ||mu^ - mu|| <= ((t + b + 8) r + 5 t q) u, and t is at most the number of rows.
     *
     * The jump row j = sqrt(w W / (w + W)) (c - mu) is off by e <= sqrt(w W / (w + W)) (||c^ - c|| + ||mu^ - mu||) + 5 u ||j||, and jj'
     * by e (2 ||j|| + e). This is of first order, and it is the whole error where rows differ by little more than rounding.
     */
    private static final double UNIT_ROUNDOFF = 0x1p-53;

    /** Covers terms of higher order. */
    private static final double HIGHER_ORDER = 1.01;

    private MeanRounding() {}

    /**
     * The error of the mean of a block: ||c^ - c||.
     *
     * @param squares the weighted sum of ||z||^2
     * @param weight the sum of the weights
     */
    static double ofBlock(int rows, double squares, double weight) {
        return rows == 1 ? 0 : HIGHER_ORDER * (rows + 4) * UNIT_ROUNDOFF * Math.sqrt(squares / weight);
    }

    /**
     * The error of the mean of all rows so far: ||mu^ - mu||.
     *
     * @param rows how many there were, at least the number of steps of the mean
     * @param blockRows the most rows of a block
     * @param scatter the sum of squares about the mean
     */
    static double ofMean(long rows, int blockRows, double scatter, double weight, double[] mean) {
        double variance = scatter / weight;
        double steps = (double) rows;
        return HIGHER_ORDER
                * UNIT_ROUNDOFF
                * ((steps + blockRows + 8) * Math.sqrt(variance + squaredLength(mean))
                        + 5 * steps * Math.sqrt(variance));
    }

    /**
     * The error of the outer product of a jump row.
     *
     * @param length sqrt(w W / (w + W))
     * @param ofMeans the error of the two means together
     */
    static double ofJump(double length, double ofMeans, double[] jump) {
        double norm = Math.sqrt(squaredLength(jump));
        double off = HIGHER_ORDER * (length * ofMeans + 5 * UNIT_ROUNDOFF * norm);
        return off * (2 * norm + off);
    }

    /**
     * The error of the scatter of a block about its computed mean.
     *
     * @param ofMean the error of that mean
     * @param scatter the trace of the scatter
     */
    static double ofScatter(double weight, double ofMean, double scatter) {
        return weight * ofMean * ofMean + 3 * UNIT_ROUNDOFF * Math.max(0, scatter);
    }

    private static double squaredLength(double[] vector) {
        double sum = 0;
        for (double value : vector) {
            sum += value * value;
        }
        return sum;
    }
}
