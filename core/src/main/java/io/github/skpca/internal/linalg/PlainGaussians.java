package io.github.skpca.internal.linalg;

/**
 * Gaussians of the plain backend, with the arithmetic of {@link PlainExponential} cut into short loops for the reason that {@link
 * PlainWaves} gives.
 *
 * <p>The power of two is the one part that stays scalar.
 */
final class PlainGaussians {
    private static final float ROUND = PlainTrigonometry.ROUND;

    private static final ThreadLocal<PlainGaussians> OWN = ThreadLocal.withInitial(PlainGaussians::new);

    private float[] exponents = new float[0];
    private float[] shifted = new float[0];
    private float[] results = new float[0];

    private PlainGaussians() {}

    /** This thread's work space, kept so that a row allocates nothing. */
    static PlainGaussians ofThread() {
        return OWN.get();
    }

    /** As {@link Functions#gaussians}. */
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
            values[offset + j] = PlainExponential.withExponent(results[j], shifted[j]);
        }
    }

    private static void exponents(
            float[] products, float rowTerm, float[] terms, float factor, float[] exponents, int count) {
        for (int j = 0; j < count; j++) {
            exponents[j] = MultiplyAdd.of(products[j], factor, rowTerm + terms[j]);
        }
    }

    private static void fractions(float[] exponents, float[] shifted, float[] results, int count) {
        for (int j = 0; j < count; j++) {
            float t = exponents[j];
            float sum = t + ROUND;
            float y = t - (sum - ROUND);
            shifted[j] = sum;
            results[j] = PlainExponential.fraction(y);
        }
    }
}
