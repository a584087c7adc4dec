package io.github.skpca.internal.linalg;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PlainBackendTest extends BackendContract {
    @Override
    Backend create() {
        return Backend.plain();
    }

    @Test
    void isChosenByNameWhateverTheProcessUses() {
        String name = MultiplyAdd.FUSED ? "plain-fma" : "plain";
        assertThat(Backend.of("off").name()).isEqualTo(name);
        assertThat(Backend.of("OFF").name()).isEqualTo(name);
        assertThat(Backend.plain().name()).isEqualTo(name);
    }

    @Test
    void anUnknownChoiceIsRefusedWithTheChoices() {
        assertThatThrownBy(() -> Backend.of("fast"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("auto, at-once, on or off")
                .hasMessageContaining("fast");
    }

    /** One row is done in place, several from copies, and wide products in parts: the sums are the same. */
    @Test
    void wideProductsOfRowsTogetherHaveTheBitsOfRowsAlone() {
        Backend backend = create();
        for (int columns : new int[] {511, 668, 669, 1400}) {
            for (int depth : new int[] {1, 2, 3, 5, 9, 10, 127, 128, 130, 259}) {
                long seed = 31L * columns + depth;
                Random random = new Random(seed);
                int rows = depth == 10 ? 100 : 5;
                Panels b = backend.products().panels(depth, columns);
                b.pack(floats(random, depth * columns), 0, columns, 1);
                float[] a = floats(random, rows * depth);
                float[] together = new float[rows * columns];
                backend.products().multiply(FloatMatrix.of(a, depth), rows, b, FloatMatrix.of(together, columns));
                float[] alone = new float[rows * columns];
                for (int i = 0; i < rows; i++) {
                    backend.products()
                            .multiply(
                                    new FloatMatrix(a, i * depth, depth),
                                    1,
                                    b,
                                    new FloatMatrix(alone, i * columns, columns));
                }
                assertThat(together).as("seed %d", seed).containsExactly(alone);
            }
        }
    }

    @Test
    void wideGramMatricesAreTheInnerProducts() {
        Backend backend = create();
        int rows = 1030;
        int columns = 67;
        Random random = new Random(5);
        double[] a = random.doubles((long) rows * columns, -1, 1).toArray();
        double[] gram = new double[rows * rows];
        double[] inner = new double[rows * rows];
        for (int from = 0; from < rows; from += 343) {
            backend.doubles().gram(a, rows, columns, gram, from, Math.min(rows, from + 343));
        }
        backend.doubles()
                .innerProducts(
                        DoubleMatrix.of(a, columns),
                        0,
                        rows,
                        DoubleMatrix.of(a, columns),
                        rows,
                        columns,
                        DoubleMatrix.of(inner, rows));
        for (int i = 0; i < rows; i++) {
            int at = i * rows;
            assertThat(Arrays.equals(gram, at, at + i + 1, inner, at, at + i + 1))
                    .as("seed 5, row %d", i)
                    .isTrue();
        }
        double[] lanes = new double[Lanes.DOUBLES];
        int whole = columns - columns % Lanes.DOUBLES;
        for (int k = 0; k < whole; k++) {
            int lane = k % Lanes.DOUBLES;
            lanes[lane] = MultiplyAdd.of(a[1029 * columns + k], a[700 * columns + k], lanes[lane]);
        }
        double tail = 0;
        for (int k = whole; k < columns; k++) {
            tail += a[1029 * columns + k] * a[700 * columns + k];
        }
        assertThat(gram[1029 * rows + 700]).isEqualTo(Arrays.stream(lanes).reduce(0, Double::sum) + tail);
    }

    @Test
    void longRowsOfAnglesAndGaussiansHaveTheBitsOfShortOnes() {
        Backend backend = create();
        int count = 1100;
        Random random = new Random(6);
        float[] x = floats(random, count);
        float[] terms = new float[count];
        for (int j = 0; j < count; j++) {
            x[j] *= 30;
            terms[j] = -30 * random.nextFloat();
        }
        float[] waves = new float[2 * count];
        float[] gaussians = x.clone();
        backend.functions().cosinesAndSines(x, 0, count, 0.7f, waves, 0, count);
        backend.functions().gaussians(gaussians, 0, count, -3f, terms, 0.5f);
        for (int j = 0; j < count; j++) {
            float[] one = new float[2];
            PlainTrigonometry.one(x[j], 0.7f, one, 0, 1);
            assertThat(new float[] {waves[j], waves[count + j]})
                    .as("seed 6, angle %d", j)
                    .containsExactly(one);
            float[] alone = {x[j]};
            backend.functions().gaussians(alone, 0, 1, -3f, new float[] {terms[j]}, 0.5f);
            assertThat(gaussians[j]).as("seed 6, gaussian %d", j).isEqualTo(alone[0]);
        }
    }

    private static float[] floats(Random random, int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = 2 * random.nextFloat() - 1;
        }
        return values;
    }
}
