package io.github.skpca.report;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/** The names of the series beside samples of their marks, in rows where they cover no data. */
final class Legend {
    static final double FONT_SIZE = 12.5;

    private static final double ROW_HEIGHT = 20;
    private static final double GAP = 18;

    /** A name, and the drawing that goes before it, which is {@code width} wide and centred on y = 0. */
    private record Entry(List<Element> sample, double width, String label) {}

    private final List<Entry> entries = new ArrayList<>();
    private final double width;

    Legend(List<Series> series, boolean logX, boolean logY, double width) {
        this.width = width;
        for (Series one : series) {
            add(one, one.shades(logX, logY));
        }
    }

    /** Draws the rows below {@code top} and gives the y at which they end, which is {@code top} if there is nothing to name. */
    double draw(List<Element> out, double left, double top) {
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
            List<Element> pieces = new ArrayList<>(entry.sample());
            pieces.add(new Element.Lettering(
                    entry.width() + 6, 4.5, FONT_SIZE, Ink.TEXT, Element.Anchor.START, Element.Face.PLAIN, label));
            out.add(new Element.Group(x, y, pieces));
            x += needed + GAP;
        }
        return y + ROW_HEIGHT / 2;
    }

    private void add(Series series, DoubleSummaryStatistics shades) {
        boolean named = !series.name().isBlank();
        switch (series.mark()) {
            case LINE, LEVEL -> {
                if (named) {
                    entries.add(new Entry(lineSample(series.look()), 28, series.name()));
                }
            }
            case POINT -> {
                if (named) {
                    entries.add(
                            series.shaded()
                                    ? ramp(series, shades)
                                    : new Entry(List.of(dot(series.look(), 5)), 10, series.name()));
                }
            }
            case BAR -> addBars(series);
        }
    }

    private void addBars(Series series) {
        int rest = series.size() - series.highlighted();
        if (series.highlighted() == 0) {
            return;
        }
        Ink ink = series.look().ink();
        entries.add(new Entry(List.of(box(ink, Pen.AREA, 0)), 12, "first " + series.highlighted()));
        if (rest > 0) {
            entries.add(new Entry(List.of(box(ink, Pen.HOLLOW, 0)), 12, "other " + rest));
        }
    }

    private static Entry ramp(Series series, DoubleSummaryStatistics shades) {
        List<Element> sample = new ArrayList<>();
        for (int i = 0; i < Palette.SHADES; i++) {
            sample.add(box(Ink.shade(i), Pen.AREA, i * 12));
        }
        String range = shades.getCount() == 0
                ? ""
                : ": " + Numbers.compact(shades.getMin()) + " to " + Numbers.compact(shades.getMax());
        return new Entry(sample, 12 * Palette.SHADES, series.name() + range);
    }

    private static List<Element> lineSample(Look look) {
        List<Element> sample = new ArrayList<>();
        sample.add(new Element.Outline("M0 0H28", look.ink(), look.pen()));
        if (look.marker() != Look.NO_MARKER) {
            sample.add(dot(look, 14));
        }
        return sample;
    }

    private static Element dot(Look look, double x) {
        return Shapes.markers(new double[] {x}, new double[] {0}, look.marker(), 3.4, look.ink(), 1);
    }

    private static Element box(Ink ink, Pen pen, double x) {
        return new Element.Outline("M" + Numbers.coordinate(x) + " -6h12v12h-12z", ink, pen);
    }
}
