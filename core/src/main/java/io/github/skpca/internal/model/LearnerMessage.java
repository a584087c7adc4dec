package io.github.skpca.internal.model;

import io.github.skpca.ModelFileException;
import io.github.skpca.internal.feature.Embedding;

import java.io.IOException;
import java.util.HexFormat;

/**
 * What a learner has learned, as bytes without settings and map, for learners that share a start: a learner without rows that every
 * machine has.
 *
 * <p>The bytes are a tensor file with the {@code state.} tensors of a checkpoint and its sample. They identify the start by its checksum,
 * so that no state is read with another map. They are valid within one job: no version reads those of another.
 */
public final class LearnerMessage {
    private static final String START = "start";

    private LearnerMessage() {}

    /** The name of a start, from the bytes of a learner without rows; {@link #toBytes} and {@link #read} take it. */
    public static String nameOf(byte[] start) {
        return HexFormat.of().formatHex(TensorFileWriter.sha256().digest(start));
    }

    /** Whether bytes are a message, and not a whole learner. */
    public static boolean isMessage(byte[] bytes) throws IOException {
        return TensorFile.read(bytes, "learner's message").metadata().containsKey(START);
    }

    /**
     * The bytes of what was learned.
     *
     * @param start the name of the start
     * @param settings those of the learner, not written
     */
    public static byte[] toBytes(String start, Settings settings, LearnerState.Sketched learned) {
        TensorFile.Builder file = TensorFile.builder().metadata(START, start);
        SketchFields.writeAlgorithm(file, learned.algorithm());
        SketchFields.writeState(file, settings, learned);
        SketchFields.writeSample(file, learned.sample());
        TailFields.writeRows(
                file, learned.tail() == null ? null : learned.tail().rows());
        return file.toBytes();
    }

    /**
     * Reads what was learned, with the same checks as a checkpoint.
     *
     * @param start the name of the start that the bytes must have
     * @param settings those of the start
     * @param embedding that of the start, shared by the result
     * @throws ModelFileException if the bytes are not such a message, are damaged, or name another start
     */
    public static LearnerState.Sketched read(byte[] bytes, String start, Settings settings, Embedding embedding)
            throws IOException {
        String name = "learner's message";
        TensorFile file = TensorFile.read(bytes, name);
        if (!file.metadata(START).equals(start)) {
            throw new ModelFileException(
                    name, "belongs to learners that began otherwise", "merge learners of one job alone");
        }
        try {
            return SketchFields.readLearned(file, settings, embedding, true);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new ModelFileException(
                    name, "does not hold a valid learner (" + e.getMessage() + ")", "fit it again", e);
        }
    }
}
