package io.github.skpca.internal.sketch;

import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.SymmetricEigen;
import org.jspecify.annotations.Nullable;

/**
 * The matrix A'A of rows with few columns: how rows are added to it, and how it becomes a few rows again.
 *
 * <p>Rows are summed in double. A slice of s rows is summed by itself, which is off by at most (s + 4) 2^-53 times its sum of squares in
 * norm, and an addition to the matrix moves it by at most 2^-53 ||A||_F^2.
 */
final class SecondMoments {
    private static final int SLICE_ROWS = 256;

    /** Numbers of the slices that are summed side by side. */
    private static final int MOST_SIDE_BY_SIDE = 1 << 21;

    private static final double UNIT_ROUNDOFF = 0x1p-53;

    private final int columns;
    private final Workers workers;
    private final Backend backend = Backend.active();
    private double[][] parts = new double[0][];
    private double rounding;

    SecondMoments(int columns, Workers workers) {
        this.columns = columns;
        this.workers = workers;
    }

    /** A shrink: rows B with B'B = A'A - cut on what is kept, up to slack on either side. */
    record Shrunk(double[] rows, double[] squares, double cut, double slack) {}

    /** What rounding has done to the matrix in the calls since this was last asked, in norm. */
    double takeRounding() {
        double taken = rounding;
        rounding = 0;
        return taken;
    }

    private int slicesAtOnce() {
        return (int) Math.max(1, Math.min(8, MOST_SIDE_BY_SIDE / ((long) columns * columns)));
    }

    /** The bytes of work space, once a block has come. */
    long bytes() {
        return 8L * columns * ((long) slicesAtOnce() * columns + (long) workers.threads() * SLICE_ROWS);
    }

    /**
     * Adds the rows (block_i - mean), a slice after the other, whichever thread made it.
     *
     * @param moments columns x columns; changed
     * @param norm ||A||_F^2 of what the matrix holds
     * @return the sum of squares of what was added
     */
    double addBlock(float[] block, int count, double @Nullable [] mean, double[] moments, double norm) {
        int atOnce = slicesAtOnce();
        if (parts.length == 0) {
            parts = new double[atOnce][columns * columns];
        }
        int slices = (count + SLICE_ROWS - 1) / SLICE_ROWS;
        double added = 0;
        for (int group = 0; group < slices; group += atOnce) {
            int first = group;
            int together = Math.min(atOnce, slices - group);
            workers.split(together, 1, (from, to) -> {
                for (int i = from; i < to; i++) {
                    int row = (first + i) * SLICE_ROWS;
                    int rows = Math.min(SLICE_ROWS, count - row);
                    backend.moments(block, row * columns, rows, columns, mean, parts[i]);
                }
            });
            for (int i = 0; i < together; i++) {
                added += add(parts[i], moments);
            }
        }
        Backend.mirror(moments, columns);
        rounding += UNIT_ROUNDOFF * ((SLICE_ROWS + 4.0) * added + slices * (norm + added));
        return added;
    }

    /** Adds the lower half. */
    private double add(double[] part, double[] moments) {
        double trace = 0;
        for (int i = 0; i < columns; i++) {
            for (int j = i * columns; j <= i * columns + i; j++) {
                moments[j] += part[j];
            }
            trace += part[i * columns + i];
        }
        return trace;
    }

    /**
     * Adds rows in double.
     *
     * @param rows count x columns, from the start of the array; read only
     * @param norm ||A||_F^2 of what the matrix holds
     * @return the sum of squares of what was added
     */
    double addRows(double[] rows, int count, double[] moments, double norm) {
        double added = 0;
        for (int i = 0; i < count; i++) {
            added += addRow(rows, i * columns, moments);
        }
        rounding += 2 * UNIT_ROUNDOFF * count * (norm + added);
        return added;
    }

    private double addRow(double[] rows, int at, double[] moments) {
        double sum = 0;
        for (int i = 0; i < columns; i++) {
            double factor = rows[at + i];
            sum += factor * factor;
            for (int j = 0; j < columns; j++) {
                moments[i * columns + j] += factor * rows[at + j];
            }
        }
        return sum;
    }

    /**
     * At most {@code size} orthogonal rows below the matrix, as a shrink of Frequent Directions leaves them, the longest first.
     *
     * @param moments columns x columns; destroyed
     */
    Shrunk shrink(double[] moments, int size) {
        SymmetricEigen eigen = new SymmetricEigen(columns, workers);
        eigen.decompose(moments, columns);
        double[] values = eigen.values();
        double slack = 21.0 * columns * columns * UNIT_ROUNDOFF * Math.max(values[0], 0);
        double cut = columns > size && values[size] > slack ? values[size] : 0;
        int kept = 0;
        while (kept < Math.min(size, columns) && values[kept] > Math.max(cut, slack)) {
            kept++;
        }
        double[] rows = java.util.Arrays.copyOf(eigen.vectors(), kept * columns);
        double[] squares = new double[kept];
        for (int i = 0; i < kept; i++) {
            squares[i] = values[i] - cut;
            double length = Math.sqrt(squares[i]);
            for (int j = i * columns; j < (i + 1) * columns; j++) {
                rows[j] *= length;
            }
        }
        return new Shrunk(rows, squares, cut, slack);
    }
}
