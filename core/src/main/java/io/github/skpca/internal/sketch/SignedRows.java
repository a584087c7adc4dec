package io.github.skpca.internal.sketch;

import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.DoubleMatrix;
import io.github.skpca.internal.linalg.SymmetricEigen;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/** The matrix X = R'R - n mu mu' of a few rows R and a mean, and its positive part. */
final class SignedRows {
    /*
     * With the row sqrt(n) mu below R, and J the signs of the rows, X = R'JR. Gram-Schmidt, with each row orthogonalised twice, gives R = T
     * Q with orthonormal rows of Q, and X = Q'(T'JT)Q. The Gram matrix R R' is not accurate enough: where mu cancels most of a row of R, as
     * for rows far from zero, the rest would be known only to the root of the roundoff.
     *
     * Rounding: an inner product of m terms is off by m u times two lengths, so T by at most sqrt(p) m u ||R||_F in norm for p rows, and X
     * by twice that times ||R||_F; the eigenproblem adds a multiple of p u ||R||_F^2. A row counts as in the span of those before it if no
     * more than rounding is left of it.
     */
    private static final double UNIT_ROUNDOFF = 0x1p-53;

    private static final int EIGEN_ROUNDINGS = 20;

    private final int columns;
    private final int count;
    private final boolean signed;
    private final double[] rows;
    private final double[] basis;
    private final double[] triangle;
    private int rank;
    private double trace;

    /**
     * The matrix of the rows R and, with the weight n, the mean mu.
     *
     * @param rows R, row-major; read only
     * @param mean mu, or null for none; read only
     */
    SignedRows(double[] rows, double @Nullable [] mean, long weight, int columns) {
        this.columns = columns;
        this.signed = mean != null;
        this.count = rows.length / columns + (signed ? 1 : 0);
        this.rows = Arrays.copyOf(rows, count * columns);
        double root = Math.sqrt((double) weight);
        for (int j = 0; j < columns && mean != null; j++) {
            this.rows[rows.length + j] = root * mean[j];
        }
        int most = Math.min(count, columns);
        this.basis = new double[most * columns];
        this.triangle = new double[count * most];
        for (int i = 0; i < count; i++) {
            project(i);
        }
    }

    /** Writes row i of T, and adds to Q the part of the row outside its span. */
    private void project(int i) {
        int most = Math.min(count, columns);
        int at = i * columns;
        double before = dot(rows, at, rows, at);
        trace += before;
        for (int round = 0; round < 2; round++) {
            for (int q = 0; q < rank; q++) {
                double along = dot(rows, at, basis, q * columns);
                triangle[i * most + q] += along;
                for (int j = 0; j < columns; j++) {
                    rows[at + j] -= along * basis[q * columns + j];
                }
            }
        }
        double left = Math.sqrt(dot(rows, at, rows, at));
        if (rank == most || !(left > 4 * columns * UNIT_ROUNDOFF * Math.sqrt(before))) {
            return;
        }
        triangle[i * most + rank] = left;
        for (int j = 0; j < columns; j++) {
            basis[rank * columns + j] = rows[at + j] / left;
        }
        rank++;
    }

    private double dot(double[] x, int xAt, double[] y, int yAt) {
        double sum = 0;
        for (int j = 0; j < columns; j++) {
            sum += x[xAt + j] * y[yAt + j];
        }
        return sum;
    }

    /**
     * The positive part, shrunk to at most {@code size} rows.
     *
     * @param sums the sums so far; the shrink, the negative part and rounding are added to them
     */
    SketchSummary summary(int size, SketchState sums) {
        if (rank == 0) {
            return new SketchSummary(sums, new double[0]);
        }
        SymmetricEigen eigen = new SymmetricEigen(rank);
        eigen.decompose(inBasis(), rank);
        double[] values = eigen.values();
        double slack = 4 * (Math.sqrt(count) * columns + (double) EIGEN_ROUNDINGS * count) * UNIT_ROUNDOFF * trace;
        double cut = rank > size && values[size] > slack ? values[size] : 0;
        double[] weights = new double[Math.min(size, rank) * rank];
        double[] squares = new double[Math.min(size, rank)];
        int kept = 0;
        while (kept < squares.length && values[kept] > Math.max(cut, slack)) {
            squares[kept] = values[kept] - cut;
            double length = Math.sqrt(squares[kept]);
            for (int q = 0; q < rank; q++) {
                weights[kept * rank + q] = length * eigen.vectors()[kept * rank + q];
            }
            kept++;
        }
        double[] made = new double[kept * columns];
        Backend.active()
                .doubles()
                .multiply(
                        DoubleMatrix.of(weights, rank),
                        kept,
                        rank,
                        DoubleMatrix.of(basis, columns),
                        columns,
                        DoubleMatrix.of(made, columns));
        SketchState state = new SketchState(
                made,
                kept,
                columns,
                sums.delta() + cut,
                sums.rounding() + 2 * slack,
                sums.squaredNorm(),
                sums.certificate(),
                false,
                sums.excess() + Math.max(0, -values[rank - 1]));
        return new SketchSummary(state, Arrays.copyOf(squares, kept));
    }

    /** T'JT, rank x rank. */
    private double[] inBasis() {
        int most = Math.min(count, columns);
        double[] matrix = new double[rank * rank];
        for (int i = 0; i < count; i++) {
            double sign = signed && i == count - 1 ? -1 : 1;
            for (int p = 0; p < rank; p++) {
                double factor = sign * triangle[i * most + p];
                for (int q = 0; q < rank; q++) {
                    matrix[p * rank + q] += factor * triangle[i * most + q];
                }
            }
        }
        return matrix;
    }
}
