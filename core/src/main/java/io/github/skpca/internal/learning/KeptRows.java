package io.github.skpca.internal.learning;

import io.github.skpca.RowBatch;
import io.github.skpca.SparseRows;
import io.github.skpca.Workers;
import io.github.skpca.internal.feature.Preprocessing;
import io.github.skpca.internal.feature.WarmUpRows;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.Conversions;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/** Raw rows that are kept for a while: those of a warm-up, or of a block. In the form in which the first came, dense or sparse. */
final class KeptRows {
    /** Numbers below which a handover costs more than it saves. */
    private static final int SHARED = 1 << 14;

    /** How many times as many rows there is room for when there was none: what is copied is touched twice. */
    private static final long GROWTH = 4;

    private final int columns;
    private final int most;
    private final Workers workers;
    private final boolean timed;
    private double[] rows = new double[0];
    private int count;
    private double[] times = new double[0];
    private @Nullable SparseKeptRows sparse;

    /** What rows without their zeros were kept in before; used again. */
    private @Nullable SparseKeptRows spare;

    /** No rows yet, of at most {@code most}; {@code timed} if they come with times. */
    KeptRows(int columns, int most, boolean timed, Workers workers) {
        this.columns = columns;
        this.most = most;
        this.workers = workers;
        this.timed = timed;
    }

    int count() {
        return sparse == null ? count : sparse.count();
    }

    /** Keeps some rows of a batch, with their times if rows have them. */
    void add(RowBatch batch, int first, int added) {
        double[] ages = batch.times();
        if (timed && ages != null) {
            int have = count();
            if (have + added > times.length) {
                times = Arrays.copyOf(times, Math.max(have + added, Math.min(most, 2 * times.length)));
            }
            System.arraycopy(ages, first, times, have, added);
        }
        double[] doubles = batch.doubles();
        float[] floats = batch.floats();
        SparseRows without = batch.sparse();
        if (doubles != null) {
            add(doubles, first * columns, added);
        } else if (floats != null) {
            add(floats, first * columns, added);
        } else if (without != null) {
            add(without, first, added);
        }
    }

    private void add(SparseRows source, int first, int added) {
        if (sparse == null && count == 0) {
            sparse = spare == null ? new SparseKeptRows() : spare;
            sparse.truncate(0);
            spare = sparse;
        }
        if (sparse != null) {
            sparse.add(source, first, added);
            return;
        }
        reserve(added);
        Arrays.fill(rows, count * columns, (count + added) * columns, 0.0);
        for (int i = 0; i < added; i++) {
            source.scatter(first + i, rows, (count + i) * columns);
        }
        count += added;
    }

    private void add(double[] source, int offset, int added) {
        if (sparse != null) {
            sparse.add(source, offset, added, columns);
            return;
        }
        reserve(added);
        System.arraycopy(source, offset, rows, count * columns, added * columns);
        count += added;
    }

    private void add(float[] source, int offset, int added) {
        if (sparse != null) {
            double[] wide = new double[added * columns];
            for (int i = 0; i < wide.length; i++) {
                wide[i] = source[offset + i];
            }
            sparse.add(wide, 0, added, columns);
            return;
        }
        reserve(added);
        int at = count * columns;
        Conversions conversions = Backend.active().conversions();
        workers.split(
                added * columns,
                SHARED,
                (from, to) -> conversions.widen(source, offset + from, to - from, rows, at + from));
        count += added;
    }

    private void reserve(int added) {
        long needed = (long) (count + added) * columns;
        if (needed > rows.length) {
            long grown = Math.max(needed, Math.min((long) most * columns, GROWTH * rows.length));
            rows = Arrays.copyOf(rows, Math.toIntExact(grown));
        }
    }

    /** Forgets all rows but the first {@code kept}. */
    void truncate(int kept) {
        if (sparse == null) {
            count = kept;
        } else {
            sparse.truncate(kept);
        }
    }

    /** Forgets all rows; the next one decides the form again. */
    void clear() {
        count = 0;
        sparse = null;
    }

    /** The rows so far, in the arrays that they are kept in: not to be used after the next row has come. */
    RowBatch shared() {
        RowBatch batch = sparse != null ? RowBatch.of(sparse.sharedRows()) : RowBatch.of(rows, count);
        return timed ? batch.withTimes(times) : batch;
    }

    /** The rows so far, a copy. */
    RowBatch copy() {
        RowBatch kept =
                sparse == null ? RowBatch.of(Arrays.copyOf(rows, count * columns), count) : RowBatch.of(sparse.rows());
        return timed ? kept.withTimes(Arrays.copyOf(times, count())) : kept;
    }

    /** The rows so far, standardised. */
    WarmUpRows standardized(Preprocessing preprocessing) {
        int kept = count();
        SparseRows shared = sparse == null ? null : sparse.sharedRows();
        return new WarmUpRows() {
            @Override
            public int count() {
                return kept;
            }

            @Override
            public int columns() {
                return preprocessing.columns();
            }

            @Override
            public void copy(int row, float[] out, int offset) {
                if (shared != null) {
                    preprocessing.standardizer().apply(shared, row, out, offset);
                } else {
                    preprocessing.standardizer().apply(rows, row * columns, 1, out, offset);
                }
            }
        };
    }

    long bytes() {
        return 8L * (rows.length + times.length) + (spare == null ? 0 : spare.bytes());
    }
}
