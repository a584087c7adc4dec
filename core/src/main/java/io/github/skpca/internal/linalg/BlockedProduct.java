package io.github.skpca.internal.linalg;

import io.github.skpca.Workers;

/**
 * Products of large matrices in double, c = a b, c + a b or c - a b: cut into pieces that stay in the caches, the rows of c shared
 * by threads.
 *
 * <p>A sum is made in pieces of {@link #DEPTH} terms that are added in order, so it does not depend on how the rows are shared.
 */
public final class BlockedProduct {
    private static final int ROWS = 48;
    private static final int DEPTH = 256;
    private static final int COLUMNS = 128;

    /** What becomes of the old content of the result. */
    enum Into {
        REPLACE,
        ADD,
        SUBTRACT
    }

    /** Of all products: one is made for every range of columns of a matrix, and its work space would have to be cleared each time. */
    private static final ScratchPool<Scratch> SCRATCH = new ScratchPool<>(Scratch::new);

    private final DoubleProducts doubles;
    private final Workers workers;

    /**
     * c = a b, all row-major and without gaps.
     *
     * @param a rows x depth; read only
     * @param b depth x columns; read only
     * @param c rows x columns; overwritten
     */
    public static void multiply(double[] a, double[] b, double[] c, int rows, int depth, int columns, Workers workers) {
        shared(a, b, c, rows, depth, columns, workers, Into.REPLACE);
    }

    /** As {@link #multiply(double[], double[], double[], int, int, int, Workers)}, taken off what is there: c = c - a b. */
    public static void subtract(double[] a, double[] b, double[] c, int rows, int depth, int columns, Workers workers) {
        shared(a, b, c, rows, depth, columns, workers, Into.SUBTRACT);
    }

    /**
     * Adds the sum of w x x' over rows x to a Gram matrix.
     *
     * @param rows count x columns, row-major; read only
     * @param weights one per row; read only
     * @param gram columns x columns; changed
     */
    public static void addGram(
            double[] rows, double[] weights, int count, int columns, double[] gram, Workers workers) {
        double[] weighted = transposed(rows, count, columns);
        for (int i = 0; i < weighted.length; i++) {
            weighted[i] *= weights[i % count];
        }
        double[] product = new double[Math.multiplyExact(columns, columns)];
        multiply(weighted, rows, product, columns, count, columns, workers);
        for (int i = 0; i < product.length; i++) {
            gram[i] += product[i];
        }
    }

    /** The transpose of a matrix of {@code rows} rows of {@code columns} numbers. */
    public static double[] transposed(double[] matrix, int rows, int columns) {
        double[] transposed = new double[Math.multiplyExact(rows, columns)];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                transposed[j * rows + i] = matrix[i * columns + j];
            }
        }
        return transposed;
    }

    /** The columns are shared instead of the rows: there may be few of these. */
    private static void shared(
            double[] a, double[] b, double[] c, int rows, int depth, int columns, Workers workers, Into into) {
        workers.split(
                columns,
                COLUMNS,
                (from, to) -> new BlockedProduct(Backend.active().doubles(), Workers.callerOnly())
                        .multiply(
                                new DoubleMatrix(a, 0, depth),
                                new DoubleMatrix(b, from, columns),
                                new DoubleMatrix(c, from, columns),
                                rows,
                                depth,
                                to - from,
                                into));
    }

    BlockedProduct(DoubleProducts doubles, Workers workers) {
        this.doubles = doubles;
        this.workers = workers;
    }

    /** A piece of b without gaps, and the product with it. */
    private static final class Scratch {
        final double[] packed = new double[DEPTH * COLUMNS];
        final double[] partial = new double[ROWS * COLUMNS];
    }

    /** The work space that its threads take. */
    long bytes() {
        return 8L * workers.threads() * COLUMNS * (DEPTH + ROWS);
    }

    /**
     * The product of a, rows x depth, and b, depth x columns.
     *
     * @param a read only
     * @param b read only
     * @param c rows x columns; changed, so it must share nothing with a and b
     */
    void multiply(DoubleMatrix a, DoubleMatrix b, DoubleMatrix c, int rows, int depth, int columns, Into into) {
        workers.split(rows, ROWS, (from, to) -> {
            Scratch scratch = SCRATCH.take();
            for (int left = 0; left < columns; left += COLUMNS) {
                int width = Math.min(COLUMNS, columns - left);
                for (int first = 0; first < depth; first += DEPTH) {
                    int terms = Math.min(DEPTH, depth - first);
                    pack(b, first, left, terms, width, scratch.packed);
                    Into now = first > 0 && into == Into.REPLACE ? Into.ADD : into;
                    for (int top = from; top < to; top += ROWS) {
                        int height = Math.min(ROWS, to - top);
                        doubles.multiply(
                                a.from(top, first),
                                height,
                                terms,
                                DoubleMatrix.of(scratch.packed, width),
                                width,
                                DoubleMatrix.of(scratch.partial, width));
                        store(scratch.partial, height, width, c.from(top, left), now);
                    }
                }
            }
            SCRATCH.give(scratch);
        });
        if (depth == 0 && into == Into.REPLACE) {
            for (int i = 0; i < rows; i++) {
                java.util.Arrays.fill(c.values(), c.at(i, 0), c.at(i, columns), 0.0);
            }
        }
    }

    private static void pack(DoubleMatrix b, int first, int left, int terms, int width, double[] packed) {
        for (int k = 0; k < terms; k++) {
            System.arraycopy(b.values(), b.at(first + k, left), packed, k * width, width);
        }
    }

    private static void store(double[] partial, int height, int width, DoubleMatrix c, Into into) {
        for (int i = 0; i < height; i++) {
            int out = c.at(i, 0);
            switch (into) {
                case REPLACE -> System.arraycopy(partial, i * width, c.values(), out, width);
                case ADD -> add(partial, i * width, c.values(), out, width);
                case SUBTRACT -> subtract(partial, i * width, c.values(), out, width);
            }
        }
    }

    private static void add(double[] x, int at, double[] y, int out, int width) {
        for (int j = 0; j < width; j++) {
            y[out + j] += x[at + j];
        }
    }

    private static void subtract(double[] x, int at, double[] y, int out, int width) {
        for (int j = 0; j < width; j++) {
            y[out + j] -= x[at + j];
        }
    }
}
