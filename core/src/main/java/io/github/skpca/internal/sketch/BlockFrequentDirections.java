package io.github.skpca.internal.sketch;

import io.github.skpca.ShrinkRule;
import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.SymmetricEigen;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import org.jspecify.annotations.Nullable;

/**
 * Frequent Directions a large block at a time: one small eigenproblem for thousands of rows.
 *
 * <p>Used by one thread, which may share the work inside a block with others.
 */
final class BlockFrequentDirections implements MatrixSketch {
    /*
     * A is the sketch B over a block of rows. With Q the directions of B and some random ones, Y = A Q', U an orthonormal basis of Y,
     * and C = U'A: A'A = C'C + R'R with R = A - UC, so that C'C is below A'A whatever U is. C has few rows; it is shrunk exactly,
     * and kept as the new B. What was left out, R'R, is at most its largest eigenvalue, which ResidualProbes bounds; shrink and bound
     * are added to the sketch's delta.
     *
     * B has up to l' = l + 4 rows: a block shrinks by delta = the (l'+1)-th squared singular value of C. Only a summary is shrunk to l
     * rows, and pays for the (l+1)-th once. The directions beyond l also keep what they found from one block to the next.
     *
     * One pass over the block gives Y and Y'A (StackedBlock), and with U = Y T' (BlockBasis) C = T Y'A. Q is close to the leading
     * directions of A, so the columns of Y are nearly orthogonal, T is nearly diagonal, and C is hardly less accurate than if
     * U had been made first and multiplied with A in a second pass. How much less is measured, and is in the rounding term; a
     * block on which it is too much is worked again from C's own directions.
     *
     * As in any Frequent Directions, l' times the sum of shrinks is at most ||A||_F^2 - ||B||_F^2, and l times the last one, to l
     * rows, is at most what it takes off ||B||_F^2: together at most ||A||_F^2 / l. The sum of residual bounds is
     * held below ||A||_F^2 / l as well: a block that would break this, its rounding included, is worked again from C's own directions,
     * and if that is not enough, shrunk exactly. So delta <= 2 ||A||_F^2 / l at every moment.
     *
     * Rounding. U'U differs from I by at most eta, which is measured, and C'C <= (1 + eta) A'A. Row j of Y'A is computed with an error
     * of at most e_j = backError ||y_j||, y_j the block's part, and zero for the leading rows, which are done in double; so row i of C
     * with an error g_i = sum_j |T_ij| e_j. With D = diag(||c_i||), N = D^-1 C C' D^-1 and G the matrix of errors,
     * ||C'G + G'C + G'G|| <= 2 sqrt(||N||) sqrt(sum (||c_i|| g_i)^2) + sum g_i^2.
     */
    private static final int BLOCK_ROWS = 2048;

    /** Directions beyond l: with those of l = 50 they fill three panels of 24 columns, and one more would need a fourth. */
    private static final int OVERSAMPLING = 22;

    /** Rows beyond l that are kept between blocks; the rest of the directions is random, for what is new in a block. */
    private static final int RESERVE = 4;

    private static final int PROBES = ResidualProbes.PROBES;
    private static final int USUAL_POWERS = 2;
    private static final int EXACT_ROWS = 8;
    private static final int MOST_ITERATIONS = 2;

    /** Times the error of U'A itself beyond which a way back through Y'A is not good enough. */
    private static final double WORST_SPREAD = 64;

    /** Times as many columns as directions: then random ones are nearly at right angles as they come. */
    private static final int MANY = 8;

    /** The cosine up to which two rows of a sketch are at right angles. */
    private static final double ROUNDING_ALONE = 1e-10;

    private static final double UNIT_ROUNDOFF = 0x1p-53;

    private final int columns;
    private final int size;
    private final long seed;
    private final Workers workers;
    private final Backend backend = Backend.active();
    private final int width;
    private final int kept;
    private final int narrow;
    private SketchState state;
    private @Nullable Work work;

    BlockFrequentDirections(int columns, int size, long seed, Workers workers) {
        this(columns, size, seed, workers, /* narrow= */ 0);
    }

    /** With a number of columns up to which no range finder is used, but every block shrunk exactly. */
    BlockFrequentDirections(int columns, int size, long seed, Workers workers, int narrow) {
        // The exact sketch checks both sizes.
        this.state = new FrequentDirections(ShrinkRule.FAST, columns, size).state();
        this.columns = columns;
        this.size = size;
        this.seed = seed;
        this.workers = workers;
        this.width = size + OVERSAMPLING;
        this.narrow = narrow;
        this.kept = isNarrow() ? size : size + RESERVE;
    }

    /** Arrays of the size of a block, made when the first one comes: a sketch that only carries a state needs none. */
    private final class Work {
        final StackedBlock stack =
                new StackedBlock(columns, kept + 1, BLOCK_ROWS, width, Math.max(PROBES, EXACT_ROWS), workers);
        final BlockProducts products = stack.room(width, width, EXACT_ROWS);
        final BlockBasis basis = new BlockBasis(width);
        final ResidualProbes probes = new ResidualProbes(columns, width, stack, basis);
        final double[] directions = new double[Math.multiplyExact(width, columns)];
        final double[] small = new double[Math.multiplyExact(width, columns)];
        final double[] smallErrors = new double[width];
        final double[] inner = new double[width * width];
        final double[] next = new double[Math.multiplyExact(kept, columns)];
        final SymmetricEigen eigen = new SymmetricEigen(width);
        double scale;
    }

    /** What one pass over a block gives. */
    private record Outcome(double shrink, double residual, double rounding, int rows, boolean coarse) {
        /** Far from the origin the rounding of float products may be more than all that there is. */
        boolean fits(double room) {
            return residual + rounding <= room;
        }
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
        // A range finder pays when it leaves much out; a few rows or columns are shrunk exactly.
        if (isNarrow()) {
            state = new NarrowShrink(columns, size, workers).absorb(state, block, count, mean, jump);
            return;
        }
        if (count < 2 * width) {
            absorbExactly(block, count, mean, jump);
            return;
        }
        Work now = work == null ? new Work() : work;
        work = now;
        now.stack.set(state.rows(), state.count(), jump, block, count, mean);
        double squaredNorm = state.squaredNorm() + now.stack.blockScatter() + squaredLength(jump);
        now.scale = squaredNorm > 0 ? Math.scalb(1.0, Math.getExponent(Math.sqrt(squaredNorm))) : 1;
        long index = state.certificate().blocks() + 1;
        double failure = ResidualBound.failureOfBlock(index);
        double room = squaredNorm / size - state.certificate().residual();
        RandomStream random = new RandomStream(seed, Purpose.BLOCK_PROBES, index);
        start(now, random);
        // Without a full set of directions to start from, random ones need a second look.
        int iterations = state.count() < size ? 1 : 0;
        Outcome outcome = shrink(now, failure, iterations == 0 ? random : null);
        for (int i = 0; i < MOST_ITERATIONS && (i < iterations || outcome.coarse() || !outcome.fits(room)); i++) {
            restart(now);
            outcome = shrink(now, failure, i + 1 >= iterations ? random : null);
        }
        if (!outcome.fits(room)) {
            absorbExactly(block, count, mean, jump);
            // The probes of this block were looked at: its share of the chance of failure is used.
            state = state.withCertificate(state.certificate().plus(new SketchState.Certificate(0, failure, 1)));
            return;
        }
        SketchState.Certificate certificate =
                state.certificate().plus(new SketchState.Certificate(outcome.residual(), failure, 1));
        state = new SketchState(
                java.util.Arrays.copyOf(now.next, outcome.rows() * columns),
                outcome.rows(),
                columns,
                state.delta() + outcome.shrink() + outcome.residual(),
                state.rounding() + outcome.rounding(),
                squaredNorm,
                certificate);
    }

    private boolean isNarrow() {
        return columns <= Math.max(width, narrow);
    }

    private static double squaredLength(double @Nullable [] row) {
        double sum = 0;
        for (int j = 0; row != null && j < row.length; j++) {
            sum += row[j] * row[j];
        }
        return sum;
    }

    private void absorbExactly(float[] block, int count, double @Nullable [] mean, double @Nullable [] jump) {
        FrequentDirections exact = new FrequentDirections(ShrinkRule.FAST, columns, kept);
        exact.merge(state, null);
        exact.absorb(block, count, mean, jump);
        state = exact.summary().state();
    }

    /** The directions of the sketch, and random ones at right angles to them and to each other. */
    private void start(Work now, RandomStream random) {
        int known = state.count();
        double[] directions = now.directions;
        System.arraycopy(state.rows(), 0, directions, 0, known * columns);
        double[] lengths = new double[known * known];
        workers.split(known, 6, (from, to) -> backend.gram(directions, known, columns, lengths, from, to));
        now.products.aligned = isDiagonal(lengths, known) ? known : 0;
        for (int i = 0; i < known; i++) {
            scale(directions, i, lengths[i * known + i]);
        }
        ResidualProbes.fill(random, directions, known * columns, width * columns);
        int guides = width - known;
        if (known > 0) {
            double[] inner = new double[guides * known];
            backend.innerProducts(
                    directions, known * columns, columns, 0, guides, directions, known, columns, inner, known);
            double[] along = new double[guides * columns];
            workers.split(
                    columns,
                    64,
                    (from, to) -> backend.multiply(
                            inner,
                            0,
                            known,
                            guides,
                            known,
                            directions,
                            from,
                            columns,
                            to - from,
                            along,
                            from,
                            columns));
            for (int i = 0; i < along.length; i++) {
                directions[known * columns + i] -= along[i];
            }
        }
        for (int i = known; i < width; i++) {
            for (int before = known; before < i && columns < MANY * width; before++) {
                takeOff(directions, i, before);
            }
            toUnitLength(directions, i);
        }
    }

    private void toUnitLength(double[] rows, int row) {
        scale(rows, row, DoubleRows.inner(rows, row * columns, rows, row * columns, columns));
    }

    /** Whether rows with these inner products are at right angles but for rounding. Any products are right; those of such rows are known. */
    private static boolean isDiagonal(double[] inner, int count) {
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < i; j++) {
                double both = inner[i * count + i] * inner[j * count + j];
                if (inner[i * count + j] * inner[i * count + j] > ROUNDING_ALONE * ROUNDING_ALONE * both) {
                    return false;
                }
            }
        }
        return true;
    }

    private void scale(double[] rows, int row, double squaredLength) {
        double factor = squaredLength > 0 ? 1 / Math.sqrt(squaredLength) : 0;
        for (int j = row * columns; j < (row + 1) * columns; j++) {
            rows[j] *= factor;
        }
    }

    private void takeOff(double[] rows, int row, int other) {
        double sum = DoubleRows.inner(rows, row * columns, rows, other * columns, columns);
        for (int j = 0; j < columns; j++) {
            rows[row * columns + j] -= sum * rows[other * columns + j];
        }
    }

    /** Takes the principal directions of C, which the last pass found, as the new start; the probes stay. */
    private void restart(Work now) {
        double[] vectors = now.eigen.vectors();
        now.products.aligned = 0;
        workers.split(
                columns,
                64,
                (from, to) -> backend.multiply(
                        vectors,
                        0,
                        width,
                        width,
                        width,
                        now.small,
                        from,
                        columns,
                        to - from,
                        now.directions,
                        from,
                        columns));
        double slack = slack(now);
        for (int i = 0; i < width; i++) {
            if (now.eigen.values()[i] > slack) {
                toUnitLength(now.directions, i);
            } else {
                java.util.Arrays.fill(now.directions, i * columns, (i + 1) * columns, 0.0);
            }
        }
    }

    private double slack(Work now) {
        return (columns + 20.0 * width) * UNIT_ROUNDOFF * Math.max(now.eigen.values()[0], 0) * width;
    }

    private Outcome shrink(Work now, double failure, @Nullable RandomStream probes) {
        now.stack.multiply(now.directions, 1 / now.scale, now.products);
        now.basis.set(now.products.gram, width, now.stack.rows());
        workers.split(
                columns,
                64,
                (from, to) -> backend.multiply(
                        now.basis.triangle(),
                        0,
                        width,
                        width,
                        width,
                        now.products.back,
                        from,
                        columns,
                        to - from,
                        now.small,
                        from,
                        columns));
        workers.split(width, 6, (from, to) -> backend.gram(now.small, width, columns, now.inner, from, to));
        Backend.mirror(now.inner, width);
        boolean coarse = spreadErrors(now);
        double rounding = rounding(now);
        // The eigenproblem is one thread's; the others need not wait for it.
        Runnable decompose = () -> now.eigen.decompose(now.inner.clone(), width);
        if (probes == null) {
            decompose.run();
        } else {
            now.probes.draw(now.products, now.scale, probes, decompose);
        }
        double slack = slack(now);
        double[] values = now.eigen.values();
        double cut = values[kept] > slack ? values[kept] : 0;
        int rows = rotate(now, cut, slack);
        double residual = probes == null ? Double.MAX_VALUE : residual(now, failure, cut);
        return new Outcome(cut, residual, rounding + 2 * slack, rows, coarse);
    }

    private double residual(Work now, double failure, double cut) {
        // A block may be worked again, with a bound each time: each has its share.
        double chance = failure / (MOST_ITERATIONS + 1);
        double share = 0.9 * now.stack.blockScatter() / size;
        ResidualProbes.Goal goal = new ResidualProbes.Goal(chance, cut, share, USUAL_POWERS);
        ResidualProbes.Basis basis = new ResidualProbes.Basis(now.products, now.small, now.smallErrors);
        return now.probes.bound(basis, now.scale, goal);
    }

    /** g_i, the error of each row of C; true if it is much more than that of U'A made directly. */
    private boolean spreadErrors(Work now) {
        double perUnit = now.stack.backError();
        double[] errors = new double[width];
        for (int j = EXACT_ROWS; j < width; j++) {
            errors[j] = perUnit * Math.sqrt(now.products.blockSquares[j]);
        }
        boolean coarse = false;
        for (int i = 0; i < width; i++) {
            now.smallErrors[i] = now.basis.spread(i, errors);
            coarse |= now.smallErrors[i] > WORST_SPREAD * perUnit;
        }
        return coarse;
    }

    private double rounding(Work now) {
        double weighted = 0;
        double plain = 0;
        double coupling = 0;
        double trace = 0;
        double[] inner = now.inner;
        for (int i = 0; i < width; i++) {
            double length = Math.sqrt(Math.max(0, inner[i * width + i]));
            double row = 0;
            for (int j = 0; j < width && length > 0; j++) {
                double other = Math.sqrt(Math.max(0, inner[j * width + j]));
                row += other > 0 ? Math.abs(inner[i * width + j]) / (length * other) : 0;
            }
            coupling = Math.max(coupling, row);
            double error = now.smallErrors[i];
            weighted += length * error * length * error;
            plain += error * error;
            trace += inner[i * width + i];
        }
        return 2 * Math.sqrt(coupling * weighted) + plain + now.basis.departure() * trace;
    }

    /** Writes the shrunk rows; returns how many there are. */
    private int rotate(Work now, double cut, double slack) {
        double[] values = now.eigen.values();
        double[] vectors = now.eigen.vectors();
        double[] rotation = new double[kept * width];
        int rows = 0;
        while (rows < kept && values[rows] > Math.max(cut, slack)) {
            double factor = Math.sqrt(1 - cut / values[rows]);
            for (int j = 0; j < width; j++) {
                rotation[rows * width + j] = factor * vectors[rows * width + j];
            }
            rows++;
        }
        int count = rows;
        workers.split(
                columns,
                64,
                (from, to) -> backend.multiply(
                        rotation, 0, width, count, width, now.small, from, columns, to - from, now.next, from,
                        columns));
        return rows;
    }

    @Override
    public void merge(SketchState other, double @Nullable [] jump) {
        if (other.columns() != columns) {
            throw new IllegalArgumentException("a sketch of " + other.columns() + " columns into one of " + columns);
        }
        if (state.squaredNorm() == 0 && jump == null && other.count() <= kept) {
            state = other;
            return;
        }
        FrequentDirections exact = new FrequentDirections(ShrinkRule.FAST, columns, kept);
        exact.merge(state, null);
        exact.merge(other, jump);
        state = exact.summary().state();
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
        FrequentDirections exact = new FrequentDirections(ShrinkRule.FAST, columns, kept);
        exact.merge(state, null);
        return exact.summary(size);
    }

    @Override
    public MatrixSketch copy() {
        BlockFrequentDirections copy = new BlockFrequentDirections(columns, size, seed, workers, narrow);
        copy.state = state;
        return copy;
    }

    /** With the arrays for a block, which are made when the first one comes. */
    @Override
    public long workingBytes() {
        long doubles = (3L * width + 3L * kept + 5L * PROBES) * columns
                + (width + 4L * PROBES) * BLOCK_ROWS
                + 8L * width * width;
        int exact = Math.max(PROBES, EXACT_ROWS);
        return 8 * doubles + StackedBlock.bytes(columns, kept + 1, BLOCK_ROWS, width, exact);
    }
}
