package io.github.skpca.internal.feature;

import io.github.skpca.Scale;
import io.github.skpca.SparseRows;
import org.junit.jupiter.api.Test;

import java.util.Random;
import java.util.function.IntToDoubleFunction;

import static org.assertj.core.api.Assertions.assertThat;

/** Which rows are taken for columns with units of their own. */
class ScaleChoiceTest {
    private static final int COUNT = 2000;

    private final Random random = new Random(11);

    private static double[] rows(int columns, IntToDoubleFunction value) {
        double[] rows = new double[COUNT * columns];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = value.applyAsDouble(i % columns);
        }
        return rows;
    }

    private static Standardizer learned(double[] rows, int columns) {
        Standardizer dense = Standardizer.learn(rows, rows.length / columns, columns, Scale.AUTO);
        Standardizer sparse =
                Standardizer.learn(SparseRows.of(rows, 0, rows.length / columns, columns), columns, Scale.AUTO);
        assertThat(sparse.reason()).isEqualTo(dense.reason());
        assertThat(sparse.factors()).containsExactly(dense.factors());
        return dense;
    }

    private static void assertUnits(double[] rows, int columns) {
        Standardizer decided = learned(rows, columns);
        assertThat(decided.scale()).as(decided.reason()).isEqualTo(Scale.COLUMNS);
        assertThat(decided.reason()).endsWith("they have units of their own");
        assertThat(decided.factors())
                .containsExactly(Standardizer.learn(rows, rows.length / columns, columns, Scale.COLUMNS)
                        .factors());
    }

    private static void assertOneKind(double[] rows, int columns) {
        Standardizer decided = learned(rows, columns);
        assertThat(decided.scale()).as(decided.reason()).isEqualTo(Scale.NONE);
        assertThat(decided.reason()).isNotEmpty();
        assertThat(decided.factors()).isEmpty();
    }

    @Test
    void columnsOfDifferentUnitsHaveUnits() {
        double[] wine = {0.8, 1.1, 0.27, 3.3, 14, 0.6, 1, 0.12, 0.57, 2.3, 0.23, 0.7, 315};
        assertUnits(rows(wine.length, j -> 10 + wine[j] * random.nextGaussian()), wine.length);
    }

    @Test
    void anAgeBesideAnIncomeHasUnits() {
        assertUnits(rows(2, j -> j == 0 ? 40 + 12 * random.nextGaussian() : Math.exp(10 + random.nextGaussian())), 2);
    }

    @Test
    void anAgeAmongManyFlagsHasUnits() {
        assertUnits(rows(41, j -> j == 0 ? Math.rint(40 + 12 * random.nextGaussian()) : random.nextInt(20) / 19), 41);
    }

    @Test
    void aFewColumnsOfLargeUnitsAmongMostlyZerosHaveUnits() {
        assertUnits(
                rows(
                        8,
                        j -> random.nextInt(3) > 0
                                ? 0
                                : j < 2 ? Math.rint(1e5 * random.nextDouble()) : 1 + random.nextInt(5)),
                8);
    }

    @Test
    void rareFlagsAreOfOneKindWithCommonOnes() {
        Standardizer decided = learned(rows(40, j -> random.nextInt(2 + 20 * j) == 0 ? 1 : 0), 40);
        assertThat(decided.scale()).isEqualTo(Scale.NONE);
        assertThat(decided.reason())
                .isEqualTo("as they are, distances depend on 40.0 of 40 columns: they are of one kind");
    }

    @Test
    void oneHotCodesBesideStandardisedColumnsAreOfOneKind() {
        int categories = 100;
        double[] rows = rows(12 + categories, j -> j < 12 ? random.nextGaussian() : 0);
        for (int i = 0; i < COUNT; i++) {
            rows[i * (12 + categories) + 12 + random.nextInt(categories)] = 1;
        }
        assertOneKind(rows, 12 + categories);
    }

    @Test
    void standardisedColumnsAreOfOneKind() {
        assertOneKind(rows(12, j -> random.nextGaussian()), 12);
    }

    @Test
    void pixelsAreOfOneKindWhereverTheyAre() {
        // Of 8 x 8 pixels from 0 to 16 those at the border are hardly ever inked.
        assertOneKind(
                rows(64, j -> {
                    int border = Math.min(Math.min(j % 8, 7 - j % 8), Math.min(j / 8, 7 - j / 8));
                    return random.nextInt(100) < 1 + 20 * border ? random.nextInt(17) : 0;
                }),
                64);
    }

    @Test
    void wordsAreOfOneKindHoweverFrequent() {
        Standardizer decided = learned(
                rows(200, j -> {
                    int words = 0;
                    for (int draw = random.nextInt(30); draw > 0; draw--) {
                        words += random.nextInt(2 + j * j) == 0 ? 1 : 0;
                    }
                    return words;
                }),
                200);
        assertThat(decided.scale()).isEqualTo(Scale.NONE);
        assertThat(decided.reason()).isEqualTo("they hold small whole numbers, most of them zero, as counts do");
    }

    @Test
    void columnsThatDoNotVaryHaveNoPart() {
        assertOneKind(rows(3, j -> j == 0 ? random.nextGaussian() : 1e9), 3);
        assertThat(learned(rows(3, j -> 1e9 * j), 3).reason()).isEqualTo("fewer than two columns vary");
        assertUnits(rows(4, j -> j < 2 ? 7 : random.nextGaussian() * (j == 2 ? 1 : 100)), 4);
    }

    @Test
    void extremeSpreadsDoNotOverflow() {
        assertUnits(rows(3, j -> random.nextGaussian() * (j == 0 ? 1e37 : 1e-30)), 3);
        assertOneKind(rows(3, j -> 1e37 * random.nextGaussian()), 3);
        assertOneKind(rows(3, j -> 1e-37 * random.nextGaussian()), 3);
    }
}
