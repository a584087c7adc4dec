package io.github.skpca.internal.sketch;

import io.github.skpca.ShrinkRule;
import io.github.skpca.Workers;
import org.jspecify.annotations.Nullable;

/**
 * The second moments of rows with few columns, kept whole; they are shrunk to l rows only where these are asked for.
 *
 * <p>With few columns, which landmarks give, the matrix takes no more room than the stack of rows that Frequent Directions would shrink
 * again and again. Nothing is lost on the way: delta of a summary is the one eigenvalue after the l-th, the least that any l rows
 * can have, however long the stream and however many sketches were merged.
 *
 * <p>Used by one thread, which may share the work inside a block with others.
 */
final class MomentSketch implements MatrixSketch {
    /** Up to so many columns a product of all pairs of them costs less than the passes of a range finder. */
    private static final int NARROW = 200;

    /** Beyond it, not even for large sketches: a summary decomposes the whole matrix. */
    private static final int WIDEST = 512;

    private static final int BLOCK_ROWS = 2048;
    private static final double UNIT_ROUNDOFF = 0x1p-53;

    private final int columns;
    private final int size;
    private final Workers workers;
    private final SecondMoments sums;
    private double[] moments;
    private double delta;
    private double rounding;
    private double squaredNorm;
    private SketchState.Certificate certificate = SketchState.Certificate.CERTAIN;

    MomentSketch(int columns, int size, Workers workers) {
        MatrixSketch.requireSizes(columns, size);
        this.columns = columns;
        this.size = size;
        this.workers = workers;
        this.sums = new SecondMoments(columns, workers);
        this.moments = new double[Math.multiplyExact(columns, columns)];
    }

    /** Whether rows of so many columns are few enough beside l rows of a sketch. */
    static boolean suits(int columns, int size) {
        return columns <= Math.max(NARROW, Math.min(WIDEST, 4L * size));
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
    public ShrinkRule rule() {
        return ShrinkRule.BLOCK;
    }

    @Override
    public int blockRows() {
        return BLOCK_ROWS;
    }

    @Override
    public void absorb(float[] block, int count, double @Nullable [] mean, double @Nullable [] jump) {
        squaredNorm += sums.addBlock(block, count, mean, moments, squaredNorm);
        if (jump != null) {
            squaredNorm += sums.addRows(jump, 1, moments, squaredNorm);
        }
        rounding += sums.takeRounding();
    }

    /** Adds the other's matrix, or that of its rows if it is given by rows. */
    @Override
    public void merge(SketchState other, double @Nullable [] jump) {
        if (other.columns() != columns) {
            throw new IllegalArgumentException("a sketch of " + other.columns() + " columns into one of " + columns);
        }
        double total = squaredNorm + other.squaredNorm();
        if (other.isMoments()) {
            // Into nothing a matrix comes bit for bit, or a learner would not go on as it was.
            rounding += squaredNorm == 0 ? 0 : UNIT_ROUNDOFF * total;
            for (int i = 0; i < moments.length; i++) {
                moments[i] += other.rows()[i];
            }
        } else {
            sums.addRows(other.rows(), other.count(), moments, squaredNorm);
        }
        squaredNorm = total;
        if (jump != null) {
            squaredNorm += sums.addRows(jump, 1, moments, squaredNorm);
        }
        delta += other.delta();
        rounding += other.rounding() + other.excess() + sums.takeRounding();
        certificate = certificate.plus(other.certificate());
    }

    @Override
    public void decay(double factor) {
        SketchState faded = state().decayed(factor);
        moments = faded.rows();
        delta = faded.delta();
        rounding = faded.rounding();
        squaredNorm = faded.squaredNorm();
        certificate = faded.certificate();
    }

    @Override
    public void addRounding(double added) {
        rounding += added;
    }

    /** The matrix itself: its decomposition would not give back the same bits. */
    @Override
    public double squaredNorm() {
        return squaredNorm;
    }

    @Override
    public SketchState state() {
        return SketchState.ofMoments(moments.clone(), columns, delta, rounding, squaredNorm, certificate);
    }

    @Override
    public SketchSummary summary() {
        SecondMoments.Shrunk shrunk = sums.shrink(moments.clone(), size);
        SketchState state = new SketchState(
                shrunk.rows(),
                shrunk.squares().length,
                columns,
                delta + shrunk.cut(),
                rounding + 2 * shrunk.slack(),
                squaredNorm,
                certificate);
        return new SketchSummary(state, shrunk.squares());
    }

    @Override
    public MatrixSketch copy() {
        MomentSketch copy = new MomentSketch(columns, size, workers);
        System.arraycopy(moments, 0, copy.moments, 0, moments.length);
        copy.delta = delta;
        copy.rounding = rounding;
        copy.squaredNorm = squaredNorm;
        copy.certificate = certificate;
        return copy;
    }

    /** With the work space of a block, which is made when the first one comes. */
    @Override
    public long workingBytes() {
        return 8L * moments.length + sums.bytes();
    }
}
