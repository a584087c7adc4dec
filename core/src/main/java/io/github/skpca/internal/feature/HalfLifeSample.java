package io.github.skpca.internal.feature;

import io.github.skpca.internal.random.Purpose;

import java.util.Arrays;

/**
 * A sample of rows by recency: a row that is one half-life older than another is half as likely to be drawn.
 *
 * <p>Used by one thread.
 */
public final class HalfLifeSample extends AgingSample {
    /*
     * Draw E from the exponential law for every row and keep the R rows with the smallest E / weight. This draws rows one after
     * another, each with a probability proportional to its weight among those left (Efraimidis and Spirakis, Inf. Process. Lett. 97(5),
     * 2006).
     * All weights fall by the same factor with time, so the order of E_i 2^((T - t_i)/h) does not change, and the key
     * ln E_i - t_i ln 2 / h of a row is fixed. The keys of two streams can be compared directly; if ages are counted in
     * rows, each stream is first aged to its own last row.
     *
     * Where h is counted in rows, at most h rows are kept: more would be a sample of old rows without weight.
     *
     * The keys form a heap, the largest on top.
     */
    private static final double LOG_TWO = 0.6931471805599453;
    private static final int FEWEST_ROWS = 16;

    private final double halfLife;
    private final boolean timed;
    private final int capacity;
    private double[] keys = new double[0];
    private int count;
    private double clock;

    /**
     * The state of a sample by recency between two rows: plain data, one component per entry of a model file.
     *
     * @param columns d
     * @param halfLife h
     * @param timed whether h is counted in time, not in rows
     * @param rows the sample, row-major
     * @param keys one number per row, never NaN
     * @param seen all rows so far
     * @param clock how many of them came in this stream, not by merging, if h is counted in rows; else 0
     * @param key the seed of the draws
     */
    public record State(
            int columns,
            double halfLife,
            boolean timed,
            double[] rows,
            double[] keys,
            long seen,
            double clock,
            long key)
            implements RowSample.State {
        /** Checks that the numbers are consistent. */
        public State {
            int most = capacity(columns, halfLife, timed);
            requireWhole(columns, rows, Math.min(most, seen), seen);
            if (keys.length != rows.length / columns || keys.length != Math.min(most, seen)) {
                throw new IllegalArgumentException(
                        keys.length + " keys for " + rows.length / columns + " of " + seen + " rows");
            }
            for (double one : keys) {
                if (Double.isNaN(one)) {
                    throw new IllegalArgumentException("a key of the sample is not a number");
                }
            }
            if (!(clock >= 0 && clock <= seen)) {
                throw new IllegalArgumentException("a clock of " + clock + " beside " + seen + " rows");
            }
        }

        /** A weighted sample never holds the whole stream. */
        @Override
        public long population(double weight) {
            return Math.max(count() + 1L, (long) Math.ceil(weight));
        }

        @Override
        public RowSample restore(long seed) {
            return HalfLifeSample.restore(this, seed);
        }
    }

    /** A sample without rows. */
    public HalfLifeSample(int columns, long seed, double halfLife, boolean timed) {
        super(columns, seed);
        this.halfLife = halfLife;
        this.timed = timed;
        this.capacity = capacity(columns, halfLife, timed);
    }

    static HalfLifeSample restore(State state, long seed) {
        HalfLifeSample sample = new HalfLifeSample(state.columns, seed, state.halfLife, state.timed);
        sample.rows = state.rows.clone();
        sample.keys = state.keys.clone();
        sample.count = state.keys.length;
        sample.seen = state.seen;
        sample.clock = state.clock;
        sample.key = state.key;
        for (int i = sample.count / 2 - 1; i >= 0; i--) {
            sample.siftDown(i);
        }
        return sample;
    }

    private static int capacity(int columns, double halfLife, boolean timed) {
        int most = RowReservoir.capacity(columns);
        return timed ? most : (int) Math.max(FEWEST_ROWS, Math.min(most, Math.ceil(halfLife)));
    }

    @Override
    int capacity() {
        return capacity;
    }

    @Override
    int take(double time) {
        double drawn = StrictMath.log(
                -StrictMath.log(random(Purpose.HALF_LIFE_ROW, seen).nextPositive()));
        clock += timed ? 0 : 1;
        double age = (timed ? time : clock) / halfLife;
        // Once in 2^53 draws this is the logarithm of zero: -infinity must not meet an infinite age.
        return insert(Math.max(drawn, -Double.MAX_VALUE) - age * LOG_TWO);
    }

    /** Reserves a place for a row with this key; returns the place, or -1 if all kept keys are smaller and the sample is full. */
    private int insert(double rowKey) {
        if (count < capacity) {
            reserve(count + 1);
            if (keys.length < count + 1) {
                keys = Arrays.copyOf(keys, Math.max(count + 1, Math.min(capacity, 2 * count)));
            }
            keys[count] = rowKey;
            count++;
            return siftUp(count - 1);
        }
        if (!(rowKey < keys[0])) {
            return -1;
        }
        keys[0] = rowKey;
        return siftDown(0);
    }

    /** Moves the row at a place towards the top until the heap is in order; returns its new place. */
    private int siftUp(int place) {
        int at = place;
        while (at > 0 && keys[at] > keys[(at - 1) / 2]) {
            swap(at, (at - 1) / 2);
            at = (at - 1) / 2;
        }
        return at;
    }

    private int siftDown(int place) {
        int at = place;
        while (true) {
            int larger = 2 * at + 1;
            if (larger >= count) {
                return at;
            }
            if (larger + 1 < count && keys[larger + 1] > keys[larger]) {
                larger++;
            }
            if (keys[larger] <= keys[at]) {
                return at;
            }
            swap(at, larger);
            at = larger;
        }
    }

    private void swap(int one, int other) {
        double kept = keys[one];
        keys[one] = keys[other];
        keys[other] = kept;
        for (int j = 0; j < columns; j++) {
            double value = rows[one * columns + j];
            rows[one * columns + j] = rows[other * columns + j];
            rows[other * columns + j] = value;
        }
    }

    /** Merges the sample of another stream: the smallest keys of both are kept. The other is not changed. */
    @Override
    public void merge(RowSample other) {
        if (!(other instanceof HalfLifeSample theirs)
                || theirs.columns != columns
                || theirs.halfLife != halfLife
                || theirs.timed != timed) {
            throw new IllegalArgumentException("samples that do not forget alike");
        }
        if (seen == 0) {
            key = theirs.key;
        }
        // Both clocks are zero if rows have times.
        double shift = (theirs.clock - clock) / halfLife * LOG_TWO;
        for (int i = 0; i < theirs.count; i++) {
            int place = insert(theirs.keys[i] + shift);
            if (place >= 0) {
                System.arraycopy(theirs.rows, i * columns, rows, place * columns, columns);
            }
        }
        seen = Math.addExact(seen, theirs.seen);
    }

    @Override
    public State state() {
        return new State(
                columns,
                halfLife,
                timed,
                Arrays.copyOf(rows, count * columns),
                Arrays.copyOf(keys, count),
                seen,
                clock,
                key);
    }

    @Override
    public long workingBytes() {
        return 8L * capacity * (columns + 1);
    }
}
