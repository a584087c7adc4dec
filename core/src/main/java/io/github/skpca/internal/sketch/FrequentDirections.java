package io.github.skpca.internal.sketch;

import io.github.skpca.ShrinkRule;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.DoubleMatrix;
import io.github.skpca.internal.linalg.SymmetricEigen;
import org.jspecify.annotations.Nullable;

/**
 * Frequent Directions (Liberty, KDD 2013) with exact shrinks, as in Algorithm 1 of the paper or with a buffer of 2l rows.
 *
 * <p>Used by one thread.
 */
final class FrequentDirections implements MatrixSketch {
    /*
     * Rows fill a stack S. When it is full, with S = Y Sigma W' its singular value decomposition, S becomes
     * sqrt(max(0, Sigma^2 - delta I)) W', where delta is sigma_{l/2}^2 (paper) or sigma_{l+1}^2 (fast). A direction loses at
     * most delta, and r directions lose exactly delta, so ||A||_F^2 - ||B||_F^2 >= r (sum of delta), which gives every other
     * inequality (Ghashami, Liberty, Phillips and Woodruff, SIAM J. Comput. 45(5), 2016).
     *
     * The decomposition comes from the small matrix S S' = Y Sigma^2 Y', and the new rows are computed as
     * sqrt(1 - delta / sigma_i^2) (y_i' S), never by dividing by a small sigma. Rounding: the entries of S S' are sums of m
     * products, each off by at most m u ||s_i|| ||s_j|| (u = 2^-53), so S S' is off by at most m u ||S||_F^2 in norm; the
     * eigenproblem and the product that gives the new rows add a multiple of p u ||S||_F^2 for p rows. Twenty times p is
     * generous. The possible error of a shrink is summed in `rounding`, and a delta below it counts as zero.
     */
    private static final double UNIT_ROUNDOFF = 0x1p-53;

    private static final int EIGEN_ROUNDINGS = 20;

    /** Rows per block: enough for an efficient product, few enough to decompose for a snapshot. */
    private static final int BLOCK_ROWS = 128;

    private final ShrinkRule rule;
    private final int columns;
    private final int size;
    private final Backend backend = Backend.active();
    private final int capacity;
    private final double[] stack;
    private final double[] rotated;
    private final double[] gram;
    private final double[] rotation;
    private final SymmetricEigen eigen;
    private int used;
    private double delta;
    private double rounding;
    private double squaredNorm;
    private SketchState.Certificate certificate = SketchState.Certificate.CERTAIN;

    FrequentDirections(ShrinkRule rule, int columns, int size) {
        MatrixSketch.requireSizes(columns, size);
        this.rule = rule;
        this.columns = columns;
        this.size = size;
        this.capacity = rule == ShrinkRule.PAPER ? size : Math.multiplyExact(2, size);
        this.stack = new double[Math.multiplyExact(capacity, columns)];
        this.rotated = new double[Math.multiplyExact(size, columns)];
        this.gram = new double[Math.multiplyExact(capacity, capacity)];
        this.rotation = new double[Math.multiplyExact(size, capacity)];
        this.eigen = new SymmetricEigen(capacity);
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
        return rule == ShrinkRule.PAPER ? SketchAlgorithm.ALGORITHM_1 : SketchAlgorithm.FREQUENT_DIRECTIONS;
    }

    /** One row for the paper's form: its shrinks are counted in rows, and centring by blocks would add jump rows. */
    @Override
    public int blockRows() {
        return rule == ShrinkRule.PAPER ? 1 : BLOCK_ROWS;
    }

    @Override
    public void absorb(float[] block, int count, double @Nullable [] mean, double @Nullable [] jump) {
        for (int i = 0; i < count; i++) {
            int at = i * columns;
            int top = used * columns;
            if (mean == null) {
                for (int j = 0; j < columns; j++) {
                    stack[top + j] = block[at + j];
                }
            } else {
                for (int j = 0; j < columns; j++) {
                    stack[top + j] = block[at + j] - mean[j];
                }
            }
            push();
        }
        if (jump != null) {
            System.arraycopy(jump, 0, stack, used * columns, columns);
            push();
        }
    }

    @Override
    public void merge(SketchState other, double @Nullable [] jump) {
        MatrixSketch.requireColumns(other, columns);
        SketchState given = other.byRows();
        double normBefore = squaredNorm;
        for (int i = 0; i < given.count(); i++) {
            System.arraycopy(given.rows(), i * columns, stack, used * columns, columns);
            push();
        }
        // The rows of a sketch weigh less than the rows it stands for.
        squaredNorm = normBefore + given.squaredNorm();
        delta += given.delta();
        rounding += given.rounding() + given.excess();
        certificate = certificate.plus(given.certificate());
        if (jump != null) {
            System.arraycopy(jump, 0, stack, used * columns, columns);
            push();
        }
    }

    @Override
    public void decay(double factor) {
        SketchState faded = state().decayed(factor);
        System.arraycopy(faded.rows(), 0, stack, 0, faded.rows().length);
        used = faded.count();
        delta = faded.delta();
        rounding = faded.rounding();
        squaredNorm = faded.squaredNorm();
        certificate = faded.certificate();
    }

    @Override
    public void addRounding(double added) {
        rounding += added;
    }

    /** Adds the row that was just written after the used ones; a zero row has no effect, as in Algorithm 1. */
    private void push() {
        double norm = 0;
        int top = used * columns;
        for (int j = 0; j < columns; j++) {
            norm += stack[top + j] * stack[top + j];
        }
        if (norm == 0) {
            return;
        }
        squaredNorm += norm;
        used++;
        if (used == capacity) {
            shrink();
        }
    }

    private void shrink() {
        double slack = decompose();
        double[] values = eigen.values();
        double cut = rule == ShrinkRule.PAPER ? values[rule.guaranteedRank(size) - 1] : values[size];
        if (cut <= slack) {
            cut = 0;
        }
        int kept = rotate(size, cut, slack);
        System.arraycopy(rotated, 0, stack, 0, kept * columns);
        used = kept;
        delta += cut;
        rounding += 2 * slack;
    }

    /** Decomposes S S'; returns a bound on its rounding error. */
    private double decompose() {
        backend.doubles().gram(stack, used, columns, gram);
        double trace = 0;
        for (int i = 0; i < used; i++) {
            trace += gram[i * used + i];
        }
        eigen.decompose(gram, used);
        return (columns + (double) EIGEN_ROUNDINGS * used) * UNIT_ROUNDOFF * trace;
    }

    /** Writes the shrunk rows into {@code rotated}; returns how many there are. */
    private int rotate(int most, double cut, double slack) {
        double[] values = eigen.values();
        double[] vectors = eigen.vectors();
        int kept = 0;
        while (kept < Math.min(most, used) && values[kept] > Math.max(cut, slack)) {
            double factor = Math.sqrt(1 - cut / values[kept]);
            for (int j = 0; j < used; j++) {
                rotation[kept * used + j] = factor * vectors[kept * used + j];
            }
            kept++;
        }
        backend.doubles()
                .multiply(
                        DoubleMatrix.of(rotation, used),
                        kept,
                        used,
                        DoubleMatrix.of(stack, columns),
                        columns,
                        DoubleMatrix.of(rotated, columns));
        return kept;
    }

    @Override
    public double squaredNorm() {
        return squaredNorm;
    }

    @Override
    public SketchState state() {
        double[] rows = java.util.Arrays.copyOf(stack, used * columns);
        return new SketchState(rows, used, columns, delta, rounding, squaredNorm, certificate);
    }

    /** A shrink that leaves the stack unchanged: none if it has at most l rows, else as in the fast form. */
    @Override
    public SketchSummary summary() {
        return summary(size);
    }

    /** The same with at most {@code most} rows, no more than the sketch's own. */
    SketchSummary summary(int most) {
        if (used == 0) {
            return new SketchSummary(state(), new double[0]);
        }
        double slack = decompose();
        double[] values = eigen.values();
        double cut = used > most && values[most] > slack ? values[most] : 0;
        int kept = rotate(most, cut, slack);
        double[] squares = new double[kept];
        for (int i = 0; i < kept; i++) {
            squares[i] = values[i] - cut;
        }
        double[] rows = java.util.Arrays.copyOf(rotated, kept * columns);
        SketchState state =
                new SketchState(rows, kept, columns, delta + cut, rounding + 2 * slack, squaredNorm, certificate);
        return new SketchSummary(state, squares);
    }

    @Override
    public MatrixSketch copy() {
        FrequentDirections copy = new FrequentDirections(rule, columns, size);
        System.arraycopy(stack, 0, copy.stack, 0, used * columns);
        copy.used = used;
        copy.delta = delta;
        copy.rounding = rounding;
        copy.squaredNorm = squaredNorm;
        copy.certificate = certificate;
        return copy;
    }

    @Override
    public long workingBytes() {
        long eigenDoubles = 3L * capacity * capacity;
        return 8L * (stack.length + rotated.length + gram.length + rotation.length + eigenDoubles);
    }
}
