package io.github.skpca.cli;

import io.github.skpca.ComponentCount;
import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.RowBatch;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.error.ErrorTarget;
import io.github.skpca.internal.learning.Learner;
import io.github.skpca.io.RowReader;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Rows that a fit looks at before it begins: the first ones of a stream, which it then learns from as well, or rows from all over files.
 *
 * @param rows count x columns, row-major; owned by this record
 * @param isLearned whether they are the first rows and still to be learned from
 * @param target the sizes chosen with them, or null
 * @param wanted the error that was wanted of these
 */
record FitPreview(
        double[] rows,
        int count,
        int columns,
        boolean isLearned,
        @Nullable ErrorTarget target,
        double wanted) {
    static final FitPreview NONE = new FitPreview(new double[0], 0, 1, false, null, 0);

    /**
     * About as many of the next rows of a reader: whole batches.
     *
     * @param isLearned whether they are still to be learned from, as the reader does not give them again
     */
    static FitPreview of(RowReader reader, int wanted, boolean isLearned) throws IOException {
        int columns = reader.columns();
        RowBatches batches = new RowBatches(reader, wanted);
        double[] rows = new double[columns];
        int count = 0;
        while (count < wanted) {
            int read = batches.read();
            if (read == 0) {
                break;
            }
            long needed = ((long) count + read) * columns;
            if (needed > Integer.MAX_VALUE - 8) {
                throw new UsageException("the warm-up is too large to try sizes on: lower --warmup");
            }
            if (needed > rows.length) {
                rows = Arrays.copyOf(rows, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(needed, 2L * rows.length)));
            }
            for (int i = 0; i < read; i++) {
                // A number beyond the range of a float is refused when its row is learned.
                if (isLearned || batches.isFinite(i)) {
                    batches.copy(i, rows, count++ * columns);
                }
            }
        }
        return new FitPreview(rows, count, columns, isLearned, null, 0);
    }

    /** The same with sizes that reach an error, which the builder is given. */
    FitPreview choose(KernelPcaBuilder builder, boolean allComponents, double error, long mostBytes, Workers workers) {
        Optional<ComponentCount> components = allComponents
                ? Optional.empty()
                : Optional.of(Learner.settings(builder, columns).components());
        ErrorTarget chosen = UsageException.checking(
                () -> ErrorTarget.choose(builder, components, error, mostBytes, rows, count, columns, workers));
        builder.map(chosen.map()).features(chosen.features()).sketchSize(chosen.sketchSize());
        builder.components(components.orElse(ComponentCount.of(chosen.sketchSize())));
        return new FitPreview(rows, count, columns, isLearned, chosen, error);
    }

    StreamingKernelPca buildFrom(KernelPcaBuilder builder) {
        return builder.buildFrom(RowBatch.of(rows, count), columns);
    }

    void teach(StreamingKernelPca learner) {
        if (isLearned) {
            learner.update(rows, count);
        }
    }

    /** Lets it look at the rows that are learned. */
    void show(Neighbours neighbours) {
        if (isLearned) {
            neighbours.add(rows, count);
        }
    }

    /** What was wanted and what was reached, by the names that scripts rely on. */
    void describe(Map<String, Object> fields) {
        if (target != null) {
            fields.put("targetError", wanted);
            fields.put("reachedError", target.reached());
            fields.put("targetReached", target.isReached());
        }
    }

    /** A size such as 300M, 2G or a number of bytes. */
    static long bytes(String text) {
        String upper = text.trim().toUpperCase(Locale.ROOT);
        int unit = upper.isEmpty() ? -1 : "KMGT".indexOf(upper.charAt(upper.length() - 1));
        String number = unit < 0 ? upper : upper.substring(0, upper.length() - 1);
        try {
            double bytes = Double.parseDouble(number) * Math.pow(1000, unit + 1.0);
            if (bytes >= 1 && bytes < 1e18) {
                return (long) bytes;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new UsageException("--max-memory must be a size such as 200M or 2G, not " + text);
    }
}
