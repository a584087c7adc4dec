package io.github.skpca;

import io.github.skpca.feature.Embedding;
import io.github.skpca.feature.Frame;
import io.github.skpca.feature.SparseRows;
import io.github.skpca.feature.WarmUpRows;
import io.github.skpca.linalg.Workers;
import io.github.skpca.model.KernelPcaModel;
import io.github.skpca.model.Learned;
import io.github.skpca.model.Method;
import io.github.skpca.model.Settings;
import org.jspecify.annotations.Nullable;

/** What a method does with rows once the warm-up has fixed how they are standardised and compared. */
interface Training {
    /**
     * Learns from some of the given rows, the first ones; rows come as doubles or as floats.
     *
     * @param wide rows of d numbers, or null if they come as floats; read only
     * @param narrow rows of d numbers, or null if they come as doubles; read only
     * @param times a time a row if rows age by them, else null; read only
     * @param first the row to begin with
     * @param count how many there are from it on; at least one
     * @return how many were taken; at least one
     */
    int learn(double @Nullable [] wide, float @Nullable [] narrow, double @Nullable [] times, int first, int count);

    /**
     * As {@link #learn(double[], float[], double[], int, int)} of the same rows with their zeros, bit for bit.
     *
     * @param rows of no more than d columns; read only
     */
    int learn(SparseRows rows, double @Nullable [] times, int first, int count);

    /**
     * Takes in what another learner of the same method has learned. The other stays as it is.
     *
     * @throws MergeException if the two cannot be one
     */
    void merge(Training other);

    /** The model of all rows so far; changes nothing. */
    KernelPcaModel model(boolean provisional);

    /** A copy of what was learned, to go on from. */
    Learned learned();

    /** All rows so far. */
    long rows();

    /** The bytes held. */
    long workingBytes();

    /** Training that begins, with the frame of a warm-up and the rows that fixed it. */
    static Training start(Settings settings, Frame frame, WarmUpRows rows, Workers workers) {
        return switch (settings.method()) {
            case SKPCA, RNCA ->
                SketchTraining.start(settings, SketchTraining.embedding(settings, frame, rows, workers), workers);
            case NYSTROM -> SampleTraining.start(settings, frame);
            case EXACT -> AllRowsTraining.start(settings, frame, workers);
        };
    }

    /** Training that begins like that of a model, so that the two can be merged. */
    static Training startLike(Settings settings, Embedding embedding, Workers workers) {
        return settings.method().sketchesFeatures()
                ? SketchTraining.start(settings, embedding, workers)
                : start(settings, embedding.frame(), WarmUp.NO_ROWS, workers);
    }

    /** Training that goes on. */
    static Training restore(Settings settings, Learned learned, Workers workers) {
        if (learned instanceof Learned.Sketched sketched) {
            return SketchTraining.restore(settings, sketched, workers);
        }
        Learned.Sampled sampled = (Learned.Sampled) learned;
        return settings.method() == Method.NYSTROM
                ? SampleTraining.restore(settings, sampled)
                : AllRowsTraining.restore(settings, sampled, workers);
    }
}
