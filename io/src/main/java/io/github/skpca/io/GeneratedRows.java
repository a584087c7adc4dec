package io.github.skpca.io;

import java.util.List;
import java.util.stream.IntStream;

/** Rows that are made up, each from its number alone, so that they do not depend on batches. */
abstract class GeneratedRows implements RowReader {
    private final String position;
    private final int columns;
    private final long firstRow;
    private final long endRow;
    private long nextRow;

    /**
     * Rows of an unending matrix.
     *
     * @param position what a row's number, counted from 1, is written after in messages
     * @param columns those of a row
     * @param firstRow the first row, from 0
     * @param endRow the row after the last
     */
    GeneratedRows(String position, int columns, long firstRow, long endRow) {
        this.position = position;
        this.columns = columns;
        this.firstRow = firstRow;
        this.endRow = endRow;
        this.nextRow = firstRow;
    }

    /**
     * Makes one row.
     *
     * @param row its number, from 0
     * @param values receives the row's numbers
     * @param offset where the row begins in {@code values}
     */
    abstract void generate(long row, double[] values, int offset);

    @Override
    public final int columns() {
        return columns;
    }

    @Override
    public final List<String> columnNames() {
        return IntStream.rangeClosed(1, columns)
                .mapToObj(number -> "x" + number)
                .toList();
    }

    @Override
    public final List<String> keptNames() {
        return List.of();
    }

    @Override
    public final int read(DenseBuffer batch) {
        batch.requireColumns(columns);
        batch.clear();
        while (!batch.isFull() && nextRow < endRow) {
            generate(nextRow, batch.values(), batch.offset());
            nextRow++;
            batch.accept(position, nextRow, nextRow - firstRow);
        }
        return batch.rows();
    }

    @Override
    public final long skippedRows() {
        return 0;
    }

    @Override
    public final double progress() {
        return endRow == firstRow ? 1 : (double) (nextRow - firstRow) / (endRow - firstRow);
    }

    @Override
    public final void close() {
        nextRow = endRow;
    }
}
