package io.github.skpca.internal.linalg;

/** Transcendental functions of floats: the same polynomials with fused steps, and the same reduction, in all backends. */
public interface Functions {
    /** Angles beyond this are reduced exactly, in double: the fast reduction is good to 2e-7 up to here. */
    float FAST_PHASE_LIMIT = 1e4f;

    /**
     * Cosines, each times scale.
     *
     * @param x {@code count} angles from {@code offset} on; read only
     * @param out from {@code cosines} on; overwritten; may be the angles themselves
     */
    void cosines(float[] x, int offset, int count, float scale, float[] out, int cosines);

    /**
     * Cosines and sines, each times scale.
     *
     * @param x {@code count} angles from {@code offset} on; read only
     * @param out cosines from {@code cosines} on, sines from {@code sines} on; overwritten; one of both may be where the angles are
     */
    void cosinesAndSines(float[] x, int offset, int count, float scale, float[] out, int cosines, int sines);

    /**
     * Gaussians of distances, made of products in place: v[j] becomes 2^t with t = rowTerm + terms[j] + factor v[j], good to 3e-7 of itself given
     * a t between -120 and 1, and anything for others. With terms -f ||x||^2 and -f ||c_j||^2 and the factor 2 f, t is -f ||x - c_j||^2.
     *
     * @param values {@code count} products x'c_j from {@code offset} on; overwritten
     * @param terms {@code count} numbers; read only
     */
    void gaussians(float[] values, int offset, int count, float rowTerm, float[] terms, float factor);
}
