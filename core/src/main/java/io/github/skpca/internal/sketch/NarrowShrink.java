package io.github.skpca.internal.sketch;

import io.github.skpca.Workers;
import org.jspecify.annotations.Nullable;

/** The shrink of a block with few columns: A'A itself is small, so that one exact eigenproblem does for all rows of the block. */
final class NarrowShrink {
    private final int columns;
    private final int size;
    private final SecondMoments sums;

    NarrowShrink(int columns, int size, Workers workers) {
        this.columns = columns;
        this.size = size;
        this.sums = new SecondMoments(columns, workers);
    }

    /** The sketch of B over the rows (block_i - mean) and {@code jump}. */
    SketchState absorb(SketchState b, float[] block, int count, double @Nullable [] mean, double @Nullable [] jump) {
        double[] moments = new double[columns * columns];
        double added = sums.addBlock(block, count, mean, moments, 0);
        if (jump != null) {
            added += sums.addRows(jump, 1, moments, added);
        }
        sums.addRows(b.rows(), b.count(), moments, added);
        SecondMoments.Shrunk shrunk = sums.shrink(moments, size);
        return new SketchState(
                shrunk.rows(),
                shrunk.squares().length,
                columns,
                b.delta() + shrunk.cut(),
                b.rounding() + sums.takeRounding() + 2 * shrunk.slack(),
                b.squaredNorm() + added,
                b.certificate());
    }
}
