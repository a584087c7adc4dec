package io.github.skpca.internal.sketch;

import io.github.skpca.Forgetting;
import io.github.skpca.ShrinkRule;
import io.github.skpca.Workers;

/**
 * The sizes with which a window keeps its error bound.
 *
 * @param window N and epsilon
 * @param columns m
 * @param size l, the most rows of a summary
 * @param largestSquaredNorm M, an upper bound on ||z||^2
 */
public record WindowPlan(Forgetting.Window window, int columns, int size, double largestSquaredNorm) {
    /*
     * Choose the threshold theta = epsilon N M / 4, chunks of c <= epsilon N / 16 rows and a sketch of r >= (4 + epsilon / 4) / epsilon
     * rows. The errors of WindowSketch are theta, 4 c M, and the shrinks (N + c) M / r + theta. Each of these four terms is at most
     * epsilon N M / 4, so together they are at most epsilon N M.
     */
    private static final int MOST_BLOCK_ROWS = 2048;
    private static final int MOST_STACKED_ROWS = 512;

    /** Up to this many columns, and for blocks that are long enough, the Gram matrix of a block is decomposed directly. */
    private static final int NARROW = 200;

    /** Checks that the norm is bounded. */
    public WindowPlan {
        if (!(largestSquaredNorm > 0) || Double.isInfinite(largestSquaredNorm)) {
            throw new IllegalArgumentException("a window needs features of bounded length");
        }
    }

    /** c, the rows of a chunk, whose sum is kept: the resolution at which the beginning of the window is known. */
    public long chunkRows() {
        return mostChunkRows() / blockRows() * blockRows();
    }

    private long mostChunkRows() {
        return Math.max(1, (long) Math.floor(window.epsilon() * window.rows() / 16));
    }

    /** b, the rows of a block; a chunk consists of whole blocks. */
    public int blockRows() {
        return (int) Math.min(mostChunkRows(), isNarrow() ? MOST_BLOCK_ROWS : MOST_STACKED_ROWS);
    }

    private boolean isNarrow() {
        return columns <= NARROW && mostChunkRows() >= MOST_STACKED_ROWS;
    }

    /** r, the rows of the sketch S of what is not set aside. */
    public int sketchRows() {
        return Math.max(size, (int) Math.ceil((4 + window.epsilon() / 4) / window.epsilon()));
    }

    /** theta: a direction with at least this weight is set aside, with the number of the last row. */
    public double threshold() {
        return window.epsilon() * window.rows() * largestSquaredNorm / 4;
    }

    /** The most rows that are set aside at any time, plus one for rounding. */
    public int mostSetAside() {
        double share = 1 + (double) chunkRows() / window.rows();
        return (int) Math.ceil(4 * share / window.epsilon()) + sketchRows() + 1;
    }

    /** The most chunks that are kept at any time. */
    public int mostChunks() {
        return (int) (window.rows() / chunkRows()) + 4;
    }

    /** tau: the last end of a chunk that is not after the beginning of the window over the first {@code rows} rows. */
    long begin(long rows) {
        long before = Math.max(0, rows - window.rows());
        return before - before % chunkRows();
    }

    /** The first chunk that is kept: the one that ends at tau, for the weight of S there. */
    long firstChunk(long rows) {
        return Math.max(0, begin(rows) / chunkRows() - 1);
    }

    /** The bytes held, work space included; a double, because a file may ask for any size. */
    public double bytes() {
        double rows = 6.0 * sketchRows() + 2.0 * mostSetAside() + mostChunks();
        double eigen = 2.0 * sketchRows() + mostSetAside();
        return 8 * columns * rows + 4.0 * columns * blockRows() + 8 * 5 * eigen * eigen;
    }

    /** An empty sketch that shrinks exactly: the failure probability of block shrinks is bounded over a stream, not over a window. */
    MatrixSketch emptySketch(Workers workers) {
        return isNarrow()
                ? BlockFrequentDirections.exact(columns, sketchRows(), workers)
                : new FrequentDirections(ShrinkRule.FAST, columns, sketchRows());
    }
}
