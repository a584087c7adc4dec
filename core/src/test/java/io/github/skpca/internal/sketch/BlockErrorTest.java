package io.github.skpca.internal.sketch;

import io.github.skpca.MapKind;
import io.github.skpca.ShrinkRule;
import io.github.skpca.Workers;
import io.github.skpca.internal.feature.FeatureMap;
import io.github.skpca.internal.feature.RandomMaps;
import io.github.skpca.kernel.Kernel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

/** What a block shrink leaves outside of its subspace, beside the exact shrink, on features of clustered rows. */
class BlockErrorTest {
    private static final int BLOCK = 2048;
    private static final int FEATURES = 100;

    /** Features of a Gaussian kernel, of rows around a few centres. */
    private static float[][] features(double bandwidth, int clusters, int count, long seed) {
        int columns = 6;
        Random random = new Random(seed);
        double[][] centres = new double[clusters][columns];
        for (double[] centre : centres) {
            java.util.Arrays.setAll(centre, j -> 2 * random.nextGaussian());
        }
        float[] rows = new float[count * columns];
        for (int i = 0; i < count; i++) {
            double[] centre = centres[random.nextInt(clusters)];
            for (int j = 0; j < columns; j++) {
                rows[i * columns + j] = (float) (centre[j] + 0.4 * random.nextGaussian());
            }
        }
        FeatureMap map = RandomMaps.draw(MapKind.PAIRED, Kernel.gaussian(bandwidth), columns, FEATURES, seed);
        float[] mapped = new float[count * FEATURES];
        map.map(rows, 0, count, mapped, 0, Workers.callerOnly());
        float[][] features = new float[count][];
        for (int i = 0; i < count; i++) {
            features[i] = java.util.Arrays.copyOfRange(mapped, i * FEATURES, (i + 1) * FEATURES);
        }
        return features;
    }

    /** ||A (I - W_k W_k')||_2^2. */
    private static double outside(RunningTruth truth, CenteredSketch sketch, int k) {
        SketchSummary summary = sketch.snapshot().summary();
        double[][] directions =
                Truth.requireOrthogonalRows(summary, summary.state().error(), "outside");
        double[] scatter = truth.scatter();
        for (int i = 0; i < Math.min(k, directions.length); i++) {
            Truth.deflate(scatter, directions[i]);
        }
        return Dense.spectrum(scatter, FEATURES).values()[0];
    }

    @ParameterizedTest
    @CsvSource({"2.5, 10, 12, true, 81", "2.5, 10, 30, false, 82", "1.5, 5, 20, true, 83", "5, 20, 8, true, 84"})
    void theErrorIsNotAboveThatOfTheExactShrink(double bandwidth, int clusters, int size, boolean centered, long seed) {
        float[][] rows = features(bandwidth, clusters, 4 * BLOCK + 900, seed);
        RunningTruth truth = RunningTruth.of(rows, 0, rows.length, centered);
        CenteredSketch block = BlockFrequentDirectionsTest.create(FEATURES, size, centered, seed);
        CenteredSketch fast = CenteredSketchTest.create(ShrinkRule.FAST, FEATURES, size, centered);
        CenteredSketchTest.add(block, rows, 0, rows.length);
        CenteredSketchTest.add(fast, rows, 0, rows.length);
        String label = "bandwidth=" + bandwidth + " l=" + size + " centred=" + centered + " seed=" + seed;
        assertThat(block.state().sketch().certificate().blocks()).as(label).isEqualTo(4);
        truth.requireSnapshot(block.snapshot(), RunningTruth.Promise.of(size), label);
        for (int k : new int[] {size / 2, size}) {
            assertThat(outside(truth, block, k))
                    .as(label + " k=" + k)
                    .isLessThanOrEqualTo(1.05 * outside(truth, fast, k) + 1e-9);
        }
    }

    /** Rows whose squared lengths along random axes fall by a factor from one to the next. */
    private static float[][] geometric(double factor, int count, long seed) {
        Random random = new Random(seed);
        double[][] axes = new double[FEATURES][FEATURES];
        for (int i = 0; i < FEATURES; i++) {
            java.util.Arrays.setAll(axes[i], j -> random.nextGaussian() / Math.sqrt(FEATURES));
        }
        float[][] rows = new float[count][FEATURES];
        for (float[] row : rows) {
            for (int i = 0; i < FEATURES; i++) {
                double length = Math.pow(factor, i / 2.0) * random.nextGaussian();
                for (int j = 0; j < FEATURES; j++) {
                    row[j] += (float) (length * axes[i][j]);
                }
            }
        }
        return rows;
    }

    /** Where the exact shrink loses next to nothing, what is left out, its chance and the rounding must be as small. */
    @ParameterizedTest
    @CsvSource({"0.7, 30, 93", "0.72, 30, 95", "0.75, 34, 98"})
    void theBoundOfASteepSpectrumIsNearThatOfTheExactShrink(double factor, int size, long seed) {
        float[][] rows = geometric(factor, 3 * BLOCK, seed);
        CenteredSketch block = BlockFrequentDirectionsTest.create(FEATURES, size, false, seed);
        CenteredSketch fast = CenteredSketchTest.create(ShrinkRule.FAST, FEATURES, size, false);
        CenteredSketchTest.add(block, rows, 0, rows.length);
        CenteredSketchTest.add(fast, rows, 0, rows.length);
        SketchState state = block.snapshot().summary().state();
        String label = "factor=" + factor + " l=" + size + " seed=" + seed;
        assertThat(state.certificate().blocks()).as(label).isEqualTo(3);
        assertThat(state.error() / fast.snapshot().summary().state().error())
                .as(label)
                .isLessThanOrEqualTo(1.5);
    }
}
