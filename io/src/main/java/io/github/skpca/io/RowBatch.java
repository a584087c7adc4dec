package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

import java.util.Objects;

/** A reusable batch of rows, flat and row-major, with each row's kept text and its position in the input. */
public final class RowBatch {
    private final int capacity;
    private final int columns;
    private final double[] values;
    private final @Nullable String[] sources;
    private final long[] numbers;
    private int rows;
    private int keptCount;
    private @Nullable String[] kept = new String[0];

    /**
     * An empty batch.
     *
     * @param capacity the most rows it holds, at least 1
     * @param columns the numbers in a row, at least 1
     */
    public RowBatch(int capacity, int columns) {
        if (capacity < 1 || columns < 1 || (long) capacity * columns > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(
                    "capacity and columns must be at least 1 and their product below 2^31, not " + capacity + " and "
                            + columns);
        }
        this.capacity = capacity;
        this.columns = columns;
        values = new double[capacity * columns];
        sources = new String[capacity];
        numbers = new long[capacity];
    }

    /**
     * The most rows the batch holds.
     *
     * @return at least 1
     */
    public int capacity() {
        return capacity;
    }

    /**
     * The numbers in a row.
     *
     * @return at least 1
     */
    public int columns() {
        return columns;
    }

    /**
     * The rows now in the batch.
     *
     * @return between 0 and the capacity
     */
    public int rows() {
        return rows;
    }

    /**
     * The numbers: row i, column j is at {@code i * columns() + j}.
     *
     * @return the batch's own array of capacity * columns numbers, valid up to {@code rows() * columns()} until the next read
     */
    public double[] values() {
        return values;
    }

    /**
     * The number of kept texts a row has.
     *
     * @return 0 or more
     */
    public int keptCount() {
        return keptCount;
    }

    /**
     * A kept text of a row.
     *
     * @param row the row in this batch, from 0
     * @param index the kept column, from 0
     * @return the text as it stands in the input, without quotes
     */
    public String kept(int row, int index) {
        Objects.checkIndex(row, rows);
        Objects.checkIndex(index, keptCount);
        String text = kept[row * keptCount + index];
        return text == null ? "" : text;
    }

    /**
     * Where a row came from, for messages: {@code data.csv:17}, or {@code data.npy row 17}.
     *
     * @param row the row in this batch, from 0
     * @return the position
     */
    public String position(int row) {
        Objects.checkIndex(row, rows);
        return Objects.requireNonNullElse(sources[row], "row ") + numbers[row];
    }

    /** Removes all rows. */
    public void clear() {
        begin(0);
    }

    /**
     * Adds one row without kept text.
     *
     * @param row an array that holds the row; copied
     * @param from where the row's {@link #columns()} numbers begin
     */
    public void add(double[] row, int from) {
        if (isFull() || keptCount != 0) {
            throw new IllegalStateException(isFull() ? "the batch is full" : "the batch's rows have kept text");
        }
        System.arraycopy(row, from, values, offset(), columns);
        accept("row ", rows + 1L);
    }

    /** Removes all rows and says how many kept texts the next ones have. */
    void begin(int keptColumns) {
        rows = 0;
        keptCount = keptColumns;
        int texts = Math.multiplyExact(capacity, keptColumns);
        if (kept.length < texts) {
            kept = new String[texts];
        }
    }

    boolean isFull() {
        return rows == capacity;
    }

    /** Where the row being filled begins in {@link #values()}; it counts only once it is accepted. */
    int offset() {
        return rows * columns;
    }

    /** Sets a kept text of the row being filled. */
    void keep(int index, String text) {
        kept[rows * keptCount + index] = text;
    }

    /** Makes the row being filled a row of the batch; its position reads source followed by number. */
    void accept(String source, long number) {
        sources[rows] = source;
        numbers[rows] = number;
        rows++;
    }

    /** Appends rows from another batch with the same columns; returns how many there was room for. */
    int append(RowBatch from, int firstRow) {
        int count = Math.min(from.rows - firstRow, capacity - rows);
        System.arraycopy(from.values, firstRow * columns, values, offset(), count * columns);
        System.arraycopy(from.sources, firstRow, sources, rows, count);
        System.arraycopy(from.numbers, firstRow, numbers, rows, count);
        System.arraycopy(from.kept, firstRow * keptCount, kept, rows * keptCount, count * keptCount);
        rows += count;
        return count;
    }

    /** Refuses a batch whose rows are not as wide as the reader's. */
    void requireColumns(int expected) {
        if (columns != expected) {
            throw new IllegalArgumentException("the batch has " + columns + " columns, the rows have " + expected);
        }
    }
}
