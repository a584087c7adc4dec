package io.github.skpca.report;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/** The names of the series beside samples of their marks, in rows above the plot where they cover no data. */
final class Legend {
    static final double FONT_SIZE = 12.5;

    private static final double ROW_HEIGHT = 20;
    private static final double GAP = 18;

    /** A name, and the drawing that goes before it, which is {@code width} wide and centred on y = 0. */
    private record Entry(String sample, double width, String label) {}

    private final List<Entry> entries = new ArrayList<>();
    private final double width;

    Legend(List<Series> series, boolean logX, boolean logY, double width) {
        this.width = width;
        for (int i = 0; i < series.size(); i++) {
            add(series.get(i), i, series.get(i).shades(logX, logY));
        }
    }

    /** Draws the rows below {@code top} and gives the y at which they end, which is {@code top} if there is nothing to name. */
    double draw(StringBuilder out, double left, double top) {
        if (entries.isEmpty()) {
            return top;
        }
        double x = left;
        double y = top + ROW_HEIGHT / 2;
        for (Entry entry : entries) {
            String label = TextWidth.cut(entry.label(), FONT_SIZE, width - entry.width() - 6);
            double needed = entry.width() + 6 + TextWidth.of(label, FONT_SIZE);
            if (x > left && x + needed > left + width) {
                x = left;
                y += ROW_HEIGHT;
            }
            out.append("<g transform=\"translate(").append(Numbers.coordinate(x));
            out.append(' ').append(Numbers.coordinate(y)).append(")\">").append(entry.sample());
            out.append("<text class=\"ink\" fill=\"")
                    .append(Palette.LIGHT.ink())
                    .append("\" x=\"");
            out.append(Numbers.coordinate(entry.width() + 6)).append("\" y=\"4.5\" font-size=\"12.5\">");
            out.append(Markup.escape(label)).append("</text></g>");
            x += needed + GAP;
        }
        return y + ROW_HEIGHT / 2;
    }

    private void add(Series series, int index, DoubleSummaryStatistics shades) {
        switch (series.mark()) {
            case LINE -> {
                if (!series.name().isBlank()) {
                    entries.add(new Entry(lineSample(index), 28, series.name()));
                }
            }
            case POINT -> {
                if (!series.name().isBlank()) {
                    entries.add(series.shaded() ? ramp(series, shades) : new Entry(dot(index, 5), 10, series.name()));
                }
            }
            case BAR -> addBars(series, index);
        }
    }

    private void addBars(Series series, int index) {
        int rest = series.size() - series.highlighted();
        if (series.highlighted() == 0) {
            return;
        }
        entries.add(new Entry(box(Palette.seriesColour(index), 0, 12), 12, "first " + series.highlighted()));
        if (rest > 0) {
            String hollow = Palette.seriesColour(index) + Plot.HOLLOW;
            entries.add(new Entry(box(hollow, 0, 12), 12, "other " + rest));
        }
    }

    private static Entry ramp(Series series, DoubleSummaryStatistics shades) {
        StringBuilder sample = new StringBuilder();
        for (int i = 0; i < Palette.SHADES; i++) {
            sample.append(box(Palette.shadeColour(i), i * 12, 12));
        }
        String range = shades.getCount() == 0
                ? ""
                : ": " + Numbers.compact(shades.getMin()) + " to " + Numbers.compact(shades.getMax());
        return new Entry(sample.toString(), 12 * Palette.SHADES, series.name() + range);
    }

    private static String lineSample(int index) {
        return "<path " + Palette.seriesColour(index) + " fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\""
                + Palette.dash(index) + " d=\"M0 0H28\"/>" + dot(index, 14);
    }

    private static String dot(int index, double x) {
        return Shapes.markers(new double[] {x}, new double[] {0}, index, 3.4, Palette.seriesColour(index));
    }

    private static String box(String attributes, double x, double width) {
        return "<rect " + attributes + " fill=\"currentColor\" x=\"" + Numbers.coordinate(x) + "\" y=\"-6\" width=\""
                + Numbers.coordinate(width) + "\" height=\"12\"/>";
    }
}
