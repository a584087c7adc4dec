package io.github.skpca.internal.feature;

import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.BlockedProduct;
import io.github.skpca.internal.linalg.Panels;
import io.github.skpca.internal.linalg.SparseMatrix;
import io.github.skpca.internal.linalg.SymmetricEigen;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * A subspace of few dimensions in which landmarks of wide rows lie, so that a row is multiplied by its basis first and then by few coordinates of
 * every landmark.
 *
 * <p>Nothing is approximated: ||x - c||^2 = ||x||^2 - 2 (Bx)'(Bc) + ||c||^2 for every c in the subspace with the orthonormal basis B. Landmarks are
 * points of our choice, and what they miss of a row is counted, wherever they lie.
 */
public final class RowSubspace {
    /*
     * Which subspace: a direction of the rows with the variance v moves a Gaussian image by at most v / bandwidth^2 in squared length, so landmarks
     * without it miss no direction of the images that has much more energy than that. The directions are those of one half of the rows and their
     * variances those of the other, because in many columns the leading directions of a sample seem larger than they are.
     */
    private static final int SPANNING = 512;

    private static final int MEASURING = 1024;

    /** Numbers of each of the two parts. */
    private static final int PART_NUMBERS = 1 << 22;

    /** Dimensions come in multiples of this, as vectors do. */
    private static final int MULTIPLE = 16;

    /** Relative to all rows, the squared length of a direction that can be told from rounding. */
    private static final double ROUNDING = 1e-9;

    private final Backend backend = Backend.active();
    private final float[] basis;
    private final int columns;
    private final int dimensions;
    private final Panels panels;

    /**
     * The subspace that is spanned by orthonormal rows.
     *
     * @param basis rows of {@code columns} floats; kept, not to be changed
     */
    public RowSubspace(float[] basis, int columns) {
        if (columns < 1 || basis.length == 0 || basis.length % columns != 0 || basis.length / columns > columns) {
            throw new IllegalArgumentException(basis.length + " numbers are no basis in " + columns + " columns");
        }
        this.basis = basis;
        this.columns = columns;
        this.dimensions = basis.length / columns;
        this.panels = backend.products().panels(columns, dimensions);
        panels.pack(basis, 0, 1, columns);
    }

    /** How many dimensions are worth it: so many that a row takes half as long with this many landmarks. */
    static int most(int columns, int landmarks) {
        return (int) ((long) columns * landmarks / (2L * (columns + landmarks)));
    }

    /**
     * The subspace of the directions in which rows have more than a variance about the origin, or null if these are too many.
     *
     * @param rows of {@code columns} floats, in no order; read only
     * @param given orthonormal rows that it must contain, perhaps none; read only
     * @param least the variance
     * @param most the most dimensions
     */
    static @Nullable RowSubspace of(float[] rows, float[] given, int columns, double least, int most, Workers workers) {
        int had = given.length / columns;
        int count = rows.length / columns;
        int spanning = Math.min(Math.min(SPANNING, PART_NUMBERS / columns), count / 2);
        int measuring = Math.min(Math.min(MEASURING, PART_NUMBERS / columns), count - spanning);
        if (had > most || spanning < 1) {
            return null;
        }
        double[] span = LandmarkTransfer.wide(Arrays.copyOf(rows, spanning * columns));
        double[] directions = directions(span, LandmarkTransfer.wide(given), columns, workers);
        int found = directions.length / columns;
        double[] others =
                LandmarkTransfer.wide(Arrays.copyOfRange(rows, spanning * columns, (spanning + measuring) * columns));
        int needed = needed(directions, others, columns, least, workers);
        int dimensions = Math.min(had + found, (had + needed + MULTIPLE - 1) / MULTIPLE * MULTIPLE);
        if (dimensions > most || dimensions == 0) {
            return null;
        }
        float[] basis = Arrays.copyOf(given, dimensions * columns);
        for (int i = had * columns; i < basis.length; i++) {
            basis[i] = (float) directions[i - had * columns];
        }
        return new RowSubspace(basis, columns);
    }

    /** An orthonormal basis of all that two contain. */
    static float[] union(float[] first, float[] second, int columns) {
        if (first.length == 0 || Arrays.equals(first, second)) {
            return second;
        }
        double[] directions =
                directions(LandmarkTransfer.wide(second), LandmarkTransfer.wide(first), columns, Workers.callerOnly());
        float[] union = Arrays.copyOf(first, first.length + directions.length);
        for (int i = 0; i < directions.length; i++) {
            union[first.length + i] = (float) directions[i];
        }
        return union;
    }

    /** Rows less their parts along an orthonormal basis. */
    private static double[] without(double[] rows, double[] basis, int columns, Workers workers) {
        int count = rows.length / columns;
        int q = basis.length / columns;
        if (q > 0) {
            double[] parts = new double[count * q];
            BlockedProduct.multiply(
                    rows, BlockedProduct.transposed(basis, q, columns), parts, count, columns, q, workers);
            BlockedProduct.subtract(parts, basis, rows, count, q, columns, workers);
        }
        return rows;
    }

    /** Orthonormal directions of rows beside those of a basis, those with the largest variance first. */
    private static double[] directions(double[] rows, double[] basis, int columns, Workers workers) {
        int count = rows.length / columns;
        double total = 0;
        for (double entry : rows) {
            total += entry * entry;
        }
        double[] rest = without(rows, basis, columns, workers);
        double[] gram = new double[count * count];
        BlockedProduct.multiply(
                rest, BlockedProduct.transposed(rest, count, columns), gram, count, columns, count, workers);
        SymmetricEigen eigen = new SymmetricEigen(count, workers);
        eigen.decompose(gram, count);
        double[] values = eigen.values();
        int most = Math.min(count, columns - basis.length / columns);
        int kept = 0;
        while (kept < most && values[kept] > ROUNDING * total) {
            kept++;
        }
        double[] scaled = Arrays.copyOf(eigen.vectors(), kept * count);
        for (int i = 0; i < scaled.length; i++) {
            scaled[i] /= Math.sqrt(values[i / count]);
        }
        double[] directions = new double[kept * columns];
        BlockedProduct.multiply(scaled, rest, directions, kept, count, columns, workers);
        // Short rows made long have rounding along the basis made long, too.
        return without(directions, basis, columns, workers);
    }

    /** So many of the first directions that the others have at most this variance. */
    private static int needed(double[] directions, double[] rows, int columns, double least, Workers workers) {
        int count = rows.length / columns;
        int found = directions.length / columns;
        double[] parts = new double[count * found];
        BlockedProduct.multiply(
                rows, BlockedProduct.transposed(directions, found, columns), parts, count, columns, found, workers);
        double[] variances = new double[found];
        for (int i = 0; i < parts.length; i++) {
            variances[i % found] += parts[i] * parts[i] / count;
        }
        int needed = found;
        while (needed > 0 && variances[needed - 1] <= least) {
            needed--;
        }
        return needed;
    }

    /** The orthonormal rows; not to be changed. */
    float[] basis() {
        return basis;
    }

    int dimensions() {
        return dimensions;
    }

    int columns() {
        return columns;
    }

    /**
     * Bx of some rows.
     *
     * @param rows from {@code offset} on; read only
     * @param out {@link #dimensions()} numbers per row, from its start; overwritten
     */
    void project(float[] rows, int offset, int count, float[] out) {
        backend.products().multiplyRows(rows, offset, count, panels, out, 0);
    }

    /** Bx of some sparse rows, bit for bit as of the same rows with their zeros. */
    void project(SparseMatrix rows, int from, int count, float[] out) {
        backend.products().multiplySparse(rows, from, count, panels, out, 0, dimensions);
    }

    /** The points of the subspace next to some rows, again with all columns. */
    float[] within(float[] rows, Workers workers) {
        int count = rows.length / columns;
        float[] coordinates = new float[count * dimensions];
        project(rows, 0, count, coordinates);
        double[] points = new double[rows.length];
        BlockedProduct.multiply(
                LandmarkTransfer.wide(coordinates),
                LandmarkTransfer.wide(basis),
                points,
                count,
                dimensions,
                columns,
                workers);
        float[] within = new float[points.length];
        for (int i = 0; i < within.length; i++) {
            within[i] = (float) points[i];
        }
        return within;
    }

    long bytes() {
        return 4L * basis.length + panels.bytes();
    }
}
