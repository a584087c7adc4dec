package io.github.skpca;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** The oracle's two methods against each other and against the definition. */
class DenseOracleTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 10, 47})
    void jacobiAndBisectionAgreeAndSolveTheEigenproblem(int n) {
        double[] a = symmetric(n);
        DenseOracle.Eigen eigen = DenseOracle.jacobi(a, n);

        double largest = Math.max(Math.abs(eigen.values()[0]), Math.abs(eigen.values()[n - 1]));
        assertThat(DenseOracle.spectralNorm(a, n)).isCloseTo(largest, within(1e-12 * n));
        for (int e = 0; e < n; e++) {
            for (int i = 0; i < n; i++) {
                double product = 0;
                for (int j = 0; j < n; j++) {
                    product += a[i * n + j] * eigen.vectors()[e * n + j];
                }
                assertThat(product).isCloseTo(eigen.values()[e] * eigen.vectors()[e * n + i], within(1e-11 * n));
            }
        }
    }

    private static double[] symmetric(int n) {
        Random random = new Random(n);
        double[] a = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                a[i * n + j] = random.nextGaussian();
                a[j * n + i] = a[i * n + j];
            }
        }
        return a;
    }
}
