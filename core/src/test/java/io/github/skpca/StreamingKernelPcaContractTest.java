package io.github.skpca;

import io.github.skpca.internal.sketch.GramSketch;
import io.github.skpca.kernel.BandwidthRule;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * The contract for every method, shrink, map, centring and standardising, with given and with found bandwidths. The quick check takes
 * every seventh of these.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("configurations")
class StreamingKernelPcaContractTest extends LearnerContract {
    private static final int STEP = Integer.getInteger("skpca.contract.step", 1);

    @Parameter
    Configuration configuration;

    private record Choice(String name, UnaryOperator<KernelPcaBuilder> choose) {}

    record Configuration(String name, UnaryOperator<KernelPcaBuilder> choose) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Configuration> configurations() {
        List<Choice> kernels = List.of(
                new Choice("gaussian median", builder -> builder.kernel(KernelFamily.GAUSSIAN, BandwidthRule.MEDIAN)),
                new Choice("matern32 mean", builder -> builder.kernel(KernelFamily.MATERN32, BandwidthRule.MEAN)),
                new Choice("laplacian", builder -> builder.kernel(Kernel.laplacian(3))));
        List<Configuration> all = new ArrayList<>();
        for (ShrinkRule shrink : ShrinkRule.values()) {
            for (MapKind map : List.of(MapKind.FOURIER, MapKind.PAIRED)) {
                for (boolean centered : new boolean[] {true, false}) {
                    for (boolean standardized : new boolean[] {true, false}) {
                        for (Choice kernel : kernels) {
                            String name = shrink.label() + ", " + map.label() + (centered ? ", centred" : "")
                                    + (standardized ? ", standardised, " : ", ") + kernel.name;
                            all.add(new Configuration(
                                    name,
                                    builder -> kernel.choose
                                            .apply(builder)
                                            .shrink(shrink)
                                            .map(map)
                                            .centered(centered)
                                            .standardized(standardized)));
                        }
                    }
                }
            }
        }
        addOtherMaps(all, kernels);
        addLandmarks(all, kernels);
        addOtherMethods(all, kernels);
        return IntStream.range(0, all.size())
                .filter(i -> i % STEP == 0)
                .mapToObj(all::get)
                .toList();
    }

    /** Maps that differ from pairs in their frequencies alone: one shrink will do, and kernels of the distance. */
    private static void addOtherMaps(List<Configuration> all, List<Choice> kernels) {
        for (MapKind map : List.of(MapKind.ORTHOGONAL, MapKind.STRUCTURED)) {
            for (Method method : List.of(Method.SKPCA, Method.RNCA)) {
                for (int i = 0; i < 2; i++) {
                    Choice kernel = kernels.get(i);
                    boolean centered = i == 0;
                    all.add(new Configuration(
                            method.label() + ", " + map.label() + (centered ? ", centred, " : ", standardised, ")
                                    + kernel.name,
                            builder -> kernel.choose
                                    .apply(builder)
                                    .method(method)
                                    .map(map)
                                    .centered(centered)
                                    .standardized(!centered)));
                }
            }
        }
    }

    /** Landmarks under a sketch, with a kernel that has no other map beside those that have. */
    private static void addLandmarks(List<Configuration> all, List<Choice> kernels) {
        List<Choice> more = new ArrayList<>(kernels);
        more.add(new Choice(
                "polynomial2 median", builder -> builder.kernel(KernelFamily.POLYNOMIAL2, BandwidthRule.MEDIAN)));
        more.add(new Choice("polynomial3", builder -> builder.kernel(Kernel.polynomial(4, 3))));
        for (boolean centered : new boolean[] {true, false}) {
            for (Choice kernel : more) {
                ShrinkRule shrink = ShrinkRule.values()[all.size() % ShrinkRule.values().length];
                LandmarkRule rule = centered ? LandmarkRule.PIVOTED : LandmarkRule.UNIFORM;
                all.add(new Configuration(
                        shrink.label() + ", landmarks " + rule.label() + (centered ? ", centred, " : ", standardised, ")
                                + kernel.name,
                        builder -> kernel.choose
                                .apply(builder)
                                .shrink(shrink)
                                .map(MapKind.LANDMARKS)
                                .landmarkRule(rule)
                                .centered(centered)
                                .standardized(!centered)));
            }
        }
    }

    /** The methods that the paper's is compared with. */
    private static void addOtherMethods(List<Configuration> all, List<Choice> kernels) {
        for (boolean centered : new boolean[] {true, false}) {
            for (Choice kernel : kernels) {
                String suffix = (centered ? ", centred, " : ", standardised, ") + kernel.name;
                UnaryOperator<KernelPcaBuilder> choose = builder ->
                        kernel.choose.apply(builder).centered(centered).standardized(!centered);
                for (GramSketch.Update update : GramSketch.Update.values()) {
                    all.add(new Configuration(
                            "rnca " + update.label() + suffix,
                            builder -> choose.apply(builder)
                                    .method(Method.RNCA)
                                    .rncaRowByRow(update == GramSketch.Update.ROW)
                                    .map(centered ? MapKind.PAIRED : MapKind.FOURIER)));
                }
                for (Method method : List.of(Method.NYSTROM, Method.EXACT)) {
                    all.add(new Configuration(
                            method.label() + suffix,
                            builder -> choose.apply(builder).method(method)));
                }
            }
        }
    }

    @Override
    KernelPcaBuilder builder() {
        return configuration
                .choose
                .apply(StreamingKernelPca.builder())
                .features(FEATURES)
                .sketchSize(SKETCH)
                .components(3)
                .warmUpRows(WARM_UP)
                .seed(7);
    }
}
