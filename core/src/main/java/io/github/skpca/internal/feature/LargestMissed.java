package io.github.skpca.internal.feature;

import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.DoubleMatrix;
import io.github.skpca.internal.linalg.ScaledRows;
import io.github.skpca.internal.linalg.SymmetricEigen;
import io.github.skpca.kernel.Kernel;

import java.util.Arrays;

/**
 * The energy of rows along the direction that landmarks miss most: the largest eigenvalue of what they leave of the rows' kernel matrix, over the
 * number of rows.
 */
final class LargestMissed {
    /*
     * The rows come in three parts. The first spans the direction; it is the one that the first and the second have most in common, so a row
     * that is like no other has no say; and the third measures its energy, so the estimate is not biased by the search. What is left of K(x, y),
     * R = K - F'F, is never formed: a product with it is one with K and two with F.
     */
    private static final int PART = 384;

    private static final int ROUNDS = 8;

    /** Rounds from the direction that was found with fewer landmarks. */
    private static final int MORE_ROUNDS = 3;

    /** From so many rows the eigenvalue is read, or from four times as many as come before it. */
    private static final int EIGENVALUE_ROWS = 256;

    private final int first;
    private final int part;
    private final float[] similarities;
    private final double[] direction;
    private int rounds = ROUNDS;

    /**
     * Of some of the rows of a decomposition.
     *
     * @param rows of {@code columns} floats, row-major, in no order; read only
     * @param first those before are left out
     */
    LargestMissed(Kernel kernel, float[] rows, int columns, int first, Workers workers) {
        this.first = first;
        this.part = Math.min(PART, (rows.length / columns - first) / 3);
        this.similarities = new float[3 * part * part];
        this.direction = new double[part];
        for (int i = 0; i < part; i++) {
            direction[i] = 1 + 0.5 * (((i * 0x9E3779B9) >> 8) & 1);
        }
        if (part > 0) {
            float[] spanning = Arrays.copyOfRange(rows, first * columns, (first + part) * columns);
            new KernelValueMap(kernel, spanning, columns)
                    .map(rows, first * columns, 3 * part, similarities, 0, workers);
        }
    }

    /**
     * The eigenvalue after the first {@code skipped} of the centred kernel matrix of all rows over their number, read from the first part; 0 if it has
     * too few rows to tell.
     */
    double eigenvalue(int skipped) {
        int size = Math.min(part, Math.max(EIGENVALUE_ROWS, 4 * skipped));
        if (skipped >= size) {
            return 0;
        }
        double[] centred = centred(size);
        double tail = 0;
        for (int i = 0; i < size; i++) {
            tail += centred[i * size + i];
        }
        double[] values = new SymmetricEigen(size).largest(centred, size, skipped + 1);
        for (double value : values) {
            tail -= value;
        }
        // Directions that a sample does not tell apart add their share to each that it does.
        return Math.max(0, values[skipped] - Math.max(0, tail) / size) / size;
    }

    /** The kernel matrix of some rows of the first part, about its mean. */
    private double[] centred(int size) {
        double[] means = new double[size];
        double mean = 0;
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                means[i] += similarities[i * part + j] / size;
            }
            mean += means[i] / size;
        }
        double[] centred = new double[size * size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j <= i; j++) {
                double entry = similarities[i * part + j] - means[i] - means[j] + mean;
                centred[i * size + j] = entry;
                centred[j * size + i] = entry;
            }
        }
        return centred;
    }

    /** The energy, 0 if there are too few rows to tell. */
    double energy(PivotedCholesky landmarks) {
        if (part == 0) {
            return 0;
        }
        double[] image = new double[part];
        for (int round = 0; round < rounds; round++) {
            multiply(landmarks, 1, direction, image, false);
            multiply(landmarks, 1, image, direction, true);
            double norm = Math.sqrt(inner(direction, direction));
            if (!(norm > 0)) {
                return 0;
            }
            for (int i = 0; i < part; i++) {
                direction[i] /= norm;
            }
        }
        rounds = MORE_ROUNDS;
        multiply(landmarks, 0, direction, image, false);
        double length = inner(direction, image);
        if (!(length > 0)) {
            return 0;
        }
        multiply(landmarks, 2, direction, image, false);
        int measuring = part - landmarks.pivotsAmong(first + 2 * part, first + 3 * part);
        return measuring == 0 ? 0 : inner(image, image) / length / measuring;
    }

    /** The product of what is left of K between a part and the first one with a vector, or of its transpose. */
    private void multiply(
            PivotedCholesky landmarks, int other, double[] vector, double[] product, boolean isTransposed) {
        Arrays.fill(product, 0);
        int from = other * part * part;
        for (int i = 0; i < part; i++) {
            int row = from + i * part;
            if (isTransposed) {
                for (int j = 0; j < part; j++) {
                    product[j] += similarities[row + j] * vector[i];
                }
            } else {
                product[i] = inner(similarities, row, vector);
            }
        }
        int there = first + (isTransposed ? other * part : 0);
        int here = first + (isTransposed ? 0 : other * part);
        double[] factor = landmarks.factor();
        int stride = landmarks.candidates();
        double[] sums = new double[landmarks.size()];
        for (int k = 0; k < sums.length; k++) {
            sums[k] = inner(factor, k * stride + there, vector);
        }
        ScaledRows.subtract(sums, 0, sums.length, new DoubleMatrix(factor, here, stride), product, 0, part);
    }

    private static double inner(double[] a, double[] b) {
        return inner(a, 0, b);
    }

    /** Four sums at a time: one alone would wait for itself. */
    private static double inner(double[] a, int at, double[] b) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int i = 0;
        for (; i + 3 < b.length; i += 4) {
            s0 += a[at + i] * b[i];
            s1 += a[at + i + 1] * b[i + 1];
            s2 += a[at + i + 2] * b[i + 2];
            s3 += a[at + i + 3] * b[i + 3];
        }
        for (; i < b.length; i++) {
            s0 += a[at + i] * b[i];
        }
        return s0 + s1 + (s2 + s3);
    }

    private static double inner(float[] a, int at, double[] b) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int i = 0;
        for (; i + 3 < b.length; i += 4) {
            s0 += a[at + i] * b[i];
            s1 += a[at + i + 1] * b[i + 1];
            s2 += a[at + i + 2] * b[i + 2];
            s3 += a[at + i + 3] * b[i + 3];
        }
        for (; i < b.length; i++) {
            s0 += a[at + i] * b[i];
        }
        return s0 + s1 + (s2 + s3);
    }
}
