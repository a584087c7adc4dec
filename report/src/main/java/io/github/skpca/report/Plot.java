package io.github.skpca.report;

import java.util.Arrays;
import java.util.List;

/** The data of a picture, drawn between two axes. */
final class Plot {
    private static final int MOST_LINE_MARKERS = 24;
    private static final int SPREAD_LINE_MARKERS = 10;

    /** Markers of one line that are nearer to each other than this would run together. */
    private static final double MARKER_DISTANCE = 9;

    private static final double BAND_OPACITY = 0.16;

    private final List<Element> out;
    private final Axis across;
    private final Axis up;
    private final boolean logX;
    private final boolean logY;

    Plot(List<Element> out, Axis across, Axis up) {
        this.out = out;
        this.across = across;
        this.up = up;
        this.logX = across.scale().kind() == Scale.Kind.LOGARITHMIC;
        this.logY = up.scale().kind() == Scale.Kind.LOGARITHMIC;
    }

    /** Draws all series, the bands below all lines. */
    void draw(List<Series> all) {
        all.forEach(this::drawBand);
        for (Series series : all) {
            switch (series.mark()) {
                case LINE -> drawLine(series);
                case LEVEL -> drawLevel(series);
                case POINT -> drawPoints(series);
                case BAR -> drawBars(series);
            }
        }
    }

    private void drawBand(Series series) {
        StringBuilder data = new StringBuilder();
        int from = 0;
        while (from < series.size()) {
            int to = from;
            while (to < series.size() && series.banded(to, logX, logY)) {
                to++;
            }
            for (int i = from; i < to; i++) {
                data.append(i == from ? 'M' : 'L');
                data.append(place(series.x(i), series.high(i)));
            }
            for (int i = to - 1; i >= from; i--) {
                data.append('L').append(place(series.x(i), series.low(i)));
            }
            data.append(to > from ? "z" : "");
            from = to + 1;
        }
        if (data.length() > 0) {
            Ink ink = series.look().ink();
            out.add(new Element.Outline(data.toString(), ink, Pen.AREA.faded(BAND_OPACITY)));
        }
    }

    private String place(double x, double y) {
        return Numbers.coordinate(across.pixel(x)) + " " + Numbers.coordinate(up.pixel(y));
    }

    private void drawLevel(Series series) {
        if (series.drawable(0, logX, logY)) {
            String data = "M" + Numbers.coordinate(across.start()) + " " + Numbers.coordinate(up.pixel(series.y(0)))
                    + "H" + Numbers.coordinate(across.end());
            out.add(new Element.Outline(data, series.look().ink(), series.look().pen()));
        }
    }

    private void drawLine(Series series) {
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
        Look look = series.look();
        out.add(new Element.Outline(data, look.ink(), look.pen()));
        if (look.marker() != Look.NO_MARKER) {
            int[] marked = apart(series, spread(drawable(series)));
            markers(series, marked, 3.4, look.ink(), 1);
        }
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

    /** Those that are far enough from the last one before them that was kept. */
    private int[] apart(Series series, int[] drawn) {
        int[] kept = new int[drawn.length];
        int count = 0;
        for (int i : drawn) {
            if (count == 0 || distance(series, kept[count - 1], i) >= MARKER_DISTANCE) {
                kept[count++] = i;
            }
        }
        return Arrays.copyOf(kept, count);
    }

    private double distance(Series series, int one, int other) {
        return Math.hypot(
                across.pixel(series.x(one)) - across.pixel(series.x(other)),
                up.pixel(series.y(one)) - up.pixel(series.y(other)));
    }

    /** The size of a marker among so many. */
    static double radius(int points) {
        return points <= 200 ? 3.2 : points <= 2000 ? 2.2 : 1.5;
    }

    private void drawPoints(Series series) {
        int[] drawn = drawable(series);
        double radius = radius(drawn.length);
        if (!series.shaded()) {
            markers(series, drawn, radius, series.look().ink(), 0.8);
            return;
        }
        double low = series.shades(logX, logY).getMin();
        double high = series.shades(logX, logY).getMax();
        for (int shade = 0; shade < Palette.SHADES; shade++) {
            int wanted = shade;
            int[] some = Arrays.stream(drawn)
                    .filter(i -> shadeOf(series.shade(i), low, high) == wanted)
                    .toArray();
            markers(series, some, radius, Ink.shade(shade), 0.85);
        }
    }

    /** The step of the ramp for a value between low and high. */
    static int shadeOf(double value, double low, double high) {
        if (!(high > low)) {
            return 0;
        }
        return Math.min(Palette.SHADES - 1, (int) ((value - low) / (high - low) * Palette.SHADES));
    }

    private void drawBars(Series series) {
        String solid = barsPath(series, 0, series.highlighted());
        String hollow = barsPath(series, series.highlighted(), series.size());
        if (!hollow.isEmpty()) {
            out.add(new Element.Outline(hollow, series.look().ink(), Pen.HOLLOW));
        }
        if (!solid.isEmpty()) {
            out.add(new Element.Outline(solid, series.look().ink(), Pen.AREA));
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

    private void markers(Series series, int[] indices, double radius, Ink ink, double opacity) {
        if (indices.length == 0) {
            return;
        }
        double[] x = Arrays.stream(indices)
                .mapToDouble(i -> across.pixel(series.x(i)))
                .toArray();
        double[] y =
                Arrays.stream(indices).mapToDouble(i -> up.pixel(series.y(i))).toArray();
        out.add(Shapes.markers(x, y, series.look().marker(), radius, ink, opacity));
    }
}
