package io.github.skpca.internal.sketch;

import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.DoubleMatrix;

/** Products with a few rows of m doubles, shared by the threads. What threads there are does not change a bit. */
final class WideRows {
    /** The fewest columns that a thread takes. */
    private static final int COLUMNS = 64;

    /** The fewest rows that a thread takes. */
    private static final int ROWS = 3;

    private final int columns;
    private final Workers workers;
    private final Backend backend = Backend.active();

    WideRows(int columns, Workers workers) {
        this.columns = columns;
        this.workers = workers;
    }

    /**
     * Sums of rows with weights: target = weights rows.
     *
     * @param weights {@code count} x {@code depth}; read only
     * @param rows {@code depth} x m; read only
     * @param target {@code count} x m; overwritten
     */
    void combine(double[] weights, int count, int depth, double[] rows, double[] target) {
        workers.split(
                columns,
                COLUMNS,
                (from, to) -> backend.doubles()
                        .multiply(
                                DoubleMatrix.of(weights, depth),
                                count,
                                depth,
                                new DoubleMatrix(rows, from, columns),
                                to - from,
                                new DoubleMatrix(target, from, columns)));
    }

    /**
     * Inner products of rows with other rows: c[i, j] = x_i'y_j.
     *
     * @param x its rows from {@code first} on, {@code count} x m; read only
     * @param y {@code others} x m; read only
     * @param c {@code count} x {@code others}; overwritten
     */
    void innerProducts(double[] x, int first, int count, double[] y, int others, double[] c) {
        workers.split(
                count,
                ROWS,
                (from, to) -> backend.doubles()
                        .innerProducts(
                                new DoubleMatrix(x, first * columns, columns),
                                from,
                                to,
                                DoubleMatrix.of(y, columns),
                                others,
                                columns,
                                DoubleMatrix.of(c, others)));
    }

    /**
     * Inner products of rows with each other.
     *
     * @param c {@code count} x {@code count}, of which the entries on and below the diagonal are overwritten
     */
    void gram(double[] x, int count, double[] c) {
        workers.split(count, 2 * ROWS, (from, to) -> backend.doubles().gram(x, count, columns, c, from, to));
    }
}
