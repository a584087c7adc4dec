package io.github.skpca.cli;

import io.github.skpca.ComponentCount;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.model.FittedModel;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Path;
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
        refuseJsonWithRows(output.name);
        requireSensible();
        KernelPcaModel model = KernelPcaModel.load(modelPath);
        String wanted = components;
        ComponentCount chosen = wanted == null ? null : UsageException.checking(() -> ComponentCount.parse(wanted));
        try (Workers workers = threads.workers()) {
            StreamingKernelPca learner = learn ? StreamingKernelPca.resume(modelPath, workers) : null;
            RowScoring scoring = learner == null
                    ? RowScoring.by(model, chosen, workers)
                    : RowScoring.learning(learner, refresh == null ? DEFAULT_REFRESH : refresh, chosen, workers);
            if (scoring.names().size() == 1) {
                explainMissing(model);
            }
            Map<String, Object> fields =
                    new RowPass(this, model, modelPath).run(rows, inputs, output.name, scoring.names(), scoring);
            if (scoring.names().size() > 1) {
                fields.put("smallestPValue", scoring.smallestPValue());
                fields.put("autocorrelation", scoring.runs().autocorrelation());
            }
            warn(scoring.warnings(), fields);
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

    private void requireSensible() {
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

    private void explainMissing(KernelPcaModel model) {
        console()
                .note("no pValue: " + modelPath
                        + " is of method "
                        + FittedModel.of(model).settings().method().label()
                        + ", which keeps no sample of its rows; skpca and rnca do");
    }
}
