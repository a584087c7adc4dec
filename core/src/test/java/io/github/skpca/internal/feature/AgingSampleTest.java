package io.github.skpca.internal.feature;

import io.github.skpca.SparseRows;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Samples of rows that are forgotten: by weight, or of the last rows. */
class AgingSampleTest {
    private static final long SEED = 17;

    /** Rows that hold their own numbers, from 0 on. */
    private static double[] numbers(int from, int to) {
        double[] rows = new double[to - from];
        Arrays.setAll(rows, i -> from + i);
        return rows;
    }

    private static void feed(RowSample sample, int from, int to, boolean timed) {
        double[] rows = numbers(from, to);
        sample.update(rows, 0, rows.length, timed ? rows : null, 0);
    }

    /** How many rows younger than {@code age} a draw by weight of R rows has: the sum of 1 - exp(-tau v_i). */
    private static double expected(int n, double halfLife, int count, double age) {
        double low = 0;
        double high = 1e6;
        for (int step = 0; step < 200; step++) {
            double middle = (low + high) / 2;
            if (drawn(n, halfLife, middle, n) < count) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return drawn(n, halfLife, low, age);
    }

    private static double drawn(int n, double halfLife, double tau, double age) {
        double sum = 0;
        for (int i = 0; i < Math.min(n, age); i++) {
            sum -= Math.expm1(-tau * Math.pow(2, -i / halfLife));
        }
        return sum;
    }

    private static void requireByWeight(RowSample.State state, int n, double halfLife, String label) {
        assertThat(state.rows()).as(label).doesNotHaveDuplicates();
        for (double age : new double[] {halfLife / 2, halfLife, 2 * halfLife}) {
            long young =
                    Arrays.stream(state.rows()).filter(row -> row >= n - age).count();
            double mean = expected(n, halfLife, state.count(), age);
            assertThat((double) young).as(label + " age " + age).isCloseTo(mean, within(5 * Math.sqrt(mean)));
        }
    }

    @Test
    void rowsAreDrawnByTheirWeight() {
        int n = 30_000;
        for (boolean timed : new boolean[] {false, true}) {
            HalfLifeSample sample = new HalfLifeSample(1, SEED, 4000, timed);
            feed(sample, 0, n, timed);
            assertThat(sample.state().count()).isEqualTo(1024);
            requireByWeight(sample.state(), n, 4000, "timed=" + timed + " seed=" + SEED);
        }
    }

    @Test
    void samplesMergeByTheirTimes() {
        int n = 30_000;
        HalfLifeSample odd = new HalfLifeSample(1, SEED, 4000, true);
        HalfLifeSample even = new HalfLifeSample(1, SEED, 4000, true);
        for (int i = 0; i < n; i++) {
            double[] row = {i};
            (i % 2 == 0 ? even : odd).update(row, 0, 1, row, 0);
        }
        even.merge(odd);
        assertThat(even.state().seen()).isEqualTo(n);
        requireByWeight(even.state(), n, 4000, "merged seed=" + SEED);
    }

    @Test
    void samplesByRowsMergeByTheAgesOfTheirOwnStreams() {
        HalfLifeSample longer = new HalfLifeSample(1, SEED, 3000, false);
        HalfLifeSample shorter = new HalfLifeSample(1, SEED, 3000, false);
        feed(longer, 0, 40_000, false);
        feed(shorter, 100_000, 112_000, false);
        longer.merge(shorter);
        long ofShorter = Arrays.stream(longer.state().rows())
                .filter(row -> row >= 100_000)
                .count();
        // Both streams end now, and both are several half-lives long: they weigh the same.
        assertThat((double) ofShorter).isCloseTo(1024 * (1 - 1.0 / 16) / 1.9375, within(100.0));
    }

    @Test
    void splitsFormsAndStopsDoNotChangeASample() {
        Random random = new Random(SEED);
        for (boolean timed : new boolean[] {false, true}) {
            RowSample straight = new HalfLifeSample(1, SEED, 900, timed);
            RowSample pieces = new HalfLifeSample(1, SEED, 900, timed);
            RowSample window = new WindowSample(1, SEED, 3000);
            RowSample windowPieces = new WindowSample(1, SEED, 3000);
            feed(straight, 0, 9000, timed);
            feed(window, 0, 9000, false);
            for (int done = 0; done < 9000; ) {
                int next = Math.min(9000, done + 1 + random.nextInt(900));
                double[] rows = numbers(done, next);
                float[] narrow = new float[rows.length];
                for (int i = 0; i < rows.length; i++) {
                    narrow[i] = (float) rows[i];
                }
                pieces.update(narrow, 0, rows.length, timed ? rows : null, 0);
                windowPieces.update(SparseRows.of(rows, 0, rows.length, 1), rows.length, null, 0);
                done = next;
                pieces = pieces.state().restore(SEED);
                windowPieces = windowPieces.state().restore(SEED);
            }
            String label = "timed=" + timed + " seed=" + SEED;
            assertThat(pieces.state()).as(label).usingRecursiveComparison().isEqualTo(straight.state());
            assertThat(windowPieces.state())
                    .as(label)
                    .usingRecursiveComparison()
                    .isEqualTo(window.state());
        }
    }

    @Test
    void aWindowHasOneRowOfEachStratum() {
        for (int length : new int[] {1, 7, 1024, 1025, 5000}) {
            WindowSample sample = new WindowSample(1, SEED, length);
            int stratum = (length + 1023) / 1024;
            for (int n : new int[] {1, 3000, 20_000}) {
                feed(sample, (int) sample.state().seen(), n, false);
                double[] rows = sample.state().rows();
                String label = "N=" + length + " n=" + n + " seed=" + SEED;
                assertThat(Arrays.stream(rows)
                                .map(row -> Math.floor(row / stratum))
                                .toArray())
                        .as(label)
                        .doesNotHaveDuplicates();
                for (double row : rows) {
                    assertThat(row).as(label).isBetween(n - length - 2.0 * stratum, n - 1.0);
                }
                if (n > 2 * length) {
                    assertThat(rows.length).as(label).isEqualTo((length + stratum - 1) / stratum);
                }
            }
        }
    }

    @Test
    void whatCannotBeIsRefused() {
        HalfLifeSample aged = new HalfLifeSample(1, SEED, 5, true);
        WindowSample window = new WindowSample(1, SEED, 5);
        assertThatThrownBy(() -> aged.merge(window)).hasMessageContaining("alike");
        assertThatThrownBy(() -> aged.merge(new HalfLifeSample(1, SEED, 6, true)))
                .hasMessageContaining("alike");
        assertThatThrownBy(() -> window.merge(new WindowSample(1, SEED, 5))).hasMessageContaining("two streams");
        assertThatThrownBy(() -> new RowReservoir(1, SEED).merge(aged)).hasMessageContaining("alike");
        double[] one = {1};
        assertThatThrownBy(() -> new HalfLifeSample.State(1, 5, true, one, new double[2], 1, 0, 0))
                .hasMessageContaining("keys");
        assertThatThrownBy(() -> new HalfLifeSample.State(1, 5, true, one, new double[] {Double.NaN}, 1, 0, 0))
                .hasMessageContaining("not a number");
        assertThatThrownBy(() -> new HalfLifeSample.State(1, 5, false, one, one, 1, 2, 0))
                .hasMessageContaining("clock");
        assertThatThrownBy(() -> new WindowSample.State(1, 5, new double[7], 20, 0))
                .hasMessageContaining("sample");
        assertThatThrownBy(() -> new WindowSample.State(1, 5, one, 20, 0)).hasMessageContaining("sample");
    }
}
