package io.github.skpca.internal.linalg;

import io.github.skpca.DenseOracle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

class SecularEquationTest {
    @ParameterizedTest
    @CsvSource({"1, 0, 1", "2, 0, 2", "3, 4, 3", "10, 0, 4", "40, 7, 5", "40, 14, 6"})
    void rootsAreTheEigenvaluesAndLieBetweenThePoles(int count, double decades, long seed) {
        Random random = new Random(seed);
        double rho = 0.1 + random.nextDouble();
        double[] poles = new double[count];
        double[] z = new double[count];
        double[] squares = new double[count];
        double[] matrix = new double[count * count];
        for (int i = 0; i < count; i++) {
            poles[i] =
                    (i == 0 ? -1 : poles[i - 1]) + random.nextDouble() * Math.pow(10, -decades * random.nextDouble());
            z[i] = random.nextGaussian() * Math.pow(10, -decades * random.nextDouble());
            squares[i] = z[i] * z[i];
        }
        for (int i = 0; i < count * count; i++) {
            matrix[i] = rho * z[i / count] * z[i % count] + (i / count == i % count ? poles[i / count] : 0);
        }
        double[] expected = DenseOracle.jacobi(matrix, count).values();
        double norm = DenseOracle.frobeniusNorm(matrix);
        SecularEquation.Search search = new SecularEquation(poles, squares, count, rho).new Search();
        double[] differences = new double[count];
        for (int j = 0; j < count; j++) {
            double root = search.root(j, differences, 0);
            assertThat(Math.abs(root - expected[count - 1 - j]))
                    .as("root %s, seed=%s", j, seed)
                    .isLessThanOrEqualTo(1e-14 * count * norm);
            double sum = 1 / rho;
            double size = 1 / rho;
            for (int i = 0; i < count; i++) {
                assertThat(differences[i] < 0)
                        .as("d_%s - root %s, seed=%s", i, j, seed)
                        .isEqualTo(i <= j);
                sum += squares[i] / differences[i];
                size += Math.abs(squares[i] / differences[i]);
            }
            assertThat(Math.abs(sum)).as("f(root %s), seed=%s", j, seed).isLessThanOrEqualTo(1e-14 * count * size);
        }
    }
}
