package io.github.skpca.report;

import java.util.DoubleSummaryStatistics;

/**
 * A picture being laid out, from top to bottom: title, legend, name of the vertical axis, plot, name of the horizontal
 * axis, and a note about values left out. The plot has a fixed size; the picture grows with the rest.
 */
final class Drawing {
    /** Narrow on purpose: on a telephone the picture is shown at three quarters of this, and its text must stay legible. */
    private static final double WIDTH = 480;

    private static final double PLOT_HEIGHT = 240;
    private static final double MARGIN = 14;
    private static final double TITLE_SIZE = 15.5;

    /** Somewhat less than there is, because bold letters are wider than {@link TextWidth} takes them to be. */
    private static final double TITLE_WIDTH = (WIDTH - 2 * MARGIN) * 0.94;

    private static final double LABEL_SIZE = 12.5;
    private static final double NOTE_SIZE = 11.5;

    private final Chart chart;
    private final StringBuilder body = new StringBuilder();
    private final boolean logX;
    private final boolean logY;

    Drawing(Chart chart) {
        this.chart = chart;
        this.logX = chart.logarithmicX();
        this.logY = chart.logarithmicY();
    }

    String svg() {
        double y = 8;
        for (String line : TextWidth.twoLines(chart.title(), TITLE_SIZE, TITLE_WIDTH)) {
            y += 20;
            text(MARGIN, y, TITLE_SIZE, "ink", " font-weight=\"600\"", line);
        }
        y = new Legend(chart.series(), logX, logY, WIDTH - 2 * MARGIN).draw(body, MARGIN, y + 9);
        y += 19;
        text(MARGIN, y, LABEL_SIZE, "quiet", "", chart.yLabel());
        double top = y + 15;
        double bottom = top + PLOT_HEIGHT;
        Axis up = Axis.vertical(verticalScale(), bottom, top);
        double labels = up.ticks().stream()
                .mapToDouble(tick -> TextWidth.of(tick.label(), Axis.FONT_SIZE))
                .max()
                .orElse(0);
        Axis across = Axis.horizontal(horizontalScale(), MARGIN + labels + 8, WIDTH - 20, WIDTH);
        drawAxes(across, up);
        drawSeries(across, up);
        y = bottom + 41;
        double middle = (across.start() + across.end()) / 2;
        double half = TextWidth.of(TextWidth.cut(chart.xLabel(), LABEL_SIZE, WIDTH - 2 * MARGIN), LABEL_SIZE) / 2;
        middle = Math.max(MARGIN + half, Math.min(WIDTH - MARGIN - half, middle));
        text(middle, y, LABEL_SIZE, "quiet", " text-anchor=\"middle\"", chart.xLabel());
        String note = note();
        if (!note.isEmpty()) {
            y += 21;
            text(MARGIN, y, NOTE_SIZE, "quiet", " font-style=\"italic\"", note);
        }
        return document(Math.ceil(y + MARGIN));
    }

    private String document(double height) {
        // Standing alone it is shown half as large again; on a page the style sheet decides.
        String size = "width=\"" + Numbers.coordinate(WIDTH * 1.5) + "\" height=\"" + Numbers.coordinate(height * 1.5)
                + "\" viewBox=\"0 0 " + Numbers.coordinate(WIDTH) + " " + Numbers.coordinate(height) + "\"";
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"skpca-chart\" role=\"img\" " + size
                + " font-family=\"system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif\">"
                + "<title>" + Markup.escape(chart.title()) + "</title>"
                + "<desc>" + Markup.escape(description()) + "</desc>"
                + "<style>" + Palette.chartStyle() + "</style>"
                + "<rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"" + Palette.LIGHT.paper() + "\"/>"
                + body + "</svg>";
    }

    private Scale horizontalScale() {
        DoubleSummaryStatistics range = new DoubleSummaryStatistics();
        boolean whole = true;
        boolean points = false;
        for (Series series : chart.series()) {
            range.combine(series.horizontal(logX, logY));
            points |= series.mark() == Series.Mark.POINT;
            if (series.mark() == Series.Mark.BAR) {
                // Bars keep their places even where some cannot be drawn.
                range.accept(0.5);
                range.accept(series.size() + 0.5);
                continue;
            }
            for (int i = 0; i < series.size() && whole; i++) {
                whole = series.x(i) == Math.rint(series.x(i)) || !series.drawable(i, logX, logY);
            }
        }
        Scale.Kind kind = logX ? Scale.Kind.LOGARITHMIC : whole ? Scale.Kind.WHOLE : Scale.Kind.LINEAR;
        Scale scale = spanning(range, kind);
        return points ? scale.padded(0.04) : scale;
    }

    private Scale verticalScale() {
        DoubleSummaryStatistics range = new DoubleSummaryStatistics();
        boolean points = false;
        for (Series series : chart.series()) {
            range.combine(series.vertical(logX, logY));
            points |= series.mark() == Series.Mark.POINT;
            if (series.mark() == Series.Mark.BAR && !logY) {
                range.accept(0);
            }
        }
        Scale scale = spanning(range, logY ? Scale.Kind.LOGARITHMIC : Scale.Kind.LINEAR);
        return points ? scale.padded(0.04) : scale.rounded(Axis.MOST_TICKS);
    }

    private static Scale spanning(DoubleSummaryStatistics range, Scale.Kind kind) {
        if (range.getCount() == 0) {
            return new Scale(kind == Scale.Kind.LOGARITHMIC ? 0.1 : 0, 1, kind);
        }
        return Scale.spanning(range.getMin(), range.getMax(), kind);
    }

    private void drawAxes(Axis across, Axis up) {
        StringBuilder grid = new StringBuilder();
        for (Tick tick : up.ticks()) {
            grid.append(line(across.start(), up.pixel(tick.value()), 'H', across.end()));
        }
        for (Tick tick : across.ticks()) {
            grid.append(line(across.pixel(tick.value()), up.end(), 'V', up.start()));
        }
        path("grid", Palette.LIGHT.grid(), grid);
        StringBuilder frame = new StringBuilder();
        frame.append(line(across.start(), up.start(), 'H', across.end()));
        for (Tick tick : across.ticks()) {
            frame.append(line(across.pixel(tick.value()), up.start(), 'V', up.start() + 5));
        }
        for (double mark : across.scale().minorTicks()) {
            frame.append(line(across.pixel(mark), up.start(), 'V', up.start() + 3));
        }
        for (double mark : up.scale().minorTicks()) {
            frame.append(line(across.start() - 3, up.pixel(mark), 'H', across.start()));
        }
        path("axis", Palette.LIGHT.quiet(), frame);
        for (Tick tick : across.ticks()) {
            double x = across.labelMiddle(tick);
            text(x, up.start() + 19, Axis.FONT_SIZE, "quiet", " text-anchor=\"middle\"", tick.label());
        }
        for (Tick tick : up.ticks()) {
            double y = up.pixel(tick.value()) + Axis.FONT_SIZE * 0.35;
            text(across.start() - 8, y, Axis.FONT_SIZE, "quiet", " text-anchor=\"end\"", tick.label());
        }
    }

    private void drawSeries(Axis across, Axis up) {
        Plot plot = new Plot(body, across, up);
        long drawn = 0;
        for (int i = 0; i < chart.series().size(); i++) {
            plot.draw(chart.series().get(i), i);
            drawn += chart.series().get(i).vertical(logX, logY).getCount();
        }
        if (drawn == 0) {
            double middle = (across.start() + across.end()) / 2;
            double y = (up.start() + up.end()) / 2;
            text(middle, y, LABEL_SIZE, "quiet", " text-anchor=\"middle\"", "nothing to draw");
        }
    }

    private String note() {
        long leftOut = 0;
        for (Series series : chart.series()) {
            leftOut += series.size() - series.vertical(logX, logY).getCount();
        }
        if (leftOut == 0) {
            return "";
        }
        String why = logX || logY ? "not finite, or not positive on a logarithmic axis" : "not finite";
        return leftOut + (leftOut == 1 ? " value" : " values") + " left out: " + why;
    }

    private String description() {
        StringBuilder out = new StringBuilder(chart.kind());
        out.append(". Across: ").append(chart.xLabel()).append(logX ? ", logarithmic" : "");
        out.append(". Up: ")
                .append(chart.yLabel())
                .append(logY ? ", logarithmic" : "")
                .append('.');
        for (Series series : chart.series()) {
            DoubleSummaryStatistics range = series.vertical(logX, logY);
            out.append(' ')
                    .append(series.name().isBlank() ? "Values" : series.name())
                    .append(": ");
            out.append(range.getCount()).append(range.getCount() == 1 ? " point" : " points");
            if (range.getCount() > 0) {
                out.append(" from ").append(Numbers.compact(range.getMin()));
                out.append(" to ").append(Numbers.compact(range.getMax()));
            }
            out.append(series.highlighted() > 0 ? ", the first " + series.highlighted() + " highlighted." : ".");
        }
        String note = note();
        return note.isEmpty() ? out.toString() : out + " " + note + ".";
    }

    private void text(double x, double y, double size, String ink, String attributes, String text) {
        if (text.isBlank()) {
            return;
        }
        String fill = ink.equals("ink") ? Palette.LIGHT.ink() : Palette.LIGHT.quiet();
        body.append("<text class=\"")
                .append(ink)
                .append("\" fill=\"")
                .append(fill)
                .append("\" x=\"");
        body.append(Numbers.coordinate(x)).append("\" y=\"").append(Numbers.coordinate(y));
        body.append("\" font-size=\"")
                .append(Numbers.coordinate(size))
                .append('"')
                .append(attributes)
                .append('>');
        body.append(Markup.escape(TextWidth.cut(text, size, WIDTH - 2 * MARGIN)))
                .append("</text>");
    }

    private void path(String name, String colour, StringBuilder data) {
        body.append("<path class=\"")
                .append(name)
                .append("\" fill=\"none\" stroke=\"")
                .append(colour);
        body.append("\" d=\"").append(data).append("\"/>");
    }

    private static String line(double x, double y, char direction, double end) {
        return "M" + Numbers.coordinate(x) + " " + Numbers.coordinate(y) + direction + Numbers.coordinate(end);
    }
}
