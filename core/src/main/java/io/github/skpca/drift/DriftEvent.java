package io.github.skpca.drift;

import java.util.List;

/**
 * Recent rows are no longer what the reference was. Plain data: what a report of it has to say.
 *
 * @param row how many rows the detector had seen; the last of them gave it away
 * @param rowsCompared how many of the last rows were compared with the reference
 * @param strength ||mean of recent features - mean of reference features||^2, an estimate of the squared kernel distance (MMD^2)
 * @param threshold what the strength had to exceed
 * @param varianceInflation how many times as much means of 256 rows and more of the reference varied as those of independent rows; 1 if
 *     they were not seen to
 * @param columns those whose mean or spread moved most, what stands out most from its own noise first; a change of how columns go together
 *     alone need not show in any of them
 */
public record DriftEvent(
        long row,
        long rowsCompared,
        double strength,
        double threshold,
        double varianceInflation,
        List<ColumnShift> columns) {
    /** Checks the ranges; the list is copied. */
    public DriftEvent {
        if (rowsCompared < 1 || row < rowsCompared) {
            throw new IllegalArgumentException(rowsCompared + " rows compared at row " + row);
        }
        if (!(strength > threshold) || !(threshold >= 0)) {
            throw new IllegalArgumentException("a strength of " + strength + " at a threshold of " + threshold);
        }
        if (!(varianceInflation >= 1)) {
            throw new IllegalArgumentException("varianceInflation must be at least 1, not " + varianceInflation);
        }
        columns = List.copyOf(columns);
    }
}
