package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.io.PartFiles;
import io.github.skpca.onnx.OnnxExportException;
import io.github.skpca.onnx.OnnxModel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A model file to an ONNX file. */
@Command(
        name = "export",
        description = "Write a model as an ONNX file, for runtimes that know nothing of skpca.",
        footer = {
            "",
            "The input of the file is rows (batch x columns); its outputs are loadings, score and p_value.",
            "Example: skpca export model.skpca -o model.onnx"
        })
final class ExportCommand extends SkpcaCommand {
    @Parameters(index = "0", paramLabel = "MODEL", description = "A model file.")
    Path modelPath = Path.of("");

    @Option(names = "-o", required = true, paramLabel = "FILE", description = "The ONNX file to write.")
    Path output = Path.of("");

    @Option(
            names = "--double-rows",
            description =
                    "Take rows as doubles instead of floats: for columns whose numbers are large against their spread.")
    boolean doubleRows;

    @Override
    void declare(CommandFiles files) {
        files.reads(modelPath);
        files.writes("-o", output);
    }

    @Override
    void run() throws IOException {
        KernelPcaModel model = KernelPcaModel.load(modelPath);
        OnnxModel onnx = exported(model);
        PartFiles.write(output, onnx.toBytes());
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("model", modelPath.toString());
        fields.put("onnx", output.toString());
        fields.put("fileBytes", onnx.size());
        fields.put("input", "rows " + (doubleRows ? "double" : "float") + "[batch, " + model.columns() + "]");
        List<String> outputs =
                new ArrayList<>(List.of("loadings float[batch, " + model.components() + "]", "score float[batch]"));
        if (onnx.hasPValue()) {
            outputs.add("p_value float[batch]");
        }
        fields.put("outputs", outputs);
        List<String> warnings = new ArrayList<>();
        if (!onnx.hasPValue()) {
            warnings.add("no output p_value: " + modelPath + " is of method "
                    + FittedModel.of(model).settings().method().label()
                    + ", which keeps no sample of its rows; skpca and rnca do");
        }
        warn(warnings, fields);
        report("Exported " + modelPath + " to " + output, fields);
    }

    private OnnxModel exported(KernelPcaModel model) {
        try {
            return doubleRows ? OnnxModel.ofDoubleRows(model) : OnnxModel.of(model);
        } catch (OnnxExportException refused) {
            throw new UsageException(modelPath + ": " + refused.getMessage());
        }
    }
}
