package io.github.skpca.drift;

/**
 * How one column of recent rows differs from the reference.
 *
 * @param column counted from 0
 * @param meanShift the difference of the means, in standard deviations of the reference; beyond 1e9 in size it is cut off, as it is for a
 *     column that did not vary
 * @param spreadRatio the standard deviation of the recent rows over that of the reference, at most 1e9; 1 if neither varies
 */
public record ColumnShift(int column, double meanShift, double spreadRatio) {
    /** Checks the ranges. */
    public ColumnShift {
        if (column < 0) {
            throw new IllegalArgumentException("column must not be negative: " + column);
        }
        if (!Double.isFinite(meanShift)) {
            throw new IllegalArgumentException("meanShift must be finite, not " + meanShift);
        }
        if (!Double.isFinite(spreadRatio) || spreadRatio < 0) {
            throw new IllegalArgumentException("spreadRatio must be finite and not negative, not " + spreadRatio);
        }
    }
}
