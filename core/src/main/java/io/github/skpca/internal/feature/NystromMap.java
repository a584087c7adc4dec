package io.github.skpca.internal.feature;

import io.github.skpca.MapKind;
import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.Panels;
import io.github.skpca.internal.linalg.SparseMatrix;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * Nystrom features: z(x) = M'k(x) with k(x) the kernel values against m landmarks and M an m x r matrix such that z(x)'z(y) is
 * close to K(x, y).
 *
 * <p>z(x) holds coordinates of x in an r-dimensional part of the span of the landmarks in the kernel's own space, so ||z(x)||^2 is
 * at most K(x, x). The product of z with directions W is that of k(x) with M W, which is computed once.
 */
public final class NystromMap implements FeatureMap {
    /** Rows whose kernel values stay in the cache until they are multiplied; a multiple of every micro-kernel's height. */
    private static final int TILE_ROWS = 48;

    private static final int SPARSE_ROWS = 384;

    private final KernelValueMap values;
    private final float[] transposed;
    private final int features;
    private final Backend backend = Backend.active();
    private final Panels panels;
    private final @Nullable FeatureProducts products;
    private final int tileRows;
    private final ThreadLocal<float[]> tiles;

    /**
     * The features from these kernel values.
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
        this.transposed = transposed(factor, count, features);
        this.panels = backend.products().panels(count, features);
        panels.pack(factor, 0, features, 1);
        this.products = FeatureProducts.of(values, transposed, features);
        this.tileRows = products == null ? TILE_ROWS : products.tileRows();
        this.tiles = ThreadLocal.withInitial(() -> new float[tileRows * count]);
    }

    private static float[] transposed(float[] matrix, int rows, int columns) {
        float[] transposed = new float[matrix.length];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                transposed[j * rows + i] = matrix[i * columns + j];
            }
        }
        return transposed;
    }

    /** The kernel values k(x). */
    public KernelValueMap values() {
        return values;
    }

    /** The kernel values, against m landmarks. */
    @Override
    public FeatureMap inner() {
        return values;
    }

    @Override
    public int landmarkCount() {
        return values.features();
    }

    @Override
    public float[] landmarks() {
        return values.landmarks();
    }

    /** m, the number of landmarks. */
    @Override
    public int size() {
        return landmarkCount();
    }

    /** m landmarks of d numbers, and M. */
    @Override
    public long space() {
        return (long) landmarkCount() * (columns() + features);
    }

    @Override
    public ResidualKind residual() {
        return ResidualKind.OF_LANDMARK_FEATURES;
    }

    @Override
    public double selfSimilarity(float[] rows, int offset, double[] scratch) {
        return values.selfSimilarity(rows, offset, scratch);
    }

    @Override
    public double selfSimilarity(double[] row, double[] gradient) {
        return values.selfSimilarity(row, gradient);
    }

    @Override
    public FeatureMap again() {
        return new NystromMap(values.again(), factor());
    }

    @Override
    public List<MapTensor> tensors() {
        List<MapTensor> tensors = new ArrayList<>(values.tensors());
        tensors.add(new MapTensor("landmarkFactor", factor(), landmarkCount(), features));
        return tensors;
    }

    @Override
    public String differingPart() {
        return "landmarks differ (chosen from other rows)";
    }

    /** M, m x r, row-major; a copy. */
    @Override
    public float[] factor() {
        return transposed(transposed, features, landmarkCount());
    }

    /** M', r x m, row-major; shared, not to be changed. */
    float[] transposedFactor() {
        return transposed;
    }

    @Override
    public double[] folded(double[] w, int offset, int count) {
        int m = landmarkCount();
        double[] folded = new double[Math.multiplyExact(count, m)];
        for (int i = 0; i < count; i++) {
            int from = offset + i * features;
            for (int j = 0; j < m; j++) {
                double sum = 0;
                for (int r = 0; r < features; r++) {
                    sum += w[from + r] * transposed[r * m + j];
                }
                folded[i * m + j] = sum;
            }
        }
        return folded;
    }

    @Override
    public double[] leftByOtherLandmarks(Workers workers) {
        return values.leftByOtherLandmarks(workers);
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

    @Override
    public int tileRows() {
        return tileRows;
    }

    /** A projection is no longer than the projected vector: the largest K(x, x). */
    @Override
    public double largestSquaredNorm() {
        return values.largestSquaredNorm() / landmarkCount();
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

    /** Many rows at a time on the caller's thread, because their zeros are work space that cannot be shared. Threads share the products. */
    @Override
    public void map(SparseMatrix rows, int from, int count, float[] out, int outOffset, Workers workers) {
        int m = landmarkCount();
        int most = Math.min(count, SPARSE_ROWS);
        float[] kernelValues = most <= tileRows ? tiles.get() : new float[Math.multiplyExact(most, m)];
        for (int first = 0; first < count; first += most) {
            int height = Math.min(most, count - first);
            int at = outOffset + first * features;
            values.map(rows, from + first, height, kernelValues, 0, workers);
            workers.split(
                    height,
                    TILE_ROWS,
                    (top, to) -> backend.products()
                            .multiplyRows(kernelValues, top * m, to - top, panels, out, at + top * features));
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
                backend.products().multiplyRows(tile, 0, height, panels, out, to);
            }
        }
    }

    @Override
    public void map(double[] row, double[] out) {
        double[] kernelValues = new double[landmarkCount()];
        values.map(row, kernelValues);
        for (int r = 0; r < features; r++) {
            double sum = 0;
            for (int j = 0; j < kernelValues.length; j++) {
                sum += kernelValues[j] * transposed[r * kernelValues.length + j];
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
                + 4L * transposed.length
                + panels.bytes()
                + (products == null ? 0 : products.bytes())
                + 4L * tileRows * landmarkCount();
    }
}
