package io.github.skpca.model;

import io.github.skpca.kernel.Kernel;
import io.github.skpca.sketch.CenteredSketch;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The model file: which tensors and metadata a model or a checkpoint is made of. docs/model-file.md has the same in words.
 *
 * <p>A checkpoint is a model of the rows so far, and beside it, under names that begin with {@code state.}, the learner as it
 * was, as far as the model does not say it. During the warm-up there is no model yet, only the state.
 */
public final class ModelFile {
    static final String STATE = "state.";

    private ModelFile() {}

    /** Writes a model, atomically. */
    public static void write(KernelPcaModel model, Path path) throws IOException {
        layOut(model).writeTo(path);
    }

    /**
     * Waits until the model files and checkpoints that are being written are complete, for some seconds at most, and lets no other be
     * begun: for a shutdown hook, so that a process which is stopped leaves no part of a file. A thread that still wants to write one
     * waits for the end of the process.
     */
    public static void finishWriting() {
        AtomicFile.close();
    }

    /** The bytes of a model file, in a fresh array. */
    public static byte[] toBytes(KernelPcaModel model) {
        return layOut(model).toBytes();
    }

    private static TensorFile.Builder layOut(KernelPcaModel model) {
        TensorFile.Builder file = TensorFile.builder();
        SettingsFields.write(file, model.settings());
        SettingsFields.writeFrame(file, model.embedding().frame());
        if (model.subspace() instanceof Subspace.OfLandmarks landmarks) {
            LandmarkFields.writeLandmarks(file, landmarks.summary().state());
        } else {
            SketchFields.writeMap(file, model.embedding().map());
            SketchFields.writeSample(file, model.sharedSample());
            CenteredSketch.State window = model.snapshot().window();
            if (window != null) {
                SketchFields.writeState(file, model.settings(), window);
            }
        }
        writeModel(file, model);
        return file;
    }

    private static void writeModel(TensorFile.Builder file, KernelPcaModel model) {
        if (model.subspace() instanceof Subspace.OfLandmarks landmarks) {
            LandmarkFields.writeModel(file, model, landmarks.summary());
        } else {
            SketchFields.writeModel(file, model, model.snapshot());
        }
    }

    /**
     * Writes a checkpoint, atomically.
     *
     * @param model the model of the rows so far, or null during the warm-up
     */
    public static void writeCheckpoint(SavedLearner learner, @Nullable KernelPcaModel model, Path path)
            throws IOException {
        checkpoint(learner, model).writeTo(path);
    }

    /**
     * Writes a checkpoint with attachments, atomically. The estimate of the map's error, which takes longer than the rest of it, is
     * left to whoever asks for it.
     *
     * @param model the model of the rows so far, or null during the warm-up
     */
    public static void writeCheckpoint(
            SavedLearner learner, @Nullable KernelPcaModel model, Attachments attachments, Path path)
            throws IOException {
        TensorFile.Builder file = checkpoint(learner, model == null ? null : model.withoutMapError());
        attachments.write(file);
        file.writeTo(path);
    }

    /** The bytes of a checkpoint without a model, which takes long to make, in a fresh array. */
    public static byte[] toBytes(SavedLearner learner) {
        return checkpoint(learner, null).toBytes();
    }

    private static TensorFile.Builder checkpoint(SavedLearner learner, @Nullable KernelPcaModel model) {
        TensorFile.Builder file = TensorFile.builder();
        SettingsFields.write(file, learner.settings());
        Learned learned = learner.learned();
        if (learned == null) {
            WarmUpFields.write(file, learner);
        } else {
            SettingsFields.writeFrame(file, learned.frame());
            writeLearned(file, learner.settings(), learned);
        }
        if (model != null) {
            writeModel(file, model);
        }
        return file;
    }

    private static void writeLearned(TensorFile.Builder file, Settings settings, Learned learned) {
        if (learned instanceof Learned.Sketched sketched) {
            SketchFields.writeMap(file, sketched.embedding().map());
            SketchFields.writeState(file, settings, sketched.sketch());
            SketchFields.writeSample(file, sketched.sample());
        } else if (learned instanceof Learned.Sampled sampled) {
            LandmarkFields.writeLandmarks(file, sampled.landmarks());
        }
    }

    /**
     * Reads a model, from a model file or from a checkpoint made after the warm-up.
     *
     * @throws ModelFileException if it is not one, or is damaged
     */
    public static KernelPcaModel readModel(Path path) throws IOException {
        return readModel(TensorFile.read(path), path.toString(), null);
    }

    /**
     * Reads a model of a user's own kernel, of which the file holds the name and the bandwidth alone.
     *
     * @param kernel the one that the model was fitted with
     * @throws ModelFileException if it is no model or damaged, or was fitted with a kernel of another name or bandwidth
     */
    public static KernelPcaModel readModel(Path path, Kernel kernel) throws IOException {
        return readModel(TensorFile.read(path), path.toString(), kernel);
    }

    /**
     * Reads a model out of the bytes of such a file, with the same checks.
     *
     * @param bytes the whole file; not kept, not changed
     * @param name what to call it in messages
     * @throws ModelFileException if it is not one, or is damaged
     */
    public static KernelPcaModel readModel(byte[] bytes, String name) throws IOException {
        return readModel(TensorFile.read(bytes, name), name, null);
    }

    /** As {@link #readModel(Path, Kernel)}, out of bytes. See {@link #readModel(byte[], String)}. */
    public static KernelPcaModel readModel(byte[] bytes, String name, Kernel kernel) throws IOException {
        return readModel(TensorFile.read(bytes, name), name, kernel);
    }

    private static KernelPcaModel readModel(TensorFile file, String name, @Nullable Kernel kernel) throws IOException {
        if (!holdsModel(file)) {
            throw new ModelFileException(
                    name,
                    "is a checkpoint of an unfinished warm-up, not a model",
                    "go on with fit --checkpoint FILE --resume");
        }
        return parse(name, file, parsed -> model(parsed, kernel));
    }

    /** Whether a file holds a model, not only the state of a learner that has none yet. */
    public static boolean holdsModel(TensorFile file) {
        return SketchFields.isIn(file) || LandmarkFields.isIn(file);
    }

    /**
     * Reads a learner to go on with: a checkpoint as it was, or a model with its sketch.
     *
     * @throws ModelFileException if it is neither, or is damaged
     */
    public static SavedLearner readLearner(Path path) throws IOException {
        return parse(path.toString(), TensorFile.read(path), file -> learner(file, null));
    }

    /**
     * Reads a learner with a user's own kernel, of which the file holds the name and the bandwidth alone.
     *
     * @param kernel the one that the learner has
     * @throws ModelFileException if it is neither a checkpoint nor a model, is damaged, or has a kernel of another name or bandwidth
     */
    public static SavedLearner readLearner(Path path, Kernel kernel) throws IOException {
        return parse(path.toString(), TensorFile.read(path), file -> learner(file, kernel));
    }

    /**
     * Reads a learner out of the bytes of such a file, with the same checks.
     *
     * @param bytes the whole file; not kept, not changed
     * @param name what to call it in messages
     * @throws ModelFileException if it is neither a checkpoint nor a model, or is damaged
     */
    public static SavedLearner readLearner(byte[] bytes, String name) throws IOException {
        return parse(name, TensorFile.read(bytes, name), file -> learner(file, null));
    }

    /** As {@link #readLearner(Path, Kernel)}, out of bytes. See {@link #readLearner(byte[], String)}. */
    public static SavedLearner readLearner(byte[] bytes, String name, Kernel kernel) throws IOException {
        return parse(name, TensorFile.read(bytes, name), file -> learner(file, kernel));
    }

    /**
     * Reads what was attached to a checkpoint; nothing if it is a file without attachments.
     *
     * @throws ModelFileException if it is no model file or checkpoint, or is damaged
     */
    public static Attachments readAttachments(Path path) throws IOException {
        return parse(path.toString(), TensorFile.read(path), Attachments::read);
    }

    private interface Parser<T> {
        T parse(TensorFile file) throws IOException;
    }

    /** What passes the checksum may still be nonsense: every record checks its ranges, and that becomes a typed error. */
    private static <T> T parse(String name, TensorFile file, Parser<T> parser) throws IOException {
        try {
            return parser.parse(file);
        } catch (SettingsFields.OtherKernelException e) {
            throw new ModelFileException(
                    name, String.valueOf(e.getMessage()), "give the kernel that it was fitted with", e);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new ModelFileException(
                    name, "does not hold a valid model (" + e.getMessage() + ")", "fit it anew", e);
        }
    }

    private static KernelPcaModel model(TensorFile file, @Nullable Kernel kernel) throws ModelFileException {
        Settings settings = SettingsFields.read(file, kernel);
        return settings.method().sketchesFeatures()
                ? SketchFields.readModel(file, settings)
                : LandmarkFields.readModel(file, settings);
    }

    private static SavedLearner learner(TensorFile file, @Nullable Kernel kernel) throws ModelFileException {
        Settings settings = SettingsFields.read(file, kernel);
        if (WarmUpFields.areIn(file)) {
            return WarmUpFields.read(file, settings);
        }
        return SavedLearner.of(
                settings,
                settings.method().sketchesFeatures()
                        ? SketchFields.readLearned(file, settings)
                        : LandmarkFields.readLearned(file, settings));
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
