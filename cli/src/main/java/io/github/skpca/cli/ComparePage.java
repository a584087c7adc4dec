package io.github.skpca.cli;

import io.github.skpca.experiments.compare.Compared;
import io.github.skpca.experiments.compare.Comparison;
import io.github.skpca.experiments.compare.ComponentCurve;
import io.github.skpca.report.Chart;
import io.github.skpca.report.ChartGrid;
import io.github.skpca.report.Look;
import io.github.skpca.report.Picture;
import io.github.skpca.report.ReportPage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** What a comparison looks like: errors and variance by components, error against time, and the rows by linear PCA and by skpca. */
final class ComparePage {
    private static final List<String> METHODS = List.of("skpca", "rnca", "nystrom", "exact", Comparison.LINEAR);

    private final Comparison comparison;
    private final List<Compared> methods;
    private final List<ComponentCurve> curves;

    /**
     * Of a comparison that was measured.
     *
     * @param methods those that it measured, and linear PCA
     */
    ComparePage(Comparison comparison, List<Compared> methods) {
        this.comparison = comparison;
        this.methods = methods;
        this.curves = comparison.curves();
    }

    /** All charts in one picture. */
    Picture picture() {
        return new ChartGrid(
                        "All methods on " + Console.text(comparison.testRows()) + " held-out rows",
                        List.of(errors(), time(), variance()),
                        3)
                .picture();
    }

    String html(String rows, String advice, String command) {
        ReportPage.Builder page = ReportPage.builder("All methods on " + rows)
                .lead(advice)
                .keyFigure("Rows learned", Console.text(comparison.trainRows()), "by every method, the same ones")
                .keyFigure("Rows held out", Console.text(comparison.testRows()), "on which all are measured");
        methods.stream()
                .filter(method -> method.method().equals("skpca"))
                .forEach(own -> page.keyFigure(
                        "Error of skpca", Console.number(own.spectralError()), "||G - G'||₂ / n on the rows held out"));
        page.section("Error and time")
                .chart(
                        errors(),
                        "The error of the kernel matrix when only the first components are used. Lower is better.")
                .chart(time(), "Left and low is best. Each dot is a method with all its components.");
        page.section("Beside linear PCA")
                .paragraph(
                        "Linear PCA of the same rows, with columns scaled the same way. Its components are sums of columns; those of a kernel"
                                + " follow curves. Where both maps look alike and its line is as low, linear PCA is enough.");
        List<String> shown = methods.stream().map(Compared::method).toList();
        if (shown.contains(Comparison.LINEAR)) {
            page.panel(map("Linear PCA", Comparison.LINEAR), "");
        }
        page.panel(map("Kernel PCA, by skpca", "skpca"), "")
                .panel(
                        variance(),
                        "What the first components leave: of the variance in the columns for linear PCA, in the kernel's space for the others. A"
                                + " kernel's space has more directions, so its lines fall later.");
        page.section("All figures")
                .table(
                        "Methods",
                        HEADERS,
                        methods.stream().map(ComparePage::cells).toList());
        return page.command(command).build().html();
    }

    private static final List<String> HEADERS = List.of(
            "method",
            "components",
            "spectral error",
            "Frobenius error",
            "train seconds",
            "µs per new row",
            "numbers kept",
            "working bytes");

    private static List<String> cells(Compared method) {
        return List.of(
                method.method(),
                Console.text(method.components()),
                orNone(method.spectralError()),
                orNone(method.frobeniusError()),
                Console.number(method.trainSeconds()),
                Console.number(method.testMicrosPerRow()),
                Console.text(method.space()),
                Console.text(method.workingBytes()));
    }

    /** A number, or a dash where there is none. */
    static String orNone(double number) {
        return Double.isNaN(number) ? "–" : Console.number(number);
    }

    private Chart errors() {
        Chart chart = Chart.lines("Error by components", "components used", "spectral error")
                .logX()
                .logY();
        for (ComponentCurve curve : curves) {
            if (curve.spectralErrors().length > 0) {
                chart = chart.series(
                        curve.method(), look(curve.method()), doubles(curve.components()), curve.spectralErrors());
            }
        }
        return chart;
    }

    private Chart variance() {
        Chart chart = Chart.lines("Variance left by components", "components used", "% of the variance left")
                .logX();
        for (ComponentCurve curve : curves) {
            double[] percent = Arrays.stream(curve.varianceLeft())
                    .map(share -> 100 * share)
                    .toArray();
            chart = chart.series(curve.method(), look(curve.method()), doubles(curve.components()), percent);
        }
        return chart;
    }

    private Chart time() {
        Chart chart = Chart.scatter("Error and time", "microseconds per row", "spectral error")
                .logX()
                .logY();
        for (Compared method : methods) {
            if (!Double.isNaN(method.spectralError())) {
                chart = chart.points(
                        method.method(), look(method.method()), new double[] {method.testMicrosPerRow()}, new double[] {
                            method.spectralError()
                        });
            }
        }
        return chart;
    }

    private Chart map(String title, String method) {
        double[][] places = comparison.map(method);
        return Chart.scatter(title, "component 1", "component 2")
                .points("novelty by skpca", places[0], places[1], ranks(comparison.scores()));
    }

    /** From 0 for the least to 1 for the greatest, so that a few large ones do not take all shades. */
    private static double[] ranks(double[] values) {
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, values.length).boxed().toList());
        order.sort((a, b) -> Double.compare(values[a], values[b]));
        double[] ranks = new double[values.length];
        for (int i = 0; i < ranks.length; i++) {
            ranks[order.get(i)] = i / Math.max(1.0, ranks.length - 1);
        }
        return ranks;
    }

    private static Look look(String method) {
        return Look.number(Math.max(0, METHODS.indexOf(method)));
    }

    private static double[] doubles(int[] values) {
        return Arrays.stream(values).asDoubleStream().toArray();
    }
}
