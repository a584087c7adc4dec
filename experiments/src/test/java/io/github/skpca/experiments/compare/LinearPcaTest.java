package io.github.skpca.experiments.compare;

import io.github.skpca.Workers;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

final class LinearPcaTest {
    /** Rows in a plane of space, far from zero, with a little noise off it. */
    @Test
    void findsThePlaneOfRowsWhateverTheBatches() {
        Random random = new Random(4);
        double[] rows = new double[3 * 500];
        for (int i = 0; i < rows.length; i += 3) {
            double a = 5 * random.nextGaussian();
            double b = random.nextGaussian();
            rows[i] = 1e6 + a;
            rows[i + 1] = a + b;
            rows[i + 2] = -b + 0.01 * random.nextGaussian();
        }
        LinearPca whole = new LinearPca(3, Workers.callerOnly());
        whole.update(rows, 500);
        LinearPca parts = new LinearPca(3, Workers.callerOnly());
        parts.update(rows, 123);
        parts.update(Arrays.copyOfRange(rows, 3 * 123, rows.length), 377);
        for (LinearPca learned : new LinearPca[] {whole, parts}) {
            LinearPca.Components components = learned.components(5, new double[0]);
            assertThat(components.count()).isEqualTo(3);
            assertThat(components.varianceLeft(rows, 500, 1)).isBetween(0.005, 0.1);
            assertThat(components.varianceLeft(rows, 500, 2)).isLessThan(1e-5);
            assertThat(components.varianceLeft(rows, 500, 3)).isLessThan(1e-9);
            double[] row = Arrays.copyOf(rows, 3);
            assertThat(components.reconstruct(row, 2)).containsExactly(row, within(0.05));
            assertThat(components.residual(row, 2)).isLessThan(0.01);
        }
    }

    @Test
    void scalesColumnsBeforeItLooks() {
        double[] rows = {0, 0, 1000, 1, 0, -1, 1000, 0, 500, 0.5, 500, -0.5};
        LinearPca learned = new LinearPca(2, Workers.callerOnly());
        learned.update(rows, 6);
        double[] loadings = new double[1];
        learned.components(1, new double[0]).transform(rows, 2, loadings, 0);
        assertThat(Math.abs(loadings[0])).isCloseTo(500, within(1.0));
        learned.components(1, new double[] {0, 1}).transform(rows, 2, loadings, 0);
        assertThat(Math.abs(loadings[0])).isCloseTo(1, within(1e-9));
    }
}
