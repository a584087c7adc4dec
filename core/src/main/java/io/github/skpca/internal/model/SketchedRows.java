package io.github.skpca.internal.model;

import io.github.skpca.internal.feature.RowSample;
import io.github.skpca.internal.feature.TailRows;
import io.github.skpca.internal.sketch.CenteredSketch;
import io.github.skpca.internal.sketch.SketchAlgorithm;
import org.jspecify.annotations.Nullable;

/**
 * What a sketch knows of the rows of a model.
 *
 * @param algorithm which sketch it is
 * @param snapshot the sketch, its mean and its rows
 * @param sample a sample of the same rows, by their weights
 * @param tail a sample of the same rows that holds more of the novel ones, or null if none is kept
 * @param further directions after those of the sketch, or null if they are not known
 */
public record SketchedRows(
        SketchAlgorithm algorithm,
        CenteredSketch.Snapshot snapshot,
        RowSample.State sample,
        TailRows.@Nullable State tail,
        @Nullable FurtherDirections further) {
    /** Checks that the parts belong to the same rows. */
    public SketchedRows {
        if (sample.seen() != snapshot.rows()) {
            throw new IllegalArgumentException(
                    "a sample of " + sample.seen() + " rows beside a sketch of " + snapshot.rows());
        }
        if (tail != null && tail.seen() != snapshot.rows()) {
            throw new IllegalArgumentException(
                    "a tail of " + tail.seen() + " rows beside a sketch of " + snapshot.rows());
        }
    }
}
