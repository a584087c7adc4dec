package io.github.skpca.internal.linalg;

/**
 * Cosine and sine of float angles to 2e-7, as straight-line arithmetic.
 *
 * <p>With r = round(x / pi) and y = x - r pi in [-pi/2, pi/2]: cos x = (-1)^r cos y and sin x = (-1)^r sin y. The
 * polynomials in y^2 interpolate cos y and sin y / y at Chebyshev nodes, with errors of 3e-8 and 1e-8. Rounding to an integer
 * is the addition and subtraction of 1.5 2^23, and (-1)^r = 1 - 2 (r - 2 round(r / 2))^2: no branch, no conversion to int,
 * which is what lets the compiler vectorise the loops.
 */
final class PlainTrigonometry {
    static final float ROUND = 12582912f;
    static final float ONE_OVER_PI = 0.31830987f;
    // pi in pieces of at most 11 bits, so that r times a piece is exact for |r| < 2^12, without a fused multiply-add.
    static final float PI_1 = 3.140625f;
    static final float PI_2 = 9.675026e-4f;
    static final float PI_3 = 1.5099067e-7f;

    static final float C1 = -0.5f;
    static final float C2 = 0.041666634f;
    static final float C3 = -0.0013888357f;
    static final float C4 = 2.4759946e-5f;
    static final float C5 = -2.604772e-7f;

    static final float S1 = -0.16666658f;
    static final float S2 = 0.008333049f;
    static final float S3 = -1.980889e-4f;
    static final float S4 = 2.6048142e-6f;

    private PlainTrigonometry() {}

    static void both(float[] x, int offset, int count, float scale, float[] cos, int cosAt, float[] sin, int sinAt) {
        for (int j = 0; j < count; j++) {
            float t = x[offset + j];
            float r = (t * ONE_OVER_PI + ROUND) - ROUND;
            float odd = r - 2f * ((r * 0.5f + ROUND) - ROUND);
            float sign = scale - (scale + scale) * (odd * odd);
            float y = ((t - r * PI_1) - r * PI_2) - r * PI_3;
            float u = y * y;
            float c = ((((C5 * u + C4) * u + C3) * u + C2) * u + C1) * u + 1f;
            float s = (((S4 * u + S3) * u + S2) * u + S1) * (u * y) + y;
            cos[cosAt + j] = sign * c;
            sin[sinAt + j] = sign * s;
        }
    }

    static void cosinesOnly(float[] x, int offset, int count, float scale, float[] cos, int cosAt) {
        for (int j = 0; j < count; j++) {
            float t = x[offset + j];
            float r = (t * ONE_OVER_PI + ROUND) - ROUND;
            float odd = r - 2f * ((r * 0.5f + ROUND) - ROUND);
            float sign = scale - (scale + scale) * (odd * odd);
            float y = ((t - r * PI_1) - r * PI_2) - r * PI_3;
            float u = y * y;
            cos[cosAt + j] = sign * (((((C5 * u + C4) * u + C3) * u + C2) * u + C1) * u + 1f);
        }
    }

    /** Exact reduction for the angles beyond the limit, the fast one for the rest: an angle's result is its own. */
    static void mixed(
            float[] x,
            int offset,
            int count,
            float scale,
            float[] cos,
            int cosAt,
            boolean withSines,
            float[] sin,
            int sinAt) {
        for (int j = 0; j < count; j++) {
            float t = x[offset + j];
            if (Math.abs(t) > Backend.FAST_PHASE_LIMIT) {
                cos[cosAt + j] = (float) (scale * StrictMath.cos(t));
                if (withSines) {
                    sin[sinAt + j] = (float) (scale * StrictMath.sin(t));
                }
            } else if (withSines) {
                both(x, offset + j, 1, scale, cos, cosAt + j, sin, sinAt + j);
            } else {
                cosinesOnly(x, offset + j, 1, scale, cos, cosAt + j);
            }
        }
    }
}
