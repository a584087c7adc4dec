package io.github.skpca.internal.feature;

import java.util.Arrays;

/** Mean, spread, range and zeros of each column of rows so far. */
final class ColumnMoments {
    private final double[] mean;
    private final double[] sumOfSquares;
    private final double[] low;
    private final double[] high;
    private final int[] zeros;
    private final boolean[] between;
    private final boolean[] broken;
    private int count;

    ColumnMoments(int columns) {
        this.mean = new double[columns];
        this.sumOfSquares = new double[columns];
        this.low = new double[columns];
        this.high = new double[columns];
        this.zeros = new int[columns];
        this.between = new boolean[columns];
        this.broken = new boolean[columns];
        Arrays.fill(low, Double.POSITIVE_INFINITY);
        Arrays.fill(high, Double.NEGATIVE_INFINITY);
    }

    /**
     * Takes in the next row.
     *
     * @param rows its numbers are those from {@code at} on; read only
     */
    void add(double[] rows, int at) {
        count++;
        // One division per row, not one per number: it takes longer than all else here.
        double share = 1.0 / count;
        for (int j = 0; j < mean.length; j++) {
            double value = rows[at + j];
            double difference = value - mean[j];
            mean[j] += difference * share;
            sumOfSquares[j] += difference * (value - mean[j]);
            zeros[j] += value == 0 ? 1 : 0;
            takeRange(j, value);
        }
    }

    private void takeRange(int j, double value) {
        boolean isWithin = value > low[j] && value < high[j];
        if (value == low[j] || value == high[j] || (isWithin && between[j] && broken[j])) {
            return;
        }
        // Of three different values one lies between the others.
        boolean hasTwo = low[j] < high[j];
        between[j] |= hasTwo;
        broken[j] |= value != Math.rint(value);
        low[j] = Math.min(low[j], value);
        high[j] = Math.max(high[j], value);
    }

    int columns() {
        return mean.length;
    }

    /** Rows so far. */
    int count() {
        return count;
    }

    double mean(int column) {
        return mean[column];
    }

    double deviation(int column) {
        return Math.sqrt(sumOfSquares[column] / count);
    }

    /** Whether a column does not vary: a spread at the level of rounding is not one to blow up. */
    boolean isConstant(int column) {
        double deviation = deviation(column);
        return !(deviation > 1e-12 * Math.abs(mean[column])) || deviation < Double.MIN_NORMAL;
    }

    /** How many values of a column are zero. */
    int zeros(int column) {
        return zeros[column];
    }

    /** The largest value of a column less the smallest. */
    double range(int column) {
        return high[column] - low[column];
    }

    /** Whether a column has no more than two different values. */
    boolean isTwoValued(int column) {
        return !between[column];
    }

    /** Whether a column holds whole numbers alone, none of them negative, and a zero. */
    boolean isWholeFromZero(int column) {
        return !broken[column] && low[column] == 0;
    }
}
