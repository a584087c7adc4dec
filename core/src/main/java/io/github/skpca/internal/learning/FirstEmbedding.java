package io.github.skpca.internal.learning;

import io.github.skpca.Workers;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.feature.FeatureMap;
import io.github.skpca.internal.feature.LandmarkSelection;
import io.github.skpca.internal.feature.Preprocessing;
import io.github.skpca.internal.feature.RandomMaps;
import io.github.skpca.internal.feature.WarmUpRows;
import io.github.skpca.internal.model.ScoreRule;
import io.github.skpca.internal.model.Settings;

/** Makes the embedding that a sketch begins with, when the warm-up ends. */
final class FirstEmbedding {
    private FirstEmbedding() {}

    /** The embedding after a preprocessing; a map of landmarks is made of the rows that fixed it. */
    static Embedding of(Settings settings, Preprocessing preprocessing, WarmUpRows rows, Workers workers) {
        boolean follows = settings.followsWithLandmarks(preprocessing.kernel());
        FeatureMap map = settings.sketchesLandmarks()
                ? selection(settings, preprocessing, rows, workers)
                        .select(
                                settings.landmarkRule(),
                                follows ? mostLandmarks(settings, rows.count()) : settings.features(),
                                settings.landmarkRank(),
                                follows ? settings.sketchSize() : 0)
                : RandomMaps.draw(
                        settings.map(),
                        preprocessing.kernel(),
                        settings.columns(),
                        settings.features(),
                        settings.seed());
        return new Embedding(preprocessing.standardizer(), preprocessing.kernel(), map);
    }

    private static LandmarkSelection selection(
            Settings settings, Preprocessing preprocessing, WarmUpRows rows, Workers workers) {
        LandmarkSelection selection = new LandmarkSelection(preprocessing.kernel(), rows, settings.seed(), workers);
        return settings.score() == ScoreRule.NOVELTY ? selection.withNugget() : selection;
    }

    /**
     * The most landmarks of a warm-up. Of fewer rows than it should have had a sixth is enough, at least twice as many as there are features: more
     * make the components hardly better, and the choice takes longer than all else. If more rows follow, landmarks do, too.
     */
    private static int mostLandmarks(Settings settings, int rows) {
        int few = Math.max(2 * settings.landmarkRank(), rows / 6);
        return rows < settings.warmUpRows() ? Math.min(settings.features(), few) : settings.features();
    }
}
