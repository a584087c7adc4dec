package io.github.skpca.model;

import io.github.skpca.feature.BandwidthRule;
import io.github.skpca.feature.Embedding;
import io.github.skpca.feature.MapKind;
import io.github.skpca.feature.RandomFourierFeatures;
import io.github.skpca.feature.Standardizer;
import io.github.skpca.kernel.KernelFamily;
import io.github.skpca.kernel.RationalQuadraticKernel;
import io.github.skpca.kernel.ShiftInvariantKernel;
import io.github.skpca.sketch.CenteredSketch;
import io.github.skpca.sketch.ShrinkRule;
import io.github.skpca.sketch.SketchState;
import io.github.skpca.sketch.SketchSummary;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * The model file: which tensors and metadata a model or a checkpoint is made of. docs/model-file.md has the same in words.
 *
 * <p>A checkpoint is a model of the rows so far, and beside it, under names that begin with {@code state.}, the learner as it
 * was. During the warm-up there is no model yet, only the state.
 */
public final class ModelFile {
    private static final String STATE = "state.";

    /** What rounding may make of a sum, with room to spare. */
    private static final double PLAUSIBLE = 1e-4;

    private ModelFile() {}

    /** Writes a model, atomically. */
    public static void write(KernelPcaModel model, Path path) throws IOException {
        TensorFile.Builder file = TensorFile.builder();
        writeSettings(file, model.settings());
        writeEmbedding(file, model.embedding());
        writeModel(file, model);
        file.writeTo(path);
    }

    /**
     * Writes a checkpoint, atomically.
     *
     * @param model the model of the rows so far, or null during the warm-up
     */
    public static void writeCheckpoint(SavedLearner learner, @Nullable KernelPcaModel model, Path path)
            throws IOException {
        TensorFile.Builder file = TensorFile.builder();
        writeSettings(file, learner.settings());
        Embedding embedding = learner.embedding();
        CenteredSketch.State sketch = learner.sketch();
        if (embedding != null && sketch != null) {
            writeEmbedding(file, embedding);
            writeState(file, sketch);
        } else {
            int columns = learner.settings().columns();
            file.tensor(STATE + "warmUp", learner.warmUp(), learner.warmUp().length / columns, columns);
        }
        if (model != null) {
            writeModel(file, model);
        }
        file.writeTo(path);
    }

    /**
     * Reads a model, from a model file or from a checkpoint made after the warm-up.
     *
     * @throws ModelFileException if it is not one, or is damaged
     */
    public static KernelPcaModel readModel(Path path) throws IOException {
        TensorFile file = TensorFile.read(path);
        if (!file.has("sketch")) {
            throw new ModelFileException(
                    path.toString(),
                    "is a checkpoint of an unfinished warm-up, not a model",
                    "go on with fit --checkpoint FILE --resume");
        }
        return parse(path, file, ModelFile::model);
    }

    /**
     * Reads a learner to go on with: a checkpoint as it was, or a model with its sketch.
     *
     * @throws ModelFileException if it is neither, or is damaged
     */
    public static SavedLearner readLearner(Path path) throws IOException {
        return parse(path, TensorFile.read(path), ModelFile::learner);
    }

    private interface Parser<T> {
        T parse(TensorFile file) throws IOException;
    }

    /** What passes the checksum may still be nonsense: every record checks its ranges, and that becomes a typed error. */
    private static <T> T parse(Path path, TensorFile file, Parser<T> parser) throws IOException {
        try {
            return parser.parse(file);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new ModelFileException(
                    path.toString(), "does not hold a valid model (" + e.getMessage() + ")", "fit it anew", e);
        }
    }

    private static void writeSettings(TensorFile.Builder file, Settings settings) {
        KernelChoice kernel = settings.kernel();
        file.metadata("columns", Integer.toString(settings.columns()))
                .metadata("features", Integer.toString(settings.features()))
                .metadata("sketch", Integer.toString(settings.sketchSize()))
                .metadata("components", settings.components().toString())
                .metadata("kernel", kernel.name())
                .metadata("bandwidth", kernel.bandwidth())
                .metadata("map", settings.map().label())
                .metadata("shrink", settings.shrink().label())
                .metadata("center", Boolean.toString(settings.centered()))
                .metadata("standardize", Boolean.toString(settings.standardized()))
                .metadata("warmup", Integer.toString(settings.warmUpRows()))
                .metadata("seed", Long.toString(settings.seed()));
        if (kernel.shape() != 0) {
            file.metadata("kernelShape", PortableNumber.text(kernel.shape()));
        }
    }

    private static Settings settings(TensorFile file) throws ModelFileException {
        String name = file.metadata("kernel");
        String bandwidth = file.metadata("bandwidth");
        KernelChoice kernel = null;
        for (BandwidthRule rule : BandwidthRule.values()) {
            if (rule.label().equals(bandwidth)) {
                kernel = KernelChoice.of(label("kernel", name, KernelFamily::ofLabel), rule);
            }
        }
        if (kernel == null) {
            kernel = KernelChoice.of(kernel(file, name, Double.parseDouble(bandwidth)));
        }
        return new Settings(
                Integer.parseInt(file.metadata("columns")),
                kernel,
                label("map", file.metadata("map"), MapKind::ofLabel),
                Integer.parseInt(file.metadata("features")),
                Integer.parseInt(file.metadata("sketch")),
                label("shrink", file.metadata("shrink"), ShrinkRule::ofLabel),
                ComponentCount.parse(file.metadata("components")),
                flag(file, "center"),
                flag(file, "standardize"),
                Integer.parseInt(file.metadata("warmup")),
                Long.parseLong(file.metadata("seed")));
    }

    private static <T> T label(String what, String label, Function<String, java.util.Optional<T>> find) {
        return find.apply(label).orElseThrow(() -> new IllegalArgumentException("unknown " + what + " " + label));
    }

    private static boolean flag(TensorFile file, String key) throws ModelFileException {
        String value = file.metadata(key);
        if (!value.equals("true") && !value.equals("false")) {
            throw new IllegalArgumentException(key + " is neither true nor false");
        }
        return value.equals("true");
    }

    private static ShiftInvariantKernel kernel(TensorFile file, String name, double bandwidth) {
        String shape = file.metadata().get("kernelShape");
        if (shape != null) {
            return new RationalQuadraticKernel(bandwidth, Double.parseDouble(shape));
        }
        return KernelFamily.ofLabel(name)
                .<ShiftInvariantKernel>map(family -> family.withBandwidth(bandwidth))
                .orElseGet(() -> new UnknownKernel(name, bandwidth));
    }

    private static void writeEmbedding(TensorFile.Builder file, Embedding embedding) {
        int columns = embedding.columns();
        float[] frequencies = embedding.map().frequencies();
        float[] phases = embedding.map().phases();
        file.metadata(
                "resolvedBandwidth", PortableNumber.text(embedding.kernel().bandwidth()));
        file.tensor("frequencies", frequencies, frequencies.length / columns, columns);
        if (phases.length > 0) {
            file.tensor("phases", phases, phases.length);
        }
        file.tensor("origin", embedding.standardizer().origin(), columns);
        double[] factors = embedding.standardizer().factors();
        if (factors.length > 0) {
            file.tensor("scale", factors, columns);
        }
    }

    private static Embedding embedding(TensorFile file, Settings settings) throws ModelFileException {
        int columns = settings.columns();
        int count = settings.map() == MapKind.PAIRED ? settings.features() / 2 : settings.features();
        float[] frequencies = file.floats("frequencies", count, columns);
        float[] phases = file.has("phases") ? file.floats("phases", count) : new float[0];
        double[] factors = file.has("scale") ? file.doubles("scale", columns) : new double[0];
        double[] origin = file.doubles("origin", columns);
        requireFinite("frequencies", frequencies);
        requireFinite("phases", phases);
        requireFinite("origin", origin);
        double bandwidth = Double.parseDouble(file.metadata("resolvedBandwidth"));
        return new Embedding(
                Standardizer.of(origin, factors),
                kernel(file, settings.kernel().name(), bandwidth),
                RandomFourierFeatures.of(settings.map(), columns, frequencies, phases));
    }

    private static void writeModel(TensorFile.Builder file, KernelPcaModel model) {
        CenteredSketch.Snapshot snapshot = model.snapshot();
        SketchState state = snapshot.summary().state();
        writeSums(file, "", state);
        double[] squares = snapshot.summary().squaredSingularValues();
        double[] values = new double[squares.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = Math.sqrt(squares[i]);
        }
        file.metadata("backend", model.backend())
                .metadata("rows", Long.toString(snapshot.rows()))
                .metadata("provisional", Boolean.toString(model.isProvisional()))
                .metadata("sketchBound", PortableNumber.text(model.sketchBound()))
                .tensor("sketch", state.rows(), state.count(), state.columns())
                .tensor("squaredSingularValues", squares, squares.length)
                .tensor("singularValues", values, values.length)
                .tensor("components", model.directions(), model.components(), state.columns());
        double[] mean = snapshot.mean();
        if (mean != null) {
            file.tensor("mean", mean, mean.length);
        }
    }

    private static KernelPcaModel model(TensorFile file) throws ModelFileException {
        Settings settings = settings(file);
        return new KernelPcaModel(
                settings,
                embedding(file, settings),
                snapshot(file, settings),
                flag(file, "provisional"),
                file.metadata("backend"));
    }

    private static CenteredSketch.Snapshot snapshot(TensorFile file, Settings settings) throws ModelFileException {
        long rows = Long.parseLong(file.metadata("rows"));
        if (rows < 1) {
            throw new IllegalArgumentException("rows must be at least 1");
        }
        SketchState state = sums(file, "", file.doubles("sketch", -1, settings.features()), settings);
        requirePlausible(state, rows, settings);
        double[] squares = file.doubles("squaredSingularValues", state.count());
        requireDescending(squares);
        requireSquares(state, squares);
        if (state.count() > settings.sketchSize()) {
            throw new IllegalArgumentException("the sketch has more rows than its size");
        }
        double[] mean = settings.centered() ? file.doubles("mean", settings.features()) : null;
        if (mean != null) {
            requireFeatures("mean", mean, settings);
        }
        return new CenteredSketch.Snapshot(new SketchSummary(state, squares), mean, rows);
    }

    private static void writeSums(TensorFile.Builder file, String prefix, SketchState state) {
        file.metadata(prefix + "delta", PortableNumber.text(state.delta()))
                .metadata(prefix + "rounding", PortableNumber.text(state.rounding()))
                .metadata(prefix + "squaredNorm", PortableNumber.text(state.squaredNorm()));
        SketchState.Certificate certificate = state.certificate();
        if (!certificate.equals(SketchState.Certificate.CERTAIN)) {
            file.metadata(prefix + "residual", PortableNumber.text(certificate.residual()))
                    .metadata(prefix + "failureProbability", PortableNumber.text(certificate.failureProbability()))
                    .metadata(prefix + "blocks", Long.toString(certificate.blocks()));
        }
    }

    private static SketchState sums(TensorFile file, String prefix, double[] rows, Settings settings)
            throws ModelFileException {
        requireFinite("sketch", rows);
        return new SketchState(
                rows,
                rows.length / settings.features(),
                settings.features(),
                Double.parseDouble(file.metadata(prefix + "delta")),
                Double.parseDouble(file.metadata(prefix + "rounding")),
                Double.parseDouble(file.metadata(prefix + "squaredNorm")),
                certificate(file, prefix));
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

    private static void writeState(TensorFile.Builder file, CenteredSketch.State state) {
        int features = state.sketch().columns();
        writeSums(file, STATE, state.sketch());
        file.metadata(STATE + "rows", Long.toString(state.absorbed()))
                .tensor(STATE + "sketch", state.sketch().rows(), state.sketch().count(), features)
                .tensor(STATE + "block", state.block(), state.block().length / features, features);
        if (state.mean().length > 0) {
            file.tensor(STATE + "mean", state.mean(), features);
        }
    }

    private static SavedLearner learner(TensorFile file) throws ModelFileException {
        Settings settings = settings(file);
        if (file.has(STATE + "warmUp")) {
            double[] rows = file.doubles(STATE + "warmUp", -1, settings.columns());
            requireFinite("warm-up", rows);
            return new SavedLearner(settings, null, null, rows);
        }
        Embedding embedding = embedding(file, settings);
        if (!file.has(STATE + "sketch")) {
            CenteredSketch.Snapshot snapshot = snapshot(file, settings);
            double[] mean = snapshot.mean() == null ? new double[0] : snapshot.mean();
            CenteredSketch.State state =
                    new CenteredSketch.State(snapshot.summary().state(), mean, snapshot.rows(), new float[0]);
            return new SavedLearner(settings, embedding, state, new double[0]);
        }
        SketchState sketch = sums(file, STATE, file.doubles(STATE + "sketch", -1, settings.features()), settings);
        float[] block = file.floats(STATE + "block", -1, settings.features());
        double[] mean = settings.centered() ? file.doubles(STATE + "mean", settings.features()) : new double[0];
        requireFinite("block", block);
        requireFeatures("mean", mean, settings);
        long rows = Long.parseLong(file.metadata(STATE + "rows"));
        requirePlausible(sketch, rows, settings);
        CenteredSketch.State state = new CenteredSketch.State(sketch, mean, rows, block);
        return new SavedLearner(settings, embedding, state, new double[0]);
    }

    private static void requireFinite(String name, double[] values) {
        for (double value : values) {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException(name + " holds a number that is not finite");
            }
        }
    }

    private static void requireFinite(String name, float[] values) {
        for (float value : values) {
            if (!Float.isFinite(value)) {
                throw new IllegalArgumentException(name + " holds a number that is not finite");
            }
        }
    }

    private static void requireFeatures(String name, double[] values, Settings settings) {
        double sum = 0;
        for (double value : values) {
            sum += value * value;
        }
        if (!(sum <= settings.map().largestSquaredNorm() * (1 + PLAUSIBLE))) {
            throw new IllegalArgumentException("the " + name + " is longer than features can be");
        }
    }

    /** A sketch weighs no more than its rows, and a row no more than the map allows: nothing that follows can overflow. */
    private static void requirePlausible(SketchState state, long rows, Settings settings) {
        double most = settings.map().largestSquaredNorm() * rows * (1 + PLAUSIBLE);
        double sum = 0;
        for (double entry : state.rows()) {
            sum += entry * entry;
        }
        if (state.squaredNorm() > most || state.delta() > 2 * most || !(sum <= most)) {
            throw new IllegalArgumentException("the sketch weighs more than its rows can");
        }
    }

    private static void requireSquares(SketchState state, double[] squares) {
        int columns = state.columns();
        double largest = squares.length == 0 ? 0 : squares[0];
        for (int i = 0; i < squares.length; i++) {
            double sum = 0;
            for (int j = i * columns; j < (i + 1) * columns; j++) {
                sum += state.rows()[j] * state.rows()[j];
            }
            if (!(sum > 0) || Math.abs(sum - squares[i]) > PLAUSIBLE * largest) {
                throw new IllegalArgumentException("the spectrum is not that of the sketch");
            }
        }
    }

    private static void requireDescending(double[] values) {
        double before = Double.MAX_VALUE;
        for (double value : values) {
            if (!(value >= 0 && value <= before)) {
                throw new IllegalArgumentException("the spectrum is not a descending list of squares");
            }
            before = value;
        }
    }
}
