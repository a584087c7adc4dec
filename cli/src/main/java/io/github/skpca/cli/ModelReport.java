package io.github.skpca.cli;

import io.github.skpca.Calibration;
import io.github.skpca.ErrorEstimate;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.Workers;
import io.github.skpca.error.KernelError;
import io.github.skpca.report.Chart;
import io.github.skpca.report.PointMap;
import io.github.skpca.report.ReportPage;
import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** The page of a model and of rows seen by it. */
final class ModelReport {
    private static final int EXPLAINED_ROWS = 12;
    private static final int OPEN_ROWS = 3;
    private static final int SPECTRUM_BARS = 50;

    private final KernelPcaModel model;
    private final ReportRows seen;
    private final List<RowExplanation> odd;
    private final @Nullable KernelError error;
    private final @Nullable ErrorEstimate likely;

    /** Explains and measures; takes some seconds at the most. */
    ModelReport(KernelPcaModel model, ReportRows seen, Workers workers, ProgressLine progress) {
        this.model = model;
        this.seen = seen;
        this.odd = RowExplanation.of(seen.novel(), seen.novel().rows(EXPLAINED_ROWS), model, workers, progress);
        progress.done();
        this.error = seen.error().orElse(null);
        this.likely = model.kernelError().orElse(null);
    }

    /** What a script should know. */
    void describe(Map<String, Object> fields) {
        fields.put("judgedRows", seen.judged());
        fields.put("mapPoints", seen.mapped().size());
        if (seen.shares().rows() > 0) {
            fields.put("novelRows", seen.novelRows());
            fields.put("novelLevel", seen.alert());
        }
        fields.put("explainedVariance", model.explainedVariance());
        model.kernelBound().ifPresent(bound -> fields.put("kernelBound", bound));
        if (likely != null) {
            fields.put("kernelError", likely.estimate());
            fields.put("kernelErrorLow", likely.low());
            fields.put("kernelErrorHigh", likely.high());
        }
        if (error != null) {
            fields.put("testRows", error.rows());
            fields.put("spectralError", error.spectral());
            fields.put("frobeniusError", error.frobenius());
        }
    }

    /** The most novel rows and what is odd in them. */
    List<Map<String, Object>> novelFields() {
        return odd.stream().map(row -> row.fields(seen.novel())).toList();
    }

    String html(String title, String command) {
        ReportPage.Builder page = ReportPage.builder(title).lead(lead());
        addFigures(page);
        page.section("Map").map(map(), mapCaption());
        addVariance(page);
        addScores(page);
        addOdd(page);
        addErrors(page);
        page.section("Settings");
        ModelWords.of(model).forEach(page::paragraph);
        page.table(
                "All figures of the model",
                List.of("name", "value"),
                ModelFields.forPeople(ModelFields.of(model)).entrySet().stream()
                        .map(field -> List.of(field.getKey(), Console.text(field.getValue())))
                        .toList());
        return page.command(command).build().html();
    }

    private String lead() {
        String start = Console.text(seen.rows()) + " rows of " + Console.text(model.columns()) + " columns";
        long judged = seen.shares().rows();
        if (judged == 0) {
            return start + ", seen by a model of " + Console.text(model.rows()) + " rows.";
        }
        long novel = seen.novelRows();
        return start + ". " + Console.text(novel) + (novel == 1 ? " has" : " have") + " a p-value of at most "
                + seen.alert() + "; of rows like the " + Console.text(model.rows())
                + " that the model learned it would be about " + Math.max(1, Math.round(judged * seen.alert()))
                + " or fewer.";
    }

    private void addFigures(ReportPage.Builder page) {
        page.keyFigure("Rows", Console.text(seen.rows()), skipped());
        if (seen.shares().rows() > 0) {
            page.keyFigure("Novel rows", Console.text(seen.novelRows()), "with a p-value of at most " + seen.alert());
        }
        page.keyFigure(
                "Variance held",
                percent(model.explainedVariance()),
                "by " + Console.text(model.components()) + " components, of the rows learned");
        if (error != null) {
            page.keyFigure(
                    "Kernel error",
                    Console.number(error.spectral()),
                    "measured on " + Console.text(error.rows()) + " of these rows; a kernel value is at most 1");
        }
    }

    private String skipped() {
        return seen.judged() == seen.rows()
                ? "each with loadings and a score"
                : Console.text(seen.rows() - seen.judged()) + " of them could not be judged";
    }

    private PointMap map() {
        List<ReportRows.Seen> points = seen.mapped();
        List<String> axes = new ArrayList<>();
        IntStream.rangeClosed(1, seen.shownComponents()).forEach(i -> axes.add("component " + i));
        axes.add("novelty score");
        PointMap map = new PointMap(
                "Rows on the components",
                axes,
                points.stream().map(ReportRows.Seen::place).toArray(double[][]::new),
                points.stream().mapToLong(ReportRows.Seen::number).toArray());
        if (!seen.labelName().isEmpty()) {
            List<String> labels = points.stream().map(ReportRows.Seen::label).toList();
            double[] numbers = numbers(labels);
            map = numbers.length > 0 ? map.byValue(seen.labelName(), numbers) : map.byGroup(seen.labelName(), labels);
        }
        return seen.shares().rows() > 0
                ? map.byValue(
                        "−log₁₀ of the p-value",
                        points.stream()
                                .mapToDouble(point -> -StrictMath.log10(point.pValue()))
                                .toArray())
                : map.byValue(
                        "novelty score",
                        points.stream().mapToDouble(ReportRows.Seen::score).toArray());
    }

    /** All labels as numbers, if they are numbers and too many for groups; empty otherwise. */
    private static double[] numbers(List<String> labels) {
        if (labels.stream().distinct().limit(PointMap.MOST_GROUPS + 1L).count() <= PointMap.MOST_GROUPS) {
            return new double[0];
        }
        double[] numbers = new double[labels.size()];
        for (int i = 0; i < numbers.length; i++) {
            try {
                numbers[i] = Double.parseDouble(labels.get(i));
            } catch (NumberFormatException text) {
                return new double[0];
            }
            if (!Double.isFinite(numbers[i])) {
                return new double[0];
            }
        }
        return numbers;
    }

    private String mapCaption() {
        String points = seen.isSampled()
                ? Console.text(seen.mapped().size()) + " of the rows: a uniform sample and the most novel ones. "
                : "";
        return points
                + "Rows that are alike are close together. The lists above the map, where the browser runs scripts,"
                + " choose other components and colours.";
    }

    private void addVariance(ReportPage.Builder page) {
        double[] spectrum = model.spectrum();
        double held = Arrays.stream(spectrum).limit(model.components()).sum();
        double total = model.explainedVariance() > 0 ? held / model.explainedVariance() : held;
        double[] shares = Arrays.stream(spectrum)
                .limit(SPECTRUM_BARS)
                .map(value -> total > 0 ? 100 * value / total : 0)
                .toArray();
        double[] sums = shares.clone();
        Arrays.parallelPrefix(sums, Double::sum);
        double[] numbers =
                IntStream.rangeClosed(1, sums.length).asDoubleStream().toArray();
        List<List<String>> lines = new ArrayList<>();
        for (int i = 0; i < Math.min(shares.length, model.components()); i++) {
            lines.add(List.of(Integer.toString(i + 1), percent(shares[i] / 100), percent(sums[i] / 100)));
        }
        page.section("Variance")
                .chart(
                        Chart.bars("Share of each component", "component", "% of the variance")
                                .bars(shares, Math.min(shares.length, model.components())),
                        "In the kernel's space, of the rows learned. The solid bars are the model's components.")
                .chart(
                        Chart.lines("Share of the first components together", "components", "% of the variance")
                                .series("", numbers, sums),
                        "How many components are worth having: where the curve is flat, more hold little.")
                .table("Components", List.of("component", "share of variance", "together"), lines);
    }

    private void addScores(ReportPage.Builder page) {
        page.section("Novelty scores");
        if (seen.shares().rows() == 0) {
            page.paragraph(
                            "A score is what the model's directions leave of a row. This model keeps no sample of its rows, so there are no"
                                    + " p-values and no thresholds.")
                    .chart(seen.scores(), "");
            return;
        }
        Calibration calibration = model.calibration().orElseThrow();
        page.chart(
                        seen.scores(),
                        "The dashed line is the threshold: of rows like those learned a share of at most "
                                + seen.alert() + " is above it.")
                .chart(
                        seen.shares().chart(),
                        "Where the line is above the dashed one, there are more novel rows than among those learned.");
        List<List<String>> lines = new ArrayList<>();
        for (int exponent = 1; exponent <= 4; exponent++) {
            double level = PValueShares.power(exponent);
            double threshold = calibration.scoreAt(level);
            lines.add(List.of(
                    BigDecimal.valueOf(level).toPlainString(),
                    Double.isFinite(threshold) ? Console.number(threshold) : "out of reach",
                    Console.text(seen.shares().atMostPower(exponent)),
                    Console.number(level * seen.shares().rows())));
        }
        page.table("Thresholds", List.of("p-value at most", "score above", "rows", "expected at most"), lines);
    }

    private void addOdd(ReportPage.Builder page) {
        page.section("The most novel rows");
        page.paragraph(
                "For each row the columns that make it novel: what was observed, what the model would have expected in its place, and the"
                        + " column's share of the score.");
        for (int i = 0; i < odd.size(); i++) {
            page.foldedTable(
                    line(odd.get(i).row()),
                    i < OPEN_ROWS,
                    List.of("column", "observed", "expected", "share of the score"),
                    odd.get(i).cells(seen.novel()));
        }
    }

    private String line(NovelRows.Row row) {
        String label = seen.label(row);
        return "Row " + Console.text(row.number()) + " (" + row.position() + ")"
                + (seen.labelName().isEmpty()
                        ? ""
                        : ", " + seen.labelName() + " " + (label.isEmpty() ? "(blank)" : label))
                + ": score " + Console.number(row.score())
                + (seen.shares().rows() == 0 ? "" : ", p-value " + Console.number(row.pValue()));
    }

    private void addErrors(ReportPage.Builder page) {
        List<List<String>> lines = new ArrayList<>();
        String learned = Console.text(model.rows()) + " rows learned";
        lines.add(List.of(
                "guaranteed",
                model.kernelBound().isPresent()
                        ? "at most " + Console.number(model.kernelBound().getAsDouble())
                        : "nothing",
                learned,
                model.kernelBound().isPresent()
                        ? "proved; it can be many times the error"
                        : "there is a proof for landmarks and kernels with K(x, x) = 1 alone"));
        if (likely != null) {
            lines.add(List.of(
                    "likely",
                    Console.number(likely.low()) + " to " + Console.number(likely.high()),
                    learned,
                    "estimated from " + Console.text(likely.rows()) + " of them, 95% interval; best guess "
                            + Console.number(likely.estimate())));
        }
        if (error != null) {
            lines.add(List.of(
                    "measured",
                    Console.number(error.spectral()),
                    Console.text(error.rows()) + " of the rows of this page",
                    "against their exact kernel matrix"));
        }
        page.section("How far to trust it")
                .paragraph(
                        "The error is ||G - G'||₂ / n: how far the kernel matrix of the loadings is from the exact one. Kernel values are at most 1,"
                                + " so an error of 0.01 is one percent of what there is.")
                .prose("Error", List.of("how sure", "error", "of which rows", "how it is known"), lines);
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f%%", 100 * share);
    }
}
