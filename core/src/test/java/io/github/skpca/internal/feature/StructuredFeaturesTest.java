package io.github.skpca.internal.feature;

import io.github.skpca.MapKind;
import io.github.skpca.Workers;
import io.github.skpca.kernel.IsotropicKernel;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.ShiftInvariantKernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class StructuredFeaturesTest extends FeatureMapContract {
    @Override
    MapKind kind() {
        return MapKind.STRUCTURED;
    }

    /** Frequencies of a block depend on each other. */
    @Override
    double variance(double k1, double k2, int features, int columns) {
        return Double.NaN;
    }

    /** L H D3 H D2 H D1, or six steps of a part and a shuffle, written out in double, with a Hadamard matrix made by its recursion. */
    @Override
    double[] frequencies(FeatureMap map) {
        StructuredFeatures structured = (StructuredFeatures) map;
        int columns = map.columns();
        int w = StructuredFeatures.width(columns);
        float[] lengths = structured.lengths();
        double[] frequencies = new double[lengths.length * columns];
        for (int first = 0; first < lengths.length; first += w) {
            for (int j = 0; j < columns; j++) {
                double[] v = new double[w];
                v[j] = 1;
                v = turned(v, structured.signs(), first / w, columns);
                for (int i = 0; i < Math.min(w, lengths.length - first); i++) {
                    frequencies[(first + i) * columns + j] = lengths[first + i] * v[i];
                }
            }
        }
        return frequencies;
    }

    private static double[] turned(double[] given, float[] signs, int block, int columns) {
        int w = given.length;
        int s = StructuredFeatures.span(columns);
        int steps = s == w ? 3 : 6;
        int stride = (int) (0.6180339887498949 * w);
        while (java.math.BigInteger.valueOf(stride)
                        .gcd(java.math.BigInteger.valueOf(w))
                        .intValue()
                > 1) {
            stride++;
        }
        double[][] h = hadamard(s);
        double[] v = given;
        for (int step = 0; step < steps; step++) {
            double[] next = v.clone();
            for (int i = 0; i < s; i++) {
                next[i] = 0;
                for (int k = 0; k < s; k++) {
                    next[i] += h[i][k] * signs[(block * steps + step) * s + k] * v[k];
                }
            }
            v = next;
            if (s < w && step < steps - 1) {
                v = new double[w];
                for (int i = 0; i < w; i++) {
                    v[i] = next[i * stride % w];
                }
            }
        }
        return v;
    }

    /** As many frequencies as columns: divided by their lengths they are an orthogonal matrix, whatever the columns. */
    @ParameterizedTest
    @ValueSource(ints = {32, 33, 63, 64, 100, 127})
    void directionsOfABlockAreOrthogonal(int columns) {
        StructuredFeatures map =
                (StructuredFeatures) RandomMaps.draw(kind(), Kernel.gaussian(1), columns, 2 * columns, 56);
        double[] w = frequencies(map);
        float[] lengths = map.lengths();
        for (int i = 0; i < columns; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = 0;
                for (int c = 0; c < columns; c++) {
                    sum += w[i * columns + c] * w[j * columns + c];
                }
                assertThat(sum / ((double) lengths[i] * lengths[j]))
                        .as("directions %s and %s, seed=56", i, j)
                        .isCloseTo(i == j ? 1 : 0, within(1e-9));
            }
        }
    }

    /** H_1 = (1), H_2p = (H_p, H_p; H_p, -H_p) / sqrt(2). */
    private static double[][] hadamard(int p) {
        if (p == 1) {
            return new double[][] {{1}};
        }
        double[][] half = hadamard(p / 2);
        double[][] h = new double[p][p];
        for (int i = 0; i < p; i++) {
            for (int j = 0; j < p; j++) {
                double sign = i >= p / 2 && j >= p / 2 ? -1 : 1;
                h[i][j] = sign * half[i % (p / 2)][j % (p / 2)] / Math.sqrt(2);
            }
        }
        return h;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 31, 32, 33, 64, 100, 129})
    void featuresAreThoseOfTheWrittenOutMatrices(int columns) {
        for (int features : new int[] {2, 62, 64, 66, 300}) {
            FeatureMap map = RandomMaps.draw(kind(), Kernel.gaussian(1.5), columns, features, 51);
            double[] w = frequencies(map);
            double scale = Math.sqrt(2.0 / features);
            for (int i = 0; i < 3; i++) {
                double[] x = row(columns, i, 1 / Math.sqrt(columns));
                float[] z = map(map, x);
                for (int f = 0; f < features / 2; f++) {
                    double angle = 0;
                    for (int j = 0; j < columns; j++) {
                        angle += w[f * columns + j] * (float) x[j];
                    }
                    assertThat((double) z[f])
                            .as("feature %s, seed=51", f)
                            .isCloseTo(scale * Math.cos(angle), within(1e-5));
                    assertThat((double) z[f + features / 2])
                            .as("feature %s, seed=51", f)
                            .isCloseTo(scale * Math.sin(angle), within(1e-5));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void everyRowHasLengthOne(ShiftInvariantKernel kernel) {
        FeatureMap map = RandomMaps.draw(kind(), kernel, 3, 100, 52);
        for (int i = 0; i < 100; i++) {
            float[] z = map(map, row(3, i, Math.pow(10, i % 8 - 3)));
            assertThat(Math.sqrt(dot(z, z))).as("row of seed %s", i).isCloseTo(1, within(1e-5));
        }
    }

    /** Many seeds, so that a bias of a thousandth would be seen: there is none beyond that, along an axis or across all. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40, 63})
    void theKernelIsTheMeanOfManyMaps(int columns) {
        IsotropicKernel kernel = Kernel.gaussian(1);
        int maps = 4000;
        for (boolean alongAxis : new boolean[] {true, false}) {
            double[] x = new double[columns];
            double[] y = new double[columns];
            for (int j = 0; j < columns; j++) {
                y[j] = alongAxis ? (j == 0 ? 1 : 0) : (float) (1 / Math.sqrt(columns));
            }
            double sum = 0;
            for (int seed = 0; seed < maps; seed++) {
                FeatureMap map = RandomMaps.draw(kind(), kernel, columns, 128, seed);
                sum += dot(map(map, x), map(map, y));
            }
            assertThat(sum / maps).as("seeds 0 to %s", maps).isCloseTo(kernel.similarity(x, y), within(2e-3));
        }
    }

    @Test
    void spaceGrowsWithFeaturesNotWithTheirProductWithColumns() {
        FeatureMap map = RandomMaps.draw(kind(), Kernel.gaussian(1), 10_000, 1000, 53);
        assertThat(map.bytes()).isLessThan(4L * (12 * 8_192 + 2 * 500) + 1);
        assertThat(StructuredFeatures.width(10_000)).isEqualTo(10_000);
        assertThat(StructuredFeatures.span(10_000)).isEqualTo(8_192);
        assertThat(StructuredFeatures.width(1 << 24)).isEqualTo(1 << 24);
        assertThat(StructuredFeatures.signRows(64, 130)).isEqualTo(6);
    }

    /** Beyond the width up to which rows lie across each other. */
    @Test
    void longRowsAreTheSameInABatchAndAlone() {
        int columns = 5000;
        FeatureMap map = RandomMaps.draw(kind(), Kernel.gaussian(70), columns, 40, 54);
        float[] rows = new float[9 * columns];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (float) Math.sin(i);
        }
        float[] batch = new float[9 * 40];
        map.map(rows, 0, 9, batch, 0, Workers.callerOnly());
        for (int i = 0; i < 9; i++) {
            float[] alone = new float[40];
            map.map(rows, i * columns, 1, alone, 0, Workers.callerOnly());
            assertThat(Arrays.copyOfRange(batch, 40 * i, 40 * i + 40)).isEqualTo(alone);
        }
    }

    @Test
    void wrongSizesAndNumbersAreRefused() {
        float[] signs = new float[3 * 32];
        Arrays.fill(signs, -1f);
        float[] lengths = {1, 2};
        assertThat(StructuredFeatures.of(5, signs, lengths).features()).isEqualTo(4);
        assertThatThrownBy(() -> StructuredFeatures.of(33, signs, lengths))
                .hasMessage("96 signs where there should be 192");
        assertThatThrownBy(() -> StructuredFeatures.of(5, signs, new float[0])).hasMessageContaining("0 lengths");
        for (float bad : new float[] {-1, Float.NaN, Float.POSITIVE_INFINITY, 1e19f}) {
            assertThatThrownBy(() -> StructuredFeatures.of(5, signs, new float[] {1, bad}))
                    .hasMessage("the lengths hold a number that no frequency is as long as");
        }
        for (float bad : new float[] {0, 2, Float.NaN}) {
            float[] spoilt = signs.clone();
            spoilt[95] = bad;
            assertThatThrownBy(() -> StructuredFeatures.of(5, spoilt, lengths))
                    .hasMessage("the signs hold a number that is neither 1 nor -1");
        }
    }
}
