package io.github.skpca.internal.model;

import io.github.skpca.BandwidthException;
import io.github.skpca.Forgetting;
import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.LandmarkRule;
import io.github.skpca.MapKind;
import io.github.skpca.Method;
import io.github.skpca.Scale;
import io.github.skpca.ShrinkRule;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.feature.Standardizer;
import io.github.skpca.internal.learning.Learner;
import io.github.skpca.internal.sketch.GramSketch;
import io.github.skpca.kernel.BandwidthRule;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.function.UnaryOperator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class SettingsTest {
    private static KernelPcaBuilder builder() {
        return StreamingKernelPca.builder().kernel(Kernel.gaussian(2)).features(8);
    }

    @Test
    void everyDifferenceIsSaid() {
        List<UnaryOperator<KernelPcaBuilder>> changes = List.of(
                b -> b.kernel(Kernel.laplacian(2)),
                b -> b.kernel(Kernel.gaussian(3)),
                b -> b.kernel(KernelFamily.GAUSSIAN, BandwidthRule.MEAN),
                b -> b.kernel(KernelFamily.GAUSSIAN, "2mean"),
                b -> b.map(MapKind.FOURIER),
                b -> b.method(Method.RNCA),
                b -> b.method(Method.NYSTROM),
                b -> b.rncaRowByRow(true),
                b -> b.features(10),
                b -> b.sketchSize(9),
                b -> b.shrink(ShrinkRule.PAPER),
                b -> b.centered(false),
                b -> b.standardized(true),
                b -> b.scale(Scale.AUTO),
                b -> b.warmUpRows(7),
                b -> b.components(3),
                b -> b.landmarkRule(LandmarkRule.UNIFORM),
                b -> b.forgetting(Forgetting.halfLifeInRows(9)),
                b -> b.forgetting(Forgetting.window(70, 0.5)),
                b -> b.seed(5));
        Settings settings = Learner.settings(builder(), 3);
        assertThat(settings.differenceFrom(Learner.settings(builder(), 3))).isEmpty();
        assertThat(settings.differenceFrom(Learner.settings(builder(), 4))).isEqualTo("columns 3 and 4");
        for (UnaryOperator<KernelPcaBuilder> change : changes) {
            Settings other = Learner.settings(change.apply(builder()), 3);
            assertThat(settings.differenceFrom(other)).as("%s", other).isNotEmpty();
            assertThat(other.differenceFrom(settings)).as("%s", other).isNotEmpty();
        }
        Settings one = Learner.settings(builder().kernel(Kernel.rationalQuadratic(2, 1)), 3);
        Settings two = Learner.settings(builder().kernel(Kernel.rationalQuadratic(2, 2)), 3);
        assertThat(one.differenceFrom(two)).isNotEmpty();
    }

    @Test
    void mapsThatAKernelCannotHaveAreRefusedBeforeARowIsRead() {
        for (MapKind map : List.of(MapKind.ORTHOGONAL, MapKind.STRUCTURED)) {
            String why =
                    "map " + map.label() + " needs a kernel of the distance alone, and cauchy is none; use map paired";
            KernelPcaBuilder found = builder().map(map).kernel(KernelFamily.CAUCHY, BandwidthRule.MEDIAN);
            assertThatThrownBy(() -> Learner.settings(found, 3)).hasMessage(why);
            KernelPcaBuilder fixed = builder().map(map).kernel(Kernel.cauchy(1));
            assertThatThrownBy(() -> Learner.settings(fixed, 3)).hasMessage(why);
            assertThat(Learner.settings(builder().map(map).kernel(new UnknownKernel("own", 1)), 3)
                            .map())
                    .as("of a kernel that a file only names nothing is known")
                    .isEqualTo(map);
        }
    }

    @Test
    void mapsAndSizesThatAMethodHasNoUseForAreRefused() {
        for (Method method : Method.values()) {
            for (MapKind map : MapKind.values()) {
                boolean fits = method == Method.SKPCA || method.sketchesFeatures() != (map == MapKind.LANDMARKS);
                KernelPcaBuilder chosen = builder().method(method).map(map);
                if (fits) {
                    assertThat(Learner.settings(chosen, 3).map()).isEqualTo(map);
                } else {
                    assertThatThrownBy(() -> Learner.settings(chosen, 3)).hasMessageStartingWith("map " + map.label());
                }
            }
            assertThat(Method.ofLabel(method.label())).contains(method);
            assertThat(Method.labels()).contains(method.label());
        }
        assertThat(Method.ofLabel("SKPCA")).isEmpty();
        assertThatThrownBy(
                        () -> Learner.settings(builder().method(Method.NYSTROM).features(50_000), 3))
                .hasMessageContaining("features must be at most 46340");
        assertThatThrownBy(() -> Learner.settings(builder().method(Method.EXACT).warmUpRows(20_001), 3))
                .hasMessageContaining("warmup must be at most 20000");
    }

    @Test
    void groupsCheckTheirOwnRanges() {
        for (int bad : new int[] {0, -1, Settings.LARGEST + 1}) {
            String range = " must be between 1 and 16777216, not " + bad;
            assertThatThrownBy(() -> new RowSettings(bad, Scale.NONE, true, 10)).hasMessage("columns" + range);
            assertThatThrownBy(() -> new RowSettings(3, Scale.NONE, true, bad)).hasMessage("warmup" + range);
            assertThatThrownBy(() -> new MapSettings(MapKind.FOURIER, bad, LandmarkRule.PIVOTED, 0))
                    .hasMessage("features" + range);
            assertThatThrownBy(
                            () -> new SketchSettings(bad, ShrinkRule.BLOCK, GramSketch.Update.BLOCK, Forgetting.none()))
                    .hasMessage("sketch" + range);
        }
        assertThatThrownBy(() -> new RowSettings(1000, Scale.NONE, true, 10_000_000))
                .hasMessageStartingWith("warmup times columns must be below 2^31");
        assertThatThrownBy(() -> new MapSettings(MapKind.PAIRED, 7, LandmarkRule.PIVOTED, 0))
                .hasMessage("features must be even for the paired map, not 7");
    }

    @Test
    void accessorsReachIntoTheGroups() {
        Settings settings = Learner.settings(
                builder()
                        .standardized(true)
                        .centered(false)
                        .warmUpRows(30)
                        .landmarkRule(LandmarkRule.UNIFORM)
                        .rank(12)
                        .sketchSize(9)
                        .forgetting(Forgetting.halfLifeInRows(5))
                        .map(MapKind.LANDMARKS),
                3);
        assertThat(settings.rowSettings()).isEqualTo(new RowSettings(3, Scale.COLUMNS, false, 30));
        assertThat(settings.mapSettings()).isEqualTo(new MapSettings(MapKind.LANDMARKS, 8, LandmarkRule.UNIFORM, 12));
        assertThat(settings.sketchSettings())
                .isEqualTo(
                        new SketchSettings(9, ShrinkRule.BLOCK, GramSketch.Update.BLOCK, Forgetting.halfLifeInRows(5)));
        assertThat(settings.columns()).isEqualTo(3);
        assertThat(settings.scale()).isEqualTo(Scale.COLUMNS);
        assertThat(settings.centered()).isFalse();
        assertThat(settings.warmUpRows()).isEqualTo(30);
        assertThat(settings.map()).isEqualTo(MapKind.LANDMARKS);
        assertThat(settings.features()).isEqualTo(8);
        assertThat(settings.landmarkRule()).isEqualTo(LandmarkRule.UNIFORM);
        assertThat(settings.rank()).isEqualTo(12);
        assertThat(settings.sketchSize()).isEqualTo(9);
        assertThat(settings.shrink()).isEqualTo(ShrinkRule.BLOCK);
        assertThat(settings.rncaUpdate()).isEqualTo(GramSketch.Update.BLOCK);
        assertThat(settings.forgetting()).isEqualTo(Forgetting.halfLifeInRows(5));
    }

    @Test
    void kernelIsGivenOrFoundButNotBoth() {
        assertThatThrownBy(() -> new KernelChoice(null, KernelFamily.GAUSSIAN, null, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new KernelChoice(null, null, BandwidthRule.MEAN, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new KernelChoice(Kernel.gaussian(1), KernelFamily.GAUSSIAN, BandwidthRule.MEAN, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"median, 1", "0.5median, 0.5", ".25MEAN, 0.25", "2mean, 2", "1e-3contrast, 0.001", "3.5, 1"})
    void aBandwidthIsReadBackAsItIsWritten(String text, double factor) {
        KernelChoice choice = KernelChoice.parse(KernelFamily.GAUSSIAN, text);
        assertThat(choice.factor()).isEqualTo(factor);
        assertThat(KernelChoice.parse(KernelFamily.GAUSSIAN, choice.bandwidth()))
                .satisfies(again -> assertThat(again.isSameAs(choice)).isTrue());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "medians", "twomedian", "-1median", "0median", "1e999mean", "0x1p3mean", "NaNmedian", "0"})
    void whatIsNoBandwidthIsRefused(String text) {
        assertThatThrownBy(() -> KernelChoice.parse(KernelFamily.GAUSSIAN, text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bandwidth");
    }

    @Test
    void aFactorMultipliesWhatTheRuleFinds() {
        double[] rows = {0, 0, 3, 4, 0, 0};
        Standardizer plain = Standardizer.learn(rows, 3, 2, Scale.NONE);
        assertThat(KernelChoice.parse(KernelFamily.GAUSSIAN, "0.5mean")
                        .resolve(rows, 3, plain, 1, Workers.callerOnly())
                        .bandwidth())
                .isCloseTo(10.0 / 6, within(1e-12));
        assertThatThrownBy(() -> KernelChoice.parse(KernelFamily.GAUSSIAN, "1e20mean")
                        .resolve(new double[] {0, 0, 3e20, 4e20, 0, 0}, 3, plain, 1, Workers.callerOnly()))
                .isInstanceOf(BandwidthException.class)
                .hasMessageContaining("give another one");
    }

    @Test
    void bandwidthIsReadOffAllRowsWhenTheyAreFew() {
        double[] rows = {0, 0, 3, 4, 0, 0};
        Standardizer plain = Standardizer.learn(rows, 3, 2, Scale.NONE);
        assertThat(KernelChoice.of(KernelFamily.GAUSSIAN, BandwidthRule.MEAN)
                        .resolve(rows, 3, plain, 1, Workers.callerOnly())
                        .bandwidth())
                .isCloseTo(10.0 / 3, within(1e-12));
        assertThat(KernelChoice.of(KernelFamily.LAPLACIAN, BandwidthRule.MEDIAN)
                        .resolve(rows, 3, plain, 1, Workers.callerOnly())
                        .bandwidth())
                .isCloseTo(7, within(1e-12));
        assertThatThrownBy(() -> KernelChoice.of(KernelFamily.GAUSSIAN, BandwidthRule.MEDIAN)
                        .resolve(rows, 1, plain, 1, Workers.callerOnly()))
                .isInstanceOf(BandwidthException.class)
                .hasMessage("the median pairwise distance of 1 row is zero or undefined: " + "give a bandwidth");
    }

    @Test
    void sampleOfManyRowsIsSpreadOverAllOfThem() {
        // The second half lies elsewhere: a sample of the first thousand rows alone would say 0 or 1.
        int count = 4000;
        double[] rows = new double[count];
        for (int i = 0; i < count; i++) {
            rows[i] = (i < count / 2 ? 0 : 100) + i % 2;
        }
        double bandwidth = KernelChoice.of(KernelFamily.GAUSSIAN, BandwidthRule.MEAN)
                .resolve(rows, count, Standardizer.learn(rows, count, 1, Scale.NONE), 3, Workers.callerOnly())
                .bandwidth();
        assertThat(bandwidth).isBetween(45.0, 55.0);
    }
}
