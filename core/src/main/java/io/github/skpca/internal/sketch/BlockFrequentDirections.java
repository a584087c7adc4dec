package io.github.skpca.internal.sketch;

import io.github.skpca.ShrinkRule;
import io.github.skpca.Workers;
import org.jspecify.annotations.Nullable;

/**
 * Frequent Directions a large block at a time: one small eigenproblem for thousands of rows.
 *
 * <p>Used by one thread, which may share the work inside a block with others.
 */
final class BlockFrequentDirections implements MatrixSketch {
    static final int BLOCK_ROWS = 2048;

    private final int columns;
    private final int size;
    private final BlockShrink shrink;
    private SketchState state;

    /** With a range finder, if there are enough columns for it to leave something out. */
    BlockFrequentDirections(int columns, int size, long seed, Workers workers) {
        this(
                columns,
                size,
                RangeFinder.suits(columns, size)
                        ? new RangeFinderShrink(columns, size, seed, workers)
                        : new ExactBlockShrink(columns, size, workers));
    }

    private BlockFrequentDirections(int columns, int size, BlockShrink shrink) {
        // The exact sketch checks both sizes.
        this.state = new FrequentDirections(ShrinkRule.FAST, columns, size).state();
        this.columns = columns;
        this.size = size;
        this.shrink = shrink;
    }

    /** Without a range finder: every block is shrunk exactly, so nothing is left to chance. For few columns. */
    static BlockFrequentDirections exact(int columns, int size, Workers workers) {
        return new BlockFrequentDirections(columns, size, new ExactBlockShrink(columns, size, workers));
    }

    @Override
    public int columns() {
        return columns;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public SketchAlgorithm algorithm() {
        return SketchAlgorithm.FREQUENT_DIRECTIONS_BLOCK;
    }

    @Override
    public int blockRows() {
        return BLOCK_ROWS;
    }

    @Override
    public void absorb(float[] block, int count, double @Nullable [] mean, double @Nullable [] jump) {
        state = shrink.absorb(state, block, count, mean, jump);
    }

    @Override
    public void merge(SketchState other, double @Nullable [] jump) {
        MatrixSketch.requireColumns(other, columns);
        SketchState given = other.byRows();
        if (state.squaredNorm() == 0 && jump == null && given.count() <= shrink.keptRows()) {
            state = given;
            return;
        }
        FrequentDirections exact = exactly();
        exact.merge(given, jump);
        state = exact.summary().state();
    }

    /** An exact sketch of the same rows. */
    private FrequentDirections exactly() {
        FrequentDirections exact = new FrequentDirections(ShrinkRule.FAST, columns, shrink.keptRows());
        exact.merge(state, null);
        return exact;
    }

    @Override
    public void decay(double factor) {
        state = state.decayed(factor);
    }

    @Override
    public void addRounding(double added) {
        state = state.withRounding(added);
    }

    @Override
    public double squaredNorm() {
        return state.squaredNorm();
    }

    @Override
    public SketchState state() {
        return state;
    }

    @Override
    public SketchSummary summary() {
        return exactly().summary(size);
    }

    @Override
    public MatrixSketch copy() {
        BlockFrequentDirections copy = new BlockFrequentDirections(columns, size, shrink.copy());
        copy.state = state;
        return copy;
    }

    /** Includes the arrays for a block, which are allocated when the first one comes, and two sketches, the last and the next. */
    @Override
    public long workingBytes() {
        return 8L * 2 * shrink.keptRows() * columns + shrink.bytes();
    }
}
