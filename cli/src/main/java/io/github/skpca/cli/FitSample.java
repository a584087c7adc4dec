package io.github.skpca.cli;

import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.RowBatch;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.learning.Learner;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.io.InputAccess;
import io.github.skpca.io.ReadOptions;
import io.github.skpca.io.RowReader;
import io.github.skpca.io.Rows;
import io.github.skpca.io.SampledRows;
import org.jspecify.annotations.Nullable;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;

/**
 * The rows from which a fit takes origin, scale, bandwidth and landmarks: of plain files rows from all over them, of everything else the
 * first ones.
 */
final class FitSample implements Closeable {
    private final int most;
    private final int files;
    /** Why it is the first rows; empty if it is not. */
    private final String reason;

    private final @Nullable SampledRows sampled;
    private final FitRows rows;
    private long taken;

    /** Five arguments: where the rows come from, how many, and how they are prepared. */
    private FitSample(int most, int files, String reason, @Nullable SampledRows sampled, FitRows rows) {
        this.rows = rows;
        this.most = most;
        this.files = files;
        this.reason = reason;
        this.sampled = sampled;
    }

    /**
     * Finds out where the sample is to come from.
     *
     * @param sampling whether files are to be treated as a pipe would be, the rows it has at most, and what draws the places in files
     * @param rows how rows are prepared
     */
    static FitSample of(List<String> inputs, ReadOptions options, FitRows.Sampling sampling, FitRows rows)
            throws IOException {
        boolean inOrder = sampling.inOrder();
        int most = sampling.most();
        // A place in a file is a step, not a window.
        InputAccess access = inOrder || rows.areWindows() ? InputAccess.STREAM : Rows.access(inputs, options);
        if (access == InputAccess.ANYWHERE) {
            RandomStream random = new RandomStream(sampling.seed(), Purpose.FILE_PLACES);
            return new FitSample(most, inputs.size(), "", Rows.sample(inputs, options, most, random::nextDouble), rows);
        }
        return new FitSample(
                most,
                inputs.size(),
                inOrder ? "--in-order" : rows.areWindows() ? "windows" : reason(access),
                null,
                rows);
    }

    /** Why the sample is not from all over the input. */
    private static String reason(InputAccess access) {
        return switch (access) {
            case ANYWHERE, STREAM -> "a pipe";
            case COMPRESSED -> "compressed";
            case ENCODED -> "UTF-16";
        };
    }

    /** Whether the rows to look at have to be taken from those that are to be learned. */
    boolean isStream() {
        return sampled == null;
    }

    /** The sample as a whole, to look at before anything is decided; rows of a stream are still to be learned. */
    FitPreview preview(RowReader reader) throws IOException {
        FitPreview preview = FitPreview.of(sampled == null ? reader : rows.prepared(sampled), most, sampled == null);
        taken = preview.count();
        return preview;
    }

    /**
     * A learner that begins with the sample: at once, or when it has come.
     *
     * @param head the sample if it was looked at before
     */
    StreamingKernelPca learner(KernelPcaBuilder builder, int columns, FitPreview head, Workers workers)
            throws IOException {
        if (sampled == null || sampled.holdsAll()) {
            return builder.build(columns);
        }
        if (head.count() > 0) {
            return head.buildFrom(builder);
        }
        Iterator<RowBatch> batches = new Batches(rows.prepared(sampled));
        try {
            // Where no place has a good row, the rows in their order give it, or the reason.
            return batches.hasNext()
                    ? Learner.startFrom(Learner.settings(builder, columns), batches, workers)
                    : builder.build(columns);
        } catch (UncheckedIOException failure) {
            throw failure.getCause();
        }
    }

    /**
     * Where the sample came from, for people.
     *
     * @param rows the rows that were learned
     */
    String describe(long rows) {
        if (taken > 0 && sampled != null && !sampled.holdsAll()) {
            return Console.text(taken) + " rows from all over " + (files == 1 ? "the file" : files + " files");
        }
        if (rows <= most) {
            return rows == 1 ? "the only row" : "all " + Console.text(rows) + " rows";
        }
        return "the first " + Console.text(most) + " rows" + (reason.isEmpty() ? "" : " (" + reason + ")");
    }

    @Override
    public void close() throws IOException {
        if (sampled != null) {
            sampled.close();
        }
    }

    /** The rows of the sample that a learner takes, batch by batch. */
    private final class Batches implements Iterator<RowBatch> {
        private final RowBatches batches;
        private @Nullable RowBatch next;
        private int row;

        private Batches(RowReader rows) {
            batches = new RowBatches(rows);
        }

        @Override
        public boolean hasNext() {
            try {
                while (next == null && (row < batches.batch().rows() || batches.read() > 0)) {
                    advance();
                }
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
            return next != null;
        }

        /** Finds the next rows without one that is beyond the range of a float: it is refused when it is to be learned. */
        private void advance() {
            int rows = batches.batch().rows();
            row = row >= rows ? 0 : row;
            while (row < rows && !batches.isFinite(row)) {
                row++;
            }
            int from = row;
            while (row < rows && batches.isFinite(row)) {
                row++;
            }
            next = row > from ? batches.part(from, row - from) : null;
        }

        @Override
        public RowBatch next() {
            if (!hasNext() || next == null) {
                throw new java.util.NoSuchElementException();
            }
            RowBatch given = next;
            next = null;
            taken += given.count();
            return given;
        }
    }
}
