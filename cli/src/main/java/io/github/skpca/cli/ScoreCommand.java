package io.github.skpca.cli;

import io.github.skpca.linalg.Workers;
import io.github.skpca.model.KernelPcaModel;
import io.github.skpca.model.Projector;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Model and rows to a novelty score a row. */
@Command(
        name = "score",
        description =
                "Score rows for novelty: how much of each lies outside the model's subspace, from 0 (like the rows seen).",
        footer = {"", "Example: skpca score model.skpca data.csv --keep id -o scores.csv"})
final class ScoreCommand extends ModelOverRowsCommand {
    @Option(
            names = "-o",
            paramLabel = "OUT",
            defaultValue = "-",
            description =
                    "Where to write: name.csv, name.csv.gz, name.tsv or name.npy; - is standard output (default).")
    String output = "-";

    @Override
    void run() throws IOException {
        refuseJsonWithRows(output);
        KernelPcaModel model = KernelPcaModel.load(modelPath);
        try (Workers workers = threads.workers()) {
            Projector projector = model.projector(workers);
            Map<String, Object> fields = new RowPass(this, model, modelPath)
                    .run(rows, inputs, output, List.of("score"), (batches, out) -> batches.score(projector, out));
            if (!output.equals("-")) {
                report("Wrote " + output, fields);
            }
        }
    }
}
