package io.github.skpca.internal.linalg;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/** Fourier maps through the Vector API: products of a tile, then their cosines while the tile is in the first cache. */
final class SimdFourier implements FourierProducts {
    private static final VectorSpecies<Float> FLOATS = SimdSpecies.FLOATS;
    private static final int LANES = FLOATS.length();
    private static final int WIDTH = SimdTiles.WIDTH;
    private static final int CHUNK_ROWS = SimdFloatProducts.CHUNK_ROWS;

    private final SparseFourier sparse;

    SimdFourier(FloatProducts products, Functions functions) {
        this.sparse = new SparseFourier(products, functions);
    }

    @Override
    public void pairs(float[] x, int xOffset, int rows, Panels w, float scale, float[] z, int zOffset) {
        map(x, xOffset, rows, w, null, scale, z, zOffset);
    }

    @Override
    public void phases(
            float[] x, int xOffset, int rows, Panels w, float[] phases, float scale, float[] z, int zOffset) {
        map(x, xOffset, rows, w, phases, scale, z, zOffset);
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

    private static void map(
            float[] x,
            int xOffset,
            int rows,
            Panels w,
            float @Nullable [] phases,
            float scale,
            float[] z,
            int zOffset) {
        int stride = phases == null ? 2 * w.columns : w.columns;
        FloatMatrix tile = SimdFloatProducts.tileOfThread();
        for (int top = 0; top < rows; top += CHUNK_ROWS) {
            int chunk = Math.min(CHUNK_ROWS, rows - top);
            int from = xOffset + top * w.depth;
            FloatMatrix several = chunk == 1 ? null : new FloatMatrix(x, from, w.depth);
            for (int p = 0; p < w.panels(); p++) {
                for (int first = 0; first < w.depth; first += FloatProducts.SUM_DEPTH) {
                    if (several == null) {
                        SimdTiles.row(x, from + first, w, p, first, tile.values(), 0);
                    } else {
                        SimdTiles.panel(several, chunk, w, p, first, tile, 0);
                    }
                }
                int used = Math.min(WIDTH, w.columns - p * WIDTH);
                int at = zOffset + top * stride + p * WIDTH;
                if (phases != null) {
                    addPhases(tile.values(), chunk, phases, p * WIDTH, used);
                }
                for (int i = 0; i < chunk; i++) {
                    int cosines = at + i * stride;
                    int sines = phases == null ? cosines + w.columns : SimdTrigonometry.NO_SINES;
                    SimdTrigonometry.run(tile.values(), i * WIDTH, used, scale, z, cosines, sines);
                }
            }
        }
    }

    private static void addPhases(float[] tile, int rows, float[] phases, int column, int used) {
        int j = 0;
        for (; j + LANES <= used; j += LANES) {
            FloatVector phase = FloatVector.fromArray(FLOATS, phases, column + j);
            for (int at = j; at < rows * WIDTH; at += WIDTH) {
                FloatVector.fromArray(FLOATS, tile, at).add(phase).intoArray(tile, at);
            }
        }
        for (; j < used; j++) {
            for (int at = j; at < rows * WIDTH; at += WIDTH) {
                tile[at] += phases[column + j];
            }
        }
    }
}
