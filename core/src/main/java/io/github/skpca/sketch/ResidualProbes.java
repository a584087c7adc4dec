package io.github.skpca.sketch;

import io.github.skpca.kernel.RandomStream;
import io.github.skpca.linalg.Backend;

/**
 * The random probes that bound what a block's basis leaves out: R'R for R = A - U U'A.
 *
 * <p>Probes are drawn before the block is looked at, and nothing looks at them but the bound.
 */
final class ResidualProbes {
    /*
     * The pass of the directions takes the probes along: y_0 = A w. They are long beside R w, so that they are projected, in double, before
     * they are taken back: x_1 = A'(y_0 - U U'y_0) = R'R w. From there on R'R x = A'y - C'(U'y) with y = A x and C = U'A does
     * without, because y is hardly longer than R x: one pass over the block gives y and A'y together. Inner products are
     * (R x)'(R z) = y'z - (U'y)'(U'z).
     *
     * Vectors are scaled by powers of two to a length near one, and A by one near its norm: powers of R'R leave the range of floats.
     */
    static final int PROBES = 8;

    private static final int MOST_POWERS = 6;

    /** What the differences of inner products in double may be off by, as a part of a length: sqrt(rows 2^-53) and room. */
    private static final double DIFFERENCES = 1e-6;

    private static final double CUBE = 2 * Math.sqrt(3) * 0x1p-32;

    private final int columns;
    private final int width;
    private final Backend backend = Backend.active();
    private final BlockStack stack;
    private final BlockBasis basis;
    private final double[] weights;
    private final double[] vectors;
    private final double[] inner = new double[PROBES * PROBES];
    private final double[] mixed;
    private final double[][] coordinates;
    private final double[] factors = new double[MOST_POWERS + 2];
    private final double[] timesErrors = new double[MOST_POWERS + 1];
    private final BlockProducts[] images;
    private final ResidualBound bound = new ResidualBound(PROBES, MOST_POWERS);

    ResidualProbes(int columns, int width, BlockStack stack, BlockBasis basis) {
        this.columns = columns;
        this.width = width;
        this.stack = stack;
        this.basis = basis;
        this.weights = new double[PROBES * width];
        this.vectors = new double[Math.multiplyExact(PROBES, columns)];
        this.mixed = new double[PROBES * (width + PROBES)];
        this.coordinates = new double[MOST_POWERS + 1][PROBES * width];
        this.images = new BlockProducts[MOST_POWERS + 1];
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

    /** What a bound needs to know of the pass that made the basis. */
    record Pass(double[] directions, BlockProducts products, double[] small, double[] smallErrors, double scale) {}

    /** When the bound is good enough after the usual powers: at most {@code wanted}, or after more of them {@code needed}. */
    record Goal(double failure, double wanted, double needed, int usualPowers) {}

    /** The bound on ||R||^2, sharpened by powers until it is what is wanted. */
    double bound(Pass pass, Goal goal) {
        double scale = pass.scale();
        double timesError = stack.timesError() / scale + basis.departure() + DIFFERENCES;
        begin(pass, timesError);
        step(pass, 0);
        for (int power = 1; ; power++) {
            boolean last = power >= goal.usualPowers();
            multiply(pass, power, timesError, !last);
            if (!last) {
                step(pass, power);
                continue;
            }
            double found = scale * scale * bound.bound(power, goal.failure());
            if (found <= goal.wanted() || found <= goal.needed() || power == MOST_POWERS) {
                return found;
            }
            // More than usual: the way back of these products was not taken yet.
            multiply(pass, power, timesError, true);
            step(pass, power);
        }
    }

    private BlockProducts images(int power) {
        BlockProducts found = images[power];
        if (found == null) {
            found = stack.room(PROBES, PROBES, 0);
            images[power] = found;
        }
        return found;
    }

    /** The probes' own products, which the pass of the directions has made, projected and taken back. */
    private void begin(Pass pass, double timesError) {
        int total = width + PROBES;
        double[] gram = pass.products().gram;
        factors[0] = 1;
        basis.coordinates(rows(gram, total), total, PROBES, coordinates[0]);
        double longest = 0;
        for (int p = 0; p < PROBES; p++) {
            longest = Math.max(longest, length(pass.directions(), width + p));
            double square = gram[(width + p) * total + width + p];
            bound.set(p, 0, 0, square - dot(coordinates[0], p, coordinates[0], p));
        }
        timesErrors[0] = timesError * longest;
        backend.multiply(coordinates[0], 0, width, PROBES, width, basis.triangle(), 0, width, width, weights, 0, width);
        BlockProducts image = images(0);
        stack.takeOut(weights, pass.products(), width, image);
        stack.takeBack(image);
    }

    /** The probes' rows of a Gram matrix. */
    private double[] rows(double[] gram, int total) {
        System.arraycopy(gram, width * total, mixed, 0, PROBES * total);
        return mixed;
    }

    private double dot(double[] x, int row, double[] y, int other) {
        double sum = 0;
        for (int j = 0; j < width; j++) {
            sum += x[row * width + j] * y[other * width + j];
        }
        return sum;
    }

    private double length(double[] rows, int row) {
        return Math.sqrt(DoubleRows.inner(rows, row * columns, rows, row * columns, columns));
    }

    /** x_{k+1} = (A'y_k - C'U'y_k) / scale, scaled to a length near one, and the error of that step. */
    private void step(Pass pass, int power) {
        BlockProducts image = images(power);
        // The first image has been projected before it was taken back.
        double[] along = new double[power == 0 ? 0 : PROBES * columns];
        double[] now = coordinates[power];
        if (power > 0) {
            backend.multiply(now, 0, width, PROBES, width, pass.small(), 0, columns, columns, along, 0, columns);
        }
        double scale = pass.scale();
        double longest = 0;
        double worst = 0;
        for (int p = 0; p < PROBES; p++) {
            int row = p * columns;
            for (int j = row; j < row + columns; j++) {
                vectors[j] = (image.back[j] - (power > 0 ? along[j] : 0)) / scale;
            }
            longest = Math.max(longest, length(vectors, p));
            double error = stack.backError() * Math.sqrt(image.blockSquares[p]);
            for (int i = 0; i < width && power > 0; i++) {
                error += pass.smallErrors()[i] * Math.abs(now[p * width + i]);
            }
            worst = Math.max(worst, error / scale + basis.departure() * Math.sqrt(image.gram[p * PROBES + p]));
        }
        double shorter = longest > 0 && Double.isFinite(longest) ? Math.scalb(1.0, -Math.getExponent(longest)) : 1;
        for (int i = 0; i < vectors.length; i++) {
            vectors[i] *= shorter;
        }
        bound.setErrors(power, timesErrors[power], worst * factors[power]);
        factors[power + 1] = factors[power] / shorter;
    }

    /** y_k = A x_k / scale, and its inner products with those before, outside of the basis. */
    private void multiply(Pass pass, int power, double timesError, boolean wayBack) {
        BlockProducts image = images(power);
        stack.multiply(vectors, 0, 1 / pass.scale(), image, wayBack);
        int total = width + PROBES;
        stack.innerProducts(image, pass.products(), mixed);
        basis.coordinates(mixed, total, PROBES, coordinates[power]);
        double longest = 0;
        for (int p = 0; p < PROBES; p++) {
            longest = Math.max(longest, length(vectors, p));
            double product = mixed[p * total + width + p] - dot(coordinates[power], p, coordinates[0], p);
            bound.set(p, 0, power, product * factors[power]);
            double square = image.gram[p * PROBES + p] - dot(coordinates[power], p, coordinates[power], p);
            bound.set(p, power, power, square * factors[power] * factors[power]);
        }
        for (int before = Math.max(1, power - 2); before < power; before++) {
            stack.innerProducts(image, images(before), inner);
            for (int p = 0; p < PROBES; p++) {
                double product = inner[p * PROBES + p] - dot(coordinates[power], p, coordinates[before], p);
                bound.set(p, before, power, product * factors[power] * factors[before]);
            }
        }
        timesErrors[power] = timesError * longest * factors[power];
        bound.setErrors(power, timesErrors[power], 0);
    }
}
