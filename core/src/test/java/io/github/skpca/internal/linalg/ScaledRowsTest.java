package io.github.skpca.internal.linalg;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

/** Whatever rows are taken together, each entry has the bits of one row after another. */
class ScaledRowsTest {
    private static final int LENGTH = 37;
    private static final int STRIDE = LENGTH + 5;
    private static final int FROM = 3;

    /** Numbers whose sums depend on their order, zeros of both signs among them. */
    private static double[] numbers(int count, long seed) {
        Random random = new Random(seed);
        double[] numbers = new double[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = i % 11 == 0 ? (i % 2 == 0 ? 0.0 : -0.0) : random.nextGaussian() * Math.scalb(1.0, i % 40 - 20);
        }
        return numbers;
    }

    private static double[] oneByOne(double[] factors, int count, double[] x, double[] y, boolean adds) {
        double[] sums = y.clone();
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < LENGTH; j++) {
                double product = factors[2 + i] * x[FROM + i * STRIDE + j];
                sums[4 + j] = adds ? sums[4 + j] + product : sums[4 + j] - product;
            }
        }
        return sums;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 4, 5, 8, 11, 150})
    void areAddedAndTakenOffInTheirOrder(int count) {
        double[] factors = numbers(count + 4, 1);
        double[] x = numbers(FROM + count * STRIDE + LENGTH, 2);
        double[] y = numbers(LENGTH + 9, 3);
        double[] given = x.clone();
        DoubleMatrix rows = new DoubleMatrix(x, FROM, STRIDE);
        double[] added = y.clone();
        ScaledRows.add(factors, 2, count, rows, added, 4, LENGTH);
        requireSameBits(added, oneByOne(factors, count, x, y, true));
        double[] left = y.clone();
        ScaledRows.subtract(factors, 2, count, rows, left, 4, LENGTH);
        requireSameBits(left, oneByOne(factors, count, x, y, false));
        assertThat(x).isEqualTo(given);
    }

    private static void requireSameBits(double[] found, double[] expected) {
        assertThat(found).hasSameSizeAs(expected);
        for (int i = 0; i < found.length; i++) {
            assertThat(Double.doubleToRawLongBits(found[i]))
                    .as("entry " + i)
                    .isEqualTo(Double.doubleToRawLongBits(expected[i]));
        }
    }
}
