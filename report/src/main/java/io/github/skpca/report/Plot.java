package io.github.skpca.report;

import java.util.Arrays;

/** The data of a picture, drawn between two axes. */
final class Plot {
    /** What bars that are not highlighted look like besides their colour. */
    static final String HOLLOW = " fill-opacity=\"0.2\" stroke=\"currentColor\" stroke-opacity=\"0.7\"";

    private static final int MOST_LINE_MARKERS = 24;
    private static final int SPREAD_LINE_MARKERS = 10;

    private final StringBuilder out;
    private final Axis across;
    private final Axis up;
    private final boolean logX;
    private final boolean logY;

    Plot(StringBuilder out, Axis across, Axis up) {
        this.out = out;
        this.across = across;
        this.up = up;
        this.logX = across.scale().kind() == Scale.Kind.LOGARITHMIC;
        this.logY = up.scale().kind() == Scale.Kind.LOGARITHMIC;
    }

    /** Draws a series in the colour, dash and marker of its number among the series. */
    void draw(Series series, int index) {
        switch (series.mark()) {
            case LINE -> drawLine(series, index);
            case POINT -> drawPoints(series, index);
            case BAR -> drawBars(series, index);
        }
    }

    private void drawLine(Series series, int index) {
        LinePath path = new LinePath();
        for (int i = 0; i < series.size(); i++) {
            if (series.drawable(i, logX, logY)) {
                path.to(across.pixel(series.x(i)), up.pixel(series.y(i)));
            } else {
                path.gap();
            }
        }
        String data = path.data();
        if (data.isEmpty()) {
            return;
        }
        out.append("<path ").append(Palette.seriesColour(index));
        out.append(" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\" stroke-linecap=\"round\"");
        out.append(" stroke-linejoin=\"round\"").append(Palette.dash(index));
        out.append(" d=\"").append(data).append("\"/>");
        int[] drawn = drawable(series);
        out.append(markers(series, spread(drawn), index, 3.4, Palette.seriesColour(index)));
    }

    /** All points if they are few, otherwise some of them, evenly spread, to tell the series apart without colour. */
    private static int[] spread(int[] drawn) {
        if (drawn.length <= MOST_LINE_MARKERS) {
            return drawn;
        }
        int[] some = new int[SPREAD_LINE_MARKERS];
        for (int i = 0; i < some.length; i++) {
            some[i] = drawn[(int) ((drawn.length - 1L) * i / (some.length - 1))];
        }
        return some;
    }

    private void drawPoints(Series series, int index) {
        int[] drawn = drawable(series);
        double radius = drawn.length <= 200 ? 3.2 : drawn.length <= 2000 ? 2.2 : 1.5;
        if (!series.shaded()) {
            String attributes = Palette.seriesColour(index) + " opacity=\"0.8\"";
            out.append(markers(series, drawn, index, radius, attributes));
            return;
        }
        double low = series.shades(logX, logY).getMin();
        double high = series.shades(logX, logY).getMax();
        for (int shade = 0; shade < Palette.SHADES; shade++) {
            int wanted = shade;
            int[] some = Arrays.stream(drawn)
                    .filter(i -> shadeOf(series.shade(i), low, high) == wanted)
                    .toArray();
            out.append(markers(series, some, index, radius, Palette.shadeColour(shade) + " opacity=\"0.85\""));
        }
    }

    private static int shadeOf(double value, double low, double high) {
        if (!(high > low)) {
            return 0;
        }
        return Math.min(Palette.SHADES - 1, (int) ((value - low) / (high - low) * Palette.SHADES));
    }

    private void drawBars(Series series, int index) {
        String solid = barsPath(series, 0, series.highlighted());
        String hollow = barsPath(series, series.highlighted(), series.size());
        String start = "<path " + Palette.seriesColour(index) + " fill=\"currentColor\"";
        if (!hollow.isEmpty()) {
            out.append(start).append(HOLLOW).append(" d=\"").append(hollow).append("\"/>");
        }
        if (!solid.isEmpty()) {
            out.append(start).append(" d=\"").append(solid).append("\"/>");
        }
    }

    private String barsPath(Series series, int from, int to) {
        double slot = across.pixel(2) - across.pixel(1);
        double width = Math.max(slot * (slot < 3 ? 1 : 0.76), 0.6);
        double floor = logY ? up.start() : up.pixel(0);
        StringBuilder path = new StringBuilder();
        for (int i = from; i < to; i++) {
            if (series.drawable(i, logX, logY)) {
                String side = Numbers.coordinate(width);
                path.append('M').append(Numbers.coordinate(across.pixel(series.x(i)) - width / 2));
                path.append(' ').append(Numbers.coordinate(floor));
                path.append('V').append(Numbers.coordinate(up.pixel(series.y(i))));
                path.append('h').append(side);
                path.append('V').append(Numbers.coordinate(floor)).append('z');
            }
        }
        return path.toString();
    }

    private int[] drawable(Series series) {
        int[] indices = new int[series.size()];
        int count = 0;
        for (int i = 0; i < series.size(); i++) {
            if (series.drawable(i, logX, logY)) {
                indices[count++] = i;
            }
        }
        return Arrays.copyOf(indices, count);
    }

    private String markers(Series series, int[] indices, int kind, double radius, String attributes) {
        double[] x = Arrays.stream(indices)
                .mapToDouble(i -> across.pixel(series.x(i)))
                .toArray();
        double[] y =
                Arrays.stream(indices).mapToDouble(i -> up.pixel(series.y(i))).toArray();
        return Shapes.markers(x, y, kind, radius, attributes);
    }
}
