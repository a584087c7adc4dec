package io.github.skpca.cli;

import io.github.skpca.Scale;
import io.github.skpca.report.Chart;
import io.github.skpca.report.ReportPage;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The page of a sweep: what was tried, what came of it, and the command to copy. */
final class TunePage {
    /** Up to this ratio numbers of components are all marked on an axis that is not logarithmic. */
    private static final int SHORT = 8;

    private final List<TuneCandidate> found;
    private final TuneCandidate best;
    private final TuneCandidate.Judge judge;
    private final Map<String, Object> fields;

    TunePage(List<TuneCandidate> found, TuneCandidate best, TuneCandidate.Judge judge, Map<String, Object> fields) {
        this.found = found;
        this.best = best;
        this.judge = judge;
        this.fields = fields;
    }

    String html() {
        String settings =
                "Bandwidth " + best.bandwidth() + ", scale " + best.scale().label()
                        + (judge == TuneCandidate.Judge.AUC ? "" : ", " + best.components() + " components");
        ReportPage.Builder page = ReportPage.builder("Which settings suit these rows")
                .lead(settings + ": the best of " + found.size() + " settings, tried on " + tried(fields) + "."
                        + (best.isNearlyLinear() ? " " + TuneCandidate.NEARLY_LINEAR : ""))
                .keyFigure(name(), Console.number(best.quality()), meaning());
        page.section("The command to run").code(String.valueOf(fields.get("command")));
        if (judge != TuneCandidate.Judge.AUC) {
            page.keyFigure(
                            "Stability",
                            Console.number(best.stability()),
                            "how far two halves of the rows agree; 1 is all the way")
                    .keyFigure(
                            "Held-out error",
                            Console.number(best.heldOutError()),
                            "the share of the kernel variance of held-out rows that the components leave");
            page.section("Components")
                    .chart(
                            byComponents(name(), TuneCandidate::quality),
                            "One line per bandwidth, at the scale that was taken. Look for where it gets flat.");
            page.chart(
                    byComponents("Stability", TuneCandidate::stability),
                    "Where two halves of the rows give different components, the components are of the sample and not of the rows.");
        }
        return page.section("All that was tried")
                .table(
                        "Settings, in the order in which they were tried",
                        List.copyOf(found.get(0).fields(judge).keySet()),
                        found.stream()
                                .map(one -> one.fields(judge).values().stream()
                                        .map(Console::text)
                                        .toList())
                                .toList())
                .command(String.valueOf(fields.get("tuneCommand")))
                .build()
                .html();
    }

    /** The rows on which settings were tried. */
    static String tried(Map<String, Object> fields) {
        Object sampled = Console.text(fields.get("sampledRows"));
        Object rows = Console.text(fields.get("rows"));
        return (sampled.equals(rows) ? "all " + rows : sampled + " of " + rows) + " rows of "
                + Console.text(fields.get("columns")) + " columns";
    }

    /** What settings are judged by, as a title has it. */
    private String name() {
        return switch (judge) {
            case RECOVERED -> "Recovered";
            case ACCURACY -> "Accuracy";
            case AUC -> "AUC";
        };
    }

    private String meaning() {
        return switch (judge) {
            case RECOVERED -> "the share of the variance of held-out rows that the five nearest by loadings tell";
            case ACCURACY -> "the share of held-out rows whose label the five nearest by loadings tell";
            case AUC -> "the chance that a novel row scores higher than a held-out usual one";
        };
    }

    private Chart byComponents(String name, ToDoubleFunction<TuneCandidate> value) {
        Chart chart = Chart.lines(
                name + " by components, --scale " + best.scale().label(), "components", name.toLowerCase(Locale.ROOT));
        int[] components =
                found.stream().mapToInt(TuneCandidate::components).sorted().toArray();
        if (components[components.length - 1] > SHORT * components[0]) {
            chart = chart.logX();
        }
        List<String> bandwidths = found.stream()
                .filter(this::isShown)
                .map(TuneCandidate::bandwidth)
                .distinct()
                .toList();
        for (String bandwidth : bandwidths) {
            List<TuneCandidate> line = new ArrayList<>(found.stream()
                    .filter(one -> isShown(one) && one.bandwidth().equals(bandwidth))
                    .toList());
            chart = chart.series(
                    bandwidth,
                    line.stream().mapToDouble(TuneCandidate::components).toArray(),
                    line.stream().mapToDouble(value).toArray());
        }
        return chart;
    }

    private boolean isShown(TuneCandidate one) {
        Scale taken = best.scale();
        return one.scale() == taken;
    }
}
