package io.github.skpca.internal.sketch;

import io.github.skpca.Workers;

/**
 * The matrix S = A'A of rows A, m x m, with the sum of their squares and a bound on its rounding error.
 *
 * <p>An addition in double moves an entry of S by at most 2^-53 of itself, hence S by at most 2^-53 ||A||_F^2 in norm.
 */
final class GramMatrix {
    static final double UNIT_ROUNDOFF = 0x1p-53;

    /** The fewest rows of S that a thread takes. */
    private static final int GRAIN = 48;

    private final int columns;
    private final Workers workers;
    private final double[] entries;
    private double squaredNorm;
    private double rounding;

    GramMatrix(int columns, Workers workers) {
        this.columns = columns;
        this.workers = workers;
        this.entries = new double[Math.multiplyExact(columns, columns)];
    }

    int columns() {
        return columns;
    }

    /** The matrix, row-major; callers that add to it report squares and rounding by {@link #count}. */
    double[] entries() {
        return entries;
    }

    /** ||A||_F^2. */
    double squaredNorm() {
        return squaredNorm;
    }

    void setSquaredNorm(double value) {
        squaredNorm = value;
    }

    /** Counts rows that were added to the entries: the sum of their squares, and a bound on the rounding of the matrix, in norm. */
    void count(double addedSquares, double addedRounding) {
        squaredNorm += addedSquares;
        rounding += addedRounding;
    }

    /** The bound on the rounding of the matrix since the last call, in norm. */
    double takeRounding() {
        double taken = rounding;
        rounding = 0;
        return taken;
    }

    /**
     * Adds rows in double, one outer product per row.
     *
     * @param rows count x columns, from the start of the array; read only
     */
    void addRows(double[] rows, int count) {
        double added = 0;
        for (int i = 0; i < count; i++) {
            added += addRow(rows, i * columns);
        }
        count(added, 2 * UNIT_ROUNDOFF * count * (squaredNorm + added));
    }

    private double addRow(double[] rows, int at) {
        double sum = 0;
        for (int j = 0; j < columns; j++) {
            sum += rows[at + j] * rows[at + j];
        }
        if (workers.threads() == 1) {
            addOuter(rows, at, 0, columns);
        } else {
            workers.split(columns, GRAIN, (from, to) -> addOuter(rows, at, from, to));
        }
        return sum;
    }

    private void addOuter(double[] rows, int at, int from, int to) {
        for (int i = from; i < to; i++) {
            double factor = rows[at + i];
            int target = i * columns;
            for (int j = 0; j < columns; j++) {
                entries[target + j] += factor * rows[at + j];
            }
        }
    }

    /** Adds the matrix of other rows; into an empty matrix it is copied bit for bit. */
    void addMatrix(double[] other, double otherSquares) {
        rounding += squaredNorm == 0 ? 0 : UNIT_ROUNDOFF * (squaredNorm + otherSquares);
        for (int i = 0; i < entries.length; i++) {
            entries[i] += other[i];
        }
        squaredNorm += otherSquares;
    }

    /** Replaces the matrix and its sum of squares. */
    void set(double[] source, double squares) {
        System.arraycopy(source, 0, entries, 0, entries.length);
        squaredNorm = squares;
    }
}
