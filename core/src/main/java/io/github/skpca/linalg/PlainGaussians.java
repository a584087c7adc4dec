package io.github.skpca.linalg;

/**
 * Gaussians of the plain backend, with the arithmetic of {@link PlainExponential} cut into short loops for the reason that {@link
 * PlainWaves} gives.
 *
 * <p>The power of two is the one part that stays scalar, together with the test of what is left open: adding {@link
 * PlainTrigonometry#ROUND} has put the exponent r into the lowest bits of a float, from where a shift moves it into its place.
 */
final class PlainGaussians {
    private static final float ROUND = PlainTrigonometry.ROUND;
    private static final int ONE_BITS = 127 << 23;

    private static final ThreadLocal<PlainGaussians> OWN = ThreadLocal.withInitial(PlainGaussians::new);

    private float[] exponents = new float[0];
    private float[] shifted = new float[0];
    private float[] reduced = new float[0];
    private float[] results = new float[0];

    private PlainGaussians() {}

    /** This thread's work space, kept so that a row allocates nothing. */
    static PlainGaussians ofThread() {
        return OWN.get();
    }

    /** As {@link Backend#gaussians}. */
    boolean run(
            float[] values,
            int offset,
            int count,
            float rowTerm,
            float[] terms,
            float factor,
            float lowest,
            float nearness) {
        if (results.length < count) {
            exponents = new float[count];
            shifted = new float[count];
            reduced = new float[count];
            results = new float[count];
        }
        System.arraycopy(values, offset, results, 0, count);
        exponents(results, rowTerm, terms, factor, exponents, count);
        reduce(exponents, shifted, reduced, count);
        exponentials(reduced, results, count);
        boolean open = finish(rowTerm, terms, lowest, nearness, count);
        System.arraycopy(results, 0, values, offset, count);
        return open;
    }

    private static void exponents(
            float[] products, float rowTerm, float[] terms, float factor, float[] exponents, int count) {
        for (int j = 0; j < count; j++) {
            exponents[j] = (rowTerm + terms[j]) + factor * products[j];
        }
    }

    private static void reduce(float[] exponents, float[] shifted, float[] reduced, int count) {
        for (int j = 0; j < count; j++) {
            float t = exponents[j];
            float sum = t * PlainExponential.ONE_OVER_LN_2 + ROUND;
            float r = sum - ROUND;
            shifted[j] = sum;
            reduced[j] = (t - r * PlainExponential.LN_2_HIGH) - r * PlainExponential.LN_2_LOW;
        }
    }

    private static void exponentials(float[] reduced, float[] results, int count) {
        for (int j = 0; j < count; j++) {
            float y = reduced[j];
            float q = (((PlainExponential.Q4 * y + PlainExponential.Q3) * y + PlainExponential.Q2) * y
                                    + PlainExponential.Q1)
                            * y
                    + PlainExponential.Q0;
            results[j] = q * (y * y) + y + 1f;
        }
    }

    private boolean finish(float rowTerm, float[] terms, float lowest, float nearness, int count) {
        boolean open = false;
        for (int j = 0; j < count; j++) {
            float u = rowTerm + terms[j];
            float power = Float.intBitsToFloat((Float.floatToRawIntBits(shifted[j]) << 23) + ONE_BITS);
            // Written so that what is not a number, after an overflow, is left open as well.
            if (u >= lowest && u >= nearness * exponents[j]) {
                results[j] *= power;
            } else {
                results[j] = Backend.LEFT_OPEN;
                open = true;
            }
        }
        return open;
    }
}
