package io.github.skpca.internal.model;

import io.github.skpca.ErrorEstimate;
import io.github.skpca.Forgetting;
import io.github.skpca.MapKind;
import io.github.skpca.Method;
import io.github.skpca.ModelFileException;
import io.github.skpca.ShrinkRule;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.feature.FeatureMap;
import io.github.skpca.internal.feature.KernelValueMap;
import io.github.skpca.internal.feature.LandmarkSet;
import io.github.skpca.internal.feature.NystromMap;
import io.github.skpca.internal.feature.Preprocessing;
import io.github.skpca.internal.feature.RandomFourierFeatures;
import io.github.skpca.internal.feature.RowReservoir;
import io.github.skpca.internal.feature.RowSample;
import io.github.skpca.internal.feature.RowSubspace;
import io.github.skpca.internal.feature.StructuredFeatures;
import io.github.skpca.internal.sketch.CenteredSketch;
import io.github.skpca.internal.sketch.SketchAlgorithm;
import io.github.skpca.internal.sketch.SketchState;
import io.github.skpca.internal.sketch.SketchSummary;
import io.github.skpca.internal.text.PortableNumber;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;
import org.jspecify.annotations.Nullable;

/** The part of a model file for methods with a feature map and a sketch. */
final class SketchFields {
    private static final String STATE = ModelFile.STATE;
    private static final String ALGORITHM = "sketchAlgorithm";
    private static final String MOMENTS = STATE + "moments";
    private static final String ROWS = STATE + "sketch";

    private static final double LANDMARK_ROUNDING = 0.01;

    /** The products of features of this squared length are still floats. */
    private static final double UNBOUNDED_SQUARED_NORM = 1e36;

    private SketchFields() {}

    /** Whether the file holds the model of a sketch. */
    static boolean isIn(TensorFile file) {
        return file.has("sketch");
    }

    static void writeMap(TensorFile.Builder file, FeatureMap map) {
        map.tensors().forEach(tensor -> file.tensor(tensor.name(), tensor.values(), tensor.shape()));
    }

    private static Embedding embedding(TensorFile file, Settings settings) throws ModelFileException {
        Preprocessing preprocessing = SettingsFields.readPreprocessing(file, settings);
        return new Embedding(
                preprocessing.standardizer(), preprocessing.kernel(), map(file, settings, preprocessing.kernel()));
    }

    private static FeatureMap map(TensorFile file, Settings settings, Kernel kernel) throws ModelFileException {
        int columns = settings.columns();
        if (settings.sketchesLandmarks()) {
            return landmarks(file, settings, kernel);
        }
        int count = settings.map().isPaired() ? settings.features() / 2 : settings.features();
        if (settings.map() == MapKind.STRUCTURED) {
            int rows = StructuredFeatures.signRows(columns, settings.features());
            float[] signs = file.floats("signs", rows, StructuredFeatures.span(columns));
            return StructuredFeatures.of(columns, signs, file.floats("lengths", count));
        }
        float[] frequencies = file.floats("frequencies", count, columns);
        float[] phases = file.has("phases") ? file.floats("phases", count) : new float[0];
        ModelFileChecks.requireFinite("frequencies", frequencies);
        ModelFileChecks.requireFinite("phases", phases);
        return RandomFourierFeatures.of(settings.map(), columns, frequencies, phases);
    }

    private static FeatureMap landmarks(TensorFile file, Settings settings, Kernel kernel) throws ModelFileException {
        float[] rows = file.floats("landmarks", -1, settings.columns());
        int count = rows.length / settings.columns();
        if (count < 1 || count > settings.features()) {
            throw new IllegalArgumentException(count + " landmarks where there can be " + settings.features());
        }
        float[] factor = file.floats("landmarkFactor", count, -1);
        ModelFileChecks.requireFinite("landmarks", rows);
        double largest = LandmarkSet.largestSelfSimilarity(kernel, rows, settings.columns());
        ModelFileChecks.requireFactor("landmarkFactor", factor, largest);
        return new NystromMap(new KernelValueMap(kernel, rows, settings.columns(), subspace(file, settings)), factor);
    }

    /** In which landmarks of wide rows lie, if they do. */
    private static @Nullable RowSubspace subspace(TensorFile file, Settings settings) throws ModelFileException {
        if (!file.has("landmarkBasis")) {
            return null;
        }
        float[] basis = file.floats("landmarkBasis", -1, settings.columns());
        ModelFileChecks.requireFinite("landmarkBasis", basis);
        return new RowSubspace(basis, settings.columns());
    }

    static void writeModel(TensorFile.Builder file, FittedModel model, CenteredSketch.Snapshot snapshot) {
        SketchState state = snapshot.summary().state();
        writeSums(file, "", state);
        double[] squares = snapshot.summary().squaredSingularValues();
        file.metadata("rows", Long.toString(snapshot.rows()))
                .metadata("provisional", Boolean.toString(model.isProvisional()))
                .metadata("sketchBound", PortableNumber.text(model.sketchBound()))
                .tensor("sketch", state.rows(), state.count(), state.columns())
                .tensor("squaredSingularValues", squares, squares.length)
                .tensor("singularValues", ModelFile.roots(squares), squares.length)
                .tensor("components", model.directions(), model.components(), state.columns());
        double[] mean = snapshot.mean();
        if (mean != null) {
            file.tensor("mean", mean, mean.length);
        }
        FurtherDirections further = model.fit().further();
        if (further != null) {
            further.write(file, "");
        }
        ForgettingFields.writeWeight(file, "", model.settings(), snapshot.weight(), snapshot.latest());
        FollowingFields.writeRemainder(file, "", snapshot.remainder(), model.embedding());
        // Others compute it of the sample when they are asked; for a kernel of a user's own that takes its code.
        if (KernelFamily.of(model.embedding().kernel()).isEmpty()) {
            model.mapError()
                    .ifPresent(error -> file.metadata("mapError", PortableNumber.text(error.estimate()))
                            .metadata("mapErrorLow", PortableNumber.text(error.low()))
                            .metadata("mapErrorHigh", PortableNumber.text(error.high())));
        }
    }

    /** Writes the sample of the rows, which a checkpoint shares with its model. */
    static void writeSample(TensorFile.Builder file, RowSample.@Nullable State sample) {
        if (sample instanceof RowReservoir.State uniform && sample.count() > 0) {
            file.metadata("sampleNext", Long.toString(uniform.next()))
                    .metadata("sampleKey", Long.toString(uniform.key()))
                    .tensor("sample", sample.rows(), sample.count(), sample.columns());
        } else if (sample != null && sample.seen() > 0) {
            ForgettingFields.writeSample(file, sample);
        }
    }

    private static RowSample.State sample(TensorFile file, Settings settings, long rows) throws ModelFileException {
        if (rows == 0) {
            return settings.emptySample().state();
        }
        if (!(settings.forgetting() instanceof Forgetting.None)) {
            return ForgettingFields.sample(file, settings, rows);
        }
        double[] sample = file.doubles("sample", -1, settings.columns());
        ModelFileChecks.requireRows("sample", sample);
        return new RowReservoir.State(
                settings.columns(),
                sample,
                rows,
                Long.parseLong(file.metadata("sampleNext")),
                Long.parseLong(file.metadata("sampleKey")));
    }

    static FittedModel readModel(TensorFile file, Settings settings) throws ModelFileException {
        Embedding embedding = embedding(file, settings);
        CenteredSketch.Snapshot snapshot = snapshot(file, settings, embedding.map());
        RowSample.State sample = sample(file, settings, snapshot.rows());
        FittedModel model = new FittedModel(
                settings,
                embedding,
                new SketchedRows(
                        algorithm(file, settings),
                        snapshot,
                        sample,
                        TailFields.rows(file, settings, snapshot.rows()),
                        FurtherDirections.read(file, "", embedding.features())),
                SettingsFields.flag(file, "provisional"));
        if (!file.metadata().containsKey("mapError")) {
            return model;
        }
        return model.withMapError(new ErrorEstimate(
                Double.parseDouble(file.metadata("mapError")),
                Double.parseDouble(file.metadata("mapErrorLow")),
                Double.parseDouble(file.metadata("mapErrorHigh")),
                sample.count()));
    }

    private static CenteredSketch.Snapshot snapshot(TensorFile file, Settings settings, FeatureMap map)
            throws ModelFileException {
        int features = map.features();
        long rows = ModelFile.rows(file);
        SketchState state = sums(file, "", file.doubles("sketch", -1, features), features, false);
        double weight = ForgettingFields.weight(file, "", settings, rows);
        ModelFileChecks.requireWeight(
                state, weight * ForgettingFields.roomAboveWeight(settings), largestSquaredNorm(map));
        double[] squares = file.doubles("squaredSingularValues", state.count());
        ModelFileChecks.requireDescending(squares);
        ModelFileChecks.requireSquares(state, squares);
        if (state.count() > settings.mostDirections()) {
            throw new IllegalArgumentException("the sketch has more rows than its size");
        }
        double[] mean = settings.centered() ? file.doubles("mean", features) : null;
        if (mean != null) {
            ModelFileChecks.requireFeatures("mean", mean, largestSquaredNorm(map));
        }
        double latest = ForgettingFields.latest(file, "", settings);
        CenteredSketch.State window = settings.forgetting() instanceof Forgetting.Window
                ? WindowFields.read(file, settings, map, largestSquaredNorm(map))
                : null;
        if (window != null && window.rows() != rows) {
            throw new IllegalArgumentException("a window of " + window.rows() + " rows in a model of " + rows);
        }
        return new CenteredSketch.Snapshot(
                new SketchSummary(state, squares),
                mean,
                rows,
                weight,
                latest,
                FollowingFields.remainder(file, "", weight),
                window);
    }

    /** The largest squared length of features. With landmarks rounding may add to it; for an unbounded kernel it is a large constant. */
    private static double largestSquaredNorm(FeatureMap map) {
        if (map instanceof NystromMap landmarks && landmarks.values().kernel() instanceof UnknownKernel) {
            return UNBOUNDED_SQUARED_NORM;
        }
        double rounded = map instanceof NystromMap ? 1 + LANDMARK_ROUNDING : 1;
        return Math.min(UNBOUNDED_SQUARED_NORM, rounded * map.largestSquaredNorm());
    }

    private static void writeSums(TensorFile.Builder file, String prefix, SketchState state) {
        file.metadata(prefix + "delta", PortableNumber.text(state.delta()))
                .metadata(prefix + "rounding", PortableNumber.text(state.rounding()))
                .metadata(prefix + "squaredNorm", PortableNumber.text(state.squaredNorm()));
        SketchState.Certificate certificate = state.certificate();
        if (state.excess() > 0) {
            file.metadata(prefix + "excess", PortableNumber.text(state.excess()));
        }
        if (!certificate.isCertain()) {
            file.metadata(prefix + "residual", PortableNumber.text(certificate.residual()))
                    .metadata(prefix + "failureProbability", PortableNumber.text(certificate.failureProbability()))
                    .metadata(prefix + "blocks", Long.toString(certificate.blocks()));
        }
    }

    private static SketchState sums(TensorFile file, String prefix, double[] rows, int features, boolean areMoments)
            throws ModelFileException {
        ModelFileChecks.requireFinite("sketch", rows);
        return new SketchState(
                rows,
                rows.length / features,
                features,
                Double.parseDouble(file.metadata(prefix + "delta")),
                Double.parseDouble(file.metadata(prefix + "rounding")),
                Double.parseDouble(file.metadata(prefix + "squaredNorm")),
                certificate(file, prefix),
                areMoments,
                Double.parseDouble(file.metadata().getOrDefault(prefix + "excess", "0")));
    }

    private static SketchState.Certificate certificate(TensorFile file, String prefix) throws ModelFileException {
        if (!file.metadata().containsKey(prefix + "residual")) {
            return SketchState.Certificate.CERTAIN;
        }
        return new SketchState.Certificate(
                Double.parseDouble(file.metadata(prefix + "residual")),
                Double.parseDouble(file.metadata(prefix + "failureProbability")),
                Long.parseLong(file.metadata(prefix + "blocks")));
    }

    /** A Gram matrix is written as such: a learner resumed from its decomposition would not have the same bits. */
    private static String stateName(boolean areMoments) {
        return areMoments ? MOMENTS : ROWS;
    }

    static void writeAlgorithm(TensorFile.Builder file, SketchAlgorithm algorithm) {
        file.metadata(ALGORITHM, algorithm.label());
    }

    /** The sketch that the file names, if its settings allow it; the choice is not made again. */
    private static SketchAlgorithm algorithm(TensorFile file, Settings settings) throws ModelFileException {
        SketchAlgorithm algorithm = SettingsFields.label(ALGORITHM, file.metadata(ALGORITHM), SketchAlgorithm::ofLabel);
        boolean isWindow = settings.forgetting() instanceof Forgetting.Window;
        boolean isWhole = settings.method() == Method.RNCA;
        boolean fits = switch (algorithm) {
            case WINDOW -> isWindow;
            case GRAM -> !isWindow && (isWhole || settings.shrink() == ShrinkRule.BLOCK);
            case FREQUENT_DIRECTIONS_BLOCK -> !isWindow && !isWhole && settings.shrink() == ShrinkRule.BLOCK;
            case FREQUENT_DIRECTIONS -> !isWindow && !isWhole && settings.shrink() == ShrinkRule.FAST;
            case ALGORITHM_1 -> !isWindow && !isWhole && settings.shrink() == ShrinkRule.PAPER;
        };
        if (!fits) {
            throw new IllegalArgumentException("the sketch " + algorithm.label() + " is not one of its settings");
        }
        return algorithm;
    }

    static void writeState(TensorFile.Builder file, Settings settings, LearnerState.Sketched learned) {
        LearnerState.Following following = learned.following();
        writeState(file, settings, learned.sketch());
        FollowingFields.writeRemainder(file, STATE, learned.sketch().remainder(), learned.embedding());
        if (following != null) {
            FollowingFields.write(file, settings, following);
        }
        TailFields.writeScore(file, learned.tail(), learned.embedding().features());
        FurtherDirections begun = learned.further();
        if (begun != null) {
            begun.write(file, STATE);
        }
    }

    static void writeState(TensorFile.Builder file, Settings settings, CenteredSketch.State state) {
        if (state.window() != null) {
            WindowFields.write(file, state, state.window());
            return;
        }
        int features = state.sketch().columns();
        writeSums(file, STATE, state.sketch());
        file.metadata(STATE + "rows", Long.toString(state.absorbed()))
                .tensor(
                        stateName(state.sketch().isMoments()),
                        state.sketch().rows(),
                        state.sketch().count(),
                        features)
                .tensor(STATE + "block", state.block(), state.block().length / features, features);
        if (state.mean().length > 0) {
            file.tensor(STATE + "mean", state.mean(), features);
        }
        CenteredSketch.Ages ages = state.ages();
        ForgettingFields.writeWeight(file, STATE, settings, ages.weight(), ages.latest());
        if (settings.forgetting().needsTimes()) {
            file.tensor(STATE + "times", ages.times(), ages.times().length);
        }
    }

    /**
     * Reads what a learner has learned.
     *
     * @param isCheckpoint whether the file is a checkpoint, which must have a state, or a model, whose summary serves as one
     */
    static LearnerState.Sketched readLearned(TensorFile file, Settings settings, boolean isCheckpoint)
            throws ModelFileException {
        return readLearned(file, settings, embedding(file, settings), isCheckpoint);
    }

    /** As {@link #readLearned(TensorFile, Settings, boolean)}, for a file that may have no map, with a given embedding. */
    static LearnerState.Sketched readLearned(
            TensorFile file, Settings settings, Embedding embedding, boolean isCheckpoint) throws ModelFileException {
        SketchAlgorithm algorithm = algorithm(file, settings);
        CenteredSketch.State state = algorithm == SketchAlgorithm.WINDOW
                ? WindowFields.read(file, settings, embedding.map(), largestSquaredNorm(embedding.map()))
                : isCheckpoint ? state(file, settings, embedding, algorithm) : summary(file, settings, embedding);
        LearnerState.Following following =
                FollowingFields.read(file, settings, embedding.kernel(), algorithm, isCheckpoint);
        long rows = state.rows() + (following == null ? 0 : following.waiting().count());
        return new LearnerState.Sketched(
                embedding,
                algorithm,
                state,
                sample(file, settings, rows),
                following,
                TailFields.read(file, settings, rows, embedding.features()),
                FurtherDirections.read(file, isCheckpoint ? STATE : "", embedding.features()));
    }

    private static CenteredSketch.State summary(TensorFile file, Settings settings, Embedding embedding)
            throws ModelFileException {
        CenteredSketch.Snapshot snapshot = snapshot(file, settings, embedding.map());
        double[] mean = snapshot.mean() == null ? new double[0] : snapshot.mean();
        return new CenteredSketch.State(
                snapshot.summary().state(),
                mean,
                snapshot.rows(),
                new float[0],
                new CenteredSketch.Ages(snapshot.weight(), snapshot.latest(), new double[0]),
                snapshot.remainder(),
                null);
    }

    private static CenteredSketch.State state(
            TensorFile file, Settings settings, Embedding embedding, SketchAlgorithm algorithm)
            throws ModelFileException {
        int features = embedding.features();
        if (!file.has(MOMENTS) && !file.has(ROWS)) {
            throw new IllegalArgumentException("it is a checkpoint without the state of its sketch");
        }
        boolean areMoments = algorithm.holdsMatrix();
        String name = stateName(areMoments);
        if (file.has(stateName(!areMoments))) {
            throw new IllegalArgumentException(
                    stateName(!areMoments) + " is not the state of the sketch " + algorithm.label());
        }
        SketchState sketch = sums(file, STATE, file.doubles(name, -1, features), features, areMoments);
        float[] block = file.floats(STATE + "block", -1, features);
        double[] mean = settings.centered() ? file.doubles(STATE + "mean", features) : new double[0];
        double largest = largestSquaredNorm(embedding.map());
        ModelFileChecks.requireFeatures("block", block, largest);
        ModelFileChecks.requireFeatures("mean", mean, largest);
        long rows = Long.parseLong(file.metadata(STATE + "rows"));
        double weight = ForgettingFields.weight(file, STATE, settings, rows);
        ModelFileChecks.requireWeight(sketch, weight, largest);
        double[] times = settings.forgetting().needsTimes()
                ? file.doubles(STATE + "times", block.length / features)
                : new double[0];
        CenteredSketch.Ages ages =
                new CenteredSketch.Ages(weight, ForgettingFields.latest(file, STATE, settings), times);
        return new CenteredSketch.State(
                sketch, mean, rows, block, ages, FollowingFields.remainder(file, STATE, weight), null);
    }
}
