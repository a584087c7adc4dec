package io.github.skpca.internal.baseline;

import io.github.skpca.ShrinkRule;
import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.Panels;
import io.github.skpca.internal.linalg.SymmetricEigen;
import io.github.skpca.internal.sketch.MatrixSketch;
import io.github.skpca.internal.sketch.SketchState;
import io.github.skpca.internal.sketch.SketchSummary;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The exact second-moment matrix S = A'A of the rows absorbed, m x m: RNCA of the paper, which nothing is ever shrunk off.
 *
 * <p>Used by one thread, which may share the work with others.
 */
public final class CovarianceSketch implements MatrixSketch {
    /*
     * A block X of b rows adds X'X. The product is made in float, its sums in pieces of SUM_DEPTH = 128 terms, and added up in
     * double. With u = 2^-24 an entry is off by at most (128 + b/128 + 1) u sum_k |x_ki x_kj|, so the matrix by that factor
     * times ||X||_F^2 in norm; rounding the centred rows to float adds (2u + u^2) ||X||_F^2. An addition in double moves an
     * entry of S by at most 2^-53 of itself, hence S by at most 2^-53 ||S||_F <= 2^-53 ||A||_F^2. The sum of these is
     * `rounding`: the worst that can be, some 1e-5 of ||A||_F^2, where what is seen is nearer to 1e-8.
     *
     * Row by row, as the authors' script has it, all is in double, and a row adds 2^-52 ||A||_F^2 at most.
     */
    private static final double FLOAT_ROUNDOFF = 0x1p-24;

    private static final double DOUBLE_ROUNDOFF = 0x1p-53;
    private static final int EIGEN_ROUNDINGS = 20;

    /** Rows a block: S is read and written once a block, so that the product and not memory sets the pace. */
    private static final int BLOCK_ROWS = 1024;

    /** Rows of S a thread makes at a time: a multiple of every micro-kernel's height. */
    private static final int TILE_ROWS = 48;

    private final int columns;
    private final Update update;
    private final Workers workers;
    private final Backend backend = Backend.active();
    private final double[] moments;
    private final float[] centred;
    private final double[] row;
    private final @Nullable Panels panels;
    private final float[][] tiles;
    private final float[][] turned;
    private double delta;
    private double rounding;
    private double squaredNorm;
    private SketchState.Certificate certificate = SketchState.Certificate.CERTAIN;

    /** How rows are added to the matrix. */
    public enum Update {
        /** Many at a time, as a product of matrices. */
        BLOCK,
        /** An outer product a row, as the paper's authors ran it. */
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

    /** An empty matrix for rows of {@code columns} numbers. */
    public CovarianceSketch(int columns, Update update, Workers workers) {
        if (columns < 1) {
            throw new IllegalArgumentException("columns must be at least 1, not " + columns);
        }
        this.columns = columns;
        this.update = update;
        this.workers = workers;
        boolean blocks = update == Update.BLOCK;
        this.moments = new double[Math.multiplyExact(columns, columns)];
        this.centred = new float[blocks ? Math.multiplyExact(BLOCK_ROWS, columns) : 0];
        this.row = new double[columns];
        this.panels = blocks ? backend.panels(BLOCK_ROWS, columns) : null;
        this.tiles = new float[blocks ? workers.threads() : 0][TILE_ROWS * columns];
        this.turned = new float[tiles.length][TILE_ROWS * BLOCK_ROWS];
    }

    @Override
    public int columns() {
        return columns;
    }

    /** m: a summary has all directions that the rows have. */
    @Override
    public int size() {
        return columns;
    }

    /** The rule whose guarantees it keeps; it never shrinks, so it keeps the strongest. */
    @Override
    public ShrinkRule rule() {
        return ShrinkRule.FAST;
    }

    @Override
    public int blockRows() {
        return BLOCK_ROWS;
    }

    @Override
    public void absorb(float[] block, int count, double @Nullable [] mean, double @Nullable [] jump) {
        if (update == Update.BLOCK && count > 0) {
            addBlock(block, count, mean);
        }
        for (int i = 0; i < count && update == Update.ROW; i++) {
            for (int j = 0; j < columns; j++) {
                row[j] = block[i * columns + j] - (mean == null ? 0 : mean[j]);
            }
            addOuter(row, 0);
        }
        if (jump != null) {
            addOuter(jump, 0);
        }
    }

    private void addBlock(float[] block, int count, double @Nullable [] mean) {
        double added = 0;
        for (int i = 0; i < count; i++) {
            int at = i * columns;
            for (int j = 0; j < columns; j++) {
                double value = block[at + j] - (mean == null ? 0 : mean[j]);
                centred[at + j] = (float) value;
                added += value * value;
            }
        }
        // A product adds up its whole depth, so a block that a snapshot cut short needs panels of its own.
        Panels right = count == BLOCK_ROWS && panels != null ? panels : backend.panels(count, columns);
        backend.packRows(centred, 0, columns, right);
        workers.splitNumbered(columns, TILE_ROWS, (piece, from, to) -> {
            for (int first = from; first < to; first += TILE_ROWS) {
                int height = Math.min(TILE_ROWS, to - first);
                turn(first, height, count, turned[piece]);
                backend.multiply(turned[piece], 0, count, 1, height, right, tiles[piece], 0, columns);
                backend.accumulate(tiles[piece], 0, height * columns, moments, first * columns);
            }
        });
        squaredNorm += added;
        double terms = Backend.SUM_DEPTH + (double) count / Backend.SUM_DEPTH + 4;
        rounding += terms * FLOAT_ROUNDOFF * added + DOUBLE_ROUNDOFF * squaredNorm;
    }

    /** Columns of the block as rows: a product reads along them many times, and steps of a whole row would miss the cache. */
    private void turn(int first, int height, int count, float[] target) {
        for (int k = 0; k < count; k++) {
            for (int i = 0; i < height; i++) {
                target[i * count + k] = centred[k * columns + first + i];
            }
        }
    }

    private void addOuter(double[] rows, int at) {
        double norm = 0;
        for (int j = 0; j < columns; j++) {
            norm += rows[at + j] * rows[at + j];
        }
        workers.split(columns, TILE_ROWS, (from, to) -> {
            for (int i = from; i < to; i++) {
                double factor = rows[at + i];
                int target = i * columns;
                for (int j = 0; j < columns; j++) {
                    moments[target + j] += factor * rows[at + j];
                }
            }
        });
        squaredNorm += norm;
        rounding += 2 * DOUBLE_ROUNDOFF * squaredNorm;
    }

    /** Adds the other's matrix, or the outer products of its rows if it is given by rows. */
    @Override
    public void merge(SketchState other, double @Nullable [] jump) {
        if (other.columns() != columns) {
            throw new IllegalArgumentException("a sketch of " + other.columns() + " columns into one of " + columns);
        }
        boolean empty = squaredNorm == 0 && rounding == 0;
        double normBefore = squaredNorm;
        if (other.isMoments()) {
            for (int i = 0; i < moments.length; i++) {
                moments[i] += other.rows()[i];
            }
            rounding += empty ? 0 : DOUBLE_ROUNDOFF * (squaredNorm + other.squaredNorm());
        } else {
            for (int i = 0; i < other.count(); i++) {
                addOuter(other.rows(), i * columns);
            }
        }
        squaredNorm = normBefore + other.squaredNorm();
        delta += other.delta();
        rounding += other.rounding() + other.excess();
        certificate = certificate.plus(other.certificate());
        if (jump != null) {
            addOuter(jump, 0);
        }
    }

    @Override
    public void decay(double factor) {
        SketchState faded = state().decayed(factor);
        System.arraycopy(faded.rows(), 0, moments, 0, moments.length);
        delta = faded.delta();
        rounding = faded.rounding();
        squaredNorm = faded.squaredNorm();
        certificate = faded.certificate();
    }

    @Override
    public void addRounding(double added) {
        rounding += added;
    }

    /** S itself: its decomposition would not give back the same bits. */
    @Override
    public double squaredNorm() {
        return squaredNorm;
    }

    @Override
    public SketchState state() {
        return SketchState.ofMoments(moments.clone(), columns, delta, rounding, squaredNorm, certificate);
    }

    /** The eigenvectors of S, each as long as the root of its eigenvalue; those at the level of rounding are left out. */
    @Override
    public SketchSummary summary() {
        SymmetricEigen eigen = new SymmetricEigen(columns, workers);
        double trace = 0;
        for (int i = 0; i < columns; i++) {
            trace += moments[i * columns + i];
        }
        double slack = (double) EIGEN_ROUNDINGS * columns * DOUBLE_ROUNDOFF * trace;
        eigen.decompose(moments.clone(), columns);
        double[] values = eigen.values();
        int kept = 0;
        while (kept < columns && values[kept] > slack) {
            kept++;
        }
        double[] rows = Arrays.copyOf(eigen.vectors(), kept * columns);
        for (int i = 0; i < kept; i++) {
            double length = Math.sqrt(values[i]);
            for (int j = i * columns; j < (i + 1) * columns; j++) {
                rows[j] *= length;
            }
        }
        SketchState state = new SketchState(rows, kept, columns, delta, rounding + 2 * slack, squaredNorm, certificate);
        return new SketchSummary(state, Arrays.copyOf(values, kept));
    }

    @Override
    public MatrixSketch copy() {
        CovarianceSketch copy = new CovarianceSketch(columns, update, workers);
        System.arraycopy(moments, 0, copy.moments, 0, moments.length);
        copy.delta = delta;
        copy.rounding = rounding;
        copy.squaredNorm = squaredNorm;
        copy.certificate = certificate;
        return copy;
    }

    @Override
    public long workingBytes() {
        long tileFloats = (long) tiles.length * TILE_ROWS * (columns + BLOCK_ROWS);
        long packed = panels == null ? 0 : panels.bytes();
        return 8L * (moments.length + row.length) + 4L * (centred.length + tileFloats) + packed;
    }
}
