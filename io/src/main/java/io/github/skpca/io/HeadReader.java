package io.github.skpca.io;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A reader whose first rows were looked at before: they are given first, then the others. */
public final class HeadReader implements RowReader {
    private static final int NUMBERS = 1 << 16;

    private final RowReader reader;
    private final Deque<DenseBuffer> waiting = new ArrayDeque<>();
    private int next;

    HeadReader(RowReader reader, int most) throws IOException {
        this.reader = reader;
        int left = most;
        while (left > 0) {
            int capacity = Math.max(1, Math.min(left, NUMBERS / reader.columns()));
            DenseBuffer rows = new DenseBuffer(capacity, reader.columns());
            if (reader.read(rows) == 0) {
                break;
            }
            waiting.add(rows);
            left -= rows.rows();
        }
    }

    /**
     * The first rows, in their order, in buffers whose numbers may be changed before they are read.
     *
     * @return none if there are no rows
     */
    public List<DenseBuffer> head() {
        return new ArrayList<>(waiting);
    }

    @Override
    public int columns() {
        return reader.columns();
    }

    @Override
    public List<String> columnNames() {
        return reader.columnNames();
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
        if (waiting.isEmpty()) {
            return reader.read(batch);
        }
        batch.requireColumns(columns());
        batch.begin(keptNames().size());
        while (!batch.isFull() && !waiting.isEmpty()) {
            DenseBuffer first = waiting.getFirst();
            next += batch.append(first, next);
            if (next == first.rows()) {
                waiting.removeFirst();
                next = 0;
            }
        }
        return batch.rows();
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
