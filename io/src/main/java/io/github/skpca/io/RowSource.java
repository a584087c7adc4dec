package io.github.skpca.io;

import java.io.Closeable;
import java.io.IOException;

/** The rows of one input, as a part of what a {@link SequentialReader} reads. */
interface RowSource extends Closeable {
    /** The columns chosen from this input. */
    ColumnChoice choice();

    /** Appends rows until the batch is full or the input ends. */
    void fill(DenseBuffer batch) throws IOException;

    /** Appends rows until the batch is full or the input ends; for inputs of sparse rows only. */
    default void fill(SparseBuffer batch) throws IOException {
        throw new IllegalStateException("these rows are not sparse");
    }

    /**
     * Passes over rows without reading their numbers, bad ones included.
     *
     * @param most how many at most
     * @return how many there were
     */
    long skip(long most) throws IOException;

    /** Rows skipped so far. */
    long skippedRows();

    /** The share of this input consumed, between 0 and 1; any value when its size is not known. */
    double progress();
}
