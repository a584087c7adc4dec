package io.github.skpca.internal.sketch;

import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.DoubleMatrix;

/**
 * An orthonormal basis U of the products Y of a block with its directions, stored as the triangle T with U = Y T'.
 *
 * <p>U itself is never formed: U'A = T (Y'A) and U'z = T (Y'z).
 */
final class BlockBasis {
    /** A product is dropped as dependent if at most this part of its squared length lies outside the span of those before it. */
    private static final double DEPENDENT = 1e-6;

    private static final double UNIT_ROUNDOFF = 0x1p-53;

    private final int width;
    private final Backend backend = Backend.active();
    private final double[] triangle;
    private final double[] lower;
    private final double[] scale;
    private final double[] work;
    private final double[] unit;
    private double departure;

    BlockBasis(int width) {
        this.width = width;
        this.triangle = new double[width * width];
        this.lower = new double[width * width];
        this.scale = new double[width];
        this.work = new double[width * width];
        this.unit = new double[width * width];
    }

    /**
     * Makes the basis from inner products.
     *
     * @param gram the inner products of {@code total} vectors, of which the first {@code width} are the products; read only
     * @param rows how many rows of A those inner products were summed over
     */
    void set(double[] gram, int total, int rows) {
        factor(gram, total);
        backend.doubles()
                .multiply(
                        DoubleMatrix.of(triangle, width),
                        width,
                        width,
                        DoubleMatrix.of(gram, total),
                        width,
                        DoubleMatrix.of(work, width));
        backend.doubles()
                .innerProducts(
                        DoubleMatrix.of(work, width),
                        0,
                        width,
                        DoubleMatrix.of(triangle, width),
                        width,
                        width,
                        DoubleMatrix.of(unit, width));
        double sum = 0;
        double reached = 0;
        for (int i = 0; i < width; i++) {
            double reach = 0;
            for (int j = 0; j < width; j++) {
                boolean kept = i == j && triangle[i * width + i] > 0;
                double difference = unit[i * width + j] - (kept ? 1 : 0);
                sum += difference * difference;
                reach += Math.abs(triangle[i * width + j]) * Math.sqrt(Math.max(0, gram[j * total + j]));
            }
            reached += reach * reach;
        }
        departure = Math.sqrt(sum) + (rows + 2.0 * width) * UNIT_ROUNDOFF * reached;
    }

    /** Cholesky with columns scaled to unit length; a product that depends on those before it gets a row of zeros. */
    private void factor(double[] gram, int total) {
        java.util.Arrays.fill(triangle, 0.0);
        for (int i = 0; i < width; i++) {
            double diagonal = gram[i * total + i];
            scale[i] = diagonal > 0 ? 1 / Math.sqrt(diagonal) : 0;
        }
        for (int i = 0; i < width; i++) {
            double pivot = scale[i] == 0 ? 0 : 1;
            for (int j = 0; j < i; j++) {
                double entry = lower[j * width + j] > 0 ? lean(gram, total, i, j) / lower[j * width + j] : 0;
                lower[i * width + j] = entry;
                pivot -= entry * entry;
            }
            if (pivot <= DEPENDENT) {
                java.util.Arrays.fill(lower, i * width, (i + 1) * width, 0.0);
                continue;
            }
            lower[i * width + i] = Math.sqrt(pivot);
            invertRow(i);
        }
        for (int i = 0; i < width; i++) {
            for (int j = 0; j <= i; j++) {
                triangle[i * width + j] *= scale[j];
            }
        }
    }

    private double lean(double[] gram, int total, int i, int j) {
        double before = DoubleRows.inner(lower, i * width, lower, j * width, j);
        return gram[i * total + j] * scale[i] * scale[j] - before;
    }

    /** Row i of the inverse of the lower triangle, from the rows before. */
    private void invertRow(int i) {
        double diagonal = 1 / lower[i * width + i];
        for (int k = 0; k < i; k++) {
            double entry = lower[i * width + k];
            for (int j = 0; j <= k && entry != 0; j++) {
                triangle[i * width + j] -= entry * triangle[k * width + j];
            }
        }
        for (int j = 0; j < i; j++) {
            triangle[i * width + j] *= diagonal;
        }
        triangle[i * width + i] = diagonal;
    }

    /** How many products it is made from. */
    int width() {
        return width;
    }

    /** T, lower triangular, width x width; not to be changed. */
    double[] triangle() {
        return triangle;
    }

    /** How far U'U is from the identity (with zeros for dropped products), as measured. */
    double departure() {
        return departure;
    }

    /**
     * The error of row i of U'A that follows from the errors of Y'A.
     *
     * @param errors the error of each row of Y'A
     */
    double spread(int i, double[] errors) {
        double sum = 0;
        for (int j = 0; j <= i; j++) {
            sum += Math.abs(triangle[i * width + j]) * errors[j];
        }
        return sum;
    }

    /**
     * U'z from Y'z.
     *
     * @param inner z_p'y_j at {@code p stride + j}; read only
     * @param coordinates vectors x width; overwritten
     */
    void coordinates(double[] inner, int stride, int vectors, double[] coordinates) {
        backend.doubles()
                .innerProducts(
                        DoubleMatrix.of(inner, stride),
                        0,
                        vectors,
                        DoubleMatrix.of(triangle, width),
                        width,
                        width,
                        DoubleMatrix.of(coordinates, width));
    }
}
