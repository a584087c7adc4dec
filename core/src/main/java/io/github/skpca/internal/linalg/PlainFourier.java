package io.github.skpca.internal.linalg;

/** Fourier maps in plain Java: products of a chunk of rows, then their cosines. */
final class PlainFourier implements FourierProducts {
    /** Rows whose angles stay in the second cache until the cosines are made of them. */
    private static final int CHUNK_ROWS = 96;

    private final FloatProducts products;
    private final Functions functions;
    private final SparseFourier sparse;

    PlainFourier(FloatProducts products, Functions functions) {
        this.products = products;
        this.functions = functions;
        this.sparse = new SparseFourier(products, functions);
    }

    @Override
    public void pairs(float[] x, int xOffset, int rows, Panels w, float scale, float[] z, int zOffset) {
        int frequencies = w.columns;
        for (int first = 0; first < rows; first += CHUNK_ROWS) {
            int chunk = Math.min(CHUNK_ROWS, rows - first);
            int at = zOffset + first * 2 * frequencies;
            multiply(x, xOffset + first * w.depth, chunk, w, z, at, 2 * frequencies);
            for (int i = 0; i < chunk; i++, at += 2 * frequencies) {
                functions.cosinesAndSines(z, at, frequencies, scale, z, at, at + frequencies);
            }
        }
    }

    @Override
    public void phases(
            float[] x, int xOffset, int rows, Panels w, float[] phases, float scale, float[] z, int zOffset) {
        int frequencies = w.columns;
        for (int first = 0; first < rows; first += CHUNK_ROWS) {
            int chunk = Math.min(CHUNK_ROWS, rows - first);
            int at = zOffset + first * frequencies;
            multiply(x, xOffset + first * w.depth, chunk, w, z, at, frequencies);
            for (int i = 0; i < chunk; i++, at += frequencies) {
                for (int j = 0; j < frequencies; j++) {
                    z[at + j] += phases[j];
                }
                functions.cosines(z, at, frequencies, scale, z, at);
            }
        }
    }

    private void multiply(float[] x, int from, int rows, Panels w, float[] z, int at, int stride) {
        if (rows == 1) {
            products.multiplyRow(x, from, w, z, at);
        } else {
            products.multiply(new FloatMatrix(x, from, w.depth), rows, w, new FloatMatrix(z, at, stride));
        }
    }

    @Override
    public void pairs(SparseMatrix x, int from, int rows, Panels w, float scale, float[] z, int zOffset) {
        sparse.pairs(x, from, rows, w, scale, z, zOffset);
    }

    @Override
    public void phases(
            SparseMatrix x, int from, int rows, Panels w, float[] phases, float scale, float[] z, int zOffset) {
        sparse.phases(x, from, rows, w, phases, scale, z, zOffset);
    }
}
