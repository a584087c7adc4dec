package io.github.skpca;

import io.github.skpca.RowPreparation.Categories;
import io.github.skpca.RowPreparation.Missing;
import org.junit.jupiter.api.Test;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Cells become rows: categories, windows, medians. */
final class RowPreparationTest {
    private static final double NONE = Double.NaN;

    @Test
    void windowsHoldTheLastStepsOldestFirst() {
        RowPreparation rows = RowPreparation.of(2).withLags(3);
        RowPreparation.Stream stream = rows.stream();
        double[] row = new double[rows.columns()];
        assertThat(stream.next(new double[] {1, 10}, row)).isFalse();
        assertThat(stream.next(new double[] {2, 20}, row)).isFalse();
        assertThat(stream.next(new double[] {3, 30}, row)).isTrue();
        assertThat(row).containsExactly(1, 10, 2, 20, 3, 30);
        assertThat(stream.next(new double[] {4, 40}, row)).isTrue();
        assertThat(row).containsExactly(2, 20, 3, 30, 4, 40);
        assertThat(rows.columnNames(List.of("a", "b")))
                .containsExactly("a[t-2]", "b[t-2]", "a[t-1]", "b[t-1]", "a[t]", "b[t]");
        stream.restart();
        assertThat(stream.next(new double[] {5, 50}, row)).isFalse();
    }

    @Test
    void aGapInTimeBeginsAWindowAnew() {
        RowPreparation.Stream stream = RowPreparation.of(1).withLags(2).withTimeStep(10).stream();
        StringBuilder windows = new StringBuilder();
        for (double time : new double[] {5, 15, 26, 40, 60, 70, 70, 80, 75, 85}) {
            stream.at(time);
            windows.append(stream.next(new double[] {time}, new double[2]) ? 'x' : '.');
        }
        assertThat(windows).hasToString(".xxx.x.x.x");
    }

    @Test
    void aStrideChoosesTheWindowsToLearn() {
        RowPreparation.Stream stream = RowPreparation.of(1).withLags(3).withStride(2).stream();
        StringBuilder learned = new StringBuilder();
        for (int t = 0; t < 8; t++) {
            stream.next(new double[] {t}, new double[3]);
            learned.append(stream.isLearned() ? 'x' : '.');
        }
        assertThat(learned).hasToString("..x.x.x.");
    }

    /** Wherever a stream is saved, the one that goes on from it gives the same rows, missing cells included. */
    @Test
    void aStateIsAllThereIs() {
        RowPreparation rows = RowPreparation.of(1).withLags(4).withStride(3).withMissing(Missing.IMPUTE);
        for (int saved = 0; saved < 9; saved++) {
            RowPreparation.Stream whole = rows.stream();
            RowPreparation.Stream first = rows.stream();
            RowPreparation.Stream second = rows.stream();
            for (int t = 0; t < 12; t++) {
                double[] cells = {t % 3 == 1 ? NONE : t};
                double[] expected = new double[4];
                double[] found = new double[4];
                RowPreparation.Stream one = t < saved ? first : second;
                assertThat(one.next(cells, found)).isEqualTo(whole.next(cells, expected));
                assertThat(found).as("saved after %d, step %d", saved, t).isEqualTo(expected);
                assertThat(one.isLearned()).isEqualTo(whole.isLearned());
                if (t + 1 == saved) {
                    second.restore(first.state());
                }
                assertThat(one.state()).doesNotContain(NONE);
            }
        }
        assertThatThrownBy(() -> rows.stream().restore(new double[4])).hasMessageContaining("a window of 2 numbers");
        assertThatThrownBy(() -> rows.stream().restore(new double[] {0.5, 0, 0, 0, 0, 0}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void categoriesBecomeColumnsAndTheOthersShareOne() {
        RowPreparation rows = RowPreparation.of(3).withCategories(List.of(new Categories(1, List.of("red", "blue"))));
        double[] row = new double[rows.columns()];
        RowPreparation.Stream stream = rows.stream();
        assertThat(rows.columnNames(List.of("a", "color", "b")))
                .containsExactly("a", "color=red", "color=blue", "color=other", "b");
        stream.next(new double[] {7, 1, 8}, row);
        assertThat(row).containsExactly(7, 0, 1, 0, 8);
        for (double other : new double[] {-1, 2, 0.5, NONE, 1e30}) {
            stream.next(new double[] {7, other, 8}, row);
            assertThat(row).containsExactly(7, 0, 0, 1, 8);
        }
        assertThatThrownBy(() -> RowPreparation.of(1).withCategories(List.of(new Categories(1, List.of("x")))))
                .hasMessageContaining("cell 1 of 1");
    }

    @Test
    void mediansFillEveryStepOfAWindow() {
        RowPreparation rows = RowPreparation.of(2)
                .withLags(2)
                .withMissing(Missing.IMPUTE)
                .fitted(new double[] {1, 5, NONE, 6, 3, NONE, 9, 8}, 4);
        assertThat(rows.fill()).containsExactly(3, 6);
        assertThat(rows.withRegression(new double[0]).filled(new double[] {NONE, 1, 2, NONE}))
                .containsExactly(3, 1, 2, 6);
        assertThatThrownBy(() -> rows.fitted(new double[] {1, NONE, 2, NONE}, 2))
                .isInstanceOf(BadRowException.class)
                .hasMessageContaining("column 2 is missing in all 2 rows");
    }

    /** The third cell is the sum of the others: it is known from them, and they from it and each other; what is far off counts little. */
    @Test
    void aMissingCellIsLikelyWhatTheOthersSay() {
        java.util.Random random = new java.util.Random(1);
        double[] sample = new double[3 * 500];
        for (int i = 0; i < 500; i++) {
            double a = random.nextGaussian();
            double b = 10 + 5 * random.nextGaussian();
            sample[3 * i] = i % 10 == 0 ? NONE : a;
            sample[3 * i + 1] = b;
            sample[3 * i + 2] = i % 10 == 1 ? NONE : 100 * a + b;
        }
        RowPreparation rows = RowPreparation.of(3).withMissing(Missing.IMPUTE).fitted(sample, 500);
        assertThat(rows.filled(new double[] {1, 12, NONE})[2]).isBetween(105.0, 118.0);
        assertThat(rows.filled(new double[] {NONE, 12, 112})[0]).isBetween(0.9, 1.1);
        assertThat(rows.filled(new double[] {NONE, 12, 1e30})[0]).isBetween(2.0, 4.0);
        assertThat(rows.filled(new double[] {NONE, NONE, NONE})[1]).isBetween(9.0, 11.0);
        assertThat(RowPreparation.of(3)
                        .withMissing(Missing.IMPUTE)
                        .withFill(rows.fill())
                        .withRegression(rows.regression()))
                .isEqualTo(rows);
        assertThatThrownBy(() -> rows.withRegression(new double[4])).hasMessageContaining("4 numbers for 3 cells");
    }

    @Test
    void differencesAreNamed() {
        RowPreparation plain = RowPreparation.of(2);
        assertThat(plain.isPlain()).isTrue();
        assertThat(plain).isEqualTo(RowPreparation.of(2)).hasSameHashCodeAs(RowPreparation.of(2));
        assertThat(plain.differenceFrom(plain.withLags(3))).isEqualTo("lags 1 and 3, stride 1 and 1");
        assertThat(plain.differenceFrom(plain.withMissing(Missing.MASK))).contains("fail and mask");
        assertThat(plain.withFill(new double[] {1, 2})).isNotEqualTo(plain);
        assertThat(plain.differenceFrom(plain.withCategories(List.of(new Categories(0, List.of("x"))))))
                .contains("categories");
    }
}
