package io.github.skpca.internal.learning;

import io.github.skpca.MergeException;
import io.github.skpca.Method;
import io.github.skpca.Workers;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.feature.Preprocessing;
import io.github.skpca.internal.feature.WarmUpRows;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.LearnerState;
import io.github.skpca.internal.model.Settings;

/** What a method does with rows once the warm-up has fixed how they are standardised and compared. */
sealed interface Training extends Phase permits SketchTraining, SampleTraining, AllRowsTraining {
    /**
     * Takes in what another learner of the same method has learned. The other stays as it is.
     *
     * @throws MergeException if the two cannot be one
     */
    void merge(Training other);

    /** The model of all rows so far; changes nothing. */
    FittedModel model(boolean provisional);

    /** The model of all rows so far with the map that the learner has now, even if rows that wait have outgrown it. */
    default FittedModel modelOfState() {
        return model(false);
    }

    /** A copy of what was learned, to go on from. */
    LearnerState learned();

    /** Training that begins, with the preprocessing of a warm-up and the rows that fixed it. */
    static Training start(Settings settings, Preprocessing preprocessing, WarmUpRows rows, Workers workers) {
        return switch (settings.method()) {
            case SKPCA, RNCA -> SketchTraining.start(settings, preprocessing, rows, workers);
            case NYSTROM -> SampleTraining.start(settings, preprocessing);
            case EXACT -> AllRowsTraining.start(settings, preprocessing, workers);
        };
    }

    /** Training that begins like that of a model, so that the two can be merged. */
    static Training startLike(Settings settings, Embedding embedding, Workers workers) {
        return settings.method().sketchesFeatures()
                ? SketchTraining.start(settings, embedding, workers)
                : start(settings, embedding.preprocessing(), WarmUp.NO_ROWS, workers);
    }

    /** Training that begins with the embedding of another, whatever that has learned. */
    static Training startLike(Settings settings, LearnerState theirs, Workers workers) {
        return theirs instanceof LearnerState.Sketched sketched
                ? startLike(settings, sketched.embedding(), workers)
                : start(settings, theirs.preprocessing(), WarmUp.NO_ROWS, workers);
    }

    /** Training that goes on. */
    static Training restore(Settings settings, LearnerState learned, Workers workers) {
        if (learned instanceof LearnerState.Sketched sketched) {
            return SketchTraining.restore(settings, sketched, workers);
        }
        LearnerState.Sampled sampled = (LearnerState.Sampled) learned;
        return settings.method() == Method.NYSTROM
                ? SampleTraining.restore(settings, sampled)
                : AllRowsTraining.restore(settings, sampled, workers);
    }
}
