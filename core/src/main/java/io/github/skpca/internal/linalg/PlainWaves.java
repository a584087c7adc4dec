package io.github.skpca.internal.linalg;

/**
 * Cosines and sines of the plain backend, with the arithmetic of {@link PlainTrigonometry} cut into short loops.
 *
 * <p>The compiler vectorises no loop with as many operations as a cosine and a sine have together, nor one over arrays at offsets
 * that it does not know. So angles are copied to an array of their own, and what one loop leaves to the next is kept in others.
 * Every operation is the one that {@link PlainTrigonometry} does, so that an angle has the same cosine either way.
 */
final class PlainWaves {
    /** Angles at a time: all arrays together stay in the first cache. */
    private static final int COUNT = 512;

    private static final float ROUND = PlainTrigonometry.ROUND;

    private static final ThreadLocal<PlainWaves> OWN = ThreadLocal.withInitial(PlainWaves::new);

    private final float[] angles = new float[COUNT];
    private final float[] turns = new float[COUNT];
    private final float[] signs = new float[COUNT];
    private final float[] reduced = new float[COUNT];
    private final float[] waves = new float[COUNT];

    private PlainWaves() {}

    /** This thread's work space, kept so that a row allocates nothing. */
    static PlainWaves ofThread() {
        return OWN.get();
    }

    /**
     * Cosines, and sines if there is a place for them, each times scale, of angles within {@link Functions#FAST_PHASE_LIMIT}.
     *
     * @param x {@code count} angles from {@code offset} on; read only
     * @param out may be x itself: cosines where the angles are, sines behind them
     */
    void run(float[] x, int offset, int count, float scale, float[] out, int cosAt, int sinAt) {
        for (int first = 0; first < count; first += COUNT) {
            int length = Math.min(COUNT, count - first);
            System.arraycopy(x, offset + first, angles, 0, length);
            reduce(angles, turns, reduced, length);
            signs(turns, scale, signs, length);
            cosines(reduced, signs, waves, length);
            System.arraycopy(waves, 0, out, cosAt + first, length);
            if (sinAt != PlainTrigonometry.NO_SINES) {
                sines(reduced, signs, waves, length);
                System.arraycopy(waves, 0, out, sinAt + first, length);
            }
        }
    }

    private static void reduce(float[] angles, float[] turns, float[] reduced, int length) {
        for (int j = 0; j < length; j++) {
            float t = angles[j];
            float r = MultiplyAdd.of(t, PlainTrigonometry.ONE_OVER_PI, ROUND) - ROUND;
            turns[j] = r;
            reduced[j] = PlainTrigonometry.reduced(t, r);
        }
    }

    /** (-1)^r = 1 - 2 (r - 2 round(r / 2))^2, times scale: no conversion to int, which lets the compiler vectorise the loop. */
    private static void signs(float[] turns, float scale, float[] signs, int length) {
        float twice = scale + scale;
        for (int j = 0; j < length; j++) {
            float r = turns[j];
            float odd = r - 2f * ((r * 0.5f + ROUND) - ROUND);
            signs[j] = scale - twice * (odd * odd);
        }
    }

    private static void cosines(float[] reduced, float[] signs, float[] waves, int length) {
        for (int j = 0; j < length; j++) {
            float y = reduced[j];
            waves[j] = PlainTrigonometry.cosine(y * y) * signs[j];
        }
    }

    private static void sines(float[] reduced, float[] signs, float[] waves, int length) {
        for (int j = 0; j < length; j++) {
            float y = reduced[j];
            waves[j] = PlainTrigonometry.sine(y, y * y) * signs[j];
        }
    }
}
