package io.github.skpca.internal.linalg;

import java.util.Arrays;

/**
 * Rows of floats without their zeros: of each row the columns that hold something, increasing, and what they hold.
 *
 * <p>Work space that is filled, read and cleared many times; it grows to the largest filling and stays. One thread fills it; once
 * it is filled any may read it.
 */
public final class SparseMatrix {
    private static final int MOST = Integer.MAX_VALUE - 8;

    int[] starts = new int[2];
    int[] columns = new int[0];
    float[] values = new float[0];
    private int rows;
    private float[] zeros = new float[0];

    /** No rows. */
    public SparseMatrix() {}

    /** Forgets all rows. */
    public void clear() {
        rows = 0;
    }

    /**
     * Reserves capacity.
     *
     * @param addedRows how many rows will be added
     * @param addedEntries how many entries they have, at most
     */
    public void reserve(int addedRows, long addedEntries) {
        int neededRows = Math.addExact(rows, addedRows) + 1;
        if (neededRows > starts.length) {
            starts = Arrays.copyOf(starts, grown(starts.length, neededRows));
        }
        long needed = starts[rows] + addedEntries;
        if (needed > columns.length) {
            int size = grown(columns.length, needed);
            columns = Arrays.copyOf(columns, size);
            values = Arrays.copyOf(values, size);
        }
    }

    private static int grown(int length, long needed) {
        if (needed > MOST) {
            throw new IllegalArgumentException(needed + " entries are more than an array can hold");
        }
        return (int) Math.max(needed, Math.min(MOST, length + (length >> 1)));
    }

    /** Begins a row in reserved capacity; entries are put one by one, and {@link #end} ends it. Returns where the first goes. */
    public int begin() {
        return starts[rows];
    }

    /** Puts an entry of the row that was begun; its column is above that of the entry before. */
    public void put(int at, int column, float value) {
        columns[at] = column;
        values[at] = value;
    }

    /** Ends the row that was begun, before the given place. */
    public void end(int at) {
        rows++;
        starts[rows] = at;
    }

    /** How many rows there are. */
    public int rows() {
        return rows;
    }

    /** How many entries the rows [from, from + count) have. */
    public int entries(int from, int count) {
        return starts[from + count] - starts[from];
    }

    /** The first entry of a row, and the one after the last of the row before. */
    public int start(int row) {
        return starts[row];
    }

    /** The column of an entry; they ascend within a row. */
    public int column(int entry) {
        return columns[entry];
    }

    /** The value of an entry. */
    public float value(int entry) {
        return values[entry];
    }

    /**
     * Writes the entries of a row to their places.
     *
     * @param out zeros from {@code offset} on, as many as a row has columns; the entries are overwritten
     */
    public void scatter(int row, float[] out, int offset) {
        for (int e = starts[row]; e < starts[row + 1]; e++) {
            out[offset + columns[e]] = values[e];
        }
    }

    /** Writes zeros to the places of the entries of a row: undoes {@link #scatter}. */
    public void erase(int row, float[] out, int offset) {
        for (int e = starts[row]; e < starts[row + 1]; e++) {
            out[offset + columns[e]] = 0f;
        }
    }

    /** So many zeros or more, kept for the next call: whoever {@linkplain #scatter scatters} rows there erases them again. */
    public float[] zeros(int length) {
        if (zeros.length < length) {
            zeros = new float[length];
        }
        return zeros;
    }

    /** The bytes held. */
    public long bytes() {
        return 4L * starts.length + 8L * columns.length + 4L * zeros.length;
    }

    /** The first entry of the next piece of a sum: the first from {@code entry} on, before {@code end}, whose column is in another piece. */
    int pieceEnd(int entry, int end) {
        int limit = (columns[entry] / FloatProducts.SUM_DEPTH + 1) * FloatProducts.SUM_DEPTH;
        if (columns[end - 1] < limit) {
            return end;
        }
        int at = entry + 1;
        while (columns[at] < limit) {
            at++;
        }
        return at;
    }
}
