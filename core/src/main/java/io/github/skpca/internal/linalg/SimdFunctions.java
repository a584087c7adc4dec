package io.github.skpca.internal.linalg;

/** Transcendental functions through the Vector API. */
final class SimdFunctions implements Functions {
    @Override
    public void cosines(float[] x, int offset, int count, float scale, float[] out, int cosines) {
        SimdTrigonometry.run(x, offset, count, scale, out, cosines, SimdTrigonometry.NO_SINES);
    }

    @Override
    public void cosinesAndSines(float[] x, int offset, int count, float scale, float[] out, int cosines, int sines) {
        SimdTrigonometry.run(x, offset, count, scale, out, cosines, sines);
    }

    @Override
    public void gaussians(float[] values, int offset, int count, float rowTerm, float[] terms, float factor) {
        SimdExponential.gaussians(values, offset, count, rowTerm, terms, factor);
    }
}
