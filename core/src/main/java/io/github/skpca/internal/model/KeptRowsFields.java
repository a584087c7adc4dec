package io.github.skpca.internal.model;

import io.github.skpca.ModelFileException;
import io.github.skpca.RowBatch;
import io.github.skpca.SparseRows;

import java.util.Objects;

/** Raw rows in a checkpoint, dense or sparse: those of an unfinished warm-up, or those that wait for their block to fill. */
final class KeptRowsFields {
    private final String rows;
    private final String name;

    /**
     * Rows under a name.
     *
     * @param tensor the first part of the tensors' names
     * @param name what the rows are called in messages
     */
    KeptRowsFields(String tensor, String name) {
        this.rows = tensor;
        this.name = name;
    }

    boolean areIn(TensorFile file) {
        return file.has(rows) || file.has(starts());
    }

    private String starts() {
        return rows + ".starts";
    }

    private String columns() {
        return rows + ".columns";
    }

    private String values() {
        return rows + ".values";
    }

    private String times() {
        return rows + ".times";
    }

    void write(TensorFile.Builder file, Settings settings, RowBatch kept) {
        if (settings.forgetting().needsTimes()) {
            double[] times = kept.times();
            file.tensor(times(), times == null ? new double[0] : times, kept.count());
        }
        double[] dense = kept.doubles();
        if (dense != null) {
            file.tensor(rows, dense, kept.count(), settings.columns());
            return;
        }
        SparseRows sparse = Objects.requireNonNull(kept.sparse());
        int first = sparse.start(0);
        long[] starts = new long[sparse.count() + 1];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = (long) sparse.start(i) - first;
        }
        int entries = sparse.entries(0, sparse.count());
        long[] columns = new long[entries];
        double[] values = new double[entries];
        for (int e = 0; e < entries; e++) {
            columns[e] = sparse.column(first + e);
            values[e] = sparse.value(first + e);
        }
        file.tensor(starts(), starts, starts.length)
                .tensor(columns(), columns, entries)
                .tensor(values(), values, entries);
    }

    RowBatch read(TensorFile file, Settings settings) throws ModelFileException {
        RowBatch kept = file.has(rows) ? dense(file, settings.columns()) : RowBatch.of(sparse(file));
        return settings.forgetting().needsTimes() ? kept.withTimes(file.doubles(times(), -1)) : kept;
    }

    private RowBatch dense(TensorFile file, int columns) throws ModelFileException {
        double[] dense = file.doubles(rows, -1, columns);
        ModelFileChecks.requireFinite(name, dense);
        return RowBatch.of(dense, dense.length / columns);
    }

    private SparseRows sparse(TensorFile file) throws ModelFileException {
        int[] starts = narrowed(file.longs(starts(), -1));
        double[] values = file.doubles(values(), -1);
        int[] columns = narrowed(file.longs(columns(), values.length));
        ModelFileChecks.requireFinite(name, values);
        return new SparseRows(starts.length - 1, starts, columns, values);
    }

    /** Checks that rows are whole, no wider than a row, and have a time each if rows age by them. */
    static void requireRows(String name, RowBatch kept, Settings settings) {
        double[] doubles = kept.doubles();
        SparseRows sparse = kept.sparse();
        if (doubles == null ? sparse == null : doubles.length != (long) kept.count() * settings.columns()) {
            throw new IllegalArgumentException("the " + name + " does not hold whole rows");
        }
        if (sparse != null && sparse.width() > settings.columns()) {
            throw new IllegalArgumentException(
                    "the " + name + " has column " + (sparse.width() - 1) + " of " + settings.columns());
        }
        double[] times = kept.times();
        // Without rows there are no times.
        int expected = settings.forgetting().needsTimes() ? kept.count() : 0;
        if (times == null ? expected > 0 : times.length != expected) {
            throw new IllegalArgumentException("the " + name + " does not hold a time per row");
        }
        for (int i = 0; times != null && i < times.length; i++) {
            if (!Double.isFinite(times[i])) {
                throw new IllegalArgumentException("a time of the " + name + " is not finite");
            }
        }
    }

    private static int[] narrowed(long[] numbers) {
        int[] narrow = new int[numbers.length];
        for (int i = 0; i < narrow.length; i++) {
            narrow[i] = Math.toIntExact(numbers[i]);
        }
        return narrow;
    }
}
