package io.github.skpca.internal.sketch;

import io.github.skpca.ShrinkRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Sketches made by block shrinks, merged with each other and with those of other rules. */
class BlockMergeTest {
    private static final int BLOCK = 2048;
    private static final int COLUMNS = 70;
    private static final int SIZE = 8;
    private static final RunningTruth.Promise PROMISE = RunningTruth.Promise.of(SIZE);

    private static CenteredSketch sketch(ShrinkRule rule, boolean centered, float[][] rows, int from, int to) {
        CenteredSketch sketch = rule == ShrinkRule.BLOCK
                ? BlockFrequentDirectionsTest.create(COLUMNS, SIZE, centered, from)
                : CenteredSketchTest.create(rule, COLUMNS, SIZE, centered);
        CenteredSketchTest.add(sketch, rows, from, to);
        return sketch;
    }

    /** The certificate of all rows of a sketch, those in its block included. */
    private static SketchState.Certificate certificate(CenteredSketch sketch) {
        return sketch.snapshot().summary().state().certificate();
    }

    /** Three parts in both trees, cut anywhere: long and short, and sometimes empty. */
    @ParameterizedTest
    @EnumSource(BlockStream.class)
    void treesOfThreeKeepEveryInequality(BlockStream stream) {
        long seed = 700 + stream.ordinal();
        int count = 3 * BLOCK + 300;
        float[][] rows = stream.rows(count, COLUMNS, SIZE, BLOCK, seed);
        Random random = new Random(seed);
        for (boolean centered : new boolean[] {false, true}) {
            RunningTruth truth = RunningTruth.of(rows, 0, count, centered);
            int[][] cuts = {{0, 10}, {BLOCK, 2 * BLOCK}, {random.nextInt(BLOCK), BLOCK + random.nextInt(2 * BLOCK)}};
            for (int[] cut : cuts) {
                String label = stream + " centred=" + centered + " cuts=" + cut[0] + "," + cut[1] + " seed=" + seed;
                CenteredSketch left = sketch(ShrinkRule.BLOCK, centered, rows, 0, cut[0]);
                left.merge(sketch(ShrinkRule.BLOCK, centered, rows, cut[0], cut[1]));
                left.merge(sketch(ShrinkRule.BLOCK, centered, rows, cut[1], count));
                truth.requireSnapshot(left.snapshot(), PROMISE.merged(3), label + " left");
                CenteredSketch middle = sketch(ShrinkRule.BLOCK, centered, rows, cut[0], cut[1]);
                middle.merge(sketch(ShrinkRule.BLOCK, centered, rows, cut[1], count));
                CenteredSketch right = sketch(ShrinkRule.BLOCK, centered, rows, 0, cut[0]);
                right.merge(middle);
                truth.requireSnapshot(right.snapshot(), PROMISE.merged(3), label + " right");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "BLOCK, BLOCK, true",
        "BLOCK, FAST, true",
        "BLOCK, PAPER, true",
        "FAST, BLOCK, true",
        "PAPER, BLOCK, true",
        "BLOCK, BLOCK, false",
        "BLOCK, FAST, false",
        "FAST, BLOCK, false"
    })
    void rulesMayBeMixed(ShrinkRule first, ShrinkRule second, boolean centered) {
        // Algorithm 1 takes from half as many directions.
        int rank = Math.min(rank(first), rank(second));
        RunningTruth.Promise promise = new RunningTruth.Promise(SIZE, rank, 2);
        BlockStream[] streams = {BlockStream.DECAYING, BlockStream.JUMPING_UP, BlockStream.OFFSET};
        for (BlockStream stream : streams) {
            int count = 2 * BLOCK + 1300;
            float[][] rows = stream.rows(count, COLUMNS, SIZE, BLOCK, 71);
            RunningTruth truth = RunningTruth.of(rows, 0, count, centered);
            for (int cut : new int[] {5, BLOCK, BLOCK + 650}) {
                CenteredSketch one = sketch(first, centered, rows, 0, cut);
                CenteredSketch two = sketch(second, centered, rows, cut, count);
                CenteredSketch.State before = two.state();
                one.merge(two);
                String label =
                        stream + " " + first + "+" + second + " cut=" + cut + " centred=" + centered + " seed=71";
                SameBits.require(two.state(), before, label + ", the other");
                truth.requireSnapshot(one.snapshot(), promise, label);
            }
        }
    }

    private static int rank(ShrinkRule rule) {
        return rule == ShrinkRule.PAPER ? rule.guaranteedRank(SIZE) : SIZE;
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void certificatesAddUp(boolean centered) {
        float[][] rows = BlockStream.JUMPING.rows(5 * BLOCK, COLUMNS, SIZE, BLOCK, 72);
        CenteredSketch one = sketch(ShrinkRule.BLOCK, centered, rows, 0, 2 * BLOCK);
        CenteredSketch two = sketch(ShrinkRule.BLOCK, centered, rows, 2 * BLOCK, 4 * BLOCK + 500);
        SketchState.Certificate sum = certificate(one).plus(certificate(two));
        assertThat(sum.blocks()).as("blocks, seed=72").isEqualTo(5);
        double deltas =
                one.state().sketch().delta() + two.snapshot().summary().state().delta();
        one.merge(two);
        assertThat(certificate(one)).as("seed=72").isEqualTo(sum);
        assertThat(one.state().sketch().delta()).as("seed=72").isGreaterThanOrEqualTo(deltas * (1 - 1e-14));
        assertThat(sum.failureProbability())
                .isCloseTo(
                        2 * (ResidualBound.failureOfBlock(1) + ResidualBound.failureOfBlock(2))
                                + ResidualBound.failureOfBlock(3),
                        within(1e-20));
    }

    @ParameterizedTest
    @CsvSource({"BLOCK, true", "BLOCK, false", "FAST, true"})
    void anExactSketchAddsNothingToTheCertificate(ShrinkRule rule, boolean centered) {
        float[][] rows = BlockStream.DRIFTING.rows(2 * BLOCK, COLUMNS, SIZE, BLOCK, 73);
        CenteredSketch one = sketch(ShrinkRule.BLOCK, centered, rows, 0, BLOCK);
        SketchState.Certificate before = certificate(one);
        assertThat(before.blocks()).isEqualTo(1);
        one.merge(sketch(rule, centered, rows, BLOCK, BLOCK + 40));
        assertThat(certificate(one)).as("seed=73").isEqualTo(before);
    }

    @Test
    void emptySketchesChangeNothing() {
        for (boolean centered : new boolean[] {false, true}) {
            for (int count : new int[] {0, 1, 50, BLOCK, BLOCK + 100}) {
                float[][] rows = BlockStream.OFFSET.rows(BLOCK + 101, COLUMNS, SIZE, BLOCK, 74);
                CenteredSketch sketch = sketch(ShrinkRule.BLOCK, centered, rows, 0, count);
                CenteredSketch.State before = sketch.state();
                String label = "centred=" + centered + " count=" + count + " seed=74";
                for (ShrinkRule rule : ShrinkRule.values()) {
                    sketch.merge(sketch(rule, centered, rows, 0, 0));
                    SameBits.require(sketch.state(), before, label + " " + rule);
                }
                CenteredSketch empty = sketch(ShrinkRule.BLOCK, centered, rows, 0, 0);
                empty.merge(sketch);
                SameBits.require(sketch.state(), before, label + ", the other");
                SameBits.require(empty.snapshot(), sketch.snapshot(), label + ", into an empty one");
            }
        }
    }

    @Test
    void aMergedSketchLearnsOn() {
        float[][] rows = BlockStream.JUMPING.rows(5 * BLOCK, COLUMNS, SIZE, BLOCK, 75);
        CenteredSketch one = sketch(ShrinkRule.BLOCK, true, rows, 0, BLOCK + 300);
        CenteredSketch two = sketch(ShrinkRule.BLOCK, true, rows, BLOCK + 300, 3 * BLOCK);
        one.merge(two);
        RunningTruth truth = RunningTruth.of(rows, 0, 3 * BLOCK, true);
        truth.requireSnapshot(one.snapshot(), PROMISE.merged(2), "merged, seed=75");
        for (int from = 3 * BLOCK; from < rows.length; from += BLOCK / 2) {
            CenteredSketchTest.add(one, rows, from, from + BLOCK / 2);
            truth.add(rows, from, from + BLOCK / 2);
            truth.requireSnapshot(one.snapshot(), PROMISE.merged(2), "n=" + (from + BLOCK / 2) + " seed=75");
        }
        // One block of the first, one of the second and what was left in its block, and those that came after.
        assertThat(certificate(one).blocks()).isEqualTo(6);
    }
}
