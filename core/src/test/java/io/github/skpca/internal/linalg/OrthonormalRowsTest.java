package io.github.skpca.internal.linalg;

import io.github.skpca.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class OrthonormalRowsTest {
    private static double inner(double[] a, int i, double[] b, int j, int length) {
        double sum = 0;
        for (int k = 0; k < length; k++) {
            sum += a[i * length + k] * b[j * length + k];
        }
        return sum;
    }

    /** Rows whose lengths and angles span many orders of magnitude: each is a little of its own and much of those before. */
    private static double[] rows(int count, int length, double own, long seed) {
        Random random = new Random(seed);
        double[] rows = random.doubles((long) count * length, -1, 1).toArray();
        for (int i = 1; i < count; i++) {
            for (int k = 0; k < length; k++) {
                rows[i * length + k] = rows[(i - 1) * length + k] + own * rows[i * length + k];
            }
        }
        return rows;
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "3, 3, 1", "7, 40, 1", "60, 200, 1", "40, 130, 0.01"})
    void areOrthonormalAndSpanTheSame(int count, int length, double own) {
        double[] given = rows(count, length, own, 3);
        double[] made = given.clone();
        OrthonormalRows.make(made, count, length, Workers.callerOnly());
        for (int i = 0; i < count; i++) {
            for (int j = 0; j <= i; j++) {
                assertThat(inner(made, i, made, j, length)).isEqualTo(i == j ? 1 : 0, within(1e-12));
            }
            // In their order: a row lies in the span of as many.
            double left = inner(given, i, given, i, length);
            double whole = left;
            for (int j = 0; j <= i; j++) {
                left -= Math.pow(inner(given, i, made, j, length), 2);
            }
            assertThat(left / whole).isEqualTo(0, within(1e-12));
        }
    }

    @Test
    void aRowThatDependsOnOthersBecomesZero() {
        int length = 20;
        double[] rows = rows(4, length, 1, 5);
        for (int k = 0; k < length; k++) {
            rows[2 * length + k] = 3 * rows[k] - rows[length + k];
        }
        OrthonormalRows.make(rows, 4, length, Workers.callerOnly());
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j <= i; j++) {
                assertThat(inner(rows, i, rows, j, length)).isEqualTo(i == j && i != 2 ? 1 : 0, within(1e-12));
            }
        }
    }

    @Test
    void threadsChangeNoBit() {
        double[] alone = rows(50, 700, 0.5, 8);
        double[] shared = alone.clone();
        OrthonormalRows.make(alone, 50, 700, Workers.callerOnly());
        try (Workers workers = new Workers(3)) {
            OrthonormalRows.make(shared, 50, 700, workers);
        }
        assertThat(shared).containsExactly(alone);
    }
}
