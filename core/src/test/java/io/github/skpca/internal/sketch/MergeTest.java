package io.github.skpca.internal.sketch;

import io.github.skpca.ShrinkRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** A merged sketch owes the union all that a sketch owes its rows. */
class MergeTest {
    /** In which order parts are brought together. */
    private enum Tree {
        LEFT {
            @Override
            CenteredSketch join(List<CenteredSketch> parts) {
                CenteredSketch first = parts.get(0);
                parts.subList(1, parts.size()).forEach(first::merge);
                return first;
            }
        },
        RIGHT {
            @Override
            CenteredSketch join(List<CenteredSketch> parts) {
                for (int i = parts.size() - 2; i >= 0; i--) {
                    parts.get(i).merge(parts.get(i + 1));
                }
                return parts.get(0);
            }
        },
        /** Everything into the last, so that rows come in another order than they arrived. */
        BACKWARDS {
            @Override
            CenteredSketch join(List<CenteredSketch> parts) {
                CenteredSketch last = parts.get(parts.size() - 1);
                parts.subList(0, parts.size() - 1).forEach(last::merge);
                return last;
            }
        },
        BALANCED {
            @Override
            CenteredSketch join(List<CenteredSketch> parts) {
                if (parts.size() == 1) {
                    return parts.get(0);
                }
                CenteredSketch first = join(parts.subList(0, parts.size() / 2));
                first.merge(join(parts.subList(parts.size() / 2, parts.size())));
                return first;
            }
        };

        abstract CenteredSketch join(List<CenteredSketch> parts);
    }

    @ParameterizedTest
    @EnumSource(TestStream.class)
    void everyTreeKeepsEveryInequality(TestStream stream) {
        long seed = 200 + stream.ordinal();
        Random random = new Random(seed);
        for (ShrinkRule rule : FrequentDirectionsTest.EXACT) {
            for (boolean centered : new boolean[] {false, true}) {
                for (int size : new int[] {1, 2, 5, 8, 13}) {
                    for (int columns : new int[] {1, 7, 20}) {
                        // Short: blocks that never filled. Long: full blocks, and some that are partly filled.
                        int count = random.nextInt(4) == 0 ? 400 : 2 + random.nextInt(60);
                        float[][] rows = stream.rows(count, columns, size, seed);
                        for (int parts = 2; parts <= 5; parts++) {
                            requireTrees(rows, parts, rule, size, centered, stream, random.nextLong());
                        }
                    }
                }
            }
        }
    }

    private static void requireTrees(
            float[][] rows, int parts, ShrinkRule rule, int size, boolean centered, TestStream stream, long seed) {
        int columns = rows[0].length;
        Truth truth = Truth.of(rows, 0, rows.length, centered);
        int[] cuts = cuts(rows.length, parts, new Random(seed));
        for (Tree tree : Tree.values()) {
            List<CenteredSketch> sketches = new ArrayList<>();
            double deltas = 0;
            for (int p = 0; p < parts; p++) {
                CenteredSketch sketch = CenteredSketchTest.create(rule, columns, size, centered);
                CenteredSketchTest.add(sketch, rows, cuts[p], cuts[p + 1]);
                // What the sketch has shrunk by; rows in its block have yet to go in.
                deltas += sketch.state().sketch().delta();
                sketches.add(sketch);
            }
            CenteredSketch joined = tree.join(sketches);
            String label = stream + " " + rule + " centred=" + centered + " l=" + size + " m=" + columns + " n="
                    + rows.length + " parts=" + parts + " " + tree + " seed=" + seed;
            CenteredSketch.Snapshot snapshot = joined.snapshot();
            assertThat(snapshot.rows()).as(label).isEqualTo(rows.length);
            assertThat(joined.rows()).as(label).isEqualTo(rows.length);
            truth.requireSummary(snapshot.summary(), size, rule.guaranteedRank(size), stream.rank(), label);
            assertThat(snapshot.summary().state().delta())
                    .as(label + ": delta of the parts")
                    .isGreaterThanOrEqualTo(deltas * (1 - 1e-14));
            if (centered) {
                CenteredSketchTest.requireMean(snapshot.mean(), rows, rows.length, label);
            }
        }
    }

    /** Cuts of [0, count) into parts, some of them empty. */
    private static int[] cuts(int count, int parts, Random random) {
        int[] cuts = new int[parts + 1];
        for (int p = 1; p < parts; p++) {
            cuts[p] = random.nextInt(5) == 0 ? cuts[p - 1] : random.nextInt(count + 1);
        }
        cuts[parts] = count;
        java.util.Arrays.sort(cuts);
        return cuts;
    }

    /** A sketch with space for everything: merged is the union, about the mean of the union. */
    @ParameterizedTest
    @EnumSource(
            value = ShrinkRule.class,
            names = {"PAPER", "FAST"})
    void withoutShrinksAMergeIsTheUnion(ShrinkRule rule) {
        int columns = 6;
        for (TestStream stream : TestStream.values()) {
            for (boolean centered : new boolean[] {false, true}) {
                float[][] rows = stream.rows(300, columns, 20, 5);
                Random random = new Random(5);
                for (int trial = 0; trial < 10; trial++) {
                    int cut = trial < 2 ? 300 * trial : random.nextInt(301);
                    CenteredSketch one = CenteredSketchTest.create(rule, columns, 20, centered);
                    CenteredSketch two = CenteredSketchTest.create(rule, columns, 20, centered);
                    CenteredSketchTest.add(one, rows, 0, cut);
                    CenteredSketchTest.add(two, rows, cut, 300);
                    one.merge(two);
                    SketchState state = one.snapshot().summary().state();
                    Truth truth = Truth.of(rows, 0, 300, centered);
                    String label = stream + " " + rule + " centred=" + centered + " cut=" + cut + " seed=5";
                    assertThat(state.delta()).as(label).isZero();
                    double tolerance = 1e-10 * Math.max(truth.squaredNorm(), Double.MIN_NORMAL);
                    CenteredSketchTest.requireClose(Dense.scatter(state), truth.scatter(), tolerance, label);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ShrinkRule.class,
            names = {"PAPER", "FAST"})
    void deltasAddUpAndOwnShrinksComeOnTop(ShrinkRule rule) {
        int columns = 9;
        int size = 6;
        int capacity = rule == ShrinkRule.PAPER ? size : 2 * size;
        for (long seed = 1; seed <= 30; seed++) {
            Random random = new Random(seed);
            MatrixSketch one = filled(rule, columns, size, 20 + random.nextInt(30), random);
            MatrixSketch two = filled(rule, columns, size, 20 + random.nextInt(30), random);
            SketchState first = one.state();
            SketchState second = two.state();
            one.merge(second, null);
            SketchState merged = one.state();
            String label = rule + " seed=" + seed;
            double sum = first.delta() + second.delta();
            assertThat(sum).as(label).isPositive();
            if (first.count() + second.count() < capacity) {
                assertThat(merged.delta()).as(label).isEqualTo(sum);
                assertThat(merged.count()).as(label).isEqualTo(first.count() + second.count());
            } else {
                assertThat(merged.delta()).as(label).isGreaterThan(sum);
                assertThat(merged.count()).as(label).isLessThan(capacity);
            }
            assertThat(merged.squaredNorm()).as(label).isEqualTo(first.squaredNorm() + second.squaredNorm());
            assertThat(merged.rounding()).as(label).isGreaterThanOrEqualTo(first.rounding() + second.rounding());
            SameBits.require(two.state(), second, label);
        }
    }

    private static MatrixSketch filled(ShrinkRule rule, int columns, int size, int count, Random random) {
        MatrixSketch sketch = MatrixSketch.create(rule, columns, size);
        for (float[] row : TestStream.RANDOM.rows(count, columns, size, random.nextLong())) {
            sketch.absorb(row, 1, null, null);
        }
        return sketch;
    }

    @ParameterizedTest
    @EnumSource(
            value = ShrinkRule.class,
            names = {"PAPER", "FAST"})
    void emptySketchesChangeNothing(ShrinkRule rule) {
        for (boolean centered : new boolean[] {false, true}) {
            for (int count : new int[] {0, 1, 5, 127, 128, 129, 200}) {
                float[][] rows = TestStream.OFFSET.rows(count + 1, 4, 3, 6);
                CenteredSketch sketch = CenteredSketchTest.create(rule, 4, 3, centered);
                CenteredSketchTest.add(sketch, rows, 0, count);
                CenteredSketch.State before = sketch.state();
                sketch.merge(CenteredSketchTest.create(rule, 4, 3, centered));
                String label = rule + " centred=" + centered + " count=" + count + " seed=6";
                SameBits.require(sketch.state(), before, label);
                CenteredSketch empty = CenteredSketchTest.create(rule, 4, 3, centered);
                empty.merge(sketch);
                SameBits.require(sketch.state(), before, label + ", the other");
                SameBits.require(empty.snapshot(), sketch.snapshot(), label + ", into an empty one");
            }
        }
    }

    @Test
    void aMergedSketchLearnsOn() {
        for (ShrinkRule rule : FrequentDirectionsTest.EXACT) {
            float[][] rows = TestStream.DRIFTING.rows(500, 6, 4, 7);
            CenteredSketch one = CenteredSketchTest.create(rule, 6, 4, true);
            CenteredSketch two = CenteredSketchTest.create(rule, 6, 4, true);
            CenteredSketchTest.add(one, rows, 0, 150);
            CenteredSketchTest.add(two, rows, 150, 217);
            one.merge(two);
            for (int n = 217; n < 500; n++) {
                CenteredSketchTest.add(one, rows, n, n + 1);
                if (n % 11 == 0) {
                    String label = rule + " n=" + (n + 1) + " seed=7";
                    CenteredSketch.Snapshot snapshot = one.snapshot();
                    Truth.of(rows, 0, n + 1, true)
                            .requireSummary(snapshot.summary(), 4, rule.guaranteedRank(4), Integer.MAX_VALUE, label);
                    CenteredSketchTest.requireMean(snapshot.mean(), rows, n + 1, label);
                }
            }
        }
    }

    @Test
    void aSketchMergedWithItselfCountsItsRowsTwice() {
        float[][] rows = TestStream.OFFSET.rows(140, 5, 20, 8);
        CenteredSketch sketch = CenteredSketchTest.create(ShrinkRule.FAST, 5, 20, true);
        CenteredSketchTest.add(sketch, rows, 0, 140);
        sketch.merge(sketch);
        assertThat(sketch.rows()).isEqualTo(280);
        double expected = 2 * Truth.of(rows, 0, 140, true).squaredNorm();
        assertThat(sketch.snapshot().summary().state().squaredNorm()).isCloseTo(expected, within(1e-10 * expected));
    }

    @Test
    void sketchesOfAnotherRuleOrSizeMayBeMergedIn() {
        float[][] rows = TestStream.RANDOM.rows(400, 8, 6, 9);
        CenteredSketch small = CenteredSketchTest.create(ShrinkRule.FAST, 8, 3, true);
        CenteredSketch large = CenteredSketchTest.create(ShrinkRule.PAPER, 8, 12, true);
        CenteredSketchTest.add(small, rows, 0, 190);
        CenteredSketchTest.add(large, rows, 190, 400);
        small.merge(large);
        // Both took from at least three directions in every shrink.
        Truth.of(rows, 0, 400, true).requireSummary(small.snapshot().summary(), 3, 3, Integer.MAX_VALUE, "seed=9");
    }
}
