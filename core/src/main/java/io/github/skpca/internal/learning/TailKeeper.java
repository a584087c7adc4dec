package io.github.skpca.internal.learning;

import io.github.skpca.Forgetting;
import io.github.skpca.RowBatch;
import io.github.skpca.Workers;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.feature.FeatureMap;
import io.github.skpca.internal.feature.ResidualKind;
import io.github.skpca.internal.feature.RowsSince;
import io.github.skpca.internal.feature.TailFeatures;
import io.github.skpca.internal.feature.TailRows;
import io.github.skpca.internal.feature.TailScore;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.LearnerState;
import io.github.skpca.internal.model.Settings;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Keeps the rows that small p-values need: scores the rows of a stream by what was known of it when it was half as long, and keeps a sample that
 * holds more of the novel ones.
 */
final class TailKeeper {
    /*
     * The features of a row are there when it is learned, so its score by given directions is one small product. The directions are renewed when
     * landmarks change or learners are merged, because features are then others, and when the number of rows since the last change of landmarks
     * has doubled: they change where rows of a new place come, which the directions must learn to know however many rows came before.
     * Which rows are kept, and how many each stands for, does not depend on how good these scores are, only the error does. See
     * docs/decisions/0032.
     */
    private final TailRows rows;
    private final TailFeatures features = new TailFeatures();
    private @Nullable TailScore score;
    private long renewedAt;

    /** The rows at which landmarks last changed. */
    private long changedAt;

    /** The rows since the renewal that are not common. */
    private RowsSince since;

    private TailKeeper(TailRows rows, @Nullable TailScore score, long renewedAt, long changedAt, RowsSince since) {
        this.rows = rows;
        this.score = score;
        this.renewedAt = renewedAt;
        this.changedAt = changedAt;
        this.since = since;
    }

    /** A keeper without rows; null where the tail of scores is not kept: rows are forgotten or too wide, or the kernel has not K(x, x) = 1. */
    static @Nullable TailKeeper start(Settings settings, Embedding embedding) {
        boolean isKnown = embedding.map().residual() == ResidualKind.OF_FEATURES
                || embedding.kernel().isNormalized();
        return isKnown && TailRows.isKept(settings.columns()) && settings.forgetting() instanceof Forgetting.None
                ? new TailKeeper(new TailRows(settings.columns(), settings.seed()), null, 0, 0, RowsSince.none(0))
                : null;
    }

    static @Nullable TailKeeper restore(
            Settings settings, Embedding embedding, LearnerState.@Nullable Tail state, long learned) {
        if (state == null) {
            // A file without them: what came before is not known, unless nothing did.
            return learned == 0 ? start(settings, embedding) : null;
        }
        TailScore.State known = state.score();
        return new TailKeeper(
                TailRows.restore(state.rows(), settings.seed()),
                known == null ? null : new TailScore(embedding, known),
                state.renewedAt(),
                state.changedAt(),
                RowsSince.of(state.since()));
    }

    LearnerState.Tail state() {
        return new LearnerState.Tail(
                rows.state(), score == null ? null : score.state(), renewedAt, changedAt, since.counts());
    }

    /** The rows kept, a copy. */
    TailRows.State rows() {
        return rows.state();
    }

    /** How many rows may come before the score is renewed. */
    int rowsToRenewal(int most) {
        return (int) Math.min(most, Math.max(1, next() - rows.seen()));
    }

    private long next() {
        return changedAt + Math.max(2 * Math.max(0, renewedAt - changedAt), rows.capacity());
    }

    /** There are other landmarks now; the score is to be renewed. */
    void landmarksChanged() {
        changedAt = rows.seen();
    }

    /** Whether so many rows have come that the score is to be renewed. */
    boolean isDue() {
        return rows.seen() >= next();
    }

    /** Whether rows have come, and no score is known. */
    boolean isUnknown() {
        return score == null && rows.seen() >= rows.capacity();
    }

    /** By what the next rows are to be scored; null if all of them are kept. */
    @Nullable
    TailScore score() {
        return score;
    }

    /**
     * Offers rows that are learned; the score has scored them.
     *
     * @param map that made their features
     * @param block their features, from {@code at} on
     */
    void offer(RowBatch batch, int first, int count, FeatureMap map, float[] block, int at) {
        TailScore known = score;
        double[] scores = known == null ? new double[0] : known.scores();
        for (int i = 0; i < count; i++) {
            int kept = known == null ? rows.offer(batch, first + i, 1) : offer(batch, first + i, known, scores[i]);
            if (kept >= 0) {
                features.keep(rows, kept, map, block, at + i * map.features());
            }
        }
    }

    private int offer(RowBatch batch, int row, TailScore known, double scored) {
        // Nearly all rows of a long stream are common ones, which are not kept.
        if (rows.passesOver(known.importanceAtMost(scored))) {
            return -1;
        }
        int place = known.place(scored);
        double sinceRenewal = rows.seen() - known.state().rows();
        int kept = rows.offer(batch, row, known.importance(place, since.upTo(place), sinceRenewal));
        since.add(place);
        return kept;
    }

    /**
     * The first with the rows of the second, its score to be renewed; null if the rows of one are not known. Without rows of its own it has the
     * score of the other: so it is the same whether a learner was taken in at once, or by an empty one before.
     */
    static @Nullable TailKeeper merged(@Nullable TailKeeper ours, @Nullable TailKeeper theirs) {
        if (ours == null || theirs == null) {
            return null;
        }
        boolean isEmpty = ours.rows.seen() == 0;
        ours.rows.merge(theirs.rows);
        ours.features.clear();
        if (isEmpty) {
            ours.score = theirs.score;
            ours.renewedAt = theirs.renewedAt;
            ours.changedAt = theirs.changedAt;
            ours.since = RowsSince.of(theirs.since.counts());
        }
        return ours;
    }

    /**
     * Renews the score.
     *
     * @param model of the rows so far
     * @param sample the uniform sample of the same rows, raw and row-major
     */
    void renew(FittedModel model, double[] sample, Workers workers) {
        Embedding embedding = model.embedding();
        double[] mean = model.mean();
        TailScore.State state = new TailScore.State(
                model.scoreDirections(TailScore.directions(Integer.MAX_VALUE, embedding.features())),
                mean == null ? new double[0] : mean,
                TailScore.box(embedding, sample),
                new double[0],
                new double[0],
                rows.seen());
        double[] scores = features.scores(rows, new TailScore(embedding, state), embedding, workers);
        int[] order = IntStream.range(0, rows.count())
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> -scores[i]))
                .mapToInt(i -> i)
                .toArray();
        double[] sorted = new double[order.length];
        double[] counts = new double[order.length];
        double sum = 0;
        for (int i = 0; i < order.length; i++) {
            sum += rows.weight(order[i]);
            sorted[i] = scores[order[i]];
            counts[i] = sum;
        }
        TailScore renewed = new TailScore(
                embedding,
                new TailScore.State(state.directions(), state.mean(), state.box(), sorted, counts, state.rows()));
        score = renewed;
        since = RowsSince.none(sorted.length);
        if (isDue()) {
            renewedAt = rows.seen();
        }
        if (rows.isWhole()) {
            rows.reweigh(Arrays.stream(scores).map(renewed::importance).toArray());
        }
    }

    /** The bytes held, at most. */
    long bytes(Settings settings, int across, int blockRows) {
        return rows.bytes()
                + TailFeatures.bytes(rows.capacity(), across)
                + TailScore.bytes(settings.columns(), across, settings.mostDirections(), blockRows);
    }
}
