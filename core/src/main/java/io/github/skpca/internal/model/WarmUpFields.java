package io.github.skpca.internal.model;

import io.github.skpca.ModelFileException;
import io.github.skpca.RowBatch;
import io.github.skpca.SparseRows;

import java.util.Objects;

/** The part of a checkpoint for an unfinished warm-up: its rows, dense or sparse. */
final class WarmUpFields {
    private static final String ROWS = ModelFile.STATE + "warmUp";
    private static final String STARTS = ROWS + ".starts";
    private static final String COLUMNS = ROWS + ".columns";
    private static final String VALUES = ROWS + ".values";
    private static final String TIMES = ROWS + ".times";

    private WarmUpFields() {}

    /** Whether the file holds an unfinished warm-up. */
    static boolean areIn(TensorFile file) {
        return file.has(ROWS) || file.has(STARTS);
    }

    static void write(TensorFile.Builder file, LearnerCheckpoint.WarmingUp learner) {
        RowBatch kept = learner.kept();
        if (learner.settings().forgetting().needsTimes()) {
            double[] times = kept.times();
            file.tensor(TIMES, times == null ? new double[0] : times, kept.count());
        }
        double[] dense = kept.doubles();
        if (dense != null) {
            file.tensor(ROWS, dense, kept.count(), learner.settings().columns());
            return;
        }
        SparseRows rows = Objects.requireNonNull(kept.sparse());
        int first = rows.start(0);
        long[] starts = new long[rows.count() + 1];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = (long) rows.start(i) - first;
        }
        int entries = rows.entries(0, rows.count());
        long[] columns = new long[entries];
        double[] values = new double[entries];
        for (int e = 0; e < entries; e++) {
            columns[e] = rows.column(first + e);
            values[e] = rows.value(first + e);
        }
        file.tensor(STARTS, starts, starts.length)
                .tensor(COLUMNS, columns, entries)
                .tensor(VALUES, values, entries);
    }

    static LearnerCheckpoint.WarmingUp read(TensorFile file, Settings settings) throws ModelFileException {
        RowBatch rows = file.has(ROWS) ? dense(file, settings.columns()) : RowBatch.of(sparse(file));
        return new LearnerCheckpoint.WarmingUp(
                settings, settings.forgetting().needsTimes() ? rows.withTimes(file.doubles(TIMES, -1)) : rows);
    }

    private static RowBatch dense(TensorFile file, int columns) throws ModelFileException {
        double[] rows = file.doubles(ROWS, -1, columns);
        ModelFileChecks.requireFinite("warm-up", rows);
        return RowBatch.of(rows, rows.length / columns);
    }

    private static SparseRows sparse(TensorFile file) throws ModelFileException {
        int[] starts = narrowed(file.longs(STARTS, -1));
        double[] values = file.doubles(VALUES, -1);
        int[] columns = narrowed(file.longs(COLUMNS, values.length));
        ModelFileChecks.requireFinite("warm-up", values);
        return new SparseRows(starts.length - 1, starts, columns, values);
    }

    private static int[] narrowed(long[] numbers) {
        int[] narrow = new int[numbers.length];
        for (int i = 0; i < narrow.length; i++) {
            narrow[i] = Math.toIntExact(numbers[i]);
        }
        return narrow;
    }
}
