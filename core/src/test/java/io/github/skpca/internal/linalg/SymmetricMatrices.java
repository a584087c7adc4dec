package io.github.skpca.internal.linalg;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntToDoubleFunction;

import static org.assertj.core.api.Assertions.assertThat;

/** Large symmetric matrices with spectra that are known, and what every decomposition must satisfy. */
final class SymmetricMatrices {
    private SymmetricMatrices() {}

    static double[] random(int n, long seed) {
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

    static double[] tridiagonal(int n, IntToDoubleFunction entry, IntToDoubleFunction coupling) {
        double[] a = new double[n * n];
        for (int i = 0; i < n; i++) {
            a[i * n + i] = entry.applyAsDouble(i);
            if (i > 0) {
                a[i * n + i - 1] = coupling.applyAsDouble(i);
                a[(i - 1) * n + i] = a[i * n + i - 1];
            }
        }
        return a;
    }

    /** A diagonal matrix turned by three random reflections. */
    static double[] withSpectrum(int n, IntToDoubleFunction spectrum, long seed) {
        double[] a = tridiagonal(n, spectrum, i -> 0);
        Random random = new Random(seed);
        for (int turn = 0; turn < 3; turn++) {
            double[] v = random.doubles(n, -1, 1).toArray();
            double length = Arrays.stream(v).map(x -> x * x).sum();
            double[] p = new double[n];
            double dot = 0;
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    p[i] += 2 / length * a[i * n + j] * v[j];
                }
                dot += p[i] * v[i];
            }
            for (int i = 0; i < n; i++) {
                p[i] -= dot / length * v[i];
            }
            for (int i = 0; i < n; i++) {
                for (int j = 0; j <= i; j++) {
                    a[i * n + j] -= v[i] * p[j] + p[i] * v[j];
                    a[j * n + i] = a[i * n + j];
                }
            }
        }
        return a;
    }

    /** The largest value first. */
    static double[] descending(int n, IntToDoubleFunction spectrum) {
        double[] values = new double[n];
        for (int i = 0; i < n; i++) {
            values[i] = -spectrum.applyAsDouble(i);
        }
        Arrays.sort(values);
        for (int i = 0; i < n; i++) {
            values[i] = -values[i];
        }
        return values;
    }

    /**
     * Orthonormal rows, falling values, and ||Av - value v|| at most {@code residual} times ||A||_F.
     *
     * @param vectors count x n
     */
    static void requirePairs(
            double[] a, int n, double[] values, double[] vectors, int count, double residual, String label) {
        double largest = Arrays.stream(a).map(Math::abs).max().orElse(0);
        double scale = largest == 0 ? 1 : largest;
        double norm =
                Math.sqrt(Arrays.stream(a).map(x -> x / scale).map(x -> x * x).sum());
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                assertThat(values[i]).as("%s: order at %s of %s", label, i, n).isLessThanOrEqualTo(values[i - 1]);
            }
            double squares = 0;
            for (int j = 0; j < n; j++) {
                double sum = -(values[i] / scale) * vectors[i * n + j];
                for (int k = 0; k < n; k++) {
                    sum += (a[j * n + k] / scale) * vectors[i * n + k];
                }
                squares += sum * sum;
            }
            assertThat(Math.sqrt(squares))
                    .as("%s: residual of vector %s of %s", label, i, n)
                    .isLessThanOrEqualTo(residual * norm);
            double skew = 0;
            for (int j = 0; j <= i; j++) {
                double dot = i == j ? -1 : 0;
                for (int k = 0; k < n; k++) {
                    dot += vectors[i * n + k] * vectors[j * n + k];
                }
                skew = Math.max(skew, Math.abs(dot));
            }
            assertThat(skew)
                    .as("%s: vector %s of %s and those before", label, i, n)
                    .isLessThanOrEqualTo(10 * n * 0x1p-53);
        }
    }
}
