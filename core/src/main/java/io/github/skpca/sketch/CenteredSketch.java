package io.github.skpca.sketch;

import io.github.skpca.linalg.Backend;
import io.github.skpca.linalg.Workers;
import org.jspecify.annotations.Nullable;

/**
 * A sketch of rows about their mean, as exact as if the mean had been known from the start; or, if asked, about zero.
 *
 * <p>Used by one thread; owns the block that rows are written into.
 */
public final class CenteredSketch {
    /*
     * Rows gather in a block of fixed length, so that a result does not depend on how rows arrived. For a full block of b
     * rows with mean c, after n rows with mean mu, the centred scatter of all n + b rows is the scatter before, plus that of
     * the block about c, plus n b / (n + b) (mu - c)(mu - c)'. So the sketch is fed the rows z - c and one more,
     * sqrt(n b / (n + b)) (mu - c): what it was fed has the centred scatter exactly, and every bound carries over. A merge
     * adds the same kind of row for the two means.
     */
    private static final int SLICE = 64;

    private final boolean centered;
    private final MatrixSketch sketch;
    private final Workers workers;
    private final int columns;
    private final float[] block;
    private final double[] mean;
    private final double[] blockMean;
    private final double[] jump;
    private int filled;
    private long absorbed;

    /** A sketch that takes its rows about their mean if {@code centered}, on the caller's thread. */
    public CenteredSketch(MatrixSketch sketch, boolean centered) {
        this(sketch, centered, Workers.callerOnly());
    }

    /** A sketch that takes its rows about their mean if {@code centered}. */
    public CenteredSketch(MatrixSketch sketch, boolean centered, Workers workers) {
        this.sketch = sketch;
        this.workers = workers;
        this.centered = centered;
        this.columns = sketch.columns();
        this.block = new float[Math.multiplyExact(sketch.blockRows(), columns)];
        this.mean = new double[centered ? columns : 0];
        this.blockMean = new double[mean.length];
        this.jump = new double[mean.length];
    }

    /**
     * All that is needed to go on as if nothing had happened.
     *
     * @param sketch the sketch of the rows absorbed
     * @param mean their mean, or empty if not centred
     * @param absorbed how many they are
     * @param block the rows that wait in the block, row-major
     */
    public record State(SketchState sketch, double[] mean, long absorbed, float[] block) {
        /** Checks what can be checked without the sketch. */
        public State {
            if (absorbed < 0) {
                throw new IllegalArgumentException("absorbed must not be negative: " + absorbed);
            }
            if (mean.length != 0 && mean.length != sketch.columns()) {
                throw new IllegalArgumentException(
                        "a mean of " + mean.length + " numbers for " + sketch.columns() + " columns");
            }
            if (block.length % sketch.columns() != 0) {
                throw new IllegalArgumentException("the block does not hold whole rows");
            }
        }

        /** All rows: absorbed and waiting. */
        public long rows() {
            return absorbed + block.length / sketch.columns();
        }
    }

    /** Goes on from a state, on the caller's thread. */
    public static CenteredSketch restore(ShrinkRule rule, int size, State state) {
        return restore(rule, size, state, 0, Workers.callerOnly());
    }

    /** Goes on from a state, with the given seed and threads. */
    public static CenteredSketch restore(ShrinkRule rule, int size, State state, long seed, Workers workers) {
        return restore(MatrixSketch.create(rule, state.sketch().columns(), size, seed, workers), state, workers);
    }

    /**
     * Goes on from a state.
     *
     * @param empty an empty sketch that is to take in that of the state; owned by the result
     */
    public static CenteredSketch restore(MatrixSketch empty, State state, Workers workers) {
        empty.merge(state.sketch(), null);
        CenteredSketch restored = new CenteredSketch(empty, state.mean().length > 0, workers);
        if (state.block().length >= restored.block.length) {
            throw new IllegalArgumentException("the block holds more rows than it can");
        }
        System.arraycopy(state.mean(), 0, restored.mean, 0, state.mean().length);
        System.arraycopy(state.block(), 0, restored.block, 0, state.block().length);
        restored.filled = state.block().length / restored.columns;
        restored.absorbed = state.absorbed();
        return restored;
    }

    /** The state, a copy. */
    public State state() {
        float[] waiting = java.util.Arrays.copyOf(block, filled * columns);
        return new State(sketch.state(), mean.clone(), absorbed, waiting);
    }

    /** The block that rows are to be written into, from {@link #blockOffset()} on, at most {@link #room()} of them. */
    public float[] block() {
        return block;
    }

    /** Where in the block the next row begins. */
    public int blockOffset() {
        return filled * columns;
    }

    /** How many rows the block has room for; at least one. */
    public int room() {
        return sketch.blockRows() - filled;
    }

    /** Takes in {@code rows} rows that were just written into the block. */
    public void commit(int rows) {
        if (rows < 0 || rows > room()) {
            throw new IllegalArgumentException(rows + " rows where there is room for " + room());
        }
        filled += rows;
        if (filled == sketch.blockRows()) {
            absorbBlock();
        }
    }

    private void absorbBlock() {
        if (!centered) {
            sketch.absorb(block, filled, null, null);
        } else {
            averageBlock();
            boolean jumped = addToMean(blockMean, filled);
            // A row alone is its own mean: only the jump is left of it.
            int own = filled == 1 ? 0 : filled;
            sketch.absorb(block, own, blockMean, jumped ? jump : null);
        }
        absorbed += filled;
        filled = 0;
    }

    private void averageBlock() {
        workers.split(
                columns, SLICE, (from, to) -> Backend.active().columnSums(block, filled, columns, blockMean, from, to));
        for (int j = 0; j < columns; j++) {
            blockMean[j] /= filled;
        }
    }

    /** Moves the mean by {@code rows} rows with another mean and writes the jump; false if there was no mean before. */
    private boolean addToMean(double[] otherMean, long rows) {
        double total = (double) absorbed + rows;
        double weight = Math.sqrt(absorbed * (rows / total));
        double share = rows / total;
        for (int j = 0; j < columns; j++) {
            double difference = otherMean[j] - mean[j];
            jump[j] = weight * difference;
            mean[j] += share * difference;
        }
        return absorbed > 0;
    }

    /** Takes in another sketch: afterwards this stands for the rows of both. The other is not changed. */
    public void merge(CenteredSketch other) {
        if (other.centered != centered) {
            throw new IllegalArgumentException("one sketch is centred and the other is not");
        }
        if (other.columns != columns) {
            throw new IllegalArgumentException("sketches of " + columns + " and " + other.columns + " columns");
        }
        CenteredSketch whole = other.flushed();
        if (whole.absorbed == 0) {
            return;
        }
        boolean jumped = centered && addToMean(whole.mean, whole.absorbed);
        sketch.merge(whole.sketch.state(), jumped ? jump : null);
        absorbed += whole.absorbed;
    }

    /** A copy without rows waiting in the block. */
    private CenteredSketch flushed() {
        CenteredSketch copy = copy();
        if (copy.filled > 0) {
            copy.absorbBlock();
        }
        return copy;
    }

    private CenteredSketch copy() {
        CenteredSketch copy = new CenteredSketch(sketch.copy(), centered, workers);
        System.arraycopy(block, 0, copy.block, 0, filled * columns);
        System.arraycopy(mean, 0, copy.mean, 0, mean.length);
        copy.filled = filled;
        copy.absorbed = absorbed;
        return copy;
    }

    /**
     * All rows so far, decomposed.
     *
     * @param summary the sketch of the (centred) rows
     * @param mean the mean of the rows, or null if not centred; owned by this record
     * @param rows how many there are
     */
    public record Snapshot(SketchSummary summary, double @Nullable [] mean, long rows) {}

    /** The rows so far, those in the block included. Changes nothing. */
    public Snapshot snapshot() {
        CenteredSketch whole = filled > 0 ? flushed() : this;
        return new Snapshot(whole.sketch.summary(), centered ? whole.mean.clone() : null, whole.absorbed);
    }

    /** All rows so far. */
    public long rows() {
        return absorbed + filled;
    }

    /** The bytes held, work space included. */
    public long workingBytes() {
        return sketch.workingBytes() + 4L * block.length + 8L * (mean.length + blockMean.length + jump.length);
    }
}
