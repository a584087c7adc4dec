package io.github.skpca.internal.sketch;

import io.github.skpca.DenseOracle;
import io.github.skpca.Workers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** RNCA's matrix is A'A within the rounding it states, and its summary gives it back. */
class WholeGramSketchTest {
    private static final long SEED = Long.getLong("skpca.test.seed", 20260505L);
    private static final int COLUMNS = 37;

    private static float[] block(Random random, int rows, int rank) {
        float[] block = new float[rows * COLUMNS];
        double[] basis = random.doubles((long) rank * COLUMNS, -1, 1).toArray();
        for (int i = 0; i < rows; i++) {
            for (int r = 0; r < rank; r++) {
                double weight = random.nextGaussian() / (1 + r);
                for (int j = 0; j < COLUMNS; j++) {
                    block[i * COLUMNS + j] += (float) (weight * basis[r * COLUMNS + j]);
                }
            }
        }
        return block;
    }

    private static void addTo(double[] moments, float[] block, int rows, double[] mean) {
        for (int i = 0; i < rows; i++) {
            for (int a = 0; a < COLUMNS; a++) {
                for (int b = 0; b < COLUMNS; b++) {
                    double x = block[i * COLUMNS + a] - (mean == null ? 0 : mean[a]);
                    double y = block[i * COLUMNS + b] - (mean == null ? 0 : mean[b]);
                    moments[a * COLUMNS + b] += x * y;
                }
            }
        }
    }

    private static void addTo(double[] moments, double[] row) {
        for (int a = 0; a < COLUMNS; a++) {
            for (int b = 0; b < COLUMNS; b++) {
                moments[a * COLUMNS + b] += row[a] * row[b];
            }
        }
    }

    private static void assertIs(double[] moments, GramSketch sketch, String what) {
        SketchState state = sketch.state();
        SketchSummary summary = sketch.summary();
        double trace = 0;
        double[] direct = new double[moments.length];
        double[] rebuilt = moments.clone();
        for (int i = 0; i < COLUMNS; i++) {
            trace += moments[i * COLUMNS + i];
        }
        for (int i = 0; i < moments.length; i++) {
            direct[i] = moments[i] - state.rows()[i];
        }
        for (int r = 0; r < summary.state().count(); r++) {
            for (int a = 0; a < COLUMNS; a++) {
                for (int b = 0; b < COLUMNS; b++) {
                    rebuilt[a * COLUMNS + b] -= summary.state().rows()[r * COLUMNS + a]
                            * summary.state().rows()[r * COLUMNS + b];
                }
            }
        }
        assertThat(state.squaredNorm()).as(what).isCloseTo(trace, within(1e-12 * trace));
        assertThat(state.delta()).isZero();
        assertThat(state.rounding()).as(what).isLessThan(2e-5 * trace + 1e-300);
        assertThat(DenseOracle.spectralNorm(direct, COLUMNS)).as(what).isLessThanOrEqualTo(state.rounding() * 1.001);
        assertThat(DenseOracle.spectralNorm(rebuilt, COLUMNS))
                .as(what)
                .isLessThanOrEqualTo(summary.state().error() * 1.001);
    }

    @ParameterizedTest
    @EnumSource(GramSketch.Update.class)
    void matrixAndSummaryAreWithinTheStatedRounding(GramSketch.Update update) {
        for (long seed = SEED; seed < SEED + 10; seed++) {
            Random random = new Random(seed);
            GramSketch sketch = GramSketch.whole(COLUMNS, update, Workers.callerOnly());
            double[] moments = new double[COLUMNS * COLUMNS];
            for (int round = 0; round < 3; round++) {
                int rows = round == 0 ? sketch.blockRows() : 1 + random.nextInt(200);
                float[] block = block(random, rows, 1 + random.nextInt(COLUMNS));
                double[] mean =
                        round == 1 ? null : random.doubles(COLUMNS, -0.1, 0.1).toArray();
                double[] jump = round == 2 ? random.doubles(COLUMNS).toArray() : null;
                sketch.absorb(block, rows, mean, jump);
                addTo(moments, block, rows, mean);
                if (jump != null) {
                    addTo(moments, jump);
                }
                assertIs(moments, sketch, "skpca.test.seed=" + seed);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(GramSketch.Update.class)
    void mergesAreSumsAndStatesComeBackBitForBit(GramSketch.Update update) {
        Random random = new Random(SEED);
        GramSketch one = GramSketch.whole(COLUMNS, update, Workers.callerOnly());
        GramSketch two = GramSketch.whole(COLUMNS, update, Workers.callerOnly());
        float[] first = block(random, 300, 20);
        float[] second = block(random, 100, 5);
        double[] jump = random.doubles(COLUMNS).toArray();
        one.absorb(first, 300, null, null);
        two.absorb(second, 100, null, null);
        double[] moments = new double[COLUMNS * COLUMNS];
        addTo(moments, first, 300, null);
        addTo(moments, second, 100, null);
        addTo(moments, jump);

        GramSketch restored = GramSketch.whole(COLUMNS, update, Workers.callerOnly());
        restored.merge(one.state(), null);
        assertThat(restored.state().rows()).containsExactly(one.state().rows());
        assertThat(restored.state().rounding()).isEqualTo(one.state().rounding());
        restored.merge(two.state(), jump);
        assertIs(moments, restored, "moments");
        GramSketch fromRows = GramSketch.whole(COLUMNS, update, Workers.callerOnly());
        fromRows.merge(one.summary().state(), null);
        fromRows.merge(two.summary().state(), jump);
        assertIs(moments, fromRows, "rows");
        assertThat(one.copy().state().rows()).containsExactly(one.state().rows());
        assertThatThrownBy(() -> GramSketch.whole(COLUMNS + 1, update, Workers.callerOnly())
                        .merge(one.state(), null))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
