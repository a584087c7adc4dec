package io.github.skpca.internal.sketch;

import io.github.skpca.Forgetting;
import io.github.skpca.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class WindowSketchTest {
    private static final int ROWS = 260;
    private static final int COLUMNS = 7;

    private static WindowPlan plan(long rows, double epsilon, int columns, int size) {
        return new WindowPlan(new Forgetting.Window(rows, epsilon), columns, size, 1);
    }

    private static WindowSketch create(WindowPlan plan, boolean centered) {
        return new WindowSketch(plan, centered, Workers.callerOnly());
    }

    private static void add(WindowSketch sketch, float[][] rows, int from, int to) {
        for (int i = from; i < to; i++) {
            System.arraycopy(rows[i % rows.length], 0, sketch.block(), sketch.blockOffset(), rows[0].length);
            sketch.commit(1);
        }
    }

    /** Rows of which the longest has the length 1. */
    private static float[][] bounded(float[][] rows) {
        double largest = 0;
        for (float[] row : rows) {
            double sum = 0;
            for (float value : row) {
                sum += (double) value * value;
            }
            largest = Math.max(largest, sum);
        }
        float factor = largest > 0 ? (float) ((1 - 1e-6) / Math.sqrt(largest)) : 1;
        for (float[] row : rows) {
            for (int j = 0; j < row.length; j++) {
                row[j] *= factor;
            }
        }
        return rows;
    }

    /** The two sides that the sketch says itself, and, if nothing had to be cut off, those that were promised. */
    private static void require(WindowSketch sketch, WindowPlan plan, boolean centered, float[][] rows, String label) {
        int n = (int) sketch.rows();
        int columns = plan.columns();
        int from = (int) Math.max(0, n - plan.window().rows());
        float[][] last = new float[n - from][];
        for (int i = from; i < n; i++) {
            last[i - from] = rows[i % rows.length];
        }
        double[] difference = Truth.of(last, 0, last.length, centered).scatter();
        CenteredSketch.Snapshot snapshot = sketch.snapshot();
        SketchState b = snapshot.summary().state();
        double[] sketched = Dense.scatter(b);
        for (int i = 0; i < difference.length; i++) {
            difference[i] -= sketched[i];
        }
        double tolerance = b.rounding() + 1e-12 * last.length + Double.MIN_NORMAL;
        assertThat(b.rounding()).as(label).isLessThan(1e-9 * n);
        Truth.requireThat(Dense.isAbove(difference, columns, b.excess() + tolerance), label, "excess", b.excess());
        double[] negated = Truth.negated(difference);
        Truth.requireThat(Dense.isAbove(negated, columns, b.delta() + tolerance), label, "delta", b.delta());
        assertThat(b.count()).as(label).isLessThanOrEqualTo(plan.size());
        if (plan.size() >= columns) {
            double promise = plan.window().epsilon() * plan.window().rows() + tolerance;
            assertThat(b.excess()).as(label + ": promised").isLessThanOrEqualTo(promise);
            assertThat(b.delta()).as(label + ": promised").isLessThanOrEqualTo(promise);
        }
        if (n <= plan.window().rows()) {
            // Nothing was lost to rows that left: all there is comes of shrinks.
            assertThat(b.excess()).as(label).isLessThanOrEqualTo(b.delta() + tolerance);
        }
        assertThat(snapshot.weight()).as(label).isEqualTo(last.length);
        assertThat(snapshot.rows()).as(label).isEqualTo(n);
        int promised = plan.mostSetAside() + plan.sketchRows() + (centered ? plan.mostChunks() : 0) + plan.blockRows();
        assertThat(sketch.rowsHeld()).as(label + ": rows held").isLessThanOrEqualTo(promised);
        Truth.requireOrthogonalRows(snapshot.summary(), tolerance + b.rounding(), label);
    }

    @ParameterizedTest
    @EnumSource(TestStream.class)
    void everyPrefixKeepsTheTwoSidedGuarantee(TestStream stream) {
        long seed = 800 + stream.ordinal();
        for (int size : new int[] {3, 9}) {
            float[][] rows = bounded(stream.rows(ROWS, COLUMNS, size, seed));
            for (boolean centered : new boolean[] {false, true}) {
                for (double epsilon : new double[] {1, 0.35}) {
                    for (int length : new int[] {1, 5, 41, 97, 200, 1000}) {
                        WindowPlan plan = plan(length, epsilon, COLUMNS, size);
                        WindowSketch sketch = create(plan, centered);
                        for (int n = 1; n <= ROWS; n++) {
                            add(sketch, rows, n - 1, n);
                            if (n < 4 || n % 37 == 0 || n == length + 1) {
                                String label = stream + " N=" + length + " epsilon=" + epsilon + " l=" + size
                                        + " centred=" + centered + " n=" + n + " seed=" + seed;
                                require(sketch, plan, centered, rows, label);
                            }
                        }
                    }
                }
            }
        }
    }

    /** Long enough for blocks and chunks of their largest size, in both forms of the sketch. */
    @ParameterizedTest
    @CsvSource({"70000, 5, 170000", "16500, 201, 20000"})
    void longWindowsKeepTheGuarantee(int length, int columns, int rows) {
        float[][] stream = new float[20_000][columns];
        Random random = new Random(55);
        for (int i = 0; i < stream.length; i++) {
            int centre = i / 4000;
            for (int j = 0; j < columns; j++) {
                stream[i][j] = (float) (random.nextGaussian() + (j % 5 == centre ? 3 : 0));
            }
        }
        bounded(stream);
        WindowPlan plan = plan(length, 1, columns, columns == 5 ? 5 : 40);
        assertThat(plan.chunkRows()).isGreaterThanOrEqualTo(2L * plan.blockRows());
        WindowSketch sketch = create(plan, true);
        for (int n = rows / 2 - 7; n < rows; n += rows / 2 - 7) {
            add(sketch, stream, (int) sketch.rows(), n);
            require(sketch, plan, true, stream, "N=" + length + " n=" + n + " seed=55");
        }
    }

    @ParameterizedTest
    @CsvSource({"41, 0.35, true", "2000, 0.5, true", "2000, 0.5, false"})
    void aRestoredWindowGoesOnBitForBit(int length, double epsilon, boolean centered) {
        float[][] rows = bounded(TestStream.DRIFTING.rows(3000, COLUMNS, 4, 56));
        WindowPlan plan = plan(length, epsilon, COLUMNS, 4);
        WindowSketch straight = create(plan, centered);
        add(straight, rows, 0, 3000);
        for (int n : new int[] {0, 1, 61, 62, 1100, 2500}) {
            WindowSketch first = create(plan, centered);
            add(first, rows, 0, n);
            CenteredSketch.State before = first.state();
            first.snapshot();
            SameBits.require(first.state(), before, "n=" + n + " seed=56");
            WindowSketch second = WindowSketch.restore(plan, centered, before, Workers.callerOnly());
            add(second, rows, n, 3000);
            SameBits.require(second.state(), straight.state(), "n=" + n + " seed=56");
            SameBits.require(second.snapshot(), straight.snapshot(), "n=" + n + " seed=56");
        }
    }

    @Test
    void whatHasLeftIsForgotten() {
        float[][] before = bounded(TestStream.RANDOM.rows(500, COLUMNS, 4, 57));
        WindowPlan plan = plan(100, 0.2, COLUMNS, 8);
        WindowSketch sketch = create(plan, false);
        add(sketch, before, 0, 500);
        float[][] after = new float[200][COLUMNS];
        for (float[] row : after) {
            row[0] = 1;
        }
        add(sketch, after, 0, 200);
        SketchSummary summary = sketch.snapshot().summary();
        assertThat(summary.squaredSingularValue(1)).isBetween(80.0, 120.0);
        assertThat(summary.squaredSingularValue(2)).isLessThan(20);
    }

    @Test
    void misuseIsRefused() {
        WindowPlan plan = plan(100, 0.2, COLUMNS, 4);
        WindowSketch sketch = create(plan, true);
        assertThatThrownBy(() -> sketch.commit(plan.blockRows() + 1)).hasMessageContaining("are free");
        assertThatThrownBy(() -> sketch.commit(new double[1], 0, 1)).hasMessageContaining("times");
        assertThatThrownBy(() -> sketch.merge(create(plan, true))).hasMessageContaining("two streams");
        assertThatThrownBy(() -> new WindowPlan(plan.window(), 3, 3, Double.POSITIVE_INFINITY))
                .hasMessageContaining("bounded");
        CenteredSketch.State state = sketch.state();
        assertThatThrownBy(() -> WindowSketch.restore(plan, false, state, Workers.callerOnly()))
                .hasMessageContaining("one sum per chunk");
        assertThat(sketch.workingBytes()).isPositive();
    }
}
