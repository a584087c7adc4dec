package io.github.skpca;

/**
 * Rows as they come, without their zeros: of row i the entries [starts[i], starts[i + 1]), each a column and a number.
 *
 * <p>A column without an entry is zero. Whatever takes such rows gives the very result that it gives for the same rows with their zeros.
 */
public final class SparseRows {
    private final int count;
    private final int[] starts;
    private final int[] columns;
    private final double[] values;
    private final int width;

    /**
     * Rows in arrays that may be longer than needed, so that they can be filled again and again.
     *
     * @param count how many rows
     * @param starts count + 1 numbers, none below the one before; kept, not copied: not to be changed while the rows are in use
     * @param columns from 0 on, increasing within a row; kept, not copied
     * @param values as many numbers; kept, not copied; a learner refuses what is not finite
     * @throws IllegalArgumentException if they are anything else
     */
    public SparseRows(int count, int[] starts, int[] columns, double[] values) {
        if (count < 0 || starts.length <= count) {
            throw new IllegalArgumentException(
                    starts.length + " starts for " + count + " rows: one more than rows is needed");
        }
        int capacity = Math.min(columns.length, values.length);
        if (starts[0] < 0) {
            throw new IllegalArgumentException("row 0 begins at " + starts[0] + ", before the first entry");
        }
        int widest = 0;
        for (int i = 0; i < count; i++) {
            if (starts[i + 1] < starts[i] || starts[i + 1] > capacity) {
                throw new IllegalArgumentException("row " + i + " has the entries from " + starts[i] + " up to "
                        + starts[i + 1] + ", of " + capacity);
            }
            int before = -1;
            for (int e = starts[i]; e < starts[i + 1]; e++) {
                if (columns[e] <= before) {
                    throw new IllegalArgumentException("row " + i + " has column " + columns[e]
                            + (before < 0 ? ", below zero" : " after column " + before + ": columns must increase"));
                }
                before = columns[e];
            }
            widest = Math.max(widest, before);
            if (before == Integer.MAX_VALUE) {
                throw new IllegalArgumentException("row " + i + " has a column that no row can have");
            }
        }
        this.count = count;
        this.starts = starts;
        this.columns = columns;
        this.values = values;
        this.width = count == 0 || starts[count] == starts[0] ? 0 : widest + 1;
    }

    /**
     * The same rows without their zeros.
     *
     * @param rows count x columns, row-major, from {@code offset} on; copied
     */
    public static SparseRows of(double[] rows, int offset, int count, int columns) {
        int[] starts = new int[count + 1];
        int total = 0;
        for (int i = 0; i < count * columns; i++) {
            total += rows[offset + i] == 0 ? 0 : 1;
        }
        int[] filled = new int[total];
        double[] values = new double[total];
        int at = 0;
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < columns; j++) {
                double value = rows[offset + i * columns + j];
                if (value != 0) {
                    filled[at] = j;
                    values[at++] = value;
                }
            }
            starts[i + 1] = at;
        }
        return new SparseRows(count, starts, filled, values);
    }

    /** How many rows there are. */
    public int count() {
        return count;
    }

    /** One more than the highest column that has an entry; 0 if none has. */
    public int width() {
        return width;
    }

    /** The first entry of a row, and for the row after the last one the end of all entries. */
    public int start(int row) {
        return starts[row];
    }

    /** How many entries the rows [from, from + rows) have. */
    public int entries(int from, int rows) {
        return starts[from + rows] - starts[from];
    }

    /** The column of an entry. */
    public int column(int entry) {
        return columns[entry];
    }

    /** The number of an entry. */
    public double value(int entry) {
        return values[entry];
    }

    /**
     * Writes the entries of a row to their places.
     *
     * @param out zeros from {@code offset} on, as many as a row has columns; the entries are overwritten
     */
    public void scatter(int row, double[] out, int offset) {
        for (int e = starts[row]; e < starts[row + 1]; e++) {
            out[offset + columns[e]] = values[e];
        }
    }

    /** Writes zeros to the places of the entries of a row: undoes {@link #scatter}. */
    public void erase(int row, double[] out, int offset) {
        for (int e = starts[row]; e < starts[row + 1]; e++) {
            out[offset + columns[e]] = 0;
        }
    }
}
