package io.github.skpca.internal.sketch;

import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.DoubleProducts;
import org.jspecify.annotations.Nullable;

/**
 * Sums rows in double, for few columns.
 *
 * <p>A slice of s rows is summed by itself, with an error of at most (s + 4) 2^-53 times its sum of squares in norm. Slices are added in
 * order, whichever thread computed them.
 */
final class DoubleGramUpdate implements GramUpdate {
    private static final int BLOCK_ROWS = 2048;
    private static final int SLICE_ROWS = 256;
    private static final int MOST_SLICES = 8;

    /** The most numbers of slices that are summed at the same time. */
    private static final int MOST_SIDE_BY_SIDE = 1 << 21;

    private final int columns;
    private final Workers workers;
    private final Backend backend = Backend.active();

    /** Allocated when the first block comes: a sketch that only carries a state needs none. */
    private double[][] parts = new double[0][];

    DoubleGramUpdate(int columns, Workers workers) {
        this.columns = columns;
        this.workers = workers;
    }

    @Override
    public int blockRows() {
        return BLOCK_ROWS;
    }

    private int slicesAtOnce() {
        return (int) Math.max(1, Math.min(MOST_SLICES, MOST_SIDE_BY_SIDE / ((long) columns * columns)));
    }

    @Override
    public void add(float[] block, int count, double @Nullable [] mean, GramMatrix target) {
        int atOnce = slicesAtOnce();
        if (parts.length == 0) {
            parts = new double[atOnce][columns * columns];
        }
        int slices = (count + SLICE_ROWS - 1) / SLICE_ROWS;
        double added = 0;
        for (int group = 0; group < slices; group += atOnce) {
            int first = group;
            int together = Math.min(atOnce, slices - group);
            workers.split(together, 1, (from, to) -> {
                for (int i = from; i < to; i++) {
                    int row = (first + i) * SLICE_ROWS;
                    int rows = Math.min(SLICE_ROWS, count - row);
                    backend.doubles().moments(block, row * columns, rows, columns, mean, parts[i]);
                }
            });
            for (int i = 0; i < together; i++) {
                added += addLowerHalf(parts[i], target.entries());
            }
        }
        DoubleProducts.mirror(target.entries(), columns);
        double moved = (SLICE_ROWS + 4.0) * added + slices * (target.squaredNorm() + added);
        target.count(added, GramMatrix.UNIT_ROUNDOFF * moved);
    }

    private double addLowerHalf(double[] part, double[] entries) {
        double trace = 0;
        for (int i = 0; i < columns; i++) {
            for (int j = i * columns; j <= i * columns + i; j++) {
                entries[j] += part[j];
            }
            trace += part[i * columns + i];
        }
        return trace;
    }

    @Override
    public GramUpdate copy() {
        return new DoubleGramUpdate(columns, workers);
    }

    @Override
    public long bytes() {
        return 8L * columns * ((long) slicesAtOnce() * columns + (long) workers.threads() * SLICE_ROWS);
    }
}
