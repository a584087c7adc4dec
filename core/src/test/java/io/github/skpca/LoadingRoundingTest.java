package io.github.skpca;

import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.kernel.Kernel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.Locale;

import static org.assertj.core.api.Assertions.assertThat;

/** What floats add to the kernel error: loadings as they are given out, against Z W_k in double. */
class LoadingRoundingTest {
    private static final int ROWS = 150;
    private static final int MODELS = Integer.getInteger("skpca.test.models", 15);
    private static final double[] BANDWIDTHS = {0.3, 1, 4, 30, 300};
    private static final long SEED = Long.getLong("skpca.test.seed", 41_000L);

    /** No model was seen above it, see docs/decisions/0004. */
    private static final double MEASURED = 3e-7;

    /** The bound of docs/decisions/0004 for random features: those of phases have a squared norm of up to 2. */
    private static double derived(MapKind map, int m, int k) {
        double sums = Math.min(m, 128) + (m + 127) / 128 + 2;
        return (map == MapKind.FOURIER ? 2 : 1) * 0x1p-23 * sums * Math.sqrt(k);
    }

    @ParameterizedTest
    @EnumSource(MapKind.class)
    void loadingsMoveTheKernelErrorByNoMoreThanIsStated(MapKind map) {
        for (int trial = 0; trial < MODELS; trial++) {
            long seed = SEED + trial;
            int columns = trial % 3 == 0 ? 2 : 8;
            int features = trial % 2 == 0 ? 64 : 1024;
            int k = trial % 4 < 2 ? 5 : 30;
            double[] rows = SampleRows.clusters(seed, ROWS, columns);
            StreamingKernelPca learner = StreamingKernelPca.builder()
                    .kernel(Kernel.gaussian(BANDWIDTHS[trial % BANDWIDTHS.length]))
                    .map(map)
                    .features(features)
                    .sketchSize(30)
                    .components(k)
                    .centered(trial % 4 == 1)
                    .seed(seed)
                    .build(columns);
            learner.update(rows, ROWS);
            String name = String.format(Locale.ROOT, "%s m=%d k=%d skpca.test.seed=%d", map, features, k, seed);
            double moved = moved(learner.snapshot(), rows);
            assertThat(moved).as(name).isLessThan(MEASURED);
            if (map != MapKind.LANDMARKS) {
                assertThat(moved).as(name).isLessThan(derived(map, features, k));
            }
        }
    }

    /** ||YY' - ZW_kW_k'Z'||_2 / n, Y being what the model gives out; both about their means if it is centred. */
    private static double moved(KernelPcaModel model, double[] rows) {
        int k = model.components();
        int d = model.columns();
        double[] z = DenseOracle.centredFeatures(model, rows, ROWS);
        double[] exact =
                DenseOracle.product(z, ROWS, FittedModel.of(model).embedding().features(), model.directions(), k);
        double[] given = new double[ROWS * k];
        for (int i = 0; i < ROWS; i++) {
            float[] loadings = model.transform(Arrays.copyOfRange(rows, i * d, (i + 1) * d));
            for (int c = 0; c < k; c++) {
                given[i * k + c] = loadings[c];
            }
        }
        if (model.mean() != null) {
            given = DenseOracle.about(given, ROWS, k, DenseOracle.mean(given, ROWS, k));
        }
        return DenseOracle.projectionError(DenseOracle.outer(exact, ROWS, k), given, ROWS, k) / ROWS;
    }
}
