package io.github.skpca.internal.sketch;

import io.github.skpca.ShrinkRule;
import io.github.skpca.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** A Gram matrix kept whole: every inequality of a sketch, and a delta that is the least there can be. */
class GramSketchTest {
    private static final int BLOCK = 2048;

    private static CenteredSketch create(int columns, int size, boolean centered, Workers workers) {
        return new CenteredSketch(MatrixSketch.create(ShrinkRule.BLOCK, columns, size, 0, workers), centered, workers);
    }

    /** Up to 200 columns, or four times l: what landmarks give. */
    @ParameterizedTest
    @CsvSource({
        "1, 1, true",
        "200, 1, true",
        "201, 1, false",
        "201, 50, false",
        "201, 51, true",
        "512, 128, true",
        "513, 1000, false"
    })
    void fewColumnsAreKeptAsTheirMatrix(int columns, int size, boolean expected) {
        MatrixSketch sketch = MatrixSketch.create(ShrinkRule.BLOCK, columns, size);
        assertThat(sketch.algorithm().holdsMatrix()).isEqualTo(expected);
        assertThat(sketch.state().isMoments()).isEqualTo(expected);
        MatrixSketch exact = MatrixSketch.create(ShrinkRule.FAST, columns, size);
        assertThat(exact.algorithm().holdsMatrix()).isFalse();
        assertThat(exact.state().isMoments()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(BlockStream.class)
    void everyInequalityHoldsAtEveryPrefix(BlockStream stream) {
        int[][] shapes = {{96, 10}, {150, 50}, {200, 20}, {5, 8}, {240, 60}};
        int[] shape = shapes[stream.ordinal() % shapes.length];
        boolean centered = stream.ordinal() % 2 == 0;
        long seed = 600 + stream.ordinal();
        CenteredSketch sketch = create(shape[0], shape[1], centered, Workers.callerOnly());
        float[][] rows = stream.rows(2 * BLOCK + 300, shape[0], shape[1], BLOCK, seed);
        RunningTruth truth = new RunningTruth(shape[0], centered);
        int from = 0;
        for (int to : new int[] {1, 40, BLOCK - 1, BLOCK, 2 * BLOCK + 257, rows.length}) {
            CenteredSketchTest.add(sketch, rows, from, to);
            truth.add(rows, from, to);
            String label = stream + " m=" + shape[0] + " l=" + shape[1] + " n=" + to + " seed=" + seed;
            truth.requireSnapshot(sketch.snapshot(), RunningTruth.Promise.of(shape[1]), label);
            from = to;
        }
        assertThat(sketch.state().sketch().certificate()).isEqualTo(SketchState.Certificate.CERTAIN);
    }

    /** However many blocks and merges: what is given away is the one eigenvalue after the l-th. */
    @ParameterizedTest
    @CsvSource({"true, 71", "false, 72"})
    void deltaIsTheNextEigenvalueOfAllRows(boolean centered, long seed) {
        int columns = 40;
        int size = 6;
        float[][] rows = BlockStream.DRIFTING.rows(5 * BLOCK + 99, columns, size, BLOCK, seed);
        CenteredSketch whole = create(columns, size, centered, Workers.callerOnly());
        for (int part = 0; part < 4; part++) {
            CenteredSketch sketch = create(columns, size, centered, Workers.callerOnly());
            CenteredSketchTest.add(sketch, rows, part * rows.length / 4, (part + 1) * rows.length / 4);
            whole.merge(sketch);
        }
        RunningTruth truth = RunningTruth.of(rows, 0, rows.length, centered);
        truth.requireSnapshot(whole.snapshot(), RunningTruth.Promise.of(size), "seed=" + seed);
        double[] values = Dense.spectrum(truth.scatter(), columns).values();
        SketchSummary summary = whole.snapshot().summary();
        assertThat(summary.state().delta()).as("seed=" + seed).isCloseTo(values[size], within(1e-10 * values[0]));
        for (int i = 0; i < size; i++) {
            assertThat(summary.squaredSingularValues()[i])
                    .as("seed=" + seed)
                    .isCloseTo(values[i] - values[size], within(1e-10 * values[0]));
        }
        assertThat(summary.state().rounding()).as("seed=" + seed).isLessThan(1e-9 * values[0]);
    }

    @Test
    void threadsStatesAndCopiesChangeNoBit() {
        float[][] rows = BlockStream.JUMPING.rows(3 * BLOCK + 700, 96, 10, BLOCK, 73);
        CenteredSketch straight = create(96, 10, true, Workers.callerOnly());
        CenteredSketchTest.add(straight, rows, 0, rows.length);
        try (Workers workers = new Workers(3)) {
            CenteredSketch begun = create(96, 10, true, workers);
            CenteredSketchTest.add(begun, rows, 0, BLOCK + 5);
            CenteredSketch restored = CenteredSketch.restore(
                    MatrixSketch.create(ShrinkRule.BLOCK, 96, 10, 0, workers), begun.state(), workers);
            CenteredSketchTest.add(restored, rows, BLOCK + 5, rows.length);
            SameBits.require(restored.state(), straight.state(), "seed=73");
            SameBits.require(restored.snapshot(), straight.snapshot(), "seed=73");
        }
        MatrixSketch sketch = MatrixSketch.create(ShrinkRule.BLOCK, 96, 10);
        float[] flat = BlockFrequentDirectionsTest.flat(rows, 0, BLOCK);
        sketch.absorb(flat, BLOCK, null, null);
        SketchState before = sketch.state();
        MatrixSketch copy = sketch.copy();
        copy.absorb(flat, BLOCK, null, null);
        SameBits.require(sketch.state(), before, "seed=73");
        sketch.absorb(flat, BLOCK, null, null);
        SameBits.require(sketch.state(), copy.state(), "seed=73");
    }

    @Test
    void rowsAndMomentsStandForTheSame() {
        float[][] rows = BlockStream.DECAYING.rows(900, 30, 5, BLOCK, 74);
        MatrixSketch sketch = MatrixSketch.create(ShrinkRule.BLOCK, 30, 5);
        sketch.absorb(BlockFrequentDirectionsTest.flat(rows, 0, 900), 900, null, null);
        SketchState moments = sketch.state();
        SketchState byRows = moments.byRows();
        assertThat(byRows.isMoments()).isFalse();
        assertThat(byRows.byRows()).isSameAs(byRows);
        double[] again = Dense.scatter(byRows);
        double largest = Arrays.stream(moments.rows()).max().orElseThrow();
        for (int i = 0; i < again.length; i++) {
            assertThat(again[i]).as("seed=74").isCloseTo(moments.rows()[i], within(1e-12 * largest));
        }
        MatrixSketch fromRows = MatrixSketch.create(ShrinkRule.BLOCK, 30, 5);
        fromRows.merge(byRows, null);
        assertThat(fromRows.state().squaredNorm()).isEqualTo(moments.squaredNorm());
        assertThat(fromRows.summary().state().delta())
                .as("seed=74")
                .isCloseTo(sketch.summary().state().delta(), within(1e-12 * largest));
    }

    /** A sketch of rows brings its own delta along, and a jump row is a row. */
    @Test
    void mergesAddUpWhatWasGivenAway() {
        MatrixSketch sketch = MatrixSketch.create(ShrinkRule.BLOCK, 2, 2);
        sketch.merge(new SketchState(new double[] {3, 4}, 1, 2, 0.5, 0.25, 26), new double[] {1, 0});
        SketchState state = sketch.state();
        assertThat(state.rows()).containsExactly(10, 12, 12, 16);
        assertThat(state.delta()).isEqualTo(0.5);
        assertThat(state.squaredNorm()).isEqualTo(27);
        assertThat(state.rounding()).isBetween(0.25, 0.25 + 1e-13);
        assertThatThrownBy(() -> sketch.merge(new SketchState(new double[3], 1, 3, 0, 0, 0), null))
                .hasMessageContaining("3 columns into one of 2");
    }

    @Test
    void whatItHoldsIsCounted() {
        // The matrix, eight parts of it, and 256 rows for each of two threads.
        try (Workers workers = new Workers(2)) {
            assertThat(MatrixSketch.create(ShrinkRule.BLOCK, 100, 10, 0, workers)
                            .workingBytes())
                    .isEqualTo(8L * (9 * 100 * 100 + 2 * 256 * 100));
        }
    }
}
