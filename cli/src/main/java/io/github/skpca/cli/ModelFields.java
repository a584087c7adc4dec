package io.github.skpca.cli;

import io.github.skpca.model.KernelPcaModel;

import java.util.LinkedHashMap;
import java.util.Map;

/** What commands say about a model, by the names that scripts rely on. */
final class ModelFields {
    private ModelFields() {}

    static Map<String, Object> of(KernelPcaModel model) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("rows", model.rows());
        fields.put("columns", model.columns());
        fields.put("method", "skpca");
        fields.put("kernel", model.embedding().kernel().name());
        fields.put("bandwidth", model.embedding().kernel().bandwidth());
        fields.put("map", model.settings().map().label());
        fields.put("shrink", model.settings().shrink().label());
        fields.put("backend", model.backend());
        fields.put("features", model.features());
        fields.put("sketch", model.settings().sketchSize());
        fields.put("components", model.components());
        fields.put("centered", model.settings().centered());
        fields.put("standardized", model.settings().standardized());
        fields.put("seed", model.settings().seed());
        fields.put(
                "space",
                (long) model.features() * (model.columns() + model.settings().sketchSize()));
        fields.put("explainedVariance", model.explainedVariance());
        fields.put("sketchBound", model.sketchBound());
        fields.put("boundFailureProbability", model.boundFailureProbability());
        return fields;
    }

    /** What a person should know before relying on the figures. */
    static void warn(KernelPcaModel model, Console console) {
        if (model.isShareMissed()) {
            console.note("note: the sketch explains " + Console.number(model.explainedVariance())
                    + " of the variance, less than the share asked for; a larger --sketch may reach it");
        }
        if (model.isProvisional()) {
            console.note("note: provisional, made during the warm-up; a later model may have another bandwidth");
        }
    }
}
