package io.github.skpca.drift;

import io.github.skpca.BadRowException;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.internal.drift.BlockSums;
import io.github.skpca.internal.drift.ReferencePeriod;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.model.FittedModel;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Watches a stream for change: ||mean of recent features - mean of reference features||^2, a squared kernel distance (MMD^2), against a
 * threshold that follows from a rate of false alarms.
 *
 * <pre>{@code
 * DriftDetector detector = new DriftDetector(model, 1e-6);
 * for (double[] row : stream) detector.update(row).ifPresent(event -> ...);
 * }</pre>
 *
 * <p>Features are those of the model's map, whichever it is; for the methods nystrom and exact they are kernel values against the rows
 * kept, and the distance is a sum over these. Rows are compared in blocks of 256: recent ones are the last 256, 512, ... 8192, the reference
 * is up to 65,536 rows before them. For the first 4096 rows, and for as many after an event, there is nothing to compare with, and no event.
 * After an event a new reference begins with the next row.
 *
 * <p>The rate is one for rows that are independent of each other, or depend on each other over less than a few hundred rows. Such a
 * dependence is measured on the means of blocks of the reference, and the threshold is higher for it: rows that stick to one of two
 * states, rows in bursts. {@link #varianceInflation()} says how much. Two things it cannot know. What the reference never had is a change
 * when it comes first, also a burst of fifty rows that will come again. And a stream that comes back to the same state over longer times,
 * as days and nights do, changes in the sense of this class.
 *
 * <p>For one thread. The same rows give the same events, however they were split into calls.
 */
public final class DriftDetector {
    /** The rate of false alarms that is asked for if none is named: one in a million rows. */
    public static final double DEFAULT_FALSE_ALARM_RATE = 1e-6;

    private static final double LARGEST_RATE = 1e-4;
    private static final double SMALLEST_RATE = 1e-12;

    private final int columns;
    private final double falseAlarmRate;
    private final BlockSums block;
    private final ReferencePeriod period;
    private final double[] waiting;
    private int filled;
    private long rows;

    /** A detector of one false alarm in a million rows, for rows like those of a model. */
    public DriftDetector(KernelPcaModel model) {
        this(model, DEFAULT_FALSE_ALARM_RATE);
    }

    /**
     * A detector for rows like those of a model.
     *
     * @param model gives the map alone: its rows are no reference, and its later snapshots would do as well
     * @param falseAlarmRate events per row on a stream that does not change and whose rows are independent, or depend on each other over
     *     less than a few hundred rows; from 1e-12 to 1e-4
     */
    public DriftDetector(KernelPcaModel model, double falseAlarmRate) {
        requireRate(falseAlarmRate);
        Embedding embedding = FittedModel.of(model).embedding();
        this.columns = embedding.columns();
        this.falseAlarmRate = falseAlarmRate;
        this.block = new BlockSums(embedding);
        this.period = new ReferencePeriod(embedding, falseAlarmRate);
        this.waiting = new double[Math.multiplyExact(BlockSums.ROWS, columns)];
    }

    /** Throws an IllegalArgumentException if a rate of false alarms is not from 1e-12 to 1e-4 a row. */
    public static void requireRate(double falseAlarmRate) {
        if (!(falseAlarmRate >= SMALLEST_RATE && falseAlarmRate <= LARGEST_RATE)) {
            throw new IllegalArgumentException("falseAlarmRate must be from " + SMALLEST_RATE + " to " + LARGEST_RATE
                    + " a row, not " + falseAlarmRate);
        }
    }

    /**
     * All that is needed to go on as if nothing had happened.
     *
     * @param rows all rows seen
     * @param blocks whole blocks of 256 rows since the reference began
     * @param sums of features and of powers of columns; their number follows from the model
     * @param waiting the rows that do not make a block yet, row-major
     */
    public record State(long rows, long blocks, double[] sums, double[] waiting) {
        /** Checks what can be checked without a model; the arrays are owned by the record. */
        public State {
            if (rows < 0) {
                throw new IllegalArgumentException("rows must not be negative: " + rows);
            }
            if (blocks < 0 || blocks > rows / BlockSums.ROWS) {
                throw new IllegalArgumentException(
                        "blocks must be from 0 to " + rows / BlockSums.ROWS + ", not " + blocks);
            }
            requireFinite(sums, "sums");
            requireFinite(waiting, "waiting");
        }

        private static void requireFinite(double[] numbers, String name) {
            for (double number : numbers) {
                if (!Double.isFinite(number)) {
                    throw new IllegalArgumentException(name + " must be finite, not " + number);
                }
            }
        }
    }

    /**
     * Goes on from a state.
     *
     * @param model of the same map as that of the detector that gave the state; its rows may be others
     * @param falseAlarmRate of this detector from here on
     * @throws IllegalArgumentException if the state is not one of a detector for such a model
     */
    public static DriftDetector restore(KernelPcaModel model, double falseAlarmRate, State state) {
        DriftDetector detector = new DriftDetector(model, falseAlarmRate);
        int expected = ReferencePeriod.savedLength(FittedModel.of(model).embedding());
        if (state.sums().length != expected) {
            throw new IllegalArgumentException("a drift state of " + state.sums().length + " sums for a model that has "
                    + expected + ": it belongs to another map");
        }
        int left = (int) (state.rows() % BlockSums.ROWS);
        if (state.waiting().length != left * detector.columns) {
            throw new IllegalArgumentException("a drift state of " + state.waiting().length + " waiting numbers where "
                    + left + " rows of " + detector.columns + " columns wait");
        }
        System.arraycopy(state.waiting(), 0, detector.waiting, 0, state.waiting().length);
        detector.filled = left;
        detector.rows = state.rows();
        detector.period.restore(state.sums(), state.blocks());
        return detector;
    }

    /** The state, a copy. */
    public State state() {
        return new State(rows, period.blocks(), period.save(), Arrays.copyOf(waiting, filled * columns));
    }

    /**
     * Takes in one row.
     *
     * @param row d finite numbers; not kept
     * @return an event if this row showed that the stream has changed
     * @throws BadRowException if it is anything else; nothing is counted then
     */
    public Optional<DriftEvent> update(double[] row) {
        if (row.length != columns) {
            throw new BadRowException("a row of " + row.length + " columns where " + columns + " are expected");
        }
        requireFinite(row, 0, 1);
        return Optional.ofNullable(take(row, 0, 1));
    }

    /**
     * Takes in rows.
     *
     * @param batch count x d finite numbers, row-major, from {@code offset} on; not kept
     * @param events is given the events in their order
     * @throws BadRowException if a number is not finite; nothing of the batch is counted then
     */
    public void update(double[] batch, int offset, int count, Consumer<DriftEvent> events) {
        if (count < 0 || offset < 0 || batch.length - offset < (long) count * columns) {
            throw new BadRowException(batch.length + " numbers from " + offset + " on are fewer than " + count
                    + " rows of " + columns + " columns");
        }
        requireFinite(batch, offset, count);
        int done = 0;
        while (done < count) {
            int taken = Math.min(count - done, BlockSums.ROWS - filled);
            DriftEvent event = take(batch, offset + done * columns, taken);
            done += taken;
            if (event != null) {
                events.accept(event);
            }
        }
    }

    private void requireFinite(double[] batch, int offset, int count) {
        for (int i = 0; i < count * columns; i++) {
            double value = batch[offset + i];
            // As in the learner: features are floats.
            if (!Float.isFinite((float) value)) {
                String problem = Double.isFinite(value) ? " is beyond the range of a float" : " is not a finite number";
                throw new BadRowException(i / columns, i % columns, value + problem);
            }
        }
    }

    /** Takes in no more rows than make the block whole. */
    private @Nullable DriftEvent take(double[] batch, int offset, int count) {
        System.arraycopy(batch, offset, waiting, filled * columns, count * columns);
        filled += count;
        rows += count;
        if (filled < BlockSums.ROWS) {
            return null;
        }
        filled = 0;
        block.sum(waiting);
        return period.add(block, rows);
    }

    /** Begins a new reference with the next rows, as after an event. */
    public void restart() {
        period.clear();
    }

    /** All rows seen. */
    public long rows() {
        return rows;
    }

    /**
     * How many times as much means of 256 rows and more of the present reference vary as those of independent rows: the largest over lengths
     * of 256 to 8192 rows that is clear of 1 by six standard errors, 1 if none is. The threshold allows for it; shares of p-values
     * hold for such rows only over times that are long against their dependence.
     */
    public double varianceInflation() {
        return period.inflation();
    }

    /** The rate of false alarms, a row. */
    public double falseAlarmRate() {
        return falseAlarmRate;
    }

    /** The bytes held. */
    public long workingBytes() {
        return block.bytes() + period.bytes() + 8L * waiting.length;
    }
}
