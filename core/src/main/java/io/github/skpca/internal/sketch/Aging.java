package io.github.skpca.internal.sketch;

import io.github.skpca.Forgetting;

import java.util.Arrays;

/** The clock of rows that lose weight with age: the latest time seen, and the times and weights of the rows of a block. */
final class Aging {
    private final Forgetting.HalfLife life;
    private final double[] times;
    private final double[] weights;
    private double latest = Double.NaN;

    Aging(Forgetting.HalfLife life, int blockRows) {
        this.life = life;
        this.times = new double[life.clock() == Forgetting.Clock.TIME ? blockRows : 0];
        this.weights = new double[blockRows];
    }

    Forgetting.HalfLife life() {
        return life;
    }

    boolean hasTimes() {
        return times.length > 0;
    }

    /** T, or 0 if rows have no times or none has been absorbed. */
    double latest() {
        return Double.isNaN(latest) ? 0 : latest;
    }

    void keep(double[] source, int first, int filled, int rows) {
        System.arraycopy(source, first, times, filled, rows);
    }

    /** The weights of the block's rows, as set by the last {@link #absorb}. */
    double[] weights() {
        return weights;
    }

    /** Moves the clock over a block of rows and computes their weights; returns the factor for all earlier rows. */
    double absorb(int rows) {
        if (!hasTimes()) {
            for (int i = 0; i < rows; i++) {
                weights[i] = life.weight((double) rows - 1 - i);
            }
            return life.weight(rows);
        }
        double newest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < rows; i++) {
            newest = Math.max(newest, times[i]);
        }
        double factor = advance(newest);
        for (int i = 0; i < rows; i++) {
            weights[i] = life.weight(latest - times[i]);
        }
        return factor;
    }

    /** Moves the clock to a time if that is later; returns the factor for all earlier rows. */
    double advance(double time) {
        if (!hasTimes()) {
            return 1;
        }
        double before = latest;
        latest = Double.isNaN(before) ? time : Math.max(before, time);
        return Double.isNaN(before) || latest == before ? 1 : life.weight(latest - before);
    }

    /** Sets the clock of a sketch without rows. */
    void start(double time) {
        if (hasTimes() && Double.isNaN(latest)) {
            latest = time;
        }
    }

    /** Resumes from saved ages, with {@code filled} rows in the block. */
    void set(CenteredSketch.Ages ages, int filled) {
        if (ages.times().length != (hasTimes() ? filled : 0)) {
            throw new IllegalArgumentException(ages.times().length + " times for " + filled + " rows of a block");
        }
        System.arraycopy(ages.times(), 0, times, 0, ages.times().length);
        latest = ages.weight() > 0 ? ages.latest() : Double.NaN;
    }

    /** The ages to save. */
    CenteredSketch.Ages ages(double weight, int filled) {
        return new CenteredSketch.Ages(weight, latest(), Arrays.copyOf(times, hasTimes() ? filled : 0));
    }

    long bytes() {
        return 8L * (times.length + weights.length);
    }
}
