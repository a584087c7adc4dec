package io.github.skpca.cli;

import io.github.skpca.StreamingKernelPca;
import io.github.skpca.feature.BandwidthRule;
import io.github.skpca.feature.MapKind;
import io.github.skpca.kernel.KernelFamily;
import io.github.skpca.model.ComponentCount;
import io.github.skpca.sketch.ShrinkRule;
import picocli.CommandLine.Option;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** What is learned: kernel, map, sketch and sizes. */
final class LearnerOptions {
    @Option(
            names = "--kernel",
            paramLabel = "KERNEL",
            defaultValue = "gaussian",
            description = "gaussian (default), laplacian, cauchy, matern12, matern32, matern52, rational-quadratic.")
    String kernel = "gaussian";

    @Option(
            names = "--bandwidth",
            paramLabel = "median|mean|NUMBER",
            defaultValue = "median",
            description = "The kernel's length: a number, or that pairwise distance of the warm-up (default: median).")
    String bandwidth = "median";

    @Option(
            names = "--map",
            paramLabel = "MAP",
            defaultValue = "paired",
            description = "paired (default) or fourier, the paper's.")
    String map = "paired";

    @Option(
            names = "--features",
            paramLabel = "M",
            defaultValue = "1000",
            description = "Random features (default: ${DEFAULT-VALUE}).")
    int features;

    @Option(
            names = "--sketch",
            paramLabel = "L",
            defaultValue = "50",
            description = "Rows of the sketch (default: ${DEFAULT-VALUE}).")
    int sketch;

    @Option(
            names = "--components",
            paramLabel = "K",
            defaultValue = "10",
            description = "Components, or a share of variance such as 0.95 (default: ${DEFAULT-VALUE}).")
    String components = "10";

    @Option(
            names = "--shrink",
            paramLabel = "RULE",
            defaultValue = "block",
            description = "block (default), fast, or paper, Algorithm 1 to the letter.")
    String shrink = "block";

    @Option(
            names = "--center",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "Take features about their mean (default); --no-center is the paper's form.")
    boolean center = true;

    @Option(names = "--standardize", description = "Divide each column by its standard deviation over the warm-up.")
    boolean standardize;

    @Option(
            names = "--warmup",
            paramLabel = "ROWS",
            defaultValue = "10000",
            description = "Rows from which origin, scale and bandwidth are learned (default: ${DEFAULT-VALUE}).")
    int warmup;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "0",
            description = "Where all randomness comes from (default: ${DEFAULT-VALUE}).")
    long seed;

    StreamingKernelPca.Builder builder() {
        KernelFamily family = choice("--kernel", kernel, KernelFamily::ofLabel, KernelFamily.labels());
        StreamingKernelPca.Builder builder = StreamingKernelPca.builder()
                .map(choice("--map", map, MapKind::ofLabel, MapKind.labels()))
                .shrink(choice("--shrink", shrink, ShrinkRule::ofLabel, ShrinkRule.labels()))
                .features(features)
                .sketchSize(sketch)
                .components(UsageException.checking(() -> ComponentCount.parse(components)))
                .centered(center)
                .standardized(standardize)
                .warmUpRows(warmup)
                .seed(seed);
        for (BandwidthRule rule : BandwidthRule.values()) {
            if (rule.label().equals(bandwidth.toLowerCase(Locale.ROOT))) {
                return builder.kernel(family, rule);
            }
        }
        return builder.kernel(UsageException.checking(() -> family.withBandwidth(number(bandwidth))));
    }

    static <T> T choice(String option, String value, Function<String, Optional<T>> find, String allowed) {
        return find.apply(value.toLowerCase(Locale.ROOT))
                .orElseThrow(() -> new UsageException(option + " must be one of " + allowed + ", not " + value));
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new UsageException("--bandwidth must be median, mean or a number, not " + text);
        }
    }
}
