package io.github.skpca.io;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** A reusable batch of rows, flat and row-major, with each row's kept text and its position in the input. */
public final class DenseBuffer extends RowBuffer {
    private final double[] values;

    /**
     * An empty batch.
     *
     * @param capacity the most rows it holds, at least 1
     * @param columns the numbers in a row, at least 1
     */
    public DenseBuffer(int capacity, int columns) {
        super(requireSize(capacity, columns), columns);
        values = new double[capacity * columns];
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
     * Adds one row without kept text.
     *
     * @param row an array that holds the row; copied
     * @param from where the row's {@link #columns()} numbers begin
     */
    public void add(double[] row, int from) {
        if (isFull() || keptCount() != 0) {
            throw new IllegalStateException(isFull() ? "the batch is full" : "the batch's rows have kept text");
        }
        System.arraycopy(row, from, values, offset(), columns());
        accept("row ", rows() + 1L, rows() + 1L);
    }

    /**
     * Adds one row with texts, for an output.
     *
     * @param row its {@link #columns()} numbers; copied
     * @param texts as many as the rows before it have
     */
    public void add(double[] row, List<String> texts) {
        if (rows() == 0) {
            begin(texts.size());
        }
        if (isFull() || keptCount() != texts.size()) {
            throw new IllegalStateException(isFull() ? "the batch is full" : "the rows have " + keptCount() + " texts");
        }
        System.arraycopy(row, 0, values, offset(), columns());
        for (int i = 0; i < texts.size(); i++) {
            keep(i, texts.get(i));
        }
        accept("row ", rows() + 1L, rows() + 1L);
    }

    /** Where the row being filled begins in {@link #values()}; it counts only once it is accepted. */
    int offset() {
        return rows() * columns();
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
        int count = Math.min(from.rows() - firstRow, capacity() - rows());
        for (int row = firstRow; row < firstRow + count; row++) {
            if (from instanceof DenseBuffer dense) {
                System.arraycopy(dense.values, row * columns(), values, offset(), columns());
            } else {
                Arrays.fill(values, offset(), offset() + columns(), 0);
                ((SparseBuffer) from).scatter(row, values, offset());
            }
            accept(from, row);
        }
        return count;
    }

    private static int requireSize(int capacity, int columns) {
        if (capacity < 1 || columns < 1 || (long) capacity * columns > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(
                    "capacity and columns must be at least 1 and their product below 2^31, not " + capacity + " and "
                            + columns);
        }
        return capacity;
    }
}
