package io.github.skpca.internal.sketch;

import io.github.skpca.Forgetting;
import io.github.skpca.ShrinkRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rows that differ by ulps: their scatter about the mean is of the size of what rounding does to means and jump rows, and the sketch's
 * own bound on rounding has to cover it, with no other tolerance than that of this test's sums.
 */
class MeanRoundingTest {
    /** Rows about one row, a few ulps away from it, the later ones some more. */
    private static float[][] rows(int count, int columns, double size, long seed) {
        Random random = new Random(seed);
        float[] base = new float[columns];
        for (int j = 0; j < columns; j++) {
            base[j] = (float) (size * (0.6 + 0.3 * random.nextDouble()));
        }
        float[][] rows = new float[count][columns];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < columns; j++) {
                int steps = random.nextInt(5) - 2 + (j == 0 ? 2 * i / count : 0);
                rows[i][j] = base[j] + steps * Math.ulp(base[j]);
            }
        }
        return rows;
    }

    /** The same rows less the first: differences of neighbouring floats are floats. */
    private static float[][] differences(float[][] rows) {
        float[][] differences = new float[rows.length][rows[0].length];
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < rows[0].length; j++) {
                differences[i][j] = rows[i][j] - rows[0][j];
            }
        }
        return differences;
    }

    private static void requireContract(CenteredSketch sketch, float[][] rows, int n, String label) {
        int columns = rows[0].length;
        Truth truth = Truth.of(differences(rows), 0, n, true);
        SketchState state = sketch.snapshot().summary().state();
        double[] below = truth.scatter();
        double[] sketched = Dense.scatter(state);
        double oracle = (2 * n + 10 * columns) * 0x1p-53 * truth.squaredNorm();
        double[] above = new double[below.length];
        for (int i = 0; i < below.length; i++) {
            below[i] -= sketched[i];
            above[i] = -below[i];
        }
        double rounding = state.rounding() + oracle;
        assertThat(Dense.isAbove(below, columns, rounding))
                .as("%s: B'B <= A'A", label)
                .isTrue();
        assertThat(Dense.isAbove(above, columns, state.delta() + rounding))
                .as("%s: A'A <= B'B + delta", label)
                .isTrue();
        // A bound that is worth something: rows differ by 1e-7 of themselves, so that means are known to 1e-6 of that
        // at worst.
        assertThat(state.rounding()).as(label).isLessThan(1e-3 * truth.squaredNorm());
    }

    @ParameterizedTest
    @CsvSource({"FAST", "PAPER", "BLOCK"})
    void theBoundCoversTheRoundingOfMeans(ShrinkRule rule) {
        for (long seed = 1; seed <= 6; seed++) {
            for (int columns : new int[] {1, 3, 12}) {
                for (double size : new double[] {1, 1e3, 3e-5}) {
                    float[][] rows = rows(700, columns, size, seed);
                    CenteredSketch sketch = CenteredSketchTest.create(rule, columns, 16, true);
                    for (int n = 0; n < 700; ) {
                        int next = Math.min(700, n + 97);
                        CenteredSketchTest.add(sketch, rows, n, next);
                        n = next;
                        requireContract(
                                sketch,
                                rows,
                                n,
                                rule + " m=" + columns + " size=" + size + " n=" + n + " seed=" + seed);
                    }
                }
            }
        }
    }

    /** The means of two halves, of any sizes: the heavier one comes first or last. */
    @ParameterizedTest
    @CsvSource({"FAST, 3", "FAST, 697", "PAPER, 350", "PAPER, 20", "BLOCK, 1", "BLOCK, 500"})
    void mergesAreCovered(ShrinkRule rule, int cut) {
        for (long seed = 11; seed <= 16; seed++) {
            float[][] rows = rows(700, 5, 1, seed);
            CenteredSketch first = CenteredSketchTest.create(rule, 5, 16, true);
            CenteredSketch second = CenteredSketchTest.create(rule, 5, 16, true);
            CenteredSketchTest.add(first, rows, 0, cut);
            CenteredSketchTest.add(second, rows, cut, 700);
            first.merge(second);
            requireContract(first, rows, 700, rule + " cut at " + cut + " seed=" + seed);
        }
    }

    /** One far row, then many near zero: the mean must not keep the rounding of the far one. */
    @Test
    void aFarMeanIsForgottenWithItsRounding() {
        float[][] far = {{1e6f, -3e5f}};
        float[][] near = new float[4000][2];
        Random random = new Random(17);
        for (float[] row : near) {
            row[0] = (float) (1e-6 * random.nextGaussian());
            row[1] = (float) (1e-6 * random.nextGaussian());
        }
        CenteredSketch sketch = new CenteredSketch(
                MatrixSketch.create(ShrinkRule.FAST, 2, 4),
                true,
                new Forgetting.HalfLife(2, Forgetting.Clock.ROWS),
                io.github.skpca.Workers.callerOnly());
        CenteredSketchTest.add(sketch, far, 0, 1);
        CenteredSketchTest.add(sketch, near, 0, 4000);
        double[] mean = sketch.snapshot().mean();
        assertThat(Math.hypot(mean[0], mean[1])).isLessThan(1e-5);
    }

    /** For ordinary rows the term is next to nothing: far below what a shrink's own rounding is allowed. */
    @Test
    void ordinaryRowsHardlyNoticeIt() {
        float[][] rows = TestStream.RANDOM.rows(3000, 8, 6, 18);
        for (ShrinkRule rule : ShrinkRule.values()) {
            CenteredSketch sketch = CenteredSketchTest.create(rule, 8, 6, true);
            CenteredSketchTest.add(sketch, rows, 0, 3000);
            SketchState state = sketch.snapshot().summary().state();
            assertThat(state.rounding()).as(rule.label()).isLessThan(1e-9 * state.squaredNorm());
        }
    }
}
