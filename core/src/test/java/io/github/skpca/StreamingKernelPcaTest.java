package io.github.skpca;

import io.github.skpca.internal.feature.Standardizer;
import io.github.skpca.internal.learning.Learner;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.kernel.BandwidthRule;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** What the front door refuses, and its corners; what it promises for all settings is in {@link LearnerContract}. */
class StreamingKernelPcaTest {
    private static final double[] ROWS = SampleRows.clusters(11, 200, 3);

    private static KernelPcaBuilder small() {
        return StreamingKernelPca.builder()
                .kernel(Kernel.gaussian(2))
                .map(MapKind.PAIRED)
                .features(8)
                .sketchSize(4)
                .components(2)
                .warmUpRows(10)
                .seed(1);
    }

    private static StreamingKernelPca learned(KernelPcaBuilder builder, int columns) {
        StreamingKernelPca learner = builder.build(columns);
        learner.update(SampleRows.clusters(12, 30, columns), 30);
        return learner;
    }

    private static Arguments refusal(String reason, UnaryOperator<KernelPcaBuilder> other, int columns) {
        return arguments(reason, other, columns);
    }

    static List<Arguments> differences() {
        return List.of(
                refusal("rows have 3 and 4 columns", builder -> builder, 4),
                refusal("maps are paired of 8 features and fourier of 8", builder -> builder.map(MapKind.FOURIER), 3),
                refusal("maps are paired of 8 features and paired of 10", builder -> builder.features(10), 3),
                refusal("one is centred and the other is not", builder -> builder.centered(false), 3),
                refusal("seeds are 1 and 2", builder -> builder.seed(2), 3),
                refusal("kernels are gaussian and laplacian", builder -> builder.kernel(Kernel.laplacian(2)), 3),
                refusal("bandwidths are 2.0 and 3.0", builder -> builder.kernel(Kernel.gaussian(3)), 3),
                refusal("scales differ", builder -> builder.standardized(true), 3));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("differences")
    void learnersOfOtherFeaturesAreNotMerged(String reason, UnaryOperator<KernelPcaBuilder> other, int columns) {
        StreamingKernelPca learner = learned(small(), 3);
        StreamingKernelPca stranger = learned(other.apply(small()), columns);
        byte[] before = Bits.of(learner);

        assertThatThrownBy(() -> learner.merge(stranger))
                .isInstanceOf(MergeException.class)
                .hasMessage("cannot merge: " + reason + "; build the second one like the first");
        assertThat(Bits.of(learner)).isEqualTo(before);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("differences")
    void learnersInTheWarmUpAreNotMergedWithThoseOfOtherFeatures(
            String reason, UnaryOperator<KernelPcaBuilder> other, int columns) {
        StreamingKernelPca young = small().build(3);
        young.update(ROWS, 5);
        StreamingKernelPca stranger = learned(other.apply(small()), columns);
        byte[] before = Bits.of(young);
        byte[] strangerBefore = Bits.of(stranger);

        assertThatThrownBy(() -> young.merge(stranger)).as(reason).isInstanceOf(MergeException.class);
        assertThat(Bits.of(young)).isEqualTo(before);
        assertThatThrownBy(() -> stranger.merge(young)).as(reason).isInstanceOf(MergeException.class);
        assertThat(Bits.of(stranger)).isEqualTo(strangerBefore);
    }

    /** Three columns, of units that differ a thousand times or of the same. */
    private static double[] scaled(boolean hasUnits) {
        double[] rows = SampleRows.clusters(12, 30, 3);
        for (int i = 0; i < rows.length; i += 3) {
            rows[i] *= hasUnits ? 1000 : 1;
        }
        return rows;
    }

    @Test
    void theWarmUpDecidesTheScale() {
        for (boolean hasUnits : new boolean[] {true, false}) {
            StreamingKernelPca learner = small().scale(Scale.AUTO).build(3);
            StreamingKernelPca told = small().standardized(hasUnits).build(3);
            learner.update(scaled(hasUnits), 30);
            told.update(scaled(hasUnits), 30);
            Standardizer decided =
                    FittedModel.of(learner.snapshot()).embedding().standardizer();

            assertThat(decided.scale()).isEqualTo(hasUnits ? Scale.COLUMNS : Scale.NONE);
            assertThat(decided.reason()).contains(" of 3 columns: ");
            assertThat(decided.factors())
                    .containsExactly(FittedModel.of(told.snapshot())
                            .embedding()
                            .standardizer()
                            .factors());
            assertThat(Learner.of(learner).settings().scale()).isEqualTo(Scale.AUTO);
        }
    }

    @Test
    void whatWasDecidedIsMergedHoweverItWasAsked() {
        StreamingKernelPca decided = small().scale(Scale.AUTO).build(3);
        StreamingKernelPca asked = small().scale(Scale.COLUMNS).build(3);
        decided.update(scaled(true), 30);
        asked.update(scaled(true), 30);
        decided.merge(asked);
        assertThat(decided.rows()).isEqualTo(60);
    }

    @Test
    void aWarmUpThatWasToDecideFollowsWhatIsDecided() {
        StreamingKernelPca decided = small().scale(Scale.AUTO).build(3);
        StreamingKernelPca young = small().scale(Scale.AUTO).build(3);
        StreamingKernelPca willing = small().standardized(true).build(3);
        StreamingKernelPca unwilling = small().build(3);
        decided.update(scaled(true), 30);
        for (StreamingKernelPca other : List.of(young, willing, unwilling)) {
            other.update(scaled(false), 5);
        }
        assertThatThrownBy(() -> decided.merge(unwilling)).hasMessageContaining("scales are columns and none");
        assertThatThrownBy(() -> unwilling.merge(decided)).hasMessageContaining("scales are none and columns");
        assertThatThrownBy(() -> young.merge(willing)).hasMessageContaining("scales are auto and columns");
        decided.merge(willing);
        young.merge(decided);
        assertThat(young.rows()).isEqualTo(40);
        assertThat(FittedModel.of(young.snapshot()).embedding().standardizer().scale())
                .isEqualTo(Scale.COLUMNS);
    }

    @Test
    void rowsThatSpreadOutgrowTheBandwidth() {
        for (double factor : new double[] {1, 10, 0.1}) {
            StreamingKernelPca learner = StreamingKernelPca.builder()
                    .features(20)
                    .sketchSize(5)
                    .warmUpRows(100)
                    .forgetting(Forgetting.halfLifeInRows(200))
                    .build(3);
            double[] rows = SampleRows.clusters(12, 4000, 3);
            for (int i = 300; i < rows.length; i++) {
                rows[i] *= factor;
            }
            learner.update(rows, 4000);
            assertThat(learner.snapshot().bandwidthRatio().orElseThrow()).isBetween(0.7 * factor, 1.4 * factor);
        }
    }

    @Test
    void aGivenBandwidthIsComparedWithTheMedian() {
        StreamingKernelPca found = StreamingKernelPca.builder().features(20).build(3);
        found.update(ROWS, 200);
        double median = FittedModel.of(found.snapshot()).embedding().kernel().bandwidth();
        StreamingKernelPca given = StreamingKernelPca.builder()
                .features(20)
                .kernel(Kernel.gaussian(4 * median))
                .build(3);
        given.update(ROWS, 200);
        assertThat(found.snapshot().bandwidthRatio().orElseThrow()).isEqualTo(1);
        assertThat(given.snapshot().bandwidthRatio().orElseThrow()).isEqualTo(0.25);
        StreamingKernelPca exact =
                StreamingKernelPca.builder().method(Method.EXACT).build(3);
        exact.update(ROWS, 200);
        assertThat(exact.snapshot().bandwidthRatio()).isEmpty();
    }

    @Test
    void learnersOfOtherWarmUpsAreNotMerged() {
        StreamingKernelPca first = learned(small(), 3);
        StreamingKernelPca second = small().build(3);
        second.update(ROWS, 30);
        assertThatThrownBy(() -> first.merge(second)).hasMessageContaining("origins differ");
    }

    @Test
    void sketchesOfOtherSizesAndShrinksMerge() {
        StreamingKernelPca first = learned(small(), 3);
        StreamingKernelPca second =
                small().sketchSize(7).shrink(ShrinkRule.PAPER).build(3);
        second.update(SampleRows.clusters(12, 30, 3), 30);
        first.merge(second);

        assertThat(first.rows()).isEqualTo(60);
        assertThat(first.snapshot().spectrum()).hasSizeLessThanOrEqualTo(4);
    }

    @Test
    void learnerMergesWithItself() {
        StreamingKernelPca learner = learned(small(), 3);
        double before =
                FittedModel.of(learner.snapshot()).snapshot().summary().state().squaredNorm();
        learner.merge(learner);

        assertThat(learner.rows()).isEqualTo(60);
        assertThat(FittedModel.of(learner.snapshot())
                        .snapshot()
                        .summary()
                        .state()
                        .squaredNorm())
                .isCloseTo(2 * before, org.assertj.core.api.Assertions.within(1e-9 * before));
    }

    @Test
    void emptyLearnerHasNoModel() {
        StreamingKernelPca learner = small().build(3);
        assertThat(learner.rows()).isZero();
        assertThat(learner.latest()).isEmpty();
        assertThatThrownBy(learner::snapshot)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no rows yet");
        assertThatThrownBy(learner::endWarmUp)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no rows yet");

        KernelPcaModel model = learned(small(), 3).snapshot();
        StreamingKernelPca alike = StreamingKernelPca.like(model, Workers.callerOnly());
        assertThat(alike.isWarmingUp()).isFalse();
        assertThat(alike.rows()).isZero();
        assertThatThrownBy(alike::snapshot)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no rows yet");
    }

    @Test
    void rowsThatAreAllAlikeTellNoBandwidth() {
        StreamingKernelPca learner =
                small().kernel(KernelFamily.GAUSSIAN, BandwidthRule.MEDIAN).build(3);
        double[] alike = new double[30];
        Arrays.fill(alike, 2.5);
        learner.update(alike, 7);
        byte[] before = Bits.of(learner);

        assertThatThrownBy(learner::snapshot)
                .isInstanceOf(BandwidthException.class)
                .hasMessage("the median pairwise distance of 7 rows is zero or undefined: " + "give a bandwidth");
        assertThatThrownBy(() -> learner.update(alike, 10)).isInstanceOf(BandwidthException.class);
        assertThat(Bits.of(learner)).isEqualTo(before);

        learner.update(ROWS, 3);
        assertThat(learner.isWarmingUp()).isFalse();
        assertThat(learner.rows()).isEqualTo(10);
    }

    @Test
    void constantRowsWithAGivenBandwidthAreOnePoint() {
        StreamingKernelPca centred = small().build(3);
        StreamingKernelPca plain = small().centered(false).build(3);
        double[] alike = new double[600];
        Arrays.fill(alike, -7);
        centred.update(alike, 200);
        plain.update(alike, 200);

        KernelPcaModel point = centred.snapshot();
        assertThat(point.components()).isZero();
        assertThat(point.transform(new double[] {-7, -7, -7})).isEmpty();
        assertThat(point.score(new double[] {-7, -7, -7})).isBetween(0.0, 1e-12);
        assertThat(point.score(new double[] {90, -80, 30})).isGreaterThan(0.1);
        assertThat(point.sketchBound()).isBetween(0.0, 1e-6);
        assertThat(plain.snapshot().components()).isEqualTo(1);
        assertThat(plain.snapshot().spectrum()[0]).isCloseTo(200, org.assertj.core.api.Assertions.within(1e-4));
    }

    @Test
    void largeOffsetsAreHarmless() {
        double[] moved = ROWS.clone();
        for (int i = 0; i < moved.length; i++) {
            moved[i] += 1 << 20;
        }
        StreamingKernelPca near = small().build(3);
        near.update(ROWS, 200);
        StreamingKernelPca far = small().build(3);
        far.update(moved, 200);

        double[] nearSpectrum = near.snapshot().spectrum();
        assertThat(far.snapshot().spectrum())
                .containsExactly(nearSpectrum, org.assertj.core.api.Assertions.within(1e-3));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e39, -1e200, Double.MAX_VALUE})
    void numbersBeyondFloatsAreRefusedWithTheirPlace(double large) {
        for (int before : new int[] {0, 5, 50}) {
            StreamingKernelPca learner = small().build(3);
            learner.update(ROWS, before);
            byte[] bits = Bits.of(learner);
            double[] batch = Arrays.copyOf(ROWS, 60);
            batch[3 * 15 + 2] = large;

            BadRowException refused = catchThrowableOfType(BadRowException.class, () -> learner.update(batch, 20));
            assertThat(refused).isNotNull();
            assertThat(refused.row()).isEqualTo(15);
            assertThat(refused.column()).isEqualTo(2);
            assertThat(Bits.of(learner)).isEqualTo(bits);
        }
    }

    @Test
    void farAwayRowsWithinFloatsAreLearned() {
        StreamingKernelPca learner = small().standardized(true).build(3);
        learner.update(ROWS, 50);
        learner.update(new double[] {1e30, -1e25, 1e20});
        learner.update(ROWS, 150);

        assertThat(learner.snapshot().spectrum()).doesNotContain(Double.NaN);
        assertThat(learner.snapshot().sketchBound()).isBetween(0.0, 2.0);
    }

    @Test
    void farAwayRowsAfterATinySpreadAreLearned() {
        double[] tiny = ROWS.clone();
        for (int i = 0; i < tiny.length; i++) {
            tiny[i] *= 1e-25;
        }
        StreamingKernelPca learner = small().standardized(true).build(3);
        learner.update(tiny, 50);
        learner.update(ROWS, 1);
        learner.update(new double[] {1e30, -1e25, 1e20});
        learner.update(tiny, 150);

        assertThat(learner.snapshot().spectrum()).doesNotContain(Double.NaN);
        assertThat(learner.snapshot().sketchBound()).isBetween(0.0, 2.0);
        assertThat(learner.snapshot().score(new double[] {1e38, 0, 0})).isBetween(0.0, 4.0);
    }

    @Test
    void settingsOutOfRangeAreRefusedByName() {
        assertThatThrownBy(() -> small().features(0).build(3)).hasMessageContaining("features must be between 1 and");
        assertThatThrownBy(() -> small().features(7).build(3))
                .hasMessage("features must be even for the paired map, not 7");
        assertThatThrownBy(() -> small().sketchSize(0).build(3)).hasMessageContaining("sketch must be between 1 and");
        assertThatThrownBy(() -> small().warmUpRows(0).build(3)).hasMessageContaining("warmup must be between 1 and");
        assertThatThrownBy(() -> small().components(0)).hasMessageContaining("components must be");
        assertThatThrownBy(() -> small().components(ComponentCount.ofShare(1)))
                .hasMessageContaining("components must be");
        assertThatThrownBy(() -> small().build(0)).hasMessageContaining("columns must be between 1 and");
    }

    @Test
    void defaultsAreTheDocumentedOnes() {
        var settings = Learner.settings(StreamingKernelPca.builder(), 5);
        assertThat(settings.map()).isEqualTo(MapKind.LANDMARKS);
        assertThat(settings.landmarkRule()).isEqualTo(LandmarkRule.PIVOTED);
        assertThat(settings.features()).isEqualTo(1000);
        assertThat(settings.sketchSize()).isEqualTo(50);
        assertThat(settings.components()).isEqualTo(ComponentCount.of(10));
        assertThat(settings.kernel().name()).isEqualTo("gaussian");
        assertThat(settings.kernel().bandwidth()).isEqualTo("median");
        assertThat(settings.warmUpRows()).isEqualTo(10_000);
        assertThat(settings.centered()).isTrue();
        assertThat(settings.scale()).isEqualTo(Scale.NONE);
        assertThat(settings.seed()).isZero();
        assertThat(Learner.of(StreamingKernelPca.builder().build(5)).settings()).isEqualTo(settings);
    }

    @Test
    void warmUpOfOneRowAndStreamThatEndsEarly() {
        StreamingKernelPca immediate = small().warmUpRows(1).build(3);
        immediate.update(ROWS, 1);
        assertThat(immediate.isWarmingUp()).isFalse();
        immediate.update(ROWS, 150);
        assertThat(immediate.snapshot().rows()).isEqualTo(151);

        StreamingKernelPca early = small().build(3);
        early.update(ROWS, 4);
        early.endWarmUp();
        early.endWarmUp();
        assertThat(early.isWarmingUp()).isFalse();
        assertThat(early.snapshot().isProvisional()).isFalse();
        assertThat(early.rows()).isEqualTo(4);
    }

    @Test
    void readersSeeTheLastSnapshotWhileTheLearnerGoesOn() throws InterruptedException {
        StreamingKernelPca learner = learned(small(), 3);
        KernelPcaModel model = learner.snapshot();
        byte[] before = Bits.of(model);
        double[] scores = new double[200];
        Thread reader = new Thread(() -> {
            for (int i = 0; i < 200; i++) {
                KernelPcaModel seen = learner.latest().orElseThrow();
                scores[i] = seen.score(Arrays.copyOfRange(ROWS, 3 * i, 3 * i + 3));
            }
        });
        reader.start();
        for (int i = 0; i < 200; i++) {
            learner.update(Arrays.copyOfRange(ROWS, 3 * i, 3 * i + 3));
            learner.snapshot();
        }
        reader.join();

        assertThat(Bits.of(model)).isEqualTo(before);
        assertThat(learner.latest())
                .hasValueSatisfying(last -> assertThat(last.rows()).isEqualTo(230));
        assertThat(Arrays.stream(scores).allMatch(score -> score >= 0 && score <= 4))
                .isTrue();
    }
}
