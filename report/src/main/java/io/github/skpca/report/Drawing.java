package io.github.skpca.report;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/**
 * A chart being laid out, from top to bottom: title, legend, name of the vertical axis, plot, name of the horizontal
 * axis, and a note about values left out. The plot has a fixed size; the picture grows with the rest.
 */
final class Drawing {
    private static final double MARGIN = Layout.MARGIN;
    private static final double TITLE_SIZE = 15.5;
    private static final double LABEL_SIZE = 12.5;
    private static final double NOTE_SIZE = 11.5;

    /** Bold letters are wider than {@link TextWidth} takes them to be. */
    private static final double BOLD = 0.94;

    private final Chart chart;
    private final Layout layout;
    private final List<Element> body = new ArrayList<>();
    private final boolean logX;
    private final boolean logY;
    private final double height;
    private double[] box = new double[4];

    Drawing(Chart chart, Layout layout) {
        this.chart = chart;
        this.layout = layout;
        this.logX = chart.logarithmicX();
        this.logY = chart.logarithmicY();
        this.height = draw();
    }

    Picture picture() {
        return new Picture(new double[] {layout.width(), height}, 1.5, chart.title(), description(), body);
    }

    List<Element> elements() {
        return body;
    }

    double height() {
        return height;
    }

    /** Where the plot is: left, right, top and bottom. */
    double[] box() {
        return box.clone();
    }

    private double draw() {
        double y = 8;
        for (String line : TextWidth.twoLines(chart.title(), TITLE_SIZE, layout.textWidth() * BOLD)) {
            y += 20;
            text(MARGIN, y, TITLE_SIZE, Ink.TEXT, Element.Face.BOLD, line);
        }
        y += layout.legend() ? 9 : 2;
        if (layout.legend()) {
            y = new Legend(chart.series(), logX, logY, layout.textWidth()).draw(body, MARGIN, y);
        }
        y += 19;
        int part = body.size();
        text(MARGIN, y, LABEL_SIZE, Ink.QUIET, Element.Face.PLAIN, chart.yLabel());
        name("yname", part);
        double top = y + 15;
        double bottom = top + layout.plotHeight();
        Axis up = Axis.vertical(verticalScale(), bottom, top);
        double labels = up.ticks().stream()
                .mapToDouble(tick -> TextWidth.of(tick.label(), Axis.FONT_SIZE))
                .max()
                .orElse(0);
        Axis across = Axis.horizontal(horizontalScale(), MARGIN + labels + 8, layout.width() - 20, layout.width());
        box = new double[] {across.start(), across.end(), top, bottom};
        part = body.size();
        drawAxes(across, up);
        name("axes", part);
        part = body.size();
        drawSeries(across, up);
        name("marks", part);
        y = bottom + 41;
        double middle = (across.start() + across.end()) / 2;
        double half = TextWidth.of(TextWidth.cut(chart.xLabel(), LABEL_SIZE, layout.textWidth()), LABEL_SIZE) / 2;
        middle = Math.max(MARGIN + half, Math.min(layout.width() - MARGIN - half, middle));
        part = body.size();
        centred(middle, y, LABEL_SIZE, chart.xLabel());
        name("xname", part);
        String note = note();
        if (!note.isEmpty()) {
            y += 21;
            text(MARGIN, y, NOTE_SIZE, Ink.QUIET, Element.Face.ITALIC, note);
        }
        return Math.ceil(y + MARGIN);
    }

    /** Makes what was drawn last a part of its own, where parts are looked for. */
    private void name(String name, int from) {
        if (layout.tagged()) {
            List<Element> last = body.subList(from, body.size());
            Element.Part part = new Element.Part(name, last);
            last.clear();
            body.add(part);
        }
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
            for (int i = 0; i < series.size() && whole && series.mark() != Series.Mark.LEVEL; i++) {
                whole = series.x(i) == Math.rint(series.x(i)) || !series.drawable(i, logX, logY);
            }
        }
        Scale.Kind kind = logX ? Scale.Kind.LOGARITHMIC : whole ? Scale.Kind.WHOLE : Scale.Kind.LINEAR;
        Scale scale = spanning(range, kind);
        // A marker on the very edge would stand on the labels of the other axis.
        return points ? scale.padded(0.04) : logX ? scale.padded(0.02) : scale;
    }

    private Scale verticalScale() {
        DoubleSummaryStatistics range = new DoubleSummaryStatistics();
        boolean points = false;
        for (Series series : chart.series()) {
            range.combine(series.extent(logX, logY));
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
        body.add(new Element.Outline(grid.toString(), Ink.GRID, Pen.HAIRLINE));
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
        body.add(new Element.Outline(frame.toString(), Ink.AXIS, Pen.HAIRLINE));
        for (Tick tick : across.ticks()) {
            centred(across.labelMiddle(tick), up.start() + 19, Axis.FONT_SIZE, tick.label());
        }
        for (Tick tick : up.ticks()) {
            double y = up.pixel(tick.value()) + Axis.FONT_SIZE * 0.35;
            body.add(new Element.Lettering(
                    across.start() - 8,
                    y,
                    Axis.FONT_SIZE,
                    Ink.QUIET,
                    Element.Anchor.END,
                    Element.Face.PLAIN,
                    tick.label()));
        }
    }

    private void drawSeries(Axis across, Axis up) {
        new Plot(body, across, up).draw(chart.series());
        long drawn = 0;
        for (Series series : chart.series()) {
            drawn += series.vertical(logX, logY).getCount();
        }
        if (drawn == 0) {
            double middle = (across.start() + across.end()) / 2;
            double y = (up.start() + up.end()) / 2;
            centred(middle, y, LABEL_SIZE, "nothing to draw");
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

    String description() {
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

    private void text(double x, double y, double size, Ink ink, Element.Face face, String text) {
        letter(new Element.Lettering(x, y, size, ink, Element.Anchor.START, face, text));
    }

    private void centred(double x, double y, double size, String text) {
        letter(new Element.Lettering(x, y, size, Ink.QUIET, Element.Anchor.MIDDLE, Element.Face.PLAIN, text));
    }

    private void letter(Element.Lettering text) {
        if (!text.text().isBlank()) {
            String cut = TextWidth.cut(text.text(), text.size(), layout.textWidth());
            body.add(new Element.Lettering(
                    text.x(), text.y(), text.size(), text.ink(), text.anchor(), text.face(), cut));
        }
    }

    private static String line(double x, double y, char direction, double end) {
        return "M" + Numbers.coordinate(x) + " " + Numbers.coordinate(y) + direction + Numbers.coordinate(end);
    }
}
