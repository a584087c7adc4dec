package io.github.skpca.internal.model;

import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.MapKind;
import io.github.skpca.SparseRows;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.kernel.Kernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

import static org.assertj.core.api.Assertions.assertThat;

/** One embedding for loadings and score gives what one for each of them gives. */
class LoadingsAndScoreTest {
    private static final int COLUMNS = 4;

    private static double[] row(SplittableRandom random) {
        double[] row = new double[COLUMNS];
        for (int j = 0; j < COLUMNS; j++) {
            row[j] = random.nextInt(3) == 0 ? 0 : random.nextDouble(-2, 3);
        }
        return row;
    }

    private static SparseRows sparse(double[] row) {
        int[] indices = new int[COLUMNS];
        double[] values = new double[COLUMNS];
        int entries = 0;
        for (int j = 0; j < COLUMNS; j++) {
            if (row[j] != 0) {
                indices[entries] = j;
                values[entries++] = row[j];
            }
        }
        return new SparseRows(1, new int[] {0, entries}, indices, values);
    }

    @ParameterizedTest
    @ValueSource(strings = {"landmarks", "paired", "structured", "polynomial", "uncentred"})
    void bothAreTheModelsOwn(String kind) {
        KernelPcaBuilder builder = StreamingKernelPca.builder()
                .features(40)
                .sketchSize(10)
                .components(3)
                .warmUpRows(200);
        MapKind.ofLabel(kind).ifPresent(builder::map);
        if (kind.equals("polynomial")) {
            builder.kernel(Kernel.polynomial(1, 2)).map(MapKind.LANDMARKS);
        }
        builder.centered(!kind.equals("uncentred"));
        StreamingKernelPca learner = builder.build(COLUMNS);
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < 600; i++) {
            learner.update(row(random));
        }
        FittedModel model = FittedModel.of(learner.snapshot());
        FittedModel scoring = model;
        LoadingsAndScore both = new LoadingsAndScore(model);
        float[] loadings = new float[model.components()];
        for (int i = 0; i < 100; i++) {
            double[] row = row(random);
            double expected = scoring.score(row);
            float[] expectedLoadings = model.transform(row);
            assertThat(both.of(row, loadings)).isEqualTo(expected);
            assertThat(loadings).isEqualTo(expectedLoadings);
            assertThat(both.of(sparse(row), loadings)).isEqualTo(expected);
            assertThat(loadings).isEqualTo(expectedLoadings);
        }
    }

    /** A kernel that counts how often it is asked. */
    private static final class Counting implements Kernel {
        final AtomicLong calls = new AtomicLong();

        @Override
        public String name() {
            return "counting";
        }

        @Override
        public double bandwidth() {
            return 1;
        }

        @Override
        public double similarity(double[] x, int xOffset, double[] y, int yOffset, int columns) {
            calls.incrementAndGet();
            return Kernel.gaussian(1).similarity(x, xOffset, y, yOffset, columns);
        }
    }

    @Test
    void aRowIsEmbeddedOnce() {
        Counting kernel = new Counting();
        StreamingKernelPca learner = StreamingKernelPca.builder()
                .kernel(kernel)
                .map(MapKind.LANDMARKS)
                .features(40)
                .sketchSize(10)
                .components(3)
                .warmUpRows(200)
                .build(COLUMNS);
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < 300; i++) {
            learner.update(row(random));
        }
        FittedModel model = FittedModel.of(learner.snapshot());
        LoadingsAndScore both = new LoadingsAndScore(model);
        float[] loadings = new float[model.components()];
        both.of(row(random), loadings);
        long before = kernel.calls.get();
        both.of(row(random), loadings);
        // K(x, c) once for every landmark c, and a few of K(x, x).
        assertThat(kernel.calls.get() - before).isBetween((long) model.features(), model.features() + 3L);
    }
}
