package io.github.skpca.internal.model;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.StreamingKernelPca;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class IsolatedDirectionsTest {
    private static final int COLUMNS = 3;
    private static final int GROUP = 30;

    private static double[] rows() {
        Random random = new Random(1);
        double[] rows = new double[1000 * COLUMNS];
        for (int i = 0; i < rows.length; i++) {
            boolean isApart = i / COLUMNS < GROUP;
            rows[i] = random.nextGaussian() * (isApart ? 0.1 : 1) + (isApart ? 12 : 0);
        }
        return rows;
    }

    private static FittedModel model(double[] rows) {
        StreamingKernelPca learner = StreamingKernelPca.builder()
                .forNovelty()
                .features(150)
                .sketchSize(40)
                .build(COLUMNS);
        learner.update(rows, rows.length / COLUMNS);
        learner.endWarmUp();
        return FittedModel.of(learner.snapshot());
    }

    @Test
    void usualRowsOfTheSampleScoreAsBefore() {
        FittedModel model = model(rows());
        LeadingDirections scoring = model.scoring();
        IsolatedDirections isolated = scoring.isolatedDirections();
        assertThat(isolated.count()).isBetween(1, GROUP);
        int k = scoring.count();
        float[] loadings = new float[1000 * k];
        scoring.transform(rows(), 1000, loadings);
        for (int i = 0; i < 1000; i++) {
            double beyond = isolated.beyond(loadings, i * k, new float[k]);
            if (i < GROUP) {
                assertThat(beyond).as("row %d", i).isGreaterThan(0.1);
            } else {
                assertThat(beyond).as("row %d", i).isLessThan(1e-10);
            }
        }
    }

    @Test
    void directionsAreOrthonormal() {
        IsolatedDirections isolated = model(rows()).scoring().isolatedDirections();
        int k = isolated.directions().length / isolated.count();
        for (int g = 0; g < isolated.count(); g++) {
            for (int h = 0; h < isolated.count(); h++) {
                double product = 0;
                for (int j = 0; j < k; j++) {
                    product += (double) isolated.directions()[g * k + j] * isolated.directions()[h * k + j];
                }
                assertThat(product).isCloseTo(g == h ? 1 : 0, within(1e-5));
            }
        }
    }

    /** The gradient of a score that goes beyond the range, against differences. */
    @Test
    void theGradientIsThatOfTheScore() {
        KernelPcaModel model = model(rows());
        ResidualSpace space = new ResidualSpace(FittedModel.of(model).scoring());
        for (double[] row :
                new double[][] {{12, 12, 12}, {11, 12.5, 11.7}, {6, 6, 6}, {0.3, -0.2, 0.1}, {13, 13, 12}}) {
            double[] gradient = space.scoreGradient(space.standardized(row));
            for (int j = 0; j < COLUMNS; j++) {
                double[] up = row.clone();
                double[] down = row.clone();
                up[j] += 0.02;
                down[j] -= 0.02;
                double slope = (model.score(up) - model.score(down)) / 0.04;
                assertThat(gradient[j])
                        .as("%s, column %d", Arrays.toString(row), j)
                        .isCloseTo(slope, within(0.02 * Math.abs(slope) + 2e-3 * (1 + model.score(row))));
            }
        }
    }
}
