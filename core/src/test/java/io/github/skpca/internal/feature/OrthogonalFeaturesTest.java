package io.github.skpca.internal.feature;

import io.github.skpca.MapKind;
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

class OrthogonalFeaturesTest extends FeatureMapContract {
    @Override
    MapKind kind() {
        return MapKind.ORTHOGONAL;
    }

    /** In one column every block is one frequency: all are independent. */
    @Override
    double variance(double k1, double k2, int features, int columns) {
        return columns == 1 ? (1 + k2 - 2 * k1 * k1) / features : Double.NaN;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 40, 300})
    void frequenciesOfABlockAreOrthogonal(int columns) {
        int count = 90;
        float[] w = RandomMaps.draw(kind(), Kernel.gaussian(1), columns, 2 * count, 41)
                .frequencies();
        assertThat(w).hasSize(count * columns);
        for (int i = 0; i < count; i++) {
            for (int j = i - i % columns; j < i; j++) {
                double cosine =
                        dot(w, i, w, j, columns) / Math.sqrt(dot(w, i, w, i, columns) * dot(w, j, w, j, columns));
                assertThat(cosine).as("frequencies %s and %s, seed=41", i, j).isCloseTo(0, within(1e-6));
            }
        }
    }

    /** Squared lengths have the mean d and the variance 2d of a chi-square law, each within five standard errors. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 16})
    void lengthsAreThoseOfNormalVectors(int columns) {
        int count = 20_000;
        float[] w = RandomMaps.draw(kind(), Kernel.gaussian(1), columns, 2 * count, 42)
                .frequencies();
        double[] squares = new double[count];
        Arrays.setAll(squares, i -> dot(w, i, w, i, columns));
        double mean = Arrays.stream(squares).sum() / count;
        double variance =
                Arrays.stream(squares).map(s -> (s - mean) * (s - mean)).sum() / count;
        assertThat(mean).as("seed=42").isCloseTo(columns, within(5 * Math.sqrt(2.0 * columns / count)));
        // The fourth central moment of the law is 12 d^2 + 48 d.
        double error = Math.sqrt((8.0 * columns * columns + 48 * columns) / count);
        assertThat(variance).as("seed=42").isCloseTo(2 * columns, within(5 * error));
    }

    /** The first of a block is as good a direction as the last: each coordinate of each has mean 0 and variance 1/d. */
    @Test
    void directionsAreUniform() {
        int columns = 4;
        int blocks = 5000;
        float[] w = RandomMaps.draw(kind(), Kernel.gaussian(1), columns, 2 * columns * blocks, 43)
                .frequencies();
        for (int place = 0; place < columns; place++) {
            for (int j = 0; j < columns; j++) {
                double sum = 0;
                double squares = 0;
                for (int b = 0; b < blocks; b++) {
                    int i = b * columns + place;
                    double q = w[i * columns + j] / Math.sqrt(dot(w, i, w, i, columns));
                    sum += q / blocks;
                    squares += q * q / blocks;
                }
                assertThat(sum).as("seed=43").isCloseTo(0, within(5 * Math.sqrt(0.25 / blocks)));
                // E q^4 = 3 / (d (d + 2)) = 1/8.
                assertThat(squares).as("seed=43").isCloseTo(0.25, within(5 * Math.sqrt(0.0625 / blocks)));
            }
        }
    }

    /** ||G - ZZ'||_F of the same rows, summed over 20 seeds: lower than with independent pairs, for either map. */
    @ParameterizedTest
    @MethodSource("kernels")
    void errorsAreLowerThanThoseOfIndependentPairs(ShiftInvariantKernel kernel) {
        assertThat(squaredError(MapKind.ORTHOGONAL, kernel)).isLessThan(squaredError(MapKind.PAIRED, kernel));
        assertThat(squaredError(MapKind.STRUCTURED, kernel)).isLessThan(squaredError(MapKind.PAIRED, kernel));
    }

    private static double squaredError(MapKind kind, ShiftInvariantKernel kernel) {
        int columns = 12;
        int rows = 30;
        double sum = 0;
        for (int seed = 0; seed < 20; seed++) {
            FeatureMap map = RandomMaps.draw(kind, kernel, columns, 96, seed);
            double[][] x = new double[rows][];
            float[][] z = new float[rows][];
            for (int i = 0; i < rows; i++) {
                x[i] = row(columns, i, 1.5 / Math.sqrt(2.0 * columns));
                z[i] = map(map, x[i]);
                for (int j = 0; j < i; j++) {
                    sum += Math.pow(kernel.similarity(x[i], x[j]) - dot(z[i], z[j]), 2);
                }
            }
        }
        return sum;
    }

    @Test
    void aPartOfABlockIsTheBeginningOfTheWhole() {
        IsotropicKernel kernel = Kernel.gaussian(2);
        float[] few = RandomMaps.draw(kind(), kernel, 50, 14, 44).frequencies();
        float[] all = RandomMaps.draw(kind(), kernel, 50, 100, 44).frequencies();
        assertThat(Arrays.copyOf(all, few.length)).isEqualTo(few);
    }

    @Test
    void productKernelsAreRefused() {
        for (MapKind kind : new MapKind[] {MapKind.ORTHOGONAL, MapKind.STRUCTURED}) {
            assertThat(kind.needsIsotropicKernel()).isTrue();
            assertThatThrownBy(() -> RandomMaps.draw(kind, Kernel.laplacian(1), 3, 4, 0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("map " + kind.label()
                            + " needs a kernel of the distance alone, and laplacian is none; use map paired");
        }
    }

    private static double dot(float[] w, int i, float[] v, int j, int columns) {
        double sum = 0;
        for (int c = 0; c < columns; c++) {
            sum += (double) w[i * columns + c] * v[j * columns + c];
        }
        return sum;
    }
}
