package io.github.skpca.internal.feature;

import io.github.skpca.SparseRows;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/** The common part of samples that forget: every row is offered with its time, and is taken or not. */
abstract sealed class AgingSample implements RowSample permits HalfLifeSample, WindowSample {
    private static final int FIRST_ROWS = 16;

    final int columns;
    final long seed;
    double[] rows = new double[0];
    long seen;
    long key;

    AgingSample(int columns, long seed) {
        this.columns = columns;
        this.seed = seed;
    }

    /** The most rows that are kept. */
    abstract int capacity();

    /**
     * Decides about the next row.
     *
     * @param time the row's time, or its number in the stream if rows have no times
     * @return its place among the kept rows, or -1 if it is not taken
     */
    abstract int take(double time);

    @Override
    public void update(double[] source, int offset, int added, double @Nullable [] times, int first) {
        for (int i = 0; i < added; i++) {
            int at = offset + i * columns;
            if (seen == 0) {
                key = RowReservoir.key(seed, source, at, columns);
            }
            int to = offer(times, first + i);
            for (int j = 0; j < columns && to >= 0; j++) {
                // -0.0 becomes 0.0: sparse rows have no signed zeros.
                rows[to + j] = source[at + j] + 0.0;
            }
        }
    }

    @Override
    public void update(float[] source, int offset, int added, double @Nullable [] times, int first) {
        for (int i = 0; i < added; i++) {
            int at = offset + i * columns;
            if (seen == 0) {
                double[] wide = new double[columns];
                for (int j = 0; j < columns; j++) {
                    wide[j] = source[at + j];
                }
                key = RowReservoir.key(seed, wide, 0, columns);
            }
            int to = offer(times, first + i);
            for (int j = 0; j < columns && to >= 0; j++) {
                rows[to + j] = source[at + j] + 0.0;
            }
        }
    }

    @Override
    public void update(SparseRows source, int added, double @Nullable [] times, int first) {
        for (int i = 0; i < added; i++) {
            if (seen == 0) {
                double[] whole = new double[columns];
                source.scatter(first, whole, 0);
                key = RowReservoir.key(seed, whole, 0, columns);
            }
            int to = offer(times, first + i);
            if (to >= 0) {
                Arrays.fill(rows, to, to + columns, 0.0);
                source.scatter(first + i, rows, to);
            }
        }
    }

    private int offer(double @Nullable [] times, int index) {
        seen++;
        int place = take(times == null ? (double) seen : times[index]);
        if (place < 0) {
            return -1;
        }
        reserve(place + 1);
        return place * columns;
    }

    final void reserve(int count) {
        if (rows.length < count * columns) {
            int grown = Math.min(capacity(), Math.max(count, Math.max(FIRST_ROWS, 2 * (rows.length / columns))));
            rows = Arrays.copyOf(rows, grown * columns);
        }
    }

    /** The random stream of one row, or of whatever else the purpose counts. */
    final RandomStream random(Purpose purpose, long number) {
        return new RandomStream(key, purpose, number);
    }

    static void requireWhole(int columns, double[] rows, long most, long seen) {
        if (columns < 1 || rows.length % columns != 0 || rows.length / columns > most || seen < 0) {
            throw new IllegalArgumentException(
                    "a sample of " + rows.length + " numbers of " + seen + " rows of " + columns + " columns");
        }
    }
}
