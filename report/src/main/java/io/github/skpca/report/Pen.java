package io.github.skpca.report;

/**
 * How an outline is painted.
 *
 * @param fill what is inside it
 * @param fillOpacity from 0 to 1
 * @param width of the stroke, 0 for none
 * @param dash lengths of dashes and gaps in turn, separated by spaces; empty for a whole line
 * @param round whether ends and corners of the stroke are round
 * @param opacity of the stroke, from 0 to 1
 */
record Pen(Fill fill, double fillOpacity, double width, String dash, boolean round, double opacity) {
    /** What an outline is filled with. */
    enum Fill {
        NOTHING,
        INK,
        PAPER
    }

    static final Pen HAIRLINE = new Pen(Fill.NOTHING, 1, 1, "", false, 1);
    static final Pen AREA = new Pen(Fill.INK, 1, 0, "", false, 1);

    /** A bar that is not highlighted. */
    static final Pen HOLLOW = new Pen(Fill.INK, 0.2, 1, "", false, 0.7);

    static Pen line(double width, String dash) {
        return new Pen(Fill.NOTHING, 1, width, dash, true, 1);
    }

    /** An outline around paper, so that a line does not show through a marker. */
    static Pen outlined(double width) {
        return new Pen(Fill.PAPER, 1, width, "", true, 1);
    }

    /** The same pen, all of it seen through. */
    Pen faded(double share) {
        return new Pen(fill, fillOpacity * share, width, dash, round, opacity * share);
    }
}
