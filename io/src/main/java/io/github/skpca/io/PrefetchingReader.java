package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Reads ahead on a thread of its own, into a ring of batches that bounds how far. */
final class PrefetchingReader implements RowReader {
    /** A thread that waits for standard input cannot be interrupted; it is a daemon and is left behind after this time. */
    private static final long LONGEST_WAIT_MILLIS = 1000;

    private final RowReader reader;
    private final List<String> columnNames;
    private final List<String> keptNames;
    private final boolean sparse;
    private final BlockingQueue<Slot> free;
    private final BlockingQueue<Slot> full;
    private final Thread thread;
    private @Nullable Slot current;
    private int nextRow;
    private long skipped;
    private double progress;
    private volatile boolean closed;

    /** One batch on its way round, with what the reader had to say after it. */
    private static final class Slot {
        private final RowBuffer batch;
        private long skipped;
        private double progress;
        private boolean last;
        private @Nullable Throwable failure;

        private Slot(RowBuffer batch) {
            this.batch = batch;
        }
    }

    PrefetchingReader(RowReader reader, int batchRows, int batches) {
        this.reader = reader;
        columnNames = reader.columnNames();
        keptNames = reader.keptNames();
        sparse = reader.isSparse();
        progress = reader.progress();
        free = new ArrayBlockingQueue<>(batches);
        full = new ArrayBlockingQueue<>(batches);
        for (int i = 0; i < batches; i++) {
            free.add(new Slot(newBatch(reader, batchRows)));
        }
        thread = new Thread(this::readAhead, "skpca-read-ahead");
        thread.setDaemon(true);
    }

    /** Sparse rows wait as such, and become dense only in the caller's batch if that is what it is for. */
    private static RowBuffer newBatch(RowReader reader, int batchRows) {
        return reader.isSparse()
                ? new SparseBuffer(batchRows, reader.columns())
                : new DenseBuffer(batchRows, reader.columns());
    }

    PrefetchingReader start() {
        thread.start();
        return this;
    }

    @Override
    public int columns() {
        return columnNames.size();
    }

    @Override
    public List<String> columnNames() {
        return columnNames;
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
        return keptNames;
    }

    @Override
    public boolean isSparse() {
        return sparse;
    }

    @Override
    public int read(DenseBuffer batch) throws IOException {
        return take(batch);
    }

    @Override
    public int read(SparseBuffer batch) throws IOException {
        return isSparse() ? take(batch) : RowReader.super.read(batch);
    }

    private int take(RowBuffer batch) throws IOException {
        batch.requireColumns(columns());
        batch.begin(keptNames.size());
        while (!batch.isFull()) {
            Slot slot = current();
            nextRow += batch.append(slot.batch, nextRow);
            if (nextRow < slot.batch.rows()) {
                break;
            }
            if (slot.failure != null && !batch.isFull()) {
                throw rethrow(slot.failure);
            }
            if (slot.last) {
                break;
            }
            if (slot.failure == null) {
                current = null;
                free.add(slot);
            }
        }
        return batch.rows();
    }

    @Override
    public long skippedRows() {
        return skipped;
    }

    @Override
    public double progress() {
        return progress;
    }

    @Override
    public void close() throws IOException {
        closed = true;
        thread.interrupt();
        try {
            thread.join(LONGEST_WAIT_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Slot current() throws IOException {
        Slot slot = current;
        if (closed) {
            throw new IOException("the reader is closed");
        }
        if (slot == null) {
            try {
                slot = full.take();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while waiting for rows");
            }
            current = slot;
            nextRow = 0;
            skipped = slot.skipped;
            progress = slot.progress;
        }
        return slot;
    }

    private static IOException rethrow(Throwable failure) {
        if (failure instanceof IOException inputFailure) {
            return inputFailure;
        }
        if (failure instanceof RuntimeException bug) {
            throw bug;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        throw new IllegalStateException(failure);
    }

    /** The thread's work; it alone touches the reader, and closes it. */
    private void readAhead() {
        try (reader) {
            boolean last = false;
            while (!last && !closed) {
                Slot slot = free.take();
                readInto(slot);
                last = slot.last || slot.failure != null;
                full.put(slot);
            }
        } catch (InterruptedException | IOException ended) {
            // Closed by the caller, or failed to close what has been read to its end: neither concerns the rows.
        }
    }

    @SuppressWarnings("CatchingUnchecked")
    private void readInto(Slot slot) {
        try {
            slot.last = slot.batch.readFrom(reader) == 0;
        } catch (Throwable failure) {
            slot.failure = failure;
        }
        slot.skipped = reader.skippedRows();
        slot.progress = reader.progress();
    }
}
