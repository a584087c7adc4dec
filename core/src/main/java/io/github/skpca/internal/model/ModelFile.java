package io.github.skpca.internal.model;

import io.github.skpca.ComponentCount;
import io.github.skpca.ModelFileException;
import io.github.skpca.internal.sketch.CenteredSketch;
import io.github.skpca.kernel.Kernel;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The model file: which tensors and metadata a model or a checkpoint consists of. docs/model-file.md describes it.
 *
 * <p>A checkpoint is a model of the rows so far, and under names that begin with {@code state.} the state of the learner, as far as
 * it is not in the model. During the warm-up there is no model yet, only the state.
 */
public final class ModelFile {
    static final String STATE = "state.";

    private static final KeptRowsFields WARM_UP = new KeptRowsFields(STATE + "warmUp", "warm-up");
    private static final String SCORE_COMPONENTS = "scoreComponents";

    private static final String KIND = "kind";
    private static final String MODEL = "model";
    private static final String CHECKPOINT = "checkpoint";

    private ModelFile() {}

    /** Writes a model, atomically. */
    public static void write(FittedModel model, Path path) throws IOException {
        layOut(model).writeTo(path);
    }

    /**
     * Waits, for some seconds at most, until the model files and checkpoints that are being written are complete, and lets no other write
     * begin. For a shutdown hook, so that a stopped process leaves no partial file. A thread that still wants to write blocks until the
     * process ends.
     */
    public static void finishWriting() {
        AtomicFile.close();
    }

    /** The bytes of a model file, in a fresh array. */
    public static byte[] toBytes(FittedModel model) {
        return layOut(model).toBytes();
    }

    private static TensorFile.Builder layOut(FittedModel model) {
        TensorFile.Builder file = TensorFile.builder().metadata(KIND, MODEL);
        SettingsFields.write(file, model.settings());
        SettingsFields.writePreprocessing(file, model.embedding().preprocessing());
        if (model.subspace() instanceof Subspace.OfLandmarks landmarks) {
            LandmarkFields.writeLandmarks(file, landmarks.summary().state());
        } else if (model.subspace() instanceof Subspace.OfSketch sketched) {
            SketchFields.writeAlgorithm(file, sketched.algorithm());
            SketchFields.writeMap(file, model.embedding().map());
            SketchFields.writeSample(file, model.sharedSample());
            TailFields.writeRows(file, model.fit().tail());
            CenteredSketch.State window = sketched.snapshot().window();
            if (window != null) {
                SketchFields.writeState(file, model.settings(), window);
            }
        }
        writeModel(file, model);
        if (model.hasNamedScore()) {
            file.metadata(SCORE_COMPONENTS, Integer.toString(model.scoring().count()));
        }
        return file;
    }

    private static void writeModel(TensorFile.Builder file, FittedModel model) {
        if (model.subspace() instanceof Subspace.OfLandmarks landmarks) {
            LandmarkFields.writeModel(file, model, landmarks.summary());
        } else {
            SketchFields.writeModel(file, model, model.snapshot());
        }
    }

    /**
     * Writes a checkpoint, atomically. The estimate of the map error, which takes longer than the rest, is left to whoever
     * asks for it.
     *
     * @param model the model of the rows so far, or null during the warm-up
     */
    public static void writeCheckpoint(LearnerCheckpoint learner, @Nullable FittedModel model, Path path)
            throws IOException {
        writeCheckpoint(learner, model, Attachments.NONE, path);
    }

    /**
     * As {@link #writeCheckpoint(LearnerCheckpoint, FittedModel, Path)}, with attachments.
     *
     * @param model the model of the rows so far, or null during the warm-up
     */
    public static void writeCheckpoint(
            LearnerCheckpoint learner, @Nullable FittedModel model, Attachments attachments, Path path)
            throws IOException {
        TensorFile.Builder file = checkpoint(learner, model == null ? null : model.withoutMapError());
        attachments.write(file);
        file.writeTo(path);
    }

    /** The bytes of a checkpoint without a model, which is slow to compute, in a fresh array. */
    public static byte[] toBytes(LearnerCheckpoint learner) {
        return checkpoint(learner, null).toBytes();
    }

    private static TensorFile.Builder checkpoint(LearnerCheckpoint learner, @Nullable FittedModel model) {
        TensorFile.Builder file = TensorFile.builder().metadata(KIND, CHECKPOINT);
        SettingsFields.write(file, learner.settings());
        if (learner instanceof LearnerCheckpoint.WarmingUp warming) {
            WARM_UP.write(file, warming.settings(), warming.kept());
        } else if (learner instanceof LearnerCheckpoint.Learned learned) {
            SettingsFields.writePreprocessing(file, learned.state().preprocessing());
            writeLearned(file, learned.settings(), learned.state());
        }
        if (model != null) {
            writeModel(file, model);
        }
        return file;
    }

    private static void writeLearned(TensorFile.Builder file, Settings settings, LearnerState learned) {
        if (learned instanceof LearnerState.Sketched sketched) {
            SketchFields.writeAlgorithm(file, sketched.algorithm());
            SketchFields.writeMap(file, sketched.embedding().map());
            SketchFields.writeState(file, settings, sketched);
            SketchFields.writeSample(file, sketched.sample());
            TailFields.writeRows(
                    file, sketched.tail() == null ? null : sketched.tail().rows());
        } else if (learned instanceof LearnerState.Sampled sampled) {
            LandmarkFields.writeLandmarks(file, sampled.landmarks());
        }
    }

    /**
     * Reads a model, from a model file or from a checkpoint made after the warm-up.
     *
     * @param kernel a user's own, of which the file holds only the name and the bandwidth; null for a kernel of the library
     * @throws ModelFileException if it is not a model, is damaged, or was fitted with a kernel of another name or bandwidth
     */
    public static FittedModel readModel(Path path, @Nullable Kernel kernel) throws IOException {
        return readModel(TensorFile.read(path), path.toString(), kernel);
    }

    /**
     * Reads a model from the bytes of such a file, with the same checks.
     *
     * @param bytes the whole file; not kept, not changed
     * @param name what to call it in messages
     * @param kernel a user's own, or null
     */
    public static FittedModel readModel(byte[] bytes, String name, @Nullable Kernel kernel) throws IOException {
        return readModel(TensorFile.read(bytes, name), name, kernel);
    }

    /**
     * A model of a file that has been read, with the same checks.
     *
     * @param name what to call it in messages
     * @param kernel a user's own, or null
     */
    public static FittedModel readModel(TensorFile file, String name, @Nullable Kernel kernel) throws IOException {
        if (!holdsModel(file)) {
            if (WARM_UP.areIn(file)) {
                throw new UnfinishedWarmUpException(name);
            }
            throw new ModelFileException(
                    name, "is a checkpoint without a model", "resume it and take a snapshot of the learner");
        }
        return parse(name, file, parsed -> model(parsed, kernel));
    }

    /** Whether a file is marked as a checkpoint, which has the state of a learner. */
    public static boolean isCheckpoint(TensorFile file) {
        return CHECKPOINT.equals(file.metadata().get(KIND));
    }

    /** Whether a file holds a model, not only the state of a learner in its warm-up. */
    public static boolean holdsModel(TensorFile file) {
        return SketchFields.isIn(file) || LandmarkFields.isIn(file);
    }

    /**
     * Reads a learner to resume: from a checkpoint exactly as it was, or from a model by its sketch.
     *
     * @param kernel a user's own, of which the file holds only the name and the bandwidth; null for a kernel of the library
     * @throws ModelFileException if it is neither, is damaged, or has a kernel of another name or bandwidth
     */
    public static LearnerCheckpoint readLearner(Path path, @Nullable Kernel kernel) throws IOException {
        return parse(path.toString(), TensorFile.read(path), file -> learner(file, kernel));
    }

    /**
     * Reads a learner from the bytes of such a file, with the same checks.
     *
     * @param bytes the whole file; not kept, not changed
     * @param name what to call it in messages
     * @param kernel a user's own, or null
     */
    public static LearnerCheckpoint readLearner(byte[] bytes, String name, @Nullable Kernel kernel) throws IOException {
        return parse(name, TensorFile.read(bytes, name), file -> learner(file, kernel));
    }

    /**
     * Reads the attachments of a checkpoint; none if the file has none.
     *
     * @throws ModelFileException if it is not a model file or checkpoint, or is damaged
     */
    public static Attachments readAttachments(Path path) throws IOException {
        return parse(path.toString(), TensorFile.read(path), Attachments::read);
    }

    private interface Parser<T> {
        T parse(TensorFile file) throws IOException;
    }

    /** A file that passes the checksum may still be nonsense: every record checks its ranges, and a failure becomes a typed error. */
    private static <T> T parse(String name, TensorFile file, Parser<T> parser) throws IOException {
        try {
            return parser.parse(file);
        } catch (SettingsFields.OtherKernelException e) {
            throw new ModelFileException(
                    name, String.valueOf(e.getMessage()), "give the kernel that it was fitted with", e);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new ModelFileException(
                    name, "does not hold a valid model (" + e.getMessage() + ")", "fit it again", e);
        }
    }

    private static FittedModel model(TensorFile file, @Nullable Kernel kernel) throws ModelFileException {
        requireKind(file);
        Settings settings = SettingsFields.read(file, kernel);
        FittedModel model = settings.method().sketchesFeatures()
                ? SketchFields.readModel(file, settings)
                : LandmarkFields.readModel(file, settings);
        return file.metadata().containsKey(SCORE_COMPONENTS)
                ? model.withScoreComponents(ComponentCount.parse(file.metadata(SCORE_COMPONENTS)))
                : model;
    }

    private static LearnerCheckpoint learner(TensorFile file, @Nullable Kernel kernel) throws ModelFileException {
        boolean isCheckpoint = requireKind(file);
        Settings settings = SettingsFields.read(file, kernel);
        if (WARM_UP.areIn(file)) {
            return new LearnerCheckpoint.WarmingUp(settings, WARM_UP.read(file, settings));
        }
        return new LearnerCheckpoint.Learned(
                settings,
                settings.method().sketchesFeatures()
                        ? SketchFields.readLearned(file, settings, isCheckpoint)
                        : LandmarkFields.readLearned(file, settings));
    }

    /** Checks that the kind is known, and that a model has no state of a learner, which would be ignored. */
    private static boolean requireKind(TensorFile file) throws ModelFileException {
        boolean isCheckpoint = isCheckpoint(file);
        if (!isCheckpoint && !file.metadata(KIND).equals(MODEL)) {
            throw new IllegalArgumentException(KIND + " is neither " + MODEL + " nor " + CHECKPOINT);
        }
        if (!isCheckpoint && file.tensorNames().stream().anyMatch(name -> name.startsWith(STATE))) {
            throw new IllegalArgumentException("it is a model and holds the state of a learner");
        }
        return isCheckpoint;
    }

    static long rows(TensorFile file) throws ModelFileException {
        long rows = Long.parseLong(file.metadata("rows"));
        if (rows < 1) {
            throw new IllegalArgumentException("rows must be at least 1");
        }
        return rows;
    }

    static double[] roots(double[] squares) {
        double[] roots = new double[squares.length];
        for (int i = 0; i < roots.length; i++) {
            roots[i] = Math.sqrt(squares[i]);
        }
        return roots;
    }
}
