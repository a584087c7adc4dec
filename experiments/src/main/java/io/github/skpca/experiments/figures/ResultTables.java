package io.github.skpca.experiments.figures;

import io.github.skpca.experiments.results.Curve;
import io.github.skpca.experiments.results.Measure;
import io.github.skpca.experiments.results.MeasuredPoint;
import io.github.skpca.experiments.results.Results;
import io.github.skpca.experiments.results.ScalingPoint;
import io.github.skpca.experiments.results.Spread;
import io.github.skpca.report.ReportPage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The result files as tables of a page: medians, not single repeats. */
final class ResultTables {
    private final Results results;

    ResultTables(Results results) {
        this.results = results;
    }

    /** Every method at the smallest size, at the largest of the small ones, and at the ends and the middle of the large. */
    void medians(ReportPage.Builder page, String dataset) {
        List<List<String>> rows = new ArrayList<>();
        Set<Integer> shown = sizes(dataset);
        for (String method : results.points().stream()
                .filter(point -> point.dataset().equals(dataset))
                .map(MeasuredPoint::method)
                .distinct()
                .toList()) {
            for (int l : results.sketchSizes(dataset, method)) {
                List<MeasuredPoint> points = results.of(dataset, method, l);
                for (int size :
                        new TreeSet<>(points.stream().map(MeasuredPoint::size).toList())) {
                    if (shown.contains(size) || method.equals(FigureSet.EXACT)) {
                        rows.add(row(method, l, size, points));
                    }
                }
            }
        }
        page.table(
                "Medians at some sizes",
                List.of(
                        "method",
                        "l",
                        "size",
                        "repeats",
                        "spectral error",
                        "Frobenius error",
                        "train s",
                        "map s",
                        "test us a row",
                        "space"),
                rows);
    }

    private Set<Integer> sizes(String dataset) {
        TreeSet<Integer> all = new TreeSet<>(results.points().stream()
                .filter(point ->
                        point.dataset().equals(dataset) && !point.method().equals(FigureSet.EXACT))
                .map(MeasuredPoint::size)
                .toList());
        TreeSet<Integer> shown = new TreeSet<>();
        if (!all.isEmpty()) {
            shown.add(all.first());
            shown.add(all.last());
            for (int wanted : new int[] {50, 500, 1000}) {
                Integer below = all.floor(wanted);
                shown.add(below == null ? all.first() : below);
            }
        }
        return shown;
    }

    private static List<String> row(String method, int l, int size, List<MeasuredPoint> points) {
        List<MeasuredPoint> here =
                points.stream().filter(point -> point.size() == size).toList();
        List<String> row = new ArrayList<>(List.of(
                method, l == 0 ? "" : Integer.toString(l), Integer.toString(size), Integer.toString(here.size())));
        for (Measure measure : List.of(
                Measure.SPECTRAL_ERROR,
                Measure.FROBENIUS_ERROR,
                Measure.TRAIN_SECONDS,
                Measure.MAP_SECONDS,
                Measure.TEST_MICROS,
                Measure.SPACE)) {
            boolean guessed = measure == Measure.TRAIN_SECONDS && here.stream().anyMatch(MeasuredPoint::extrapolated);
            row.add((guessed ? "~ " : "") + number(Curve.of(here, measure).at(size), measure == Measure.SPACE));
        }
        return row;
    }

    void theory(ReportPage.Builder page) {
        if (results.theory().isEmpty()) {
            return;
        }
        page.section("The theory, tried");
        page.table(
                "How often each statement failed",
                List.of("statement", "with", "delta", "trials", "failures", "detail"),
                results.theory().stream()
                        .map(trial -> List.of(
                                trial.statement(),
                                trial.parameters(),
                                trial.delta() == 0 ? "" : number(trial.delta(), false),
                                Long.toString(trial.trials()),
                                Long.toString(trial.failures()),
                                trial.detail()))
                        .toList());
    }

    void scaling(ReportPage.Builder page) {
        if (results.scaling().isEmpty()) {
            return;
        }
        Map<List<String>, List<ScalingPoint>> groups = new LinkedHashMap<>();
        for (ScalingPoint point : results.scaling()) {
            List<String> key = List.of(point.method(), point.variable(), number(point.value(), true), point.fixed());
            groups.computeIfAbsent(key, one -> new ArrayList<>()).add(point);
        }
        List<List<String>> rows = new ArrayList<>();
        groups.forEach((key, points) -> {
            List<String> row = new ArrayList<>(key);
            row.add(median(
                    points.stream().mapToDouble(ScalingPoint::trainMicrosPerRow).toArray(), false));
            row.add(median(points.stream().mapToDouble(ScalingPoint::space).toArray(), true));
            rows.add(row);
        });
        page.section("How the cost grows");
        page.table(
                "Medians with one variable changed at a time",
                List.of("method", "variable", "value", "others", "train us a row", "space"),
                rows);
    }

    private static String median(double[] values, boolean whole) {
        double[] measured =
                Arrays.stream(values).filter(value -> !Double.isNaN(value)).toArray();
        return measured.length == 0 ? "" : number(Spread.of(measured).median(), whole);
    }

    private static String number(double value, boolean whole) {
        if (Double.isNaN(value)) {
            return "";
        }
        return whole ? String.format(Locale.ROOT, "%.0f", value) : String.format(Locale.ROOT, "%.3g", value);
    }
}
