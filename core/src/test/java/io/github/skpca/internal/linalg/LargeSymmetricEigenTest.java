package io.github.skpca.internal.linalg;

import io.github.skpca.DenseOracle;
import io.github.skpca.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The way of {@link SymmetricEigen} above 256 rows. */
class LargeSymmetricEigenTest {
    private static final double ROUNDINGS = 10 * 0x1p-53;

    @ParameterizedTest
    @ValueSource(ints = {257, 300})
    void agreesWithJacobi(int n) {
        double[] a = SymmetricMatrices.random(n, n);
        double[] expected = DenseOracle.jacobi(a, n).values();
        double norm = DenseOracle.frobeniusNorm(a);
        SymmetricEigen eigen = decomposed(a, n, "random, seed=" + n);
        for (int i = 0; i < n; i++) {
            assertThat(Math.abs(eigen.values()[i] - expected[i]))
                    .as("value %s, seed=%s", i, n)
                    .isLessThanOrEqualTo(ROUNDINGS * n * norm);
        }
    }

    @ParameterizedTest
    @CsvSource({"257, 1, 31", "300, 1, 32", "600, 1, 33", "300, 1e290, 34", "300, 1e-200, 35", "288, 1e-290, 36"})
    void hardSpectra(int n, double scale, long seed) {
        String label = "n=" + n + " scale=" + scale + " seed=" + seed;
        requireSpectrum(n, i -> scale * Math.pow(10, -14.0 * i / n), seed, label + " graded");
        requireSpectrum(n, i -> scale * Math.pow(10, -200.0 * i / n), seed, label + " graded far");
        requireSpectrum(n, i -> scale * (i < n / 2 ? 1 : 1e-8), seed, label + " two clusters");
        requireSpectrum(n, i -> scale * (1 + 1e-15 * i), seed, label + " one cluster");
        requireSpectrum(n, i -> scale * (1 + 1e-11 * i), seed, label + " one wide cluster");
        requireSpectrum(n, i -> i < 10 ? scale * (1 + i) : 0, seed, label + " rank ten");
        requireSpectrum(n, i -> i == 0 ? scale : 0, seed, label + " rank one");
        requireSpectrum(n, i -> scale * (i % 2 == 0 ? 1 : -1), seed, label + " both signs");
    }

    @ParameterizedTest
    @ValueSource(ints = {257, 300, 600})
    void zeroIdentityAndDiagonalAreExact(int n) {
        assertThat(Arrays.copyOf(decomposed(new double[n * n], n, "zero").values(), n))
                .containsOnly(0.0);
        double[] identity = SymmetricMatrices.tridiagonal(n, i -> 1, i -> 0);
        assertThat(Arrays.copyOf(decomposed(identity, n, "identity").values(), n))
                .containsOnly(1.0);
        double[] diagonal = SymmetricMatrices.tridiagonal(n, i -> i % 7 - 3, i -> 0);
        assertThat(Arrays.copyOf(decomposed(diagonal, n, "diagonal").values(), n))
                .isEqualTo(SymmetricMatrices.descending(n, i -> i % 7 - 3));
    }

    @Test
    void secondDifferencesHaveTheirClosedForm() {
        int n = 600;
        double[] a = SymmetricMatrices.tridiagonal(n, i -> 2, i -> -1);
        SymmetricEigen eigen = decomposed(a, n, "second differences");
        for (int i = 0; i < n; i++) {
            double expected = 2 - 2 * Math.cos(Math.PI * (n - i) / (n + 1));
            assertThat(Math.abs(eigen.values()[i] - expected)).as("value %s", i).isLessThanOrEqualTo(1e-13);
        }
    }

    @Test
    void matricesThatNearlyFallApart() {
        int n = 21 * 14;
        for (double glue : new double[] {0, 1e-300, 1e-15, 1e-9, 1e-3}) {
            double[] a = SymmetricMatrices.tridiagonal(n, i -> Math.abs(i % 21 - 10), i -> i % 21 == 0 ? glue : 1);
            decomposed(a, n, "Wilkinson's matrices, glued with " + glue);
        }
        decomposed(
                SymmetricMatrices.tridiagonal(n, i -> Math.abs(i - n / 2), i -> 1), n, "a large matrix of Wilkinson's");
    }

    @Test
    void gradedByRowsEitherWay() {
        int n = 300;
        for (boolean falling : new boolean[] {false, true}) {
            double[] a = SymmetricMatrices.random(n, 41);
            for (int i = 0; i < n * n; i++) {
                int steps = i / n + i % n;
                a[i] *= Math.pow(10, -16.0 / n * (falling ? steps : 2 * n - 2 - steps));
            }
            decomposed(a, n, "graded rows, seed=41, falling=" + falling);
        }
    }

    @Test
    void threadsDoNotChangeABit() {
        for (int n : new int[] {257, 600}) {
            double[] random = SymmetricMatrices.random(n, 42);
            double[] clusters = SymmetricMatrices.withSpectrum(n, i -> i % 5, 43);
            for (double[] a : new double[][] {random, clusters}) {
                SymmetricEigen alone = new SymmetricEigen(n);
                alone.decompose(a.clone(), n);
                for (int threads : new int[] {2, 3}) {
                    try (Workers workers = new Workers(threads)) {
                        SymmetricEigen shared = new SymmetricEigen(n, workers);
                        shared.decompose(a.clone(), n);
                        assertThat(shared.values()).isEqualTo(alone.values());
                        assertThat(shared.vectors()).isEqualTo(alone.vectors());
                    }
                }
            }
        }
    }

    @Test
    void workSpaceIsReusedForSmallerAndLargerMatrices() {
        SymmetricEigen shared = new SymmetricEigen(400);
        for (int n : new int[] {400, 3, 257, 256, 300, 400, 100}) {
            double[] a = SymmetricMatrices.random(n, 50 + n);
            SymmetricEigen fresh = new SymmetricEigen(n);
            fresh.decompose(a.clone(), n);
            shared.decompose(a.clone(), n);
            assertThat(Arrays.copyOf(shared.values(), n)).as("n=%s", n).isEqualTo(fresh.values());
            assertThat(Arrays.copyOf(shared.vectors(), n * n)).as("n=%s", n).isEqualTo(fresh.vectors());
        }
    }

    @Test
    void notANumberEndsInAnExceptionNotInALoop() {
        int n = 300;
        for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
            double[] a = SymmetricMatrices.random(n, 44);
            a[5 * n + 7] = bad;
            a[7 * n + 5] = bad;
            assertThatThrownBy(() -> new SymmetricEigen(n).decompose(a, n)).isInstanceOf(ArithmeticException.class);
        }
    }

    @Test
    void bytesGrowWithTheCapacity() {
        assertThat(new SymmetricEigen(100).bytes()).isBetween(3 * 8 * 10_000L, 4 * 8 * 10_000L);
        assertThat(new SymmetricEigen(600).bytes()).isBetween(3 * 8 * 360_000L, 4 * 8 * 360_000L);
    }

    private static void requireSpectrum(int n, IntToDoubleFunction spectrum, long seed, String label) {
        double[] a = SymmetricMatrices.withSpectrum(n, spectrum, seed);
        double[] expected = SymmetricMatrices.descending(n, spectrum);
        double largest = Math.max(Math.abs(expected[0]), Math.abs(expected[n - 1]));
        SymmetricEigen eigen = decomposed(a, n, label);
        for (int i = 0; i < n; i++) {
            // Making the matrix rounds as well, hence twice the share.
            assertThat(Math.abs(eigen.values()[i] - expected[i]) / largest)
                    .as("%s: value %s", label, i)
                    .isLessThanOrEqualTo(2 * ROUNDINGS * n);
        }
    }

    private static SymmetricEigen decomposed(double[] a, int n, String label) {
        SymmetricEigen eigen = new SymmetricEigen(n);
        eigen.decompose(a.clone(), n);
        SymmetricMatrices.requirePairs(a, n, eigen.values(), eigen.vectors(), n, ROUNDINGS * n, label);
        return eigen;
    }
}
