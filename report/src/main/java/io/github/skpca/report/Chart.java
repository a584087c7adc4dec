package io.github.skpca.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * One picture of lines, bars or points, as a self-contained SVG document or as PNG.
 *
 * <p>Immutable: every method that adds something gives a new chart. Kinds of series may be mixed in one chart. Values
 * that are not finite (which here includes sizes beyond 1e250), or not positive on a logarithmic axis, are left out, a
 * line is broken there, and the picture says how many there were.
 *
 * <pre>{@code
 * String svg = Chart.lines("Error and bound", "rows", "spectral error")
 *         .logX().logY()
 *         .series("error", rows, error)
 *         .series("bound", rows, bound)
 *         .svg();
 * }</pre>
 */
public final class Chart {
    private final String kind;
    private final String title;
    private final String xLabel;
    private final String yLabel;
    private final boolean logX;
    private final boolean logY;
    private final List<Series> series;

    private Chart(Chart base, boolean logX, boolean logY, List<Series> series) {
        this.kind = base.kind;
        this.title = base.title;
        this.xLabel = base.xLabel;
        this.yLabel = base.yLabel;
        this.logX = logX;
        this.logY = logY;
        this.series = List.copyOf(series);
        if (logX && series.stream().anyMatch(one -> one.mark() == Series.Mark.BAR)) {
            throw new IllegalArgumentException("the x axis of bars counts them and cannot be logarithmic");
        }
    }

    private Chart(String kind, String title, String xLabel, String yLabel) {
        this.kind = kind;
        this.title = Objects.requireNonNull(title, "title");
        this.xLabel = Objects.requireNonNull(xLabel, "xLabel");
        this.yLabel = Objects.requireNonNull(yLabel, "yLabel");
        this.logX = false;
        this.logY = false;
        this.series = List.of();
    }

    /** An empty chart for {@link #series}. */
    public static Chart lines(String title, String xLabel, String yLabel) {
        return new Chart("Line chart", title, xLabel, yLabel);
    }

    /** An empty chart for {@link #bars(double[], int)}. */
    public static Chart bars(String title, String xLabel, String yLabel) {
        return new Chart("Bar chart", title, xLabel, yLabel);
    }

    /** An empty chart for {@link #points(String, double[], double[])}. */
    public static Chart scatter(String title, String xLabel, String yLabel) {
        return new Chart("Scatter plot", title, xLabel, yLabel);
    }

    /** The same chart with a logarithmic horizontal axis. */
    public Chart logX() {
        return new Chart(this, true, logY, series);
    }

    /** The same chart with a logarithmic vertical axis. */
    public Chart logY() {
        return new Chart(this, logX, true, series);
    }

    /**
     * The same chart with one more line through the points in the order given.
     *
     * @param name what the legend calls it; blank to leave it out of the legend
     * @param x any number of values, copied
     * @param y as many values as x, copied
     */
    public Chart series(String name, double[] x, double[] y) {
        return series(name, next(), x, y);
    }

    /**
     * The same chart with one more line through the points in the order given.
     *
     * @param name what the legend calls it; blank to leave it out of the legend
     * @param look how it is drawn
     * @param x any number of values, copied
     * @param y as many values as x, copied
     */
    public Chart series(String name, Look look, double[] x, double[] y) {
        return with(Series.line(name, look, x, y));
    }

    /**
     * The same chart with one more line and a band around it. The band is left out where it has no height or an end of it
     * cannot be drawn.
     *
     * @param name what the legend calls it; blank to leave it out of the legend
     * @param look how it is drawn
     * @param x any number of values, copied
     * @param y as many values as x, copied
     * @param low the lower ends of the band, as many as x, copied
     * @param high the upper ends of the band, as many as x, copied
     */
    public Chart series(String name, Look look, double[] x, double[] y, double[] low, double[] high) {
        return with(Series.spread(name, look, x, y, low, high));
    }

    /**
     * The same chart with one more line from edge to edge, for a value to compare with.
     *
     * @param name what the legend calls it; blank to leave it out of the legend
     */
    public Chart level(String name, Look look, double value) {
        return with(Series.level(name, look, value));
    }

    /**
     * The same chart with one more set of points.
     *
     * @param name what the legend calls it; blank to leave it out of the legend
     * @param x any number of values, copied
     * @param y as many values as x, copied
     */
    public Chart points(String name, double[] x, double[] y) {
        return with(Series.points(name, next(), x, y, null));
    }

    /** As {@link #points(String, double[], double[])}, with a look of its own. */
    public Chart points(String name, Look look, double[] x, double[] y) {
        return with(Series.points(name, look, x, y, null));
    }

    /**
     * The same chart with one more set of points, coloured from dark to light (on a dark page from dim to bright) by a third
     * value.
     *
     * @param name what the legend calls the third value, whose range it adds; blank to leave it out of the legend
     * @param x any number of values, copied
     * @param y as many values as x, copied
     * @param colour as many values as x, copied
     */
    public Chart points(String name, double[] x, double[] y, double[] colour) {
        Objects.requireNonNull(colour, "colour");
        return with(Series.points(name, next(), x, y, colour));
    }

    /**
     * The same chart with bars numbered from 1.
     *
     * @param values any number of values, copied
     * @param highlighted how many of the first bars are solid, from 0 to all
     */
    public Chart bars(double[] values, int highlighted) {
        return with(Series.bars(next(), values, highlighted));
    }

    /** A complete svg element, to be put into a page as it is or written to a file of its own in UTF-8. */
    public String svg() {
        return picture().svg();
    }

    /** The chart as a picture of its own, to be written as SVG or PNG. */
    public Picture picture() {
        return new Drawing(this, Layout.ALONE).picture();
    }

    /** The chart for a place beside others, smaller than alone. */
    public Picture smallPicture() {
        return new Drawing(this, Layout.SMALL).picture();
    }

    String kind() {
        return kind;
    }

    String title() {
        return title;
    }

    String xLabel() {
        return xLabel;
    }

    String yLabel() {
        return yLabel;
    }

    boolean logarithmicX() {
        return logX;
    }

    boolean logarithmicY() {
        return logY;
    }

    List<Series> series() {
        return series;
    }

    private Look next() {
        return Look.number(series.size());
    }

    private Chart with(Series added) {
        List<Series> all = new ArrayList<>(series);
        all.add(added);
        return new Chart(this, logX, logY, all);
    }
}
