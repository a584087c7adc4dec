package io.github.skpca.internal.model;

import io.github.skpca.ErrorEstimate;
import io.github.skpca.Workers;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.feature.MapErrorEstimate;
import io.github.skpca.internal.feature.ResidualKind;
import io.github.skpca.internal.feature.RowSample;
import io.github.skpca.internal.sketch.CenteredSketch;
import org.jspecify.annotations.Nullable;

import java.util.Optional;

/** The estimate of a map's error, computed from a sample on first use; shared by models that differ only in k. */
final class SampledMapError {
    /** Without a sample. */
    static final SampledMapError NONE = new SampledMapError(null, null, null);

    private final @Nullable Embedding embedding;
    private final CenteredSketch.@Nullable Snapshot snapshot;
    private final RowSample.@Nullable State sample;
    private volatile @Nullable ErrorEstimate estimate;

    /**
     * The error of an embedding's map.
     *
     * @param snapshot the sketch of the features of all rows
     * @param sample a sample of the rows
     */
    SampledMapError(
            @Nullable Embedding embedding,
            CenteredSketch.@Nullable Snapshot snapshot,
            RowSample.@Nullable State sample) {
        this.embedding = embedding;
        this.snapshot = snapshot;
        this.sample = sample;
    }

    SampledMapError known(ErrorEstimate known) {
        SampledMapError same = new SampledMapError(embedding, snapshot, sample);
        same.estimate = known;
        return same;
    }

    RowSample.@Nullable State sample() {
        return sample;
    }

    Optional<ErrorEstimate> get() {
        ErrorEstimate made = estimate;
        if (made == null && embedding != null && snapshot != null && sample != null && sample.count() > 0) {
            made = made(embedding, snapshot, sample);
        }
        return Optional.ofNullable(made);
    }

    private synchronized @Nullable ErrorEstimate made(
            Embedding map, CenteredSketch.Snapshot learned, RowSample.State rows) {
        if (estimate == null && !UnknownKernel.isUnknown(map.kernel())) {
            estimate = MapErrorEstimate.estimate(
                    map,
                    rows.rows(),
                    rows.count(),
                    rows.population(learned.weight()),
                    learned.mean() != null,
                    remainder(map, learned),
                    Workers.callerOnly());
        }
        return estimate;
    }

    /**
     * The mean of K(x,x) - ||z(x)||^2 over all rows, where it is known: for landmarks of a kernel with K(x,x) = 1. The squared norm of the
     * sketch is about the mean. Not known with forgetting: the sketch is then of weighted rows, or of others than the window's, and the
     * sample is not.
     */
    private static double remainder(Embedding map, CenteredSketch.Snapshot learned) {
        boolean isKnown = map.map().residual() == ResidualKind.OF_LANDMARK_FEATURES
                && map.kernel().isNormalized()
                && learned.window() == null
                && learned.weight() == learned.rows();
        if (!isKnown) {
            return Double.NaN;
        }
        double length = learned.summary().state().squaredNorm() / learned.weight();
        double[] mean = learned.mean();
        for (int j = 0; mean != null && j < mean.length; j++) {
            length += mean[j] * mean[j];
        }
        return Math.max(0, 1 - length);
    }
}
