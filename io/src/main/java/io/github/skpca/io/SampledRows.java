package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * Rows of plain files taken at places all over them, each at most once, in the order of the files. Files are one after another as if they
 * were one, which is divided into as many parts of equal length as there are places; each part has one, drawn uniformly.
 * Of NPY the row at the place is taken, of text the next whole row behind it. A bad row gives no row here, as it is found with its
 * line when all rows are read.
 */
public final class SampledRows implements RowReader {
    private final Inputs inputs;
    private final int most;
    private final DoubleSupplier uniform;
    private final ColumnChoice choice;
    /** Where each file ends if all are laid end to end, in bytes. */
    private final double[] ends;

    private final @Nullable RowReader all;
    private @Nullable Places current;
    private int index;
    private int drawn;
    /** A place that was drawn and is still to be gone to; NaN if there is none. */
    private double place = Double.NaN;

    private long skipped;
    private boolean closed;

    /** A sample of at most so many rows; all rows if there are no more. */
    SampledRows(Inputs inputs, int most, DoubleSupplier uniform) throws IOException {
        if (inputs.access() != InputAccess.ANYWHERE) {
            throw new IllegalArgumentException("only plain files that are not compressed can be sampled at places");
        }
        this.inputs = inputs;
        this.most = most;
        this.uniform = uniform;
        try (RowSource source = inputs.open(0, null)) {
            choice = source.choice();
        }
        all = hasMore() ? null : new SequentialReader(inputs);
        ends = inputs.sizes();
        for (int i = 1; i < ends.length; i++) {
            ends[i] += ends[i - 1];
        }
    }

    /** Whether there are more rows, bad ones included; it takes no more reading than that. */
    private boolean hasMore() throws IOException {
        long rows = 0;
        for (int i = 0; i < inputs.count() && rows <= most; i++) {
            try (RowSource source = inputs.open(i, i == 0 ? null : choice)) {
                rows += source.skip(most + 1L - rows);
            }
        }
        return rows > most;
    }

    /**
     * Whether the inputs have no more rows than there were to be places, so that these are all rows.
     *
     * @return true for small inputs
     */
    public boolean holdsAll() {
        return all != null;
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
    public List<String> keptNames() {
        return choice.keptNames();
    }

    @Override
    public boolean isSparse() {
        return inputs.areSparse();
    }

    @Override
    public int read(DenseBuffer batch) throws IOException {
        return all != null ? all.read(batch) : fill(batch);
    }

    @Override
    public int read(SparseBuffer batch) throws IOException {
        if (!isSparse()) {
            return RowReader.super.read(batch);
        }
        return all != null ? all.read(batch) : fill(batch);
    }

    private int fill(RowBuffer batch) throws IOException {
        batch.requireColumns(columns());
        batch.begin(choice.kept().length);
        // A row that did not fit into the batch before is still in its source.
        boolean more = current != null || nextPlace();
        while (more && current != null) {
            try {
                batch.fillFrom(current.source());
            } catch (BadInputException nothingHere) {
                // A place within a quoted field can look like anything; what is really wrong is found when all rows are
                // read.
            }
            if (batch.isFull()) {
                break;
            }
            more = nextPlace();
        }
        return batch.rows();
    }

    /** Goes to the next place, in the next file if there is none left in this one; false after the last. */
    private boolean nextPlace() throws IOException {
        if (closed) {
            throw new IOException("the reader is closed");
        }
        while (true) {
            if (Double.isNaN(place) && drawn < most) {
                place = (drawn++ + uniform.getAsDouble()) / most * ends[ends.length - 1];
            }
            if (current != null && place < end(index)) {
                double begin = index == 0 ? 0 : ends[index - 1];
                current.goTo((place - begin) / (ends[index] - begin));
                place = Double.NaN;
                return true;
            }
            if (current != null && current.wrap()) {
                return true;
            }
            leave();
            if (Double.isNaN(place)) {
                return false;
            }
            while (place >= end(index)) {
                index++;
            }
            current = enter();
        }
    }

    /** Where a file ends, for places; the last has all that are left. */
    private double end(int input) {
        return input == ends.length - 1 ? Double.POSITIVE_INFINITY : ends[input];
    }

    private Places enter() throws IOException {
        Places opened = inputs.openPlaces(index, choice);
        try {
            inputs.requireSameColumns(choice, index, opened.source().choice());
            return opened;
        } catch (IOException | RuntimeException failure) {
            opened.close();
            throw failure;
        }
    }

    private void leave() throws IOException {
        Places left = current;
        current = null;
        if (left != null) {
            skipped += left.source().skippedRows();
            left.close();
        }
    }

    /**
     * The bad rows that were met at places and passed over.
     *
     * @return the count
     */
    @Override
    public long skippedRows() {
        return all != null
                ? all.skippedRows()
                : skipped + (current == null ? 0 : current.source().skippedRows());
    }

    @Override
    public double progress() {
        return all != null ? all.progress() : (double) drawn / most;
    }

    @Override
    public void close() throws IOException {
        closed = true;
        try {
            leave();
        } finally {
            if (all != null) {
                all.close();
            }
        }
    }
}
