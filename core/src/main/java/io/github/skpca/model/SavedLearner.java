package io.github.skpca.model;

import io.github.skpca.feature.Embedding;
import io.github.skpca.sketch.CenteredSketch;
import org.jspecify.annotations.Nullable;

/**
 * A learner between two rows: what a checkpoint holds.
 *
 * @param settings what it was told
 * @param embedding from rows to features, or null during the warm-up
 * @param sketch the sketch, or null during the warm-up
 * @param warmUp the rows of the warm-up so far, row-major; empty afterwards
 */
public record SavedLearner(
        Settings settings, @Nullable Embedding embedding, CenteredSketch.@Nullable State sketch, double[] warmUp) {
    /** Checks that it is either before or after the end of the warm-up. */
    public SavedLearner {
        if ((embedding == null) != (sketch == null)) {
            throw new IllegalArgumentException("an embedding and a sketch come together");
        }
        if (embedding != null
                && sketch != null
                && embedding.features() != sketch.sketch().columns()) {
            throw new IllegalArgumentException("a map of " + embedding.features() + " features and a sketch of "
                    + sketch.sketch().columns() + " columns");
        }
        if (warmUp.length % settings.columns() != 0) {
            throw new IllegalArgumentException("the warm-up does not hold whole rows");
        }
        if (warmUp.length / settings.columns() >= settings.warmUpRows()) {
            throw new IllegalArgumentException("the warm-up holds all its rows and should have ended");
        }
    }

    /** All rows so far. */
    public long rows() {
        return sketch == null ? warmUp.length / settings.columns() : sketch.rows();
    }
}
