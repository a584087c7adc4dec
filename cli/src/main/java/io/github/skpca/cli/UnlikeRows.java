package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.internal.feature.RowSample;
import io.github.skpca.internal.model.FittedModel;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Whether most rows that a model is used on are unlike those that it learned, as they are where columns or units are others. */
final class UnlikeRows {
    /** Fewer rows may be unlike the others without anything being wrong. */
    private static final int ENOUGH = 20;

    private static final double MOST = 0.5;

    private final int columns;
    /** One range beyond the sample's own: none of two in a wide row is below its median by chance. Empty if no sample is kept. */
    private final double[] low;

    private final double[] high;
    private long rows;
    private long unlike;

    UnlikeRows(KernelPcaModel model) {
        columns = model.columns();
        RowSample.State sample = FittedModel.of(model).sharedSample();
        int count = sample == null ? 0 : sample.count();
        low = new double[count == 0 ? 0 : columns];
        high = new double[low.length];
        Arrays.fill(low, Double.POSITIVE_INFINITY);
        Arrays.fill(high, Double.NEGATIVE_INFINITY);
        for (int i = 0; sample != null && i < count * columns; i++) {
            low[i % columns] = Math.min(low[i % columns], sample.rows()[i]);
            high[i % columns] = Math.max(high[i % columns], sample.rows()[i]);
        }
        for (int j = 0; j < low.length; j++) {
            double range = high[j] - low[j];
            low[j] -= range;
            high[j] += range;
        }
    }

    /** Looks at rows, row-major; a missing number is not unlike. */
    void add(double[] values, int count) {
        if (low.length == 0) {
            return;
        }
        for (int i = 0; i < count; i++) {
            boolean beyond = false;
            for (int j = 0; j < columns && !beyond; j++) {
                double value = values[i * columns + j];
                beyond = value < low[j] || value > high[j];
            }
            unlike += beyond ? 1 : 0;
        }
        rows += count;
    }

    /** What a person should know of the rows so far; a line, or none. */
    List<String> warnings() {
        return warnings(rows, unlike, "lie far outside the range of the rows learned in some column");
    }

    /**
     * The same where something else tells which rows are unlike.
     *
     * @param what what those rows do
     */
    static List<String> warnings(long rows, long unlike, String what) {
        if (rows < ENOUGH || unlike <= MOST * rows) {
            return List.of();
        }
        return List.of(String.format(
                Locale.ROOT,
                "%,d of %,d rows %s: are these the columns, the units and the kind of rows that the model learned?",
                unlike,
                rows,
                what));
    }
}
