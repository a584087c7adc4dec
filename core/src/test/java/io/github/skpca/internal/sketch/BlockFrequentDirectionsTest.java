package io.github.skpca.internal.sketch;

import io.github.skpca.ShrinkRule;
import io.github.skpca.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The inequalities of the block shrink at block boundaries and between them, on easy streams and hard ones. */
class BlockFrequentDirectionsTest {
    private static final int BLOCK = 2048;

    /** Rows that are kept beyond those of a summary. */
    private static final int RESERVE = 4;

    /** Columns and rows of a sketch: those of which a range finder is made, the narrowest first. */
    private static final int[][] SHAPES = {{24, 1}, {60, 3}, {61, 38}, {90, 10}, {120, 30}};

    /** Shapes too narrow for a range finder. */
    private static final int[][] NARROW = {{5, 8}, {30, 10}, {60, 38}};

    static CenteredSketch create(int columns, int size, boolean centered, long seed, Workers workers) {
        return new CenteredSketch(empty(columns, size, seed, workers), centered, workers);
    }

    /** A sketch that uses a range finder however few its columns, as long as they are more than one leaves out. */
    static MatrixSketch empty(int columns, int size, long seed, Workers workers) {
        return new BlockFrequentDirections(columns, size, seed, workers);
    }

    static CenteredSketch create(int columns, int size, boolean centered, long seed) {
        return create(columns, size, centered, seed, Workers.callerOnly());
    }

    @Test
    void aBlockIsAsLongAsTheseTestsSuppose() {
        assertThat(empty(100, 10, 0, Workers.callerOnly()).blockRows()).isEqualTo(BLOCK);
    }

    @ParameterizedTest
    @EnumSource(BlockStream.class)
    void everyInequalityHoldsAboutZero(BlockStream stream) {
        for (int[] shape : SHAPES) {
            requirePrefixes(stream, shape[0], shape[1], false, 4, 300 + stream.ordinal());
        }
    }

    @ParameterizedTest
    @EnumSource(BlockStream.class)
    void everyInequalityHoldsAboutTheMean(BlockStream stream) {
        for (int[] shape : SHAPES) {
            requirePrefixes(stream, shape[0], shape[1], true, 4, 400 + stream.ordinal());
        }
    }

    @ParameterizedTest
    @EnumSource(BlockStream.class)
    void withFewColumnsNothingIsLeftToChance(BlockStream stream) {
        for (int[] shape : NARROW) {
            boolean centered = stream.ordinal() % 2 == 0;
            CenteredSketch sketch = requirePrefixes(stream, shape[0], shape[1], centered, 2, 500 + stream.ordinal());
            assertThat(sketch.state().sketch().certificate()).isEqualTo(SketchState.Certificate.CERTAIN);
        }
    }

    private static CenteredSketch requirePrefixes(
            BlockStream stream, int columns, int size, boolean centered, int blocks, long seed) {
        // Few rows are shrunk exactly even where there are many columns; the last block stays open.
        int few = 2 * (size + 22);
        int[][] stops = {{1, few - 1, few, BLOCK / 2 + 3, BLOCK - 1, BLOCK}, {1, BLOCK / 2 + 3, BLOCK}};
        float[][] rows = stream.rows(blocks * BLOCK - 500, columns, size, BLOCK, seed);
        CenteredSketch sketch = create(columns, size, centered, seed);
        RunningTruth truth = new RunningTruth(columns, centered);
        for (int block = 0; block < blocks; block++) {
            for (int stop : stops[Math.min(1, block)]) {
                int to = Math.min(rows.length, block * BLOCK + stop);
                int from = (int) truth.count();
                CenteredSketchTest.add(sketch, rows, from, to);
                truth.add(rows, from, to);
                String label =
                        stream + " m=" + columns + " l=" + size + " centred=" + centered + " n=" + to + " seed=" + seed;
                truth.requireSnapshot(sketch.snapshot(), RunningTruth.Promise.of(size), label);
                if (to == (block + 1) * BLOCK) {
                    requireState(truth, sketch.state().sketch(), size, block + 1, label);
                }
            }
        }
        return sketch;
    }

    private static void requireState(RunningTruth truth, SketchState state, int size, int blocks, String label) {
        truth.require(state, RunningTruth.Promise.of(size), label + ", state");
        assertThat(state.count()).as(label).isLessThanOrEqualTo(size + RESERVE);
        SketchState.Certificate certificate = state.certificate();
        assertThat(certificate.blocks()).as(label + ": blocks").isBetween(0L, (long) blocks);
        double failure = 0;
        for (int j = 1; j <= certificate.blocks(); j++) {
            failure += ResidualBound.failureOfBlock(j);
        }
        assertThat(certificate.failureProbability()).as(label + ": failure").isEqualTo(failure);
        assertThat(state.delta()).as(label + ": delta").isGreaterThanOrEqualTo(certificate.residual());
    }

    /** The streams on which nothing makes a block fall back: what the inequalities above were about is the range finder. */
    @ParameterizedTest
    @EnumSource(
            value = BlockStream.class,
            names = {"DECAYING", "GROWING", "FALLING", "JUMPING", "JUMPING_UP", "JUMPING_DOWN", "SPIKES", "RANK_TWO"})
    void theRangeFinderIsWhatIsTried(BlockStream stream) {
        for (boolean centered : new boolean[] {false, true}) {
            for (int[] shape : new int[][] {{60, 3}, {120, 30}}) {
                float[][] rows = stream.rows(3 * BLOCK + 1000, shape[0], shape[1], BLOCK, 21);
                CenteredSketch sketch = create(shape[0], shape[1], centered, 21);
                CenteredSketchTest.add(sketch, rows, 0, rows.length);
                String label = stream + " m=" + shape[0] + " l=" + shape[1] + " centred=" + centered + " seed=21";
                assertThat(sketch.state().sketch().certificate().blocks())
                        .as(label)
                        .isEqualTo(3);
                SketchState open = sketch.snapshot().summary().state();
                assertThat(open.certificate().blocks()).as(label).isEqualTo(4);
                assertThat(open.certificate().residual()).as(label).isPositive();
            }
        }
    }

    /** What a few directions hold is not lost to the bound: it is far below what the guarantee allows. */
    @ParameterizedTest
    @EnumSource(
            value = BlockStream.class,
            names = {"RANK_TWO", "CONSTANT", "REPEATS"})
    void aStreamOfLowRankLosesNextToNothing(BlockStream stream) {
        float[][] rows = stream.rows(3 * BLOCK, 80, 8, BLOCK, 22);
        CenteredSketch sketch = create(80, 8, false, 22);
        CenteredSketchTest.add(sketch, rows, 0, rows.length);
        SketchState state = sketch.state().sketch();
        assertThat(state.certificate().blocks()).isEqualTo(3);
        assertThat(state.error()).as(stream + " seed=22").isLessThan(1e-4 * state.squaredNorm() / 8);
    }

    /** Each block of a flat spectrum leaves much out; all together never more than the guarantee allows. */
    @ParameterizedTest
    @CsvSource({"FLAT, 120, 30", "ALL_AXES, 120, 30", "FLAT, 100, 70", "ALL_AXES, 100, 70"})
    void aFlatSpectrumStaysWithinTheBudget(BlockStream stream, int columns, int size) {
        float[][] rows = stream.rows(8 * BLOCK, columns, size, BLOCK, 23);
        CenteredSketch sketch = create(columns, size, false, 23);
        RunningTruth truth = new RunningTruth(columns, false);
        for (int block = 0; block < 8; block++) {
            CenteredSketchTest.add(sketch, rows, block * BLOCK, (block + 1) * BLOCK);
            truth.add(rows, block * BLOCK, (block + 1) * BLOCK);
            String label = stream + " m=" + columns + " l=" + size + " block=" + block + " seed=23";
            requireState(truth, sketch.state().sketch(), size, block + 1, label);
        }
    }

    /** Float products of rows far from the origin say little about their scatter: such blocks are shrunk exactly. */
    @Test
    void aBlockThatWouldBreakTheBudgetIsLeftToTheExactShrink() {
        float[][] rows = BlockStream.FAR_AWAY.rows(3 * BLOCK, 90, 10, BLOCK, 28);
        CenteredSketch sketch = create(90, 10, true, 28);
        CenteredSketchTest.add(sketch, rows, 0, rows.length);
        SketchState state = sketch.state().sketch();
        assertThat(state.certificate().residual()).as("seed=28").isZero();
        assertThat(state.certificate().blocks()).as("seed=28, all were tried").isEqualTo(3);
        assertThat(state.rounding()).as("seed=28").isLessThan(1e-9 * state.squaredNorm());
        RunningTruth.of(rows, 0, rows.length, true).require(state, RunningTruth.Promise.of(10), "FAR_AWAY seed=28");
    }

    /** Powers of a residual leave the range of floats long before its rows do. */
    @ParameterizedTest
    @ValueSource(floats = {1e-18f, 1e-12f, 1e-9f, 1e-3f, 1e3f, 1e7f, 1e12f, 1e16f})
    void theScaleOfTheRowsDoesNotMatter(float scale) {
        for (BlockStream stream : new BlockStream[] {BlockStream.DECAYING, BlockStream.FLAT, BlockStream.ALL_AXES}) {
            for (boolean centered : new boolean[] {false, true}) {
                float[][] rows = stream.rows(2 * BLOCK, 60, 20, BLOCK, 26);
                SketchState unscaled = ofAll(rows, centered).state().sketch();
                for (float[] row : rows) {
                    for (int j = 0; j < row.length; j++) {
                        row[j] *= scale;
                    }
                }
                String label = stream + " centred=" + centered + " scale=" + scale + " seed=26";
                CenteredSketch sketch = ofAll(rows, centered);
                RunningTruth.of(rows, 0, rows.length, centered)
                        .requireSnapshot(sketch.snapshot(), RunningTruth.Promise.of(20), label);
                SketchState state = sketch.state().sketch();
                double ratio = unscaled.certificate().residual() * scale * scale;
                assertThat(state.certificate().blocks()).as(label).isEqualTo(2);
                assertThat(state.certificate().residual() / ratio).as(label).isBetween(0.8, 1.25);
            }
        }
    }

    private static CenteredSketch ofAll(float[][] rows, boolean centered) {
        CenteredSketch sketch = create(rows[0].length, 20, centered, 26);
        CenteredSketchTest.add(sketch, rows, 0, rows.length);
        return sketch;
    }

    /** The float products cost little beside what the guarantee allows, also where a spectrum falls off fast. */
    @ParameterizedTest
    @EnumSource(
            value = BlockStream.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ALL_ZEROS", "OFFSET", "FAR_AWAY"})
    void roundingIsSmall(BlockStream stream) {
        for (int size : new int[] {5, 30}) {
            float[][] rows = stream.rows(3 * BLOCK, 120, size, BLOCK, 27);
            CenteredSketch sketch = create(120, size, false, 27);
            CenteredSketchTest.add(sketch, rows, 0, rows.length);
            SketchState state = sketch.state().sketch();
            assertThat(state.rounding() * size / state.squaredNorm())
                    .as(stream + " l=" + size + " seed=27")
                    .isLessThan(1e-3);
        }
    }

    /** Floats are added up for a long time: every sum that must be in double is. */
    @ParameterizedTest
    @CsvSource({"false, 31", "true, 32"})
    void aLongStreamKeepsEveryInequality(boolean centered, long seed) {
        int columns = 64;
        int size = 8;
        int blocks = 200;
        CenteredSketch sketch = create(columns, size, centered, seed);
        RunningTruth truth = new RunningTruth(columns, centered);
        Random random = new Random(seed);
        double[] row = new double[columns];
        for (int block = 1; block <= blocks; block++) {
            float[] rows = sketch.block();
            for (int i = 0; i < BLOCK; i++) {
                longStreamRow(row, block, random);
                for (int j = 0; j < columns; j++) {
                    rows[i * columns + j] = (float) row[j];
                }
                truth.add(rows, i * columns);
            }
            sketch.commit(BLOCK);
            if (block % 20 == 0) {
                String label = "centred=" + centered + " block=" + block + " seed=" + seed;
                requireState(truth, sketch.state().sketch(), size, block, label);
                truth.requireSnapshot(sketch.snapshot(), RunningTruth.Promise.of(size), label);
                assertThat(sketch.state().sketch().certificate().blocks())
                        .as(label)
                        .isEqualTo(block);
            }
        }
    }

    /** Columns that fall off, with a mean, and a few directions that turn slowly. */
    private static void longStreamRow(double[] row, int block, Random random) {
        double leading = random.nextGaussian();
        for (int j = 0; j < row.length; j++) {
            row[j] = (random.nextDouble() - 0.4) / (1 + j) + 0.3 * leading * Math.cos(0.01 * block * j);
        }
    }

    @Test
    void anotherSeedIsAnotherSketchOfTheSameRows() {
        float[][] rows = BlockStream.DRIFTING.rows(3 * BLOCK, 90, 10, BLOCK, 24);
        RunningTruth truth = RunningTruth.of(rows, 0, rows.length, true);
        double[] deltas = new double[3];
        for (int seed = 0; seed < deltas.length; seed++) {
            CenteredSketch sketch = create(90, 10, true, seed);
            CenteredSketchTest.add(sketch, rows, 0, rows.length);
            truth.requireSnapshot(
                    sketch.snapshot(), RunningTruth.Promise.of(10), "DRIFTING seed=24, of the sketch " + seed);
            deltas[seed] = sketch.state().sketch().delta();
        }
        assertThat(deltas).doesNotHaveDuplicates();
    }

    @Test
    void aCopyGoesItsOwnWay() {
        float[][] rows = BlockStream.JUMPING.rows(2 * BLOCK, 60, 5, BLOCK, 25);
        MatrixSketch sketch = empty(60, 5, 0, Workers.callerOnly());
        sketch.absorb(flat(rows, 0, BLOCK), BLOCK, null, null);
        SketchState before = sketch.state();
        MatrixSketch copy = sketch.copy();
        float[] second = flat(rows, BLOCK, 2 * BLOCK);
        copy.absorb(second, BLOCK, null, null);
        SameBits.require(sketch.state(), before, "seed=25");
        sketch.absorb(second, BLOCK, null, null);
        SameBits.require(sketch.state(), copy.state(), "seed=25");
    }

    static float[] flat(float[][] rows, int from, int to) {
        float[] flat = new float[(to - from) * rows[0].length];
        for (int i = from; i < to; i++) {
            System.arraycopy(rows[i], 0, flat, (i - from) * rows[i].length, rows[i].length);
        }
        return flat;
    }

    @Test
    void wrongSizesAreRefused() {
        assertThatThrownBy(() -> MatrixSketch.create(ShrinkRule.BLOCK, 0, 3)).hasMessageContaining("columns must be");
        assertThatThrownBy(() -> MatrixSketch.create(ShrinkRule.BLOCK, 3, 0))
                .hasMessageContaining("sketch size must be");
        MatrixSketch sketch = MatrixSketch.create(ShrinkRule.BLOCK, 3, 2);
        SketchState wider = MatrixSketch.create(ShrinkRule.FAST, 4, 2).state();
        assertThatThrownBy(() -> sketch.merge(wider, null)).hasMessageContaining("4 columns into one of 3");
        assertThat(sketch.algorithm()).isEqualTo(SketchAlgorithm.GRAM);
        assertThat(empty(3, 2, 0, Workers.callerOnly()).algorithm())
                .isEqualTo(SketchAlgorithm.FREQUENT_DIRECTIONS_BLOCK);
        assertThat(sketch.size()).isEqualTo(2);
        assertThat(sketch.workingBytes()).isPositive();
    }

    @Test
    void certificatesThatCannotBeAreRefused() {
        assertThatThrownBy(() -> new SketchState.Certificate(-1, 0, 0)).hasMessageContaining("must not be negative");
        assertThatThrownBy(() -> new SketchState.Certificate(Double.NaN, 0, 0)).hasMessageContaining("must not be");
        assertThatThrownBy(() -> new SketchState.Certificate(0, Double.NaN, 0)).hasMessageContaining("must not be");
        assertThatThrownBy(() -> new SketchState.Certificate(0, 0, -1)).hasMessageContaining("must not be negative");
    }
}
