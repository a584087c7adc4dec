package io.github.skpca.internal.feature;

import io.github.skpca.MapKind;
import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.Panels;
import io.github.skpca.internal.linalg.PositiveDefinite;
import io.github.skpca.internal.linalg.ScratchPool;
import io.github.skpca.internal.linalg.SparseMatrix;
import io.github.skpca.kernel.DotProductKernel;
import io.github.skpca.kernel.IsotropicKernel;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.List;

/**
 * Kernel values against landmarks: z_j(x) = K(x, c_j).
 *
 * <p>By itself z(x)'z(y) is not near K(x, y). The linear map that makes it so, V Lambda^-1/2 of the landmarks' kernel matrix, is folded
 * into the caller's projection, so that a row is multiplied only once.
 */
public final class KernelValueMap implements FeatureMap {
    /*
     * For a kernel of the distance, ||x - c||^2 = ||x||^2 + ||c||^2 - 2 x'c turns all distances of a batch into one product of matrices.
     * With S = ||x||^2 + ||c||^2 the product is off by about 2^-23 S. So it is used only while S is not large against the square of the
     * bandwidth, nor against the distance itself (a kernel may have a kink at zero). That is nearly always, because rows are relative
     * to their mean. Other pairs are compared by their differences.
     *
     * For the Gaussian kernel GaussianLandmarks does all this in float, a vector at a time.
     */
    private static final double LARGEST_PER_BANDWIDTH = 16;

    private static final double LARGEST_PER_DISTANCE = 50;
    private static final int ROW_GRAIN = 12;

    /** Relative to the trace of a kernel matrix: makes the matrix safe to invert. */
    private static final double RIDGE = 1e-10;

    /** Rows whose products stay in the second-level cache until they are turned into kernel values. */
    private static final int CHUNK_ROWS = 24;

    /** What rounding may put between the squared length of a landmark and that of its coordinates, as a share. */
    private static final double OUTSIDE = 1e-4;

    private final LandmarkSet landmarks;
    private final Backend backend = Backend.active();
    private final @Nullable IsotropicKernel isotropic;
    private final @Nullable DotProductKernel dotProduct;
    private final Panels panels;
    private final double[] squares;
    private final double far;
    private final @Nullable GaussianLandmarks gaussian;
    private final @Nullable RowSubspace subspace;
    private final ScratchPool<float[]> projected;

    /**
     * The map of these landmarks.
     *
     * @param rows rows of {@code columns} floats, at least one, standardised; copied
     */
    public KernelValueMap(Kernel kernel, float[] rows, int columns) {
        this(kernel, rows, columns, null);
    }

    /**
     * The map of these landmarks.
     *
     * @param rows rows of {@code columns} floats, at least one, standardised; copied
     * @param subspace in which they lie, if it is known
     */
    public KernelValueMap(Kernel kernel, float[] rows, int columns, @Nullable RowSubspace subspace) {
        if (columns < 1 || rows.length == 0 || rows.length % columns != 0) {
            throw new IllegalArgumentException(rows.length + " numbers are not landmarks of " + columns + " columns");
        }
        this.landmarks = LandmarkSet.of(kernel, rows, columns);
        this.isotropic = KernelForm.isotropic(kernel);
        this.dotProduct = KernelForm.dotProduct(kernel);
        this.subspace = subspace;
        int count = rows.length / columns;
        int width = subspace == null ? columns : subspace.dimensions();
        this.projected = new ScratchPool<>(() -> new float[subspace == null ? 0 : CHUNK_ROWS * width]);
        float[] coordinates = subspace == null ? rows : coordinates(rows, subspace);
        this.panels = backend.products().panels(width, count);
        panels.pack(coordinates, 0, 1, width);
        this.squares = new double[count];
        for (int i = 0; i < squares.length; i++) {
            squares[i] = backend.sums().sumOfSquares(rows, i * columns, columns);
        }
        this.far = LARGEST_PER_BANDWIDTH * kernel.bandwidth() * kernel.bandwidth();
        this.gaussian = isotropic != null && isGaussian(kernel) && GaussianLandmarks.serves(isotropic)
                ? new GaussianLandmarks(isotropic, landmarks, squares, far)
                : null;
        if (gaussian != null) {
            gaussian.layOut(coordinates, subspace);
        }
    }

    /** Where landmarks lie in a subspace; checked, because both may come from a file. */
    private static float[] coordinates(float[] rows, RowSubspace subspace) {
        int d = subspace.columns();
        int q = subspace.dimensions();
        int count = rows.length / d;
        float[] coordinates = new float[Math.multiplyExact(count, q)];
        subspace.project(rows, 0, count, coordinates);
        Backend backend = Backend.active();
        for (int i = 0; i < count; i++) {
            double whole = backend.sums().sumOfSquares(rows, i * d, d);
            double within = backend.sums().sumOfSquares(coordinates, i * q, q);
            if (!(Math.abs(whole - within) <= OUTSIDE * whole)) {
                throw new IllegalArgumentException("landmark " + i + " is not in the subspace of the landmarks");
            }
        }
        return coordinates;
    }

    /** In which the landmarks lie, if it is known. */
    @Nullable
    RowSubspace subspace() {
        return subspace;
    }

    private static boolean isGaussian(Kernel kernel) {
        return KernelFamily.of(kernel).filter(KernelFamily.GAUSSIAN::equals).isPresent();
    }

    @Override
    public boolean isTiled() {
        return tiled() != null;
    }

    /** The values of a Gaussian kernel, a tile of rows at a time; null for other kernels, and if this machine is faster without. */
    @Override
    public @Nullable TiledFeatures tiled() {
        return gaussian == null ? null : gaussian.tiled();
    }

    @Override
    public int landmarkCount() {
        return landmarks.count();
    }

    @Override
    public float[] landmarks() {
        return landmarks.rows();
    }

    @Override
    public ResidualKind residual() {
        return ResidualKind.OF_KERNEL_VALUES;
    }

    @Override
    public KernelValueMap again() {
        return new KernelValueMap(
                kernel(),
                landmarks(),
                columns(),
                subspace == null ? null : new RowSubspace(subspace.basis(), columns()));
    }

    @Override
    public List<MapTensor> tensors() {
        MapTensor rows = new MapTensor("landmarks", landmarks(), landmarkCount(), columns());
        return subspace == null
                ? List.of(rows)
                : List.of(
                        rows,
                        new MapTensor("landmarkBasis", subspace.basis(), subspace.dimensions(), subspace.columns()));
    }

    @Override
    public String differingPart() {
        return "landmarks differ";
    }

    /** The mean of the images of the landmarks, which here are all rows, each with the same weight. */
    @Override
    public double[] meanWeights(double[] mean) {
        double[] weights = new double[features()];
        Arrays.fill(weights, 1.0 / weights.length);
        return weights;
    }

    /** The mean of K(c_i, c_j) over i and j: {@code mean} holds the means over i. */
    @Override
    public double squaredMean(double[] mean) {
        double sum = 0;
        for (double entry : mean) {
            sum += entry / mean.length;
        }
        return sum;
    }

    @Override
    public double[] leftByOtherLandmarks(Workers workers) {
        int m = landmarkCount();
        float[] narrow = landmarks();
        double[] rows = new double[narrow.length];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = narrow[i];
        }
        double[] gram = SampledDifference.similarities(kernel(), rows, m, columns(), workers);
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
        return landmarks.columns();
    }

    @Override
    public int features() {
        return landmarks.count();
    }

    /** The kernel whose values these are. */
    public Kernel kernel() {
        return landmarks.kernel();
    }

    /** m where no kernel value is above 1. */
    @Override
    public double largestSquaredNorm() {
        return landmarks.kernel().isNormalized() ? landmarks.count() : Double.POSITIVE_INFINITY;
    }

    @Override
    public double selfSimilarity(float[] rows, int offset, double[] scratch) {
        if (landmarks.kernel().isNormalized()) {
            return 1;
        }
        for (int j = 0; j < columns(); j++) {
            scratch[j] = rows[offset + j];
        }
        return LandmarkSet.bounded(landmarks.kernel().similarity(scratch, 0, scratch, 0, columns()));
    }

    @Override
    public double selfSimilarity(double[] row, double[] gradient) {
        if (landmarks.kernel().isNormalized()) {
            return 1;
        }
        double self = landmarks.kernel().similarity(row, 0, row, 0, columns());
        if (self == LandmarkSet.bounded(self)) {
            // By symmetry both arguments contribute the same amount.
            landmarks.kernel().addGradient(row, 0, row, 0, columns(), 2, gradient);
        }
        return LandmarkSet.bounded(self);
    }

    @Override
    public void map(float[] rows, int offset, int count, float[] features, int featureOffset, Workers workers) {
        if (workers.threads() == 1 || count <= ROW_GRAIN) {
            mapRange(rows, offset, count, features, featureOffset);
            return;
        }
        int columns = columns();
        int across = features();
        workers.split(
                count,
                ROW_GRAIN,
                (from, to) ->
                        mapRange(rows, offset + from * columns, to - from, features, featureOffset + from * across));
    }

    private void mapRange(float[] rows, int offset, int count, float[] out, int outOffset) {
        if (dotProduct != null) {
            for (int first = 0; first < count; first += CHUNK_ROWS) {
                int chunk = Math.min(CHUNK_ROWS, count - first);
                multiply(rows, offset + first * columns(), chunk, out, outOffset + first * features());
            }
            for (int i = 0; i < count; i++) {
                finishRow(dotProduct, rows, offset + i * columns(), out, outOffset + i * features());
            }
            return;
        }
        if (isotropic == null) {
            landmarks.compare(rows, offset, count, out, outOffset);
            return;
        }
        for (int first = 0; first < count; first += CHUNK_ROWS) {
            int chunk = Math.min(CHUNK_ROWS, count - first);
            int row = offset + first * columns();
            int at = outOffset + first * features();
            multiply(rows, row, chunk, out, at);
            for (int i = 0; i < chunk; i++) {
                finishRow(isotropic, rows, row + i * columns(), out, at + i * features());
            }
        }
    }

    /** Inner products of a chunk of rows with all landmarks. */
    private void multiply(float[] rows, int row, int chunk, float[] out, int at) {
        if (subspace == null) {
            backend.products().multiplyRows(rows, row, chunk, panels, out, at);
            return;
        }
        float[] own = projected.take();
        subspace.project(rows, row, chunk, own);
        backend.products().multiplyRows(own, 0, chunk, panels, out, at);
        projected.give(own);
    }

    /** Inner products of a chunk of sparse rows with all landmarks, with the same bits. */
    private void multiply(SparseMatrix rows, int from, int chunk, float[] out, int at) {
        if (subspace == null) {
            backend.products().multiplySparse(rows, from, chunk, panels, out, at, features());
            return;
        }
        float[] own = projected.take();
        subspace.project(rows, from, chunk, own);
        backend.products().multiplyRows(own, 0, chunk, panels, out, at);
        projected.give(own);
    }

    @Override
    public void map(SparseMatrix rows, int from, int count, float[] features, int featureOffset, Workers workers) {
        // With few zeros, skipping them gains nothing.
        IsotropicKernel radial = 2L * rows.entries(from, count) > (long) count * columns() ? null : isotropic;
        if (workers.threads() == 1 || count <= ROW_GRAIN) {
            mapRange(radial, rows, from, count, features, featureOffset);
            return;
        }
        int across = features();
        workers.split(
                count,
                ROW_GRAIN,
                (first, to) ->
                        mapRange(radial, rows, from + first, to - first, features, featureOffset + first * across));
    }

    /**
     * Rows with their zeros, for lengths and differences. Thread-local, because several threads come here with the same rows. All zeros
     * between two uses.
     */
    private static final ThreadLocal<float[]> DENSE_ROWS = ThreadLocal.withInitial(() -> new float[0]);

    private static float[] zeros(int length) {
        float[] dense = DENSE_ROWS.get();
        if (dense.length < length) {
            dense = new float[length];
            DENSE_ROWS.set(dense);
        }
        return dense;
    }

    /** By products over the non-zero entries if a kernel of the distance is given, else as dense rows. */
    private void mapRange(
            @Nullable IsotropicKernel radial, SparseMatrix rows, int from, int count, float[] out, int outOffset) {
        for (int first = 0; first < count; first += CHUNK_ROWS) {
            int chunk = Math.min(CHUNK_ROWS, count - first);
            int at = outOffset + first * features();
            if (radial == null) {
                mapDense(rows, from + first, chunk, out, at);
                continue;
            }
            multiply(rows, from + first, chunk, out, at);
            float[] dense = zeros(columns());
            for (int i = 0; i < chunk; i++) {
                rows.scatter(from + first + i, dense, 0);
                try {
                    finishRow(radial, dense, 0, out, at + i * features());
                } finally {
                    rows.erase(from + first + i, dense, 0);
                }
            }
        }
    }

    private void mapDense(SparseMatrix rows, int from, int count, float[] out, int at) {
        float[] dense = zeros(Math.multiplyExact(count, columns()));
        for (int i = 0; i < count; i++) {
            rows.scatter(from + i, dense, i * columns());
        }
        try {
            mapRange(dense, 0, count, out, at);
        } finally {
            for (int i = 0; i < count; i++) {
                rows.erase(from + i, dense, i * columns());
            }
        }
    }

    /** Turns the products of one row with all landmarks into kernel values, in place. */
    private void finishRow(DotProductKernel inner, float[] rows, int row, float[] out, int at) {
        boolean finite = true;
        for (int j = at; j < at + features(); j++) {
            finite &= Float.isFinite(out[j]);
        }
        if (!finite) {
            // Floats overflowed, perhaps in both directions; doubles cannot.
            landmarks.compare(rows, row, 1, out, at);
            return;
        }
        double shortening =
                LandmarkSet.shortening(inner.ofInnerProduct(backend.sums().sumOfSquares(rows, row, columns())));
        for (int j = 0; j < features(); j++) {
            out[at + j] = (float) landmarks.bounded(inner.ofInnerProduct(out[at + j]), shortening, j);
        }
    }

    /** Turns the products of one row with all landmarks into kernel values, in place. */
    private void finishRow(IsotropicKernel radial, float[] rows, int row, float[] out, int at) {
        double square = backend.sums().sumOfSquares(rows, row, columns());
        if (square > far) {
            landmarks.compare(rows, row, 1, out, at);
        } else if (gaussian != null) {
            gaussian.finishRow(rows, row, square, out, at);
        } else {
            fromProducts(radial, rows, row, square, out, at);
        }
    }

    private void fromProducts(IsotropicKernel radial, float[] rows, int row, double square, float[] out, int at) {
        for (int j = 0; j < squares.length; j++) {
            double sum = square + squares[j];
            double squaredDistance = sum - 2.0 * out[at + j];
            // Negated so that NaN, after an overflow, is also compared again.
            if (!(sum <= far && sum <= LARGEST_PER_DISTANCE * squaredDistance)) {
                squaredDistance = landmarks.squaredDistance(rows, row, j);
            }
            out[at + j] = (float) radial.ofSquaredDistance(squaredDistance);
        }
    }

    @Override
    public void map(double[] row, double[] values) {
        landmarks.compare(row, values);
    }

    @Override
    public double pullBack(double[] row, double[] weights, double[] gradient) {
        return landmarks.pullBack(row, weights, gradient);
    }

    @Override
    public long bytes() {
        return landmarks.bytes()
                + panels.bytes()
                + 8L * squares.length
                + (subspace == null ? 0 : subspace.bytes())
                + (gaussian == null ? 0 : gaussian.bytes());
    }
}
