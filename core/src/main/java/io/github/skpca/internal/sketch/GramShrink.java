package io.github.skpca.internal.sketch;

import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.SymmetricEigen;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * Orthogonal rows B of a Gram matrix S, the longest first: B'B = S - cut on the kept directions, up to slack on either side.
 *
 * @param rows B, row-major
 * @param squares the squared length of each row
 * @param cut what was subtracted from every eigenvalue, as a shrink of Frequent Directions does
 * @param slack a bound on the error of the decomposition; eigenvalues up to it are left out
 * @param next the directions after those that may be kept, with their eigenvalues; null if there are none
 */
record GramShrink(double[] rows, double[] squares, double cut, double slack, SketchSummary.@Nullable Next next) {
    private static final double UNIT_ROUNDOFF = 0x1p-53;
    private static final int EIGEN_ROUNDINGS = 20;

    /** The most directions after those kept. */
    private static final int MOST_NEXT = 40;

    /**
     * At most {@code size} rows: all eigenvalues less the first one that is not kept.
     *
     * @param gram columns x columns; destroyed
     */
    static GramShrink cut(double[] gram, int columns, int size, Workers workers) {
        SymmetricEigen eigen = decompose(gram, columns, workers);
        double[] values = eigen.values();
        double slack = (EIGEN_ROUNDINGS + 1.0) * columns * columns * UNIT_ROUNDOFF * Math.max(values[0], 0);
        double cut = columns > size && values[size] > slack ? values[size] : 0;
        return rows(eigen, columns, Math.min(size, columns), cut, slack, next(eigen, columns, size));
    }

    /**
     * All directions, none of them shortened. The slack is derived from the trace: with thousands of columns that is far less than m times
     * the largest eigenvalue.
     *
     * @param gram columns x columns; destroyed
     */
    static GramShrink whole(double[] gram, int columns, Workers workers) {
        double trace = 0;
        for (int i = 0; i < columns; i++) {
            trace += gram[i * columns + i];
        }
        double slack = (double) EIGEN_ROUNDINGS * columns * UNIT_ROUNDOFF * trace;
        return rows(decompose(gram, columns, workers), columns, columns, 0, slack, null);
    }

    private static SymmetricEigen decompose(double[] gram, int columns, Workers workers) {
        SymmetricEigen eigen = new SymmetricEigen(columns, workers);
        eigen.decompose(gram, columns);
        return eigen;
    }

    private static SketchSummary.@Nullable Next next(SymmetricEigen eigen, int columns, int size) {
        int count = Math.min(MOST_NEXT, columns - size - 1);
        return count < 1
                ? null
                : new SketchSummary.Next(
                        Arrays.copyOfRange(eigen.vectors(), size * columns, (size + count) * columns),
                        Arrays.copyOfRange(eigen.values(), size, size + count + 1));
    }

    private static GramShrink rows(
            SymmetricEigen eigen, int columns, int most, double cut, double slack, SketchSummary.@Nullable Next next) {
        double[] values = eigen.values();
        int kept = 0;
        while (kept < most && values[kept] > Math.max(cut, slack)) {
            kept++;
        }
        double[] rows = Arrays.copyOf(eigen.vectors(), kept * columns);
        double[] squares = new double[kept];
        for (int i = 0; i < kept; i++) {
            squares[i] = values[i] - cut;
            double length = Math.sqrt(squares[i]);
            for (int j = i * columns; j < (i + 1) * columns; j++) {
                rows[j] *= length;
            }
        }
        return new GramShrink(rows, squares, cut, slack, next);
    }
}
