package io.github.skpca.internal.model;

import io.github.skpca.internal.feature.FeatureMap;
import io.github.skpca.internal.feature.KernelForm;
import io.github.skpca.internal.feature.ResidualKind;
import io.github.skpca.internal.feature.RowSample;
import io.github.skpca.internal.linalg.SparseMatrix;

/**
 * The smallest box that holds the sample of a model, in standardised columns, and how far a row lies beyond it:
 * ||x - nearest point of the box||^2 / (2 bandwidth^2).
 *
 * <p>A score is the residual times one plus this, so it grows with distance. The residual of a Gaussian kernel alone levels off near 1: it
 * does not distinguish rows ten and a thousand deviations away, and some usual row may have as much. It is a factor, not a term: rows of
 * a kind that the model knows well, but that the sample lacks, have no residual to grow. Inside the box nothing changes. Immutable.
 */
final class SampleBox {
    /** No row is left out. */
    private static final boolean[] NOTHING = {};

    /** The box of a model that keeps no rows: nothing lies beyond it. */
    private static final SampleBox NONE = new SampleBox(new Extremes(new float[0], 0, NOTHING), 1);

    private final float[] low;
    private final float[] high;
    private final double unit;
    /** Columns in which a zero lies beyond the box, ascending: those to check for the zeros of a sparse row. */
    private final int[] withoutZero;

    private SampleBox(Extremes extremes, double bandwidth) {
        this.low = extremes.low;
        this.high = extremes.high;
        this.unit = unit(bandwidth);
        this.withoutZero = java.util.stream.IntStream.range(0, low.length)
                .filter(j -> low[j] > 0 || high[j] < 0)
                .toArray();
    }

    private static double unit(double bandwidth) {
        return 0.5 / (bandwidth * bandwidth);
    }

    /**
     * The box of a model's sample, or of its landmarks if it keeps their kernel values; empty if it keeps no rows or needs no box.
     *
     * @param without rows of the sample that are not held; read only
     */
    static SampleBox of(Fit fit, boolean[] without) {
        int columns = fit.columns();
        double bandwidth = fit.embedding().kernel().bandwidth();
        RowSample.State sample = fit.sample();
        if (isUnbounded(fit)) {
            return NONE;
        }
        if (sample != null && sample.count() > 0) {
            return new SampleBox(new Extremes(fit.standardizedSample(), columns, without), bandwidth);
        }
        FeatureMap map = fit.embedding().map();
        return map.residual() == ResidualKind.OF_KERNEL_VALUES
                ? new SampleBox(new Extremes(map.landmarks(), columns, NOTHING), bandwidth)
                : NONE;
    }

    /** Whether residuals grow with distance by themselves, as those of inner products do. */
    private static boolean isUnbounded(Fit fit) {
        return KernelForm.dotProduct(fit.embedding().kernel()) != null;
    }

    /** Whether no row lies beyond it. */
    boolean isEmpty() {
        return low.length == 0;
    }

    /** The least number of each column; empty if no row lies beyond it. Not to be changed. */
    float[] low() {
        return low;
    }

    /** The largest number of each column; not to be changed. */
    float[] high() {
        return high;
    }

    /** How far a number of a column lies beyond the box, negative below it; 0 inside. */
    double excess(int column, double value) {
        return Math.min(0, value - low[column]) + Math.max(0, value - high[column]);
    }

    /** What the squared distance from the box is multiplied with. */
    double unit() {
        return unit;
    }

    /**
     * The box of numbers that are no columns, in which distances have the unit 1.
     *
     * @param rows row-major; read only
     * @param without rows that it does not hold; read only
     */
    static SampleBox ofRange(float[] rows, int columns, boolean[] without) {
        return new SampleBox(new Extremes(rows, columns, without), Math.sqrt(0.5));
    }

    /**
     * How far each row of a model's sample lies beyond the box of the others.
     *
     * @param without rows of the sample that no box holds; read only
     */
    static double[] beyondOthers(Fit fit, boolean[] without) {
        float[] rows = fit.standardizedSample();
        return isUnbounded(fit)
                ? new double[rows.length / fit.columns()]
                : beyondOthers(
                        rows,
                        fit.columns(),
                        without,
                        unit(fit.embedding().kernel().bandwidth()));
    }

    /** How far each row lies beyond the box of the others, squared and times a unit. */
    static double[] beyondOthers(float[] rows, int columns, boolean[] without, double unit) {
        double[] beyond = new double[columns == 0 ? without.length : rows.length / columns];
        if (beyond.length < 2) {
            return beyond;
        }
        Extremes extremes = new Extremes(rows, columns, without);
        for (int i = 0; i < beyond.length; i++) {
            double sum = 0;
            for (int j = 0; j < columns; j++) {
                float value = rows[i * columns + j];
                sum += i < without.length && without[i]
                        ? squared(value, extremes.low[j], extremes.high[j])
                        : squared(value, extremes.lowWithout(j, value), extremes.highWithout(j, value));
            }
            beyond[i] = unit * sum;
        }
        return beyond;
    }

    private static double squared(double value, double low, double high) {
        double beyond = Math.max(0, Math.max(low - value, value - high));
        return beyond * beyond;
    }

    /**
     * How far a row lies beyond the box.
     *
     * @param rows standardised; the d from {@code at} on are read
     */
    double beyond(float[] rows, int at) {
        double sum = 0;
        for (int j = 0; j < low.length; j++) {
            sum += squared(rows[at + j], low[j], high[j]);
        }
        return unit * sum;
    }

    /** As {@link #beyond(float[], int)} of the same row with its zeros, bit for bit. */
    double beyond(SparseMatrix rows, int row) {
        double sum = 0;
        int next = 0;
        for (int e = rows.start(row); e < rows.start(row + 1); e++) {
            int column = rows.column(e);
            for (; next < withoutZero.length && withoutZero[next] < column; next++) {
                sum += squared(0, low[withoutZero[next]], high[withoutZero[next]]);
            }
            next += next < withoutZero.length && withoutZero[next] == column ? 1 : 0;
            sum += squared(rows.value(e), low[column], high[column]);
        }
        for (; next < withoutZero.length; next++) {
            sum += squared(0, low[withoutZero[next]], high[withoutZero[next]]);
        }
        return unit * sum;
    }

    /**
     * Turns the gradient of a residual into that of the residual times 1 + {@link #beyond}.
     *
     * @param row d numbers, standardised; read only
     * @param residual that of the row
     * @param gradient d numbers, with respect to standardised columns; changed
     */
    void grow(double[] row, double residual, double[] gradient) {
        double sum = 0;
        for (int j = 0; j < low.length; j++) {
            sum += squared(row[j], low[j], high[j]);
        }
        for (int j = 0; j < low.length; j++) {
            double outside = excess(j, row[j]);
            gradient[j] = gradient[j] * (1 + unit * sum) + 2 * unit * residual * outside;
        }
    }

    /** The two smallest and the two largest values of each column: the box of all rows, and of all but one. */
    private static final class Extremes {
        final float[] low;
        final float[] high;
        private final float[] nextLow;
        private final float[] nextHigh;

        Extremes(float[] rows, int columns, boolean[] without) {
            low = filled(columns, Float.POSITIVE_INFINITY);
            nextLow = filled(columns, Float.POSITIVE_INFINITY);
            high = filled(columns, Float.NEGATIVE_INFINITY);
            nextHigh = filled(columns, Float.NEGATIVE_INFINITY);
            for (int i = 0; columns > 0 && i * columns < rows.length; i++) {
                int at = i * columns;
                boolean isHeld = i >= without.length || !without[i];
                for (int j = 0; j < columns && isHeld; j++) {
                    float value = rows[at + j];
                    nextLow[j] = Math.min(nextLow[j], Math.max(low[j], value));
                    low[j] = Math.min(low[j], value);
                    nextHigh[j] = Math.max(nextHigh[j], Math.min(high[j], value));
                    high[j] = Math.max(high[j], value);
                }
            }
        }

        private static float[] filled(int columns, float value) {
            float[] filled = new float[columns];
            java.util.Arrays.fill(filled, value);
            return filled;
        }

        /** The smallest value of a column without one row, whose value is given. */
        float lowWithout(int column, float value) {
            return value == low[column] ? nextLow[column] : low[column];
        }

        float highWithout(int column, float value) {
            return value == high[column] ? nextHigh[column] : high[column];
        }
    }
}
