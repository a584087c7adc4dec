package io.github.skpca.io;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** A source of numeric rows, pulled in batches by one thread. */
public interface RowReader extends Closeable {
    /**
     * The number of numeric columns of every row.
     *
     * @return at least 1
     */
    int columns();

    /**
     * The names of the numeric columns; x and the column's number when the source has no names.
     *
     * @return {@link #columns()} names
     */
    List<String> columnNames();

    /**
     * Whether the source itself names its columns.
     *
     * @return false unless the reader says otherwise
     */
    default boolean isNamed() {
        return false;
    }

    /**
     * What a person should know of how the columns were found, such as that they were put in order by name; for any thread.
     *
     * @return one line each; none if there is nothing to say
     */
    default List<String> notes() {
        return List.of();
    }

    /**
     * The names of the columns that are passed through as text.
     *
     * @return the names, empty if none
     */
    List<String> keptNames();

    /**
     * Clears the batch and fills it up to its capacity. If this throws, the batch holds the rows before the bad one.
     *
     * @param batch receives the rows; must have {@link #columns()} columns
     * @return the number of rows read; 0 at the end
     * @throws BadInputException if the input cannot be read as rows
     * @throws IOException if reading fails
     */
    int read(DenseBuffer batch) throws IOException;

    /**
     * Whether the rows can be read into a {@link SparseBuffer}: all inputs are LIBSVM.
     *
     * @return false unless the reader says otherwise
     */
    default boolean isSparse() {
        return false;
    }

    /**
     * Clears the batch and fills it until it ends. If this throws, the batch holds the rows before the bad one. The rows are
     * those that {@link #read(DenseBuffer)} gives, without their zeros; both may be called in turn.
     *
     * @param batch receives the rows; must have {@link #columns()} columns
     * @return the number of rows read; 0 at the end
     * @throws BadInputException if the input cannot be read as rows
     * @throws IOException if reading fails
     * @throws IllegalStateException if the rows are not sparse
     */
    default int read(SparseBuffer batch) throws IOException {
        throw new IllegalStateException("these rows are not sparse; read them into a DenseBuffer");
    }

    /**
     * The number of rows skipped so far under {@link OnBadRow#SKIP}.
     *
     * @return the count
     */
    long skippedRows();

    /**
     * The share of the input consumed so far.
     *
     * @return between 0 and 1; NaN when the size of the input is not known
     */
    double progress();
}
