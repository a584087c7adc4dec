package io.github.skpca.internal.linalg;

/** Fourier maps of sparse rows, by the products and the functions of a backend. */
final class SparseFourier {
    /** Rows that are multiplied together: their products stay in the second cache until the cosines are made of them. */
    private static final int CHUNK_ROWS = 24;

    private final FloatProducts products;
    private final Functions functions;

    SparseFourier(FloatProducts products, Functions functions) {
        this.products = products;
        this.functions = functions;
    }

    /** As {@link FourierProducts#pairs(SparseMatrix, int, int, Panels, float, float[], int)}. */
    void pairs(SparseMatrix x, int from, int rows, Panels w, float scale, float[] z, int zOffset) {
        int frequencies = w.columns;
        for (int first = 0; first < rows; first += CHUNK_ROWS) {
            int chunk = Math.min(CHUNK_ROWS, rows - first);
            int at = zOffset + first * 2 * frequencies;
            products.multiplySparse(x, from + first, chunk, w, z, at, 2 * frequencies);
            for (int i = 0; i < chunk; i++, at += 2 * frequencies) {
                functions.cosinesAndSines(z, at, frequencies, scale, z, at, at + frequencies);
            }
        }
    }

    /** As {@link FourierProducts#phases(SparseMatrix, int, int, Panels, float[], float, float[], int)}. */
    void phases(SparseMatrix x, int from, int rows, Panels w, float[] phases, float scale, float[] z, int zOffset) {
        int frequencies = w.columns;
        for (int first = 0; first < rows; first += CHUNK_ROWS) {
            int chunk = Math.min(CHUNK_ROWS, rows - first);
            int at = zOffset + first * frequencies;
            products.multiplySparse(x, from + first, chunk, w, z, at, frequencies);
            for (int i = 0; i < chunk; i++, at += frequencies) {
                for (int j = 0; j < frequencies; j++) {
                    z[at + j] += phases[j];
                }
                functions.cosines(z, at, frequencies, scale, z, at);
            }
        }
    }
}
