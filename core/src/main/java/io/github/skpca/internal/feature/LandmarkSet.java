package io.github.skpca.internal.feature;

import io.github.skpca.kernel.IsotropicKernel;
import io.github.skpca.kernel.Kernel;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * A fixed number of standardised rows that other rows are compared with: K(x, c_j) for every landmark c_j.
 *
 * <p>Landmarks can be replaced one at a time. As long as none is replaced, any number of threads may compare.
 */
public final class LandmarkSet {
    /*
     * For a kernel of the distance, ||x - c||^2 is summed column by column in float, a stretch of landmarks at a time, in the place
     * of the later kernel value. A sum of squared differences has a relative error of at most d 2^-24, however far the two rows
     * are from the origin, and a landmark can change without rebuilding any other layout.
     */
    private static final int STRETCH = 256;

    /*
     * The values of an unbounded kernel, such as a polynomial, can be of any size, but they must be floats whose products with features
     * are floats too. So the image of a row has at most K(x, x) = 1e30. Beyond, it is shortened along its own
     * direction: K(x, y) s(x) s(y) with s(x) = sqrt(1e30 / K(x, x)). That is still a kernel, which it would not be if each value were
     * clipped separately. An extremely distant row keeps its share outside a subspace, so it is as novel as a row can be.
     */
    private static final double FARTHEST = 1e30;

    /** Larger values are clipped to this, so that products with a shortening stay finite. */
    private static final double LARGEST = 1e300;

    private final Kernel kernel;
    private final @Nullable IsotropicKernel isotropic;
    private final int count;
    private final int columns;
    private final float[] transposed;
    private final double[] wide;
    private final double[] shortenings;

    /** The given number of landmarks, all at the origin. */
    public LandmarkSet(Kernel kernel, int count, int columns) {
        this.kernel = kernel;
        this.isotropic = KernelForm.isotropic(kernel);
        this.count = count;
        this.columns = columns;
        this.transposed = new float[Math.multiplyExact(count, columns)];
        this.wide = new double[isotropic == null ? transposed.length : 0];
        this.shortenings = new double[isotropic == null ? count : 0];
        Arrays.fill(shortenings, 1);
    }

    /**
     * A set of these landmarks.
     *
     * @param rows count x columns, row-major; copied
     */
    public static LandmarkSet of(Kernel kernel, float[] rows, int columns) {
        LandmarkSet landmarks = new LandmarkSet(kernel, rows.length / columns, columns);
        for (int i = 0; i < landmarks.count; i++) {
            landmarks.set(i, rows, i * columns);
        }
        return landmarks;
    }

    /**
     * The largest K(c, c) of some landmarks, which bounds every entry of their kernel matrix.
     *
     * @param rows rows of {@code columns} floats, standardised; read only
     */
    public static double largestSelfSimilarity(Kernel kernel, float[] rows, int columns) {
        if (kernel.isNormalized()) {
            return 1;
        }
        double largest = 0;
        double[] row = new double[columns];
        for (int i = 0; i < rows.length; i += columns) {
            for (int j = 0; j < columns; j++) {
                row[j] = rows[i + j];
            }
            largest = Math.max(largest, bounded(kernel.similarity(row, 0, row, 0, columns)));
        }
        return largest;
    }

    /** How many there are. */
    public int count() {
        return count;
    }

    /** d. */
    public int columns() {
        return columns;
    }

    /** The kernel. */
    public Kernel kernel() {
        return kernel;
    }

    /** Replaces landmark i by the row that begins at {@code offset}. */
    public void set(int i, float[] rows, int offset) {
        for (int j = 0; j < columns; j++) {
            transposed[j * count + i] = rows[offset + j];
            if (isotropic == null) {
                wide[i * columns + j] = rows[offset + j];
            }
        }
        if (isotropic == null) {
            shortenings[i] = shortening(wide, i * columns);
        }
    }

    /** s(x) of a row in double; 1 except for extremely distant rows. */
    private double shortening(double[] rows, int offset) {
        return kernel.isNormalized() ? 1 : shortening(kernel.similarity(rows, offset, rows, offset, columns));
    }

    /** s(x) from K(x, x). */
    static double shortening(double self) {
        return self > FARTHEST ? Math.sqrt(FARTHEST / Math.min(self, LARGEST)) : 1;
    }

    /** K(x, x), clipped at {@link #FARTHEST}. */
    static double bounded(double self) {
        return Math.min(FARTHEST, self);
    }

    /** K(x, c) s(x) s(c) for landmark c. */
    double bounded(double similarity, double shortening, int landmark) {
        double within = Math.max(-LARGEST, Math.min(LARGEST, similarity));
        return Math.max(-FARTHEST, Math.min(FARTHEST, within * shortening * shortenings[landmark]));
    }

    /** All landmarks, count x columns, row-major; a copy. */
    public float[] rows() {
        float[] rows = new float[transposed.length];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < columns; j++) {
                rows[i * columns + j] = transposed[j * count + i];
            }
        }
        return rows;
    }

    /**
     * K(x, c_j) of some rows and all landmarks. A row's values do not depend on the rows beside it.
     *
     * @param rows {@code rowCount} x columns, row-major, from {@code offset} on, standardised; read only
     * @param out rowCount x count from {@code outOffset} on; overwritten
     */
    public void compare(float[] rows, int offset, int rowCount, float[] out, int outOffset) {
        if (isotropic == null) {
            compareOneByOne(rows, offset, rowCount, out, outOffset);
            return;
        }
        // A stretch of landmarks stays in the cache while all rows are compared with it.
        for (int first = 0; first < count; first += STRETCH) {
            int length = Math.min(STRETCH, count - first);
            for (int i = 0; i < rowCount; i++) {
                int at = outOffset + i * count + first;
                squaredDistances(rows, offset + i * columns, first, length, out, at);
                for (int j = at; j < at + length; j++) {
                    out[j] = (float) isotropic.ofSquaredDistance(out[j]);
                }
            }
        }
    }

    private void squaredDistances(float[] rows, int row, int first, int length, float[] out, int at) {
        Arrays.fill(out, at, at + length, 0f);
        int j = 0;
        // Two columns per pass halve the loads and stores of sums; the order of additions is the same for every row.
        for (; j + 1 < columns; j += 2) {
            float x0 = rows[row + j];
            float x1 = rows[row + j + 1];
            int c0 = j * count + first;
            int c1 = c0 + count;
            for (int i = 0; i < length; i++) {
                float d0 = x0 - transposed[c0 + i];
                float d1 = x1 - transposed[c1 + i];
                out[at + i] += d0 * d0 + d1 * d1;
            }
        }
        if (j < columns) {
            float x = rows[row + j];
            int c = j * count + first;
            for (int i = 0; i < length; i++) {
                float difference = x - transposed[c + i];
                out[at + i] += difference * difference;
            }
        }
    }

    /** ||x - c_j||^2 of one row and one landmark, with the same additions in the same order as above. */
    float squaredDistance(float[] rows, int row, int landmark) {
        float sum = 0;
        int j = 0;
        for (; j + 1 < columns; j += 2) {
            float d0 = rows[row + j] - transposed[j * count + landmark];
            float d1 = rows[row + j + 1] - transposed[(j + 1) * count + landmark];
            sum += d0 * d0 + d1 * d1;
        }
        if (j < columns) {
            float difference = rows[row + j] - transposed[j * count + landmark];
            sum += difference * difference;
        }
        return sum;
    }

    private void compareOneByOne(float[] rows, int offset, int rowCount, float[] out, int outOffset) {
        double[] row = new double[columns];
        for (int i = 0; i < rowCount; i++) {
            for (int j = 0; j < columns; j++) {
                row[j] = rows[offset + i * columns + j];
            }
            double shortening = shortening(row, 0);
            for (int c = 0; c < count; c++) {
                double similarity = kernel.similarity(row, 0, wide, c * columns, columns);
                out[outOffset + i * count + c] = (float) bounded(similarity, shortening, c);
            }
        }
    }

    /**
     * K(x, c_j) of one row and all landmarks, in double.
     *
     * @param row d numbers; read only
     * @param values one number per landmark; overwritten
     */
    void compare(double[] row, double[] values) {
        if (isotropic == null) {
            double shortening = shortening(row, 0);
            for (int c = 0; c < count; c++) {
                values[c] = bounded(kernel.similarity(row, 0, wide, c * columns, columns), shortening, c);
            }
            return;
        }
        squaredDistances(row, values);
        for (int c = 0; c < count; c++) {
            values[c] = isotropic.ofSquaredDistance(values[c]);
        }
    }

    private void squaredDistances(double[] row, double[] squares) {
        Arrays.fill(squares, 0, count, 0);
        for (int j = 0; j < columns; j++) {
            for (int c = 0; c < count; c++) {
                double difference = row[j] - transposed[j * count + c];
                squares[c] += difference * difference;
            }
        }
    }

    /**
     * The value and the gradient of the sum of weights_j K(x, c_j).
     *
     * @param row d numbers; read only
     * @param weights one number per landmark; read only
     * @param gradient d numbers; overwritten
     */
    double pullBack(double[] row, double[] weights, double[] gradient) {
        Arrays.fill(gradient, 0, columns, 0);
        double value = 0;
        if (isotropic == null) {
            double shortening = shortening(row, 0);
            for (int c = 0; c < count; c++) {
                value += weights[c] * bounded(kernel.similarity(row, 0, wide, c * columns, columns), shortening, c);
                double weight = weights[c] * shortening * shortenings[c];
                kernel.addGradient(row, 0, wide, c * columns, columns, weight, gradient);
            }
            if (shortening < 1) {
                // s(x) falls as K(x, x) grows: s' = -s K(x, x)' / (2 K(x, x)).
                // K(x, x)' is twice the gradient in one argument.
                double self = kernel.similarity(row, 0, row, 0, columns);
                kernel.addGradient(row, 0, row, 0, columns, -value / Math.min(self, LARGEST), gradient);
            }
            return value;
        }
        double[] slopes = new double[count];
        squaredDistances(row, slopes);
        for (int c = 0; c < count; c++) {
            value += weights[c] * isotropic.ofSquaredDistance(slopes[c]);
            slopes[c] = 2 * weights[c] * isotropic.slopeOfSquaredDistance(slopes[c]);
        }
        for (int j = 0; j < columns; j++) {
            double sum = 0;
            for (int c = 0; c < count; c++) {
                sum += slopes[c] * (row[j] - transposed[j * count + c]);
            }
            gradient[j] = sum;
        }
        return value;
    }

    /** The bytes held. */
    public long bytes() {
        return 4L * transposed.length + 8L * (wide.length + shortenings.length);
    }
}
