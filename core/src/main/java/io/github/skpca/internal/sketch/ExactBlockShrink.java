package io.github.skpca.internal.sketch;

import io.github.skpca.Workers;
import org.jspecify.annotations.Nullable;

/** The shrink of a block with few columns: A'A itself is small, so one exact eigenproblem serves all rows of the block. */
final class ExactBlockShrink implements BlockShrink {
    private final int columns;
    private final int size;
    private final Workers workers;
    private final DoubleGramUpdate update;

    ExactBlockShrink(int columns, int size, Workers workers) {
        this.columns = columns;
        this.size = size;
        this.workers = workers;
        this.update = new DoubleGramUpdate(columns, workers);
    }

    @Override
    public int keptRows() {
        return size;
    }

    @Override
    public SketchState absorb(
            SketchState b, float[] block, int count, double @Nullable [] mean, double @Nullable [] jump) {
        GramMatrix gram = new GramMatrix(columns, workers);
        update.add(block, count, mean, gram);
        if (jump != null) {
            gram.addRows(jump, 1);
        }
        double added = gram.squaredNorm();
        gram.addRows(b.rows(), b.count());
        GramShrink shrunk = GramShrink.cut(gram.entries(), columns, size, workers);
        return new SketchState(
                shrunk.rows(),
                shrunk.squares().length,
                columns,
                b.delta() + shrunk.cut(),
                b.rounding() + gram.takeRounding() + 2 * shrunk.slack(),
                b.squaredNorm() + added,
                b.certificate());
    }

    @Override
    public BlockShrink copy() {
        return new ExactBlockShrink(columns, size, workers);
    }

    /** Includes the matrix and its decomposition. */
    @Override
    public long bytes() {
        return update.bytes() + 8L * 4 * columns * columns;
    }
}
