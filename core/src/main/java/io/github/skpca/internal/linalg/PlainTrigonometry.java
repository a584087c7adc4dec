package io.github.skpca.internal.linalg;

/**
 * Cosine and sine of float angles to 2e-7, as straight-line arithmetic.
 *
 * <p>With r = round(x / pi) and y = x - r pi in [-pi/2, pi/2]: cos x = (-1)^r cos y and sin x = (-1)^r sin y. The
 * polynomials in y^2 interpolate cos y and sin y / y at Chebyshev nodes, with errors of 3e-8 and 1e-8. Rounding to an integer
 * is the addition and subtraction of 1.5 2^23, which leaves r in the lowest bits of the float.
 */
final class PlainTrigonometry {
    static final float ROUND = 12582912f;
    static final float ONE_OVER_PI = 0.31830987f;

    /** pi in two pieces: a fused multiply-add has the product exactly. */
    static final float PI_HIGH = 3.1415927f;

    static final float PI_LOW = -8.742278e-8f;

    // pi in pieces of at most 11 bits, so that r times a piece is exact for |r| < 2^12, without a fused multiply-add.
    private static final float PI_1 = 3.140625f;
    private static final float PI_2 = 9.675026e-4f;
    private static final float PI_3 = 1.5099067e-7f;

    static final float C1 = -0.5f;
    static final float C2 = 0.041666634f;
    static final float C3 = -0.0013888357f;
    static final float C4 = 2.4759946e-5f;
    static final float C5 = -2.604772e-7f;

    static final float S1 = -0.16666658f;
    static final float S2 = 0.008333049f;
    static final float S3 = -1.980889e-4f;
    static final float S4 = 2.6048142e-6f;

    /** The place of sines that nobody asks for. */
    static final int NO_SINES = -1;

    private PlainTrigonometry() {}

    /** t - r pi. */
    static float reduced(float t, float r) {
        return MultiplyAdd.FUSED
                ? Math.fma(r, -PI_LOW, Math.fma(r, -PI_HIGH, t))
                : ((t - r * PI_1) - r * PI_2) - r * PI_3;
    }

    /** cos y, with u = y^2. */
    static float cosine(float u) {
        float c = MultiplyAdd.of(u, C5, C4);
        c = MultiplyAdd.of(c, u, C3);
        c = MultiplyAdd.of(c, u, C2);
        c = MultiplyAdd.of(c, u, C1);
        return MultiplyAdd.of(c, u, 1f);
    }

    /** sin y, with u = y^2. */
    static float sine(float y, float u) {
        float s = MultiplyAdd.of(u, S4, S3);
        s = MultiplyAdd.of(s, u, S2);
        s = MultiplyAdd.of(s, u, S1);
        return MultiplyAdd.of(s, u * y, y);
    }

    /** One angle: its cosine, and its sine if there is a place for it, each times scale. */
    static void one(float t, float scale, float[] out, int cosAt, int sinAt) {
        float rounded = MultiplyAdd.of(t, ONE_OVER_PI, ROUND);
        float y = reduced(t, rounded - ROUND);
        float u = y * y;
        float signed = Float.intBitsToFloat((Float.floatToRawIntBits(rounded) << 31) ^ Float.floatToRawIntBits(scale));
        out[cosAt] = cosine(u) * signed;
        if (sinAt != NO_SINES) {
            out[sinAt] = sine(y, u) * signed;
        }
    }

    /** Exact reduction for the angles beyond the limit, the fast one for the rest: an angle's result is its own. */
    static void mixed(float[] x, int offset, int count, float scale, float[] out, int cosAt, int sinAt) {
        for (int j = 0; j < count; j++) {
            float t = x[offset + j];
            if (Math.abs(t) > Functions.FAST_PHASE_LIMIT) {
                out[cosAt + j] = (float) (scale * StrictMath.cos(t));
                if (sinAt != NO_SINES) {
                    out[sinAt + j] = (float) (scale * StrictMath.sin(t));
                }
            } else {
                one(t, scale, out, cosAt + j, sinAt == NO_SINES ? NO_SINES : sinAt + j);
            }
        }
    }
}
