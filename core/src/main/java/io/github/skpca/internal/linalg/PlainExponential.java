package io.github.skpca.internal.linalg;

/**
 * Powers of two with floats between -120 and 1 as exponents, to 3e-7 of themselves, as straight-line arithmetic.
 *
 * <p>With r = round(t) and y = t - r, which is exact: 2^t = 2^r 2^y. The polynomial 1 + y p(y) has the least relative error of its degree on
 * [-1/2, 1/2], 9.2e-8.
 */
final class PlainExponential {
    static final float P0 = 0.693147f;
    static final float P1 = 0.24022242f;
    static final float P2 = 0.055507336f;
    static final float P3 = 0.009671513f;
    static final float P4 = 0.0013264727f;

    private static final int ONE = 127;
    private static final int FRACTION_BITS = 23;

    private PlainExponential() {}

    static void gaussians(float[] values, int offset, int count, float rowTerm, float[] terms, float factor) {
        for (int j = 0; j < count; j++) {
            float t = (rowTerm + terms[j]) + factor * values[offset + j];
            float r = (t + PlainTrigonometry.ROUND) - PlainTrigonometry.ROUND;
            float y = t - r;
            float power = Float.intBitsToFloat(((int) r + ONE) << FRACTION_BITS);
            values[offset + j] = (((((P4 * y + P3) * y + P2) * y + P1) * y + P0) * y + 1f) * power;
        }
    }
}
