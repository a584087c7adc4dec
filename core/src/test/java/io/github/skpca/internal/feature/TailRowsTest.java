package io.github.skpca.internal.feature;

import io.github.skpca.RowBatch;
import org.junit.jupiter.api.Test;

import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** A sample that holds more of the rows that matter, with the number of rows that each stands for. */
final class TailRowsTest {
    private static final int ROWS = 50_000;

    /** Rows 0 to n - 1 in an order without pattern; the importance of row x is n / (n - x): one over the share of rows as large. */
    private static TailRows filled(long seed, int from, int to) {
        TailRows tail = new TailRows(1, seed);
        for (int i = from; i < to; i++) {
            double x = (i * 7919L) % ROWS;
            tail.offer(RowBatch.of(new double[] {x}, 1), 0, ROWS / (ROWS - x));
        }
        return tail;
    }

    private static double countFrom(TailRows tail, double least) {
        double sum = 0;
        for (int i = 0; i < tail.count(); i++) {
            sum += tail.rows()[i] >= least ? tail.weight(i) : 0;
        }
        return sum;
    }

    @Test
    void countsAreWithoutBiasAndTheLargestRowsAreAllThere() {
        double[] ratios = new double[4];
        int seeds = 60;
        for (int seed = 0; seed < seeds; seed++) {
            TailRows tail = filled(seed, 0, ROWS);
            assertThat(tail.count()).isEqualTo(512);
            assertThat(countFrom(tail, ROWS - 10.0)).isEqualTo(10, within(1e-9));
            int[] sizes = {100, 1000, 10_000, ROWS};
            for (int i = 0; i < sizes.length; i++) {
                ratios[i] += countFrom(tail, ROWS - sizes[i]) / sizes[i] / seeds;
            }
        }
        for (double ratio : ratios) {
            // The error of one is about sqrt(ln n / 1024), a tenth.
            assertThat(ratio).isEqualTo(1, within(0.05));
        }
    }

    @Test
    void passingOverRowsThatCannotBeKeptChangesNothing() {
        TailRows all = filled(3, 0, ROWS);
        TailRows some = new TailRows(1, 3);
        int passed = 0;
        for (int i = 0; i < ROWS; i++) {
            double x = (i * 7919L) % ROWS;
            double importance = ROWS / (ROWS - x);
            boolean isCommon = importance <= 16;
            if (some.passesOver(isCommon ? 16 : Double.POSITIVE_INFINITY)) {
                assertThat(isCommon).isTrue();
                passed++;
            } else {
                some.offer(RowBatch.of(new double[] {x}, 1), 0, importance);
            }
        }
        assertThat(passed).isGreaterThan(ROWS / 2);
        assertThat(some.state()).usingRecursiveComparison().isEqualTo(all.state());
    }

    @Test
    void mergingKeepsCounts() {
        double ratio = 0;
        for (int seed = 0; seed < 40; seed++) {
            TailRows first = filled(seed, 0, ROWS / 3);
            first.merge(filled(seed, ROWS / 3, ROWS));
            assertThat(first.seen()).isEqualTo(ROWS);
            assertThat(first.count()).isEqualTo(512);
            ratio += countFrom(first, ROWS - 1000.0) / 1000 / 40;
        }
        assertThat(ratio).isEqualTo(1, within(0.06));
    }

    @Test
    void aStateGoesOnToTheSameBytes() {
        TailRows whole = filled(3, 0, 20_000);
        TailRows again = TailRows.restore(filled(3, 0, 9000).state(), 3);
        for (int i = 9000; i < 20_000; i++) {
            double x = (i * 7919L) % ROWS;
            again.offer(RowBatch.of(new double[] {x}, 1), 0, ROWS / (ROWS - x));
        }
        assertThat(again.state().rows()).containsExactly(whole.state().rows());
        assertThat(again.state().dropped()).isEqualTo(whole.state().dropped());
    }

    @Test
    void whileAllRowsAreKeptTheirImportancesMayChange() {
        Random random = new Random(1);
        TailRows tail = new TailRows(2, 1);
        for (int i = 0; i < 512; i++) {
            tail.offer(RowBatch.of(new double[] {random.nextDouble(), 1}, 1), 0, 1);
        }
        assertThat(tail.isWhole()).isTrue();
        tail.reweigh(new double[512]);
        tail.offer(RowBatch.of(new double[] {1, 1}, 1), 0, 5);
        assertThat(tail.isWhole()).isFalse();
        assertThatThrownBy(() -> tail.reweigh(new double[512])).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aStateOfAFileIsChecked() {
        TailRows.State good = filled(3, 0, 600).state();
        assertThatThrownBy(() -> new TailRows.State(
                        1, good.rows(), good.importances(), good.uniforms(), Double.NaN, 600, good.key()))
                .hasMessageContaining("priority");
        assertThatThrownBy(() ->
                        new TailRows.State(1, good.rows(), good.importances(), good.uniforms(), 1, 100, good.key()))
                .hasMessageContaining("of 100");
        assertThatThrownBy(
                        () -> new TailRows.State(1, good.rows(), new double[512], good.uniforms(), 1, 600, good.key()))
                .hasMessageContaining("importance");
    }
}
