package io.github.skpca.internal.sketch;

import io.github.skpca.ShrinkRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The inequalities of Frequent Directions, at every prefix of every stream. */
class FrequentDirectionsTest {
    /** The rules whose shrinks are exact, so that every inequality holds. */
    static final ShrinkRule[] EXACT = {ShrinkRule.PAPER, ShrinkRule.FAST};

    private static final int[] SIZES = {1, 2, 3, 5, 8, 13};
    private static final int[] WIDTHS = {1, 2, 7, 20};
    private static final int ROWS = 64;

    @ParameterizedTest
    @EnumSource(TestStream.class)
    void everyPrefixKeepsEveryInequality(TestStream stream) {
        long seed = 1 + stream.ordinal();
        for (int columns : WIDTHS) {
            for (int size : SIZES) {
                float[][] rows = stream.rows(ROWS, columns, size, seed);
                MatrixSketch[] sketches = new MatrixSketch[EXACT.length];
                Arrays.setAll(sketches, i -> MatrixSketch.create(EXACT[i], columns, size));
                for (int n = 1; n <= ROWS; n++) {
                    Truth truth = Truth.of(rows, 0, n, false);
                    for (MatrixSketch sketch : sketches) {
                        sketch.absorb(rows[n - 1], 1, null, null);
                        requirePrefix(truth, sketch, stream, n, seed);
                    }
                }
            }
        }
    }

    private static void requirePrefix(Truth truth, MatrixSketch sketch, TestStream stream, int n, long seed) {
        ShrinkRule rule = sketch.algorithm() == SketchAlgorithm.ALGORITHM_1 ? ShrinkRule.PAPER : ShrinkRule.FAST;
        int r = rule.guaranteedRank(sketch.size());
        String label =
                stream + " " + rule + " l=" + sketch.size() + " m=" + sketch.columns() + " n=" + n + " seed=" + seed;
        SketchState before = sketch.state();
        truth.require(before, r, stream.rank(), label);
        truth.requireSummary(sketch.summary(), sketch.size(), r, stream.rank(), label + " summary");
        SameBits.require(sketch.state(), before, label);
    }

    @ParameterizedTest
    @EnumSource(
            value = ShrinkRule.class,
            names = {"PAPER", "FAST"})
    void projectionsAreBelowTheRowsInLoewnersOrder(ShrinkRule rule) {
        for (TestStream stream : TestStream.values()) {
            for (int size : new int[] {1, 3, 8}) {
                float[][] rows = stream.rows(30, 7, size, 77);
                MatrixSketch sketch = MatrixSketch.create(rule, 7, size);
                for (int n = 1; n <= rows.length; n++) {
                    sketch.absorb(rows[n - 1], 1, null, null);
                    String label = stream + " " + rule + " l=" + size + " n=" + n + " seed=77";
                    Truth.of(rows, 0, n, false).requireLoewnerAmongRows(sketch.summary(), label);
                }
            }
        }
    }

    /** Before the first shrink the sketch is the rows themselves, with no error at all. */
    @ParameterizedTest
    @EnumSource(
            value = ShrinkRule.class,
            names = {"PAPER", "FAST"})
    void fewRowsAreKeptAsTheyAre(ShrinkRule rule) {
        int size = 8;
        float[][] rows = TestStream.RANDOM.rows(size - 1, 5, size, 3);
        MatrixSketch sketch = MatrixSketch.create(rule, 5, size);
        for (int n = 1; n < size; n++) {
            sketch.absorb(rows[n - 1], 1, null, null);
            SketchState state = sketch.state();
            assertThat(state.count()).isEqualTo(n);
            assertThat(state.error()).isZero();
            for (int j = 0; j < 5; j++) {
                assertThat(state.rows()[(n - 1) * 5 + j]).isEqualTo(rows[n - 1][j]);
            }
        }
    }

    /** On the stream of the lower bound, a shrink takes all that it may: delta grows as n / (l + 1). */
    @Test
    void equalOrthogonalDirectionsReachTheBound() {
        int size = 4;
        MatrixSketch sketch = MatrixSketch.create(ShrinkRule.FAST, 5, size);
        float[][] rows = TestStream.EQUAL_ORTHOGONAL.rows(1000, 5, size, 0);
        for (float[] row : rows) {
            sketch.absorb(row, 1, null, null);
        }
        double delta = sketch.summary().state().delta();
        assertThat(delta).isBetween(150.0, 1000.0 / size);
    }

    @ParameterizedTest
    @EnumSource(
            value = ShrinkRule.class,
            names = {"PAPER", "FAST"})
    void blocksAreTheirRowsOneByOne(ShrinkRule rule) {
        int columns = 6;
        Random random = new Random(5);
        float[][] rows = TestStream.DRIFTING.rows(200, columns, 5, 5);
        MatrixSketch oneByOne = MatrixSketch.create(rule, columns, 5);
        MatrixSketch blocks = MatrixSketch.create(rule, columns, 5);
        int done = 0;
        while (done < rows.length) {
            int count = Math.min(rows.length - done, random.nextInt(40));
            float[] block = new float[(count + 1) * columns];
            for (int i = 0; i < count; i++) {
                System.arraycopy(rows[done + i], 0, block, i * columns, columns);
                oneByOne.absorb(rows[done + i], 1, null, null);
            }
            blocks.absorb(block, count, null, null);
            done += count;
            SameBits.require(blocks.state(), oneByOne.state(), rule + " after " + done + ", seed=5");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ShrinkRule.class,
            names = {"PAPER", "FAST"})
    void aCopyGoesItsOwnWay(ShrinkRule rule) {
        float[][] rows = TestStream.RANDOM.rows(60, 4, 3, 6);
        MatrixSketch sketch = MatrixSketch.create(rule, 4, 3);
        for (int i = 0; i < 30; i++) {
            sketch.absorb(rows[i], 1, null, null);
        }
        SketchState before = sketch.state();
        MatrixSketch copy = sketch.copy();
        for (int i = 30; i < 60; i++) {
            copy.absorb(rows[i], 1, null, null);
        }
        SameBits.require(sketch.state(), before, rule + ", seed=6");
        for (int i = 30; i < 60; i++) {
            sketch.absorb(rows[i], 1, null, null);
        }
        SameBits.require(sketch.state(), copy.state(), rule + ", seed=6");
    }

    @ParameterizedTest
    @EnumSource(
            value = ShrinkRule.class,
            names = {"PAPER", "FAST"})
    void meanAndJumpAreRowsLikeOthers(ShrinkRule rule) {
        float[][] rows = TestStream.RANDOM.rows(11, 4, 3, 8);
        double[] mean = {0.5, -1, 2, 0};
        double[] jump = {3, 1, 4, 1};
        MatrixSketch one = MatrixSketch.create(rule, 4, 3);
        MatrixSketch other = MatrixSketch.create(rule, 4, 3);
        for (float[] row : rows) {
            one.absorb(row, 1, mean, null);
            double[] shifted = new double[4];
            Arrays.setAll(shifted, j -> row[j] - mean[j]);
            other.absorb(row, 0, null, shifted);
        }
        one.absorb(new float[0], 0, null, jump);
        other.absorb(new float[0], 0, mean, jump);
        SameBits.require(one.state(), other.state(), rule + ", seed=8");
    }

    @Test
    void wrongSizesAreRefused() {
        assertThatThrownBy(() -> MatrixSketch.create(ShrinkRule.FAST, 0, 3)).hasMessageContaining("columns must be");
        assertThatThrownBy(() -> MatrixSketch.create(ShrinkRule.FAST, 3, 0))
                .hasMessageContaining("sketch size must be");
        MatrixSketch sketch = MatrixSketch.create(ShrinkRule.FAST, 3, 2);
        SketchState wider = MatrixSketch.create(ShrinkRule.FAST, 4, 2).state();
        assertThatThrownBy(() -> sketch.merge(wider, null)).hasMessageContaining("4 columns into one of 3");
        assertThat(sketch.columns()).isEqualTo(3);
        assertThat(sketch.size()).isEqualTo(2);
        assertThat(sketch.workingBytes()).isPositive();
    }

    @Test
    void statesThatCannotBeAreRefused() {
        double[] rows = new double[6];
        assertThat(new SketchState(rows, 2, 3, 1, 0.5, 2).error()).isEqualTo(1.5);
        assertThatThrownBy(() -> new SketchState(rows, 2, 2, 0, 0, 0)).hasMessageContaining("6 numbers are not 2 x 2");
        assertThatThrownBy(() -> new SketchState(rows, 2, 3, -1, 0, 0)).hasMessageContaining("must not be negative");
        assertThatThrownBy(() -> new SketchState(rows, 2, 3, Double.NaN, 0, 0)).hasMessageContaining("must not be");
        assertThatThrownBy(() -> new SketchState(rows, 2, 3, 0, Double.POSITIVE_INFINITY, 0))
                .hasMessageContaining("must be finite");
        SketchState state = new SketchState(rows, 2, 3, 0, 0, 0);
        assertThatThrownBy(() -> new SketchSummary(state, new double[3])).hasMessageContaining("3 singular values");
    }

    @Test
    void labelsAndRanksOfTheRules() {
        for (ShrinkRule rule : ShrinkRule.values()) {
            assertThat(ShrinkRule.ofLabel(rule.label())).contains(rule);
            assertThat(ShrinkRule.labels()).contains(rule.label());
        }
        assertThat(ShrinkRule.ofLabel("slow")).isEmpty();
        assertThat(ShrinkRule.FAST.guaranteedRank(13)).isEqualTo(13);
        assertThat(ShrinkRule.PAPER.guaranteedRank(13)).isEqualTo(6);
        assertThat(ShrinkRule.PAPER.guaranteedRank(2)).isEqualTo(1);
        assertThat(ShrinkRule.PAPER.guaranteedRank(1)).isEqualTo(1);
    }
}
