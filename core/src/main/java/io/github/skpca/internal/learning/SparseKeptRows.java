package io.github.skpca.internal.learning;

import io.github.skpca.SparseRows;

import java.util.Arrays;

/** Raw rows that are kept without their zeros; grows with them. */
final class SparseKeptRows {
    private static final int MOST = Integer.MAX_VALUE - 8;

    private int count;
    private int[] starts = new int[1];
    private int[] columns = new int[0];
    private double[] values = new double[0];

    int count() {
        return count;
    }

    void add(SparseRows source, int first, int added) {
        reserve(added, source.entries(first, added));
        for (int i = first; i < first + added; i++) {
            int at = starts[count];
            for (int e = source.start(i); e < source.start(i + 1); e++) {
                at = put(at, source.column(e), source.value(e));
            }
            starts[++count] = at;
        }
    }

    void add(double[] source, int offset, int added, int width) {
        add(SparseRows.of(source, offset, added, width), 0, added);
    }

    /** A zero that is said is left out as one that is not. */
    private int put(int at, int column, double value) {
        if (value == 0) {
            return at;
        }
        columns[at] = column;
        values[at] = value;
        return at + 1;
    }

    private void reserve(int rows, int entries) {
        if (count + rows >= starts.length) {
            starts = Arrays.copyOf(starts, Math.max(count + rows + 1, 2 * starts.length));
        }
        long needed = (long) starts[count] + entries;
        if (needed > columns.length) {
            int size = (int) Math.max(Math.min(needed, MOST), Math.min(MOST, 2L * columns.length));
            if (needed > size) {
                throw new IllegalStateException(
                        "the rows kept have more numbers than an array can hold: make the warm-up shorter");
            }
            columns = Arrays.copyOf(columns, size);
            values = Arrays.copyOf(values, size);
        }
    }

    void truncate(int kept) {
        count = kept;
    }

    /** The rows so far, in the arrays that they are kept in: not to be used after the next row has come. */
    SparseRows sharedRows() {
        return new SparseRows(count, starts, columns, values);
    }

    /** The rows so far, a copy. */
    SparseRows rows() {
        int entries = starts[count];
        return new SparseRows(
                count,
                Arrays.copyOf(starts, count + 1),
                Arrays.copyOf(columns, entries),
                Arrays.copyOf(values, entries));
    }

    long bytes() {
        return 4L * starts.length + 12L * columns.length;
    }
}
