package io.github.skpca.internal.feature;

import io.github.skpca.internal.random.Purpose;

import java.util.Arrays;

/**
 * A sample of rows by recency: one that is a half-life older than another is half as likely to be drawn.
 *
 * <p>Used by one thread.
 */
public final class HalfLifeSample extends AgingSample {
    /*
     * Draw E from the exponential law for every row and keep the R rows with the smallest E / weight: that draws rows one after
     * another, each with a chance in proportion to its weight among those left (Efraimidis and Spirakis, Inf. Process. Lett. 97(5), 2006).
     * All weights fall by the same factor with time, so the order of E_i 2^((T - t_i)/h) does not change, and
     * ln E_i - t_i ln 2 / h is a number that a row keeps. The keys of two streams can be compared as they are; if ages are counted in
     * rows, each is aged to the last row of its own stream first.
     *
     * More rows than weigh something would be a sample of old rows: no more than h rows are kept where h is counted in rows.
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
     * What a sample by recency holds between two rows: plain data, one component per entry of a model file.
     *
     * @param columns d
     * @param halfLife h
     * @param timed whether h is counted in time, not in rows
     * @param rows the sample, row-major
     * @param keys one number per row, never NaN
     * @param seen all rows so far
     * @param clock how many of them came in this stream, not by merging, if h is counted in rows; else 0
     * @param key where the draws come from
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
        /** Checks that the numbers fit each other. */
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

        /** A weighted sample is never all there is. */
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
        double drawn = StrictMath.log(-StrictMath.log(random(Purpose.HALF_LIFE_ROW, seen).nextPositive()));
        clock += timed ? 0 : 1;
        double age = (timed ? time : clock) / halfLife;
        // The logarithm of zero, once in 2^53 draws, must not meet an age without end.
        return insert(Math.max(drawn, -Double.MAX_VALUE) - age * LOG_TWO);
    }

    /** Reserves a place for a row of that key; returns its place, or -1 if there are enough with smaller ones. */
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

    /** Lets the row at a place go where it belongs, towards the top; returns where. */
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

    /** Merges the sample of another stream: the smallest keys of both are kept. The other stays. */
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
