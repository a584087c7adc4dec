package io.github.skpca.internal.sketch;

import io.github.skpca.Forgetting;
import io.github.skpca.Workers;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * A sketch of rows about their mean, as exact as if the mean had been known from the start; optionally about zero.
 *
 * <p>Used by one thread; owns the block that rows are written into.
 */
public final class CenteredSketch implements RowSketch {
    private final CenteredScatter scatter;
    private final Workers workers;
    private final @Nullable Aging aging;
    private final int columns;
    private final float[] block;
    private int filled;

    /** A sketch, about the mean of its rows if {@code centered}, on the caller's thread. */
    public CenteredSketch(MatrixSketch sketch, boolean centered) {
        this(sketch, centered, Workers.callerOnly());
    }

    /** A sketch, about the mean of its rows if {@code centered}. */
    public CenteredSketch(MatrixSketch sketch, boolean centered, Workers workers) {
        this(sketch, centered, Forgetting.none(), workers);
    }

    /**
     * A sketch that forgets its rows, about their mean if {@code centered}.
     *
     * @param forgetting none or a half-life; a window is a {@link WindowSketch}
     */
    public CenteredSketch(MatrixSketch sketch, boolean centered, Forgetting forgetting, Workers workers) {
        this(new CenteredScatter(sketch, centered, workers), forgetting, workers);
    }

    private CenteredSketch(CenteredScatter scatter, Forgetting forgetting, Workers workers) {
        if (forgetting instanceof Forgetting.Window) {
            throw new IllegalArgumentException("a window is not kept by weights");
        }
        int blockRows = scatter.sketch().blockRows();
        this.aging = forgetting instanceof Forgetting.HalfLife life ? new Aging(life, blockRows) : null;
        this.scatter = scatter;
        this.workers = workers;
        this.columns = scatter.sketch().columns();
        this.block = new float[Math.multiplyExact(blockRows, columns)];
    }

    /**
     * All that is needed to resume: seven components, because a file holds each of them.
     *
     * @param sketch the sketch of the rows absorbed
     * @param mean their mean, or empty if not centred
     * @param absorbed how many rows were absorbed
     * @param block the rows that wait in the block, row-major
     * @param ages the weights and times of rows
     * @param remainder what the features of the rows absorbed leave of them
     * @param window what a window keeps beside its sketch, or null without one
     */
    public record State(
            SketchState sketch,
            double[] mean,
            long absorbed,
            float[] block,
            Ages ages,
            Remainder remainder,
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
                throw new IllegalArgumentException("the block does not hold one time per row");
            }
        }

        /** A state without forgetting. */
        public State(SketchState sketch, double[] mean, long absorbed, float[] block) {
            this(sketch, mean, absorbed, block, Ages.none(absorbed), Remainder.NONE, null);
        }

        /** All rows: absorbed and waiting. */
        public long rows() {
            return absorbed + block.length / sketch.columns();
        }

        /** Of a Gram matrix, the sum of w z z' over the rows absorbed, about zero instead of about their mean; a copy. */
        public double[] gram() {
            double[] gram = sketch.rows().clone();
            int r = mean.length;
            for (int i = 0; i < r; i++) {
                for (int j = 0; j < r; j++) {
                    gram[i * r + j] += ages.weight() * mean[i] * mean[j];
                }
            }
            return gram;
        }
    }

    /**
     * The weights and times of rows.
     *
     * @param weight the sum of the weights of the rows absorbed; their number if none are forgotten
     * @param latest the latest time among the rows absorbed, 0 if rows have no times
     * @param times the times of the rows that wait in the block; empty if rows have no times
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

        /** Ages without forgetting. */
        static Ages none(long rows) {
            return new Ages((double) Math.max(0, rows), 0, new double[0]);
        }
    }

    /** Resumes from a state without forgetting; {@code empty} is owned by the result. */
    public static CenteredSketch restore(MatrixSketch empty, State state, Workers workers) {
        return restore(empty, state, Forgetting.none(), workers);
    }

    /**
     * Resumes from a state.
     *
     * @param empty an empty sketch, which absorbs the sketch of the state; owned by the result
     * @param forgetting the one that the state was made with
     */
    public static CenteredSketch restore(MatrixSketch empty, State state, Forgetting forgetting, Workers workers) {
        empty.merge(state.sketch(), null);
        CenteredSketch restored = new CenteredSketch(empty, state.mean().length > 0, forgetting, workers);
        if (state.block().length >= restored.block.length) {
            throw new IllegalArgumentException("the block holds more rows than it can");
        }
        restored.scatter.set(state.mean(), state.absorbed(), state.ages().weight(), state.remainder());
        restored.setBlock(state.block(), state.block().length / restored.columns, state.ages());
        return restored;
    }

    private void setBlock(float[] rows, int count, Ages ages) {
        System.arraycopy(rows, 0, block, 0, count * columns);
        filled = count;
        if (aging != null) {
            aging.set(ages, filled);
        }
    }

    @Override
    public State state() {
        float[] waiting = Arrays.copyOf(block, filled * columns);
        return new State(
                scatter.sketch().state(),
                scatter.mean().clone(),
                scatter.rows(),
                waiting,
                ages(),
                scatter.remainder(),
                null);
    }

    /** The state of the rows absorbed, without those that wait in the block. */
    public State absorbedState() {
        return new State(
                scatter.sketch().state(),
                scatter.mean().clone(),
                scatter.rows(),
                new float[0],
                aging == null ? Ages.none(scatter.rows()) : aging.ages(scatter.weight(), 0),
                scatter.remainder(),
                null);
    }

    /** The state with the rows that wait in the block absorbed, though it is not full. Changes nothing here. */
    public State wholeState() {
        return flushed().state();
    }

    private Ages ages() {
        return aging == null ? Ages.none(scatter.rows()) : aging.ages(scatter.weight(), filled);
    }

    /** How many rows were absorbed: all but those in the block. */
    public long absorbed() {
        return scatter.rows();
    }

    /** m, the width of a row. */
    public int columns() {
        return columns;
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
    public int freeRows() {
        return block.length / columns - filled;
    }

    @Override
    public void commit(int rows) {
        RowSketch.requireFree(this, rows);
        if (aging != null && aging.hasTimes()) {
            throw new IllegalArgumentException("rows without their times where they age by them");
        }
        add(rows);
    }

    @Override
    public void commit(double[] times, int first, int rows) {
        RowSketch.requireFree(this, rows);
        if (aging == null || !aging.hasTimes()) {
            throw new IllegalArgumentException("times of rows that do not age by them");
        }
        aging.keep(times, first, filled, rows);
        add(rows);
    }

    private void add(int rows) {
        filled += rows;
        if (freeRows() == 0) {
            absorbBlock();
        }
    }

    /** Rows are collected in a block of fixed length, so that a result does not depend on how rows arrived. */
    private void absorbBlock() {
        if (aging == null) {
            scatter.absorb(block, filled);
        } else {
            scatter.decay(aging.absorb(filled));
            scatter.absorbWeighted(block, filled, aging.weights());
        }
        filled = 0;
    }

    /**
     * Merges another sketch: afterwards this stands for the rows of both. The other is not changed. With a half-life in time both
     * are aged to the later of their latest times; with a half-life in rows every row keeps the age that it has in its own stream.
     */
    @Override
    public void merge(RowSketch sketched) {
        if (!(sketched instanceof CenteredSketch other) || !sameLife(other)) {
            throw new IllegalArgumentException("one sketch does not forget as the other does");
        }
        if (other.scatter.isCentered() != scatter.isCentered()) {
            throw new IllegalArgumentException("one sketch is centred and the other is not");
        }
        if (other.columns != columns) {
            throw new IllegalArgumentException("sketches of " + columns + " and " + other.columns + " columns");
        }
        CenteredSketch whole = other.flushed();
        if (whole.scatter.rows() == 0) {
            return;
        }
        if (aging != null && whole.aging != null) {
            // Waiting rows are younger than the sketch: absorb them before both sketches are brought to the same age.
            if (filled > 0) {
                absorbBlock();
            }
            aging.start(whole.aging.latest());
            double common = Math.max(aging.latest(), whole.aging.latest());
            whole.scatter.decay(whole.aging.advance(common));
            scatter.decay(aging.advance(common));
        }
        scatter.merge(whole.scatter);
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
        CenteredSketch copy = new CenteredSketch(scatter.copy(), forgetting, workers);
        copy.setBlock(block, filled, ages());
        return copy;
    }

    /**
     * All rows so far, decomposed: seven components, because a model keeps each of them.
     *
     * @param summary the sketch of the (centred) rows
     * @param mean the mean of the rows, or null if not centred; owned by this record
     * @param rows how many rows have come
     * @param weight the sum of their weights; their number if none are forgotten
     * @param latest the latest time among them, 0 if rows have no times
     * @param remainder what the features of the rows leave of them
     * @param window the state of a window, which is not resumable from its summary; null without one
     */
    public record Snapshot(
            SketchSummary summary,
            double @Nullable [] mean,
            long rows,
            double weight,
            double latest,
            Remainder remainder,
            @Nullable State window) {
        /** A snapshot without forgetting. */
        public Snapshot(SketchSummary summary, double @Nullable [] mean, long rows) {
            this(summary, mean, rows, (double) rows, 0, Remainder.NONE, null);
        }
    }

    @Override
    public Snapshot snapshot() {
        CenteredSketch whole = filled > 0 ? flushed() : this;
        CenteredScatter now = whole.scatter;
        double latest = whole.aging == null ? 0 : whole.aging.latest();
        double[] mean = now.isCentered() ? now.mean().clone() : null;
        return new Snapshot(now.sketch().summary(), mean, now.rows(), now.weight(), latest, now.remainder(), null);
    }

    @Override
    public long rows() {
        return scatter.rows() + filled;
    }

    @Override
    public long workingBytes() {
        long ages = aging == null ? 0 : aging.bytes();
        return scatter.bytes() + 4L * block.length + ages;
    }
}
