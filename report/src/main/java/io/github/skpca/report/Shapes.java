package io.github.skpca.report;

/** Markers as paths with relative segments: one element for any number of points, so that thousands stay small. */
final class Shapes {
    static final int MARKERS = 11;

    private static final int FIRST_HOLLOW = 6;

    private Shapes() {}

    /**
     * The marker at every point; markers differ in outline, not in size.
     *
     * @param x pixels across, read only
     * @param y pixels down, as many as x, read only
     * @param marker from 0 to {@link #MARKERS} - 1
     * @param opacity from 0 to 1
     */
    static Element.Outline markers(double[] x, double[] y, int marker, double radius, Ink ink, double opacity) {
        StringBuilder data = new StringBuilder();
        String outline = outline(marker, radius);
        for (int i = 0; i < x.length; i++) {
            data.append('M').append(Numbers.coordinate(x[i]));
            data.append(' ').append(Numbers.coordinate(y[i])).append(outline);
        }
        return new Element.Outline(data.toString(), ink, pen(marker, radius).faded(opacity));
    }

    private static Pen pen(int marker, double radius) {
        return switch (marker) {
            // A line of no length with round ends is a disc, and the shortest way to write one.
            case 0 -> Pen.line(2 * radius, "");
            case 4, 5 -> Pen.line(Math.max(1.2, radius * 0.55), "");
            default -> marker >= FIRST_HOLLOW && marker < MARKERS - 1 ? Pen.outlined(radius * 0.5) : Pen.AREA;
        };
    }

    /** The marker from its middle, as relative segments of a path. */
    static String outline(int marker, double radius) {
        String half = Numbers.coordinate(radius * 0.9);
        String whole = Numbers.coordinate(radius * 1.8);
        String tip = Numbers.coordinate(radius * 1.3);
        String base = Numbers.coordinate(radius * 2.1);
        String width = Numbers.coordinate(2 * radius * 1.3);
        return switch (marker) {
            case 0 -> "h0";
            case 1, 7 -> "m-" + half + " -" + half + "h" + whole + "v" + whole + "h-" + whole + "z";
            case 2, 8 -> "m0 -" + tip + "l" + tip + " " + base + "h-" + width + "z";
            case 3, 9 -> "m0 -" + tip + "l" + tip + " " + tip + "l-" + tip + " " + tip + "l-" + tip + " -" + tip + "z";
            case 4 ->
                "m-" + half + " -" + half + "l" + whole + " " + whole + "m0 -" + whole + "l-" + whole + " " + whole;
            case 5 -> "m-" + half + " 0h" + whole + "m-" + half + " -" + half + "v" + whole;
            case 6 -> octagon(radius);
            default -> "m0 " + tip + "l" + tip + " -" + base + "h-" + width + "z";
        };
    }

    /** Eight sides, which at this size no eye tells from a circle. */
    private static String octagon(double radius) {
        double corner = radius * 1.05;
        String slant = Numbers.coordinate(corner * 0.5858);
        String side = Numbers.coordinate(corner * 0.8284);
        return "m-" + Numbers.coordinate(corner * 0.4142) + " -" + Numbers.coordinate(corner) + "h" + side + "l" + slant
                + " " + slant + "v" + side + "l-" + slant + " " + slant + "h-" + side + "l-" + slant + " -" + slant
                + "v-" + side + "z";
    }
}
