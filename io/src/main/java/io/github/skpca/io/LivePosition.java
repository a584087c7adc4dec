package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

/**
 * How far a text was followed, so that it can be resumed.
 *
 * @param rows all rows so far, bad ones included
 * @param badRows the bad ones among them
 * @param firstLine the first line of all, from which delimiter and columns are known; empty if there was none, or none is needed
 * @param file the place in the file, or null for standard input
 */
public record LivePosition(
        long rows, long badRows, String firstLine, @Nullable FilePosition file) {
    /** Checks the counts. */
    public LivePosition {
        if (badRows < 0 || badRows > rows) {
            throw new IllegalArgumentException(
                    "badRows must be between 0 and the rows, not " + badRows + " of " + rows);
        }
    }
}
