package io.github.skpca.onnx;

import io.github.skpca.Calibration;
import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.MapKind;
import io.github.skpca.RowPreparation;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.kernel.Kernel;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.SplittableRandom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What an ONNX file does beside giving the right numbers. */
final class OnnxModelTest {
    private static final int COLUMNS = 3;

    private static KernelPcaModel model(KernelPcaBuilder builder) {
        StreamingKernelPca learner =
                builder.seed(2).features(60).sketchSize(8).components(4).build(COLUMNS);
        learner.update(TestRows.of(200, COLUMNS, 5), 200);
        return learner.snapshot();
    }

    private static KernelPcaModel model(MapKind map) {
        return model(StreamingKernelPca.builder().map(map));
    }

    @Test
    void theSameModelGivesTheSameBytes() {
        byte[] first = OnnxModel.of(model(MapKind.LANDMARKS)).toBytes();
        assertThat(OnnxModel.of(model(MapKind.LANDMARKS)).toBytes()).isEqualTo(first);
        assertThat(OnnxModel.of(model(MapKind.LANDMARKS)).size()).isEqualTo(first.length);
    }

    /** The library refuses such rows; a graph cannot, and must not call them usual. */
    @Test
    void aRowThatIsNotFiniteHasNoNumbers() throws Exception {
        for (MapKind map : new MapKind[] {MapKind.LANDMARKS, MapKind.PAIRED, MapKind.STRUCTURED}) {
            KernelPcaModel model = model(map);
            try (RuntimeSession session = new RuntimeSession(OnnxModel.of(model))) {
                for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
                    float[] rows = TestRows.of(3, COLUMNS, 6);
                    RuntimeSession.Outputs good = session.run(rows, COLUMNS);
                    rows[COLUMNS + 1] = bad;
                    RuntimeSession.Outputs outputs = session.run(rows, COLUMNS);
                    assertThat(outputs.scores()[1]).isNaN();
                    assertThat(outputs.pValues()[1]).isNaN();
                    for (float loading : Arrays.copyOfRange(outputs.loadings(), 4, 8)) {
                        assertThat(loading).isNaN();
                    }
                    assertThat(outputs.scores()[2]).as("its neighbour").isEqualTo(good.scores()[2]);
                }
            }
        }
    }

    @Test
    void doubleRowsKeepTheDigitsOfLargeOffsets() throws Exception {
        double offset = 1.7e9;
        float[] near = TestRows.of(200, COLUMNS, 7);
        double[] rows = new double[near.length];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = offset + near[i];
        }
        StreamingKernelPca learner = StreamingKernelPca.builder().features(60).build(COLUMNS);
        learner.update(rows, 200);
        KernelPcaModel model = learner.snapshot();
        try (RuntimeSession session = new RuntimeSession(OnnxModel.ofDoubleRows(model))) {
            float[] scores = session.run(rows, COLUMNS).scores();
            for (int i = 0; i < 200; i++) {
                double expected = model.score(Arrays.copyOfRange(rows, i * COLUMNS, (i + 1) * COLUMNS));
                assertThat(Math.abs(scores[i] - expected)).isLessThan(5e-6);
            }
        }
    }

    /** Rows that do not vary leave no direction: a score is all of a row. */
    @Test
    void aModelWithoutDirections() throws Exception {
        for (MapKind map : new MapKind[] {MapKind.LANDMARKS, MapKind.PAIRED}) {
            StreamingKernelPca learner = StreamingKernelPca.builder()
                    .map(map)
                    .kernel(Kernel.gaussian(1))
                    .features(20)
                    .build(COLUMNS);
            learner.update(new double[30 * COLUMNS], 30);
            KernelPcaModel model = learner.snapshot();
            try (RuntimeSession session = new RuntimeSession(OnnxModel.of(model))) {
                float[] row = {0.5f, -0.5f, 0.1f};
                RuntimeSession.Outputs outputs = session.run(row, COLUMNS);
                assertThat(outputs.shape()).containsExactly(1, model.components());
                assertThat(Math.abs(outputs.scores()[0] - model.score(row))).isLessThan(5e-6);
            }
        }
    }

    @Test
    void stepsAreThePValues() {
        SplittableRandom random = new SplittableRandom(8);
        double[] scores = random.doubles(300).map(u -> Math.rint(100 * u) / 100).toArray();
        double[] tail = random.doubles(40).map(u -> 0.9 + 0.2 * u).toArray();
        double[] weights = random.doubles(40).map(u -> 1 + 9 * u).toArray();
        for (Calibration calibration : new Calibration[] {
            new Calibration(scores), new Calibration(scores, tail, weights, 5000), new Calibration(new double[] {1})
        }) {
            PValueSteps steps = PValueSteps.of(calibration);
            for (double threshold : steps.thresholds()) {
                for (double score : new double[] {Math.nextDown(threshold), threshold, Math.nextUp(threshold)}) {
                    int beyond = 0;
                    while (beyond < steps.thresholds().length && score > steps.thresholds()[beyond]) {
                        beyond++;
                    }
                    assertThat(steps.values()[beyond]).isEqualTo(calibration.pValue(score));
                }
            }
            assertThat(steps.values()[0]).isEqualTo(1);
            assertThat(steps.values()[steps.values().length - 1]).isEqualTo(calibration.smallestPValue());
        }
    }

    @Test
    void whatHasNoOnnxFormIsRefused() {
        assertThatThrownBy(() -> OnnxModel.of(model(StreamingKernelPca.builder().kernel(new Own()))))
                .isInstanceOf(OnnxExportException.class)
                .hasMessageContaining("kernel own is a user's own");
        RowPreparation windows = RowPreparation.of(1).withLags(COLUMNS);
        assertThatThrownBy(() -> OnnxModel.of(model(StreamingKernelPca.builder().preparation(windows))))
                .isInstanceOf(OnnxExportException.class)
                .hasMessageContaining("prepares its rows");
    }

    private record Own() implements Kernel {
        @Override
        public String name() {
            return "own";
        }

        @Override
        public double bandwidth() {
            return 1;
        }

        @Override
        public double similarity(double[] x, int xOffset, double[] y, int yOffset, int columns) {
            double sum = 1;
            for (int j = 0; j < columns; j++) {
                sum += x[xOffset + j] * y[yOffset + j];
            }
            return sum;
        }
    }
}
