package io.github.skpca.internal.baseline;

/**
 * Standardised rows that stand for all rows seen so far, and all that is needed to resume from them.
 *
 * @param columns d
 * @param rows the landmarks, rows of d floats; owned by this record, not to be changed
 * @param seen how many rows there were in all
 * @param next for a sample: which row of the stream, counted from 1, replaces each landmark next; empty if all rows are kept;
 *     owned by this record, not to be changed
 */
public record LandmarkState(int columns, float[] rows, long seen, long[] next) {
    /** Checks sizes and ranges, because it may come from a file. */
    public LandmarkState {
        if (columns < 1 || rows.length % columns != 0) {
            throw new IllegalArgumentException(rows.length + " numbers are not rows of " + columns + " columns");
        }
        int count = rows.length / columns;
        if (next.length == 0 ? seen != count : next.length != count || seen < 1) {
            throw new IllegalArgumentException(count + " landmarks, " + next.length + " of them to be replaced, for "
                    + seen + " rows do not fit each other");
        }
        for (long row : next) {
            if (row <= seen) {
                throw new IllegalArgumentException("a landmark was to be replaced at row " + row + " of " + seen);
            }
        }
        for (float value : rows) {
            if (!Float.isFinite(value)) {
                throw new IllegalArgumentException("landmarks hold a number that is not finite");
            }
        }
    }

    /** No rows yet. */
    public static LandmarkState empty(int columns) {
        return new LandmarkState(columns, new float[0], 0, new long[0]);
    }

    /** How many landmarks there are. */
    public int count() {
        return rows.length / columns;
    }
}
