package io.github.skpca.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * A map of points with several axes to choose two of, and several colourings to choose one of.
 *
 * <p>On a page it is a scatter plot of the first two axes in the first colouring, which needs no JavaScript; with JavaScript it has lists to
 * choose from, and says which row the pointer is at. Immutable.
 */
public final class PointMap {
    /** The most groups that have a colour and a marker of their own; the rarest of more are one group, "other". */
    public static final int MOST_GROUPS = 12;

    /** The most points on a map: more would make a page that browsers are slow with. */
    public static final int MOST_POINTS = 20_000;

    private static final String OTHER = "other";

    private final String title;
    private final List<String> axes;
    private final double[][] places;
    private final long[] rows;
    private final List<Colouring> colourings;

    /**
     * One way to colour the points.
     *
     * @param name what the colour means
     * @param groups the group of each point
     * @param names of the groups
     * @param values of which the groups are steps; empty if there are none
     */
    record Colouring(String name, int[] groups, List<String> names, double[] values) {
        boolean isShaded() {
            return values.length > 0;
        }
    }

    /**
     * A map without a colouring.
     *
     * @param axes the names of at least two axes
     * @param places one array per point, each with a finite number for every axis; copied
     * @param rows the number of each point's row; copied
     */
    public PointMap(String title, List<String> axes, double[][] places, long[] rows) {
        this(title, axes, copies(places), rows.clone(), List.of());
        if (axes.size() < 2 || places.length != rows.length || places.length > MOST_POINTS) {
            throw new IllegalArgumentException("a map needs two axes, a row for each point and at most " + MOST_POINTS
                    + " points, not " + axes.size() + " axes, " + rows.length + " rows and " + places.length
                    + " points");
        }
        for (double[] place : this.places) {
            if (place.length != axes.size() || Arrays.stream(place).anyMatch(value -> !Scale.drawable(value, false))) {
                throw new IllegalArgumentException(
                        "a point needs a finite number for each of " + axes.size() + " axes");
            }
        }
    }

    private PointMap(String title, List<String> axes, double[][] places, long[] rows, List<Colouring> colourings) {
        this.title = Objects.requireNonNull(title, "title");
        this.axes = List.copyOf(axes);
        this.places = places;
        this.rows = rows;
        this.colourings = List.copyOf(colourings);
    }

    private static double[][] copies(double[][] places) {
        return Arrays.stream(places).map(double[]::clone).toArray(double[][]::new);
    }

    /** The same map with one more colouring: by text, such as a label; points with the same text are a group. */
    public PointMap byGroup(String name, List<String> labels) {
        requireAll(labels.size());
        Map<String, Integer> counts = new HashMap<>();
        labels.forEach(label -> counts.merge(label, 1, Integer::sum));
        List<String> names = counts.keySet().stream()
                .sorted(Comparator.comparing((String label) -> counts.getOrDefault(label, 0))
                        .reversed()
                        .thenComparing(Comparator.naturalOrder()))
                .limit(counts.size() > MOST_GROUPS ? MOST_GROUPS - 1 : MOST_GROUPS)
                .sorted(Comparator.comparing(PointMap::number).thenComparing(Comparator.naturalOrder()))
                .toList();
        Map<String, Integer> numbers = new LinkedHashMap<>();
        names.forEach(label -> numbers.put(label, numbers.size()));
        List<String> all = new ArrayList<>(names);
        if (counts.size() > names.size()) {
            all.add(OTHER);
        }
        int[] groups = labels.stream()
                .mapToInt(label -> numbers.getOrDefault(label, names.size()))
                .toArray();
        return with(new Colouring(name, groups, all, new double[0]));
    }

    /** So that 10 comes after 9; what is no number comes last. */
    private static double number(String label) {
        try {
            return Double.parseDouble(label);
        } catch (NumberFormatException text) {
            return Double.POSITIVE_INFINITY;
        }
    }

    /**
     * The same map with one more colouring: from dark to light (on a dark page from dim to bright) by a finite value.
     *
     * @param values one for each point; copied
     */
    public PointMap byValue(String name, double[] values) {
        requireAll(values.length);
        double low = Arrays.stream(values).min().orElse(0);
        double high = Arrays.stream(values).max().orElse(0);
        int[] shades = Arrays.stream(values)
                .mapToInt(value -> Plot.shadeOf(value, low, high))
                .toArray();
        // Steps that no point has are not drawn, and have no number.
        int[] used = Arrays.stream(shades).distinct().sorted().toArray();
        int[] groups = Arrays.stream(shades)
                .map(shade -> Arrays.binarySearch(used, shade))
                .toArray();
        List<String> names = Arrays.stream(used).mapToObj(Integer::toString).toList();
        return with(new Colouring(name, groups, names, values.clone()));
    }

    private void requireAll(int given) {
        if (given != places.length) {
            throw new IllegalArgumentException(given + " colours for " + places.length + " points");
        }
    }

    private PointMap with(Colouring colouring) {
        List<Colouring> all = new ArrayList<>(colourings);
        all.add(colouring);
        return new PointMap(title, axes, places, rows, all);
    }

    /** The figure of a page. */
    String html(String caption) {
        if (colourings.isEmpty()) {
            throw new IllegalStateException("a map needs a colouring");
        }
        List<Drawing> drawings = colourings.stream()
                .map(colouring -> new Drawing(chart(colouring), Layout.MAP))
                .toList();
        StringBuilder out = new StringBuilder("<figure class=\"map\" data-map=\"");
        out.append(Markup.escape(new MapData(this, drawings).json())).append("\">");
        out.append("<div class=\"controls\" hidden=\"hidden\">");
        select(out, "Across", "across", axes, 0);
        select(out, "Up", "up", axes, 1);
        select(out, "Colour", "colour", colourings.stream().map(Colouring::name).toList(), 0);
        out.append("</div>");
        for (int i = 0; i < drawings.size(); i++) {
            String svg = drawings.get(i).picture().svg();
            out.append(i == 0 ? svg : svg.replaceFirst("class=\"skpca-chart\"", "class=\"skpca-chart away\""));
        }
        out.append("<p class=\"hint\" role=\"status\" hidden=\"hidden\">Point at a dot to see its row.</p>");
        out.append(caption.isBlank() ? "" : "<figcaption>" + Markup.escape(caption) + "</figcaption>");
        return out.append("</figure>\n").toString();
    }

    private static void select(StringBuilder out, String label, String name, List<String> options, int chosen) {
        out.append("<label>")
                .append(label)
                .append(" <select name=\"")
                .append(name)
                .append("\">");
        for (int i = 0; i < options.size(); i++) {
            out.append(String.format(
                    Locale.ROOT, "<option value=\"%d\"%s>", i, i == chosen ? " selected=\"selected\"" : ""));
            out.append(Markup.escape(options.get(i))).append("</option>");
        }
        out.append("</select></label>");
    }

    private Chart chart(Colouring colouring) {
        Chart chart = Chart.scatter(title, axes.get(0), axes.get(1));
        if (colouring.isShaded()) {
            return chart.points(colouring.name(), axis(0), axis(1), colouring.values());
        }
        for (int group = 0; group < colouring.names().size(); group++) {
            int wanted = group;
            int[] members = IntStream.range(0, places.length)
                    .filter(i -> colouring.groups()[i] == wanted)
                    .toArray();
            String name = colouring.names().get(group);
            chart = chart.points(
                    name.isBlank() ? "(blank)" : name,
                    Arrays.stream(members).mapToDouble(i -> places[i][0]).toArray(),
                    Arrays.stream(members).mapToDouble(i -> places[i][1]).toArray());
        }
        return chart;
    }

    double[] axis(int number) {
        return Arrays.stream(places).mapToDouble(place -> place[number]).toArray();
    }

    List<String> axes() {
        return axes;
    }

    List<Colouring> colourings() {
        return colourings;
    }

    long[] rows() {
        return rows;
    }
}
