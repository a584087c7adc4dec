package io.github.skpca.internal.learning;

import io.github.skpca.BadRowException;
import io.github.skpca.RowBatch;
import io.github.skpca.SparseRows;
import io.github.skpca.Workers;
import org.jspecify.annotations.Nullable;

/** What rows must be before anything is learned from them: whole, finite, and with times if they age by them. */
final class RowChecks {
    private RowChecks() {}

    /**
     * Checks all rows of a batch.
     *
     * @param columns d
     * @throws BadRowException if a number is not finite as a float, or a row is too short or too wide
     */
    static void requireFinite(RowBatch batch, int columns, Workers workers) {
        double[] doubles = batch.doubles();
        float[] floats = batch.floats();
        SparseRows sparse = batch.sparse();
        if (doubles != null) {
            int size = requireSize(doubles.length, batch.count(), columns);
            int bad = FiniteNumbers.firstBad(doubles, size, workers);
            if (bad < size) {
                throw notFinite(bad / columns, bad % columns, doubles[bad]);
            }
        } else if (floats != null) {
            int size = requireSize(floats.length, batch.count(), columns);
            int bad = FiniteNumbers.firstBad(floats, size, workers);
            if (bad < size) {
                throw notFinite(bad / columns, bad % columns, floats[bad]);
            }
        } else if (sparse != null) {
            requireFinite(sparse, columns);
        }
    }

    private static void requireFinite(SparseRows rows, int columns) {
        for (int i = 0; i < rows.count(); i++) {
            for (int e = rows.start(i); e < rows.start(i + 1); e++) {
                if (rows.column(e) >= columns) {
                    throw new BadRowException(
                            i, rows.column(e), "there is no such column: " + columns + " are expected");
                }
                if (!Float.isFinite((float) rows.value(e))) {
                    throw notFinite(i, rows.column(e), rows.value(e));
                }
            }
        }
    }

    static void requireWidth(int width, int columns) {
        if (width != columns) {
            throw new BadRowException("a row of " + width + " columns where " + columns + " are expected");
        }
    }

    private static int requireSize(int length, int count, int columns) {
        if (length < (long) count * columns) {
            throw new BadRowException(length + " numbers are fewer than " + count + " rows of " + columns + " columns");
        }
        return count * columns;
    }

    /** Features are floats: a number beyond them would become infinite later, where it can no longer be refused. */
    private static BadRowException notFinite(int row, int column, double value) {
        return new BadRowException(
                row,
                column,
                value + (Double.isFinite(value) ? " is beyond the range of a float" : " is not a finite number"));
    }

    /** Checks that rows have finite times if they age by them, and none if they do not. */
    static void requireTimes(double @Nullable [] times, int count, boolean wanted) {
        if (times == null) {
            if (wanted) {
                throw new BadRowException(
                        "rows age by their times and come without: give them with RowBatch.withTimes");
            }
            return;
        }
        if (!wanted) {
            throw new BadRowException(
                    "times of rows that do not age by them: leave them out, or set a half-life in time");
        }
        if (times.length < count) {
            throw new BadRowException(times.length + " times are fewer than " + count + " rows");
        }
        for (int i = 0; i < count; i++) {
            if (!Double.isFinite(times[i])) {
                throw new BadRowException("row " + (i + 1) + ": the time " + times[i] + " is not a finite number");
            }
        }
    }
}
