package io.github.skpca.internal.linalg;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a bound on a sketch's rounding takes for granted of {@link SymmetricEigen}, measured with residuals of twice the precision:
 * ||C - V'LV|| <= 5 p u ||C|| and ||VV' - I|| <= 4 p u, u = 2^-53. See docs/decisions/0004.
 */
class EigenRoundingTest {
    private static final double UNIT_ROUNDOFF = 0x1p-53;

    /** S S' of p rows: ordinary, of falling lengths, of low rank and noise, all but the same, half unit vectors, of two scales. */
    private static double[] gram(int kind, int p, long seed) {
        Random random = new Random(seed);
        int m = 2 * p + 3;
        double[] rows = new double[p * m];
        for (int i = 0; i < p; i++) {
            for (int j = 0; j < m; j++) {
                double g = random.nextGaussian();
                rows[i * m + j] = switch (kind) {
                    case 0 -> g;
                    case 1 -> g * Math.pow(10, -8.0 * i / p);
                    case 2 -> j < 5 ? g : 1e-9 * g;
                    case 3 -> 1 + 1e-7 * g;
                    case 4 -> i % 2 == 0 ? g : j == i ? 1 : 0;
                    default -> g * Math.pow(2, -(i % 40));
                };
            }
        }
        double[] gram = new double[p * p];
        for (int i = 0; i < p; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = 0;
                for (int c = 0; c < m; c++) {
                    sum += rows[i * m + c] * rows[j * m + c];
                }
                gram[i * p + j] = sum;
                gram[j * p + i] = sum;
            }
        }
        return gram;
    }

    /** start + the sum of x_i y_i w_i in about twice the precision of a double. */
    private static double sum(double start, double[] x, int xAt, double[] y, int yAt, int step, double[] w, int n) {
        double high = start;
        double low = 0;
        for (int i = 0; i < n; i++) {
            double a = x[xAt + i * step];
            double b = y[yAt + i * step];
            double product = a * b;
            double error = Math.fma(a, b, -product);
            double weighted = product * w[i];
            double weightedError = Math.fma(product, w[i], -weighted) + error * w[i];
            double next = high + weighted;
            double back = next - high;
            low += (high - (next - back)) + (weighted - back) + weightedError;
            high = next;
        }
        return high + low;
    }

    /** The norm of a symmetric matrix by powers, from below, and so close to it that the limits have room. */
    private static double norm(double[] a, int p) {
        double[] v = new double[p];
        Random random = new Random(1);
        for (int i = 0; i < p; i++) {
            v[i] = random.nextGaussian();
        }
        double norm = 0;
        for (int round = 0; round < 60; round++) {
            double[] next = new double[p];
            double length = Math.sqrt(TridiagonalForm.dot(v, 0, v, 0, p));
            if (length == 0) {
                return 0;
            }
            for (int i = 0; i < p; i++) {
                next[i] = TridiagonalForm.dot(a, i * p, v, 0, p) / length;
            }
            norm = Math.sqrt(TridiagonalForm.dot(next, 0, next, 0, p));
            v = next;
        }
        return norm;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8, 13, 20, 50, 100, 180, 257, 320})
    void theSolverIsAsAccurateAsBoundsAssume(int p) {
        double[] ones = new double[p];
        java.util.Arrays.fill(ones, 1);
        for (int kind = 0; kind < 6; kind++) {
            for (long seed = 1; seed <= (p < 100 ? 6 : 1); seed++) {
                double[] gram = gram(kind, p, seed);
                SymmetricEigen eigen = new SymmetricEigen(p);
                eigen.decompose(gram.clone(), p);
                double[] v = eigen.vectors();
                double[] backward = new double[p * p];
                double[] lean = new double[p * p];
                for (int i = 0; i < p; i++) {
                    for (int j = 0; j < p; j++) {
                        backward[i * p + j] = sum(-gram[i * p + j], v, i, v, j, p, eigen.values(), p);
                        lean[i * p + j] = sum(i == j ? -1 : 0, v, i * p, v, j * p, 1, ones, p);
                    }
                }
                String label = "p=" + p + " kind=" + kind + " seed=" + seed;
                assertThat(norm(backward, p))
                        .as("%s: ||C - V'LV||", label)
                        .isLessThanOrEqualTo(5 * p * UNIT_ROUNDOFF * eigen.values()[0]);
                assertThat(norm(lean, p)).as("%s: ||VV' - I||", label).isLessThanOrEqualTo(4 * p * UNIT_ROUNDOFF);
            }
        }
    }
}
