package io.github.skpca.internal.sketch;

import io.github.skpca.Workers;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The Gram matrix S = A'A of the rows absorbed, m x m, kept whole.
 *
 * <p>With few columns, as from landmarks, the matrix is no larger than the stack of rows that Frequent Directions would shrink again
 * and again. It is cut to l rows only for a summary. Delta is then one eigenvalue, the (l+1)-th, the least that any l rows
 * can have, however long the stream and however many sketches were merged. RNCA of the paper is the same matrix with any number of
 * columns, and its summary is not cut.
 *
 * <p>Used by one thread, which may share the work inside a block with others.
 */
public final class GramSketch implements MatrixSketch {
    /** How RNCA adds rows to its matrix. */
    public enum Update {
        /** Many at a time, as a product of matrices. */
        BLOCK,
        /** An outer product per row, as the paper's authors ran it. */
        ROW;

        /** The name on the command line and in files. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The update of that label, if there is one. */
        public static Optional<Update> ofLabel(String label) {
            return Arrays.stream(values())
                    .filter(update -> update.label().equals(label))
                    .findFirst();
        }

        /** All labels, for messages. */
        public static String labels() {
            return Arrays.stream(values()).map(Update::label).collect(Collectors.joining(", "));
        }
    }

    /** The size of a sketch whose summary has all directions. */
    private static final int WHOLE = 0;

    private final int size;
    private final GramUpdate update;
    private final Workers workers;
    private final GramMatrix gram;
    private double delta;
    private double rounding;
    private SketchState.Certificate certificate = SketchState.Certificate.CERTAIN;

    private GramSketch(int columns, int size, GramUpdate update, Workers workers) {
        this.size = size;
        this.update = update;
        this.workers = workers;
        this.gram = new GramMatrix(columns, workers);
    }

    /** An empty matrix whose summary is cut to {@code size} rows; blocks are summed in double. */
    public static GramSketch cutTo(int size, int columns, Workers workers) {
        MatrixSketch.requireSizes(columns, size);
        return new GramSketch(columns, size, new DoubleGramUpdate(columns, workers), workers);
    }

    /** An empty matrix whose summary has all directions of the rows: RNCA's. */
    public static GramSketch whole(int columns, Update update, Workers workers) {
        MatrixSketch.requireSizes(columns, columns);
        GramUpdate chosen = update == Update.BLOCK ? new FloatGramUpdate(columns, workers) : new RowGramUpdate(columns);
        return new GramSketch(columns, WHOLE, chosen, workers);
    }

    @Override
    public int columns() {
        return gram.columns();
    }

    @Override
    public int size() {
        return size == WHOLE ? columns() : size;
    }

    @Override
    public SketchAlgorithm algorithm() {
        return SketchAlgorithm.GRAM;
    }

    @Override
    public int blockRows() {
        return update.blockRows();
    }

    @Override
    public void absorb(float[] block, int count, double @Nullable [] mean, double @Nullable [] jump) {
        update.add(block, count, mean, gram);
        if (jump != null) {
            gram.addRows(jump, 1);
        }
        rounding += gram.takeRounding();
    }

    /** Adds the other's matrix, or the outer products of its rows if its state holds rows. */
    @Override
    public void merge(SketchState other, double @Nullable [] jump) {
        MatrixSketch.requireColumns(other, columns());
        if (other.isMoments()) {
            gram.addMatrix(other.rows(), other.squaredNorm());
            rounding += gram.takeRounding();
        } else {
            // The rows of a sketch weigh less than the rows it stands for.
            double total = gram.squaredNorm() + other.squaredNorm();
            gram.addRows(other.rows(), other.count());
            gram.setSquaredNorm(total);
        }
        if (jump != null) {
            gram.addRows(jump, 1);
        }
        delta += other.delta();
        rounding += other.rounding() + other.excess() + gram.takeRounding();
        certificate = certificate.plus(other.certificate());
    }

    @Override
    public void decay(double factor) {
        set(state().decayed(factor));
    }

    private void set(SketchState state) {
        gram.set(state.rows(), state.squaredNorm());
        delta = state.delta();
        rounding = state.rounding();
        certificate = state.certificate();
    }

    @Override
    public void addRounding(double added) {
        rounding += added;
    }

    @Override
    public double squaredNorm() {
        return gram.squaredNorm();
    }

    /** The matrix itself: its decomposition would not reproduce the same bits. */
    @Override
    public SketchState state() {
        return SketchState.ofMoments(
                gram.entries().clone(), columns(), delta, rounding, gram.squaredNorm(), certificate);
    }

    @Override
    public SketchSummary summary() {
        double[] entries = gram.entries().clone();
        GramShrink shrunk = size == WHOLE
                ? GramShrink.whole(entries, columns(), workers)
                : GramShrink.cut(entries, columns(), size, workers);
        SketchState state = new SketchState(
                shrunk.rows(),
                shrunk.squares().length,
                columns(),
                delta + shrunk.cut(),
                rounding + 2 * shrunk.slack(),
                gram.squaredNorm(),
                certificate);
        return new SketchSummary(state, shrunk.squares(), next(shrunk));
    }

    /** The matrix may lack what was shrunk before, in every direction. */
    private SketchSummary.@Nullable Next next(GramShrink shrunk) {
        SketchSummary.Next next = shrunk.next();
        return next == null
                ? null
                : new SketchSummary.Next(
                        next.directions(),
                        Arrays.stream(next.squares())
                                .map(square -> Math.max(0, square) + delta)
                                .toArray());
    }

    @Override
    public MatrixSketch copy() {
        GramSketch copy = new GramSketch(columns(), size, update.copy(), workers);
        copy.gram.set(gram.entries(), gram.squaredNorm());
        copy.delta = delta;
        copy.rounding = rounding;
        copy.certificate = certificate;
        return copy;
    }

    @Override
    public long workingBytes() {
        return 8L * gram.entries().length + update.bytes();
    }
}
