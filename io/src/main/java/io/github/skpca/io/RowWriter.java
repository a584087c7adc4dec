package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

import java.io.Closeable;
import java.io.IOException;

/** Writes rows; nothing appears under the final name before {@link #commit()}, and closing without it leaves nothing. */
public interface RowWriter extends Closeable {
    /** The name of a column of row numbers, which text has without a fraction. */
    String ROW_NUMBER = "row";

    /**
     * Writes rows.
     *
     * @param values row-major, at least rows times the number of value names; read only, not kept
     * @param rows the rows to write
     * @param kept the batch whose first rows give the kept texts; null only if the writer has no kept names
     * @throws IOException if writing fails
     */
    void write(double[] values, int rows, @Nullable RowBuffer kept) throws IOException;

    /**
     * Makes the output final: everything on disk, then renamed in one step.
     *
     * @throws IOException if that fails; the final name is then as it was before
     */
    void commit() throws IOException;

    /** Frees the output; what was not committed is removed. */
    @Override
    void close() throws IOException;
}
