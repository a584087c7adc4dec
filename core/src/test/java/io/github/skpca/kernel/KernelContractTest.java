package io.github.skpca.kernel;

import io.github.skpca.internal.linalg.SymmetricEigen;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** What every kernel must do, the ones in the box at several bandwidths and a user's own. */
class KernelContractTest {
    static Stream<ShiftInvariantKernel> kernels() {
        Stream<ShiftInvariantKernel> inTheBox = Arrays.stream(KernelFamily.values())
                .filter(KernelFamily::isShiftInvariant)
                .flatMap(
                        family -> Stream.of(0.7, 3.0).map(width -> (ShiftInvariantKernel) family.withBandwidth(width)));
        Stream<ShiftInvariantKernel> others = Stream.of(
                Kernel.rationalQuadratic(1.3, 0.4),
                Kernel.rationalQuadratic(1.3, 7),
                new TwoGaussiansKernel(0.5, 3, 0.3));
        return Stream.concat(inTheBox, others);
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void isOneOnTheDiagonalSymmetricAndBounded(ShiftInvariantKernel kernel) {
        Random random = new Random(1);
        for (int columns : new int[] {1, 2, 5, 30}) {
            for (int trial = 0; trial < 200; trial++) {
                double[] x = row(random, columns, Math.pow(10, -6 + 12 * random.nextDouble()));
                double[] y = row(random, columns, Math.pow(10, -6 + 12 * random.nextDouble()));
                assertThat(kernel.similarity(x, x)).as("K(x, x), seed=1").isEqualTo(1);
                double similarity = kernel.similarity(x, y);
                assertThat(similarity).as("K(x, y), seed=1").isBetween(0.0, 1.0);
                assertThat(kernel.similarity(y, x)).as("K(y, x), seed=1").isEqualTo(similarity);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void dependsOnTheDifferenceAloneAndFallsWithIt(ShiftInvariantKernel kernel) {
        double[] zero = {0, 0};
        double[] shifted = {1024, -512};
        double last = 1;
        for (double step = 0.125; step < 40; step *= 2) {
            double similarity = kernel.similarity(zero, new double[] {step, -step});
            assertThat(similarity).as("at %s", step).isLessThan(last);
            last = similarity;
            assertThat(kernel.similarity(shifted, new double[] {1024 + step, -512 - step}))
                    .isEqualTo(similarity);
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void readsRowsWhereTheyStandInALargerArray(ShiftInvariantKernel kernel) {
        double[] flat = {9, 9, 1, 2, 3, 9, 0.5, 2.5, 1, 9};
        double expected = kernel.similarity(new double[] {1, 2, 3}, new double[] {0.5, 2.5, 1});
        assertThat(kernel.similarity(flat, 2, flat, 6, 3)).isEqualTo(expected);
        assertThatThrownBy(() -> kernel.similarity(new double[2], new double[3]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rows of 2 and 3 columns");
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void gramMatrixIsPositiveSemidefinite(ShiftInvariantKernel kernel) {
        for (long seed = 1; seed <= 4; seed++) {
            Random random = new Random(seed);
            int n = 40;
            int columns = 1 + (int) seed;
            double[][] rows = new double[n][];
            for (int i = 0; i < n; i++) {
                // Some rows twice, so that the matrix is singular.
                rows[i] = i % 5 == 4 ? rows[i - 1] : row(random, columns, seed);
            }
            double[] gram = new double[n * n];
            for (int i = 0; i < n * n; i++) {
                gram[i] = kernel.similarity(rows[i / n], rows[i % n]);
            }
            SymmetricEigen eigen = new SymmetricEigen(n);
            eigen.decompose(gram, n);
            assertThat(eigen.values()[n - 1])
                    .as("smallest eigenvalue, seed=%s", seed)
                    .isGreaterThan(-1e-10);
        }
    }

    /** E[cos(w'd)] = K(d): a mean of 20,000 draws is allowed five of its own standard errors. */
    @ParameterizedTest
    @MethodSource("kernels")
    void frequenciesFollowTheFourierTransform(ShiftInvariantKernel kernel) {
        int draws = 20_000;
        for (int columns : new int[] {1, 2, 5, 17}) {
            long seed = 100 + columns;
            double[][] differences = differences(columns, seed);
            double[] sums = new double[differences.length];
            double[] squares = new double[differences.length];
            RandomStream random = new RandomStream(seed, Purpose.FREQUENCIES);
            double[] frequency = new double[columns + 2];
            for (int i = 0; i < draws; i++) {
                kernel.drawFrequency(random, frequency, 1, columns);
                for (int d = 0; d < differences.length; d++) {
                    double phase = 0;
                    for (int j = 0; j < columns; j++) {
                        phase += frequency[1 + j] * differences[d][j];
                    }
                    double cosine = Math.cos(phase);
                    sums[d] += cosine;
                    squares[d] += cosine * cosine;
                }
            }
            assertThat(frequency[0]).isZero();
            assertThat(frequency[columns + 1]).isZero();
            for (int d = 0; d < differences.length; d++) {
                double mean = sums[d] / draws;
                double standardError = Math.sqrt(Math.max(0, squares[d] / draws - mean * mean) / draws);
                double expected = kernel.similarity(new double[columns], differences[d]);
                assertThat(mean)
                        .as("difference %s of %s columns, seed=%s", d, columns, seed)
                        .isCloseTo(expected, within(5 * standardError + 1e-12));
            }
        }
    }

    /** Along the axes and in all directions, from near to far; the first is no difference at all. */
    private static double[][] differences(int columns, long seed) {
        Random random = new Random(seed);
        double[][] differences = new double[8][];
        for (int d = 0; d < differences.length; d++) {
            differences[d] = row(random, columns, 0.3 * d / Math.sqrt(columns));
        }
        differences[4] = new double[columns];
        differences[4][0] = 0.9;
        differences[5] = new double[columns];
        Arrays.fill(differences[5], 1.5 / columns);
        return differences;
    }

    private static double[] row(Random random, int columns, double scale) {
        double[] row = new double[columns];
        for (int j = 0; j < columns; j++) {
            row[j] = scale * random.nextGaussian();
        }
        return row;
    }
}
