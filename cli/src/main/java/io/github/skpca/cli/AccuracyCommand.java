package io.github.skpca.cli;

import io.github.skpca.Workers;
import io.github.skpca.experiments.accuracy.AccuracyFiles;
import io.github.skpca.experiments.accuracy.AccuracyPage;
import io.github.skpca.experiments.accuracy.AccuracyPlan;
import io.github.skpca.experiments.accuracy.AccuracyRun;
import io.github.skpca.experiments.data.PaperDataSet;
import io.github.skpca.internal.linalg.BackendStart;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The page that sets every map beside exact kernel PCA. */
@Command(
        name = "accuracy",
        description = "The errors of every map on the paper's data sets, beside exact kernel PCA, as a page.",
        footer = {
            "",
            "Beside PAGE are all measurements (.tsv), with what they were made (.json) and the charts (.svg).",
            "A run that was stopped is resumed: what is in the .tsv is not measured again.",
            "Example: skpca accuracy --quick",
            "Example: skpca accuracy -o docs/accuracy.md --data-dir paper-data"
        })
final class AccuracyCommand extends SkpcaCommand {
    private static final int SEEDS = 10;
    private static final int QUICK_SEEDS = 3;

    @Option(
            names = "-o",
            paramLabel = "PAGE",
            defaultValue = "accuracy.md",
            description = "Where to write (default: ${DEFAULT-VALUE}).")
    Path page = Path.of("");

    @Mixin
    ExperimentOptions common = new ExperimentOptions();

    @Option(names = "--quick", description = "In small: fewer sizes, seeds and rows.")
    boolean quick;

    @Option(names = "--seeds", paramLabel = "N", description = "Seeds of every measurement (default: 10; quick: 3).")
    @Nullable
    Integer seeds;

    @Option(
            names = "--budget",
            paramLabel = "MINUTES",
            defaultValue = "0",
            description = "Begin nothing that would probably end later; the page says what is missing.")
    double budget;

    @Option(
            names = "--redraw",
            description = "Measure nothing: make PAGE and its charts again from the files beside it.")
    boolean redraw;

    @Option(
            names = "--sample",
            hidden = true,
            defaultValue = "-1",
            description = "Rows that all systems are fitted on.")
    int sample;

    @Override
    void declare(CommandFiles files) {
        AccuracyFiles written = UsageException.checking(() -> new AccuracyFiles(page));
        common.data.declare(files);
        for (Path file : List.of(written.page(), written.measurements(), written.facts())) {
            files.writes("-o", file);
        }
    }

    @Override
    void run() throws IOException {
        // Speed is measured, and not while SIMD gets ready.
        BackendStart.changeNow();
        AccuracyFiles files = UsageException.checking(() -> new AccuracyFiles(page));
        if (redraw) {
            if (!Files.isRegularFile(files.measurements())) {
                throw new UsageException("--redraw: there is no " + files.measurements());
            }
            AccuracyPage.write(files);
            finish(files, List.of());
            return;
        }
        if (!(budget >= 0)) {
            throw new UsageException("--budget must not be negative");
        }
        List<String> leftOut = new ArrayList<>();
        AccuracyPlan plan = UsageException.checking(() -> plan(common.data.chosen(leftOut)));
        common.data.requireFiles(plan.sets());
        if (!json) {
            leftOut.forEach(console()::note);
        }
        ProgressLine line = console().progress();
        List<String> missing;
        try (Workers workers = common.threads.workers()) {
            missing = new AccuracyRun(plan, files, common.data.folder(), workers)
                    .onProgress(text -> line.update(() -> text))
                    .run(budget, System.getProperty("skpca.commit", "unknown"), common.command());
        }
        line.done();
        finish(files, missing);
    }

    private AccuracyPlan plan(List<PaperDataSet> sets) {
        int standard = quick ? QUICK_SEEDS : SEEDS;
        int repeats = seeds == null ? standard : seeds;
        AccuracyPlan full =
                quick ? AccuracyPlan.quick(sets, repeats, common.seed) : AccuracyPlan.full(sets, repeats, common.seed);
        return new AccuracyPlan(
                sets,
                common.sizesOr(full.sizes()),
                full.sketchSizes(),
                repeats,
                sample < 0 ? full.sampleRows() : sample,
                common.sizes.isEmpty() ? full.streamSize() : common.sizes.get(0),
                common.rowsOr(full.mostRows()),
                common.seed);
    }

    private void finish(AccuracyFiles files, List<String> missing) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("page", files.page().toString());
        fields.put("measurements", ExperimentOptions.results(files.measurements()));
        if (json) {
            fields.put("missing", missing);
        }
        report("Done. See " + files.page() + ".", fields);
        if (!json) {
            missing.forEach(sentence -> console().out().println("  " + sentence));
        }
    }
}
