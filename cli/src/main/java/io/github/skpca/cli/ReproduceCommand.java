package io.github.skpca.cli;

import io.github.skpca.Workers;
import io.github.skpca.experiments.Plan;
import io.github.skpca.experiments.Redraw;
import io.github.skpca.experiments.Reproduction;
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

/** The paper's experiments, figures and claims. */
@Command(
        name = "reproduce",
        description =
                "The paper's experiments: every point of its figures, its statements put to the test, its claims.",
        footer = {
            "",
            "The published data sets are read from --data-dir (see skpca data); RandomNoisy is generated.",
            "Example: skpca reproduce --quick",
            "Example: skpca reproduce -o results --data-dir paper-data --budget 60"
        })
final class ReproduceCommand extends SkpcaCommand {
    private static final List<String> OUTPUTS = List.of(
            "points.tsv", "theory.tsv", "scaling.tsv", "manifest.json", "claims.tsv", "claims.md", "report.html");

    @Option(
            names = "-o",
            paramLabel = "FOLDER",
            defaultValue = "skpca-reproduce",
            description = "Where to write (default: ${DEFAULT-VALUE}).")
    Path folder = Path.of("");

    @Mixin
    ExperimentOptions common = new ExperimentOptions();

    @Option(
            names = "--quick",
            description = "In small: fewer sizes, repeats, rows and trials; two minutes on two cores.")
    boolean quick;

    @Option(names = "--repeats", paramLabel = "N", description = "Repeats of every point (default: 10; quick: 3).")
    @Nullable
    Integer repeats;

    @Option(names = "--forest-repeats", paramLabel = "N", description = "Repeats for forest (default: 3; quick: 1).")
    @Nullable
    Integer forestRepeats;

    @Option(names = "--resume", description = "Go on with the run in FOLDER: what is measured is kept.")
    boolean resume;

    @Option(
            names = "--renew",
            paramLabel = "REPEATS",
            description =
                    "Measure only this project's default again, so many repeats of the groups that FOLDER has; all else is kept.")
    @Nullable
    Integer renew;

    @Option(
            names = "--renew-theory",
            description =
                    "Only try the paper's statements again, into theory.tsv of the run in FOLDER; all else is kept.")
    boolean renewTheory;

    @Option(
            names = "--redraw",
            paramLabel = "FOLDER",
            description = "Measure nothing: make figures, claims and report again from the result files in FOLDER.")
    @Nullable
    Path redraw;

    @Option(
            names = "--budget",
            paramLabel = "MINUTES",
            defaultValue = "0",
            description = "Begin nothing that would probably end later; what is missing is said in manifest.json.")
    double budget;

    @Option(names = "--trials", hidden = true, defaultValue = "-1", description = "Share of the trials of statements.")
    double trials;

    @Override
    void declare(CommandFiles files) {
        common.data.declare(files);
        for (String name : OUTPUTS) {
            files.writes("-o", folder.resolve(name));
        }
    }

    @Override
    void run() throws IOException {
        // Speed is measured, and not while SIMD gets ready.
        BackendStart.changeNow();
        Path drawn = redraw;
        if (drawn != null) {
            if (!Files.isRegularFile(drawn.resolve("points.tsv"))) {
                throw new UsageException("--redraw " + drawn + ": there is no points.tsv in it");
            }
            draw(drawn);
            finish(drawn, List.of());
            return;
        }
        if (renewTheory) {
            if (!Files.isRegularFile(folder.resolve("points.tsv"))) {
                throw new UsageException("--renew-theory -o " + folder + ": there is no points.tsv in it");
            }
            Plan plan = UsageException.checking(() -> plan(List.of(PaperDataSet.RANDOM_NOISY)));
            measure(plan, Reproduction::renewTheory);
            return;
        }
        if (!(budget >= 0)) {
            throw new UsageException("--budget must not be negative");
        }
        List<String> leftOut = new ArrayList<>();
        Plan plan = UsageException.checking(() -> plan(common.data.chosen(leftOut)));
        common.data.requireFiles(plan.sets());
        if (!resume
                && renew == null
                && Files.exists(folder.resolve("points.tsv"))
                && Files.size(folder.resolve("points.tsv")) > 400) {
            throw new UsageException(
                    folder + " has the results of a run: resume it (--resume) or choose another folder with -o");
        }
        if (!json) {
            leftOut.forEach(console()::note);
        }
        measure(
                plan,
                (reproduction, commit, command) -> renew != null
                        ? reproduction.renew(renew, commit, command)
                        : reproduction.run(resume, budget, commit, command));
    }

    /** What is to be measured; gives sentences that say what was cut. */
    private interface Work {
        List<String> of(Reproduction reproduction, String commit, String command) throws IOException;
    }

    private void measure(Plan plan, Work work) throws IOException {
        List<String> cut;
        ProgressLine line = console().progress();
        try (Workers workers = common.threads.workers()) {
            Reproduction reproduction = new Reproduction(plan, folder, common.data.folder(), workers)
                    .onProgress(text -> line.update(() -> text));
            cut = work.of(reproduction, System.getProperty("skpca.commit", "unknown"), common.command());
        }
        line.update(() -> "drawing");
        draw(folder);
        line.done();
        finish(folder, cut);
    }

    private void draw(Path from) throws IOException {
        Redraw.of(from).ifPresent(reason -> console().note("note: no PNG pictures, only SVG: " + reason));
    }

    private void finish(Path where, List<String> cut) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("folder", where.toString());
        fields.put("points", ExperimentOptions.results(where.resolve("points.tsv")));
        fields.put("theory", ExperimentOptions.results(where.resolve("theory.tsv")));
        fields.put("scaling", ExperimentOptions.results(where.resolve("scaling.tsv")));
        fields.put("report", where.resolve("report.html").toString());
        if (json) {
            fields.put("cut", cut);
        }
        report("Done. Open " + where.resolve("report.html") + " in a browser.", fields);
        if (!json) {
            cut.forEach(sentence -> console().out().println("  " + sentence));
        }
    }

    private Plan plan(List<PaperDataSet> sets) {
        Plan full = quick ? Plan.quick(sets, common.seed) : Plan.full(sets, common.seed);
        return new Plan(
                sets,
                common.sizesOr(full.sizes()),
                full.sketchSizes(),
                repeats == null ? full.repeats() : repeats,
                forestRepeats == null ? full.forestRepeats() : forestRepeats,
                common.rowsOr(full.mostRows()),
                full.exactRows(),
                trials < 0 ? full.trialShare() : trials,
                common.seed);
    }
}
