package io.github.skpca.linalg;

/**
 * Exponentials of floats between -80 and 0, to 2e-7 of themselves, as straight-line arithmetic.
 *
 * <p>With r = round(t / ln 2) and y = t - r ln 2 in [-ln 2 / 2, ln 2 / 2]: exp t = 2^r exp y. The polynomial in
 * exp y = 1 + y + y^2 q(y) interpolates q at Chebyshev nodes, with an error of 1.1e-8.
 */
final class PlainExponential {
    static final float ONE_OVER_LN_2 = 1.442695f;
    // ln 2 in two pieces, the first of 9 bits, so that r times it is exact without a fused multiply-add.
    static final float LN_2_HIGH = 0.6933594f;
    static final float LN_2_LOW = -2.1219444e-4f;

    static final float Q0 = 0.5f;
    static final float Q1 = 0.16666576f;
    static final float Q2 = 0.041666556f;
    static final float Q3 = 0.008363179f;
    static final float Q4 = 0.0013926184f;

    private static final int ONE = 127;
    private static final int FRACTION_BITS = 23;

    private PlainExponential() {}

    static boolean gaussians(
            float[] values,
            int offset,
            int count,
            float rowTerm,
            float[] terms,
            float factor,
            float lowest,
            float nearness) {
        boolean open = false;
        for (int j = 0; j < count; j++) {
            float u = rowTerm + terms[j];
            float t = u + factor * values[offset + j];
            float r = (t * ONE_OVER_LN_2 + PlainTrigonometry.ROUND) - PlainTrigonometry.ROUND;
            float y = (t - r * LN_2_HIGH) - r * LN_2_LOW;
            float q = (((Q4 * y + Q3) * y + Q2) * y + Q1) * y + Q0;
            float power = Float.intBitsToFloat(((int) r + ONE) << FRACTION_BITS);
            // Written so that what is not a number, after an overflow, is left open as well.
            boolean sound = u >= lowest && u >= nearness * t;
            values[offset + j] = sound ? (q * (y * y) + y + 1f) * power : Backend.LEFT_OPEN;
            open |= !sound;
        }
        return open;
    }
}
