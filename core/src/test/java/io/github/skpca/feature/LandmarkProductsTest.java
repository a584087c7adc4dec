package io.github.skpca.feature;

import io.github.skpca.kernel.GaussianKernel;
import io.github.skpca.kernel.KernelFamily;
import io.github.skpca.linalg.Backend;
import io.github.skpca.linalg.Panels;
import io.github.skpca.linalg.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class LandmarkProductsTest {
    private static final long SEED = Long.getLong("skpca.test.seed", 8);
    private static final double BANDWIDTH = 2;

    /** One column to more than a product adds up at once, landmarks about the length of a stretch, any number of outputs. */
    @ParameterizedTest
    @CsvSource({"1,1,1", "3,5,2", "5,127,10", "5,128,11", "7,129,3", "54,300,151", "130,256,4", "257,400,25"})
    void aTileHasTheBitsOfItsRowsAlone(int columns, int landmarks, int outputs) {
        Random random = new Random(SEED);
        float[] centers = rows(random, landmarks, columns, 0.7);
        // Some pairs too far from the origin for products, rows themselves not.
        for (int i = 0; i < landmarks; i += 7) {
            stretch(centers, i, columns, 9 + random.nextInt(40));
        }
        LandmarkMap map = new LandmarkMap(new GaussianKernel(BANDWIDTH), centers, columns);
        float[] matrix = rows(random, outputs, landmarks, 1);
        LandmarkProducts products = LandmarkProducts.of(map, matrix, outputs);
        assumeTrue(products != null, "no tiles on this backend");
        float[] x = rows(random, products.tileRows() + 1, columns, 0.7);
        stretch(x, 5, columns, 7.9);
        float[] out = new float[2 + products.tileRows() * outputs];
        assertThat(products.multiply(x, columns, out, 2)).isTrue();
        Panels panels = Backend.active().panels(landmarks, outputs);
        panels.pack(matrix, 0, 1, landmarks);
        float[] values = new float[landmarks];
        float[] alone = new float[outputs];
        for (int i = 0; i < products.tileRows(); i++) {
            map.map(x, (i + 1) * columns, 1, values, 0, Workers.callerOnly());
            Backend.active().multiply(values, 0, landmarks, 1, 1, panels, alone, 0, outputs);
            for (int j = 0; j < outputs; j++) {
                assertThat(out[2 + i * outputs + j])
                        .as("skpca.test.seed=%s, row %s, output %s", SEED, i, j)
                        .isEqualTo(alone[j]);
            }
        }
        assertThat(out[0]).isZero();
        assertThat(out[1]).isZero();
    }

    @Test
    void aTileWithARowThatIsFarOutOrNoNumberIsLeftToOthers() {
        int columns = 4;
        Random random = new Random(SEED);
        LandmarkMap map = new LandmarkMap(new GaussianKernel(BANDWIDTH), rows(random, 20, columns, 1), columns);
        LandmarkProducts products = LandmarkProducts.of(map, rows(random, 3, 20, 1), 3);
        assumeTrue(products != null, "no tiles on this backend");
        for (float bad : new float[] {1e3f, 1e30f, Float.NaN, Float.NEGATIVE_INFINITY}) {
            float[] x = rows(random, products.tileRows(), columns, 1);
            x[(products.tileRows() - 1) * columns + 2] = bad;
            float[] out = new float[products.tileRows() * 3];
            assertThat(products.multiply(x, 0, out, 0)).as("%s", bad).isFalse();
            assertThat(out).containsOnly(0f);
        }
    }

    @Test
    void otherKernelsHaveNoTiles() {
        LandmarkMap map = new LandmarkMap(KernelFamily.LAPLACIAN.withBandwidth(1), rows(new Random(SEED), 20, 4, 1), 4);
        assertThat(LandmarkProducts.of(map, new float[60], 3)).isNull();
    }

    private static float[] rows(Random random, int count, int columns, double scale) {
        float[] rows = new float[count * columns];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (float) (scale / Math.sqrt(columns) * random.nextGaussian());
        }
        return rows;
    }

    private static void stretch(float[] rows, int row, int columns, double length) {
        double sum = 0;
        for (int j = row * columns; j < (row + 1) * columns; j++) {
            sum += (double) rows[j] * rows[j];
        }
        for (int j = row * columns; j < (row + 1) * columns; j++) {
            rows[j] *= (float) (length / Math.sqrt(sum));
        }
    }
}
