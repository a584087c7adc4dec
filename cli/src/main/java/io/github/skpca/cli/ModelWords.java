package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.Method;
import io.github.skpca.internal.feature.Standardizer;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.Settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The settings of a model in sentences. */
final class ModelWords {
    private ModelWords() {}

    static List<String> of(KernelPcaModel model) {
        FittedModel fitted = FittedModel.of(model);
        Settings settings = fitted.settings();
        List<String> words = new ArrayList<>();
        words.add("The model learned from " + Console.text(model.rows()) + " rows of " + Console.text(model.columns())
                + " columns, by the method " + settings.method().label() + ". "
                + scale(fitted.embedding().standardizer())
                + " Two rows are compared by the " + fitted.embedding().kernel().name() + " kernel of bandwidth "
                + Console.number(fitted.embedding().kernel().bandwidth()) + ".");
        words.add(features(model, settings) + " It has " + Console.text(model.components())
                + " components, which hold " + ModelReport.percent(model.explainedVariance())
                + " of the variance of the rows learned"
                + (settings.centered() ? ", about their mean." : "; it is not centred."));
        Map<String, Object> fields = ModelFields.of(model);
        if (fields.containsKey("forgetting")) {
            words.add("Old rows are forgotten by a " + fields.get("forgetting")
                    + ": what was learned weighs as much as " + Console.number(model.weight()) + " rows.");
        }
        if (!model.preparation().isPlain()) {
            words.add("Rows are prepared before learning: "
                    + Console.text(model.preparation().cells())
                    + " cells become " + Console.text(model.columns()) + " columns, with "
                    + Console.text(model.preparation().lags()) + " steps in a row, and missing cells: "
                    + model.preparation().missing().label() + ".");
        }
        if (fitted.noveltyParts().isPresent()) {
            words.add(
                    "It was fitted for novelty: the score counts what lies outside its directions and how far a row lies inside.");
        }
        words.add("The seed was " + settings.seed() + ": the same rows, seed and settings give the same model.");
        return words;
    }

    private static String scale(Standardizer standardizer) {
        String why = standardizer.reason().isEmpty() ? "" : ", because " + standardizer.reason();
        return standardizer.isScaled()
                ? "Columns are divided by their deviations" + why + "."
                : "Columns are taken as they are" + why + ".";
    }

    private static String features(KernelPcaModel model, Settings settings) {
        if (settings.method() != Method.SKPCA && settings.method() != Method.RNCA) {
            return "It keeps " + Console.text(model.features()) + " rows and their kernel values.";
        }
        return settings.sketchesLandmarks()
                ? "A row becomes its kernel values against " + Console.text(model.features()) + " landmarks."
                : "A row becomes " + Console.text(model.features()) + " random features (map "
                        + settings.map().label() + ").";
    }
}
