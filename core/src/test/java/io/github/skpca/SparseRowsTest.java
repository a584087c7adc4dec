package io.github.skpca;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SparseRowsTest {
    private static final double[] VALUES = {1, 2, 3, 4};

    @Test
    void rowsAreTheirEntries() {
        SparseRows rows = new SparseRows(3, new int[] {1, 3, 3, 4, 99}, new int[] {9, 0, 5, 2}, VALUES);
        assertThat(rows.count()).isEqualTo(3);
        assertThat(rows.width()).isEqualTo(6);
        assertThat(rows.entries(0, 3)).isEqualTo(3);
        assertThat(rows.entries(1, 1)).isZero();
        double[] out = new double[8];
        rows.scatter(0, out, 1);
        assertThat(out).containsExactly(0, 2, 0, 0, 0, 0, 3, 0);
        rows.erase(0, out, 1);
        assertThat(out).containsOnly(0);
    }

    @Test
    void denseRowsLoseTheirZerosAlone() {
        SparseRows rows = SparseRows.of(new double[] {7, 0, 5, -0.0, 0, 0, 3, 2, 1}, 1, 2, 4);
        assertThat(rows.count()).isEqualTo(2);
        assertThat(rows.entries(0, 1)).isEqualTo(1);
        assertThat(rows.column(0)).isEqualTo(1);
        assertThat(rows.value(0)).isEqualTo(5);
        assertThat(rows.width()).isEqualTo(4);
        assertThat(SparseRows.of(new double[6], 0, 2, 3).width()).isZero();
    }

    @Test
    void nonsenseIsRefused() {
        refuse(-1, new int[] {0}, new int[0], "rows");
        refuse(2, new int[] {0, 1}, new int[] {0}, "starts");
        refuse(1, new int[] {-1, 1}, new int[] {0}, "before the first");
        refuse(2, new int[] {0, 2, 1}, new int[] {0, 1}, "row 1");
        refuse(1, new int[] {0, 3}, new int[] {0, 1}, "row 0");
        refuse(1, new int[] {0, 5}, new int[] {0, 1, 2, 3, 4}, "row 0");
        refuse(1, new int[] {3, 2}, new int[] {0, 1, 2}, "row 0");
        refuse(1, new int[] {0, 2}, new int[] {1, 1}, "increase");
        refuse(1, new int[] {0, 2}, new int[] {2, 1}, "increase");
        refuse(1, new int[] {0, 1}, new int[] {-1}, "below zero");
        refuse(1, new int[] {0, 1}, new int[] {Integer.MIN_VALUE}, "below zero");
        refuse(1, new int[] {0, 1}, new int[] {Integer.MAX_VALUE}, "no row can have");
    }

    private static void refuse(int count, int[] starts, int[] columns, String reason) {
        assertThatThrownBy(() -> new SparseRows(count, starts, columns, VALUES))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }
}
