package io.github.skpca.internal.feature;

import io.github.skpca.MapKind;
import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.FloatMatrix;
import io.github.skpca.internal.linalg.Panels;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class FeatureProductsTest {
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
        KernelValueMap map = new KernelValueMap(Kernel.gaussian(BANDWIDTH), centers, columns);
        float[] matrix = rows(random, outputs, landmarks, 1);
        FeatureProducts products = FeatureProducts.of(map, matrix, outputs);
        assumeTrue(products != null, "no tiles on this backend");
        float[] x = rows(random, products.tileRows() + 1, columns, 0.7);
        stretch(x, 5, columns, 7.9);
        assertBitsOfRowsAlone(products, map, matrix, x);
    }

    /**
     * Features about the length of a stretch; pairs whose cosines end in the middle of one. Some rows so far out that angles are reduced exactly,
     * and one whose angles are no numbers.
     */
    @ParameterizedTest
    @CsvSource({
        "fourier,1,1,1",
        "fourier,5,127,10",
        "fourier,7,129,3",
        "fourier,130,256,11",
        "fourier,257,400,5",
        "paired,1,2,1",
        "paired,3,10,2",
        "paired,5,256,10",
        "paired,54,1000,10",
        "paired,7,250,151",
        "paired,257,402,6",
        "orthogonal,21,514,4"
    })
    void aTileOfWavesHasTheBitsOfItsRowsAlone(String label, int columns, int features, int outputs) {
        Random random = new Random(SEED);
        FeatureMap map = RandomFourierFeatures.draw(
                MapKind.ofLabel(label).orElseThrow(), Kernel.gaussian(BANDWIDTH), columns, features, SEED);
        float[] matrix = rows(random, outputs, features, 1);
        FeatureProducts products = FeatureProducts.of(map, matrix, outputs);
        assumeTrue(products != null, "no tiles on this backend");
        float[] x = rows(random, products.tileRows() + 1, columns, 3);
        stretch(x, 3, columns, 2e4);
        stretch(x, 4, columns, 1e9);
        stretch(x, products.tileRows(), columns, 1e5);
        x[6 * columns] = Float.NaN;
        x[9 * columns] = Float.POSITIVE_INFINITY;
        assertBitsOfRowsAlone(products, map, matrix, x);
    }

    /** Of the rows of x from the second on. */
    private static void assertBitsOfRowsAlone(FeatureProducts products, FeatureMap map, float[] matrix, float[] x) {
        int columns = map.columns();
        int features = map.features();
        int outputs = matrix.length / features;
        assertThat(products.tileRows()).isEqualTo(FeatureProducts.tileRows(map));
        float[] out = new float[2 + products.tileRows() * outputs];
        assertThat(products.multiply(x, columns, out, 2)).isTrue();
        Panels panels = Backend.active().products().panels(features, outputs);
        panels.pack(matrix, 0, 1, features);
        float[] values = new float[features];
        float[] alone = new float[outputs];
        for (int i = 0; i < products.tileRows(); i++) {
            map.map(x, (i + 1) * columns, 1, values, 0, Workers.callerOnly());
            Backend.active()
                    .products()
                    .multiply(FloatMatrix.of(values, features), 1, panels, FloatMatrix.of(alone, outputs));
            for (int j = 0; j < outputs; j++) {
                // What is not a number equals itself as an object.
                assertThat((Float) out[2 + i * outputs + j])
                        .as("skpca.test.seed=%s, row %s, output %s", SEED, i, j)
                        .isEqualTo((Float) alone[j]);
            }
        }
        assertThat(out[0]).isZero();
        assertThat(out[1]).isZero();
    }

    @Test
    void aTileWithARowThatIsFarOutOrNoNumberIsLeftToOthers() {
        int columns = 4;
        Random random = new Random(SEED);
        KernelValueMap map = new KernelValueMap(Kernel.gaussian(BANDWIDTH), rows(random, 20, columns, 1), columns);
        FeatureProducts products = FeatureProducts.of(map, rows(random, 3, 20, 1), 3);
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
        KernelValueMap map =
                new KernelValueMap(KernelFamily.LAPLACIAN.withBandwidth(1), rows(new Random(SEED), 20, 4, 1), 4);
        assertThat(FeatureProducts.of(map, new float[60], 3)).isNull();
        assertThat(FeatureProducts.tileRows(map)).isZero();
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
