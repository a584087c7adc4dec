package io.github.skpca.model;

import io.github.skpca.feature.Embedding;
import io.github.skpca.feature.HalfLifeSample;
import io.github.skpca.feature.MapError;
import io.github.skpca.feature.RowSample;
import io.github.skpca.feature.WindowSample;
import io.github.skpca.linalg.Workers;
import org.jspecify.annotations.Nullable;

import java.util.Optional;

/** The estimate of a map's error, made from a sample when it is first asked for; shared by models that differ in k alone. */
final class SampledMapError {
    /** Where there is no sample. */
    static final SampledMapError NONE = new SampledMapError(null, false, null, 0);

    private final @Nullable Embedding embedding;
    private final boolean centered;
    private final double weight;
    private final RowSample.@Nullable State sample;
    private volatile @Nullable MapError estimate;

    SampledMapError(@Nullable Embedding embedding, boolean centered, RowSample.@Nullable State sample, double weight) {
        this.embedding = embedding;
        this.centered = centered;
        this.sample = sample;
        this.weight = weight;
    }

    SampledMapError known(MapError known) {
        SampledMapError same = new SampledMapError(embedding, centered, sample, weight);
        same.estimate = known;
        return same;
    }

    RowSample.@Nullable State sample() {
        return sample;
    }

    Optional<MapError> get() {
        MapError made = estimate;
        if (made == null && embedding != null && sample != null && sample.count() > 0) {
            made = made(embedding, sample);
        }
        return Optional.ofNullable(made);
    }

    /** Of how many rows that count the same it could be a sample; a weighted sample is never all there is. */
    private long population(RowSample.State rows) {
        if (rows instanceof HalfLifeSample.State) {
            return Math.max(rows.count() + 1L, (long) Math.ceil(weight));
        }
        return rows instanceof WindowSample.State windowed
                ? Math.max(rows.count(), Math.min(rows.seen(), windowed.window()))
                : rows.seen();
    }

    private synchronized @Nullable MapError made(Embedding map, RowSample.State rows) {
        if (estimate == null && !(map.kernel() instanceof UnknownKernel)) {
            estimate =
                    MapError.estimate(map, rows.rows(), rows.count(), population(rows), centered, Workers.callerOnly());
        }
        return estimate;
    }
}
