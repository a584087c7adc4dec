package io.github.skpca;

import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.kernel.Kernel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** The printed bound never understates the error on the training rows, measured with whole matrices in double. */
class SketchBoundTest {
    private static final int CONFIGURATIONS = 120;
    private static final long SEED = Long.getLong("skpca.test.seed", 31_000L);

    private static final List<MapKind> MAPS = List.of(MapKind.PAIRED, MapKind.FOURIER, MapKind.LANDMARKS);

    static LongStream seeds() {
        return LongStream.range(SEED, SEED + CONFIGURATIONS);
    }

    /** One random configuration and its rows. */
    private static final class Trial {
        final Random random;
        final int count;
        final int columns;
        final int sketchSize;
        final double[] rows;
        final KernelPcaBuilder builder;

        Trial(long seed) {
            random = new Random(seed);
            int kind = (int) (seed % 8);
            sketchSize = 1 + random.nextInt(20);
            columns = 1 + random.nextInt(4);
            // One row, fewer rows than the sketch has, and everything else up to 300.
            count = kind == 0 ? 1 : kind == 1 ? 1 + random.nextInt(sketchSize) : 2 + random.nextInt(299);
            rows = SampleRows.clusters(seed, count, columns);
            if (kind == 2) {
                repeat(1 + random.nextInt(5));
            } else if (kind == 3) {
                flatten();
            }
            builder = StreamingKernelPca.builder()
                    .kernel(Kernel.gaussian(Math.exp(2 * random.nextDouble())))
                    .map(MAPS.get(random.nextInt(MAPS.size())))
                    .features(2 * (1 + random.nextInt(30)))
                    .sketchSize(sketchSize)
                    .shrink(random.nextInt(3) == 0 ? ShrinkRule.PAPER : ShrinkRule.FAST)
                    .centered(random.nextBoolean())
                    .standardized(random.nextBoolean())
                    .components(1 + random.nextInt(sketchSize))
                    .warmUpRows(1 + random.nextInt(40))
                    .seed(seed);
        }

        /** Few different rows, so that the features have that rank at most. */
        private void repeat(int different) {
            for (int i = different; i < count; i++) {
                System.arraycopy(rows, i % different * columns, rows, i * columns, columns);
            }
        }

        /** Rows close together on a line: a spectrum that falls to the level of rounding. */
        private void flatten() {
            for (int i = 0; i < rows.length; i++) {
                rows[i] = 1e-3 * i / rows.length;
            }
        }
    }

    @ParameterizedTest(name = "skpca.test.seed={0}")
    @MethodSource("seeds")
    void boundHoldsForEveryNumberOfComponents(long seed) {
        Trial trial = new Trial(seed);
        StreamingKernelPca learner = trial.builder.build(trial.columns);
        learner.update(trial.rows, trial.count);
        assertBound(learner.snapshot(), trial, seed);
    }

    @ParameterizedTest(name = "skpca.test.seed={0}")
    @MethodSource("seeds")
    void boundHoldsForMergedLearners(long seed) {
        Trial trial = new Trial(seed);
        StreamingKernelPca first = trial.builder.build(trial.columns);
        int done = Math.max(1, trial.random.nextInt(1 + trial.count));
        first.update(trial.rows, done);
        first.endWarmUp();
        KernelPcaModel model = first.snapshot();
        while (done < trial.count) {
            int next = Math.min(trial.count, done + 1 + trial.random.nextInt(100));
            StreamingKernelPca part = StreamingKernelPca.like(model, Workers.callerOnly());
            part.update(Arrays.copyOfRange(trial.rows, done * trial.columns, next * trial.columns), next - done);
            if (trial.random.nextBoolean()) {
                first.merge(part);
            } else {
                part.merge(first);
                first = part;
            }
            done = next;
        }
        assertBound(first.snapshot(), trial, seed);
    }

    private static void assertBound(KernelPcaModel model, Trial trial, long seed) {
        int n = trial.count;
        double[] z = DenseOracle.centredFeatures(model, trial.rows, n);
        double[] gram =
                DenseOracle.outer(z, n, FittedModel.of(model).embedding().features());
        assertThat(model.rows()).isEqualTo(n);
        int l = trial.sketchSize;
        for (int k : IntStream.of(model.components(), 1, 2, l / 2, l)
                .distinct()
                .filter(k -> k > 0)
                .toArray()) {
            KernelPcaModel other = model.withComponents(ComponentCount.of(k));
            String trialName = String.format(
                    Locale.ROOT,
                    "n=%d, m=%d, l=%d, k=%d, skpca.test.seed=%d",
                    n,
                    FittedModel.of(model).embedding().features(),
                    l,
                    k,
                    seed);
            double[] loadings = DenseOracle.product(
                    z, n, FittedModel.of(model).embedding().features(), other.directions(), other.components());
            double error = DenseOracle.projectionError(gram, loadings, n, other.components()) / n;
            // What the oracle's own arithmetic may be off by.
            assertThat(other.sketchBound()).as(trialName).isGreaterThanOrEqualTo(error - 1e-14 * n);
            assertExplainedVariance(other, z, loadings, trialName);
            assertOrthonormal(other, trialName);
        }
    }

    /** The share that the sketch claims is at most what its directions really hold, and short of it by at most k delta. */
    private static void assertExplainedVariance(KernelPcaModel model, double[] z, double[] loadings, String trialName) {
        double total = Math.pow(DenseOracle.frobeniusNorm(z), 2);
        if (total < 1e-20) {
            assertThat(model.explainedVariance()).as(trialName).isBetween(0.0, 1.0);
            return;
        }
        double held = Math.pow(DenseOracle.frobeniusNorm(loadings), 2) / total;
        double lost = model.components() * model.shrinkSum() * model.rows() / total;
        assertThat(model.explainedVariance()).as(trialName).isBetween(held - lost - 1e-6, held + 1e-6);
    }

    private static void assertOrthonormal(KernelPcaModel model, String trialName) {
        int m = FittedModel.of(model).embedding().features();
        float[] w = model.directions();
        for (int a = 0; a < model.components(); a++) {
            for (int b = 0; b <= a; b++) {
                double dot = 0;
                for (int j = 0; j < m; j++) {
                    dot += (double) w[a * m + j] * w[b * m + j];
                }
                assertThat(dot).as("directions %d and %d, %s", a, b, trialName).isCloseTo(a == b ? 1 : 0, within(1e-5));
            }
        }
    }
}
