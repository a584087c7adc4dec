package io.github.skpca.report;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Several small charts in rows, as one picture under one legend. The charts are a set: a series that is in more than one
 * of them has the same name and the same {@link Look} in all. Immutable.
 */
public final class ChartGrid {
    private static final double TITLE_SIZE = 19;
    private static final double GAP = 6;

    private final String title;
    private final List<Chart> charts;
    private final int columns;

    /**
     * @param charts at least one, row by row
     * @param columns how many stand side by side, at least 1
     */
    public ChartGrid(String title, List<Chart> charts, int columns) {
        this.title = Objects.requireNonNull(title, "title");
        this.charts = List.copyOf(charts);
        this.columns = columns;
        if (charts.isEmpty() || columns < 1) {
            throw new IllegalArgumentException(
                    "a grid needs at least one chart and one column, not " + charts.size() + " and " + columns);
        }
    }

    /** The whole, to be written as SVG or PNG. */
    public Picture picture() {
        int across = Math.min(columns, charts.size());
        double width = across * Layout.PANEL.width() + (across - 1) * GAP;
        List<Element> out = new ArrayList<>();
        out.add(new Element.Lettering(
                Layout.MARGIN,
                32,
                TITLE_SIZE,
                Ink.TEXT,
                Element.Anchor.START,
                Element.Face.BOLD,
                TextWidth.cut(title, TITLE_SIZE, width - 2 * Layout.MARGIN)));
        double y = new Legend(named(), true, true, width - 2 * Layout.MARGIN).draw(out, Layout.MARGIN, 42) + 4;
        StringBuilder description = new StringBuilder();
        for (int from = 0; from < charts.size(); from += across) {
            double height = 0;
            for (int i = from; i < Math.min(from + across, charts.size()); i++) {
                Drawing drawing = new Drawing(charts.get(i), Layout.PANEL);
                double x = (i - from) * (Layout.PANEL.width() + GAP);
                out.add(new Element.Group(x, y, drawing.elements()));
                height = Math.max(height, drawing.height());
                description.append(charts.get(i).title()).append(": ");
                description.append(drawing.description()).append(' ');
            }
            y += height + GAP;
        }
        return new Picture(
                new double[] {width, Math.ceil(y)},
                1,
                title,
                description.toString().strip(),
                out);
    }

    /** Every series once, in the order in which they first appear. */
    private List<Series> named() {
        List<Series> all = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Chart chart : charts) {
            for (Series series : chart.series()) {
                if (!series.name().isBlank() && names.add(series.name())) {
                    all.add(series);
                }
            }
        }
        return all;
    }
}
