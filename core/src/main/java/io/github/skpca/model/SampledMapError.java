package io.github.skpca.model;

import io.github.skpca.feature.Embedding;
import io.github.skpca.feature.MapError;
import io.github.skpca.feature.RowReservoir;
import io.github.skpca.linalg.Workers;
import org.jspecify.annotations.Nullable;

import java.util.Optional;

/** The estimate of a map's error, made from a sample when it is first asked for; shared by models that differ in k alone. */
final class SampledMapError {
    /** Where there is no sample. */
    static final SampledMapError NONE = new SampledMapError(null, false, null);

    private final @Nullable Embedding embedding;
    private final boolean centered;
    private final RowReservoir.@Nullable State sample;
    private volatile @Nullable MapError estimate;

    SampledMapError(@Nullable Embedding embedding, boolean centered, RowReservoir.@Nullable State sample) {
        this.embedding = embedding;
        this.centered = centered;
        this.sample = sample;
    }

    SampledMapError known(MapError known) {
        SampledMapError same = new SampledMapError(embedding, centered, sample);
        same.estimate = known;
        return same;
    }

    RowReservoir.@Nullable State sample() {
        return sample;
    }

    Optional<MapError> get() {
        MapError made = estimate;
        if (made == null && embedding != null && sample != null && sample.count() > 0) {
            made = made(embedding, sample);
        }
        return Optional.ofNullable(made);
    }

    private synchronized @Nullable MapError made(Embedding map, RowReservoir.State rows) {
        if (estimate == null && !(map.kernel() instanceof UnknownKernel)) {
            estimate = MapError.estimate(map, rows.rows(), rows.count(), rows.seen(), centered, Workers.callerOnly());
        }
        return estimate;
    }
}
