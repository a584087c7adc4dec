package io.github.skpca.internal.drift;

import io.github.skpca.drift.DriftEvent;
import org.jspecify.annotations.Nullable;

import java.nio.DoubleBuffer;
import java.util.Arrays;

/** Rows of a stream against a reference, row by row: the reference, the bets against it, and the last rows to say what changed. */
public final class RowWatch {
    /** Rows of a reference that is made of the stream itself. */
    public static final int REFERENCE_ROWS = 1024;

    /** The last rows that are kept, to say which columns changed. */
    private static final int LAST_ROWS = 256;

    /** Below this share of the mean square a variance is what rounding left of a constant column. */
    private static final double ROUNDING = 1e-12;

    /** So far away that it does not matter how far. */
    private static final double FARTHEST = 1e9;

    private final int columns;
    private final double threshold;
    private final RowBets bets;
    private final double[] centres;
    private final double[] factors;
    private final double[] g;
    private final double[] wide;

    /** Rows of the next reference while they come in. */
    private final double[] collected;

    private final double[] last;
    private final double[] referenceSums;
    private int collectedCount;
    private double referenceCount;
    private long rows;
    private boolean isCollecting = true;

    /** No reference yet: the first rows become one. */
    public RowWatch(int columns, double rate) {
        this.columns = columns;
        this.threshold = 1 / rate;
        this.bets = new RowBets(columns);
        this.centres = new double[columns];
        this.factors = new double[columns];
        this.g = new double[columns];
        this.wide = new double[columns];
        this.collected = new double[Math.multiplyExact(REFERENCE_ROWS, columns)];
        this.last = new double[Math.multiplyExact(LAST_ROWS, columns)];
        this.referenceSums = new double[BlockSums.POWERS * columns];
    }

    /**
     * Takes rows as the reference.
     *
     * @param reference count x d, row-major, independent of each other and of the stream's order; read only
     * @param withNovelty whether p-values are for rows like these
     */
    public void refer(double[] reference, int count, boolean withNovelty) {
        for (int j = 0; j < columns; j++) {
            double origin = reference[j];
            double sum = 0;
            double squares = 0;
            for (int i = 0; i < count; i++) {
                // About the first row: of numbers far from zero nothing is lost.
                double value = reference[i * columns + j] - origin;
                sum += value;
                squares += value * value;
            }
            double mean = sum / count;
            double variance = squares / count - mean * mean;
            centres[j] = origin + mean;
            // A column that does not vary has any change count as far.
            double spread = variance > ROUNDING * squares / count
                    ? Math.sqrt(variance)
                    : ROUNDING * Math.max(1, Math.abs(origin));
            factors[j] = 1 / spread;
        }
        bets.clear(withNovelty);
        Arrays.fill(referenceSums, 0);
        for (int i = 0; i < count; i++) {
            standardize(reference, i * columns);
            bets.learn(g);
            addPowers(wide, 0, referenceSums);
        }
        referenceCount = count;
        bets.begin();
        rows = 0;
        collectedCount = 0;
        isCollecting = false;
    }

    private void standardize(double[] source, int offset) {
        for (int j = 0; j < columns; j++) {
            double value = (source[offset + j] - centres[j]) * factors[j];
            wide[j] = Math.max(-FARTHEST, Math.min(FARTHEST, value));
            g[j] = Math.max(-RowBets.CUT, Math.min(RowBets.CUT, value));
        }
    }

    private void addPowers(double[] values, int from, double[] to) {
        for (int j = 0; j < columns; j++) {
            double power = values[from + j];
            for (int at = j; at < to.length; at += columns) {
                to[at] += power;
                power *= values[from + j];
            }
        }
    }

    /** Whether a new reference is being made, so that nothing is found. */
    public boolean isCollecting() {
        return isCollecting;
    }

    /** Makes the next rows the reference. */
    public void collect() {
        isCollecting = true;
        collectedCount = 0;
    }

    /** The model that p-values are of has learned the rows of this reference. */
    public void useNovelty() {
        bets.useNovelty();
    }

    /**
     * Takes in a row.
     *
     * @param source the d numbers from {@code offset} on are read
     * @param pValue that of its novelty
     * @param number of the row, for the event
     * @return an event if rows have changed; the rows after it become the next reference
     */
    public @Nullable DriftEvent add(double[] source, int offset, double pValue, long number) {
        if (isCollecting) {
            System.arraycopy(source, offset, collected, collectedCount * columns, columns);
            collectedCount++;
            if (collectedCount == REFERENCE_ROWS) {
                refer(collected, REFERENCE_ROWS, false);
            }
            return null;
        }
        standardize(source, offset);
        System.arraycopy(wide, 0, last, (int) (rows % LAST_ROWS) * columns, columns);
        rows++;
        double evidence = bets.add(g, pValue);
        if (!(evidence >= threshold)) {
            return null;
        }
        DriftEvent event = event(evidence, number);
        collect();
        return event;
    }

    private DriftEvent event(double evidence, long number) {
        long changed = Math.min(number, bets.changedRows());
        int kept = (int) Math.min(rows, Math.min(changed, LAST_ROWS));
        double[] recent = new double[referenceSums.length];
        for (int i = 0; i < kept; i++) {
            addPowers(last, (int) ((rows - 1 - i) % LAST_ROWS) * columns, recent);
        }
        return new DriftEvent(
                number,
                changed,
                StrictMath.log(Math.min(Double.MAX_VALUE, evidence)),
                Math.min(
                        StrictMath.log(threshold), Math.nextDown(StrictMath.log(Math.min(Double.MAX_VALUE, evidence)))),
                Math.max(1, bets.largestInflation()),
                new ColumnComparison(columns, 0).largest(recent, kept, referenceSums, referenceCount));
    }

    /** How many numbers {@link #save()} gives. */
    public int savedLength() {
        return 4 + 2 * columns + collected.length + last.length + referenceSums.length + bets.savedLength();
    }

    /** Everything, for a checkpoint. */
    public double[] save() {
        DoubleBuffer to = DoubleBuffer.allocate(savedLength());
        to.put(collectedCount).put(referenceCount).put((double) rows).put(isCollecting ? 1 : 0);
        to.put(centres).put(factors).put(collected).put(last).put(referenceSums);
        bets.save(to);
        return to.array();
    }

    /**
     * Goes on from what was saved.
     *
     * @throws IllegalArgumentException if it is of other rows
     */
    public void restore(double[] saved) {
        boolean isWhole = saved.length == savedLength()
                && saved[0] >= 0
                && saved[0] < REFERENCE_ROWS
                && saved[1] >= 0
                && saved[2] >= 0;
        if (!isWhole) {
            throw new IllegalArgumentException("the state of the watch of rows does not fit");
        }
        DoubleBuffer from = DoubleBuffer.wrap(saved);
        collectedCount = (int) from.get();
        referenceCount = from.get();
        rows = (long) from.get();
        isCollecting = from.get() != 0;
        from.get(centres).get(factors).get(collected).get(last).get(referenceSums);
        bets.restore(from);
    }

    /** The bytes held. */
    public long bytes() {
        return 8L * (collected.length + last.length + referenceSums.length + 3L * columns) + bets.bytes();
    }
}
