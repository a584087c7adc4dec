package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.Workers;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.Projector;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Model and rows to k loadings a row. */
@Command(
        name = "transform",
        description = "Project rows on a model's components: k loadings a row.",
        footer = {"", "Example: skpca transform model.skpca data.csv --keep id -o loadings.csv"})
final class TransformCommand extends ModelOverRowsCommand {
    @Mixin
    OutputOption output = new OutputOption();

    @Override
    void declare(CommandFiles files) {
        files.reads(modelPath);
        files.reads(inputs);
        files.writes("-o", output.name);
    }

    @Override
    void run() throws IOException {
        refuseJsonWithRows(output.name);
        KernelPcaModel model = KernelPcaModel.load(modelPath);
        int k = model.components();
        if (k == 0) {
            throw new UsageException(modelPath + " has no components: all rows it was fitted on were alike");
        }
        List<String> names = IntStream.rangeClosed(1, k).mapToObj(i -> "pc" + i).toList();
        try (Workers workers = threads.workers()) {
            Projector projector = FittedModel.of(model).projector(workers);
            MissingCells missing = model.preparation().isPlain() ? null : new MissingCells(model, workers);
            UnlikeRows unlike = new UnlikeRows(model);
            RowPass pass = new RowPass(this, model, modelPath);
            Map<String, Object> fields = pass.run(output, names, (batches, out) -> {
                batches.addTo(unlike);
                if (missing != null) {
                    missing.fill(batches.denseValues(), 0, batches.batch().rows());
                }
                batches.transform(projector, k, out);
                for (int i = 0; missing != null && i < batches.batch().rows(); i++) {
                    if (!missing.isJudged(i)) {
                        Arrays.fill(out, i * k, (i + 1) * k, Double.NaN);
                    }
                }
            });
            List<String> warnings = new ArrayList<>(pass.notes());
            warnings.addAll(unlike.warnings());
            warn(warnings, fields);
            if (output.isFile()) {
                report("Wrote " + output.name, fields);
            }
        }
    }
}
