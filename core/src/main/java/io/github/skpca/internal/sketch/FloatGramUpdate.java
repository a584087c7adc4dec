package io.github.skpca.internal.sketch;

import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.FloatMatrix;
import io.github.skpca.internal.linalg.FloatProducts;
import io.github.skpca.internal.linalg.Panels;
import org.jspecify.annotations.Nullable;

/**
 * Adds X'X of a block X of b rows as one product of matrices in float, for many columns.
 *
 * <p>The product sums pieces of SUM_DEPTH = 128 terms, which are added up in double. With u = 2^-24 an entry is off by at most
 * (128 + b/128 + 1) u sum_k |x_ki x_kj|, so the matrix by that factor times ||X||_F^2 in norm; rounding the centred rows to float adds
 * (2u + u^2) ||X||_F^2. That is the worst case, about 1e-5 of ||A||_F^2; observed errors are nearer to 1e-8.
 */
final class FloatGramUpdate implements GramUpdate {
    private static final double FLOAT_ROUNDOFF = 0x1p-24;

    /** S is read and written once per block, so that the speed is limited by the product and not by memory. */
    private static final int BLOCK_ROWS = 1024;

    /** Rows of S that a thread computes at a time: a multiple of every micro-kernel's height. */
    private static final int TILE_ROWS = 48;

    private final int columns;
    private final Workers workers;
    private final Backend backend = Backend.active();
    private final float[] centred;
    private final Panels panels;
    private final float[][] tiles;
    private final float[][] transposed;

    FloatGramUpdate(int columns, Workers workers) {
        this.columns = columns;
        this.workers = workers;
        this.centred = new float[Math.multiplyExact(BLOCK_ROWS, columns)];
        this.panels = backend.products().panels(BLOCK_ROWS, columns);
        this.tiles = new float[workers.threads()][TILE_ROWS * columns];
        this.transposed = new float[workers.threads()][TILE_ROWS * BLOCK_ROWS];
    }

    @Override
    public int blockRows() {
        return BLOCK_ROWS;
    }

    @Override
    public void add(float[] block, int count, double @Nullable [] mean, GramMatrix target) {
        if (count == 0) {
            return;
        }
        double added = center(block, count, mean);
        // A product sums its full depth, so a block that a snapshot cut short needs panels of its own.
        Panels right = count == BLOCK_ROWS ? panels : backend.products().panels(count, columns);
        backend.products().packRows(FloatMatrix.of(centred, columns), right);
        workers.splitNumbered(columns, TILE_ROWS, (piece, from, to) -> {
            for (int first = from; first < to; first += TILE_ROWS) {
                int height = Math.min(TILE_ROWS, to - first);
                transpose(first, height, count, transposed[piece]);
                backend.products().multiplyRows(transposed[piece], 0, height, right, tiles[piece], 0);
                backend.sums().accumulate(tiles[piece], 0, height * columns, target.entries(), first * columns);
            }
        });
        double terms = FloatProducts.SUM_DEPTH + (double) count / FloatProducts.SUM_DEPTH + 4;
        double norm = target.squaredNorm() + added;
        target.count(added, terms * FLOAT_ROUNDOFF * added + GramMatrix.UNIT_ROUNDOFF * norm);
    }

    /** Writes the rows less their mean; returns the sum of their squares. */
    private double center(float[] block, int count, double @Nullable [] mean) {
        double added = 0;
        for (int i = 0; i < count; i++) {
            int at = i * columns;
            for (int j = 0; j < columns; j++) {
                double value = block[at + j] - (mean == null ? 0 : mean[j]);
                centred[at + j] = (float) value;
                added += value * value;
            }
        }
        return added;
    }

    /** Transposes columns of the block into rows: a product reads them many times, and strides of a whole row would miss the cache. */
    private void transpose(int first, int height, int count, float[] target) {
        for (int k = 0; k < count; k++) {
            for (int i = 0; i < height; i++) {
                target[i * count + k] = centred[k * columns + first + i];
            }
        }
    }

    @Override
    public GramUpdate copy() {
        return new FloatGramUpdate(columns, workers);
    }

    @Override
    public long bytes() {
        long tileFloats = (long) tiles.length * TILE_ROWS * (columns + BLOCK_ROWS);
        return 4L * (centred.length + tileFloats) + panels.bytes();
    }
}
