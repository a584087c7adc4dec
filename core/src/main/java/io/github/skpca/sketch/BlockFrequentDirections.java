package io.github.skpca.sketch;

import io.github.skpca.kernel.RandomStream;
import io.github.skpca.linalg.Backend;
import io.github.skpca.linalg.SymmetricEigen;
import io.github.skpca.linalg.Workers;
import org.jspecify.annotations.Nullable;

/**
 * Frequent Directions a large block at a time: one small eigenproblem for thousands of rows.
 *
 * <p>Used by one thread, which may share the work inside a block with others.
 */
final class BlockFrequentDirections implements MatrixSketch {
    /*
     * A is the sketch B over a block of rows. With X the directions of B and a few random ones, U an orthonormal basis of A X',
     * and C = U'A: A'A = C'C + R'R with R = A - UC, so that C'C is below A'A whatever U is. C has few rows; it is shrunk exactly,
     * by delta = its (l+1)-th squared singular value, and kept as the new B. What was left out, R'R, is at most its largest
     * eigenvalue, which ResidualBound bounds with probes; shrink and bound are added to the sketch's delta.
     *
     * As in any Frequent Directions, l times the sum of shrinks is at most ||A||_F^2 - ||B||_F^2. The sum of residual bounds is
     * held below ||A||_F^2 / l as well: a block that would break this is worked again from C's own directions, and if that
     * is not enough, shrunk exactly. So delta <= 2 ||A||_F^2 / l at every moment.
     *
     * Rounding. U comes from the Cholesky factor of the Gram matrix of Y = A X' with columns scaled to length one, in double: U'U
     * differs from I by at most eta, which is measured, and C'C <= (1 + eta) A'A. C is computed with
     * an error G, row i of which is at most g_i = (depth + 2) u_float ||U_i|| ||Z||_F, U_i the block's part of column i, and zero for the
     * leading rows, which are done in double. With D = diag(||c_i||) and N = D^-1 C C' D^-1,
     * ||C'G + G'C + G'G|| <= 2 sqrt(||N||) sqrt(sum (||c_i|| g_i)^2) + sum g_i^2.
     */
    private static final int BLOCK_ROWS = 2048;
    private static final int OVERSAMPLING = 14;
    private static final int PROBES = 8;
    private static final int USUAL_POWERS = 2;
    private static final int MOST_POWERS = 6;
    private static final int EXACT_ROWS = 4;
    private static final int MOST_ITERATIONS = 2;
    private static final double DEPENDENT = 1e-6;
    private static final double UNIT_ROUNDOFF = 0x1p-53;
    private static final int PURPOSE_PROBES = 16;

    private final int columns;
    private final int size;
    private final long seed;
    private final Workers workers;
    private final Backend backend = Backend.active();
    private final int width;
    private SketchState state;
    private @Nullable Work work;

    BlockFrequentDirections(int columns, int size, long seed, Workers workers) {
        // The exact sketch checks both sizes.
        this.state = new FrequentDirections(ShrinkRule.FAST, columns, size).state();
        this.columns = columns;
        this.size = size;
        this.seed = seed;
        this.workers = workers;
        this.width = size + OVERSAMPLING;
    }

    /** Arrays of the size of a block, made when the first one comes: a sketch that only carries a state needs none. */
    private final class Work {
        final BlockStack stack = new BlockStack(columns, size + 1, BLOCK_ROWS, width + PROBES, workers);
        final int rows = size + 1 + BLOCK_ROWS;
        final double[] directions = new double[Math.multiplyExact(width + PROBES, columns)];
        final double[] products = new double[Math.multiplyExact(width + PROBES, rows)];
        final double[] basis = new double[Math.multiplyExact(width + PROBES, rows)];
        final double[] small = new double[Math.multiplyExact(width + PROBES, columns)];
        final double[] images = new double[Math.multiplyExact(PROBES, columns)];
        final double[] gram = new double[(width + PROBES) * (width + PROBES)];
        final double[] inverse = new double[width * width];
        final double[] coefficients = new double[PROBES * width];
        final double[] next = new double[Math.multiplyExact(size, columns)];
        final SymmetricEigen eigen = new SymmetricEigen(width);
        final ResidualBound residual = new ResidualBound(PROBES, MOST_POWERS);
        double scale;
    }

    /** What one pass over a block gives. */
    private record Outcome(double shrink, double residual, double rounding, int kept) {}

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
        if (count < 2 * (width + PROBES) || columns <= width + PROBES) {
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
        draw(now, new RandomStream(seed, PURPOSE_PROBES + index));
        // Without a full set of directions to start from, random ones need a second look.
        int iterations = state.count() < size ? 1 : 0;
        Outcome outcome = shrink(now, failure, iterations == 0);
        for (int i = 0; i < MOST_ITERATIONS && (i < iterations || outcome.residual() > room); i++) {
            restart(now);
            outcome = shrink(now, failure, i + 1 >= iterations);
        }
        if (!(outcome.residual() <= room)) {
            absorbExactly(block, count, mean, jump);
            // The probes of this block were looked at: its share of the chance of failure is used.
            state = state.withCertificate(state.certificate().plus(new SketchState.Certificate(0, failure, 1)));
            return;
        }
        SketchState.Certificate certificate =
                state.certificate().plus(new SketchState.Certificate(outcome.residual(), failure, 1));
        state = new SketchState(
                java.util.Arrays.copyOf(now.next, outcome.kept() * columns),
                outcome.kept(),
                columns,
                state.delta() + outcome.shrink() + outcome.residual(),
                state.rounding() + outcome.rounding(),
                squaredNorm,
                certificate);
    }

    private static double squaredLength(double @Nullable [] row) {
        double sum = 0;
        for (int j = 0; row != null && j < row.length; j++) {
            sum += row[j] * row[j];
        }
        return sum;
    }

    private void absorbExactly(float[] block, int count, double @Nullable [] mean, double @Nullable [] jump) {
        FrequentDirections exact = new FrequentDirections(ShrinkRule.FAST, columns, size);
        exact.merge(state, null);
        exact.absorb(block, count, mean, jump);
        state = exact.summary().state();
    }

    /** The directions of the sketch, random ones at right angles to them, and the probes, which nothing looks at but the bound. */
    private void draw(Work now, RandomStream random) {
        int known = state.count();
        for (int i = 0; i < known; i++) {
            double norm = 0;
            for (int j = 0; j < columns; j++) {
                norm += state.rows()[i * columns + j] * state.rows()[i * columns + j];
            }
            double factor = 1 / Math.sqrt(norm);
            for (int j = 0; j < columns; j++) {
                now.directions[i * columns + j] = factor * state.rows()[i * columns + j];
            }
        }
        int drawn = width + PROBES - known;
        double scale = 2 * Math.sqrt(3) * 0x1p-32;
        for (int i = known * columns; i < (width + PROBES) * columns; i += 2) {
            long bits = random.nextLong();
            now.directions[i] = scale * (int) bits;
            if (i + 1 < now.directions.length) {
                now.directions[i + 1] = scale * (int) (bits >> 32);
            }
        }
        int guides = drawn - PROBES;
        double[] inner = new double[guides * Math.max(1, known)];
        backend.innerProducts(
                now.directions, known * columns, columns, 0, guides, now.directions, known, columns, inner, known);
        for (int g = 0; g < guides; g++) {
            for (int i = 0; i < known; i++) {
                double dot = inner[g * known + i];
                int guide = (known + g) * columns;
                for (int j = 0; j < columns; j++) {
                    now.directions[guide + j] -= dot * now.directions[i * columns + j];
                }
            }
        }
    }

    /** Takes the directions that the last pass found as the new start; the probes stay. */
    private void restart(Work now) {
        System.arraycopy(now.small, 0, now.directions, 0, width * columns);
    }

    private Outcome shrink(Work now, double failure, boolean certify) {
        int n = now.stack.rows();
        now.stack.times(now.directions, width + PROBES, now.products);
        int total = width + PROBES;
        workers.split(total, 4, (from, to) -> backend.gram(now.products, total, n, now.gram, from, to));
        Backend.mirror(now.gram, total);
        factor(now);
        project(now, n);
        now.stack.transposeTimes(now.basis, width + PROBES, Math.min(EXACT_ROWS, width), now.small);
        double[] inner = new double[width * width];
        workers.split(width, 4, (from, to) -> backend.gram(now.small, width, columns, inner, from, to));
        Backend.mirror(inner, width);
        double rounding = rounding(now, inner, n);
        now.eigen.decompose(inner.clone(), width);
        double[] values = now.eigen.values();
        double slack = (columns + 20.0 * width) * UNIT_ROUNDOFF * Math.max(values[0], 0) * width;
        double cut = values[size] > slack ? values[size] : 0;
        int kept = rotate(now, cut, slack);
        rounding += 2 * slack;
        return new Outcome(cut, certify ? residual(now, failure, cut, n) : Double.MAX_VALUE, rounding, kept);
    }

    /**
     * Cholesky of the Gram matrix of the products, scaled to a unit diagonal, and its inverse with the scaling in it: rows T
     * with T (Y Y') T' = I. A product that depends on those before it gets a row of zeros.
     */
    private void factor(Work now) {
        int total = width + PROBES;
        double[] lower = new double[width * width];
        double[] scale = new double[width];
        for (int i = 0; i < width; i++) {
            double diagonal = now.gram[i * total + i];
            scale[i] = diagonal > 0 ? 1 / Math.sqrt(diagonal) : 0;
        }
        java.util.Arrays.fill(now.inverse, 0.0);
        for (int i = 0; i < width; i++) {
            double pivot = scale[i] == 0 ? 0 : 1;
            for (int j = 0; j < i; j++) {
                double sum = now.gram[i * total + j] * scale[i] * scale[j];
                for (int k = 0; k < j; k++) {
                    sum -= lower[i * width + k] * lower[j * width + k];
                }
                double entry = lower[j * width + j] > 0 ? sum / lower[j * width + j] : 0;
                lower[i * width + j] = entry;
                pivot -= entry * entry;
            }
            if (pivot <= DEPENDENT) {
                java.util.Arrays.fill(lower, i * width, (i + 1) * width, 0.0);
                continue;
            }
            lower[i * width + i] = Math.sqrt(pivot);
            invertRow(now.inverse, lower, i);
        }
        for (int i = 0; i < width; i++) {
            for (int j = 0; j <= i; j++) {
                now.inverse[i * width + j] *= scale[j];
            }
        }
    }

    /** Row i of the inverse of a lower triangular matrix, from the rows before. */
    private void invertRow(double[] inverse, double[] lower, int i) {
        double diagonal = 1 / lower[i * width + i];
        for (int k = 0; k < i; k++) {
            double entry = lower[i * width + k];
            for (int j = 0; j <= k && entry != 0; j++) {
                inverse[i * width + j] -= entry * inverse[k * width + j];
            }
        }
        for (int j = 0; j < i; j++) {
            inverse[i * width + j] *= diagonal;
        }
        inverse[i * width + i] = diagonal;
    }

    /** The basis U (as rows) and the part of the probes' products outside of it. */
    private void project(Work now, int n) {
        workers.split(
                n,
                64,
                (from, to) -> backend.multiply(
                        now.inverse, 0, width, width, width, now.products, from, n, to - from, now.basis, from, n));
        System.arraycopy(now.products, width * n, now.basis, width * n, PROBES * n);
        takeOutBasis(now, now.basis, width * n, n);
        for (int i = width * n; i < (width + PROBES) * n; i++) {
            now.basis[i] /= now.scale;
        }
    }

    /** v <- (I - U U') v for the probes' vectors. */
    private void takeOutBasis(Work now, double[] vectors, int offset, int n) {
        double[] piece = new double[PROBES * width];
        backend.innerProducts(vectors, offset, n, 0, PROBES, now.basis, width, n, piece, width);
        for (int i = 0; i < piece.length; i++) {
            now.coefficients[i] = -piece[i];
        }
        workers.split(n, 64, (from, to) -> {
            double[] change = new double[PROBES * (to - from)];
            backend.multiply(
                    now.coefficients, 0, width, PROBES, width, now.basis, from, n, to - from, change, 0, to - from);
            for (int i = 0; i < PROBES; i++) {
                for (int r = from; r < to; r++) {
                    vectors[offset + i * n + r] += change[i * (to - from) + r - from];
                }
            }
        });
    }

    private double rounding(Work now, double[] inner, int n) {
        double weighted = 0;
        double plain = 0;
        double coupling = 0;
        int exact = Math.min(EXACT_ROWS, width);
        double perUnit = now.stack.transposeTimesError();
        for (int i = 0; i < width; i++) {
            double length = Math.sqrt(Math.max(0, inner[i * width + i]));
            double row = 0;
            for (int j = 0; j < width && length > 0; j++) {
                double other = Math.sqrt(Math.max(0, inner[j * width + j]));
                row += other > 0 ? Math.abs(inner[i * width + j]) / (length * other) : 0;
            }
            coupling = Math.max(coupling, row);
            if (i >= exact) {
                double share = 0;
                for (int r = now.stack.upperRows(); r < n; r++) {
                    share += now.basis[i * n + r] * now.basis[i * n + r];
                }
                double error = perUnit * Math.sqrt(share);
                weighted += length * error * length * error;
                plain += error * error;
            }
        }
        double trace = 0;
        for (int i = 0; i < width; i++) {
            trace += inner[i * width + i];
        }
        double eta = departure(now, n);
        return 2 * Math.sqrt(coupling * weighted) + plain + eta * trace;
    }

    /** eta: how far U'U is from a unit matrix (with zeros for the columns that were left out), as measured. */
    private double departure(Work now, int n) {
        double[] unit = new double[width * width];
        workers.split(width, 4, (from, to) -> backend.gram(now.basis, width, n, unit, from, to));
        Backend.mirror(unit, width);
        double sum = 0;
        for (int i = 0; i < width; i++) {
            for (int j = 0; j < width; j++) {
                double expected = i == j && unit[i * width + i] > 0 ? 1 : 0;
                sum += (unit[i * width + j] - expected) * (unit[i * width + j] - expected);
            }
        }
        return Math.sqrt(sum) + width * (n + 2.0) * UNIT_ROUNDOFF;
    }

    /** Writes the shrunk rows; returns how many there are. */
    private int rotate(Work now, double cut, double slack) {
        double[] values = now.eigen.values();
        double[] vectors = now.eigen.vectors();
        double[] rotation = new double[size * width];
        int kept = 0;
        while (kept < size && values[kept] > Math.max(cut, slack)) {
            double factor = Math.sqrt(1 - cut / values[kept]);
            for (int j = 0; j < width; j++) {
                rotation[kept * width + j] = factor * vectors[kept * width + j];
            }
            kept++;
        }
        int rows = kept;
        workers.split(
                columns,
                64,
                (from, to) -> backend.multiply(
                        rotation, 0, width, rows, width, now.small, from, columns, to - from, now.next, from, columns));
        return kept;
    }

    /**
     * The bound on what was left out, sharpened by powers until it is below the shrink; more than the usual ones only for a
     * block that would use up nearly all that it adds to the sum that is allowed.
     *
     * <p>All of it for R over a power of two near ||A||_F: powers of R itself leave the range of floats, or fall below it.
     */
    private double residual(Work now, double failure, double cut, int n) {
        ResidualBound residual = now.residual;
        residual.set(0, longest(now.directions, width, columns), longest(now.basis, width, n));
        double scale = now.scale;
        copyScaled(now.small, width * columns, 1 / scale, now.images, PROBES * columns);
        double share = 0.9 * now.stack.blockScatter() / size;
        for (int power = 1; ; power++) {
            double[] vectors = now.products;
            now.stack.times(now.images, PROBES, vectors);
            takeOutBasis(now, vectors, 0, n);
            copyScaled(vectors, 0, 1 / scale, vectors, PROBES * n);
            residual.set(power, longest(now.images, 0, columns), longest(vectors, 0, n));
            // Whether a block is worked again is decided by its probes: each of the bases they may come to speak of has
            // its share.
            double chance = failure / (MOST_ITERATIONS + 1);
            double scaled = residual.bound(
                    power, chance, now.stack.timesError() / scale, now.stack.transposeTimesError() / scale);
            double bound = scale * scale * scaled;
            boolean enough = bound <= cut || (power >= USUAL_POWERS && bound <= share);
            if (enough || power == MOST_POWERS) {
                return bound;
            }
            now.stack.transposeTimes(vectors, PROBES, 0, now.images);
            copyScaled(now.images, 0, 1 / scale, now.images, PROBES * columns);
        }
    }

    private static void copyScaled(double[] source, int offset, double factor, double[] target, int count) {
        for (int i = 0; i < count; i++) {
            target[i] = factor * source[offset + i];
        }
    }

    private static double longest(double[] vectors, int first, int length) {
        double longest = 0;
        for (int i = first; i < first + PROBES; i++) {
            double sum = 0;
            for (int j = 0; j < length; j++) {
                sum += vectors[i * length + j] * vectors[i * length + j];
            }
            longest = Math.max(longest, sum);
        }
        return Math.sqrt(longest);
    }

    @Override
    public void merge(SketchState other, double @Nullable [] jump) {
        if (other.columns() != columns) {
            throw new IllegalArgumentException("a sketch of " + other.columns() + " columns into one of " + columns);
        }
        if (state.squaredNorm() == 0 && jump == null && other.count() <= size) {
            state = other;
            return;
        }
        FrequentDirections exact = new FrequentDirections(ShrinkRule.FAST, columns, size);
        exact.merge(state, null);
        exact.merge(other, jump);
        state = exact.summary().state();
    }

    @Override
    public SketchState state() {
        return state;
    }

    @Override
    public SketchSummary summary() {
        FrequentDirections exact = new FrequentDirections(ShrinkRule.FAST, columns, size);
        exact.merge(state, null);
        return exact.summary();
    }

    @Override
    public MatrixSketch copy() {
        BlockFrequentDirections copy = new BlockFrequentDirections(columns, size, seed, workers);
        copy.state = state;
        return copy;
    }

    /** With the arrays for a block, which are made when the first one comes. */
    @Override
    public long workingBytes() {
        long total = (long) width + PROBES;
        long products = total * (size + 1 + BLOCK_ROWS);
        long doubles = (2 * total + 3L * size + PROBES + 1) * columns + 2 * products + 6 * total * total;
        return 8 * doubles + 4 * (total * columns + 2 * total * BLOCK_ROWS);
    }
}
