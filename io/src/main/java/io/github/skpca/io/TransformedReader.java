package io.github.skpca.io;

import java.io.IOException;
import java.util.List;

/** The rows that a transform makes of those of another reader; kept texts and positions stay with them. */
final class TransformedReader implements RowReader {
    private static final int CELLS = 1 << 14;

    private final RowReader reader;
    private final RowTransform transform;
    private final DenseBuffer cells;
    private int next;

    TransformedReader(RowReader reader, RowTransform transform) {
        this.reader = reader;
        this.transform = transform;
        this.cells = new DenseBuffer(Math.max(1, CELLS / reader.columns()), reader.columns());
    }

    @Override
    public int columns() {
        return transform.columns();
    }

    @Override
    public List<String> columnNames() {
        return transform.columnNames(reader.columnNames());
    }

    @Override
    public boolean isNamed() {
        return reader.isNamed();
    }

    @Override
    public List<String> notes() {
        return reader.notes();
    }

    @Override
    public List<String> keptNames() {
        return reader.keptNames();
    }

    @Override
    public int read(DenseBuffer batch) throws IOException {
        batch.requireColumns(columns());
        batch.begin(keptNames().size());
        while (!batch.isFull()) {
            if (next == cells.rows() && !readCells()) {
                break;
            }
            int row = next++;
            transform.begin(cells, row);
            if (transform.next(cells.values(), row * cells.columns(), batch.values(), batch.offset())) {
                batch.accept(cells, row);
            }
        }
        return batch.rows();
    }

    private boolean readCells() throws IOException {
        next = 0;
        return reader.read(cells) > 0;
    }

    @Override
    public long skippedRows() {
        return reader.skippedRows();
    }

    @Override
    public double progress() {
        return reader.progress();
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
