package io.github.skpca.cli;

import io.github.skpca.ComponentCount;
import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.LandmarkRule;
import io.github.skpca.MapKind;
import io.github.skpca.Method;
import io.github.skpca.Scale;
import io.github.skpca.ShrinkRule;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.internal.sketch.GramSketch;
import io.github.skpca.kernel.BandwidthRule;
import io.github.skpca.kernel.KernelFamily;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What is learned: kernel, map, sketch and sizes. */
final class LearnerOptions {
    private static final String AUTO = "auto";
    private static final String NOVELTY = "novelty";

    /** As {@link KernelPcaBuilder#forNovelty()} has it. */
    private static final int NOVELTY_SKETCH = 300;

    /** Options that not every method has a use for, and which do; in the order in which they are complained about. */
    private static final Map<String, Set<Method>> MEANING = new TreeMap<>(Map.of(
            "--sketch", EnumSet.of(Method.SKPCA),
            "--shrink", EnumSet.of(Method.SKPCA),
            "--map", EnumSet.of(Method.SKPCA, Method.RNCA),
            "--landmarks", EnumSet.of(Method.SKPCA),
            "--features", EnumSet.of(Method.SKPCA, Method.RNCA, Method.NYSTROM),
            "--rnca-update", EnumSet.of(Method.RNCA)));

    @Option(
            names = "--method",
            paramLabel = "METHOD",
            defaultValue = "skpca",
            description =
                    "skpca (default), rnca (whole covariance of the features), nystrom (kernel values against a sample of"
                            + " rows), exact (keeps all rows, at most 20000).")
    String method = "skpca";

    @Option(
            names = "--paper",
            description =
                    "The system of the paper as it stands: --map fourier --shrink paper --no-center --bandwidth mean"
                            + " --scale none, with the Gaussian kernel.")
    boolean paper;

    @Option(
            names = "--for",
            paramLabel = "novelty",
            description =
                    "novelty: choose what tells novel rows apart, from the rows alone: --bandwidth contrast --sketch 300, and a score"
                            + " in which directions count by the rows that hold them, so that a few novel rows among those learned do no"
                            + " harm.")
    @Nullable
    String purpose;

    @Option(
            names = "--kernel",
            paramLabel = "KERNEL",
            defaultValue = "gaussian",
            description =
                    "gaussian (default), laplacian, cauchy, matern12, matern32, matern52, rational-quadratic, polynomial2, polynomial3.")
    String kernel = "gaussian";

    @Option(
            names = "--bandwidth",
            paramLabel = "median|mean|contrast|NUMBER",
            defaultValue = "median",
            description =
                    "The kernel's length: a number, or that pairwise distance of the sample (default: median); contrast is the multiple of the"
                            + " median that tells rows apart best from rows whose columns come from different rows. 0.5median is half of"
                            + " the median, and so with any factor and rule.")
    String bandwidth = "median";

    @Option(
            names = "--map",
            paramLabel = "MAP",
            defaultValue = "auto",
            description =
                    "auto (default) says what it picks; landmarks (rows of the sample: the error of exact kernel PCA), orthogonal,"
                            + " structured (256 columns and more), paired, or fourier, the paper's.")
    String map = AUTO;

    @Option(
            names = "--landmarks",
            paramLabel = "RULE",
            defaultValue = "pivoted",
            description =
                    "How landmarks are chosen: pivoted (default; rare rows too) or uniform (default of --for novelty).")
    String landmarks = "pivoted";

    @Option(
            names = "--features",
            paramLabel = "M",
            defaultValue = "1000",
            description = "Landmarks, random features, or sampled rows of nystrom (default: ${DEFAULT-VALUE}).")
    int features = 1000;

    @Option(
            names = "--sketch",
            paramLabel = "L",
            defaultValue = "50",
            description = "Rows of the sketch of skpca (default: ${DEFAULT-VALUE}).")
    int sketch = 50;

    @Option(
            names = "--components",
            paramLabel = "K",
            defaultValue = "10",
            description = "Components, all, or a share of variance such as 0.95 (default: ${DEFAULT-VALUE}).")
    String components = "10";

    @Option(
            names = "--shrink",
            paramLabel = "RULE",
            defaultValue = "block",
            description = "How skpca shrinks: block (default), fast, or paper, the shrinks of Algorithm 1;"
                    + " with all of them W is that of the current sketch, which has every row.")
    String shrink = "block";

    @Option(
            names = "--rnca-update",
            paramLabel = "block|row",
            defaultValue = "block",
            description =
                    "How rnca adds rows: block (default), or row, an outer product per row as the paper's authors did.")
    String rncaUpdate = "block";

    @Option(
            names = "--center",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "Take features about their mean (default); --no-center is the paper's form.")
    boolean center = true;

    @Option(
            names = "--scale",
            paramLabel = "auto|columns|none",
            description =
                    "columns divides each column by its standard deviation over the sample, none leaves them as they are; auto (default) takes"
                            + " columns if they have units of their own, none if they are of one kind, and says why.")
    @Nullable
    String scale;

    @Option(names = "--standardize", description = "The same as --scale columns.")
    boolean standardize;

    @Option(
            names = "--warmup",
            paramLabel = "ROWS",
            defaultValue = "10000",
            description =
                    "Rows of the sample, from which origin, scale, bandwidth and landmarks are taken: of files from all over them, of a"
                            + " pipe the first (default: ${DEFAULT-VALUE}).")
    int warmup = 10_000;

    @Option(
            names = "--seed",
            paramLabel = "N|random",
            defaultValue = "0",
            converter = SeedOption.class,
            description =
                    "Where all randomness comes from (default: ${DEFAULT-VALUE}); random draws one that nobody knows before, prints it and keeps it in the model.")
    long seed;

    KernelPcaBuilder builder() {
        KernelFamily family = choice("--kernel", kernel, KernelFamily::ofLabel, KernelFamily.labels());
        KernelPcaBuilder builder = StreamingKernelPca.builder();
        if (purpose != null) {
            builder.forNovelty().rank(sketch);
        }
        builder.method(method())
                .rncaRowByRow(
                        choice("--rnca-update", rncaUpdate, GramSketch.Update::ofLabel, GramSketch.Update.labels())
                                == GramSketch.Update.ROW)
                .shrink(choice("--shrink", shrink, ShrinkRule::ofLabel, ShrinkRule.labels()))
                .features(features)
                .sketchSize(sketch)
                .components(UsageException.checking(() -> ComponentCount.parse(components)))
                .centered(center)
                .scale(scale())
                .warmUpRows(warmup)
                .landmarkRule(choice("--landmarks", landmarks, LandmarkRule::ofLabel, LandmarkRule.labels()))
                .seed(seed);
        if (!isAutomatic()) {
            builder.map(mapKind(map));
        }
        return UsageException.checking(() -> builder.kernel(family, bandwidth));
    }

    Method method() {
        return choice("--method", method, Method::ofLabel, Method.labels());
    }

    private Scale scale() {
        if (standardize && scale != null) {
            throw new UsageException(
                    "--standardize and --scale cannot both be given: --standardize is --scale columns");
        }
        return standardize
                ? Scale.COLUMNS
                : choice("--scale", scale == null ? AUTO : scale, Scale::ofLabel, Scale.labels());
    }

    /** Sets what --for stands for, where nothing else was given. */
    void applyPurpose(Predicate<String> isGiven) {
        if (purpose == null) {
            return;
        }
        if (!purpose.toLowerCase(Locale.ROOT).equals(NOVELTY)) {
            throw new UsageException("--for must be " + NOVELTY + ", not " + purpose);
        }
        if (paper) {
            throw new UsageException("--for and --paper cannot both be given: the paper's score is the residual");
        }
        if (!isGiven.test("--bandwidth")) {
            bandwidth = BandwidthRule.CONTRAST.label();
        }
        if (!isGiven.test("--sketch")) {
            sketch = NOVELTY_SKETCH;
        }
        if (!isGiven.test("--landmarks")) {
            landmarks = LandmarkRule.UNIFORM.label();
        }
    }

    /** Sets what --paper stands for, and refuses options that were given and say otherwise. */
    void applyPaper(Predicate<String> isGiven) {
        if (!paper) {
            return;
        }
        method = ofPaper("--method", method, Method.SKPCA.label(), isGiven);
        kernel = ofPaper("--kernel", kernel, KernelFamily.GAUSSIAN.label(), isGiven);
        bandwidth = ofPaper("--bandwidth", bandwidth, BandwidthRule.MEAN.label(), isGiven);
        map = ofPaper("--map", map, MapKind.FOURIER.label(), isGiven);
        shrink = ofPaper("--shrink", shrink, ShrinkRule.PAPER.label(), isGiven);
        if (center && isGiven.test("--center")) {
            throw new UsageException("--center and --paper cannot both be given: --paper is --no-center");
        }
        center = false;
        if (standardize) {
            throw new UsageException(
                    "--standardize and --paper cannot both be given: --paper takes columns as they are");
        }
        scale = ofPaper("--scale", scale == null ? AUTO : scale, Scale.NONE.label(), isGiven);
    }

    private static String ofPaper(String option, String given, String wanted, Predicate<String> isGiven) {
        if (isGiven.test(option) && !given.toLowerCase(Locale.ROOT).equals(wanted)) {
            throw new UsageException(
                    option + " " + given + " and --paper cannot both be given: --paper is " + option + " " + wanted);
        }
        return wanted;
    }

    /** Refuses options that were given and that the method has no use for: they would be ignored without a word. */
    void requireMeaning(Predicate<String> isGiven) {
        scale();
        Method chosen = method();
        MEANING.forEach((option, methods) -> {
            if (isGiven.test(option) && !methods.contains(chosen)) {
                String users = methods.stream().map(Method::label).collect(Collectors.joining(", "));
                throw new UsageException(option + " has no meaning for --method " + chosen.label() + ": it is for "
                        + users + "; leave it out");
            }
        });
    }

    /** Refuses options about landmarks where the map that is taken has none. */
    void requireLandmarks(MapKind taken, Predicate<String> isGiven) {
        if (isGiven.test("--landmarks") && taken != MapKind.LANDMARKS) {
            throw new UsageException("--landmarks has no meaning for --map " + taken.label()
                    + (isAutomatic() ? ", which auto picks" : "") + ": leave it out, or give --map landmarks");
        }
    }

    /** Whether the map is picked by rule. */
    boolean isAutomatic() {
        return map.toLowerCase(Locale.ROOT).equals(AUTO);
    }

    static MapKind mapKind(String label) {
        return choice("--map", label, MapKind::ofLabel, MapKind.labels() + ", auto");
    }

    static <T> T choice(String option, String value, Function<String, Optional<T>> find, String allowed) {
        return find.apply(value.toLowerCase(Locale.ROOT))
                .orElseThrow(() -> new UsageException(option + " must be one of " + allowed + ", not " + value));
    }
}
