package io.github.skpca.report;

/**
 * The area a chart is drawn in; its height follows from what it shows.
 *
 * @param width of the whole
 * @param plotHeight between the axes
 * @param legend whether the chart names its own series
 * @param tagged whether the parts that a script draws again can be found
 */
record Layout(double width, double plotHeight, boolean legend, boolean tagged) {
    /** Narrow on purpose: on a telephone the picture is shown at three quarters of this, and its text must stay legible. */
    static final Layout ALONE = new Layout(480, 240, true, false);

    /** One of several side by side, under one legend. */
    static final Layout PANEL = new Layout(372, 232, false, false);

    /** One of three side by side, each with a legend of its own. */
    static final Layout SMALL = new Layout(372, 250, true, false);

    /** A map, whose axes and points a script may draw again. */
    static final Layout MAP = new Layout(480, 330, true, true);

    /** Between the edge and what is shown. */
    static final double MARGIN = 14;

    double textWidth() {
        return width - 2 * MARGIN;
    }
}
