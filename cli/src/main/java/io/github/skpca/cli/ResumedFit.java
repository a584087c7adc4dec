package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.RowPreparation;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.LearnerCheckpoint;
import io.github.skpca.internal.model.LearnerState;
import io.github.skpca.internal.model.ModelFile;
import io.github.skpca.internal.model.Settings;
import io.github.skpca.io.BadInputException;
import io.github.skpca.io.RowReader;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;

/** The checkpoint that a fit resumes from. */
final class ResumedFit {
    private ResumedFit() {}

    /**
     * Reads a checkpoint that was made with the same options.
     *
     * @param settings what a new learner would be told
     * @param pattern the model of {@code --like}, or null
     * @param like its file, or null
     * @throws UsageException if it was made with others
     */
    static LearnerCheckpoint of(
            Path checkpoint, Settings settings, @Nullable KernelPcaModel pattern, @Nullable Path like)
            throws IOException {
        LearnerCheckpoint saved = ModelFile.readLearner(checkpoint, null);
        String difference = saved.settings().differenceFrom(settings);
        if (difference.isEmpty() && pattern != null && !isLike(saved, FittedModel.of(pattern))) {
            difference = "not --like " + like;
        }
        if (!difference.isEmpty()) {
            throw new UsageException(checkpoint + " was made with other options (" + difference
                    + "): give the same options again, or remove it to start again");
        }
        return saved;
    }

    /** How the rows of a checkpoint were prepared, which must be as it is asked for now. */
    static RowPreparation preparation(RowPreparation made, Path checkpoint, PreparationOptions asked) {
        if (!asked.areOf(made)) {
            throw new UsageException(
                    checkpoint + " was made with other options (its rows were prepared in another way):"
                            + " give the same options again, or remove it to start again");
        }
        return made;
    }

    /** Reads over the rows that a checkpoint has already learned from. */
    static void skip(RowReader reader, long rows, Path checkpoint, ProgressLine progress) throws IOException {
        RowBatches batches = new RowBatches(reader);
        RowBatches single = new RowBatches(reader, 1);
        long left = rows;
        while (left > 0) {
            int read = (left >= batches.capacity() ? batches : single).read();
            if (read == 0) {
                throw new BadInputException(checkpoint + " has learned from " + rows
                        + " rows, more than the input has: give the same input again");
            }
            left -= read;
            long shown = left;
            progress.update(() -> "skipping to the checkpoint: " + Console.text(shown) + " rows left");
        }
        progress.done();
    }

    private static boolean isLike(LearnerCheckpoint saved, FittedModel pattern) {
        LearnerState learned = saved.learned();
        if (learned instanceof LearnerState.Sketched sketched) {
            return sketched.embedding().differenceFrom(pattern.embedding()).isEmpty();
        }
        return learned != null
                && learned.preprocessing()
                        .differenceFrom(pattern.embedding().preprocessing())
                        .isEmpty();
    }
}
