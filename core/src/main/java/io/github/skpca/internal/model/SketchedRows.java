package io.github.skpca.internal.model;

import io.github.skpca.internal.feature.RowSample;
import io.github.skpca.internal.sketch.CenteredSketch;
import io.github.skpca.internal.sketch.SketchAlgorithm;

/**
 * What a sketch knows of the rows of a model.
 *
 * @param algorithm which sketch it is
 * @param snapshot the sketch, its mean and its rows
 * @param sample a sample of the same rows, by their weights
 */
public record SketchedRows(SketchAlgorithm algorithm, CenteredSketch.Snapshot snapshot, RowSample.State sample) {
    /** Checks that the parts belong to the same rows. */
    public SketchedRows {
        if (sample.seen() != snapshot.rows()) {
            throw new IllegalArgumentException(
                    "a sample of " + sample.seen() + " rows beside a sketch of " + snapshot.rows());
        }
    }
}
