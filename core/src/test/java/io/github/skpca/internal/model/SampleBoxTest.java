package io.github.skpca.internal.model;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.MapKind;
import io.github.skpca.Method;
import io.github.skpca.SampleRows;
import io.github.skpca.SparseRows;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.kernel.Kernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** What lies beyond the learned rows is novel, and the more so the farther it is. */
class SampleBoxTest {
    private static final int COLUMNS = 5;
    private static final double BANDWIDTH = 2;

    private static KernelPcaModel model(Method method, MapKind map, double[] rows) {
        StreamingKernelPca learner = StreamingKernelPca.builder()
                .method(method)
                .map(map)
                .kernel(Kernel.gaussian(BANDWIDTH))
                .features(60)
                .sketchSize(10)
                .components(4)
                .build(COLUMNS);
        learner.update(rows, rows.length / COLUMNS);
        learner.endWarmUp();
        return learner.snapshot();
    }

    @ParameterizedTest
    @EnumSource(Method.class)
    void scoresGrowWithDistanceInEveryMethod(Method method) {
        MapKind map = method == Method.RNCA ? MapKind.PAIRED : MapKind.LANDMARKS;
        KernelPcaModel model = model(method, map, SampleRows.clusters(3, 200, COLUMNS));
        double before = -1;
        for (double far = 10; far < 1e15; far *= 10) {
            double[] row = new double[COLUMNS];
            row[2] = -far;
            double score = model.score(row);
            // Residuals of random features of far rows differ by chance, which is little beside a squared distance.
            assertThat(score).as("at " + far).isFinite().isGreaterThan(Math.max(1, 2 * before));
            before = score;
        }
    }

    @Test
    void aRowInsideHasNothingAddedAndOneOutsideItsSquaredDistance() {
        double[] rows = SampleRows.clusters(4, 300, COLUMNS);
        KernelPcaModel model = model(Method.SKPCA, MapKind.LANDMARKS, rows);
        SampleBox box = FittedModel.of(model).fit().box();
        float[] row = new float[COLUMNS];
        for (int i = 0; i < 300; i++) {
            FittedModel.of(model).embedding().standardizer().apply(rows, i * COLUMNS, 1, row, 0);
            assertThat(box.beyond(row, 0)).isZero();
        }
        float[] standardized = new float[rows.length];
        FittedModel.of(model).embedding().standardizer().apply(rows, 0, 300, standardized, 0);
        double highest = Double.NEGATIVE_INFINITY;
        double lowest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < 300; i++) {
            highest = Math.max(highest, standardized[i * COLUMNS + 1]);
            lowest = Math.min(lowest, standardized[i * COLUMNS + 3]);
        }
        row[1] = (float) highest + 3;
        row[3] = (float) lowest - 4;
        assertThat(box.beyond(row, 0)).isCloseTo(25 / (2 * BANDWIDTH * BANDWIDTH), within(1e-6));
    }

    @Test
    void eachRowIsComparedWithTheBoxOfTheOthers() {
        double[] rows = SampleRows.clusters(5, 40, COLUMNS);
        rows[3 * COLUMNS] = 50;
        rows[7 * COLUMNS] = 40;
        rows[9 * COLUMNS + 1] = -60;
        rows[11 * COLUMNS + 1] = -60;
        KernelPcaModel model = model(Method.SKPCA, MapKind.LANDMARKS, rows);
        double[] beyond = SampleBox.beyondOthers(FittedModel.of(model).fit(), new boolean[0]);
        assertThat(beyond[3]).isCloseTo(100 / (2 * BANDWIDTH * BANDWIDTH), within(1e-3 * 12.5));
        // Twins keep each other inside.
        assertThat(beyond[9]).isLessThan(1);
        assertThat(beyond[11]).isLessThan(1);
        boolean[] without = new boolean[40];
        without[9] = true;
        without[11] = true;
        double[] left = SampleBox.beyondOthers(FittedModel.of(model).fit(), without);
        assertThat(left[9]).isEqualTo(left[11]).isGreaterThan(100);
        assertThat(left[3]).isEqualTo(beyond[3]);
    }

    @ParameterizedTest
    @EnumSource(MapKind.class)
    void rowsWithoutTheirZerosScoreTheSameBitForBit(MapKind map) {
        Random random = new Random(6);
        double[] rows = new double[300 * COLUMNS];
        for (int i = 0; i < rows.length; i++) {
            // One column has no zeros, so that a zero lies beyond the box.
            rows[i] = i % COLUMNS == 2 ? 5 + random.nextDouble() : random.nextInt(3) == 0 ? random.nextGaussian() : 0;
        }
        KernelPcaModel model = model(Method.SKPCA, map, rows);
        double[] dense = new double[4 * COLUMNS];
        dense[0] = 100;
        dense[COLUMNS + 2] = 3;
        dense[2 * COLUMNS + 4] = -7;
        SparseRows sparse = SparseRows.of(dense, 0, 4, COLUMNS);
        double[] ofDense = new double[4];
        double[] ofSparse = new double[4];
        FittedModel.of(model).projector().score(dense, 0, 4, ofDense, 0);
        FittedModel.of(model).projector().score(sparse, 0, 4, ofSparse, 0);
        assertThat(ofSparse).isEqualTo(ofDense);
        for (double score : ofDense) {
            assertThat(score).isGreaterThan(0.4);
        }
    }
}
