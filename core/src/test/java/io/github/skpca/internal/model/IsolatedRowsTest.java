package io.github.skpca.internal.model;

import org.junit.jupiter.api.Test;

import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

class IsolatedRowsTest {
    private static final int COLUMNS = 3;

    private static float[] normal(long seed, int count) {
        Random random = new Random(seed);
        float[] rows = new float[count * COLUMNS];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (float) random.nextGaussian();
        }
        return rows;
    }

    private static void move(float[] rows, int row, float by) {
        for (int j = 0; j < COLUMNS; j++) {
            rows[row * COLUMNS + j] += by;
        }
    }

    private static int count(boolean[] of) {
        int count = 0;
        for (boolean one : of) {
            count += one ? 1 : 0;
        }
        return count;
    }

    @Test
    void groupsFarFromAllOthersAreIsolated() {
        float[] rows = normal(1, 1000);
        for (int i = 0; i < 40; i++) {
            move(rows, 25 * i, 30);
        }
        move(rows, 1, -20);
        boolean[] isolated = IsolatedRows.of(rows, 1000, COLUMNS);
        assertThat(count(isolated)).isEqualTo(41);
        assertThat(isolated[0]).isTrue();
        assertThat(isolated[1]).isTrue();
        assertThat(isolated[2]).isFalse();
    }

    @Test
    void aTenthOfTheRowsIsTheMost() {
        float[] rows = normal(2, 1000);
        for (int i = 0; i < 101; i++) {
            move(rows, i, 30);
        }
        // A single row is still one.
        move(rows, 500, -40);
        boolean[] isolated = IsolatedRows.of(rows, 1000, COLUMNS);
        assertThat(count(isolated)).isEqualTo(1);
        assertThat(isolated[500]).isTrue();
    }

    @Test
    void severalKindsOfRowsAreAllUsual() {
        float[] rows = normal(3, 900);
        for (int i = 0; i < 900; i++) {
            move(rows, i, 50 * (i % 15));
        }
        assertThat(count(IsolatedRows.of(rows, 900, COLUMNS))).isZero();
    }

    @Test
    void aChainHoldsRowsTogether() {
        float[] rows = normal(4, 600);
        for (int i = 0; i < 20; i++) {
            move(rows, i, 0.5F * i);
        }
        assertThat(count(IsolatedRows.of(rows, 600, COLUMNS))).isZero();
    }

    @Test
    void equalRowsAndFewRowsHaveNone() {
        assertThat(count(IsolatedRows.of(new float[300], 100, COLUMNS))).isZero();
        float[] few = normal(5, 9);
        move(few, 0, 1000);
        assertThat(count(IsolatedRows.of(few, 9, COLUMNS))).isZero();
        assertThat(IsolatedRows.of(new float[0], 0, COLUMNS)).isEmpty();
    }
}
