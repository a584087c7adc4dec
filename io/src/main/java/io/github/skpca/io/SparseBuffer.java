package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Arrays;

/**
 * A reusable batch of rows of which only the numbers other than zero are stored, with each row's kept text and its position in
 * the input. Row i has the entries from {@code starts()[i]} to {@code starts()[i + 1]}, in increasing columns. The batch ends
 * when it has its capacity in rows, or when the next row's entries would be more than it is to hold; a row that has more than
 * that on its own comes alone.
 */
public final class SparseBuffer extends RowBuffer {
    /** The entries a batch holds unless told otherwise: 3 MiB of them. */
    static final int USUAL_ENTRIES = 1 << 18;

    private final int mostEntries;
    private final int[] starts;
    private int[] entryColumns;
    private double[] values;
    private int filled;
    private boolean turnedAway;

    /**
     * An empty batch that holds 262,144 entries.
     *
     * @param capacity the most rows it holds, at least 1
     * @param columns the numbers in a row, those that are zero included; at least 1
     */
    public SparseBuffer(int capacity, int columns) {
        this(capacity, columns, USUAL_ENTRIES);
    }

    /**
     * An empty batch.
     *
     * @param capacity the most rows it holds, at least 1
     * @param columns the numbers in a row, those that are zero included; at least 1
     * @param mostEntries the most entries two rows or more may have together, at least 1
     */
    public SparseBuffer(int capacity, int columns, int mostEntries) {
        super(requireSize(capacity, columns, mostEntries), columns);
        this.mostEntries = mostEntries;
        starts = new int[capacity + 1];
        int usual = (int) Math.min(mostEntries, (long) capacity * columns);
        entryColumns = new int[Math.min(usual, 1024)];
        values = new double[entryColumns.length];
    }

    /**
     * Where each row's entries begin.
     *
     * @return the batch's own array of capacity + 1 places, the first 0, valid up to {@code starts()[rows()]}, which is the number of
     *     all entries, until the next read
     */
    public int[] starts() {
        return starts;
    }

    /**
     * The column, from 0, of every entry; increasing in a row.
     *
     * @return the batch's own array, valid up to the number of all entries until the next read, which may replace it
     */
    public int[] entryColumns() {
        return entryColumns;
    }

    /**
     * The number of every entry; never zero.
     *
     * @return the batch's own array, valid up to the number of all entries until the next read, which may replace it
     */
    public double[] values() {
        return values;
    }

    /**
     * The entries of all rows now in the batch.
     *
     * @return 0 or more
     */
    public int entries() {
        return starts[rows()];
    }

    @Override
    int readFrom(RowReader reader) throws IOException {
        return reader.read(this);
    }

    @Override
    void fillFrom(RowSource source) throws IOException {
        source.fill(this);
    }

    @Override
    int append(RowBuffer from, int firstRow) {
        SparseBuffer sparse = (SparseBuffer) from;
        int row = firstRow;
        while (row < sparse.rows() && !isFull()) {
            int begin = sparse.starts[row];
            int count = sparse.starts[row + 1] - begin;
            if (!makeRoom(count)) {
                break;
            }
            System.arraycopy(sparse.entryColumns, begin, entryColumns, filled, count);
            System.arraycopy(sparse.values, begin, values, filled, count);
            filled += count;
            accept(from, row++);
        }
        return row - firstRow;
    }

    @Override
    void begin(int keptColumns) {
        super.begin(keptColumns);
        filled = 0;
        turnedAway = false;
    }

    @Override
    boolean isFull() {
        return turnedAway || super.isFull();
    }

    @Override
    void accept(@Nullable String source, long number, long rowNumber) {
        super.accept(source, number, rowNumber);
        starts[rows()] = filled;
    }

    /** Reserves capacity for one more row's entries; false if they are too many: the buffer is then full. */
    boolean makeRoom(int count) {
        long needed = (long) filled + count;
        if (rows() > 0 && needed > mostEntries) {
            turnedAway = true;
            return false;
        }
        if (needed > values.length) {
            int length = (int) Math.max(needed, Math.min(2L * values.length, mostEntries));
            entryColumns = Arrays.copyOf(entryColumns, length);
            values = Arrays.copyOf(values, length);
        }
        return true;
    }

    /** Adds an entry to the row being filled, whose capacity must be reserved; columns must come in increasing order. */
    void put(int column, double value) {
        entryColumns[filled] = column;
        values[filled++] = value;
    }

    /** Writes a row's entries to their places among zeros. */
    void scatter(int row, double[] into, int offset) {
        for (int entry = starts[row]; entry < starts[row + 1]; entry++) {
            into[offset + entryColumns[entry]] = values[entry];
        }
    }

    private static int requireSize(int capacity, int columns, int mostEntries) {
        if (capacity < 1 || columns < 1 || mostEntries < 1) {
            throw new IllegalArgumentException("capacity, columns and mostEntries must be at least 1, not " + capacity
                    + ", " + columns + " and " + mostEntries);
        }
        return capacity;
    }
}
