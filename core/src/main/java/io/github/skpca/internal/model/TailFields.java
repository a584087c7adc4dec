package io.github.skpca.internal.model;

import io.github.skpca.Forgetting;
import io.github.skpca.ModelFileException;
import io.github.skpca.internal.feature.TailRows;
import io.github.skpca.internal.feature.TailScore;
import io.github.skpca.internal.text.PortableNumber;
import org.jspecify.annotations.Nullable;

/** The part of a model file for the rows that small p-values need. */
final class TailFields {
    private static final String ROWS = "tail";
    private static final String IMPORTANCES = "tailImportances";
    private static final String UNIFORMS = "tailUniforms";
    private static final String DROPPED = "tailDropped";
    private static final String KEY = "tailKey";
    private static final String SCORE = ModelFile.STATE + "tail";
    private static final String DIRECTIONS = SCORE + "Directions";
    private static final String MEAN = SCORE + "Mean";
    private static final String BOX = SCORE + "Box";
    private static final String SCORES = SCORE + "Scores";
    private static final String COUNTS = SCORE + "Counts";
    private static final String SCORED_ROWS = SCORE + "ScoredRows";
    private static final String SINCE = SCORE + "Since";
    private static final String RENEWED_AT = SCORE + "RenewedAt";
    private static final String CHANGED_AT = SCORE + "ChangedAt";

    private TailFields() {}

    /** Writes the rows, which a checkpoint shares with its model. */
    static void writeRows(TensorFile.Builder file, TailRows.@Nullable State rows) {
        if (rows == null || rows.count() == 0) {
            return;
        }
        file.metadata(DROPPED, PortableNumber.text(rows.dropped()))
                .metadata(KEY, Long.toString(rows.key()))
                .tensor(ROWS, rows.rows(), rows.count(), rows.columns())
                .tensor(IMPORTANCES, rows.importances(), rows.count())
                .tensor(UNIFORMS, rows.uniforms(), rows.count());
    }

    /** The rows, or null if the file has none. */
    static TailRows.@Nullable State rows(TensorFile file, Settings settings, long rows) throws ModelFileException {
        if (!file.has(ROWS)) {
            return null;
        }
        if (!(settings.forgetting() instanceof Forgetting.None)) {
            throw new IllegalArgumentException("rows of the tail where rows are forgotten");
        }
        double[] kept = file.doubles(ROWS, -1, settings.columns());
        ModelFileChecks.requireRows(ROWS, kept);
        int count = kept.length / settings.columns();
        return new TailRows.State(
                settings.columns(),
                kept,
                file.doubles(IMPORTANCES, count),
                file.doubles(UNIFORMS, count),
                Double.parseDouble(file.metadata(DROPPED)),
                rows,
                Long.parseLong(file.metadata(KEY)));
    }

    /** Writes what the next rows are chosen by. */
    static void writeScore(TensorFile.Builder file, LearnerState.@Nullable Tail tail, int features) {
        if (tail == null || tail.rows().count() == 0) {
            return;
        }
        file.metadata(RENEWED_AT, Long.toString(tail.renewedAt()))
                .metadata(CHANGED_AT, Long.toString(tail.changedAt()));
        TailScore.State score = tail.score();
        if (score != null) {
            file.metadata(SCORED_ROWS, PortableNumber.text(score.rows()))
                    .tensor(DIRECTIONS, score.directions(), score.directions().length / features, features)
                    .tensor(MEAN, score.mean(), score.mean().length)
                    .tensor(BOX, score.box(), score.box().length)
                    .tensor(SCORES, score.scores(), score.scores().length)
                    .tensor(COUNTS, score.counts(), score.counts().length)
                    .tensor(SINCE, tail.since(), tail.since().length);
        }
    }

    /** The rows and what the next are chosen by, or null if the file has none. */
    static LearnerState.@Nullable Tail read(TensorFile file, Settings settings, long rows, int features)
            throws ModelFileException {
        TailRows.State kept = rows(file, settings, rows);
        if (kept == null) {
            return null;
        }
        long renewedAt = Long.parseLong(file.metadata().getOrDefault(RENEWED_AT, "0"));
        long changedAt = Long.parseLong(file.metadata().getOrDefault(CHANGED_AT, "0"));
        TailScore.State score = file.has(DIRECTIONS) ? score(file, features) : null;
        int places = 1 + (score == null ? 0 : score.scores().length);
        double[] since = file.has(SINCE) ? file.doubles(SINCE, places) : new double[places];
        return new LearnerState.Tail(kept, score, renewedAt, changedAt, since);
    }

    private static TailScore.State score(TensorFile file, int features) throws ModelFileException {
        float[] directions = file.floats(DIRECTIONS, -1, features);
        double[] mean = file.doubles(MEAN, -1);
        double[] box = file.doubles(BOX, -1);
        ModelFileChecks.requireFinite(DIRECTIONS, directions);
        ModelFileChecks.requireFinite(MEAN, mean);
        ModelFileChecks.requireFinite(BOX, box);
        return new TailScore.State(
                directions,
                mean,
                box,
                file.doubles(SCORES, -1),
                file.doubles(COUNTS, -1),
                Double.parseDouble(file.metadata(SCORED_ROWS)));
    }
}
