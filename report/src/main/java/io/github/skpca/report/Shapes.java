package io.github.skpca.report;

/** Markers as path elements: one element for any number of points, so that thousands stay small. */
final class Shapes {
    private Shapes() {}

    /**
     * The marker of a series at every point; markers differ in outline, not in size.
     *
     * @param x pixels across, read only
     * @param y pixels down, as many as x, read only
     * @param series the number of the series, from 0, which decides the marker
     * @param attributes more attributes of the element, such as its colour
     */
    static String markers(double[] x, double[] y, int series, double radius, String attributes) {
        if (x.length == 0) {
            return "";
        }
        int kind = Palette.variant(series);
        StringBuilder out = new StringBuilder("<path ").append(attributes);
        String outline = outline(kind, radius);
        switch (kind) {
            // A line of no length with round ends is a disc, and the shortest way to write one.
            case 0 -> out.append(stroked(2 * radius));
            case 4, 5 -> out.append(stroked(Math.max(1.2, radius * 0.55)));
            default -> out.append(" fill=\"currentColor\"");
        }
        out.append(" d=\"");
        for (int i = 0; i < x.length; i++) {
            out.append('M').append(Numbers.coordinate(x[i]));
            out.append(' ').append(Numbers.coordinate(y[i])).append(outline);
        }
        return out.append("\"/>").toString();
    }

    private static String stroked(double width) {
        return " fill=\"none\" stroke=\"currentColor\" stroke-linecap=\"round\" stroke-width=\""
                + Numbers.coordinate(width) + "\"";
    }

    private static String outline(int kind, double radius) {
        String half = Numbers.coordinate(radius * 0.9);
        String whole = Numbers.coordinate(radius * 1.8);
        String tip = Numbers.coordinate(radius * 1.3);
        String base = Numbers.coordinate(radius * 2.1);
        return switch (kind) {
            case 0 -> "h0";
            case 1 -> "m-" + half + " -" + half + "h" + whole + "v" + whole + "h-" + whole + "z";
            case 2 -> "m0 -" + tip + "l" + tip + " " + base + "h-" + Numbers.coordinate(2 * radius * 1.3) + "z";
            case 3 -> "m0 -" + tip + "l" + tip + " " + tip + "l-" + tip + " " + tip + "l-" + tip + " -" + tip + "z";
            case 4 ->
                "m-" + half + " -" + half + "l" + whole + " " + whole + "m0 -" + whole + "l-" + whole + " " + whole;
            default -> "m-" + half + " 0h" + whole + "m-" + half + " -" + half + "v" + whole;
        };
    }
}
