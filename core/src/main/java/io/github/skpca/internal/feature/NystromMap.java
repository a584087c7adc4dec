package io.github.skpca.internal.feature;

import io.github.skpca.MapKind;
import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.Panels;
import io.github.skpca.internal.linalg.PositiveDefinite;
import io.github.skpca.internal.linalg.SparseMatrix;
import io.github.skpca.kernel.Kernel;
import org.jspecify.annotations.Nullable;

/**
 * Nystrom features: z(x) = M'k(x) with k(x) the kernel values against m landmarks and M an m x r matrix such that z(x)'z(y) is
 * close to K(x, y).
 *
 * <p>z(x) holds coordinates of x in an r-dimensional part of the span of the landmarks in the kernel's own space, so ||z(x)||^2 is
 * at most K(x, x). Whoever multiplies z with directions W can multiply k(x) with M W instead, which is made once.
 */
public final class NystromMap implements FeatureMap {
    /** Rows whose kernel values are in the cache until they are multiplied; a multiple of every micro-kernel's height. */
    private static final int TILE_ROWS = 48;

    private static final int SPARSE_ROWS = 384;

    /** Of the trace of a kernel matrix: makes it safe to invert. */
    private static final double RIDGE = 1e-10;

    private final KernelValueMap values;
    private final float[] turned;
    private final int features;
    private final Backend backend = Backend.active();
    private final Panels panels;
    private final @Nullable FeatureProducts products;
    private final int tileRows;
    private final ThreadLocal<float[]> tiles;

    /**
     * The features of these landmarks.
     *
     * @param factor M, m x r, row-major; copied
     */
    public NystromMap(KernelValueMap values, float[] factor) {
        int count = values.features();
        if (factor.length == 0 || factor.length % count != 0 || factor.length / count > count) {
            throw new IllegalArgumentException(factor.length + " numbers are no factor for " + count + " landmarks");
        }
        this.values = values;
        this.features = factor.length / count;
        this.turned = turned(factor, count, features);
        this.panels = backend.panels(count, features);
        panels.pack(factor, 0, features, 1);
        this.products = FeatureProducts.of(values, turned, features);
        this.tileRows = products == null ? TILE_ROWS : Math.max(TILE_ROWS, products.tileRows());
        this.tiles = ThreadLocal.withInitial(() -> new float[tileRows * count]);
    }

    private static float[] turned(float[] matrix, int rows, int columns) {
        float[] turned = new float[matrix.length];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                turned[j * rows + i] = matrix[i * columns + j];
            }
        }
        return turned;
    }

    /** The kernel values k(x). */
    public KernelValueMap values() {
        return values;
    }

    /** m, the number of landmarks. */
    public int landmarks() {
        return values.features();
    }

    /** M, m x r, row-major; a copy. */
    public float[] factor() {
        return turned(turned, features, landmarks());
    }

    /** M', r x m, row-major; shared, not to be changed. */
    float[] turnedFactor() {
        return turned;
    }

    /**
     * M w, so that k(x)'(M w) = z(x)'w.
     *
     * @param w rows of r numbers from {@code offset} on, {@code count} of them; read only
     * @return count x m, a row a vector
     */
    public double[] folded(double[] w, int offset, int count) {
        int m = landmarks();
        double[] folded = new double[Math.multiplyExact(count, m)];
        for (int i = 0; i < count; i++) {
            int from = offset + i * features;
            for (int j = 0; j < m; j++) {
                double sum = 0;
                for (int r = 0; r < features; r++) {
                    sum += w[from + r] * turned[r * m + j];
                }
                folded[i * m + j] = sum;
            }
        }
        return folded;
    }

    /**
     * What the other landmarks leave of each landmark c: its squared distance from their span in the kernel's own space, which is one over its
     * diagonal entry of K_CC^-1.
     */
    public double[] leftByOthers(Kernel kernel, Workers workers) {
        int m = landmarks();
        float[] narrow = values.landmarks();
        double[] rows = new double[narrow.length];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = narrow[i];
        }
        double[] gram = SampledDifference.similarities(kernel, rows, m, columns(), workers);
        double trace = 0;
        for (int i = 0; i < m; i++) {
            trace += gram[i * m + i];
        }
        double ridge = Math.max(RIDGE * trace, Double.MIN_NORMAL);
        double[] inverse = new double[m * m];
        for (int i = 0; i < m; i++) {
            gram[i * m + i] += ridge;
            inverse[i * m + i] = 1;
        }
        new PositiveDefinite(gram, m, workers).solve(inverse, m);
        double[] left = new double[m];
        for (int i = 0; i < m; i++) {
            left[i] = Math.max(0, 1 / inverse[i * m + i] - ridge);
        }
        return left;
    }

    @Override
    public MapKind kind() {
        return MapKind.LANDMARKS;
    }

    @Override
    public int columns() {
        return values.columns();
    }

    /** r, at most the number of landmarks. */
    @Override
    public int features() {
        return features;
    }

    /** A projection is no longer than what is projected: the largest K(x, x). */
    @Override
    public double largestSquaredNorm() {
        return values.largestSquaredNorm() / landmarks();
    }

    @Override
    public void map(float[] rows, int offset, int count, float[] out, int outOffset, Workers workers) {
        if (workers.threads() == 1 || count <= tileRows) {
            mapRange(rows, offset, count, out, outOffset);
            return;
        }
        int columns = columns();
        workers.split(
                count,
                tileRows,
                (from, to) -> mapRange(rows, offset + from * columns, to - from, out, outOffset + from * features));
    }

    /** Many rows at a time on the caller's thread, because their zeros are work space that cannot be shared; threads share the products. */
    @Override
    public void map(SparseMatrix rows, int from, int count, float[] out, int outOffset, Workers workers) {
        int m = landmarks();
        int most = Math.min(count, SPARSE_ROWS);
        float[] kernelValues = most <= TILE_ROWS ? tiles.get() : new float[Math.multiplyExact(most, m)];
        for (int first = 0; first < count; first += most) {
            int height = Math.min(most, count - first);
            int at = outOffset + first * features;
            values.map(rows, from + first, height, kernelValues, 0, workers);
            workers.split(
                    height,
                    TILE_ROWS,
                    (top, to) -> backend.multiply(
                            kernelValues, top * m, m, 1, to - top, panels, out, at + top * features, features));
        }
    }

    private void mapRange(float[] rows, int offset, int count, float[] out, int outOffset) {
        for (int first = 0; first < count; first += tileRows) {
            int height = Math.min(tileRows, count - first);
            int from = offset + first * columns();
            int to = outOffset + first * features;
            if (products == null || height < products.tileRows() || !products.multiply(rows, from, out, to)) {
                float[] tile = tiles.get();
                values.map(rows, from, height, tile, 0, Workers.callerOnly());
                backend.multiply(tile, 0, landmarks(), 1, height, panels, out, to, features);
            }
        }
    }

    @Override
    public void map(double[] row, double[] out) {
        double[] kernelValues = new double[landmarks()];
        values.map(row, kernelValues);
        for (int r = 0; r < features; r++) {
            double sum = 0;
            for (int j = 0; j < kernelValues.length; j++) {
                sum += kernelValues[j] * turned[r * kernelValues.length + j];
            }
            out[r] = sum;
        }
    }

    @Override
    public double pullBack(double[] row, double[] weights, double[] gradient) {
        return values.pullBack(row, folded(weights, 0, 1), gradient);
    }

    @Override
    public long bytes() {
        return values.bytes()
                + 4L * turned.length
                + panels.bytes()
                + (products == null ? 0 : products.bytes())
                + 4L * TILE_ROWS * landmarks();
    }

    /** None. */
    @Override
    public float[] frequencies() {
        return new float[0];
    }

    /** None. */
    @Override
    public float[] phases() {
        return new float[0];
    }
}
