package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.io.PartFiles;
import io.github.skpca.report.Chart;
import io.github.skpca.report.ReportPage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The demo's page: one self-contained file with three pictures, which also stand beside it as SVG. */
final class DemoReport {
    private final KernelPcaModel model;
    private final Map<String, Object> fields;
    private final DemoHistory history;

    DemoReport(KernelPcaModel model, Map<String, Object> fields, DemoHistory history) {
        this.model = model;
        this.fields = fields;
        this.history = history;
    }

    /**
     * Writes everything into a folder.
     *
     * @param loadings of the held-out rows, k a row
     * @param scores of the held-out rows
     */
    void write(Path folder, double[] loadings, double[] scores) throws IOException {
        Chart spectrum = spectrum();
        Chart scatter = scatter(loadings, scores);
        Chart errors = errors();
        save(folder.resolve("spectrum.svg"), spectrum.svg());
        save(folder.resolve("scatter.svg"), scatter.svg());
        save(folder.resolve("error.svg"), errors.svg());
        save(folder.resolve("report.html"), page(spectrum, scatter, errors).html());
    }

    private static void save(Path path, String text) throws IOException {
        PartFiles.write(path, text.getBytes(StandardCharsets.UTF_8));
    }

    private Chart spectrum() {
        double[] variances = model.spectrum();
        for (int i = 0; i < variances.length; i++) {
            variances[i] /= model.weight();
        }
        return Chart.bars("Spectrum of the sketch", "component", "variance (share of K(x,x) = 1)")
                .bars(variances, model.components());
    }

    private Chart scatter(double[] loadings, double[] scores) {
        int k = model.components();
        double[] x = new double[scores.length];
        double[] y = new double[scores.length];
        for (int i = 0; i < scores.length; i++) {
            x[i] = k > 0 ? loadings[i * k] : 0;
            y[i] = k > 1 ? loadings[i * k + 1] : 0;
        }
        return Chart.scatter("Held-out rows on the first two components", "pc1", "pc2")
                .points("novelty score", x, y, scores);
    }

    private Chart errors() {
        double[] rows = history.values(DemoHistory.Moment::rows);
        return Chart.lines("Error and bound while the rows go by", "rows seen", "error")
                .logX()
                .logY()
                .series(
                        "spectral error, held-out rows",
                        rows,
                        history.values(m -> m.error().spectral()))
                .series(
                        "Frobenius error, held-out rows",
                        rows,
                        history.values(m -> m.error().frobenius()))
                .series("sketch bound, rows seen", rows, history.values(DemoHistory.Moment::bound));
    }

    private ReportPage page(Chart spectrum, Chart scatter, Chart errors) {
        ReportPage.Builder page = ReportPage.builder("Streaming kernel PCA of RandomNoisy")
                .lead(Console.text(fields.get("rows")) + " rows of " + Console.text(fields.get("columns"))
                        + " columns went by once. What is left is a sketch of "
                        + Console.text(fields.get("sketch")) + " rows, and a model of "
                        + Console.text(fields.get("components")) + " components.")
                .keyFigure(
                        "Spectral error",
                        Console.text(fields.get("spectralError")),
                        "||G - G'||_2 / n on " + Console.text(fields.get("testRows"))
                                + " rows that were not in the stream")
                .keyFigure(
                        "Sketch bound",
                        Console.text(fields.get("sketchBound")),
                        "over the training rows, for the features of the map; "
                                + (Double.valueOf(0).equals(fields.get("boundFailureProbability"))
                                        ? "proved"
                                        : "wrong with a probability of at most 1e-6"))
                .keyFigure("Rows a second", Console.text(fields.get("rowsPerSecond")), "learning only, on this machine")
                .keyFigure(
                        "Memory",
                        Console.number(((Number) java.util.Objects.requireNonNull(fields.get("workingBytes")))
                                                .doubleValue()
                                        / 1e6)
                                + " MB",
                        "all that the learner holds; it does not grow with the rows");
        page.section("What it found")
                .chart(spectrum, "The leading variances. The highlighted ones are the model's components.")
                .chart(
                        scatter,
                        "Loadings of the held-out rows; the colour is how much of a row lies outside the model.")
                .section("How far to trust it")
                .chart(
                        errors,
                        "The errors compare the model's kernel matrix with the exact one on held-out rows, so the map's own"
                                + " error is in them; the bound speaks of the sketch alone, over the rows seen.")
                .table(
                        "The same in numbers",
                        List.of("rows seen", "spectral error", "Frobenius error", "sketch bound"),
                        history.moments().stream()
                                .map(m -> List.of(
                                        Long.toString(m.rows()),
                                        Console.number(m.error().spectral()),
                                        Console.number(m.error().frobenius()),
                                        Console.number(m.bound())))
                                .toList())
                .section("All figures")
                .table(
                        "The run",
                        List.of("name", "value"),
                        fields.entrySet().stream()
                                .map(field -> List.of(field.getKey(), Console.text(field.getValue())))
                                .toList());
        return page.command("skpca demo --rows " + fields.get("rows") + " --columns " + fields.get("columns")
                        + " --seed " + fields.get("seed"))
                .build();
    }
}
