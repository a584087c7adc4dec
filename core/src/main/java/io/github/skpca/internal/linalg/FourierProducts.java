package io.github.skpca.internal.linalg;

/** Fourier maps in one pass: products with frequencies, and their cosines and sines while they are in the caches. One row allocates nothing. */
public interface FourierProducts {
    /**
     * The paired map: z[i, j] = scale cos(t), z[i, j + frequencies] = scale sin(t) with t = sum_k x[i, k] w[k, j].
     *
     * @param x {@code rows} rows of {@code w.depth()} numbers from {@code xOffset} on; read only
     * @param z rows of {@code 2 w.columns()} numbers from {@code zOffset} on; overwritten
     */
    void pairs(float[] x, int xOffset, int rows, Panels w, float scale, float[] z, int zOffset);

    /**
     * The map with phases: z[i, j] = scale cos(t + phase[j]).
     *
     * @param z rows of {@code w.columns()} numbers from {@code zOffset} on; overwritten
     * @param phases {@code w.columns()} numbers; read only
     */
    void phases(float[] x, int xOffset, int rows, Panels w, float[] phases, float scale, float[] z, int zOffset);

    /**
     * As {@link #pairs(float[], int, int, Panels, float, float[], int)} of the same rows with their zeros, bit for bit.
     *
     * @param x rows [from, from + rows) of it; read only
     */
    void pairs(SparseMatrix x, int from, int rows, Panels w, float scale, float[] z, int zOffset);

    /**
     * As {@link #phases(float[], int, int, Panels, float[], float, float[], int)} of the same rows with their zeros, bit for bit.
     *
     * @param x rows [from, from + rows) of it; read only
     */
    void phases(SparseMatrix x, int from, int rows, Panels w, float[] phases, float scale, float[] z, int zOffset);
}
