package io.github.skpca.internal.linalg;

import io.github.skpca.DenseOracle;
import io.github.skpca.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LeadingEigenpairsTest {
    private static final double TOLERANCE = 1e-10;
    private static final Workers ALONE = Workers.callerOnly();

    @Test
    void agreesWithJacobi() {
        int n = 300;
        double[] a = gram(n, 400, 61);
        double[] expected = DenseOracle.jacobi(a, n).values();
        LeadingEigenpairs found = requirePairs(a, n, 12, "random, seed=61");
        for (int i = 0; i < 12; i++) {
            assertThat(Math.abs(found.values()[i] - expected[i]))
                    .as("value %s, seed=61", i)
                    .isLessThanOrEqualTo(1e-12 * expected[0]);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 71", "2, 72", "3, 73", "4, 74", "5, 75", "257, 76"})
    void everyPairOfSmallMatricesAlsoWhenMoreAreWanted(int n, long seed) {
        double[] a = gram(n, n + 2, seed);
        for (int wanted : new int[] {1, n, n + 3}) {
            assertThat(requirePairs(a, n, wanted, "n=" + n + " seed=" + seed).count())
                    .isEqualTo(Math.min(n, wanted));
        }
    }

    @ParameterizedTest
    @CsvSource({"300, 20, 1, 81", "600, 25, 1, 82", "600, 40, 1e200, 83", "600, 1, 1e-200, 84"})
    void hardSpectra(int n, int wanted, double scale, long seed) {
        String label = "n=" + n + " scale=" + scale + " seed=" + seed;
        requireSpectrum(n, wanted, i -> scale * Math.pow(10, -14.0 * i / n), seed, label + " graded");
        requireSpectrum(n, wanted, i -> scale * Math.pow(2, -i), seed, label + " steep");
        requireSpectrum(n, wanted, i -> scale * (i < wanted / 2 ? 1 : 1e-8), seed, label + " two clusters");
        requireSpectrum(n, wanted, i -> scale * (1 + 1e-15 * i), seed, label + " one cluster");
        requireSpectrum(n, wanted, i -> i < wanted / 3 ? scale * (1 + i) : 0, seed, label + " low rank");
        requireSpectrum(n, wanted, i -> i == 0 ? scale : 0, seed, label + " rank one");
        requireSpectrum(n, wanted, i -> scale, seed, label + " identity");
        requireSpectrum(n, wanted, i -> 0, seed, label + " zero");
    }

    @Test
    void everyCopyOfAMultipleValueIsFound() {
        for (int copies : new int[] {2, 19, 20, 21, 60, 200}) {
            requireSpectrum(300, 20, i -> i < copies ? 1 : 0.9 - 0.001 * i, 91, copies + " copies, seed=91");
            requireSpectrum(300, 20, i -> i < 5 ? 2 + i : i < copies ? 1 : 0.5, 92, copies + " copies, seed=92");
        }
    }

    @Test
    void diagonalMatricesGiveTheirEntries() {
        int n = 300;
        double[] a = SymmetricMatrices.tridiagonal(n, i -> i % 50, i -> 0);
        double[] expected = SymmetricMatrices.descending(n, i -> i % 50);
        LeadingEigenpairs found = requirePairs(a, n, 15, "diagonal");
        for (int i = 0; i < 15; i++) {
            assertThat(Math.abs(found.values()[i] - expected[i]))
                    .as("value %s", i)
                    .isLessThanOrEqualTo(1e-11);
        }
    }

    @Test
    void restartsGoOnWithWhatWasFound() {
        int n = 600;
        double[] a = SymmetricMatrices.withSpectrum(n, i -> n - i, 93);
        LeadingEigenpairs found = requirePairs(a, n, 5, "even spectrum, seed=93");
        assertThat(found.passes()).isBetween(9, 100);
        for (int i = 0; i < 5; i++) {
            assertThat(Math.abs(found.values()[i] - (n - i))).as("value %s", i).isLessThanOrEqualTo(1e-9);
        }
    }

    @Test
    void saysWhenItDidNotConverge() {
        int n = 600;
        double[] a = SymmetricMatrices.withSpectrum(n, i -> n - i, 94);
        LeadingEigenpairs found = new BlockLanczos(SymmetricOperator.of(a, n, ALONE), 5, TOLERANCE, ALONE).find(3);
        assertThat(found.converged()).isFalse();
        assertThat(found.passes()).isEqualTo(3);
        SymmetricMatrices.requirePairs(a, n, found.values(), found.vectors(), 5, 1, "three passes, seed=94");
    }

    @Test
    void threadsDoNotChangeABitNorDoesTheFormOfTheMatrix() {
        int n = 600;
        double[] a = gram(n, 50, 95);
        LeadingEigenpairs alone = LeadingEigenpairs.of(a, n, 30, TOLERANCE, ALONE);
        try (Workers workers = new Workers(2)) {
            requireSame(LeadingEigenpairs.of(a, n, 30, TOLERANCE, workers), alone);
        }
        CountingOperator operator = new CountingOperator(SymmetricOperator.of(a, n, ALONE));
        requireSame(LeadingEigenpairs.of(operator, 30, TOLERANCE, ALONE), alone);
        assertThat(operator.calls).isEqualTo(alone.passes());
    }

    @Test
    void aMatrixThatIsMadeAnewForEachProductGivesTheSamePairs() {
        int n = 400;
        double[] a = SymmetricMatrices.tridiagonal(n, i -> 2 + 1.0 / (1 + i), i -> -1);
        LeadingEigenpairs stored = requirePairs(a, n, 6, "tridiagonal");
        LeadingEigenpairs made = LeadingEigenpairs.of(new Differences(n), 6, TOLERANCE, ALONE);
        SymmetricMatrices.requirePairs(a, n, made.values(), made.vectors(), 6, TOLERANCE, "made anew");
        for (int i = 0; i < 6; i++) {
            assertThat(Math.abs(made.values()[i] - stored.values()[i])).isLessThanOrEqualTo(1e-11);
        }
    }

    @Test
    void badArgumentsAreRefused() {
        double[] a = {2, 1, 1, 2};
        assertThatThrownBy(() -> LeadingEigenpairs.of(a, 2, 0, TOLERANCE, ALONE))
                .hasMessageContaining("wanted");
        assertThatThrownBy(() -> LeadingEigenpairs.of(a, 0, 1, TOLERANCE, ALONE))
                .hasMessageContaining("without rows");
        assertThatThrownBy(() -> LeadingEigenpairs.of(a, 3, 1, TOLERANCE, ALONE))
                .hasMessageContaining("3 x 3");
        for (double tolerance : new double[] {0, -1, 1, Double.NaN}) {
            assertThatThrownBy(() -> LeadingEigenpairs.of(a, 2, 1, tolerance, ALONE))
                    .hasMessageContaining("tolerance");
        }
    }

    @Test
    void notANumberEndsInAnException() {
        int n = 300;
        double[] a = gram(n, 20, 96);
        a[3] = Double.NaN;
        assertThatThrownBy(() -> LeadingEigenpairs.of(a, n, 3, TOLERANCE, ALONE))
                .isInstanceOf(ArithmeticException.class);
    }

    private static void requireSpectrum(int n, int wanted, IntToDoubleFunction spectrum, long seed, String label) {
        double[] a = SymmetricMatrices.withSpectrum(n, spectrum, seed);
        double[] expected = SymmetricMatrices.descending(n, spectrum);
        LeadingEigenpairs found = requirePairs(a, n, wanted, label);
        for (int i = 0; i < wanted; i++) {
            assertThat(Math.abs(found.values()[i] - expected[i]))
                    .as("%s: value %s", label, i)
                    .isLessThanOrEqualTo(1e-12 * expected[0]);
        }
    }

    private static LeadingEigenpairs requirePairs(double[] a, int n, int wanted, String label) {
        LeadingEigenpairs found = LeadingEigenpairs.of(a, n, wanted, TOLERANCE, ALONE);
        assertThat(found.converged()).as(label).isTrue();
        assertThat(found.passes()).as(label).isPositive();
        double largest = found.values()[0] == 0 ? 1 : found.values()[0];
        double ratio =
                Math.sqrt(Arrays.stream(a).map(x -> x / largest).map(x -> x * x).sum());
        double residual = (TOLERANCE + 10 * n * 0x1p-53) / Math.max(ratio, 1);
        SymmetricMatrices.requirePairs(a, n, found.values(), found.vectors(), found.count(), residual, label);
        return found;
    }

    private static void requireSame(LeadingEigenpairs found, LeadingEigenpairs expected) {
        assertThat(found.values()).isEqualTo(expected.values());
        assertThat(found.vectors()).isEqualTo(expected.vectors());
        assertThat(found.passes()).isEqualTo(expected.passes());
        assertThat(found.converged()).isEqualTo(expected.converged());
    }

    private static double[] gram(int n, int columns, long seed) {
        double[] rows =
                new java.util.Random(seed).doubles((long) n * columns, -1, 1).toArray();
        return DenseOracle.outer(rows, n, columns);
    }

    private static final class CountingOperator implements SymmetricOperator {
        private final SymmetricOperator inner;
        private int calls;

        CountingOperator(SymmetricOperator inner) {
            this.inner = inner;
        }

        @Override
        public int size() {
            return inner.size();
        }

        @Override
        public void multiply(double[] vectors, int width, double[] products) {
            calls++;
            inner.multiply(vectors, width, products);
        }
    }

    /** Second differences with 1 / (1 + i) added on the diagonal. */
    private record Differences(int size) implements SymmetricOperator {
        @Override
        public void multiply(double[] vectors, int width, double[] products) {
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < width; j++) {
                    double above = i > 0 ? vectors[(i - 1) * width + j] : 0;
                    double below = i < size - 1 ? vectors[(i + 1) * width + j] : 0;
                    products[i * width + j] = (2 + 1.0 / (1 + i)) * vectors[i * width + j] - above - below;
                }
            }
        }
    }
}
