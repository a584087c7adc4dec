package io.github.skpca.internal.sketch;

import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.DoubleProducts;
import io.github.skpca.internal.linalg.SymmetricEigen;
import io.github.skpca.internal.random.RandomStream;
import org.jspecify.annotations.Nullable;

/**
 * One pass over a sketch and a block of rows that keeps their leading directions, and bounds the rest.
 *
 * <p>Holds arrays of the size of a block. Used by one thread, which may share the work with others.
 */
final class RangeFinder {
    /*
     * A is the sketch B stacked over a block of rows. Let Q be the directions of B and some random ones, Y = A Q', U an orthonormal basis
     * of Y, and C = U'A. Then A'A = C'C + R'R with R = A - UC, so C'C is below A'A whatever U is. C has few rows.
     *
     * One pass over the block gives Y and Y'A (StackedBlock), and with U = Y T' (BlockBasis) C = T Y'A. Q is close to the leading
     * directions of A, so the columns of Y are nearly orthogonal, T is nearly diagonal, and C is hardly less accurate than if
     * U had been formed first and multiplied with A in a second pass. The loss is measured, and is part of the rounding term; a
     * block with too much of it is processed again from C's own directions.
     *
     * Rounding. U'U differs from I by at most eta, which is measured, and C'C <= (1 + eta) A'A. Row j of Y'A is computed with an error
     * of at most e_j = backError ||y_j||, y_j the block's part, and zero for the leading rows, which are computed in double. So row i of C
     * has an error g_i = sum_j |T_ij| e_j. With D = diag(||c_i||), N = D^-1 C C' D^-1 and G the matrix of errors,
     * ||C'G + G'C + G'G|| <= 2 sqrt(||N||) sqrt(sum (||c_i|| g_i)^2) + sum g_i^2.
     */

    /** Directions beyond l: with l = 50 the directions fill three panels of 24 columns, and one more would need a fourth. */
    private static final int OVERSAMPLING = 22;

    /** Rows beyond l that are kept between blocks; the remaining directions are random, for what is new in a block. */
    private static final int RESERVE = 4;

    private static final int PROBES = ResidualProbes.PROBES;
    private static final int USUAL_POWERS = 2;
    private static final int EXACT_ROWS = 8;

    /** If the error of C through Y'A exceeds this many times that of U'A computed directly, the pass is too coarse. */
    private static final double WORST_SPREAD = 64;

    private static final double UNIT_ROUNDOFF = 0x1p-53;

    private final int columns;
    private final int size;
    private final int width;
    private final int kept;
    private final WideRows wide;
    private final StackedBlock stack;
    private final BlockProducts products;
    private final BlockBasis basis;
    private final ResidualProbes probes;
    private final RangeDirections directions;
    private final double[] small;
    private final double[] smallErrors;
    private final double[] inner;
    private final double[] next;
    private final SymmetricEigen eigen;
    private double squaredNorm;
    private double scale;

    RangeFinder(int columns, int size, Workers workers) {
        this.columns = columns;
        this.size = size;
        this.width = width(size);
        this.kept = keptRows(size);
        this.wide = new WideRows(columns, workers);
        this.stack = new StackedBlock(sizes(columns, size), workers);
        this.products = stack.products(width, width, EXACT_ROWS);
        this.basis = new BlockBasis(width);
        this.probes = new ResidualProbes(wide, stack, basis);
        this.directions = new RangeDirections(columns, width, wide);
        this.small = new double[Math.multiplyExact(width, columns)];
        this.smallErrors = new double[width];
        this.inner = new double[width * width];
        this.next = new double[Math.multiplyExact(kept, columns)];
        this.eigen = new SymmetricEigen(width);
    }

    private static StackedBlock.Sizes sizes(int columns, int size) {
        int exact = Math.max(PROBES, EXACT_ROWS);
        return new StackedBlock.Sizes(
                columns, keptRows(size) + 1, BlockFrequentDirections.BLOCK_ROWS, width(size), exact);
    }

    /** The number of directions for a sketch of l rows. */
    static int width(int size) {
        return size + OVERSAMPLING;
    }

    /** l', the most rows that are kept between blocks for a sketch of l rows. */
    static int keptRows(int size) {
        return size + RESERVE;
    }

    /** Whether there are more columns than directions: otherwise nothing would be left out. */
    static boolean suits(int columns, int size) {
        return columns > width(size);
    }

    /** The bytes that a range finder of these sizes holds. */
    static long bytes(int columns, int size) {
        long width = width(size);
        long doubles = (3L * width + keptRows(size) + 5L * PROBES) * columns
                + (width + 4L * PROBES) * BlockFrequentDirections.BLOCK_ROWS
                + 8L * width * width;
        return 8 * doubles + StackedBlock.bytes(sizes(columns, size));
    }

    /** The result of one pass over a block. */
    record Pass(double shrink, double residual, double rounding, int rows, boolean coarse) {
        /** Far from the origin the rounding of float products may exceed everything else. */
        boolean fits(double most) {
            return residual + rounding <= most;
        }
    }

    /** Stacks B over the rows (block_i - mean) and {@code jump}. */
    void stack(SketchState b, float[] block, int count, double @Nullable [] mean, double @Nullable [] jump) {
        stack.set(b, jump, block, count, mean);
        squaredNorm = b.squaredNorm() + stack.blockScatter() + squaredLength(jump);
        scale = squaredNorm > 0 ? Math.scalb(1.0, Math.getExponent(Math.sqrt(squaredNorm))) : 1;
    }

    private static double squaredLength(double @Nullable [] row) {
        double sum = 0;
        for (int j = 0; row != null && j < row.length; j++) {
            sum += row[j] * row[j];
        }
        return sum;
    }

    /** ||A||_F^2, where A is all rows that B stands for and those of the block. */
    double squaredNorm() {
        return squaredNorm;
    }

    /** Starts from the directions of the sketch, and random ones. */
    void start(SketchState b, RandomStream random) {
        products.aligned = directions.start(b, random) ? b.count() : 0;
    }

    /** Starts from the principal directions of C, which the last pass found; the probes stay the same. */
    void restart() {
        products.aligned = 0;
        directions.restart(eigen, small, slack());
    }

    private double slack() {
        return (columns + 20.0 * width) * UNIT_ROUNDOFF * Math.max(eigen.values()[0], 0) * width;
    }

    /** The rows that the last pass kept; only as many as the pass says are valid. */
    double[] shrunkRows() {
        return next;
    }

    /**
     * Passes over the block once, and again for the probes.
     *
     * @param chance the probability with which the bound on the residual may fail
     * @param random the source of the probes; null for no probes and no bound
     */
    Pass pass(double chance, @Nullable RandomStream random) {
        stack.multiply(directions.rows(), 1 / scale, products);
        basis.set(products.gram, width, stack.rows());
        wide.combine(basis.triangle(), width, width, products.back, small);
        wide.gram(small, width, inner);
        DoubleProducts.mirror(inner, width);
        boolean coarse = spreadErrors();
        double rounding = rounding();
        // One thread solves the eigenproblem; the others need not wait for it.
        Runnable decompose = () -> eigen.decompose(inner.clone(), width);
        if (random == null) {
            decompose.run();
        } else {
            probes.draw(products, scale, random, decompose);
        }
        double slack = slack();
        double[] values = eigen.values();
        double cut = values[kept] > slack ? values[kept] : 0;
        int rows = rotate(cut, slack);
        double residual = random == null ? Double.MAX_VALUE : residual(chance, cut);
        return new Pass(cut, residual, rounding + 2 * slack, rows, coarse);
    }

    private double residual(double chance, double cut) {
        double share = 0.9 * stack.blockScatter() / size;
        ResidualProbes.Goal goal = new ResidualProbes.Goal(chance, cut, share, USUAL_POWERS);
        return probes.bound(new ResidualProbes.Basis(products, small, smallErrors), scale, goal);
    }

    /** Computes g_i, the error of each row of C; true if it is much more than that of U'A computed directly. */
    private boolean spreadErrors() {
        double perUnit = stack.backError();
        double[] errors = new double[width];
        for (int j = EXACT_ROWS; j < width; j++) {
            errors[j] = perUnit * Math.sqrt(products.blockSquares[j]);
        }
        boolean coarse = false;
        for (int i = 0; i < width; i++) {
            smallErrors[i] = basis.spread(i, errors);
            coarse |= smallErrors[i] > WORST_SPREAD * perUnit;
        }
        return coarse;
    }

    private double rounding() {
        double weighted = 0;
        double plain = 0;
        double coupling = 0;
        double trace = 0;
        for (int i = 0; i < width; i++) {
            double length = Math.sqrt(Math.max(0, inner[i * width + i]));
            double row = 0;
            for (int j = 0; j < width && length > 0; j++) {
                double other = Math.sqrt(Math.max(0, inner[j * width + j]));
                row += other > 0 ? Math.abs(inner[i * width + j]) / (length * other) : 0;
            }
            coupling = Math.max(coupling, row);
            double error = smallErrors[i];
            weighted += length * error * length * error;
            plain += error * error;
            trace += inner[i * width + i];
        }
        return 2 * Math.sqrt(coupling * weighted) + plain + basis.departure() * trace;
    }

    /** Writes the shrunk rows; returns how many there are. */
    private int rotate(double cut, double slack) {
        double[] values = eigen.values();
        double[] vectors = eigen.vectors();
        double[] rotation = new double[kept * width];
        int rows = 0;
        while (rows < kept && values[rows] > Math.max(cut, slack)) {
            double factor = Math.sqrt(1 - cut / values[rows]);
            for (int j = 0; j < width; j++) {
                rotation[rows * width + j] = factor * vectors[rows * width + j];
            }
            rows++;
        }
        wide.combine(rotation, rows, width, small, next);
        return rows;
    }
}
