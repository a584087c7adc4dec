package io.github.skpca.experiments.figures;

import io.github.skpca.experiments.results.Curve;
import io.github.skpca.experiments.results.Measure;
import io.github.skpca.experiments.results.MeasuredPoint;
import io.github.skpca.experiments.results.Results;
import io.github.skpca.experiments.results.Spread;
import io.github.skpca.report.Chart;
import io.github.skpca.report.ChartGrid;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The charts of one data set in one set of figures. */
final class PaperCharts {
    private static final Map<String, String> NAMES =
            Map.of("random-noisy", "RandomNoisy", "cpu", "CPU", "adult", "Adult", "forest", "Forest");

    private final Results results;
    private final String dataset;
    private final FigureSet set;

    PaperCharts(Results results, String dataset, FigureSet set) {
        this.results = results;
        this.dataset = dataset;
        this.set = set;
    }

    /** What prose calls a data set. */
    static String name(String dataset) {
        return NAMES.getOrDefault(dataset, dataset);
    }

    /** One plot under a title that says of which data set it is. */
    Chart alone(PaperPlot plot) {
        return chart(
                plot,
                name(dataset) + ": " + plot.title().toLowerCase(Locale.ROOT).replace("frob", "Frob"));
    }

    /** All six, as the paper's figure has them. */
    ChartGrid together() {
        List<Chart> charts = new ArrayList<>();
        for (PaperPlot plot : PaperPlot.values()) {
            charts.add(chart(plot, plot.title()));
        }
        return new ChartGrid(heading(), charts, PaperPlot.COLUMNS);
    }

    private String heading() {
        MeasuredPoint first = results.points().stream()
                .filter(point -> point.dataset().equals(dataset))
                .findFirst()
                .orElseThrow();
        long repeats = results.points().stream()
                .filter(point -> point.dataset().equals(dataset))
                .mapToInt(MeasuredPoint::repeat)
                .distinct()
                .count();
        String spread = repeats == 1 ? "one run" : "medians, and the range of " + repeats + " repeats";
        return name(dataset) + ", " + first.rows() + " x " + first.columns() + ": " + spread;
    }

    private Chart chart(PaperPlot plot, String title) {
        Chart chart = Chart.lines(title, plot.across(), plot.up()).logX().logY();
        for (FigureSet.Line line : set.lines(results, dataset, plot.measure())) {
            chart = withLine(chart, plot, line);
        }
        for (FigureSet.Line level : set.levels(results, dataset, plot.measure())) {
            Curve curve = results.curve(dataset, level.method(), level.l(), plot.measure());
            if (!curve.isEmpty()) {
                double value = curve.bySize().lastEntry().getValue().median();
                chart = chart.level(level.name(), level.look(), value);
            }
        }
        return chart;
    }

    private Chart withLine(Chart chart, PaperPlot plot, FigureSet.Line line) {
        List<MeasuredPoint> points = results.of(dataset, line.method(), line.l());
        List<MeasuredPoint> guessed =
                points.stream().filter(MeasuredPoint::extrapolated).toList();
        if (plot.measure() != Measure.TRAIN_SECONDS || guessed.isEmpty()) {
            return withCurve(chart, plot, line, points);
        }
        List<MeasuredPoint> known =
                points.stream().filter(point -> !point.extrapolated()).toList();
        Chart both = withCurve(chart, plot, line, known);
        FigureSet.Line dashed = new FigureSet.Line(
                line.method(),
                line.l(),
                line.name() + ", extrapolated",
                line.look().dashed());
        return withCurve(both, plot, dashed, guessed);
    }

    private static Chart withCurve(Chart chart, PaperPlot plot, FigureSet.Line line, List<MeasuredPoint> points) {
        Curve up = Curve.of(points, plot.measure());
        Curve space = Curve.of(points, Measure.SPACE);
        Map<Integer, Spread> drawn = new TreeMap<>(up.bySize());
        if (plot.bySpace()) {
            drawn.keySet().retainAll(space.sizes());
        }
        if (drawn.isEmpty()) {
            return chart;
        }
        double[] x = drawn.keySet().stream()
                .mapToDouble(size -> plot.bySpace() ? space.at(size) : size)
                .toArray();
        return chart.series(
                line.name(),
                line.look(),
                x,
                drawn.values().stream().mapToDouble(Spread::median).toArray(),
                drawn.values().stream().mapToDouble(Spread::least).toArray(),
                drawn.values().stream().mapToDouble(Spread::greatest).toArray());
    }
}
