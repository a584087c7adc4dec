package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Objects;

/** A reusable batch of rows: each row's kept text and its position in the input; the numbers are in its two forms. */
public abstract sealed class RowBuffer permits DenseBuffer, SparseBuffer {
    private final int capacity;
    private final int columns;
    private final @Nullable String[] sources;
    private final long[] numbers;
    private final long[] rowNumbers;
    private int rows;
    private int keptCount;
    private @Nullable String[] kept = new String[0];

    RowBuffer(int capacity, int columns) {
        this.capacity = capacity;
        this.columns = columns;
        sources = new String[capacity];
        numbers = new long[capacity];
        rowNumbers = new long[capacity];
    }

    /**
     * The most rows the batch holds.
     *
     * @return at least 1
     */
    public final int capacity() {
        return capacity;
    }

    /**
     * The numbers in a row.
     *
     * @return at least 1
     */
    public final int columns() {
        return columns;
    }

    /**
     * The rows now in the batch.
     *
     * @return between 0 and the capacity
     */
    public final int rows() {
        return rows;
    }

    /**
     * The number of kept texts a row has.
     *
     * @return 0 or more
     */
    public final int keptCount() {
        return keptCount;
    }

    /**
     * A kept text of a row.
     *
     * @param row the row in this batch, from 0
     * @param index the kept column, from 0
     * @return the text as it stands in the input, without quotes
     */
    public final String kept(int row, int index) {
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
    public final String position(int row) {
        Objects.checkIndex(row, rows);
        return Objects.requireNonNullElse(sources[row], "row ") + numbers[row];
    }

    /**
     * The number of a row among all rows of the input, from 1: lines of names do not count, rows that were skipped do, and several inputs are
     * counted as one.
     *
     * @param row the row in this batch, from 0
     * @return at least 1
     */
    public final long rowNumber(int row) {
        Objects.checkIndex(row, rows);
        return rowNumbers[row];
    }

    /** Removes all rows. */
    public final void clear() {
        begin(0);
    }

    /** Reads rows into this batch, in its own form. */
    abstract int readFrom(RowReader reader) throws IOException;

    /** Appends rows of a source to this batch, in its own form. */
    abstract void fillFrom(RowSource source) throws IOException;

    /** Appends rows from another buffer with the same columns; returns how many fitted. */
    abstract int append(RowBuffer from, int firstRow);

    /** Removes all rows and says how many kept texts the next ones have. */
    void begin(int keptColumns) {
        rows = 0;
        keptCount = keptColumns;
        int texts = Math.multiplyExact(capacity, keptColumns);
        if (kept.length < texts) {
            kept = new String[texts];
        }
    }

    /** Whether the next row would not fit. */
    boolean isFull() {
        return rows == capacity;
    }

    /** Sets a kept text of the row being filled. */
    final void keep(int index, String text) {
        kept[rows * keptCount + index] = text;
    }

    /** Makes the row being filled a row of the batch; its position reads source followed by number, and it is the input's row so and so. */
    void accept(@Nullable String source, long number, long rowNumber) {
        sources[rows] = source;
        numbers[rows] = number;
        rowNumbers[rows] = rowNumber;
        rows++;
    }

    /** Counts rows of the batch, from row {@code from} on, behind so many rows of earlier inputs. */
    final void countBehind(long earlier, int from) {
        for (int row = from; row < rows; row++) {
            rowNumbers[row] += earlier;
        }
    }

    /** Makes the row being filled a row of the batch, with the position and the kept texts of another batch's row. */
    final void accept(RowBuffer from, int row) {
        System.arraycopy(from.kept, row * keptCount, kept, rows * keptCount, keptCount);
        accept(from.sources[row], from.numbers[row], from.rowNumbers[row]);
    }

    /** Refuses a batch whose rows are not as wide as the reader's. */
    final void requireColumns(int expected) {
        if (columns != expected) {
            throw new IllegalArgumentException("the batch has " + columns + " columns, the rows have " + expected);
        }
    }
}
