package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.List;

/** Reads several inputs one after another as if they were one. */
final class SequentialReader implements RowReader {
    private final Inputs inputs;
    private final ColumnChoice choice;
    private final InputNotes notes = new InputNotes();
    private final double[] sizes;
    private final double totalSize;
    private @Nullable RowSource current;
    private int index;
    private long skipped;
    /** Rows of the inputs that have ended. */
    private long earlier;

    private long accepted;
    private double sizeDone;

    /** Opens the first input, and looks at all others that can be looked at, so that a wrong one is refused at once. */
    SequentialReader(Inputs inputs) throws IOException {
        this.inputs = inputs;
        sizes = inputs.sizes();
        double total = 0;
        for (double size : sizes) {
            total += size;
        }
        totalSize = total;
        RowSource first = inputs.open(0, null);
        current = first;
        choice = first.choice();
        notes.add(inputs.name(0), choice.notes());
        try {
            for (int i = 1; i < inputs.count(); i++) {
                if (inputs.isRereadable(i)) {
                    openNext(i).close();
                }
            }
        } catch (IOException | RuntimeException failure) {
            first.close();
            throw failure;
        }
    }

    @Override
    public int columns() {
        return choice.columns();
    }

    @Override
    public List<String> columnNames() {
        return choice.columnNames();
    }

    @Override
    public boolean isNamed() {
        return choice.isNamed();
    }

    @Override
    public List<String> notes() {
        return notes.all();
    }

    @Override
    public List<String> keptNames() {
        return choice.keptNames();
    }

    @Override
    public boolean isSparse() {
        return inputs.areSparse();
    }

    @Override
    public int read(DenseBuffer batch) throws IOException {
        return fill(batch);
    }

    @Override
    public int read(SparseBuffer batch) throws IOException {
        return isSparse() ? fill(batch) : RowReader.super.read(batch);
    }

    private int fill(RowBuffer batch) throws IOException {
        batch.requireColumns(columns());
        batch.begin(choice.kept().length);
        while (!batch.isFull() && current != null) {
            int from = batch.rows();
            try {
                batch.fillFrom(current);
            } finally {
                batch.countBehind(earlier, from);
                accepted += batch.rows() - from;
            }
            if (!batch.isFull()) {
                advance(current);
            }
        }
        return batch.rows();
    }

    @Override
    public long skippedRows() {
        return skipped + (current == null ? 0 : current.skippedRows());
    }

    @Override
    public double progress() {
        double done = sizeDone + (current == null ? 0 : current.progress() * sizes[index]);
        return done / totalSize;
    }

    @Override
    public void close() throws IOException {
        RowSource closing = current;
        current = null;
        if (closing != null) {
            closing.close();
        }
    }

    private void advance(RowSource ended) throws IOException {
        skipped += ended.skippedRows();
        earlier = accepted + skipped;
        sizeDone += sizes[index];
        current = null;
        ended.close();
        index++;
        if (index < inputs.count()) {
            current = openNext(index);
        }
    }

    private RowSource openNext(int next) throws IOException {
        RowSource source = inputs.open(next, choice);
        try {
            inputs.requireSameColumns(choice, next, source.choice());
            notes.add(inputs.name(next), source.choice().notes());
            return source;
        } catch (IOException | RuntimeException failure) {
            source.close();
            throw failure;
        }
    }
}
