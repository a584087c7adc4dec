package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.internal.model.LearnerCheckpoint;
import io.github.skpca.internal.model.LearnerState;
import io.github.skpca.internal.model.ModelFile;
import io.github.skpca.internal.model.TensorFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is in a model file. */
@Command(name = "inspect", description = "Show what is in a model file or a checkpoint.")
final class InspectCommand extends SkpcaCommand {
    private static final int SHOWN_VALUES = 10;

    @Parameters(index = "0", paramLabel = "MODEL", description = "A model file or a checkpoint.")
    Path modelPath = Path.of("");

    @Mixin
    EstimatesOption estimates = new EstimatesOption();

    @Override
    void declare(CommandFiles files) {
        files.reads(modelPath);
    }

    @Override
    void run() throws IOException {
        TensorFile file = TensorFile.read(modelPath);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("kind", ModelFile.isCheckpoint(file) ? "checkpoint" : "model");
        if (ModelFile.holdsModel(file)) {
            describe(ModelFile.readModel(file, modelPath.toString(), null), fields);
        } else {
            describe(ModelFile.readLearner(modelPath, null), fields);
        }
        fields.put("formatVersion", file.metadata("version"));
        fields.put("sha256", file.metadata("sha256"));
        fields.put("fileBytes", Files.size(modelPath));
        fields.put("tensors", tensors(file));
        report(modelPath.toString(), fields);
    }

    private static void describe(LearnerCheckpoint saved, Map<String, Object> fields) {
        fields.put("rows", saved.rows());
        fields.put("columns", saved.settings().columns());
        fields.put("method", saved.settings().method().label());
        fields.put("warmingUp", saved instanceof LearnerCheckpoint.WarmingUp);
        if (saved.learned() instanceof LearnerState.Sketched sketched) {
            ModelFields.putSketch(
                    saved.settings()
                            .sketchChoice(
                                    sketched.algorithm(), sketched.embedding().features()),
                    fields);
            if (saved.settings().sketchesLandmarks()) {
                ModelFields.putFollowing(saved.settings(), sketched.embedding().kernel(), fields);
            }
        }
    }

    private void describe(KernelPcaModel model, Map<String, Object> fields) {
        fields.putAll(estimates.wanted ? ModelFields.withEstimates(model) : ModelFields.of(model));
        fields.put("provisional", model.isProvisional());
        if (model.hasSketchBound()) {
            fields.put("shrinkSum", model.shrinkSum());
            if (model.excess() > 0) {
                fields.put("excess", model.excess());
            }
        }
        double[] spectrum = model.spectrum();
        for (int i = 0; i < spectrum.length; i++) {
            spectrum[i] /= model.weight();
        }
        fields.put("spectrum", json ? spectrum : shortened(spectrum));
        if (!model.columnNames().isEmpty()) {
            fields.put("columnNames", json ? model.columnNames() : shortened(model.columnNames()));
        }
        warn(ModelFields.warnings(model, fields), fields);
    }

    private static String shortened(double[] spectrum) {
        String shown = Arrays.stream(spectrum)
                .limit(SHOWN_VALUES)
                .mapToObj(Console::number)
                .reduce((a, b) -> a + "  " + b)
                .orElse("none");
        return spectrum.length > SHOWN_VALUES ? shown + "  ... (" + spectrum.length + " in all)" : shown;
    }

    private static String shortened(List<String> names) {
        String shown = String.join(", ", names.subList(0, Math.min(SHOWN_VALUES, names.size())))
                .replaceAll("\\p{Cntrl}", " ");
        return names.size() > SHOWN_VALUES ? shown + ", ... (" + names.size() + " in all)" : shown;
    }

    private static List<String> tensors(TensorFile file) throws IOException {
        List<String> tensors = new ArrayList<>();
        for (String name : file.tensorNames()) {
            tensors.add(name + Arrays.toString(file.shape(name)));
        }
        return tensors;
    }
}
