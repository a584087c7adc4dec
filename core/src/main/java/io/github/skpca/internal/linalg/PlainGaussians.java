package io.github.skpca.internal.linalg;

/**
 * Gaussians of the plain backend, with the arithmetic of {@link PlainExponential} cut into short loops for the reason that {@link
 * PlainWaves} gives.
 *
 * <p>The power of two is the one part that stays scalar: adding {@link PlainTrigonometry#ROUND} has put the exponent r into the lowest bits of
 * a float, from where a shift moves it into its place.
 */
final class PlainGaussians {
    private static final float ROUND = PlainTrigonometry.ROUND;
    private static final int ONE_BITS = 127 << 23;

    private static final ThreadLocal<PlainGaussians> OWN = ThreadLocal.withInitial(PlainGaussians::new);

    private float[] exponents = new float[0];
    private float[] shifted = new float[0];
    private float[] results = new float[0];

    private PlainGaussians() {}

    /** This thread's work space, kept so that a row allocates nothing. */
    static PlainGaussians ofThread() {
        return OWN.get();
    }

    /** As {@link Backend#gaussians}. */
    void run(float[] values, int offset, int count, float rowTerm, float[] terms, float factor) {
        if (results.length < count) {
            exponents = new float[count];
            shifted = new float[count];
            results = new float[count];
        }
        System.arraycopy(values, offset, results, 0, count);
        exponents(results, rowTerm, terms, factor, exponents, count);
        fractions(exponents, shifted, results, count);
        for (int j = 0; j < count; j++) {
            float power = Float.intBitsToFloat((Float.floatToRawIntBits(shifted[j]) << 23) + ONE_BITS);
            values[offset + j] = results[j] * power;
        }
    }

    private static void exponents(
            float[] products, float rowTerm, float[] terms, float factor, float[] exponents, int count) {
        for (int j = 0; j < count; j++) {
            exponents[j] = (rowTerm + terms[j]) + factor * products[j];
        }
    }

    private static void fractions(float[] exponents, float[] shifted, float[] results, int count) {
        for (int j = 0; j < count; j++) {
            float t = exponents[j];
            float sum = t + ROUND;
            float y = t - (sum - ROUND);
            shifted[j] = sum;
            float p = (((PlainExponential.P4 * y + PlainExponential.P3) * y + PlainExponential.P2) * y
                                    + PlainExponential.P1)
                            * y
                    + PlainExponential.P0;
            results[j] = p * y + 1f;
        }
    }
}
