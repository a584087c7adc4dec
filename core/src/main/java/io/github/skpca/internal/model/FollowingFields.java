package io.github.skpca.internal.model;

import io.github.skpca.ModelFileException;
import io.github.skpca.RowBatch;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.feature.MissedRows;
import io.github.skpca.internal.feature.ResidualKind;
import io.github.skpca.internal.sketch.Remainder;
import io.github.skpca.internal.sketch.SketchAlgorithm;
import io.github.skpca.internal.text.PortableNumber;
import io.github.skpca.kernel.Kernel;
import org.jspecify.annotations.Nullable;

/** The part of a file for landmarks that follow the stream: what features leave of rows, and the raw rows that wait. */
final class FollowingFields {
    /** The raw rows that wait for their block to fill. */
    static final KeptRowsFields BLOCK = new KeptRowsFields(ModelFile.STATE + "waiting", "block");

    private static final String SINCE = ModelFile.STATE + "landmarksSince";
    private static final String LEVEL = ModelFile.STATE + "landmarksLevel";
    private static final String BLOCKS = ModelFile.STATE + "landmarksBlocks";
    private static final String LOOKED = ModelFile.STATE + "landmarksLooked";
    private static final String TOTAL = ModelFile.STATE + "missedTotal";
    private static final String DROPPED = ModelFile.STATE + "missedDropped";
    private static final String MISSED = ModelFile.STATE + "missed";
    private static final String PRIORITIES = ModelFile.STATE + "missedPriorities";
    private static final String MISSED_ROWS = ModelFile.STATE + "missedRows";

    /** What rounding may add to rows of length one. */
    private static final double ROUNDING = 1e-3;

    private FollowingFields() {}

    /** Writes what the features leave of rows, where rows have images of length one. */
    static void writeRemainder(TensorFile.Builder file, String prefix, Remainder remainder, Embedding embedding) {
        boolean isKnown = embedding.map().residual() == ResidualKind.OF_LANDMARK_FEATURES
                && embedding.kernel().isNormalized();
        if (isKnown && !remainder.isNothing()) {
            file.metadata(prefix + "remainderRecent", PortableNumber.text(remainder.recent()))
                    .metadata(prefix + "remainderLost", PortableNumber.text(remainder.lost()))
                    .metadata(prefix + "remainderCarried", PortableNumber.text(remainder.carried()));
        }
    }

    static void write(TensorFile.Builder file, Settings settings, LearnerState.Following following) {
        LandmarkWatch watch = following.watch();
        MissedRows.State missed = following.missed();
        int count = missed.missed().length;
        file.metadata(SINCE, PortableNumber.text(watch.since()))
                .metadata(LEVEL, PortableNumber.text(watch.level()))
                .metadata(BLOCKS, Integer.toString(watch.blocks()))
                .metadata(LOOKED, PortableNumber.text(watch.looked()))
                .metadata(TOTAL, PortableNumber.text(missed.total()))
                .metadata(DROPPED, PortableNumber.text(missed.dropped()))
                .tensor(MISSED, missed.missed(), count)
                .tensor(PRIORITIES, missed.priorities(), count)
                .tensor(MISSED_ROWS, missed.rows(), count, settings.columns());
        BLOCK.write(file, settings, following.waiting());
    }

    /** What the features leave of rows that weigh so much. */
    static Remainder remainder(TensorFile file, String prefix, double weight) throws ModelFileException {
        if (!file.metadata().containsKey(prefix + "remainderRecent")) {
            return Remainder.NONE;
        }
        Remainder remainder = new Remainder(
                number(file, prefix + "remainderRecent"),
                number(file, prefix + "remainderLost"),
                number(file, prefix + "remainderCarried"));
        if (remainder.recent() > weight * (1 + ROUNDING)) {
            throw new IllegalArgumentException("the features leave more of the rows than there is");
        }
        return remainder;
    }

    private static double number(TensorFile file, String name) throws ModelFileException {
        return Double.parseDouble(file.metadata(name));
    }

    /** What landmarks that follow the stream need: of a checkpoint what it holds, of a model a beginning. Null if the map is fixed. */
    static LearnerState.@Nullable Following read(
            TensorFile file, Settings settings, Kernel kernel, SketchAlgorithm algorithm, boolean isCheckpoint)
            throws ModelFileException {
        boolean follows = algorithm == SketchAlgorithm.GRAM && settings.followsWithLandmarks(kernel);
        if (isCheckpoint && follows != file.metadata().containsKey(SINCE)) {
            throw new IllegalArgumentException(
                    follows ? "what is known of its landmarks is missing" : "its landmarks cannot follow the stream");
        }
        if (!follows) {
            return null;
        }
        if (!isCheckpoint) {
            return new LearnerState.Following(
                    LandmarkWatch.START, MissedRows.State.none(), RowBatch.of(new double[0], 0));
        }
        LandmarkWatch watch = new LandmarkWatch(
                number(file, SINCE),
                number(file, LEVEL),
                Integer.parseInt(file.metadata(BLOCKS)),
                number(file, LOOKED));
        double[] missed = file.doubles(MISSED, -1);
        float[] rows = file.floats(MISSED_ROWS, missed.length, settings.columns());
        ModelFileChecks.requireFinite("missed rows", rows);
        MissedRows.State state = new MissedRows.State(
                rows, missed, file.doubles(PRIORITIES, missed.length), number(file, TOTAL), number(file, DROPPED));
        RowBatch waiting = BLOCK.read(file, settings);
        KeptRowsFields.requireRows("block", waiting, settings);
        return new LearnerState.Following(watch, state, waiting);
    }
}
