package io.github.skpca.internal.sketch;

import io.github.skpca.internal.linalg.SymmetricEigen;
import io.github.skpca.internal.random.RandomStream;

import java.util.Arrays;

/** The directions that a range finder multiplies a block with: unit rows, width x m. */
final class RangeDirections {
    /** With this many times as many columns as directions, random directions are nearly orthogonal as drawn. */
    private static final int MANY = 8;

    /** Two rows of a sketch with a cosine up to this count as orthogonal. */
    private static final double ROUNDING_ALONE = 1e-10;

    private final int columns;
    private final int width;
    private final WideRows wide;
    private final double[] rows;

    RangeDirections(int columns, int width, WideRows wide) {
        this.columns = columns;
        this.width = width;
        this.wide = wide;
        this.rows = new double[Math.multiplyExact(width, columns)];
    }

    /** The directions, row-major; not to be changed. */
    double[] rows() {
        return rows;
    }

    /**
     * The directions of a sketch, and random ones orthogonal to them and to each other.
     *
     * @return whether the rows of the sketch are orthogonal up to rounding, so that their products with these directions are known
     */
    boolean start(SketchState sketch, RandomStream random) {
        int known = sketch.count();
        System.arraycopy(sketch.rows(), 0, rows, 0, known * columns);
        double[] lengths = new double[known * known];
        wide.gram(rows, known, lengths);
        for (int i = 0; i < known; i++) {
            scale(i, lengths[i * known + i]);
        }
        ResidualProbes.fill(random, rows, known * columns, width * columns);
        if (known > 0) {
            clearRandom(known);
        }
        for (int i = known; i < width; i++) {
            for (int before = known; before < i && columns < MANY * width; before++) {
                subtractAlong(i, before);
            }
            toUnitLength(i);
        }
        return isDiagonal(lengths, known);
    }

    /** Subtracts from the random directions their part along the known ones. */
    private void clearRandom(int known) {
        int guides = width - known;
        double[] inner = new double[guides * known];
        wide.innerProducts(rows, known, guides, rows, known, inner);
        double[] along = new double[guides * columns];
        wide.combine(inner, guides, known, rows, along);
        for (int i = 0; i < along.length; i++) {
            rows[known * columns + i] -= along[i];
        }
    }

    /** Whether rows with these inner products are orthogonal up to rounding. */
    private static boolean isDiagonal(double[] inner, int count) {
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < i; j++) {
                double both = inner[i * count + i] * inner[j * count + j];
                if (inner[i * count + j] * inner[i * count + j] > ROUNDING_ALONE * ROUNDING_ALONE * both) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * The principal directions of C.
     *
     * @param eigen the decomposition of C C'
     * @param small C, width x m; read only
     * @param slack eigenvalues up to it are rounding, and give no direction
     */
    void restart(SymmetricEigen eigen, double[] small, double slack) {
        wide.combine(eigen.vectors(), width, width, small, rows);
        for (int i = 0; i < width; i++) {
            if (eigen.values()[i] > slack) {
                toUnitLength(i);
            } else {
                Arrays.fill(rows, i * columns, (i + 1) * columns, 0.0);
            }
        }
    }

    private void toUnitLength(int row) {
        scale(row, DoubleRows.inner(rows, row * columns, rows, row * columns, columns));
    }

    private void scale(int row, double squaredLength) {
        double factor = squaredLength > 0 ? 1 / Math.sqrt(squaredLength) : 0;
        for (int j = row * columns; j < (row + 1) * columns; j++) {
            rows[j] *= factor;
        }
    }

    private void subtractAlong(int row, int other) {
        double sum = DoubleRows.inner(rows, row * columns, rows, other * columns, columns);
        for (int j = 0; j < columns; j++) {
            rows[row * columns + j] -= sum * rows[other * columns + j];
        }
    }
}
