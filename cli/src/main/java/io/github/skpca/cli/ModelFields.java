package io.github.skpca.cli;

import io.github.skpca.ErrorEstimate;
import io.github.skpca.Forgetting;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.MapKind;
import io.github.skpca.Method;
import io.github.skpca.RowPreparation;
import io.github.skpca.internal.feature.Standardizer;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.Settings;
import io.github.skpca.internal.sketch.SketchAlgorithm;
import io.github.skpca.kernel.Kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What commands say about a model, by the names that scripts rely on. */
final class ModelFields {
    /** Of a sample: fewer leave every interval wide. */
    private static final int ENOUGH_ROWS = 256;

    /** Of a map: below it is the rounding of floats. */
    private static final double LEAST_ERROR = 1e-5;

    private static final String BANDWIDTH_RATIO = "bandwidthRatio";
    private static final String FOLLOW = "landmarksFollow";
    private static final String FOLLOW_REASON = "landmarksFollowReason";

    private ModelFields() {}

    /** All of it, with what has to be estimated from the sample of rows. */
    static Map<String, Object> withEstimates(KernelPcaModel model) {
        Map<String, Object> fields = of(model);
        putBandwidthRatio(model, fields);
        model.kernelError().ifPresent(error -> putEstimate("kernelError", error, fields));
        model.mapError().ifPresent(error -> putEstimate("mapError", error, fields));
        return fields;
    }

    /** The bandwidth that the rows would be given now, over the one in use; from the sample of rows. */
    static void putBandwidthRatio(KernelPcaModel model, Map<String, Object> fields) {
        model.bandwidthRatio().ifPresent(ratio -> fields.put(BANDWIDTH_RATIO, ratio));
    }

    private static void putEstimate(String name, ErrorEstimate error, Map<String, Object> fields) {
        fields.put(name, error.estimate());
        fields.put(name + "Low", error.low());
        fields.put(name + "High", error.high());
    }

    private static void putPreparation(RowPreparation rows, Map<String, Object> fields) {
        if (rows.isPlain()) {
            return;
        }
        fields.put("cells", rows.cells());
        fields.put("lags", rows.lags());
        fields.put("stride", rows.stride());
        fields.put("missing", rows.missing().label());
        if (!rows.categories().isEmpty()) {
            fields.put("oneHotColumns", rows.categories().size());
        }
    }

    /** What a model knows of itself, without an estimate. */
    static Map<String, Object> of(KernelPcaModel model) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("rows", model.rows());
        putForgetting(model, fields);
        fields.put("columns", model.columns());
        putPreparation(model.preparation(), fields);
        fields.put("method", FittedModel.of(model).settings().method().label());
        fields.put("kernel", FittedModel.of(model).embedding().kernel().name());
        fields.put("bandwidth", FittedModel.of(model).embedding().kernel().bandwidth());
        fields.put("map", FittedModel.of(model).settings().map().label());
        if (FittedModel.of(model).settings().method() == Method.SKPCA) {
            fields.put("shrink", FittedModel.of(model).settings().shrink().label());
        }
        if (FittedModel.of(model).settings().method() == Method.RNCA) {
            fields.put(
                    "rncaUpdate", FittedModel.of(model).settings().rncaUpdate().label());
        }
        FittedModel.of(model).sketchChoice().ifPresent(choice -> putSketch(choice, fields));
        fields.put("features", model.features());
        if (FittedModel.of(model).settings().sketchesLandmarks()) {
            fields.put("rank", FittedModel.of(model).embedding().map().features());
            putFollowing(
                    FittedModel.of(model).settings(),
                    FittedModel.of(model).embedding().kernel(),
                    fields);
        }
        if (FittedModel.of(model).settings().method() == Method.SKPCA) {
            fields.put("sketch", FittedModel.of(model).settings().sketchSize());
        }
        fields.put("components", model.components());
        FittedModel.of(model).noveltyParts().ifPresent(parts -> {
            fields.put("score", FittedModel.of(model).settings().score().label());
            fields.put("weakDirections", parts.weakDirections());
            fields.put("isolatedShare", parts.isolatedShare());
        });
        fields.put("centered", FittedModel.of(model).settings().centered());
        putScale(FittedModel.of(model).embedding().standardizer(), fields);
        fields.put("seed", FittedModel.of(model).settings().seed());
        fields.put("space", model.space());
        fields.put("explainedVariance", model.explainedVariance());
        model.kernelBound().ifPresent(bound -> fields.put("kernelBound", bound));
        // Of a sample nothing is proved, and exact has no sketch: there is no bound to print.
        if (model.hasSketchBound()) {
            fields.put("sketchBound", model.sketchBound());
            fields.put("boundFailureProbability", model.boundFailureProbability());
        }
        return fields;
    }

    /** Which sketch algorithm runs, and how it was chosen. */
    static void putSketch(SketchAlgorithm.Choice choice, Map<String, Object> fields) {
        fields.put("sketchAlgorithm", choice.algorithm().label());
        fields.put("sketchReason", choice.reason());
    }

    /** Whether landmarks under a sketch follow the stream, and if not, why. */
    static void putFollowing(Settings settings, Kernel kernel, Map<String, Object> fields) {
        String reason = settings.reasonLandmarksStay(kernel);
        fields.put(FOLLOW, reason.isEmpty());
        if (!reason.isEmpty()) {
            fields.put(FOLLOW_REASON, reason);
        }
    }

    /** Whether columns are divided by their deviations, and who decided it. */
    private static void putScale(Standardizer standardizer, Map<String, Object> fields) {
        fields.put("scale", standardizer.scale().label());
        fields.put("scaleReason", standardizer.reason().isEmpty() ? "asked for" : "auto: " + standardizer.reason());
    }

    /** How rows are forgotten, if they are, and what those that were seen still weigh. */
    private static void putForgetting(KernelPcaModel model, Map<String, Object> fields) {
        if (FittedModel.of(model).settings().forgetting() instanceof Forgetting.HalfLife life) {
            fields.put("forgetting", "half-life");
            fields.put("halfLife", life.halfLife());
            fields.put("halfLifeClock", life.clock().label());
            fields.put("weight", model.weight());
        } else if (FittedModel.of(model).settings().forgetting() instanceof Forgetting.Window window) {
            fields.put("forgetting", "window");
            fields.put("window", window.rows());
            fields.put("windowError", window.epsilon());
            fields.put("weight", model.weight());
        }
    }

    /** The same for a table: an estimate and its interval in one line that says what they are. */
    static Map<String, Object> forPeople(Map<String, ?> fields) {
        Map<String, Object> lines = new LinkedHashMap<>(fields);
        // Said on standard error, a line each.
        lines.remove("warnings");
        // As it is typed: a seed is no amount.
        lines.computeIfPresent("seed", (name, seed) -> String.valueOf(seed));
        if (lines.containsKey(FOLLOW)) {
            Object reason = lines.remove(FOLLOW_REASON);
            lines.put(FOLLOW, reason == null ? "yes" : "no, they stay those of the sample: " + reason);
        }
        if (lines.containsKey("kernelBound")) {
            lines.put(
                    "kernelBound",
                    Console.text(lines.get("kernelBound")) + " (guaranteed: at most this, all rows learned)");
        }
        // Measured: docs/decisions/0014. The interval of maps in pairs is too narrow where a few far rows make the
        // error.
        boolean isNarrow = MapKind.ofLabel(String.valueOf(lines.get("map")))
                .filter(MapKind::isPaired)
                .isPresent();
        for (String name : List.of("kernelError", "mapError")) {
            if (lines.containsKey(name)) {
                String low = Console.text(lines.remove(name + "Low"));
                String high = Console.text(lines.remove(name + "High"));
                lines.put(
                        name,
                        Console.text(lines.get(name)) + " (likely: 95% interval " + low + " to " + high
                                + (isNarrow ? " if tails are not heavy" : "") + ", all rows learned)");
            }
        }
        if (lines.containsKey("kernelBound") && !lines.containsKey("kernelError")) {
            lines.put("kernelError", "(likely: inspect --estimates tells)");
        }
        return lines;
    }

    /** What a person should know before relying on the figures; of estimates, if they are among the fields. */
    static List<String> warnings(KernelPcaModel model, Map<String, ?> fields) {
        List<String> warnings = new ArrayList<>();
        if (model.isShareMissed()) {
            String larger =
                    FittedModel.of(model).settings().method() == Method.SKPCA ? "--sketch" : "number of --features";
            warnings.add("the model explains " + Console.number(model.explainedVariance())
                    + " of the variance, less than the share asked for; a larger " + larger + " may reach it");
        }
        // Whoever looked whether rows still fit the bandwidth looks whether they fit the landmarks, unless these follow
        // the rows.
        boolean isLookedAt = fields.containsKey("mapError")
                || (fields.containsKey(BANDWIDTH_RATIO) && !Boolean.TRUE.equals(fields.get(FOLLOW)));
        if (FittedModel.of(model).settings().map() == MapKind.LANDMARKS && isLookedAt) {
            model.mapError()
                    .filter(error -> isOpenAbove(error, model.sketchBound()))
                    .ifPresent(error -> warnings.add("the map's error may be as large as "
                            + Console.number(error.high())
                            + ": a few rows are far from all landmarks, and the sample holds too few of them to tell; more"
                            + " --features may help"));
        }
        String outgrown =
                fields.get(BANDWIDTH_RATIO) instanceof Double ratio ? BandwidthChange.advice(model, ratio) : "";
        if (!outgrown.isEmpty()) {
            warnings.add(outgrown);
        }
        if (!Backend.hasCommonBits()) {
            warnings.add("this machine has no fused multiply-add, so the last bits of a model are its own:"
                    + " machines that have it all make the same");
        }
        if (model.isProvisional()) {
            warnings.add("provisional, made during the warm-up; a later model may have another bandwidth");
        }
        return warnings;
    }

    /** Whether rows that a sample of some size does not hold may make most of the error, and more than the sketch does. */
    private static boolean isOpenAbove(ErrorEstimate error, double sketchBound) {
        return error.rows() >= ENOUGH_ROWS
                && error.high() > LEAST_ERROR
                && error.high() > 2 * error.estimate()
                && error.high() - error.estimate() > sketchBound;
    }
}
