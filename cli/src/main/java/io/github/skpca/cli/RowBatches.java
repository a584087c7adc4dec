package io.github.skpca.cli;

import io.github.skpca.RowBatch;
import io.github.skpca.SparseRows;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.internal.model.Projector;
import io.github.skpca.io.DenseBuffer;
import io.github.skpca.io.RowBuffer;
import io.github.skpca.io.RowReader;
import io.github.skpca.io.SparseBuffer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Arrays;

/** The rows of a reader, a batch at a time, in the form in which they come: sparse ones are not made dense. */
final class RowBatches {
    /** Rows of a sparse batch, which ends earlier if they are long. */
    private static final int SPARSE_ROWS = 2048;

    private final RowReader reader;
    private final @Nullable DenseBuffer dense;
    private final @Nullable SparseBuffer sparse;
    private float[] loadings = new float[0];

    RowBatches(RowReader reader) {
        this(reader, Integer.MAX_VALUE);
    }

    /** Batches of at most so many rows. */
    RowBatches(RowReader reader, long mostRows) {
        this.reader = reader;
        int rows = (int) Math.min(mostRows, batchRows(reader));
        dense = reader.isSparse() ? null : new DenseBuffer(rows, reader.columns());
        sparse = reader.isSparse() ? new SparseBuffer(rows, reader.columns()) : null;
    }

    /** The rows of a batch that suits a reader. */
    static int batchRows(RowReader reader) {
        return reader.isSparse() ? SPARSE_ROWS : RowOptions.batchRows(reader.columns());
    }

    /** The most rows of a batch. */
    int capacity() {
        return batch().capacity();
    }

    /** The current batch, for its kept texts. */
    RowBuffer batch() {
        return dense != null ? dense : requireSparse();
    }

    /** Goes to the next batch; returns its number of rows, 0 at the end. */
    int read() throws IOException {
        return dense != null ? reader.read(dense) : reader.read(requireSparse());
    }

    /** Lets it look at the rows of the current batch; sparse ones, whose zeros would cost more than all the rest, it does not see. */
    void addTo(Neighbours neighbours) {
        if (dense != null) {
            neighbours.add(dense.values(), dense.rows());
        }
    }

    /** The same for whether rows are unlike those learned. */
    void addTo(UnlikeRows unlike) {
        if (dense != null) {
            unlike.add(dense.values(), dense.rows());
        }
    }

    /** Lets a learner learn from the current batch. */
    void update(StreamingKernelPca learner) {
        if (dense != null) {
            learner.update(dense.values(), dense.rows());
        } else {
            learner.update(RowBatch.of(sparseRows()));
        }
    }

    /** Lets a learner learn from the current batch, whose rows age by their times. */
    void update(StreamingKernelPca learner, RowTimes times) throws IOException {
        if (dense != null) {
            learner.update(RowBatch.of(dense.values(), dense.rows()).withTimes(times.of(dense)));
        } else {
            learner.update(RowBatch.of(sparseRows()).withTimes(times.of(requireSparse())));
        }
    }

    /**
     * Loadings of the current batch.
     *
     * @param k the projector's components
     * @param out rows x k; overwritten
     */
    void transform(Projector projector, int k, double[] out) {
        if (loadings.length < capacity() * k) {
            loadings = new float[Math.multiplyExact(capacity(), k)];
        }
        if (dense != null) {
            projector.transform(dense.values(), 0, dense.rows(), loadings, 0);
        } else {
            projector.transform(sparseRows(), 0, requireSparse().rows(), loadings, 0);
        }
        for (int i = 0; i < batch().rows() * k; i++) {
            out[i] = loadings[i];
        }
    }

    /** Lets a learner learn from {@code count} rows of the current batch, from row {@code from} on. */
    void update(StreamingKernelPca learner, int from, int count) {
        learner.update(part(from, count));
    }

    /** So many rows of the current batch, from row {@code from} on; valid until the next read. */
    RowBatch part(int from, int count) {
        if (dense != null) {
            int columns = dense.columns();
            double[] values = from == 0
                    ? dense.values()
                    : Arrays.copyOfRange(dense.values(), from * columns, (from + count) * columns);
            return RowBatch.of(values, count);
        }
        SparseBuffer rows = requireSparse();
        int[] starts = Arrays.copyOfRange(rows.starts(), from, from + count + 1);
        return RowBatch.of(new SparseRows(count, starts, rows.entryColumns(), rows.values()));
    }

    /** The numbers of the current batch, row-major, to be changed; rows that were prepared are dense. */
    double[] denseValues() {
        if (dense == null) {
            throw new IllegalStateException("the rows are sparse");
        }
        return dense.values();
    }

    /** Whether all numbers of a row of the current batch are within the range of a float. */
    boolean isFinite(int row) {
        double[] values = dense != null ? dense.values() : requireSparse().values();
        int from = dense != null ? row * dense.columns() : requireSparse().starts()[row];
        int to = dense != null ? from + dense.columns() : requireSparse().starts()[row + 1];
        boolean finite = true;
        for (int i = from; i < to && finite; i++) {
            finite = Float.isFinite((float) values[i]);
        }
        return finite;
    }

    /**
     * Scores of {@code count} rows of the current batch, from row {@code from} on.
     *
     * @param scores one number a row, from 0 on; overwritten
     */
    void score(Projector projector, int from, int count, double[] scores) {
        if (dense != null) {
            projector.score(dense.values(), from * dense.columns(), count, scores, 0);
        } else {
            projector.score(sparseRows(), from, count, scores, 0);
        }
    }

    /**
     * Copies a row of the current batch, with its zeros.
     *
     * @param row the row in the batch, from 0
     * @param into receives d numbers from {@code offset} on
     */
    void copy(int row, double[] into, int offset) {
        int columns = batch().columns();
        if (dense != null) {
            System.arraycopy(dense.values(), row * columns, into, offset, columns);
            return;
        }
        SparseBuffer rows = requireSparse();
        Arrays.fill(into, offset, offset + columns, 0);
        for (int entry = rows.starts()[row]; entry < rows.starts()[row + 1]; entry++) {
            into[offset + rows.entryColumns()[entry]] = rows.values()[entry];
        }
    }

    private SparseRows sparseRows() {
        SparseBuffer rows = requireSparse();
        return new SparseRows(rows.rows(), rows.starts(), rows.entryColumns(), rows.values());
    }

    private SparseBuffer requireSparse() {
        if (sparse == null) {
            throw new IllegalStateException("the rows are dense");
        }
        return sparse;
    }
}
