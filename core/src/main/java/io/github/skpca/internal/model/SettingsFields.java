package io.github.skpca.internal.model;

import io.github.skpca.ComponentCount;
import io.github.skpca.Forgetting;
import io.github.skpca.LandmarkRule;
import io.github.skpca.MapKind;
import io.github.skpca.Method;
import io.github.skpca.ModelFileException;
import io.github.skpca.RowPreparation;
import io.github.skpca.Scale;
import io.github.skpca.ShrinkRule;
import io.github.skpca.internal.feature.Preprocessing;
import io.github.skpca.internal.feature.Standardizer;
import io.github.skpca.internal.sketch.GramSketch;
import io.github.skpca.internal.text.PortableNumber;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;
import org.jspecify.annotations.Nullable;

import java.util.function.Function;

/** The part of a model file that every method has: settings as metadata, and the preprocessing that the warm-up fixed. */
final class SettingsFields {
    private static final String SCORE = "score";
    private static final String COLUMN_NAMES = "columnNames";

    private SettingsFields() {}

    static void write(TensorFile.Builder file, Settings settings) {
        KernelChoice kernel = settings.kernel();
        file.metadata("method", settings.method().label())
                .metadata("columns", Integer.toString(settings.columns()))
                .metadata("features", Integer.toString(settings.features()))
                .metadata("sketch", Integer.toString(settings.sketchSize()))
                .metadata("components", settings.components().toString())
                .metadata("kernel", kernel.name())
                .metadata("bandwidth", kernel.bandwidth())
                .metadata("map", settings.map().label())
                .metadata("shrink", settings.shrink().label())
                .metadata("center", Boolean.toString(settings.centered()))
                .metadata("scaleRule", settings.scale().label())
                .metadata("warmup", Integer.toString(settings.warmUpRows()))
                .metadata("seed", Long.toString(settings.seed()));
        if (settings.sketchesLandmarks()) {
            file.metadata("landmarkRule", settings.landmarkRule().label());
            if (settings.rank() > 0) {
                file.metadata("rank", Integer.toString(settings.rank()));
            }
        }
        PreparationFields.write(file, settings.rowSettings().preparation());
        if (!settings.rowSettings().names().isEmpty()) {
            file.metadata(COLUMN_NAMES, ColumnNames.text(settings.rowSettings().names()));
        }
        if (settings.score() != ScoreRule.RESIDUAL) {
            file.metadata(SCORE, settings.score().label());
        }
        if (settings.method() == Method.RNCA) {
            file.metadata("rncaUpdate", settings.rncaUpdate().label());
        }
        if (kernel.shape() != 0) {
            file.metadata("kernelShape", PortableNumber.text(kernel.shape()));
        }
        if (settings.forgetting() instanceof Forgetting.HalfLife life) {
            file.metadata("halfLife", PortableNumber.text(life.halfLife()))
                    .metadata("halfLifeClock", life.clock().label());
        } else if (settings.forgetting() instanceof Forgetting.Window window) {
            file.metadata("window", Long.toString(window.rows()))
                    .metadata("windowEpsilon", PortableNumber.text(window.epsilon()));
        }
    }

    private static Forgetting forgetting(TensorFile file) throws ModelFileException {
        boolean hasLife = file.metadata().containsKey("halfLife");
        boolean hasWindow = file.metadata().containsKey("window");
        if (hasLife && hasWindow) {
            throw new IllegalArgumentException("it has a half-life and a window, where there can be one of them");
        }
        if (hasLife) {
            return new Forgetting.HalfLife(
                    Double.parseDouble(file.metadata("halfLife")),
                    label("halfLifeClock", file.metadata("halfLifeClock"), Forgetting.Clock::ofLabel));
        }
        return hasWindow
                ? new Forgetting.Window(
                        Long.parseLong(file.metadata("window")), Double.parseDouble(file.metadata("windowEpsilon")))
                : Forgetting.none();
    }

    /**
     * Reads settings.
     *
     * @param own the kernel that the file names, as code; null to use what the file says
     */
    static Settings read(TensorFile file, @Nullable Kernel own) throws ModelFileException {
        String name = file.metadata("kernel");
        String bandwidth = file.metadata("bandwidth");
        KernelChoice kernel = bandwidth.matches(".*[a-z]")
                ? KernelChoice.ofRule(label("kernel", name, KernelFamily::ofLabel), bandwidth)
                        .orElse(null)
                : null;
        if (kernel == null) {
            kernel = KernelChoice.of(given(own, kernel(file, name, Double.parseDouble(bandwidth))));
        } else if (own != null) {
            String resolved = file.metadata().get("resolvedBandwidth");
            given(own, kernel(file, name, resolved == null ? own.bandwidth() : Double.parseDouble(resolved)));
        }
        String update = file.metadata().getOrDefault("rncaUpdate", GramSketch.Update.BLOCK.label());
        String rule = file.metadata().getOrDefault("landmarkRule", LandmarkRule.PIVOTED.label());
        RowPreparation preparation = PreparationFields.read(file);
        String names = file.metadata().getOrDefault(COLUMN_NAMES, "[]");
        return new Settings(
                label("method", file.metadata("method"), Method::ofLabel),
                new RowSettings(
                        Integer.parseInt(file.metadata("columns")),
                        scale(file),
                        flag(file, "center"),
                        Integer.parseInt(file.metadata("warmup")),
                        preparation,
                        ColumnNames.parse(names, preparation.cells())),
                kernel,
                new MapSettings(
                        label("map", file.metadata("map"), MapKind::ofLabel),
                        Integer.parseInt(file.metadata("features")),
                        label("landmarkRule", rule, LandmarkRule::ofLabel),
                        Integer.parseInt(file.metadata().getOrDefault("rank", "0"))),
                new SketchSettings(
                        Integer.parseInt(file.metadata("sketch")),
                        label("shrink", file.metadata("shrink"), ShrinkRule::ofLabel),
                        label("update", update, GramSketch.Update::ofLabel),
                        forgetting(file)),
                ComponentCount.parse(file.metadata("components")),
                label(SCORE, file.metadata().getOrDefault(SCORE, ScoreRule.RESIDUAL.label()), ScoreRule::ofLabel),
                Long.parseLong(file.metadata("seed")));
    }

    /** The scale that was asked for; files from before there were three say whether columns are standardised. */
    private static Scale scale(TensorFile file) throws ModelFileException {
        String rule = file.metadata().get("scaleRule");
        if (rule != null) {
            return label("scaleRule", rule, Scale::ofLabel);
        }
        return flag(file, "standardize") ? Scale.COLUMNS : Scale.NONE;
    }

    /** The given kernel, if it is the one of the file. */
    private static Kernel given(@Nullable Kernel own, Kernel found) {
        if (own == null) {
            return found;
        }
        boolean isSame = UnknownKernel.isUnknown(found)
                ? own.name().equals(found.name()) && own.bandwidth() == found.bandwidth()
                : own.equals(found);
        if (!isSame) {
            throw new OtherKernelException("was fitted with the kernel " + ModelFileProblems.quote(found.name())
                    + " of bandwidth " + PortableNumber.text(found.bandwidth()) + ", not with "
                    + ModelFileProblems.quote(own.name()) + " of " + PortableNumber.text(own.bandwidth()));
        }
        return own;
    }

    /** The given kernel is not the file's. */
    static final class OtherKernelException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        OtherKernelException(String message) {
            super(message);
        }
    }

    static <T> T label(String what, String label, Function<String, java.util.Optional<T>> find) {
        return find.apply(label).orElseThrow(() -> new IllegalArgumentException("unknown " + what + " " + label));
    }

    static boolean flag(TensorFile file, String key) throws ModelFileException {
        String value = file.metadata(key);
        if (!value.equals("true") && !value.equals("false")) {
            throw new IllegalArgumentException(key + " is neither true nor false");
        }
        return value.equals("true");
    }

    private static Kernel kernel(TensorFile file, String name, double bandwidth) {
        String shape = file.metadata().get("kernelShape");
        if (shape != null) {
            return Kernel.rationalQuadratic(bandwidth, Double.parseDouble(shape));
        }
        return KernelFamily.named(name, bandwidth).orElseGet(() -> new UnknownKernel(name, bandwidth));
    }

    static void writePreprocessing(TensorFile.Builder file, Preprocessing preprocessing) {
        int columns = preprocessing.columns();
        file.metadata(
                "resolvedBandwidth", PortableNumber.text(preprocessing.kernel().bandwidth()));
        file.tensor("origin", preprocessing.standardizer().origin(), columns);
        double[] factors = preprocessing.standardizer().factors();
        if (factors.length > 0) {
            file.tensor("scale", factors, columns);
        }
        if (!preprocessing.standardizer().reason().isEmpty()) {
            file.metadata("scaleReason", preprocessing.standardizer().reason());
        }
    }

    static Preprocessing readPreprocessing(TensorFile file, Settings settings) throws ModelFileException {
        int columns = settings.columns();
        double[] factors = file.has("scale") ? file.doubles("scale", columns) : new double[0];
        double[] origin = file.doubles("origin", columns);
        ModelFileChecks.requireFinite("origin", origin);
        double bandwidth = Double.parseDouble(file.metadata("resolvedBandwidth"));
        Kernel chosen = settings.kernel().fixed();
        Kernel found = kernel(file, settings.kernel().name(), bandwidth);
        boolean isOwn = UnknownKernel.isUnknown(found) && !UnknownKernel.isUnknown(chosen);
        String reason = file.metadata().getOrDefault("scaleReason", "");
        return new Preprocessing(
                Standardizer.of(origin, factors).because(reason), isOwn ? given(chosen, found) : found);
    }
}
