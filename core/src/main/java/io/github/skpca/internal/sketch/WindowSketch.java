package io.github.skpca.internal.sketch;

import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;

import java.util.Arrays;

/**
 * A sketch of the last N rows, about their mean or about zero, in memory that depends on the error and not on N.
 *
 * <p>Used by one thread; owns the block that rows are written into.
 */
public final class WindowSketch implements RowSketch {
    /*
     * A sketch S absorbs all rows, a block at a time, and shrinks exactly. After each block every direction of S with a weight of theta or
     * more is moved out of S and set aside as one row, with the number of the last row absorbed. Let L be the sum of all shrinks so far,
     * a matrix that only grows, by at most D in norm. At the end of every block
     *
     *     A'A = (set aside)'(set aside) + S'S + L     and     ||S||^2 < theta.
     *
     * For the rows after the end tau of a block, subtract the equation at tau from that at t. With B the rows set aside after tau over S,
     *
     *     A_tau'A_tau - B'B = L(t) - L(tau) - S(tau)'S(tau)     lies between -theta and D(t) - D(tau).
     *
     * Rows before tau never have to be subtracted: the rows set aside for them are dropped. tau is the last end of a chunk of c rows
     * that is not after the beginning of the window, so B has e < c rows too many. Without them the scatter about a mean is smaller, by
     * at most the sum of their (x'(z - mu))^2, 4 e M. About the mean, X = B'B - n mu mu' has the error of B'B, because the sum of
     * the rows after tau is known exactly, from one sum per chunk. Only the positive part of X is kept. This adds no more than the most
     * negative eigenvalue -nu, nu <= D(t) - D(tau). Together, for every unit x,
     *
     *     -(theta + 4 e M + nu) <= ||A_N x||^2 - ||Bx||^2 <= D(t) - D(tau).
     *
     * The size of D: a shrink by delta takes delta from each of r directions, so r (D(t) - D(tau)) is at most the trace of
     * L(t) - L(tau), which is at most (N + c) M + trace S(tau)'S(tau) < (N + c) M + r theta. WindowPlan chooses theta, r and c so that the
     * total is below epsilon N M. The rows set aside weigh theta each and (N + c) M + r theta together, which bounds their number. The
     * measured values of all these are kept, a few numbers per chunk, and a model's bound is computed from them.
     */
    private static final double DOUBLE_ROUNDOFF = 0x1p-53;

    private final WindowPlan plan;
    private final boolean centered;
    private final Workers workers;
    private final int columns;
    private final float[] block;
    private final double[] blockSum;
    private final WindowHistory history;
    private MatrixSketch sketch;
    private int filled;
    private long absorbed;

    /**
     * What a window keeps beside the sketch S.
     *
     * @param rows the rows set aside, row-major; owned by this record, not to be changed
     * @param numbers the number of the row after which each was set aside, ascending
     * @param chunks five numbers for each chunk, the oldest first and the unfinished one last: the sum of shrinks, rounding, the sum and
     *     the largest of ||z||^2, and a bound on ||S||^2 at its end
     * @param sums the sum of each chunk's rows, row-major; empty if not centred
     */
    public record Past(double[] rows, long[] numbers, double[] chunks, double[] sums) {
        /** How many numbers are kept per chunk. */
        public static final int CHUNK_NUMBERS = 5;

        /** Checks signs and order, because it may come from a file. */
        public Past {
            if (chunks.length < CHUNK_NUMBERS || chunks.length % CHUNK_NUMBERS != 0) {
                throw new IllegalArgumentException(chunks.length + " numbers are not those of whole chunks");
            }
            for (double number : chunks) {
                if (!(number >= 0) || Double.isInfinite(number)) {
                    throw new IllegalArgumentException("a number of a chunk is negative or not finite");
                }
            }
            for (int i = 1; i < numbers.length; i++) {
                if (numbers[i] < numbers[i - 1]) {
                    throw new IllegalArgumentException("the rows set aside are not in order");
                }
            }
        }

        /** How many chunks there are. */
        public int chunkCount() {
            return chunks.length / CHUNK_NUMBERS;
        }
    }

    /** A window without rows. */
    public WindowSketch(WindowPlan plan, boolean centered, Workers workers) {
        this.plan = plan;
        this.centered = centered;
        this.workers = workers;
        this.columns = plan.columns();
        this.block = new float[Math.multiplyExact(plan.blockRows(), columns)];
        this.blockSum = new double[centered ? columns : 0];
        this.history = new WindowHistory(plan, centered);
        this.sketch = plan.emptySketch(workers);
    }

    /** Resumes from a state. */
    public static WindowSketch restore(WindowPlan plan, boolean centered, CenteredSketch.State state, Workers workers) {
        WindowSketch restored = new WindowSketch(plan, centered, workers);
        Past past = fitting(plan, centered, state);
        restored.absorbed = state.absorbed();
        restored.filled = state.block().length / restored.columns;
        System.arraycopy(state.block(), 0, restored.block, 0, state.block().length);
        restored.sketch.merge(state.sketch(), null);
        restored.history.restore(past);
        return restored;
    }

    /** Refuses a state that does not belong to a window of these sizes. */
    public static void require(WindowPlan plan, boolean centered, CenteredSketch.State state) {
        fitting(plan, centered, state);
    }

    /** What a state keeps beside its sketch, if it belongs to a window of these sizes. */
    private static Past fitting(WindowPlan plan, boolean centered, CenteredSketch.State state) {
        Past past = state.window();
        if (past == null) {
            throw new IllegalArgumentException("what a window keeps is missing");
        }
        int columns = plan.columns();
        if (state.sketch().columns() != columns || past.rows().length != (long) past.numbers().length * columns) {
            throw new IllegalArgumentException("the rows set aside are not of " + columns + " columns");
        }
        if (past.sums().length != (long) past.chunkCount() * (centered ? columns : 0)) {
            throw new IllegalArgumentException("the window does not have one sum per chunk");
        }
        if (state.absorbed() % plan.blockRows() != 0 || state.block().length >= plan.blockRows() * columns) {
            throw new IllegalArgumentException("the block holds rows that should have been absorbed");
        }
        long ended = state.absorbed() / plan.chunkRows();
        if (past.chunkCount() - 1 != ended - plan.firstChunk(state.absorbed())) {
            throw new IllegalArgumentException(past.chunkCount() + " chunks after " + state.absorbed() + " rows");
        }
        if (past.numbers().length > plan.mostSetAside() || state.sketch().count() > plan.sketchRows()) {
            throw new IllegalArgumentException("the window holds more rows than its error asks for");
        }
        for (long number : past.numbers()) {
            if (number <= plan.begin(state.absorbed()) || number > state.absorbed()) {
                throw new IllegalArgumentException("row " + number + " is not one of the window");
            }
        }
        return past;
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
        return plan.blockRows() - filled;
    }

    @Override
    public void commit(int rows) {
        RowSketch.requireFree(this, rows);
        filled += rows;
        if (filled == plan.blockRows()) {
            absorbBlock();
        }
    }

    @Override
    public void commit(double[] times, int first, int rows) {
        throw new IllegalArgumentException("times of rows that do not age by them");
    }

    private void absorbBlock() {
        sum(history.current());
        sketch.absorb(block, filled, null, null);
        absorbed += filled;
        filled = 0;
        setAside(sketch.summary());
        history.advance(absorbed);
    }

    /** Adds the waiting rows of the block to a chunk's sums. */
    private void sum(WindowHistory.Chunk chunk) {
        for (int i = 0; i < filled; i++) {
            double square = Backend.active().sums().sumOfSquares(block, i * columns, columns);
            chunk.squares += square;
            chunk.largest = Math.max(chunk.largest, square);
        }
        if (centered) {
            Backend.active().sums().columnSums(block, filled, columns, blockSum, 0, columns);
            for (int j = 0; j < columns; j++) {
                chunk.sum[j] += blockSum[j];
            }
        }
    }

    /** Moves directions with a weight of theta or more out of S, and begins a new S with the rest: its sums are now the chunk's. */
    private void setAside(SketchSummary summary) {
        SketchState state = summary.state();
        int heavy = 0;
        while (heavy < state.count() && summary.squaredSingularValue(heavy + 1) >= plan.threshold()) {
            history.setAside(absorbed, state.rows(), heavy);
            heavy++;
        }
        WindowHistory.Chunk current = history.current();
        current.shrinks += state.delta();
        current.rounding += state.rounding();
        current.left = summary.squaredSingularValue(heavy + 1) + state.rounding();
        double weight = 0;
        for (int i = heavy; i < state.count(); i++) {
            weight += summary.squaredSingularValue(i + 1);
        }
        double[] rest = Arrays.copyOfRange(state.rows(), heavy * columns, state.count() * columns);
        sketch = plan.emptySketch(workers);
        sketch.merge(new SketchState(rest, state.count() - heavy, columns, 0, 0, weight), null);
    }

    @Override
    public void merge(RowSketch other) {
        throw new IllegalArgumentException("the last rows of two streams are not those of one");
    }

    @Override
    public CenteredSketch.State state() {
        float[] waiting = Arrays.copyOf(block, filled * columns);
        double weight = Math.min(absorbed, plan.window().rows());
        CenteredSketch.Ages ages = new CenteredSketch.Ages(weight, 0, new double[0]);
        return new CenteredSketch.State(
                sketch.state(), new double[0], absorbed, waiting, ages, Remainder.NONE, history.past());
    }

    @Override
    public CenteredSketch.Snapshot snapshot() {
        long rows = rows();
        long begin = plan.begin(rows);
        WindowHistory.Chunk whole = history.after(begin, absorbed);
        sum(whole);
        SketchState rest = sketch.state();
        if (filled > 0) {
            MatrixSketch copy = sketch.copy();
            copy.absorb(block, filled, null, null);
            rest = copy.summary().state();
            whole.shrinks += rest.delta();
            whole.rounding += rest.rounding();
        }
        long counted = rows - begin;
        double[] mean = centered ? whole.sum.clone() : null;
        double length = 0;
        for (int j = 0; j < columns && mean != null; j++) {
            mean[j] /= Math.max(1, counted);
            length += mean[j] * mean[j];
        }
        long extra = Math.max(0, rows - plan.window().rows()) - begin;
        double excess = whole.left + (centered ? 4.0 : 1.0) * extra * whole.largest;
        // The number of roundings in a sum over the rows of a block, the blocks of a chunk, and the chunks.
        double sums = (plan.blockRows() + (double) plan.chunkRows() / plan.blockRows() + plan.mostChunks())
                * (centered ? 4 : 0);
        double rounding = whole.rounding + sums * DOUBLE_ROUNDOFF * counted * whole.largest;
        double squaredNorm = Math.max(0, whole.squares - counted * length);
        SketchState before = new SketchState(
                new double[0],
                0,
                columns,
                whole.shrinks,
                rounding,
                squaredNorm,
                SketchState.Certificate.CERTAIN,
                false,
                excess);
        SketchSummary summary =
                new SignedRows(history.stacked(rest, begin), mean, counted, columns).summary(plan.size(), before);
        double weight = Math.min(rows, plan.window().rows());
        return new CenteredSketch.Snapshot(summary, mean, rows, weight, 0, Remainder.NONE, state());
    }

    @Override
    public long rows() {
        return absorbed + filled;
    }

    /** How many rows are kept now: set aside, in S, sums of chunks, and waiting. */
    int rowsHeld() {
        return history.rowsHeld() + sketch.state().count() + filled;
    }

    @Override
    public long workingBytes() {
        return (long) plan.bytes();
    }
}
