package io.github.skpca.internal.sketch;

import io.github.skpca.Forgetting;
import io.github.skpca.ShrinkRule;
import io.github.skpca.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class HalfLifeSketchTest {
    /** More than two blocks of the fast form. */
    private static final int ROWS = 300;

    private static final int COLUMNS = 7;
    private static final int SIZE = 4;

    /** Every kind of sketch that ages. */
    private enum Kind {
        PAPER,
        FAST,
        BLOCK,
        RANGE_FINDER,
        MOMENTS;

        MatrixSketch empty(int columns) {
            return switch (this) {
                case MOMENTS -> GramSketch.whole(columns, GramSketch.Update.BLOCK, Workers.callerOnly());
                case RANGE_FINDER -> BlockFrequentDirectionsTest.empty(columns, SIZE, 0, Workers.callerOnly());
                default -> MatrixSketch.create(ShrinkRule.valueOf(name()), columns, SIZE);
            };
        }
    }

    private static CenteredSketch create(Kind kind, Forgetting forgetting, boolean centered) {
        return new CenteredSketch(kind.empty(COLUMNS), centered, forgetting, Workers.callerOnly());
    }

    private static void add(CenteredSketch sketch, float[][] rows, double[] times, int from, int to) {
        for (int i = from; i < to; i++) {
            System.arraycopy(rows[i], 0, sketch.block(), sketch.blockOffset(), COLUMNS);
            if (times.length == 0) {
                sketch.commit(1);
            } else {
                sketch.commit(times, i, 1);
            }
        }
    }

    /** The weights of the first n rows, by their times or, without any, by their numbers. */
    private static double[] weights(double[] times, int n, double halfLife) {
        double[] ages = new double[n];
        double latest =
                times.length == 0 ? n - 1 : Arrays.stream(times, 0, n).max().orElse(0);
        for (int i = 0; i < n; i++) {
            ages[i] = latest - (times.length == 0 ? i : times[i]);
        }
        return Arrays.stream(ages).map(age -> Math.pow(2, -age / halfLife)).toArray();
    }

    /** Rows times the roots of their weights, about their weighted mean if centred. */
    private static double[][] weighted(float[][] rows, double[] weights, boolean centered) {
        double[] mean = mean(rows, weights);
        double[][] weighted = new double[weights.length][COLUMNS];
        for (int i = 0; i < weights.length; i++) {
            for (int j = 0; j < COLUMNS; j++) {
                weighted[i][j] = Math.sqrt(weights[i]) * (rows[i][j] - (centered ? mean[j] : 0));
            }
        }
        return weighted;
    }

    private static double[] mean(float[][] rows, double[] weights) {
        double sum = Arrays.stream(weights).sum();
        double[] mean = new double[COLUMNS];
        for (int i = 0; i < weights.length; i++) {
            for (int j = 0; j < COLUMNS; j++) {
                mean[j] += weights[i] / sum * rows[i][j];
            }
        }
        return mean;
    }

    /** 0 <= A'A - B'B <= delta, and the subspaces' bound, for the weighted rows; rounding is the sketch's own and little. */
    private static void require(
            CenteredSketch.Snapshot snapshot, float[][] rows, double[] weights, boolean centered, String label) {
        double[][] truth = weighted(rows, weights, centered);
        double[] scatter = Dense.scatter(truth, truth.length, COLUMNS);
        double norm = Dense.trace(scatter, COLUMNS);
        double scale = Dense.trace(Dense.scatter(weighted(rows, weights, false), truth.length, COLUMNS), COLUMNS);
        SketchState b = snapshot.summary().state();
        assertThat(snapshot.weight()).as(label).isCloseTo(Arrays.stream(weights).sum(), within(1e-9 * ROWS));
        assertThat(b.squaredNorm()).as(label).isCloseTo(norm, within(1e-6 * norm + 1e-12 * scale));
        assertThat(b.rounding()).as(label).isLessThanOrEqualTo(1e-4 * norm + 1e-12 * scale);
        double tolerance = b.rounding() + 1e-12 * scale + Double.MIN_NORMAL;
        double[] difference = scatter.clone();
        double[] sketched = Dense.scatter(b);
        for (int i = 0; i < difference.length; i++) {
            difference[i] -= sketched[i];
        }
        Truth.requireThat(Dense.isAbove(difference, COLUMNS, tolerance), label, "0 <= A'A - B'B", tolerance);
        Truth.requireThat(
                Dense.isAbove(Truth.negated(difference), COLUMNS, b.delta() + tolerance), label, "<= delta", b.delta());
        if (centered) {
            double largest = 0;
            for (float[] row : rows) {
                for (float value : row) {
                    largest = Math.max(largest, Math.abs(value));
                }
            }
            CenteredSketchTest.requireClose(snapshot.mean(), mean(rows, weights), 1e-9 * largest, label);
        }
    }

    @ParameterizedTest
    @EnumSource(TestStream.class)
    void everyPrefixKeepsTheInequalitiesOfTheWeightedRows(TestStream stream) {
        long seed = 700 + stream.ordinal();
        float[][] rows = stream.rows(ROWS, COLUMNS, SIZE, seed);
        Random random = new Random(seed);
        // Late rows, gaps and rows at the same time.
        double[] times = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            times[i] = 1e6 + 3 * i + Math.floor(40 * random.nextGaussian()) + (i > 200 ? 500 : 0);
        }
        for (Kind kind : Kind.values()) {
            for (boolean centered : new boolean[] {false, true}) {
                for (double halfLife : new double[] {0.3, 17, 1e6}) {
                    String label = stream + " " + kind + " centred=" + centered + " h=" + halfLife + " seed=" + seed;
                    requirePrefixes(kind, Forgetting.halfLifeInRows(halfLife), centered, rows, new double[0], label);
                    requirePrefixes(kind, Forgetting.halfLifeInTime(3 * halfLife), centered, rows, times, label);
                }
            }
        }
    }

    private static void requirePrefixes(
            Kind kind, Forgetting forgetting, boolean centered, float[][] rows, double[] times, String label) {
        double halfLife = ((Forgetting.HalfLife) forgetting).halfLife();
        CenteredSketch sketch = create(kind, forgetting, centered);
        for (int n = 1; n <= ROWS; n++) {
            add(sketch, rows, times, n - 1, n);
            if (n > 2 && n % 97 != 0 && n % 128 > 0) {
                continue;
            }
            require(sketch.snapshot(), rows, weights(times, n, halfLife), centered, label + " n=" + n);
        }
    }

    @Test
    void streamsMergeByTheirTimes() {
        float[][] rows = TestStream.DRIFTING.rows(ROWS, COLUMNS, SIZE, 31);
        double[] times = new double[ROWS];
        Arrays.setAll(times, i -> (i * 37) % 101);
        Forgetting forgetting = Forgetting.halfLifeInTime(25);
        for (Kind kind : Kind.values()) {
            for (boolean centered : new boolean[] {false, true}) {
                for (int cut : new int[] {0, 1, 128, 140, 299, 300}) {
                    CenteredSketch left = create(kind, forgetting, centered);
                    CenteredSketch right = create(kind, forgetting, centered);
                    add(left, rows, times, 0, cut);
                    add(right, rows, times, cut, ROWS);
                    CenteredSketch.State before = right.state();
                    left.merge(right);
                    String label = kind + " centred=" + centered + " cut=" + cut + " seed=31";
                    SameBits.require(right.state(), before, label);
                    require(left.snapshot(), rows, weights(times, ROWS, 25), centered, label);
                    assertThat(left.rows()).isEqualTo(ROWS);
                }
            }
        }
    }

    @Test
    void streamsThatAgeByRowsKeepTheirAges() {
        float[][] rows = TestStream.RANDOM.rows(ROWS, COLUMNS, SIZE, 32);
        Forgetting forgetting = Forgetting.halfLifeInRows(40);
        int cut = 170;
        double[] weights = new double[ROWS];
        System.arraycopy(weights(new double[0], cut, 40), 0, weights, 0, cut);
        System.arraycopy(weights(new double[0], ROWS - cut, 40), 0, weights, cut, ROWS - cut);
        for (Kind kind : Kind.values()) {
            CenteredSketch left = create(kind, forgetting, true);
            CenteredSketch right = create(kind, forgetting, true);
            add(left, rows, new double[0], 0, cut);
            add(right, rows, new double[0], cut, ROWS);
            left.merge(right);
            require(left.snapshot(), rows, weights, true, kind + " seed=32");
        }
    }

    @Test
    void aRestoredSketchGoesOnBitForBit() {
        float[][] rows = TestStream.OFFSET.rows(ROWS, COLUMNS, SIZE, 33);
        double[] times = new double[ROWS];
        Arrays.setAll(times, i -> i * 0.5 - i % 7);
        Forgetting forgetting = Forgetting.halfLifeInTime(20);
        for (Kind kind : Kind.values()) {
            CenteredSketch straight = create(kind, forgetting, true);
            add(straight, rows, times, 0, ROWS);
            for (int n : new int[] {0, 1, 127, 128, 200}) {
                CenteredSketch first = create(kind, forgetting, true);
                add(first, rows, times, 0, n);
                CenteredSketch second =
                        CenteredSketch.restore(kind.empty(COLUMNS), first.state(), forgetting, Workers.callerOnly());
                add(second, rows, times, n, ROWS);
                SameBits.require(second.state(), straight.state(), kind + " n=" + n + " seed=33");
                SameBits.require(second.snapshot(), straight.snapshot(), kind + " n=" + n + " seed=33");
            }
        }
    }

    @Test
    void whatIsForgottenAltogetherLeavesNoTrace() {
        float[][] rows = TestStream.RANDOM.rows(ROWS, COLUMNS, SIZE, 34);
        double[] times = new double[ROWS];
        Arrays.setAll(times, i -> i < 200 ? -1e300 : i < 290 ? 1e300 : 0);
        for (Kind kind : Kind.values()) {
            CenteredSketch sketch = create(kind, Forgetting.halfLifeInTime(1e-9), true);
            add(sketch, rows, times, 0, ROWS);
            CenteredSketch.Snapshot snapshot = sketch.snapshot();
            assertThat(snapshot.weight()).isEqualTo(90);
            assertThat(snapshot.latest()).isEqualTo(1e300);
            double[] weights = new double[ROWS];
            Arrays.fill(weights, 200, 290, 1);
            require(snapshot, rows, weights, true, kind + " seed=34");
        }
    }

    @Test
    void misuseIsRefused() {
        CenteredSketch timed = create(Kind.FAST, Forgetting.halfLifeInTime(3), true);
        CenteredSketch counted = create(Kind.FAST, Forgetting.halfLifeInRows(3), true);
        CenteredSketch plain = create(Kind.FAST, Forgetting.none(), true);
        assertThatThrownBy(() -> timed.commit(1)).hasMessageContaining("without their times");
        assertThatThrownBy(() -> counted.commit(new double[1], 0, 1)).hasMessageContaining("do not age");
        assertThatThrownBy(() -> plain.commit(new double[1], 0, 1)).hasMessageContaining("do not age");
        assertThatThrownBy(() -> timed.merge(counted)).hasMessageContaining("forget");
        assertThatThrownBy(() -> plain.merge(counted)).hasMessageContaining("forget");
        assertThatThrownBy(() -> counted.merge(create(Kind.FAST, Forgetting.halfLifeInRows(4), true)))
                .hasMessageContaining("forget");
        assertThatThrownBy(() -> Forgetting.halfLifeInRows(0)).hasMessageContaining("half-life");
        assertThatThrownBy(() -> Forgetting.halfLifeInRows(Double.NaN)).hasMessageContaining("half-life");
        assertThatThrownBy(() -> Forgetting.window(0, 0.1)).hasMessageContaining("window");
        assertThatThrownBy(() -> Forgetting.window(5, 0)).hasMessageContaining("error");
    }
}
