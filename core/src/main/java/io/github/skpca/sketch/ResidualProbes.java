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
     * With y = A x, U'y and C = U'A known, R'R x = A'y - C'(U'y), and (R x)'(R z) = y'z - (U'y)'(U'z): nothing of the block's length has
     * to be projected, and one pass over the block gives y and A'y together. The first pass is that of the directions, which
     * takes the probes along. A probe w is first cleared of the directions Q, to x = w - Q'c: R Q' is zero but for rounding, so R x = R w, but
     * y is short, and so are the errors made with it. What is not quite zero, (R q_j) c_j, counts as an error of R w.
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
    private final double[] drawn;
    private final double[] lean;
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
        this.drawn = new double[Math.multiplyExact(PROBES, columns)];
        this.lean = new double[PROBES * width];
        this.vectors = new double[Math.multiplyExact(PROBES, columns)];
        this.mixed = new double[PROBES * (width + PROBES)];
        this.coordinates = new double[MOST_POWERS + 1][PROBES * width];
        this.images = new BlockProducts[MOST_POWERS + 1];
    }

    /** Draws the probes of a block. */
    void draw(RandomStream random) {
        fill(random, drawn, 0, drawn.length);
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
     * Writes the probes, cleared of the directions, behind them.
     *
     * @param directions {@code width} rows, then room for the probes; the latter is overwritten
     */
    void clear(double[] directions) {
        backend.innerProducts(drawn, 0, columns, 0, PROBES, directions, width, columns, lean, width);
        double[] along = new double[Math.multiplyExact(PROBES, columns)];
        backend.multiply(lean, 0, width, PROBES, width, directions, 0, columns, columns, along, 0, columns);
        for (int i = 0; i < drawn.length; i++) {
            directions[width * columns + i] = drawn[i] - along[i];
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
        step(pass, pass.products(), width, 0);
        for (int power = 1; ; power++) {
            boolean last = power >= goal.usualPowers();
            multiply(pass, power, timesError, !last);
            if (!last) {
                step(pass, images(power), 0, power);
                continue;
            }
            double found = scale * scale * bound.bound(power, goal.failure());
            if (found <= goal.wanted() || found <= goal.needed() || power == MOST_POWERS) {
                return found;
            }
            // More than usual: the way back of these products was not taken yet.
            multiply(pass, power, timesError, true);
            step(pass, images(power), 0, power);
        }
    }

    private BlockProducts images(int power) {
        BlockProducts found = images[power];
        if (found == null) {
            found = stack.room(PROBES, 0);
            images[power] = found;
        }
        return found;
    }

    /** The probes' own products, which the pass of the directions has made. */
    private void begin(Pass pass, double timesError) {
        int total = width + PROBES;
        double[] gram = pass.products().gram;
        factors[0] = 1;
        basis.coordinates(rows(gram, total), total, PROBES, coordinates[0]);
        double longest = 0;
        for (int p = 0; p < PROBES; p++) {
            double leaning = 0;
            for (int j = 0; j < width; j++) {
                leaning += Math.abs(lean[p * width + j]) * (timesError + basis.leftOut(j));
            }
            double error = leaning + timesError * length(pass.directions(), width + p);
            longest = Math.max(longest, error);
            double square = gram[(width + p) * total + width + p];
            bound.set(p, 0, 0, square - dot(coordinates[0], p, coordinates[0], p));
        }
        timesErrors[0] = longest;
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
        double sum = 0;
        for (int j = row * columns; j < (row + 1) * columns; j++) {
            sum += rows[j] * rows[j];
        }
        return Math.sqrt(sum);
    }

    /**
     * x_{k+1} = (A'y_k - C'U'y_k) / scale, scaled to a length near one, and the error of that step.
     *
     * @param offset the first probe's row in the products
     */
    private void step(Pass pass, BlockProducts products, int offset, int power) {
        double[] along = new double[Math.multiplyExact(PROBES, columns)];
        double[] now = coordinates[power];
        backend.multiply(now, 0, width, PROBES, width, pass.small(), 0, columns, columns, along, 0, columns);
        double scale = pass.scale();
        double backError = stack.backError() / scale;
        double longest = 0;
        double worst = 0;
        for (int p = 0; p < PROBES; p++) {
            int row = p * columns;
            for (int j = 0; j < columns; j++) {
                vectors[row + j] = (products.back[offset * columns + row + j] - along[row + j]) / scale;
            }
            longest = Math.max(longest, length(vectors, p));
            double error = 0;
            for (int i = 0; i < width; i++) {
                error += pass.smallErrors()[i] / scale * Math.abs(now[p * width + i]);
            }
            double all = Math.sqrt(products.gram[(offset + p) * products.vectors + offset + p]);
            worst = Math.max(
                    worst, error + backError * Math.sqrt(products.blockSquares[offset + p]) + basis.departure() * all);
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
