package io.github.skpca.internal.feature;

import io.github.skpca.MapKind;
import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.Panels;
import io.github.skpca.internal.linalg.SparseMatrix;
import io.github.skpca.internal.linalg.TransposedProducts;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.kernel.ShiftInvariantKernel;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.List;

/**
 * Random Fourier features (Rahimi and Recht, NIPS 2007): frequencies w_j drawn from the kernel's Fourier transform, and
 * either z_j(x) = sqrt(2/m) cos(w_j'x + phase_j) or the pairs z_j(x) = sqrt(2/m) (cos w_j'x, sin w_j'x).
 *
 * <p>Both have E[z(x)'z(y)] = K(x, y). Pairs need half the frequencies for the same m, have ||z(x)|| = 1 exactly, and vary
 * less where the kernel is large: Var = [1 + k(2D) - 2 k(D)^2]/m against [1 + k(2D)/2 - k(D)^2]/m, D = x - y. Pairs of orthogonal
 * frequencies, {@link OrthogonalFrequencies}, vary less still.
 */
public final class RandomFourierFeatures implements FeatureMap {
    /** Rows that a thread takes at a time: a multiple of every micro-kernel's height. */
    private static final int ROW_GRAIN = 12;

    /** Frequencies are clipped to this: beyond it every phase is equally random. */
    static final double FASTEST = 1e18;

    private final MapKind kind;
    private final int columns;
    private final int features;
    private final float[] frequencies;
    private final float[] phases;
    private final float scale;
    private final Backend backend;
    private final Panels panels;

    /** Computed on first use, because a single row does not need it. Threads that compute it concurrently get equal results. */
    private volatile @Nullable TransposedWaves tiled;

    private RandomFourierFeatures(MapKind kind, int columns, float[] frequencies, float[] phases) {
        this.kind = kind;
        this.columns = columns;
        this.frequencies = frequencies;
        this.phases = phases;
        int count = frequencies.length / columns;
        this.features = kind.isPaired() ? 2 * count : count;
        this.scale = scale(features);
        this.backend = Backend.active();
        this.panels = backend.products().panels(columns, count);
        panels.pack(frequencies, 0, 1, columns);
    }

    @Override
    public FeatureMap again() {
        return new RandomFourierFeatures(kind, columns, frequencies, phases);
    }

    /** The factor of cosines and sines for this many features. */
    static float scale(int features) {
        return (float) Math.sqrt(2.0 / features);
    }

    /**
     * Draws a map.
     *
     * @param features m, at least 1; even for pairs
     */
    static RandomFourierFeatures draw(MapKind kind, ShiftInvariantKernel kernel, int columns, int features, long seed) {
        int count = kind.isPaired() ? features / 2 : features;
        RandomStream random = new RandomStream(seed, Purpose.FREQUENCIES);
        float[] frequencies = kind == MapKind.ORTHOGONAL
                ? OrthogonalFrequencies.draw(KernelForm.requireIsotropic(kind, kernel), columns, count, random)
                : drawFrequencies(kernel, columns, count, random);
        return new RandomFourierFeatures(kind, columns, frequencies, drawPhases(kind, count, seed));
    }

    private static float[] drawFrequencies(ShiftInvariantKernel kernel, int columns, int count, RandomStream random) {
        float[] frequencies = new float[Math.multiplyExact(count, columns)];
        double[] frequency = new double[columns];
        for (int i = 0; i < count; i++) {
            kernel.drawFrequency(random, frequency, 0, columns);
            for (int j = 0; j < columns; j++) {
                // A heavy-tailed law sometimes draws a frequency beyond the range of floats.
                frequencies[i * columns + j] = (float) Math.max(-FASTEST, Math.min(FASTEST, frequency[j]));
            }
        }
        return frequencies;
    }

    private static float[] drawPhases(MapKind kind, int count, long seed) {
        float[] phases = new float[kind.isPaired() ? 0 : count];
        RandomStream random = new RandomStream(seed, Purpose.PHASES);
        for (int i = 0; i < phases.length; i++) {
            phases[i] = (float) (2 * Math.PI * random.nextPositive());
        }
        return phases;
    }

    /**
     * The map with the given frequencies and phases, as a model file holds them.
     *
     * @param frequencies rows of {@code columns} floats; kept, not copied
     * @param phases one per frequency, or empty for pairs; kept, not copied
     */
    public static RandomFourierFeatures of(MapKind kind, int columns, float[] frequencies, float[] phases) {
        if (columns < 1 || frequencies.length == 0 || frequencies.length % columns != 0) {
            throw new IllegalArgumentException(
                    frequencies.length + " numbers are not frequencies of " + columns + " columns");
        }
        int expected = kind.isPaired() ? 0 : frequencies.length / columns;
        if (phases.length != expected) {
            throw new IllegalArgumentException(phases.length + " phases where there should be " + expected);
        }
        return new RandomFourierFeatures(kind, columns, frequencies, phases);
    }

    @Override
    public MapKind kind() {
        return kind;
    }

    @Override
    public int columns() {
        return columns;
    }

    @Override
    public int features() {
        return features;
    }

    @Override
    public double largestSquaredNorm() {
        return kind.largestSquaredNorm();
    }

    /** Does not build the tiles. */
    @Override
    public boolean isTiled() {
        return backend.transposedProducts() != null;
    }

    @Override
    public @Nullable TiledFeatures tiled() {
        TransposedWaves waves = tiled;
        TransposedProducts products = backend.transposedProducts();
        if (waves == null && products != null) {
            waves = new TransposedWaves(products, frequencies, columns, phases);
            tiled = waves;
        }
        return waves;
    }

    @Override
    public void map(float[] rows, int offset, int count, float[] out, int outOffset, Workers workers) {
        if (workers.threads() == 1 || count <= ROW_GRAIN) {
            // Avoids the lambda below, which would be allocated: scoring a single row allocates nothing.
            mapRange(rows, offset, count, out, outOffset);
        } else {
            workers.split(
                    count,
                    ROW_GRAIN,
                    (from, to) -> mapRange(rows, offset + from * columns, to - from, out, outOffset + from * features));
        }
    }

    private void mapRange(float[] rows, int offset, int count, float[] out, int outOffset) {
        if (kind.isPaired()) {
            backend.fourier().pairs(rows, offset, count, panels, scale, out, outOffset);
        } else {
            backend.fourier().phases(rows, offset, count, panels, phases, scale, out, outOffset);
        }
    }

    @Override
    public void map(SparseMatrix rows, int from, int count, float[] out, int outOffset, Workers workers) {
        if (2L * rows.entries(from, count) > (long) count * columns) {
            // With few zeros, skipping them gains nothing: the dense product takes several rows at once.
            FeatureMap.super.map(rows, from, count, out, outOffset, workers);
        } else if (workers.threads() == 1 || count <= ROW_GRAIN) {
            mapRange(rows, from, count, out, outOffset);
        } else {
            workers.split(
                    count,
                    ROW_GRAIN,
                    (first, to) -> mapRange(rows, from + first, to - first, out, outOffset + first * features));
        }
    }

    private void mapRange(SparseMatrix rows, int from, int count, float[] out, int outOffset) {
        if (kind.isPaired()) {
            backend.fourier().pairs(rows, from, count, panels, scale, out, outOffset);
        } else {
            backend.fourier().phases(rows, from, count, panels, phases, scale, out, outOffset);
        }
    }

    @Override
    public void map(double[] row, double[] out) {
        int count = frequencies.length / columns;
        for (int i = 0; i < count; i++) {
            double angle = angle(row, i);
            out[i] = scale * StrictMath.cos(angle);
            if (kind.isPaired()) {
                out[count + i] = scale * StrictMath.sin(angle);
            }
        }
    }

    private double angle(double[] row, int i) {
        double sum = phases.length == 0 ? 0 : phases[i];
        for (int j = 0; j < columns; j++) {
            sum += frequencies[i * columns + j] * row[j];
        }
        return sum;
    }

    @Override
    public double pullBack(double[] row, double[] weights, double[] gradient) {
        int count = frequencies.length / columns;
        double value = 0;
        Arrays.fill(gradient, 0, columns, 0);
        for (int i = 0; i < count; i++) {
            double angle = angle(row, i);
            double cosine = scale * StrictMath.cos(angle);
            double sine = scale * StrictMath.sin(angle);
            double ofSine = kind.isPaired() ? weights[count + i] : 0;
            value += weights[i] * cosine + ofSine * sine;
            double slope = ofSine * cosine - weights[i] * sine;
            for (int j = 0; j < columns; j++) {
                gradient[j] += slope * frequencies[i * columns + j];
            }
        }
        return value;
    }

    @Override
    public long bytes() {
        TransposedWaves waves = tiled;
        return 4L * (frequencies.length + phases.length) + panels.bytes() + (waves == null ? 0 : waves.bytes());
    }

    @Override
    public boolean hasExactLength() {
        return kind.isPaired();
    }

    @Override
    public List<MapTensor> tensors() {
        MapTensor waves = new MapTensor("frequencies", frequencies(), frequencies.length / columns, columns);
        return phases.length == 0 ? List.of(waves) : List.of(waves, new MapTensor("phases", phases(), phases.length));
    }

    @Override
    public String differingPart() {
        return "frequencies differ (another seed)";
    }

    @Override
    public float[] frequencies() {
        return frequencies.clone();
    }

    @Override
    public float[] phases() {
        return phases.clone();
    }
}
