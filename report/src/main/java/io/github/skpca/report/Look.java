package io.github.skpca.report;

/**
 * How a series looks: its colour, marker, dash and width. Given to the same series in several charts, it makes them a
 * set that needs one legend.
 *
 * <p>Immutable. Eleven markers differ in outline, so that series are told apart without colour.
 */
public final class Look {
    /** How many steps {@link #step} has. */
    public static final int STEPS = Palette.SHADES;

    static final int NO_MARKER = -1;

    private final Ink ink;
    private final int marker;
    private final String dash;
    private final double width;

    private Look(Ink ink, int marker, String dash, double width) {
        this.ink = ink;
        this.marker = marker;
        this.dash = dash;
        this.width = width;
    }

    /** The look that the series with this number, from 0, has if it is given none; 36 differ in colour or dash. */
    public static Look number(int index) {
        int variant = Palette.variant(index);
        return new Look(Ink.series(index), variant, Palette.DASHES[variant], 2);
    }

    /**
     * A whole line in one of the six colours of series.
     *
     * @param colour from 0 to 5
     * @param marker from 0 to 10: disc, square, triangle, diamond, cross, plus, ring, hollow square, hollow triangle,
     *     hollow diamond, downward triangle
     */
    public static Look colour(int colour, int marker) {
        if (colour < 0 || colour >= Palette.COLOURS || marker < 0 || marker >= Shapes.MARKERS) {
            throw new IllegalArgumentException("colour must be between 0 and " + (Palette.COLOURS - 1)
                    + " and marker between 0 and " + (Shapes.MARKERS - 1) + ", not " + colour + " and " + marker);
        }
        return new Look(Ink.series(colour), marker, "", 2);
    }

    /**
     * A whole line in a step of the ramp, for series in an order of their own; the marker has the step's number.
     *
     * @param step from 0 to {@link #STEPS} - 1
     */
    public static Look step(int step) {
        if (step < 0 || step >= STEPS) {
            throw new IllegalArgumentException("step must be between 0 and " + (STEPS - 1) + ", not " + step);
        }
        return new Look(Ink.shade(step), step, "", 1.8);
    }

    /** The same look with a dashed line. */
    public Look dashed() {
        return new Look(ink, marker, "7 5", width);
    }

    /** The same look with a dotted line and no markers, as for a level. */
    public Look dotted() {
        return new Look(ink, NO_MARKER, "1 4.5", width);
    }

    /** The same look with a heavier line. */
    public Look heavy() {
        return new Look(ink, marker, dash, 3);
    }

    Ink ink() {
        return ink;
    }

    /** The marker's number, or {@link #NO_MARKER}. */
    int marker() {
        return marker;
    }

    Pen pen() {
        return Pen.line(width, dash);
    }
}
