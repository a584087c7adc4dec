package io.github.skpca.internal.model;

import io.github.skpca.internal.baseline.LandmarkSummary;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.feature.FeatureProducts;
import io.github.skpca.internal.feature.KernelValueMap;
import io.github.skpca.internal.feature.Preprocessing;
import io.github.skpca.internal.feature.RowSample;
import io.github.skpca.internal.feature.TailRows;
import io.github.skpca.internal.linalg.ScratchPool;
import org.jspecify.annotations.Nullable;

import java.util.OptionalDouble;

/**
 * What a snapshot has learned, independent of how many directions are used; shared by models that differ only in these numbers.
 *
 * <p>Immutable except for what is computed on first use; safe for any number of threads.
 */
final class Fit {
    /** Rows embedded at a time: the features of a tile stay in the cache until they are multiplied. */
    private static final int TILE_ROWS = 48;

    /** Products in the distances of the rows that a ratio of bandwidths is made of: all rows of a sample up to 60 columns, 250 at a thousand. */
    private static final double RATIO_PRODUCTS = 1 << 25;

    private static final int FEWEST_RATIO_ROWS = 128;

    private final Embedding embedding;
    private final Subspace subspace;
    private final SampledMapError mapError;
    private final TailRows.@Nullable State tail;
    private final @Nullable FurtherDirections further;
    private final Embedding multiplied;
    private final int tileRows;
    private final ScratchPool<RowWorkspace> workspaces = new ScratchPool<>(this::workspace);
    private volatile @Nullable SampleBox box;
    private volatile @Nullable SampleBox usualBox;
    private volatile boolean @Nullable [] isolated;

    /** More than four arguments: what a snapshot consists of. */
    private Fit(
            Embedding embedding,
            Subspace subspace,
            SampledMapError mapError,
            TailRows.@Nullable State tail,
            @Nullable FurtherDirections further) {
        this.embedding = embedding;
        this.tail = tail;
        this.further = further;
        this.subspace = subspace;
        this.mapError = mapError;
        this.multiplied = embedding.inner();
        this.tileRows = Math.max(TILE_ROWS, FeatureProducts.tileRows(multiplied.map()));
    }

    /**
     * A fit of features.
     *
     * @param orthogonal whether the rows of the sketch are orthogonal to the last bit
     */
    static Fit of(Embedding embedding, SketchedRows rows, boolean orthogonal) {
        return new Fit(
                embedding,
                new Subspace.OfSketch(rows.snapshot(), rows.algorithm(), orthogonal),
                new SampledMapError(embedding, rows.snapshot(), rows.sample()),
                rows.tail(),
                rows.further());
    }

    /** A fit of kernel values against landmarks. */
    static Fit of(Preprocessing preprocessing, LandmarkSummary summary) {
        KernelValueMap map =
                new KernelValueMap(preprocessing.kernel(), summary.state().rows(), preprocessing.columns());
        return new Fit(
                new Embedding(preprocessing.standardizer(), preprocessing.kernel(), map),
                new Subspace.OfLandmarks(summary),
                SampledMapError.NONE,
                null,
                null);
    }

    /** The same with another estimate of the map's error, or another sample. */
    Fit with(SampledMapError other) {
        return new Fit(embedding, subspace, other, tail, further);
    }

    /** The same, laid out for the arithmetic that is active now. */
    Fit again() {
        return new Fit(embedding.again(), subspace, mapError, tail, further);
    }

    Embedding embedding() {
        return embedding;
    }

    /**
     * From rows to what directions are multiplied with: the features, or the kernel values in place of landmark features, because the
     * linear part of that map is folded into the directions.
     */
    Embedding multiplied() {
        return multiplied;
    }

    Subspace subspace() {
        return subspace;
    }

    /** The errors of the kernel matrix over the rows learned. */
    TrainingErrors kernelErrors() {
        return new TrainingErrors(embedding, subspace, mapError.sample());
    }

    SampledMapError mapError() {
        return mapError;
    }

    RowSample.@Nullable State sample() {
        return mapError.sample();
    }

    /** A sample of the rows that holds more of the novel ones; null if none is kept. */
    TailRows.@Nullable State tail() {
        return tail;
    }

    /** Directions after those of the sketch; null if they are not known. */
    @Nullable
    FurtherDirections further() {
        return further;
    }

    /** The bandwidth that the rows of the sample would be given, over the one in use; empty without rows or without a rule. */
    OptionalDouble bandwidthRatio(KernelChoice choice) {
        RowSample.State rows = sample();
        if (rows == null || rows.count() < 2) {
            return OptionalDouble.empty();
        }
        // Rows of the sample are in the order in which they came: every so many, not the first.
        int columns = columns();
        int most = (int) Math.max(FEWEST_RATIO_ROWS, Math.sqrt(2 * RATIO_PRODUCTS / columns));
        int step = (rows.count() + most - 1) / most;
        int count = (rows.count() + step - 1) / step;
        double[] standardized = new double[count * columns];
        for (int i = 0; i < count; i++) {
            embedding.standardizer().apply(rows.rows(), i * step * columns, 1, standardized, i * columns);
        }
        OptionalDouble now = choice.bandwidthOf(standardized, count, columns);
        return now.isPresent()
                ? OptionalDouble.of(now.getAsDouble() / embedding.kernel().bandwidth())
                : now;
    }

    /** The mean of the features, or null if not centred; not to be changed. */
    double @Nullable [] mean() {
        return subspace.mean();
    }

    int columns() {
        return embedding.columns();
    }

    /** The most rows of a tile. */
    int tileRows() {
        return tileRows;
    }

    /** New work space for one thread. */
    RowWorkspace workspace() {
        return new RowWorkspace(multiplied, tileRows);
    }

    /** A pool of work spaces, for any number of threads. */
    ScratchPool<RowWorkspace> workspaces() {
        return workspaces;
    }

    /** The box of the training rows that are kept; empty if none are. */
    SampleBox box() {
        SampleBox made = box;
        if (made == null) {
            // Two concurrent threads compute equal boxes.
            made = SampleBox.of(this, new boolean[0]);
            box = made;
        }
        return made;
    }

    /** The box of those of them that are not isolated. */
    SampleBox usualBox() {
        SampleBox made = usualBox;
        if (made == null) {
            made = SampleBox.of(this, isolated());
            usualBox = made;
        }
        return made;
    }

    /** Which rows of the sample are isolated; empty without a sample. Not to be changed. */
    boolean[] isolated() {
        boolean[] made = isolated;
        if (made == null) {
            float[] rows = standardizedSample();
            made = IsolatedRows.of(rows, rows.length / Math.max(1, columns()), columns());
            isolated = made;
        }
        return made;
    }

    /** The rows of the sample, standardised; none without a sample. */
    float[] standardizedSample() {
        RowSample.State rows = sample();
        if (rows == null) {
            return new float[0];
        }
        float[] standardized = new float[rows.count() * columns()];
        embedding.standardizer().apply(rows.rows(), 0, rows.count(), standardized, 0);
        return standardized;
    }
}
