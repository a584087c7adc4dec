package io.github.skpca.internal.linalg;

/** Transcendental functions in plain Java. */
final class PlainFunctions implements Functions {
    private static final int LIMIT_BITS = Float.floatToRawIntBits(FAST_PHASE_LIMIT);

    /** Gaussians from which on it pays to copy them. */
    private static final int LONG_ROW = 32;

    @Override
    public void cosines(float[] x, int offset, int count, float scale, float[] out, int cosines) {
        run(x, offset, count, scale, out, cosines, PlainTrigonometry.NO_SINES);
    }

    @Override
    public void cosinesAndSines(float[] x, int offset, int count, float scale, float[] out, int cosines, int sines) {
        run(x, offset, count, scale, out, cosines, sines);
    }

    private static void run(float[] x, int offset, int count, float scale, float[] out, int cosines, int sines) {
        if (anyBeyondLimit(x, offset, count)) {
            PlainTrigonometry.mixed(x, offset, count, scale, out, cosines, sines);
        } else {
            PlainWaves.ofThread().run(x, offset, count, scale, out, cosines, sines);
        }
    }

    /** By the sign of differences of bits, which are ordered as sizes are: an early exit would prevent vectorisation. */
    private static boolean anyBeyondLimit(float[] x, int offset, int count) {
        int differences = 0;
        for (int j = offset; j < offset + count; j++) {
            differences |= LIMIT_BITS - (Float.floatToRawIntBits(x[j]) & Integer.MAX_VALUE);
        }
        return differences < 0;
    }

    @Override
    public void gaussians(float[] values, int offset, int count, float rowTerm, float[] terms, float factor) {
        if (count >= LONG_ROW) {
            PlainGaussians.ofThread().run(values, offset, count, rowTerm, terms, factor);
        } else {
            PlainExponential.gaussians(values, offset, 0, count, rowTerm, terms, factor);
        }
    }
}
