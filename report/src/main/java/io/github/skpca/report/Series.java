package io.github.skpca.report;

import org.jspecify.annotations.Nullable;

import java.util.DoubleSummaryStatistics;
import java.util.Objects;

/** One named set of values in a picture and how it is shown. Immutable; holds copies. */
final class Series {
    /** What a value is drawn as. */
    enum Mark {
        LINE,
        /** A value with no place across: a line from edge to edge. */
        LEVEL,
        POINT,
        BAR
    }

    private final Mark mark;
    private final String name;
    private final Look look;
    private final double[] x;
    private final double[] y;
    private final double[] low;
    private final double[] high;
    private final int highlighted;
    private final double @Nullable [] shade;

    private Series(Mark mark, String name, Look look, double[][] values, int highlighted, double @Nullable [] shade) {
        this.mark = mark;
        this.name = Objects.requireNonNull(name, "name");
        this.look = Objects.requireNonNull(look, "look");
        this.x = values[0].clone();
        this.y = values[1].clone();
        this.low = values[2].clone();
        this.high = values[3].clone();
        this.highlighted = highlighted;
        this.shade = shade == null ? null : shade.clone();
        if (x.length != y.length || (shade != null && shade.length != x.length)) {
            throw new IllegalArgumentException("series \"" + name + "\" needs as many x as y"
                    + (shade == null ? "" : " and colour") + " values, not " + x.length + " and " + y.length
                    + (shade == null ? "" : " and " + shade.length));
        }
        if (low.length != y.length || high.length != y.length) {
            throw new IllegalArgumentException(
                    "series \"" + name + "\" needs as many lower and upper ends as values, not " + low.length + " and "
                            + high.length + " for " + y.length);
        }
    }

    static Series line(String name, Look look, double[] x, double[] y) {
        return new Series(Mark.LINE, name, look, new double[][] {x, y, y, y}, 0, null);
    }

    static Series spread(String name, Look look, double[] x, double[] y, double[] low, double[] high) {
        return new Series(Mark.LINE, name, look, new double[][] {x, y, low, high}, 0, null);
    }

    static Series level(String name, Look look, double value) {
        double[] y = {value};
        return new Series(Mark.LEVEL, name, look, new double[][] {{0}, y, y, y}, 0, null);
    }

    static Series points(String name, Look look, double[] x, double[] y, double @Nullable [] shade) {
        return new Series(Mark.POINT, name, look, new double[][] {x, y, y, y}, 0, shade);
    }

    static Series bars(Look look, double[] values, int highlighted) {
        if (highlighted < 0 || highlighted > values.length) {
            throw new IllegalArgumentException(
                    "highlighted must be between 0 and " + values.length + ", not " + highlighted);
        }
        double[] numbers = new double[values.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i + 1;
        }
        return new Series(Mark.BAR, "", look, new double[][] {numbers, values, values, values}, highlighted, null);
    }

    Mark mark() {
        return mark;
    }

    String name() {
        return name;
    }

    Look look() {
        return look;
    }

    int size() {
        return x.length;
    }

    double x(int index) {
        return x[index];
    }

    double y(int index) {
        return y[index];
    }

    /** The lower end of the band around the value; the value itself where there is none. */
    double low(int index) {
        return low[index];
    }

    /** The upper end of the band around the value. */
    double high(int index) {
        return high[index];
    }

    /** Whether the band around the value has a height and both its ends can be drawn. */
    boolean banded(int index, boolean logX, boolean logY) {
        return drawable(index, logX, logY)
                && low[index] < high[index]
                && Scale.drawable(low[index], logY)
                && Scale.drawable(high[index], logY);
    }

    /** How many of the first bars are highlighted. */
    int highlighted() {
        return highlighted;
    }

    boolean shaded() {
        return shade != null;
    }

    double shade(int index) {
        return shade == null ? 0 : shade[index];
    }

    boolean drawable(int index, boolean logX, boolean logY) {
        return (mark == Mark.LEVEL || Scale.drawable(x[index], logX))
                && Scale.drawable(y[index], logY)
                && (shade == null || Scale.drawable(shade[index], false));
    }

    /** Least, greatest and number of the drawable x. */
    DoubleSummaryStatistics horizontal(boolean logX, boolean logY) {
        return mark == Mark.LEVEL ? new DoubleSummaryStatistics() : summary(x, logX, logY);
    }

    /** Least, greatest and number of the drawable y. */
    DoubleSummaryStatistics vertical(boolean logX, boolean logY) {
        return summary(y, logX, logY);
    }

    /** Least and greatest of the drawable y and of the bands around them. */
    DoubleSummaryStatistics extent(boolean logX, boolean logY) {
        DoubleSummaryStatistics extent = vertical(logX, logY);
        for (int i = 0; i < y.length; i++) {
            if (banded(i, logX, logY)) {
                extent.accept(low[i]);
                extent.accept(high[i]);
            }
        }
        return extent;
    }

    /** Least, greatest and number of the drawable points' colour values. */
    DoubleSummaryStatistics shades(boolean logX, boolean logY) {
        return shade == null ? new DoubleSummaryStatistics() : summary(shade, logX, logY);
    }

    private DoubleSummaryStatistics summary(double[] values, boolean logX, boolean logY) {
        DoubleSummaryStatistics summary = new DoubleSummaryStatistics();
        for (int i = 0; i < values.length; i++) {
            if (drawable(i, logX, logY)) {
                summary.accept(values[i]);
            }
        }
        return summary;
    }
}
