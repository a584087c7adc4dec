package io.github.skpca.report;

import org.jspecify.annotations.Nullable;

import java.util.DoubleSummaryStatistics;

/** One named set of values in a picture and how it is shown. Immutable; holds copies. */
final class Series {
    /** What a value is drawn as. */
    enum Mark {
        LINE,
        POINT,
        BAR
    }

    private final Mark mark;
    private final String name;
    private final double[] x;
    private final double[] y;
    private final int highlighted;
    private final double @Nullable [] shade;

    private Series(Mark mark, String name, double[] x, double[] y, int highlighted, double @Nullable [] shade) {
        if (x.length != y.length || (shade != null && shade.length != x.length)) {
            throw new IllegalArgumentException("series \"" + name + "\" needs as many x as y"
                    + (shade == null ? "" : " and colour") + " values, not " + x.length + " and " + y.length
                    + (shade == null ? "" : " and " + shade.length));
        }
        this.mark = mark;
        this.name = name;
        this.x = x.clone();
        this.y = y.clone();
        this.highlighted = highlighted;
        this.shade = shade == null ? null : shade.clone();
    }

    static Series line(String name, double[] x, double[] y) {
        return new Series(Mark.LINE, name, x, y, 0, null);
    }

    static Series points(String name, double[] x, double[] y, double @Nullable [] shade) {
        return new Series(Mark.POINT, name, x, y, 0, shade);
    }

    static Series bars(double[] values, int highlighted) {
        if (highlighted < 0 || highlighted > values.length) {
            throw new IllegalArgumentException(
                    "highlighted must be between 0 and " + values.length + ", not " + highlighted);
        }
        double[] numbers = new double[values.length];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i + 1;
        }
        return new Series(Mark.BAR, "", numbers, values, highlighted, null);
    }

    Mark mark() {
        return mark;
    }

    String name() {
        return name;
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
        return Scale.drawable(x[index], logX)
                && Scale.drawable(y[index], logY)
                && (shade == null || Scale.drawable(shade[index], false));
    }

    /** Least, greatest and number of the drawable x. */
    DoubleSummaryStatistics horizontal(boolean logX, boolean logY) {
        return summary(x, logX, logY);
    }

    /** Least, greatest and number of the drawable y. */
    DoubleSummaryStatistics vertical(boolean logX, boolean logY) {
        return summary(y, logX, logY);
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
