package io.github.skpca.internal.feature;

import io.github.skpca.RowBatch;
import io.github.skpca.SparseRows;
import io.github.skpca.internal.random.RandomStream;

import java.util.Arrays;

/**
 * A sample of the raw rows of a stream that holds more of its novel rows: row i is kept with a probability proportional to an importance w_i
 * that was given to it when it came, one over the share of rows that are as novel.
 *
 * <p>Priority sampling, as in {@link MissedRows}: of all rows those with the largest w / u are kept, u uniform, and a kept row counts for
 * max(1, t / w) rows, t the largest priority that was dropped. So sums over all rows are estimated without bias whatever the importances were: a
 * later model, or another score, orders the rows anew and the counts stay right; only their error grows. Rows that are among the few
 * most novel of the stream are all kept, and count once.
 *
 * <p>Used by one thread. The same rows and importances give the same sample, however they were split into calls.
 */
public final class TailRows {
    private static final int MOST_ROWS = 512;
    private static final int FEWEST_ROWS = 128;
    /** 8 MB, as the uniform sample. */
    private static final int MOST_NUMBERS = 1 << 20;

    /** Makes draws of this class unrelated to those of others with the same key. */
    private static final long OWN = 0x7461696c_726f7773L;

    private final int columns;
    private final int capacity;
    private final long seed;
    private double[] rows = new double[0];
    private final double[] importances;
    private final double[] uniforms;
    private int count;
    private long seen;
    private long key;
    private double dropped;
    private int smallest = -1;

    /**
     * What is kept, plain data for a file.
     *
     * @param columns d
     * @param rows raw rows, row-major
     * @param importances w of each, above 0
     * @param uniforms u of each, above 0 and at most 1
     * @param dropped t, the largest w / u that was dropped; 0 if none was
     * @param seen all rows so far
     * @param key the seed of the draws
     */
    public record State(
            int columns, double[] rows, double[] importances, double[] uniforms, double dropped, long seen, long key) {
        /** Checks the ranges, because it may come from a file. */
        public State {
            int count = importances.length;
            if (rows.length != (long) count * columns || uniforms.length != count) {
                throw new IllegalArgumentException("the rows of the tail are not whole");
            }
            if (seen < count || count > capacity(columns) || (count < seen && count < capacity(columns))) {
                throw new IllegalArgumentException(count + " rows of the tail of " + seen);
            }
            if (!(dropped >= 0 && Double.isFinite(dropped))) {
                throw new IllegalArgumentException("the priority of the tail must be finite and not negative");
            }
            for (int i = 0; i < count; i++) {
                boolean isValid =
                        importances[i] > 0 && Double.isFinite(importances[i]) && uniforms[i] > 0 && uniforms[i] <= 1;
                if (!isValid) {
                    throw new IllegalArgumentException("a row of the tail has no valid importance");
                }
            }
        }

        /** How many rows are kept. */
        public int count() {
            return importances.length;
        }

        /** How many rows of the stream a kept row counts for. */
        public double weight(int i) {
            return Math.max(1, dropped / importances[i]);
        }
    }

    /** No rows yet, of {@code columns} numbers. */
    public TailRows(int columns, long seed) {
        this.columns = columns;
        this.capacity = capacity(columns);
        this.seed = seed;
        this.importances = new double[capacity];
        this.uniforms = new double[capacity];
    }

    /** Whether rows of so many columns are kept: of wider ones too few would fit to tell of a tail. */
    public static boolean isKept(int columns) {
        return MOST_NUMBERS / columns >= FEWEST_ROWS;
    }

    /** How many rows are kept: 512, or fewer if rows are wide. */
    public static int capacity(int columns) {
        return Math.max(FEWEST_ROWS, Math.min(MOST_ROWS, MOST_NUMBERS / columns));
    }

    /** Rows that go on from a state; {@code seed} is the one they were begun with. */
    public static TailRows restore(State state, long seed) {
        TailRows restored = new TailRows(state.columns, seed);
        restored.count = state.count();
        restored.reserve(restored.count);
        System.arraycopy(state.rows, 0, restored.rows, 0, state.rows.length);
        System.arraycopy(state.importances, 0, restored.importances, 0, restored.count);
        System.arraycopy(state.uniforms, 0, restored.uniforms, 0, restored.count);
        restored.dropped = state.dropped;
        restored.seen = state.seen;
        restored.key = state.key;
        return restored;
    }

    /** The rows kept, a copy. */
    public State state() {
        return new State(
                columns,
                Arrays.copyOf(rows, count * columns),
                Arrays.copyOf(importances, count),
                Arrays.copyOf(uniforms, count),
                dropped,
                seen,
                key);
    }

    /**
     * Offers a row of a batch.
     *
     * @param importance above 0
     * @return where it is kept; -1 if it is not
     */
    public int offer(RowBatch batch, int row, double importance) {
        if (seen == 0) {
            reserve(1);
            copy(batch, row, 0);
            key = RandomStream.seedOf(RowReservoir.key(seed, rows, 0, columns), OWN);
        }
        seen++;
        int place = place(importance, uniform(seen));
        if (place >= 0) {
            copy(batch, row, place * columns);
        }
        return place;
    }

    /**
     * Passes over the next row if an importance of at most this would not keep it, nor change anything.
     *
     * @return whether it was passed over; if not, it is still to be offered
     */
    public boolean passesOver(double importanceAtMost) {
        boolean isDropped = count == capacity && importanceAtMost <= dropped * uniform(seen + 1);
        seen += isDropped ? 1 : 0;
        return isDropped;
    }

    private double uniform(long number) {
        return ((RandomStream.seedOf(key, number) >>> 11) + 1) * 0x1p-53;
    }

    /** The place for a row, with its numbers set; -1 if it is not kept. */
    private int place(double importance, double uniform) {
        int place = count;
        if (count == capacity) {
            place = smallest();
            double least = importances[place] / uniforms[place];
            double priority = importance / uniform;
            if (priority <= least) {
                dropped = Math.max(dropped, priority);
                return -1;
            }
            dropped = Math.max(dropped, least);
            smallest = -1;
        } else {
            count++;
            reserve(count);
        }
        importances[place] = importance;
        uniforms[place] = uniform;
        return place;
    }

    /** Grown as rows come: a file of a few bytes can name any number of columns. */
    private void reserve(int needed) {
        if (rows.length < needed * columns) {
            rows = Arrays.copyOf(rows, columns * Math.min(capacity, Math.max(32, 2 * needed)));
        }
    }

    private int smallest() {
        if (smallest < 0) {
            smallest = 0;
            for (int i = 1; i < count; i++) {
                smallest = importances[i] / uniforms[i] < importances[smallest] / uniforms[smallest] ? i : smallest;
            }
        }
        return smallest;
    }

    private void copy(RowBatch batch, int row, int to) {
        double[] doubles = batch.doubles();
        float[] floats = batch.floats();
        SparseRows sparse = batch.sparse();
        if (sparse != null) {
            Arrays.fill(rows, to, to + columns, 0.0);
            sparse.scatter(row, rows, to);
            return;
        }
        for (int j = 0; j < columns; j++) {
            double value =
                    doubles != null ? doubles[row * columns + j] : floats != null ? floats[row * columns + j] : 0;
            // -0.0 becomes 0.0: sparse rows have no signed zeros.
            rows[to + j] = value + 0.0;
        }
    }

    /** Whether every row of the stream is kept; then their importances may still be changed. */
    public boolean isWhole() {
        return count == seen;
    }

    /**
     * Gives the rows kept other importances, where every row of the stream is kept.
     *
     * @param others one for each row, above 0; read only
     */
    public void reweigh(double[] others) {
        if (!isWhole()) {
            throw new IllegalStateException("rows were dropped by the importances they had");
        }
        System.arraycopy(others, 0, importances, 0, count);
        smallest = -1;
    }

    /** Adds the rows of another stream. The other is not changed. */
    public void merge(TailRows other) {
        State added = other.state();
        if (seen == 0) {
            key = added.key;
        }
        seen = Math.addExact(seen, added.seen);
        dropped = Math.max(dropped, added.dropped);
        for (int i = 0; i < added.count(); i++) {
            int place = place(added.importances[i], added.uniforms[i]);
            if (place >= 0) {
                System.arraycopy(added.rows, i * columns, rows, place * columns, columns);
            }
        }
    }

    /** The most rows that are kept. */
    public int capacity() {
        return capacity;
    }

    /** All rows so far. */
    public long seen() {
        return seen;
    }

    /** How many rows are kept. */
    public int count() {
        return count;
    }

    /** The rows kept, row-major; not to be changed. */
    public double[] rows() {
        return rows;
    }

    /** How many rows of the stream a kept row counts for. */
    public double weight(int i) {
        return Math.max(1, dropped / importances[i]);
    }

    /** The bytes held. */
    public long bytes() {
        return 8L * ((long) capacity * columns + importances.length + uniforms.length);
    }
}
