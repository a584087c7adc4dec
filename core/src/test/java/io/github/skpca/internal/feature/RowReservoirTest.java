package io.github.skpca.internal.feature;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;
import java.util.function.LongFunction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Every row is as likely to be kept as every other, alone and after merging, and no split into calls changes a byte. */
class RowReservoirTest {
    private static final long SEED = Long.getLong("skpca.test.seed", 20261116L);

    /** Rows so wide that 16 of them are kept. */
    private static final int WIDE = 1 << 20;

    /** Beyond this a chi-squared statistic of 19 degrees of freedom is seen once in ten thousand times. */
    private static final double UNLIKELY = 50;

    private static final int GROUPS = 20;

    /** A reservoir of rows that are their own numbers. */
    private static RowReservoir reservoir(long seed, int from, int to) {
        RowReservoir reservoir = new RowReservoir(1, seed);
        feed(reservoir, from, to);
        return reservoir;
    }

    private static void feed(RowReservoir reservoir, int from, int to) {
        double[] rows = new double[to - from];
        Arrays.setAll(rows, i -> from + i);
        reservoir.update(rows, 0, rows.length);
    }

    /** Over many seeds, how often rows of each twentieth of the stream were kept, as a chi-squared statistic. */
    private static double chiSquared(int rows, LongFunction<RowReservoir> make) {
        long[] kept = new long[GROUPS];
        int seeds = 100;
        for (long seed = SEED; seed < SEED + seeds; seed++) {
            RowReservoir.State state = make.apply(seed).state();
            assertThat(state.seen()).isEqualTo(rows);
            assertThat(Arrays.stream(state.rows()).distinct().count())
                    .as("different rows, skpca.test.seed=" + SEED)
                    .isEqualTo(1024);
            for (double row : state.rows()) {
                kept[(int) (row * GROUPS / rows)]++;
            }
        }
        double expected = seeds * 1024.0 / GROUPS;
        double sum = 0;
        for (long count : kept) {
            // Without replacement the counts vary less than those of independent draws, by the share that is left out.
            sum += (count - expected) * (count - expected) / expected / (1 - 1024.0 / rows);
        }
        return sum;
    }

    private static void assertUniform(int rows, LongFunction<RowReservoir> make) {
        // Too even would be as suspicious as too uneven.
        assertThat(chiSquared(rows, make)).as("skpca.test.seed=" + SEED).isBetween(3.0, UNLIKELY);
    }

    @Test
    void everyRowIsAsLikelyAsEveryOther() {
        assertUniform(1500, seed -> reservoir(seed, 0, 1500));
        assertUniform(20_000, seed -> reservoir(seed, 0, 20_000));
    }

    @Test
    void everyRowOfTwoMergedStreamsIsAsLikelyAsEveryOther() {
        assertUniform(20_000, seed -> {
            RowReservoir first = reservoir(seed, 0, 6000);
            first.merge(reservoir(seed, 6000, 20_000));
            return first;
        });
        assertUniform(3000, seed -> {
            RowReservoir first = reservoir(seed, 0, 2700);
            first.merge(reservoir(seed, 2700, 3000));
            return first;
        });
    }

    @Test
    void everyRowIsAsLikelyAfterATreeOfMergesAndMoreRows() {
        assertUniform(16_000, seed -> {
            RowReservoir left = reservoir(seed, 0, 500);
            left.merge(reservoir(seed, 500, 4000));
            RowReservoir right = reservoir(seed, 4000, 8000);
            right.merge(reservoir(seed, 8000, 9000));
            right.merge(left);
            feed(right, 9000, 16_000);
            return right;
        });
    }

    /** Parts of one data set have one seed: the places of what they take must still have nothing to do with each other. */
    @Test
    void partsOfOneSeedTakeRowsAtDifferentPlaces() {
        RowReservoir first = reservoir(SEED, 0, 10_240);
        RowReservoir second = reservoir(SEED, 20_000, 30_240);
        double[] places =
                Arrays.stream(second.state().rows()).map(row -> row - 20_000).toArray();
        long common = Arrays.stream(first.state().rows())
                .filter(row -> Arrays.stream(places).anyMatch(place -> place == row))
                .count();
        assertThat(common).as("of 1024, 102 by chance; skpca.test.seed=" + SEED).isBetween(60L, 150L);
    }

    @Test
    void splitsTypesAndRestoringDoNotChangeAByte() {
        int columns = 3;
        int count = 30_000;
        Random random = new Random(SEED);
        float[] narrow = new float[count * columns];
        double[] wide = new double[narrow.length];
        for (int i = 0; i < narrow.length; i++) {
            narrow[i] = (float) random.nextGaussian();
            wide[i] = narrow[i];
        }
        RowReservoir whole = new RowReservoir(columns, SEED);
        whole.update(wide, 0, count);
        RowReservoir pieces = new RowReservoir(columns, SEED);
        int done = 0;
        while (done < count) {
            int next = Math.min(count - done, random.nextInt(random.nextBoolean() ? 3 : 5000));
            if (random.nextBoolean()) {
                pieces.update(wide, done * columns, next);
            } else {
                pieces.update(narrow, done * columns, next);
            }
            done += next;
            if (random.nextInt(4) == 0) {
                pieces = RowReservoir.restore(pieces.state(), SEED);
            }
        }
        assertSame(pieces.state(), whole.state());
    }

    private static void assertSame(RowReservoir.State one, RowReservoir.State other) {
        String message = "skpca.test.seed=" + SEED;
        assertThat(one.rows()).as(message).containsExactly(other.rows());
        assertThat(one.seen()).as(message).isEqualTo(other.seen());
        assertThat(one.next()).as(message).isEqualTo(other.next());
        assertThat(one.key()).as(message).isEqualTo(other.key());
    }

    @Test
    void mergingLeavesTheOtherAsItWasAndGivesTheSameTwice() {
        RowReservoir other = reservoir(SEED, 5000, 9000);
        RowReservoir.State before = other.state();
        RowReservoir one = reservoir(SEED, 0, 5000);
        one.merge(other);
        assertSame(other.state(), before);
        RowReservoir again = reservoir(SEED, 0, 5000);
        again.merge(other);
        assertSame(one.state(), again.state());

        RowReservoir empty = new RowReservoir(1, SEED);
        one.merge(empty);
        assertSame(one.state(), again.state());
        empty.merge(one);
        assertSame(empty.state(), one.state());
    }

    @Test
    void fewRowsAreAllKeptAndWideRowsAreFewer() {
        assertThat(reservoir(SEED, 0, 900).state().rows()).hasSize(900);
        RowReservoir merged = reservoir(SEED, 0, 500);
        merged.merge(reservoir(SEED, 500, 900));
        assertThat(Arrays.stream(merged.state().rows()).sorted().toArray())
                .containsExactly(reservoir(SEED, 0, 900).state().rows());
        assertThat(RowReservoir.capacity(1)).isEqualTo(1024);
        assertThat(RowReservoir.capacity(1 << 11)).isEqualTo(512);
        assertThat(RowReservoir.capacity(WIDE)).isEqualTo(16);
        assertThat(RowReservoir.capacity(4 * WIDE)).isEqualTo(16);
    }

    @Test
    void aBillionRowsCostNothing() {
        RowReservoir reservoir = reservoir(SEED, 0, 2000);
        double[] row = {-1};
        while (reservoir.seen() < 1L << 50) {
            reservoir.skip(reservoir.rowsToSkip());
            reservoir.update(row, 0, 1);
        }
        long early = Arrays.stream(reservoir.state().rows())
                .filter(value -> value >= 0)
                .count();
        assertThat(early).as("skpca.test.seed=" + SEED).isZero();
        assertThat(RowReservoir.restore(reservoir.state(), SEED).state().next())
                .isEqualTo(reservoir.state().next());
    }

    @Test
    void statesThatNoReservoirHasAreRefused() {
        assertThatThrownBy(() -> new RowReservoir.State(2, new double[3], 1, 2, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sample");
        assertThatThrownBy(() -> new RowReservoir.State(2, new double[4], 3, 4, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RowReservoir.State(2, new double[4], 2, 2, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("next");
        assertThatThrownBy(() -> new RowReservoir.State(2, new double[4], 2, 9, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RowReservoir(0, 1)).hasMessageContaining("columns");
        RowReservoir narrow = new RowReservoir(1, 1);
        assertThatThrownBy(() -> narrow.merge(new RowReservoir(2, 1))).hasMessageContaining("columns");
        assertThatThrownBy(() -> narrow.skip(1)).hasMessageContaining("not taken");
    }
}
