package io.github.skpca.internal.linalg;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntToDoubleFunction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SymmetricEigenTest {
    /** Residual and orthogonality are asked to be within this times n 2^-53, relative to the Frobenius norm. */
    private static final double ROUNDINGS = 10;

    @Test
    void everySizeUpToForty() {
        for (int n = 1; n <= 40; n++) {
            requireDecomposed(new SymmetricEigen(n), random(n, n), n, "random, seed=" + n);
        }
    }

    @Test
    void aLargerOddSize() {
        requireDecomposed(new SymmetricEigen(101), random(101, 5), 101, "random, seed=5");
    }

    @Test
    void theLargestValuesAloneAreThoseOfTheDecomposition() {
        for (int n : new int[] {1, 2, 3, 17, 64, 300}) {
            double[] a = random(n, 40 + n);
            SymmetricEigen eigen = new SymmetricEigen(n);
            double[] some = eigen.largest(a.clone(), n, Math.min(n, 20));
            eigen.decompose(a, n);
            double largest = Math.max(Math.abs(eigen.values()[0]), Math.abs(eigen.values()[n - 1]));
            for (int i = 0; i < some.length; i++) {
                assertThat(some[i])
                        .as("n=" + n + " i=" + i)
                        .isCloseTo(eigen.values()[i], Offset.offset(1e-9 * largest));
            }
        }
        assertThat(new SymmetricEigen(3).largest(new double[] {2, 0, 0, 0, 2, 0, 0, 0, 2}, 3, 3))
                .containsExactly(new double[] {2, 2, 2}, Offset.offset(1e-9));
    }

    @Test
    void workSpaceIsReusedForSmallerAndLargerMatrices() {
        SymmetricEigen shared = new SymmetricEigen(33);
        for (int n : new int[] {33, 1, 7, 33, 2, 32, 5}) {
            double[] a = random(n, 100 + n);
            SymmetricEigen fresh = new SymmetricEigen(n);
            requireDecomposed(shared, a, n, "shared, seed=" + (100 + n));
            fresh.decompose(a.clone(), n);
            assertThat(Arrays.copyOf(shared.values(), n)).isEqualTo(fresh.values());
            assertThat(Arrays.copyOf(shared.vectors(), n * n)).isEqualTo(fresh.vectors());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 10, 31})
    void zeroAndIdentityAreExact(int n) {
        SymmetricEigen eigen = new SymmetricEigen(n);
        requireDecomposed(eigen, new double[n * n], n, "zero");
        assertThat(Arrays.copyOf(eigen.values(), n)).containsOnly(0.0);
        double[] identity = diagonal(n, i -> 1);
        requireDecomposed(eigen, identity, n, "identity");
        assertThat(Arrays.copyOf(eigen.values(), n)).containsOnly(1.0);
    }

    @Test
    void knownSpectraOfTwoByTwo() {
        SymmetricEigen eigen = new SymmetricEigen(2);
        eigen.decompose(new double[] {2, 1, 1, 2}, 2);
        assertThat(eigen.values()[0]).isCloseTo(3, within());
        assertThat(eigen.values()[1]).isCloseTo(1, within());
        eigen.decompose(new double[] {0, 1, 1, 0}, 2);
        assertThat(eigen.values()[0]).isCloseTo(1, within());
        assertThat(eigen.values()[1]).isCloseTo(-1, within());
    }

    @Test
    void secondDifferencesHaveTheirClosedForm() {
        int n = 37;
        double[] a = tridiagonal(n, i -> 2, -1);
        SymmetricEigen eigen = new SymmetricEigen(n);
        requireDecomposed(eigen, a, n, "second differences");
        for (int i = 0; i < n; i++) {
            double expected = 2 - 2 * Math.cos(Math.PI * (n - i) / (n + 1));
            assertThat(eigen.values()[i]).isCloseTo(expected, within());
        }
    }

    @Test
    void wilkinsonsMatrixHasItsTwoAlmostEqualValues() {
        SymmetricEigen eigen = new SymmetricEigen(21);
        requireDecomposed(eigen, tridiagonal(21, i -> Math.abs(i - 10), 1), 21, "Wilkinson");
        // Wilkinson, The Algebraic Eigenvalue Problem, 1965: the largest two agree to fifteen digits.
        assertThat(eigen.values()[0]).isCloseTo(10.746194182903393, within());
        assertThat(eigen.values()[1]).isCloseTo(10.746194182903322, within());
    }

    @ParameterizedTest
    @CsvSource({"5, 1", "20, 2", "40, 3", "101, 4"})
    void rankOneHasOneValue(int n, long seed) {
        Random random = new Random(seed);
        double[] x = new double[n];
        double norm = 0;
        for (int i = 0; i < n; i++) {
            x[i] = random.nextGaussian();
            norm += x[i] * x[i];
        }
        double[] a = new double[n * n];
        for (int i = 0; i < n * n; i++) {
            a[i] = x[i / n] * x[i % n];
        }
        SymmetricEigen eigen = new SymmetricEigen(n);
        requireDecomposed(eigen, a, n, "rank one, seed=" + seed);
        double tolerance = ROUNDINGS * n * 0x1p-53 * norm;
        assertThat(eigen.values()[0]).isCloseTo(norm, Offset.offset(tolerance));
        for (int i = 1; i < n; i++) {
            assertThat(Math.abs(eigen.values()[i]))
                    .as("value %s, seed=%s", i, seed)
                    .isLessThanOrEqualTo(tolerance);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 11", "1e-150, 12", "1e150, 13", "1e-200, 14", "1e290, 15"})
    void hardSpectraAtEveryScale(double scale, long seed) {
        for (int n : new int[] {2, 3, 8, 17, 30}) {
            String label = "n=" + n + " scale=" + scale + " seed=" + seed;
            int size = n;
            requireSpectrum(n, i -> scale * Math.pow(10, -16.0 * i / (size - 1)), seed, label + " graded");
            requireSpectrum(n, i -> scale * (i < size / 2 ? 1 : 1e-8), seed, label + " two clusters");
            requireSpectrum(n, i -> scale * (1 + 1e-15 * i), seed, label + " one cluster");
            requireSpectrum(n, i -> i == 0 ? scale : 0, seed, label + " rank one");
            requireSpectrum(n, i -> scale * (i % 2 == 0 ? 1 : -1), seed, label + " both signs");
            requireDecomposed(
                    new SymmetricEigen(n), tridiagonal(n, i -> scale * (i % 3), scale), n, label + " tridiagonal");
            requireDecomposed(
                    new SymmetricEigen(n), diagonal(n, i -> scale * (i % 4)), n, label + " diagonal with repeats");
        }
    }

    @Test
    void gradedByRowsEitherWay() {
        for (boolean falling : new boolean[] {false, true}) {
            int n = 17;
            double[] a = random(n, 21);
            for (int i = 0; i < n * n; i++) {
                int steps = i / n + i % n;
                a[i] *= Math.pow(10, -0.5 * (falling ? steps : 2 * n - 2 - steps));
            }
            requireDecomposed(new SymmetricEigen(n), a, n, "graded rows, seed=21, falling=" + falling);
        }
    }

    @Test
    void blocksThatFallApart() {
        int n = 24;
        double[] a = random(n, 22);
        for (int i = 0; i < n * n; i++) {
            if ((i / n) / 5 != (i % n) / 5) {
                a[i] = 0;
            }
        }
        requireDecomposed(new SymmetricEigen(n), a, n, "blocks, seed=22");
    }

    @Test
    void aMatrixBeyondTheWorkSpaceIsRefused() {
        assertThatThrownBy(() -> new SymmetricEigen(3).decompose(new double[16], 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("4 rows");
    }

    @Test
    void notANumberEndsInAnExceptionNotInALoop() {
        double[] a = random(6, 23);
        a[8] = Double.NaN;
        a[13] = Double.NaN;
        assertThatThrownBy(() -> new SymmetricEigen(6).decompose(a, 6)).isInstanceOf(ArithmeticException.class);
    }

    private static Offset<Double> within() {
        return Offset.offset(1e-13);
    }

    /** Q' diag Q with a random orthogonal Q must give the spectrum back within the backward error. */
    private static void requireSpectrum(int n, IntToDoubleFunction spectrum, long seed, String label) {
        double[] values = new double[n];
        double largest = 0;
        for (int i = 0; i < n; i++) {
            values[i] = spectrum.applyAsDouble(i);
            largest = Math.max(largest, Math.abs(values[i]));
        }
        double[] a = rotated(values, seed);
        SymmetricEigen eigen = new SymmetricEigen(n);
        requireDecomposed(eigen, a, n, label);
        Arrays.sort(values);
        for (int i = 0; i < n; i++) {
            // Making the matrix rounds as well, hence twice the share.
            assertThat(Math.abs(eigen.values()[i] - values[n - 1 - i]) / largest)
                    .as("%s: value %s", label, i)
                    .isLessThanOrEqualTo(2 * ROUNDINGS * n * 0x1p-53);
        }
    }

    private static double[] rotated(double[] values, long seed) {
        int n = values.length;
        Random random = new Random(seed);
        double[] q = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                q[i * n + j] = random.nextGaussian();
            }
            for (int pass = 0; pass < 2; pass++) {
                for (int k = 0; k < i; k++) {
                    addScaled(q, i, -dot(q, i, k, n), k, n);
                }
            }
            double norm = Math.sqrt(dot(q, i, i, n));
            for (int j = 0; j < n; j++) {
                q[i * n + j] /= norm;
            }
        }
        double[] a = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += q[k * n + i] * values[k] * q[k * n + j];
                }
                a[i * n + j] = sum;
                a[j * n + i] = sum;
            }
        }
        return a;
    }

    private static void addScaled(double[] q, int row, double factor, int other, int n) {
        for (int j = 0; j < n; j++) {
            q[row * n + j] += factor * q[other * n + j];
        }
    }

    private static double dot(double[] q, int i, int j, int n) {
        double sum = 0;
        for (int k = 0; k < n; k++) {
            sum += q[i * n + k] * q[j * n + k];
        }
        return sum;
    }

    private static void requireDecomposed(SymmetricEigen eigen, double[] a, int n, String label) {
        eigen.decompose(a.clone(), n);
        double[] values = eigen.values();
        double[] vectors = eigen.vectors();
        double largest = Arrays.stream(a).map(Math::abs).max().orElse(0);
        double scale = largest == 0 ? 1 : largest;
        double norm =
                Math.sqrt(Arrays.stream(a).map(x -> (x / scale) * (x / scale)).sum());
        double tolerance = ROUNDINGS * n * 0x1p-53;
        for (int i = 0; i < n; i++) {
            if (i > 0) {
                assertThat(values[i]).as("%s: order at %s of %s", label, i, n).isLessThanOrEqualTo(values[i - 1]);
            }
            double residual = 0;
            for (int j = 0; j < n; j++) {
                double sum = -(values[i] / scale) * vectors[i * n + j];
                for (int k = 0; k < n; k++) {
                    sum += (a[j * n + k] / scale) * vectors[i * n + k];
                }
                residual += sum * sum;
            }
            assertThat(Math.sqrt(residual))
                    .as("%s: residual of vector %s of %s", label, i, n)
                    .isLessThanOrEqualTo(tolerance * norm);
            for (int j = 0; j <= i; j++) {
                assertThat(Math.abs(dot(vectors, i, j, n) - (i == j ? 1 : 0)))
                        .as("%s: vectors %s and %s of %s", label, i, j, n)
                        .isLessThanOrEqualTo(tolerance);
            }
        }
    }

    private static double[] random(int n, long seed) {
        Random random = new Random(seed);
        double[] a = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                a[i * n + j] = random.nextGaussian();
                a[j * n + i] = a[i * n + j];
            }
        }
        return a;
    }

    private static double[] diagonal(int n, IntToDoubleFunction entry) {
        return tridiagonal(n, entry, 0);
    }

    private static double[] tridiagonal(int n, IntToDoubleFunction entry, double off) {
        double[] a = new double[n * n];
        for (int i = 0; i < n; i++) {
            a[i * n + i] = entry.applyAsDouble(i);
            if (i > 0) {
                a[i * n + i - 1] = off;
                a[(i - 1) * n + i] = off;
            }
        }
        return a;
    }
}
