package io.github.skpca.internal.sketch;

import io.github.skpca.Forgetting;
import io.github.skpca.ShrinkRule;
import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import org.jspecify.annotations.Nullable;

/**
 * A sketch of rows about their mean, as exact as if the mean had been known from the start; or, if asked, about zero.
 *
 * <p>Used by one thread; owns the block that rows are written into.
 */
public final class CenteredSketch implements RowSketch {
    /*
     * Rows gather in a block of fixed length, so that a result does not depend on how rows arrived. For a full block of b
     * rows with mean c, after n rows with mean mu, the centred scatter of all n + b rows is the scatter before, plus that of
     * the block about c, plus n b / (n + b) (mu - c)(mu - c)'. So the sketch is fed the rows z - c and one more,
     * sqrt(n b / (n + b)) (mu - c): what it was fed has the centred scatter exactly, and every bound carries over. A merge
     * adds the same kind of row for the two means.
     *
     * With a half-life h row i weighs v_i = 2^(-(T - t_i)/h), T being the latest time seen. A block moves T to T', which takes the
     * factor g = 2^(-(T' - T)/h) off all that is there: B'B, and with it delta, rounding and ||A||_F^2, and the sum of weights w; the
     * mean stays. With w_b the sum of the block's own weights and c its weighted mean, the sketch is fed
     * sqrt(v_i) (z_i - c) and sqrt(g w w_b / (g w + w_b)) (mu - c), whose scatter is the weighted one about the weighted mean.
     * Rounding sqrt(v_i) (z_i - c) to float, u = 2^-24, moves the block's scatter by at most (2u + u^2) times its trace. What the
     * rounding of means and of jump rows adds is in MeanRounding.
     */
    private static final int SLICE = 64;

    private static final int SLICE_ROWS = 16;

    private static final double FLOAT_ROUNDOFF = 0x1p-24;

    private final boolean centered;
    private final MatrixSketch sketch;
    private final Workers workers;
    private final @Nullable Aging aging;
    private final int columns;
    private final float[] block;
    private final double[] mean;
    private final double[] blockMean;
    private final double[] jump;
    private int filled;
    private long absorbed;
    private double weight;
    private double jumpLength;

    /** A sketch that takes its rows about their mean if {@code centered}, on the caller's thread. */
    public CenteredSketch(MatrixSketch sketch, boolean centered) {
        this(sketch, centered, Workers.callerOnly());
    }

    /** A sketch that takes its rows about their mean if {@code centered}. */
    public CenteredSketch(MatrixSketch sketch, boolean centered, Workers workers) {
        this(sketch, centered, Forgetting.none(), workers);
    }

    /**
     * A sketch that takes its rows about their mean if {@code centered}, and forgets them.
     *
     * @param forgetting none or a half-life; a window is a {@link WindowSketch}
     */
    public CenteredSketch(MatrixSketch sketch, boolean centered, Forgetting forgetting, Workers workers) {
        if (forgetting instanceof Forgetting.Window) {
            throw new IllegalArgumentException("a window is not kept by weights");
        }
        this.aging = forgetting instanceof Forgetting.HalfLife life ? new Aging(life, sketch.blockRows()) : null;
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
     * @param ages what is known of the ages of rows
     * @param window what a window keeps beside its sketch, or null without one
     */
    public record State(
            SketchState sketch,
            double[] mean,
            long absorbed,
            float[] block,
            Ages ages,
            WindowSketch.@Nullable Past window) {
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
            if (ages.weight() > absorbed) {
                throw new IllegalArgumentException(absorbed + " rows that weigh " + ages.weight());
            }
            if (ages.times().length != 0 && ages.times().length != block.length / sketch.columns()) {
                throw new IllegalArgumentException("the block does not hold a time a row");
            }
        }

        /** A state of rows that are not forgotten. */
        public State(SketchState sketch, double[] mean, long absorbed, float[] block) {
            this(sketch, mean, absorbed, block, Ages.none(absorbed), null);
        }

        /** All rows: absorbed and waiting. */
        public long rows() {
            return absorbed + block.length / sketch.columns();
        }
    }

    /**
     * What is known of the ages of rows.
     *
     * @param weight the sum of the weights of the rows absorbed; their number if none are forgotten
     * @param latest the latest time among them, 0 if rows have no times
     * @param times those of the rows that wait in the block; empty if rows have no times
     */
    public record Ages(double weight, double latest, double[] times) {
        /** Checks the ranges, because it may come from a file. */
        public Ages {
            if (!(weight >= 0) || !Double.isFinite(latest)) {
                throw new IllegalArgumentException("a weight of " + weight + " at the time " + latest);
            }
            for (double time : times) {
                if (!Double.isFinite(time)) {
                    throw new IllegalArgumentException("a time of the block is not finite");
                }
            }
        }

        /** Of rows that are not forgotten. */
        static Ages none(long rows) {
            return new Ages((double) Math.max(0, rows), 0, new double[0]);
        }
    }

    /** Goes on from a state, on the caller's thread. */
    public static CenteredSketch restore(ShrinkRule rule, int size, State state) {
        return restore(rule, size, state, 0, Workers.callerOnly());
    }

    /** Goes on from a state, with the given seed and threads. */
    public static CenteredSketch restore(ShrinkRule rule, int size, State state, long seed, Workers workers) {
        MatrixSketch empty = MatrixSketch.create(rule, state.sketch().columns(), size, seed, workers);
        return restore(empty, state, Forgetting.none(), workers);
    }

    /** Goes on from a state of rows that are not forgotten; {@code empty} becomes the result's. */
    public static CenteredSketch restore(MatrixSketch empty, State state, Workers workers) {
        return restore(empty, state, Forgetting.none(), workers);
    }

    /**
     * Goes on from a state.
     *
     * @param empty an empty sketch that is to take in that of the state; owned by the result
     * @param forgetting what the state was made with
     */
    public static CenteredSketch restore(MatrixSketch empty, State state, Forgetting forgetting, Workers workers) {
        empty.merge(state.sketch(), null);
        CenteredSketch restored = new CenteredSketch(empty, state.mean().length > 0, forgetting, workers);
        if (state.block().length >= restored.block.length) {
            throw new IllegalArgumentException("the block holds more rows than it can");
        }
        System.arraycopy(state.mean(), 0, restored.mean, 0, state.mean().length);
        System.arraycopy(state.block(), 0, restored.block, 0, state.block().length);
        restored.filled = state.block().length / restored.columns;
        restored.absorbed = state.absorbed();
        restored.weight = state.ages().weight();
        if (restored.aging != null) {
            restored.aging.set(state.ages(), restored.filled);
        }
        return restored;
    }

    @Override
    public State state() {
        float[] waiting = java.util.Arrays.copyOf(block, filled * columns);
        Ages ages = aging == null ? Ages.none(absorbed) : aging.ages(weight, filled);
        return new State(sketch.state(), mean.clone(), absorbed, waiting, ages, null);
    }

    /** The state without waiting rows: they are absorbed, though their block is not full. Changes nothing here. */
    public State wholeState() {
        return flushed().state();
    }

    @Override
    public float[] block() {
        return block;
    }

    @Override
    public int blockOffset() {
        return filled * columns;
    }

    @Override
    public int room() {
        return sketch.blockRows() - filled;
    }

    @Override
    public void commit(int rows) {
        requireRoom(rows);
        if (aging != null && aging.hasTimes()) {
            throw new IllegalArgumentException("rows without their times where they age by them");
        }
        take(rows);
    }

    @Override
    public void commit(double[] times, int first, int rows) {
        requireRoom(rows);
        if (aging == null || !aging.hasTimes()) {
            throw new IllegalArgumentException("times of rows that do not age by them");
        }
        aging.keep(times, first, filled, rows);
        take(rows);
    }

    private void requireRoom(int rows) {
        if (rows < 0 || rows > room()) {
            throw new IllegalArgumentException(rows + " rows where there is room for " + room());
        }
    }

    private void take(int rows) {
        filled += rows;
        if (filled == sketch.blockRows()) {
            absorbBlock();
        }
    }

    private void absorbBlock() {
        if (aging != null) {
            absorbAging(aging);
        } else if (!centered) {
            sketch.absorb(block, filled, null, null);
            weight += filled;
        } else {
            averageBlock();
            double squares = Backend.active().sumOfSquares(block, 0, filled * columns);
            double ofBlock = MeanRounding.ofBlock(filled, squares, filled);
            double ofMeans = ofBlock + ofMean();
            double before = sketch.squaredNorm();
            boolean jumped = addToMean(blockMean, filled);
            // A row alone is its own mean: only the jump is left of it.
            int own = filled == 1 ? 0 : filled;
            sketch.absorb(block, own, blockMean, jumped ? jump : null);
            sketch.addRounding(MeanRounding.ofScatter(filled, ofBlock, sketch.squaredNorm() - before)
                    + (jumped ? MeanRounding.ofJump(jumpLength, ofMeans, jump) : 0));
        }
        absorbed += filled;
        filled = 0;
    }

    /** What rounding may have moved the mean by. */
    private double ofMean() {
        return weight > 0 ? MeanRounding.ofMean(absorbed, sketch.blockRows(), sketch.squaredNorm(), weight, mean) : 0;
    }

    /** As the comment above has it. The block's rows are overwritten with what is fed, which is all they are still needed for. */
    private void absorbAging(Aging ages) {
        fade(ages.absorb(filled));
        double[] weights = ages.weights();
        double added = 0;
        for (int i = 0; i < filled; i++) {
            added += weights[i];
        }
        if (added == 0) {
            return;
        }
        boolean jumped = false;
        double ofMeans = 0;
        if (centered) {
            averageWeighted(weights, added);
            double ofBlock = MeanRounding.ofBlock(filled, weightedSquares(weights), added);
            ofMeans = ofBlock + ofMean();
            sketch.addRounding(MeanRounding.ofScatter(added, ofBlock, 0));
            jumped = addToMean(blockMean, added);
        } else {
            weight += added;
        }
        int own = centered && filled == 1 ? 0 : filled;
        workers.split(own, SLICE_ROWS, (from, to) -> weigh(weights, from, to));
        double scatter = Backend.active().sumOfSquares(block, 0, own * columns);
        sketch.absorb(block, own, null, jumped ? jump : null);
        sketch.addRounding(
                3 * FLOAT_ROUNDOFF * scatter + (jumped ? MeanRounding.ofJump(jumpLength, ofMeans, jump) : 0));
    }

    private double weightedSquares(double[] weights) {
        double sum = 0;
        for (int i = 0; i < filled; i++) {
            sum += weights[i] * Backend.active().sumOfSquares(block, i * columns, columns);
        }
        return sum;
    }

    private void fade(double factor) {
        if (factor < 1) {
            sketch.decay(factor);
            weight *= factor;
        }
    }

    private void averageWeighted(double[] weights, double sum) {
        workers.split(columns, SLICE, (from, to) -> {
            java.util.Arrays.fill(blockMean, from, to, 0.0);
            for (int i = 0; i < filled; i++) {
                double share = weights[i] / sum;
                for (int j = from; j < to; j++) {
                    blockMean[j] += share * block[i * columns + j];
                }
            }
        });
    }

    private void weigh(double[] weights, int from, int to) {
        for (int i = from; i < to; i++) {
            double root = Math.sqrt(weights[i]);
            int at = i * columns;
            for (int j = 0; j < columns; j++) {
                block[at + j] = (float) (root * (block[at + j] - (centered ? blockMean[j] : 0)));
            }
        }
    }

    private void averageBlock() {
        workers.split(
                columns, SLICE, (from, to) -> Backend.active().columnSums(block, filled, columns, blockMean, from, to));
        for (int j = 0; j < columns; j++) {
            blockMean[j] /= filled;
        }
    }

    /** Moves the mean by rows with another mean and writes the jump; false if there was no mean before. */
    private boolean addToMean(double[] otherMean, double otherWeight) {
        double before = weight;
        double total = before + otherWeight;
        double length = Math.sqrt(before * (otherWeight / total));
        // From the heavier side: a step that is as long as the mean was far away would leave rounding of that size.
        boolean isHeavier = before >= otherWeight;
        double share = (isHeavier ? otherWeight : before) / total;
        for (int j = 0; j < columns; j++) {
            double difference = otherMean[j] - mean[j];
            jump[j] = length * difference;
            mean[j] = isHeavier ? mean[j] + share * difference : otherMean[j] - share * difference;
        }
        jumpLength = length;
        weight = total;
        return before > 0;
    }

    /**
     * Takes in another sketch: afterwards this stands for the rows of both. The other is not changed. With a half-life in time both
     * are aged to the latest time of the two; with one in rows every row keeps the age that it has in its own stream.
     */
    @Override
    public void merge(RowSketch sketched) {
        if (!(sketched instanceof CenteredSketch other) || !sameLife(other)) {
            throw new IllegalArgumentException("one sketch does not forget as the other does");
        }
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
        if (aging != null && whole.aging != null) {
            // Rows that wait are younger than the sketch: they have to be in it before another can be of the same age.
            if (filled > 0) {
                absorbBlock();
            }
            aging.start(whole.aging.latest());
            double common = Math.max(aging.latest(), whole.aging.latest());
            whole.fade(whole.aging.advance(common));
            fade(aging.advance(common));
        }
        boolean jumped = false;
        double ofMeans = 0;
        if (centered) {
            ofMeans = ofMean() + whole.ofMean();
            jumped = addToMean(whole.mean, whole.weight);
        } else {
            weight += whole.weight;
        }
        sketch.merge(whole.sketch.state(), jumped ? jump : null);
        if (jumped) {
            sketch.addRounding(MeanRounding.ofJump(jumpLength, ofMeans, jump));
        }
        absorbed += whole.absorbed;
    }

    private boolean sameLife(CenteredSketch other) {
        if (aging == null || other.aging == null) {
            return aging == other.aging;
        }
        return aging.life().equals(other.aging.life());
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
        Forgetting forgetting = aging == null ? Forgetting.none() : aging.life();
        CenteredSketch copy = new CenteredSketch(sketch.copy(), centered, forgetting, workers);
        System.arraycopy(block, 0, copy.block, 0, filled * columns);
        System.arraycopy(mean, 0, copy.mean, 0, mean.length);
        copy.filled = filled;
        copy.absorbed = absorbed;
        copy.weight = weight;
        if (aging != null && copy.aging != null) {
            copy.aging.set(aging.ages(weight, filled), filled);
        }
        return copy;
    }

    /**
     * All rows so far, decomposed.
     *
     * @param summary the sketch of the (centred) rows
     * @param mean the mean of the rows, or null if not centred; owned by this record
     * @param rows how many have come
     * @param weight the sum of their weights; their number if none are forgotten
     * @param latest the latest time among them, 0 if rows have no times
     * @param window the state of a window, which cannot be gone on with from its summary; null without one
     */
    public record Snapshot(
            SketchSummary summary,
            double @Nullable [] mean,
            long rows,
            double weight,
            double latest,
            @Nullable State window) {
        /** Of rows that are not forgotten. */
        public Snapshot(SketchSummary summary, double @Nullable [] mean, long rows) {
            this(summary, mean, rows, (double) rows, 0, null);
        }
    }

    @Override
    public Snapshot snapshot() {
        CenteredSketch whole = filled > 0 ? flushed() : this;
        double latest = whole.aging == null ? 0 : whole.aging.latest();
        return new Snapshot(
                whole.sketch.summary(),
                centered ? whole.mean.clone() : null,
                whole.absorbed,
                whole.weight,
                latest,
                null);
    }

    @Override
    public long rows() {
        return absorbed + filled;
    }

    @Override
    public long workingBytes() {
        long ages = aging == null ? 0 : aging.bytes();
        return sketch.workingBytes() + 4L * block.length + 8L * (mean.length + blockMean.length + jump.length) + ages;
    }
}
