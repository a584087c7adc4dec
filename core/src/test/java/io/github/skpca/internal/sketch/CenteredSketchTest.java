package io.github.skpca.internal.sketch;

import io.github.skpca.ShrinkRule;
import io.github.skpca.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class CenteredSketchTest {
    /** More than two blocks of the fast form. */
    private static final int ROWS = 300;

    static CenteredSketch create(ShrinkRule rule, int columns, int size, boolean centered) {
        return new CenteredSketch(MatrixSketch.create(rule, columns, size), centered);
    }

    /** With sketches of four rows. */
    private static CenteredSketch restore(ShrinkRule rule, CenteredSketch.State state) {
        MatrixSketch empty = MatrixSketch.create(rule, state.sketch().columns(), 4);
        return CenteredSketch.restore(empty, state, Workers.callerOnly());
    }

    /** Adds rows [from, to) one by one. */
    static void add(CenteredSketch sketch, float[][] rows, int from, int to) {
        for (int i = from; i < to; i++) {
            System.arraycopy(rows[i], 0, sketch.block(), sketch.blockOffset(), rows[i].length);
            sketch.commit(1);
        }
    }

    @ParameterizedTest
    @EnumSource(TestStream.class)
    void everyPrefixKeepsEveryInequalityAboutTheMeanOfItsRows(TestStream stream) {
        long seed = 100 + stream.ordinal();
        for (int columns : new int[] {1, 2, 7, 20}) {
            for (int size : new int[] {1, 2, 5, 8, 13}) {
                float[][] rows = stream.rows(ROWS, columns, size, seed);
                for (ShrinkRule rule : FrequentDirectionsTest.EXACT) {
                    for (boolean centered : new boolean[] {false, true}) {
                        requirePrefixes(rows, rule, size, centered, stream, seed);
                    }
                }
            }
        }
    }

    private static void requirePrefixes(
            float[][] rows, ShrinkRule rule, int size, boolean centered, TestStream stream, long seed) {
        int columns = rows[0].length;
        CenteredSketch sketch = create(rule, columns, size, centered);
        int r = rule.guaranteedRank(size);
        for (int n = 1; n <= rows.length; n++) {
            add(sketch, rows, n - 1, n);
            if (n > 20 && n % 23 != 0 && n % 128 > 1 && n % 128 < 127) {
                continue;
            }
            String label = stream + " " + rule + " centred=" + centered + " l=" + size + " m=" + columns + " n=" + n
                    + " seed=" + seed;
            CenteredSketch.Snapshot snapshot = sketch.snapshot();
            Truth truth = Truth.of(rows, 0, n, centered);
            truth.requireSummary(snapshot.summary(), size, r, stream.rank(), label);
            assertThat(snapshot.rows()).as(label).isEqualTo(n);
            if (centered) {
                requireMean(snapshot.mean(), rows, n, label);
            } else {
                assertThat(snapshot.mean()).as(label).isNull();
            }
        }
    }

    /** Where nothing was shrunk, the scatter of the sketch is the batch's, to 1e-10. */
    @ParameterizedTest
    @EnumSource(
            value = ShrinkRule.class,
            names = {"PAPER", "FAST"})
    void withoutShrinksTheScatterIsTheCentredOne(ShrinkRule rule) {
        for (TestStream stream : TestStream.values()) {
            int columns = 6;
            int size = 20;
            float[][] rows = stream.rows(ROWS, columns, size, 7);
            CenteredSketch sketch = create(rule, columns, size, true);
            for (int n = 1; n <= ROWS; n++) {
                add(sketch, rows, n - 1, n);
                if (n > 20 && n % 29 != 0) {
                    continue;
                }
                String label = stream + " " + rule + " n=" + n + " seed=7";
                Truth truth = Truth.of(rows, 0, n, true);
                SketchState state = sketch.snapshot().summary().state();
                assertThat(state.delta()).as(label).isZero();
                double largest = Math.max(truth.squaredNorm(), Double.MIN_NORMAL);
                requireClose(Dense.scatter(state), truth.scatter(), 1e-10 * largest, label);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"FAST, true", "FAST, false", "PAPER, true", "PAPER, false"})
    void aSnapshotChangesNothing(ShrinkRule rule, boolean centered) {
        float[][] rows = TestStream.DRIFTING.rows(ROWS, 5, 4, 8);
        CenteredSketch asked = create(rule, 5, 4, centered);
        CenteredSketch quiet = create(rule, 5, 4, centered);
        for (int n = 1; n <= ROWS; n++) {
            add(asked, rows, n - 1, n);
            add(quiet, rows, n - 1, n);
            String label = rule + " centred=" + centered + " n=" + n + " seed=8";
            CenteredSketch.State before = asked.state();
            CenteredSketch.Snapshot first = asked.snapshot();
            SameBits.require(asked.state(), before, label);
            SameBits.require(asked.snapshot(), first, label);
            SameBits.require(asked.state(), quiet.state(), label);
            assertThat(before.rows()).isEqualTo(n);
        }
    }

    @ParameterizedTest
    @CsvSource({"FAST, true", "FAST, false", "PAPER, true", "PAPER, false"})
    void aRestoredSketchGoesOnBitForBit(ShrinkRule rule, boolean centered) {
        float[][] rows = TestStream.RANDOM.rows(ROWS, 5, 4, 9);
        CenteredSketch sketch = create(rule, 5, 4, centered);
        for (int n = 0; n < ROWS; n++) {
            if (n % 37 == 0 || n % 128 < 2) {
                String label = rule + " centred=" + centered + " n=" + n + " seed=9";
                CenteredSketch restored = restore(rule, sketch.state());
                SameBits.require(restored.state(), sketch.state(), label);
                assertThat(restored.rows()).isEqualTo(n);
                CenteredSketch goesOn = restore(rule, sketch.state());
                add(goesOn, rows, n, ROWS);
                CenteredSketch straight = create(rule, 5, 4, centered);
                add(straight, rows, 0, ROWS);
                SameBits.require(goesOn.state(), straight.state(), label);
                SameBits.require(goesOn.snapshot(), straight.snapshot(), label);
            }
            add(sketch, rows, n, n + 1);
        }
    }

    @Test
    void aStateIsACopy() {
        float[][] rows = TestStream.RANDOM.rows(40, 3, 4, 10);
        CenteredSketch sketch = create(ShrinkRule.FAST, 3, 4, true);
        add(sketch, rows, 0, 40);
        CenteredSketch.State state = sketch.state();
        CenteredSketch.State same = sketch.state();
        Arrays.fill(state.block(), 9f);
        Arrays.fill(state.mean(), 9);
        SameBits.require(sketch.state(), same, "seed=10");
    }

    @ParameterizedTest
    @CsvSource({"FAST, true", "FAST, false", "PAPER, true", "PAPER, false"})
    void howRowsAreSplitIntoCommitsDoesNotMatter(ShrinkRule rule, boolean centered) {
        int columns = 5;
        float[][] rows = TestStream.RANDOM.rows(ROWS, columns, 4, 11);
        CenteredSketch oneByOne = create(rule, columns, 4, centered);
        add(oneByOne, rows, 0, ROWS);
        for (long seed = 1; seed <= 5; seed++) {
            Random random = new Random(seed);
            CenteredSketch sketch = create(rule, columns, 4, centered);
            int done = 0;
            while (done < ROWS) {
                int count = Math.min(Math.min(sketch.freeRows(), ROWS - done), random.nextInt(60));
                for (int i = 0; i < count; i++) {
                    System.arraycopy(rows[done + i], 0, sketch.block(), sketch.blockOffset() + i * columns, columns);
                }
                sketch.commit(count);
                done += count;
            }
            SameBits.require(sketch.state(), oneByOne.state(), rule + " centred=" + centered + " seed=" + seed);
        }
    }

    @Test
    void oneRowHasNoScatterAboutItself() {
        for (ShrinkRule rule : FrequentDirectionsTest.EXACT) {
            CenteredSketch sketch = create(rule, 3, 4, true);
            add(sketch, new float[][] {{1, 2, 3}}, 0, 1);
            CenteredSketch.Snapshot snapshot = sketch.snapshot();
            assertThat(snapshot.summary().state().count()).isZero();
            assertThat(snapshot.summary().state().squaredNorm()).isZero();
            assertThat(snapshot.mean()).containsExactly(1, 2, 3);
        }
    }

    @Test
    void anEmptySketchHasAnEmptySnapshot() {
        for (ShrinkRule rule : FrequentDirectionsTest.EXACT) {
            CenteredSketch sketch = create(rule, 3, 4, true);
            CenteredSketch.Snapshot snapshot = sketch.snapshot();
            assertThat(snapshot.rows()).isZero();
            assertThat(snapshot.summary().squaredSingularValues()).isEmpty();
            assertThat(snapshot.summary().squaredSingularValue(1)).isZero();
            SameBits.require(restore(rule, sketch.state()).state(), sketch.state(), rule.label());
            assertThat(sketch.workingBytes()).isPositive();
        }
    }

    @Test
    void misuseIsRefused() {
        CenteredSketch sketch = create(ShrinkRule.PAPER, 3, 4, true);
        assertThat(sketch.freeRows()).isEqualTo(1);
        assertThatThrownBy(() -> sketch.commit(2)).hasMessageContaining("2 rows where 1 are free");
        assertThatThrownBy(() -> sketch.commit(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> sketch.merge(create(ShrinkRule.PAPER, 3, 4, false)))
                .hasMessageContaining("one sketch is centred and the other is not");
        assertThatThrownBy(() -> sketch.merge(create(ShrinkRule.PAPER, 2, 4, true)))
                .hasMessageContaining("3 and 2 columns");
    }

    @Test
    void statesThatCannotBeAreRefused() {
        SketchState empty = MatrixSketch.create(ShrinkRule.PAPER, 3, 4).state();
        assertThatThrownBy(() -> new CenteredSketch.State(empty, new double[0], -1, new float[0]))
                .hasMessageContaining("absorbed must not be negative");
        assertThatThrownBy(() -> new CenteredSketch.State(empty, new double[2], 0, new float[0]))
                .hasMessageContaining("a mean of 2 numbers for 3 columns");
        assertThatThrownBy(() -> new CenteredSketch.State(empty, new double[3], 0, new float[4]))
                .hasMessageContaining("whole rows");
        CenteredSketch.State full = new CenteredSketch.State(empty, new double[3], 0, new float[3]);
        assertThatThrownBy(() -> restore(ShrinkRule.PAPER, full)).hasMessageContaining("more rows than it can");
    }

    static void requireClose(double[] found, double[] expected, double tolerance, String label) {
        assertThat(found).as(label).hasSameSizeAs(expected);
        for (int i = 0; i < found.length; i++) {
            assertThat(found[i]).as(label + ", number " + i).isCloseTo(expected[i], within(tolerance));
        }
    }

    /** The mean of the first n rows, within 1e-12 of the largest number among them. */
    static void requireMean(double[] found, float[][] rows, int n, String label) {
        float largest = 0;
        for (int i = 0; i < n; i++) {
            for (float value : rows[i]) {
                largest = Math.max(largest, Math.abs(value));
            }
        }
        requireClose(found, Truth.mean(rows, 0, n), 1e-12 * largest, label);
    }
}
