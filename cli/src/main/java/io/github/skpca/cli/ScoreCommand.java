package io.github.skpca.cli;

import io.github.skpca.Calibration;
import io.github.skpca.ComponentCount;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.io.BadInputException;
import io.github.skpca.io.RowReader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Model and rows to a novelty score and its p-value a row. */
@Command(
        name = "score",
        description = {
            "Score rows for novelty: how much of each lies outside the model's subspace, from 0 (like the rows seen); it grows with the"
                    + " distance from the learned rows.",
            "pValue is the share of rows like those learned that score as high: of independent rows from the distribution that was"
                    + " learned, a threshold of 0.001 flags at most one in a thousand. Where neighbours are alike, alarms come in"
                    + " bursts, and the command says so."
        },
        footer = {
            "",
            "Example: skpca score model.skpca data.csv --keep id -o scores.csv",
            "         skpca score model.skpca data.csv --keep id --explain 20 -o why.csv",
            "         skpca score model.skpca new.csv --learn --save model.skpca"
        })
final class ScoreCommand extends ModelOverRowsCommand {
    private static final long DEFAULT_REFRESH = 1000;

    @Mixin
    OutputOption output = new OutputOption();

    @Option(
            names = "--components",
            paramLabel = "K|all",
            description =
                    "Score with so many components; by default with all directions of the sketch, for other methods the model's own.")
    @Nullable
    String components;

    @Option(
            names = "--parts",
            description =
                    "Of a model fitted --for novelty: add what lies outside its directions, q, how far a row lies inside, t2, and their p-values.")
    boolean parts;

    @Option(
            names = "--fdr",
            paramLabel = "RATE",
            description =
                    "Add a column novel, 1 for rows of which at most this share is false in expectation, by Benjamini and Hochberg, for rows that are"
                            + " independent. Files are read twice.")
    @Nullable
    Double fdr;

    @Mixin
    ExplainOptions explain = new ExplainOptions();

    @Option(names = "--learn", description = "Learn each row after it was scored: MODEL is resumed with these rows.")
    boolean learn;

    @Option(
            names = "--refresh",
            paramLabel = "ROWS",
            description = "With --learn: rows scored until what they taught is used (default: 1000).")
    @Nullable
    Long refresh;

    @Option(
            names = "--save",
            paramLabel = "FILE",
            description = "With --learn: where to write the model of all rows; may be MODEL.")
    @Nullable
    Path save;

    @Override
    void declare(CommandFiles files) {
        files.reads(modelPath);
        files.reads(inputs);
        files.writes("-o", output.name);
        files.updates("--save", save, modelPath);
    }

    @Override
    void run() throws IOException {
        if (!explain.isAsked()) {
            refuseJsonWithRows(output.name);
        }
        requireSensible();
        KernelPcaModel model = KernelPcaModel.load(modelPath);
        String wanted = components;
        ComponentCount chosen = wanted == null ? null : UsageException.checking(() -> ComponentCount.parse(wanted));
        if (parts && FittedModel.of(model).noveltyParts().isEmpty()) {
            throw new UsageException("--parts has no meaning for " + modelPath
                    + ", whose score has one part: fit with --for novelty, or leave it out");
        }
        if (fdr != null) {
            discover(model, chosen, fdr);
            return;
        }
        if (explain.isAsked()) {
            explain(model, chosen);
            return;
        }
        try (Workers workers = threads.workers()) {
            StreamingKernelPca learner = learn ? StreamingKernelPca.resume(modelPath, workers) : null;
            RowScoring scoring = learner == null
                    ? RowScoring.by(model, chosen, workers)
                    : RowScoring.learning(learner, refresh == null ? DEFAULT_REFRESH : refresh, chosen, workers);
            if (parts) {
                scoring.withParts();
            }
            if (!scoring.hasPValues()) {
                explainMissing(model);
            }
            RowPass pass = new RowPass(this, model, modelPath);
            Map<String, Object> fields = pass.run(output, scoring.names(), scoring);
            if (scoring.hasPValues()) {
                fields.put("smallestPValue", scoring.smallestPValue());
                fields.put("autocorrelation", scoring.runs().autocorrelation());
            }
            scoring.describe(fields);
            List<String> warnings = new ArrayList<>(pass.notes());
            warnings.addAll(scoring.warnings());
            String fewer = chosen == null ? "" : FitWarnings.fewerComponents(model, chosen, model.spectrum().length);
            if (!fewer.isEmpty()) {
                warnings.add(fewer);
            }
            warn(warnings, fields);
            if (learner != null && save != null) {
                // Last, so that a run that failed and is done again learns its rows once.
                learner.snapshot().save(save);
                fields.put("model", save.toString());
            }
            if (output.isFile()) {
                report("Wrote " + output.name, fields);
            }
        }
    }

    /** Rows of the output are columns of rows that are novel. */
    private void explain(KernelPcaModel model, @Nullable ComponentCount chosen) throws IOException {
        explain.requireText(output.name);
        explain.requireRoom(model.columns());
        try (Workers workers = threads.workers()) {
            RowScoring scoring = RowScoring.by(model, chosen, workers);
            if (parts) {
                scoring.withParts();
            }
            explain.requirePValues(scoring.hasPValues(), modelPath);
            NovelRows novel = new NovelRows(scoring, explain.limits());
            RowPass pass = new RowPass(this, model, modelPath);
            Map<String, Object> fields = pass.run(scoring.names().size(), novel, novel);
            ProgressLine progress = console().progress();
            List<RowExplanation> found = RowExplanation.of(
                    novel, novel.rows(), chosen == null ? model : model.withScoreComponents(chosen), workers, progress);
            progress.done();
            fields.put("explainedRows", found.size());
            scoring.describe(fields);
            List<String> warnings = new ArrayList<>(pass.notes());
            warnings.addAll(scoring.warnings());
            warn(warnings, fields);
            if (output.isFile() || !json) {
                RowExplanation.write(output.name, novel, found);
                fields.put("output", output.name);
            }
            if (json) {
                fields.put("novel", found.stream().map(row -> row.fields(novel)).toList());
            }
            if (output.isFile() || json) {
                report("Wrote " + output.name, fields);
            }
        }
    }

    private void discover(KernelPcaModel model, @Nullable ComponentCount chosen, double rate) throws IOException {
        KernelPcaModel scored = chosen == null ? model : model.withScoreComponents(chosen);
        Calibration calibration = scored.calibration()
                .orElseThrow(() -> new UsageException("--fdr needs p-values, and " + modelPath + " is of method "
                        + FittedModel.of(model).settings().method().label()
                        + ", which keeps no sample of its rows; fit it with method skpca"));
        try (Workers workers = threads.workers()) {
            FileDiscoveries discoveries = new FileDiscoveries(FittedModel.of(scored), calibration, rate, workers);
            RowPass pass = new RowPass(this, model, modelPath);
            try (RowReader reader = pass.open(rows, inputs)) {
                discoveries.count(reader);
            }
            Map<String, Object> fields = pass.run(output, FileDiscoveries.NAMES, discoveries);
            if (!(fields.get("rows") instanceof Long read) || !discoveries.isSame(read)) {
                throw new BadInputException(String.join(", ", inputs)
                        + ": the rows changed while they were read twice; score them when nothing is written to them");
            }
            discoveries.report(fields);
            warn(pass.notes(), fields);
            if (output.isFile()) {
                report("Wrote " + output.name, fields);
            }
        }
    }

    private void requireSensible() {
        explain.requireSensible();
        if (explain.isAsked() && (learn || fdr != null)) {
            throw new UsageException(
                    "--explain and " + (learn ? "--learn" : "--fdr")
                            + " cannot both be given: explain the rows of the model as it is, with --explain-level for a p-value");
        }
        if (fdr != null && !(fdr > 0 && fdr < 1)) {
            throw new UsageException("--fdr must be above 0 and below 1, not " + fdr);
        }
        if (fdr != null && (learn || inputs.stream().anyMatch(ScoreCommand::isReadOnce))) {
            throw new UsageException(
                    learn
                            ? "--fdr judges all rows together, and --learn one after the other: leave one out"
                            : "--fdr reads the rows twice, and standard input and pipes can be read once: give files");
        }
        if (!learn && (refresh != null || save != null)) {
            throw new UsageException((refresh != null ? "--refresh" : "--save")
                    + " has no meaning without --learn: give --learn, or leave it out");
        }
        if (refresh != null && refresh < 1) {
            throw new UsageException("--refresh must be at least 1, not " + refresh);
        }
        if (save != null) {
            FitCommand.requireWritable(save, "--save");
        }
    }

    /** Standard input and pipes. */
    private static boolean isReadOnce(String input) {
        return input.equals("-") || (Files.exists(Path.of(input)) && !Files.isRegularFile(Path.of(input)));
    }

    private void explainMissing(KernelPcaModel model) {
        console()
                .note("no pValue: " + modelPath
                        + " is of method "
                        + FittedModel.of(model).settings().method().label()
                        + ", which keeps no sample of its rows; skpca and rnca do");
    }
}
