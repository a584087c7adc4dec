package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.MergeException;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Model files to one. */
@Command(
        name = "merge",
        description = "Merge models of separate rows into the model of all of them; fit them with --like the first.",
        footer = {
            "",
            "Example: skpca fit monday.csv -o monday.skpca",
            "         skpca fit tuesday.csv --like monday.skpca -o tuesday.skpca",
            "         skpca merge monday.skpca tuesday.skpca -o both.skpca"
        })
final class MergeCommand extends SkpcaCommand {
    @Parameters(arity = "1..*", paramLabel = "MODEL", description = "Two or more model files or checkpoints.")
    List<Path> models = List.of();

    @Option(names = "-o", required = true, paramLabel = "MODEL", description = "The model file to write.")
    Path output = Path.of("");

    @Override
    void declare(CommandFiles files) {
        models.forEach(files::reads);
        files.writes("-o", output);
    }

    @Override
    void run() throws IOException {
        if (models.size() < 2) {
            throw new UsageException("merge needs at least two models, not " + models.get(0) + " alone");
        }
        StreamingKernelPca merged = StreamingKernelPca.resume(models.get(0), Workers.callerOnly());
        for (Path path : models.subList(1, models.size())) {
            StreamingKernelPca other = StreamingKernelPca.resume(path, Workers.callerOnly());
            try {
                merged.merge(other);
            } catch (MergeException e) {
                throw new UsageException(models.get(0) + " and " + path + ": " + OptionAdvice.message(e));
            }
        }
        merged.endWarmUp();
        KernelPcaModel model = merged.snapshot();
        model.save(output);
        Map<String, Object> fields = ModelFields.withEstimates(model);
        fields.put("models", models.stream().map(Path::toString).toList());
        fields.put("model", output.toString());
        warn(ModelFields.warnings(model, fields), fields);
        report("Merged " + models.size() + " models into " + output, fields);
    }
}
