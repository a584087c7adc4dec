package io.github.skpca.experiments.run;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * One line of points.tsv: a method, trained and measured once.
 *
 * @param group the data set, size and repeat it belongs to
 * @param training what was trained
 * @param error its errors on the held-out rows, or null where they equal another's
 * @param testMicros microseconds for one held-out row, or NaN where it equals another's
 */
public record Point(
        Group group, Training training, @Nullable GramError error, double testMicros) {
    /** The names of the columns. */
    public static final List<String> COLUMNS = List.of(
            "dataset",
            "rows",
            "columns",
            "trainRows",
            "testRows",
            "method",
            "l",
            "size",
            "repeat",
            "seed",
            "spectralError",
            "frobeniusError",
            "trainSeconds",
            "mapSeconds",
            "testMicrosPerRow",
            "space",
            "workingBytes",
            "extrapolated");

    /**
     * What the points of one call of {@link MethodGroup} have in common.
     *
     * @param dataset the label of the data set
     * @param size m or c
     * @param repeat from 0
     * @param seed of everything random
     */
    public record Group(String dataset, int columns, int trainRows, int testRows, int size, int repeat, long seed) {}

    /** The values in the order of {@link #COLUMNS}. */
    public List<Object> values() {
        GramError measured = error;
        return List.of(
                group.dataset,
                group.trainRows + group.testRows,
                group.columns,
                group.trainRows,
                group.testRows,
                training.method(),
                training.sketchSize(),
                group.size,
                group.repeat,
                group.seed,
                measured == null ? Double.NaN : measured.spectral(),
                measured == null ? Double.NaN : measured.frobenius(),
                training.trainSeconds(),
                training.mapSeconds(),
                testMicros,
                training.space(),
                training.workingBytes(),
                training.extrapolated() ? 1 : 0);
    }
}
