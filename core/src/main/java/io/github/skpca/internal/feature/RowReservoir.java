package io.github.skpca.internal.feature;

import io.github.skpca.SparseRows;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * A uniform sample, without replacement, of the raw rows of a stream.
 *
 * <p>Used by one thread. A row that is not taken is only counted. The same rows in the same order give the same
 * sample, however they were split into calls.
 */
public final class RowReservoir implements RowSample {
    /*
     * Give every row a uniform number and keep the R rows with the smallest. After t rows the largest of the kept numbers, w, has
     * the law Beta(R, t - R + 1), whichever rows are kept. The next row below it comes after floor(ln U / ln(1 - w)) others (Li,
     * ACM TOMS 20(4), 1994) and replaces any of the kept ones. Because w does not depend on which rows were kept so far, it may be
     * drawn again at every row that is taken, from a random stream seeded by the number of that row. What comes next depends on the past
     * only through t, and only rows and counts have to be saved.
     *
     * Two samples are merged by drawing one row after another: from the first stream with probability n1 / (n1 + n2), counting the rows
     * not drawn yet, and then any row of that stream's sample. Parts of one data set have the same seed. The first row is mixed into
     * it; otherwise all parts would take the rows at the same places, and the merged sample would not be one of independent draws.
     */
    private static final int MOST_ROWS = 1024;
    private static final int FEWEST_ROWS = 16;
    /** 8 MB: the sample must not outweigh the sketch, however wide the rows. */
    private static final int MOST_NUMBERS = 1 << 20;

    private final int columns;
    private final int capacity;
    private final long seed;
    private double[] rows = new double[0];
    private int count;
    private long seen;
    private long next;
    private long key;

    /**
     * The state of a reservoir between two rows: plain data, one component per entry of a model file.
     *
     * @param columns d
     * @param rows the sample, row-major, rows of d finite numbers
     * @param seen all rows so far
     * @param next the row, counted from 1, that will be taken next
     * @param key the seed of the draws
     */
    public record State(int columns, double[] rows, long seen, long next, long key) implements RowSample.State {
        /** Checks that the numbers are consistent. */
        public State {
            int capacity = capacity(columns);
            long count = rows.length / columns;
            if (rows.length % columns != 0 || count != Math.min(capacity, seen)) {
                throw new IllegalArgumentException(
                        "a sample of " + rows.length + " numbers of " + seen + " rows of " + columns + " columns");
            }
            if (next <= seen || (seen < capacity && next != seen + 1)) {
                throw new IllegalArgumentException("row " + next + " cannot be the next of a sample of " + seen);
            }
        }

        @Override
        public RowReservoir restore(long seed) {
            return RowReservoir.restore(this, seed);
        }
    }

    /** An empty reservoir for rows of {@code columns} numbers. */
    public RowReservoir(int columns, long seed) {
        this.capacity = capacity(columns);
        this.columns = columns;
        this.seed = seed;
        this.next = 1;
    }

    /** A reservoir that resumes from a state; {@code seed} is the one it was made with. */
    public static RowReservoir restore(State state, long seed) {
        RowReservoir reservoir = new RowReservoir(state.columns, seed);
        reservoir.copyFrom(state);
        return reservoir;
    }

    private void copyFrom(State state) {
        rows = state.rows.clone();
        count = state.count();
        seen = state.seen;
        next = state.next;
        key = state.key;
    }

    /** R, the most rows of d numbers that are kept: 1024, or fewer if rows are very wide. */
    public static int capacity(int columns) {
        if (columns < 1) {
            throw new IllegalArgumentException("columns must be at least 1, not " + columns);
        }
        return Math.max(FEWEST_ROWS, Math.min(MOST_ROWS, MOST_NUMBERS / columns));
    }

    /** How many of the next rows will not be taken; 0 until the reservoir is full. */
    public long rowsToSkip() {
        return next - seen - 1;
    }

    /** Counts rows that are not taken, at most {@link #rowsToSkip()} of them. */
    public void skip(long skipped) {
        if (skipped < 0 || skipped > rowsToSkip()) {
            throw new IllegalArgumentException(skipped + " rows where " + rowsToSkip() + " are not taken");
        }
        seen += skipped;
    }

    /**
     * Offers rows, and takes those that were drawn.
     *
     * @param source {@code added} x d, row-major, from {@code offset} on; copied
     */
    public void update(double[] source, int offset, int added) {
        int done = 0;
        while (done < added) {
            int skipped = (int) Math.min(added - done, rowsToSkip());
            skip(skipped);
            done += skipped;
            if (done < added) {
                int to = place();
                for (int j = 0; j < columns; j++) {
                    // -0.0 becomes 0.0: sparse rows have no signed zeros.
                    rows[to + j] = source[offset + done * columns + j] + 0.0;
                }
                taken();
                done++;
            }
        }
    }

    /** As {@link #update(double[], int, int)}, for the rows [from, from + added) of sparse rows. */
    public void update(SparseRows source, int from, int added) {
        int done = 0;
        while (done < added) {
            int skipped = (int) Math.min(added - done, rowsToSkip());
            skip(skipped);
            done += skipped;
            if (done < added) {
                int to = place();
                java.util.Arrays.fill(rows, to, to + columns, 0.0);
                source.scatter(from + done, rows, to);
                taken();
                done++;
            }
        }
    }

    /** As {@link #update(double[], int, int)}, for float rows. */
    public void update(float[] source, int offset, int added) {
        int done = 0;
        while (done < added) {
            int skipped = (int) Math.min(added - done, rowsToSkip());
            skip(skipped);
            done += skipped;
            if (done < added) {
                int from = offset + done * columns;
                int to = place();
                for (int j = 0; j < columns; j++) {
                    rows[to + j] = source[from + j] + 0.0;
                }
                taken();
                done++;
            }
        }
    }

    /** Every row counts the same, so times are ignored. */
    @Override
    public void update(double[] source, int offset, int added, double @Nullable [] times, int first) {
        update(source, offset, added);
    }

    @Override
    public void update(float[] source, int offset, int added, double @Nullable [] times, int first) {
        update(source, offset, added);
    }

    @Override
    public void update(SparseRows source, int added, double @Nullable [] times, int first) {
        update(source, first, added);
    }

    /** The offset in the array for the row that is being taken. */
    private int place() {
        if (count == capacity) {
            return columns * (int) new RandomStream(key, Purpose.RESERVOIR_PLACE, seen + 1).nextBelow(capacity);
        }
        if (rows.length < (count + 1) * columns) {
            rows = Arrays.copyOf(rows, columns * Math.min(capacity, Math.max(FEWEST_ROWS, 2 * count)));
        }
        return columns * count++;
    }

    private void taken() {
        seen++;
        if (seen == 1) {
            key = firstKey();
        }
        drawNext();
    }

    private long firstKey() {
        return key(seed, rows, 0, columns);
    }

    /** The seed of a stream's draws: its own seed mixed with its first row, the numbers from {@code offset} on. */
    static long key(long seed, double[] row, int offset, int columns) {
        long mixed = seed;
        for (int j = 0; j < columns; j++) {
            // Adding zero makes -0.0 and 0.0 the same.
            mixed = RandomStream.seedOf(mixed, Double.doubleToLongBits(row[offset + j] + 0.0));
        }
        return new RandomStream(mixed, Purpose.SAMPLE_KEY).nextLong();
    }

    private void drawNext() {
        if (seen < capacity) {
            next = seen + 1;
            return;
        }
        RandomStream random = new RandomStream(key, Purpose.RESERVOIR_NEXT, seen);
        double kept = random.nextGamma(capacity);
        double share = kept / (kept + random.nextGamma(seen - capacity + 1.0));
        double skipped = StrictMath.floor(StrictMath.log(random.nextPositive()) / StrictMath.log1p(-share));
        // If the share rounds to 1, its logarithm is infinite and the quotient is zero: no row is skipped.
        next = skipped < Long.MAX_VALUE - seen - 1.0 ? seen + 1 + (long) skipped : Long.MAX_VALUE;
    }

    /** Merges the sample of another stream: afterwards this is a uniform sample of the rows of both. The other is not changed. */
    @Override
    public void merge(RowSample sample) {
        if (!(sample instanceof RowReservoir other)) {
            throw new IllegalArgumentException("samples that do not forget alike");
        }
        if (other.columns != columns) {
            throw new IllegalArgumentException("samples of rows of " + columns + " and " + other.columns + " columns");
        }
        if (other.seen == 0) {
            return;
        }
        if (seen == 0) {
            copyFrom(other.state());
            return;
        }
        long all = Math.addExact(seen, other.seen);
        int merged = (int) Math.min(capacity, all);
        RandomStream random = new RandomStream(RandomStream.seedOf(key, other.key), Purpose.RESERVOIR_MERGE, all);
        Draw ours = new Draw(Arrays.copyOf(rows, count * columns), count, seen);
        Draw theirs = new Draw(Arrays.copyOf(other.rows, other.count * columns), other.count, other.seen);
        rows = new double[merged * columns];
        for (int i = 0; i < merged; i++) {
            Draw from = random.nextBelow(ours.population + theirs.population) < ours.population ? ours : theirs;
            System.arraycopy(from.rows, columns * from.draw(random, columns), rows, i * columns, columns);
        }
        count = merged;
        seen = all;
        drawNext();
    }

    /** A sample that is being drawn from, without replacement. */
    private static final class Draw {
        final double[] rows;
        int left;
        long population;

        Draw(double[] rows, int left, long population) {
            this.rows = rows;
            this.left = left;
            this.population = population;
        }

        /** Draws a row, moves it to the end of the rows that are left, and returns its place. */
        int draw(RandomStream random, int columns) {
            int drawn = (int) random.nextBelow(left);
            population--;
            left--;
            for (int j = 0; j < columns; j++) {
                double last = rows[left * columns + j];
                rows[left * columns + j] = rows[drawn * columns + j];
                rows[drawn * columns + j] = last;
            }
            return left;
        }
    }

    /** All rows so far. */
    public long seen() {
        return seen;
    }

    /** How many rows are kept. */
    public int count() {
        return count;
    }

    @Override
    public State state() {
        return new State(columns, Arrays.copyOf(rows, count * columns), seen, next, key);
    }

    @Override
    public long workingBytes() {
        return 8L * capacity * columns;
    }
}
