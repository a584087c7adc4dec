package io.github.skpca.internal.linalg;

/**
 * Powers of two with floats between -120 and 1 as exponents, to 3e-7 of themselves, as straight-line arithmetic.
 *
 * <p>With r = round(t) and y = t - r, which is exact: 2^t = 2^r 2^y. The polynomial 1 + y p(y) has the least relative error of its degree on
 * [-1/2, 1/2], 9.2e-8. The addition of 1.5 2^23 rounds, and leaves r in the lowest bits of the float, from where it is added to the exponent.
 */
final class PlainExponential {
    static final float P0 = 0.693147f;
    static final float P1 = 0.24022242f;
    static final float P2 = 0.055507336f;
    static final float P3 = 0.009671513f;
    static final float P4 = 0.0013264727f;

    static final int FRACTION_BITS = 23;

    private PlainExponential() {}

    static void gaussians(float[] values, int offset, int from, int to, float rowTerm, float[] terms, float factor) {
        for (int j = from; j < to; j++) {
            float t = MultiplyAdd.of(values[offset + j], factor, rowTerm + terms[j]);
            float rounded = t + PlainTrigonometry.ROUND;
            float fraction = fraction(t - (rounded - PlainTrigonometry.ROUND));
            values[offset + j] = withExponent(fraction, rounded);
        }
    }

    /** 2^y. */
    static float fraction(float y) {
        float p = MultiplyAdd.of(y, P4, P3);
        p = MultiplyAdd.of(p, y, P2);
        p = MultiplyAdd.of(p, y, P1);
        p = MultiplyAdd.of(p, y, P0);
        return MultiplyAdd.of(p, y, 1f);
    }

    /** The fraction times 2^r, r in the lowest bits of {@code rounded}. */
    static float withExponent(float fraction, float rounded) {
        return Float.intBitsToFloat(
                Float.floatToRawIntBits(fraction) + (Float.floatToRawIntBits(rounded) << FRACTION_BITS));
    }
}
