package io.github.skpca;

import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.Settings;
import io.github.skpca.kernel.BandwidthRule;
import io.github.skpca.kernel.KernelFamily;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The builder's one call for the system of the paper is what it says, and sets nothing else. */
class PaperSystemTest {
    private static final int COLUMNS = 4;
    private static final double[] ROWS = SampleRows.clusters(5, 300, COLUMNS);

    private static KernelPcaModel model(KernelPcaBuilder builder) {
        StreamingKernelPca learner = builder.features(60)
                .sketchSize(12)
                .components(5)
                .warmUpRows(100)
                .build(COLUMNS);
        learner.update(ROWS, 300);
        return learner.snapshot();
    }

    @Test
    void itIsFeaturesWithPhasesAndTheShrinksOfAlgorithmOne() {
        KernelPcaBuilder byHand = StreamingKernelPca.builder()
                .kernel(KernelFamily.GAUSSIAN, BandwidthRule.MEAN)
                .map(MapKind.FOURIER)
                .shrink(ShrinkRule.PAPER)
                .centered(false)
                .seed(8);
        KernelPcaModel paper = model(StreamingKernelPca.builder().seed(8).paper());
        assertThat(paper.toBytes()).isEqualTo(model(byHand).toBytes());
        Settings settings = FittedModel.of(paper).settings();
        assertThat(settings.method()).isEqualTo(Method.SKPCA);
        assertThat(settings.scale()).isEqualTo(Scale.NONE);
        assertThat(paper.mean()).isNull();
        assertThat(paper.boundFailureProbability()).isZero();
    }

    @Test
    void itReplacesWhatWasSetBeforeAndIsReplacedByWhatComesAfter() {
        KernelPcaBuilder before = StreamingKernelPca.builder()
                .method(Method.RNCA)
                .kernel(KernelFamily.LAPLACIAN, BandwidthRule.MEDIAN)
                .map(MapKind.PAIRED)
                .standardized(true);
        assertThat(model(before.paper()).toBytes())
                .isEqualTo(model(StreamingKernelPca.builder().paper()).toBytes());
        Settings after = FittedModel.of(
                        model(StreamingKernelPca.builder().paper().centered(true)))
                .settings();
        assertThat(after.centered()).isTrue();
        assertThat(after.map()).isEqualTo(MapKind.FOURIER);
        assertThat(after.shrink()).isEqualTo(ShrinkRule.PAPER);
    }
}
