package io.github.skpca.internal.feature;

import io.github.skpca.internal.random.Purpose;

import java.util.Arrays;

/**
 * A sample of the last N rows: of each ceil(N/R) consecutive rows one is drawn at random.
 *
 * <p>Used by one thread. Of the R kept rows the oldest may be up to ceil(N/R) rows older than the window.
 */
public final class WindowSample extends AgingSample {
    private final long window;
    private final long stratum;
    private final int capacity;
    private int count;
    private long drawnFor = -1;
    private long drawn;

    /**
     * The state of a window's sample between two rows: plain data, one component per entry of a model file.
     *
     * @param columns d
     * @param window N
     * @param rows the sample, row-major, a ring buffer
     * @param seen all rows so far
     * @param key the seed of the draws
     */
    public record State(int columns, long window, double[] rows, long seen, long key) implements RowSample.State {
        /** Checks that the numbers are consistent. */
        public State {
            requireWhole(columns, rows, Math.min(capacity(columns, window), seen), seen);
            long whole = seen / stratum(columns, window);
            int count = rows.length / columns;
            if (count < Math.min(whole, capacity(columns, window)) || count > whole + 1) {
                throw new IllegalArgumentException(
                        "a sample of " + count + " rows of the last " + window + " of " + seen);
            }
        }

        @Override
        public long population(double weight) {
            return Math.max(count(), Math.min(seen, window));
        }

        @Override
        public RowSample restore(long seed) {
            return WindowSample.restore(this, seed);
        }
    }

    /** A sample without rows. */
    public WindowSample(int columns, long seed, long window) {
        super(columns, seed);
        this.window = window;
        this.stratum = stratum(columns, window);
        this.capacity = capacity(columns, window);
    }

    static WindowSample restore(State state, long seed) {
        WindowSample sample = new WindowSample(state.columns, seed, state.window);
        sample.rows = state.rows.clone();
        sample.count = state.count();
        sample.seen = state.seen;
        sample.key = state.key;
        return sample;
    }

    /** The number of consecutive rows of which one is kept. */
    private static long stratum(int columns, long window) {
        int most = RowReservoir.capacity(columns);
        return (window - 1) / most + 1;
    }

    private static int capacity(int columns, long window) {
        long rows = stratum(columns, window);
        return (int) ((window - 1) / rows + 1);
    }

    @Override
    int capacity() {
        return capacity;
    }

    @Override
    int take(double time) {
        long current = (seen - 1) / stratum;
        if (drawnFor != current) {
            drawnFor = current;
            drawn = random(Purpose.WINDOW_STRATUM, current).nextBelow(stratum);
        }
        if ((seen - 1) % stratum != drawn) {
            return -1;
        }
        int place = (int) (current % capacity);
        count = Math.max(count, place + 1);
        return place;
    }

    /** Refuses: two streams have no common window. */
    @Override
    public void merge(RowSample other) {
        throw new IllegalArgumentException("the last rows of two streams are not those of one");
    }

    @Override
    public State state() {
        return new State(columns, window, Arrays.copyOf(rows, count * columns), seen, key);
    }

    @Override
    public long workingBytes() {
        return 8L * capacity * columns;
    }
}
