package io.github.skpca.internal.sketch;

import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.DoubleMatrix;
import io.github.skpca.internal.random.RandomStream;

/**
 * The random probes that bound the residual of a block's basis: RR' for R = A - U U'A.
 *
 * <p>Probes are drawn after the basis is fixed, and only the bound uses them.
 */
final class ResidualProbes {
    /*
     * A probe z has an entry for each row of A. With z - U U'z in double, x_0 = A'(z - U U'z) = R'z, and its sums are in double too: z is
     * long and R is small, and the error of float sums would be as large as the result.
     *
     * From there on x_k = A'(y_k - U U'y_k) with y_k = A x_{k-1}. The vector that is multiplied with A' should be no longer than R x_{k-1},
     * so that float sums are accurate enough. Up to the rounding of C, U'y_k is C x_{k-1}, which is known before the pass over the block.
     * So the pass multiplies y' = y_k - U C x_{k-1}, and the part of y' inside U, e = U'y', is as short as that rounding. It is measured,
     * and C'e is subtracted from A'y'. The errors of the rows of C enter only through e.
     *
     * Vectors are scaled by powers of two to a length near one, and A by one near its norm, because powers of R'R leave the range of
     * floats.
     */
    static final int PROBES = 8;

    private static final int MOST_POWERS = 6;

    private static final double CUBE = 2 * Math.sqrt(3) * 0x1p-32;

    private final int columns;
    private final int width;
    private final Backend backend = Backend.active();
    private final WideRows wide;
    private final StackedBlock stack;
    private final BlockBasis basis;
    private final BlockProducts drawn;
    private final BlockProducts cleared;
    private final BlockProducts outside;
    private final double[] inner;
    private final double[] coordinates;
    private final double[] weights;
    private final double[][] vectors = new double[3][];
    private final double[] factors = new double[MOST_POWERS + 1];
    private final double[] products = new double[PROBES * PROBES];
    private final ResidualBound bound = new ResidualBound(PROBES, MOST_POWERS);

    ResidualProbes(WideRows wide, StackedBlock stack, BlockBasis basis) {
        this.columns = stack.columns;
        this.width = basis.width();
        this.wide = wide;
        this.stack = stack;
        this.basis = basis;
        this.drawn = stack.products(PROBES, 0, 0);
        this.cleared = stack.products(PROBES, PROBES, PROBES);
        this.outside = stack.products(PROBES, PROBES, 0);
        this.inner = new double[PROBES * width];
        this.coordinates = new double[PROBES * width];
        this.weights = new double[PROBES * width];
        for (int i = 0; i < vectors.length; i++) {
            vectors[i] = new double[Math.multiplyExact(PROBES, columns)];
        }
    }

    /** Independent numbers, uniform with variance one. */
    static void fill(RandomStream random, double[] target, int from, int to) {
        for (int i = from; i < to; i += 2) {
            long bits = random.nextLong();
            target[i] = CUBE * (int) bits;
            if (i + 1 < to) {
                target[i + 1] = CUBE * (int) (bits >> 32);
            }
        }
    }

    /**
     * The basis that the probes are compared with.
     *
     * @param directions the products that the basis was made from
     * @param rows C, one row per direction
     * @param errors the error bound of each row of C
     */
    record Basis(BlockProducts directions, double[] rows, double[] errors) {}

    /** When the bound is good enough: from the usual powers on, if it is at most {@code wanted} or at most {@code needed}. */
    record Goal(double failure, double wanted, double needed, int usualPowers) {}

    /**
     * The bound on ||R||^2 with the last drawn probes, sharpened by powers until it reaches the goal.
     *
     * @param scale a power of two near the norm of A, by which A is divided
     */
    double bound(Basis held, double scale, Goal goal) {
        for (int power = 1; ; power++) {
            step(held, scale, power);
            if (power < goal.usualPowers()) {
                continue;
            }
            double found = scale * scale * bound.bound(power, goal.failure());
            if (found <= goal.wanted() || found <= goal.needed() || power == MOST_POWERS) {
                return found;
            }
        }
    }

    /**
     * Draws probes for the bound: x_0 = R'z / scale.
     *
     * @param directions the products that the basis was made from
     * @param beside run by one thread while the others pass over the block
     */
    void draw(BlockProducts directions, double scale, RandomStream random, Runnable beside) {
        stack.fill(drawn, random);
        stack.innerProducts(drawn, directions, inner);
        basis.coordinates(inner, width, PROBES, coordinates);
        toWeights();
        stack.takeBack(weights, directions, drawn, cleared, beside);
        double[] x = vectors[0];
        for (int i = 0; i < x.length; i++) {
            x[i] = cleared.back[i] / scale;
        }
        // No entry of a probe exceeds sqrt(3).
        double longest = Math.sqrt(3.0 * stack.rows() * PROBES);
        finish(0, 1, 0, projectionError(scale) * longest);
    }

    /** U c = Y T'c: turns coordinates into weights of the products. */
    private void toWeights() {
        backend.doubles()
                .multiply(
                        DoubleMatrix.of(coordinates, width),
                        PROBES,
                        width,
                        DoubleMatrix.of(basis.triangle(), width),
                        width,
                        DoubleMatrix.of(weights, width));
    }

    /** x_k = A'(y_k - U U'y_k) / scale with y_k = A x_{k-1} / scale. */
    private void step(Basis held, double scale, int power) {
        double[] before = vectors[(power - 1) % vectors.length];
        double[] x = vectors[power % vectors.length];
        wide.innerProducts(before, 0, PROBES, held.rows(), width, coordinates);
        double[] inside = new double[PROBES];
        for (int p = 0; p < PROBES; p++) {
            for (int i = p * width; i < (p + 1) * width; i++) {
                coordinates[i] /= scale;
                inside[p] += coordinates[i] * coordinates[i];
            }
        }
        toWeights();
        stack.clear(before, 1 / scale, weights, held.directions(), outside, inner);
        basis.coordinates(inner, width, PROBES, coordinates);
        wide.combine(coordinates, PROBES, width, held.rows(), x);
        for (int i = 0; i < x.length; i++) {
            x[i] = (outside.back[i] - x[i]) / scale;
        }
        double timesError = stack.timesError() / scale;
        double timesSquares = 0;
        double stepSquares = 0;
        for (int p = 0; p < PROBES; p++) {
            double length = Math.sqrt(DoubleRows.inner(before, p * columns, before, p * columns, columns));
            timesSquares += timesError * length * timesError * length;
            double error = stack.backError() * Math.sqrt(outside.blockSquares[p]);
            for (int i = 0; i < width; i++) {
                error += Math.abs(coordinates[p * width + i]) * held.errors()[i];
            }
            double image = Math.sqrt(outside.gram[p * PROBES + p]) + Math.sqrt(inside[p]);
            error = error / scale + projectionError(scale) * image;
            stepSquares += error * error;
        }
        double factor = factors[power - 1];
        finish(power, factor, factor * Math.sqrt(timesSquares), factor * Math.sqrt(stepSquares));
    }

    /** U departs from orthonormal by at most the departure, and the two products with it round by no more; A is at most twice its scale. */
    private double projectionError(double scale) {
        return 6 * basis.departure() + stack.exactBackError() / scale;
    }

    /** Scales x_k, which is its vector times a factor, to a length near one, and passes its inner products and errors to the bound. */
    private void finish(int power, double factor, double timesError, double stepError) {
        double[] x = vectors[power % vectors.length];
        double longest = 0;
        for (int p = 0; p < PROBES; p++) {
            longest = Math.max(longest, DoubleRows.inner(x, p * columns, x, p * columns, columns));
        }
        boolean scalable = longest > 0 && Double.isFinite(longest);
        double shorter = scalable ? Math.scalb(1.0, -Math.getExponent(Math.sqrt(longest))) : 1;
        for (int i = 0; i < x.length; i++) {
            x[i] *= shorter;
        }
        factors[power] = factor / shorter;
        for (int j = Math.max(0, power - 2); j <= power; j++) {
            double[] other = vectors[j % vectors.length];
            wide.innerProducts(other, 0, PROBES, x, PROBES, products);
            bound.set(j, power, products, factors[j] * factors[power]);
        }
        bound.setErrors(power, timesError, stepError);
    }
}
