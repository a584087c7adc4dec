package io.github.skpca;

import io.github.skpca.error.KernelError;
import io.github.skpca.internal.learning.Learner;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.LearnerState;
import io.github.skpca.internal.model.Settings;
import io.github.skpca.internal.sketch.CenteredSketch;
import io.github.skpca.internal.sketch.SketchAlgorithm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** The learner's contract over more than two full blocks of 2048 rows, which the 150 rows of {@link LearnerContract} never fill. */
@ParameterizedClass(name = "{0}")
@MethodSource("configurations")
class FullBlocksContractTest {
    private static final int COLUMNS = 3;
    private static final int WARM_UP = 300;
    private static final int BLOCK = 2048;
    private static final int ROWS = 2 * BLOCK + 700;
    private static final long SEED = Long.getLong("skpca.test.seed", 20260606L);

    private static final double[] STREAM = SampleRows.clusters(SEED, ROWS, COLUMNS);

    @Parameter
    Configuration configuration;

    @TempDir
    Path folder;

    record Configuration(String name, SketchAlgorithm algorithm, UnaryOperator<KernelPcaBuilder> choose) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Configuration> configurations() {
        return List.of(
                // As it is by default but for fewer landmarks, which have to be among the rows of the warm-up.
                new Configuration("default", SketchAlgorithm.GRAM, builder -> builder.features(WARM_UP)),
                new Configuration(
                        "gram of random features, about zero",
                        SketchAlgorithm.GRAM,
                        builder -> random(builder, 48).centered(false)),
                new Configuration("block", SketchAlgorithm.FREQUENT_DIRECTIONS_BLOCK, builder -> random(builder, 208)),
                new Configuration(
                        "block, about zero, standardised",
                        SketchAlgorithm.FREQUENT_DIRECTIONS_BLOCK,
                        builder -> random(builder, 208).centered(false).standardized(true)),
                new Configuration(
                        "block, half-life",
                        SketchAlgorithm.FREQUENT_DIRECTIONS_BLOCK,
                        builder -> random(builder, 208).forgetting(Forgetting.halfLifeInRows(1500))),
                new Configuration(
                        "gram, half-life",
                        SketchAlgorithm.GRAM,
                        builder -> random(builder, 48).forgetting(Forgetting.halfLifeInRows(1500))),
                new Configuration(
                        "rnca",
                        SketchAlgorithm.GRAM,
                        builder -> builder.method(Method.RNCA).features(48).components(3)),
                new Configuration(
                        "rnca row by row",
                        SketchAlgorithm.GRAM,
                        builder -> builder.method(Method.RNCA)
                                .rncaRowByRow(true)
                                .features(48)
                                .components(3)));
    }

    private static KernelPcaBuilder random(KernelPcaBuilder builder, int features) {
        return builder.map(MapKind.PAIRED).features(features).sketchSize(4).components(3);
    }

    private KernelPcaBuilder builder() {
        return configuration
                .choose
                .apply(StreamingKernelPca.builder())
                .warmUpRows(WARM_UP)
                .seed(7);
    }

    private static double[] rows(int from, int to) {
        return Arrays.copyOfRange(STREAM, from * COLUMNS, to * COLUMNS);
    }

    private static void learn(StreamingKernelPca learner, int from, int to) {
        learner.update(rows(from, to), to - from);
    }

    private StreamingKernelPca learned(int to) {
        StreamingKernelPca learner = builder().build(COLUMNS);
        learn(learner, 0, to);
        return learner;
    }

    private static void assertSame(StreamingKernelPca found, StreamingKernelPca expected, String label) {
        assertThat(found.rows()).as(label).isEqualTo(expected.rows());
        assertThat(Bits.of(found)).as(label).isEqualTo(Bits.of(expected));
        assertThat(Bits.of(found.snapshot())).as(label).isEqualTo(Bits.of(expected.snapshot()));
    }

    private static CenteredSketch.State sketch(StreamingKernelPca learner) {
        return ((LearnerState.Sketched) Learner.of(learner).save().learned()).sketch();
    }

    @Test
    void theAlgorithmIsTheOneMeantAndItsBlocksAreFilled() {
        StreamingKernelPca learner = learned(ROWS);
        Settings settings = Learner.of(learner).settings();
        CenteredSketch.State state = sketch(learner);

        assertThat(SketchAlgorithm.of(
                        settings.method(),
                        settings.forgetting(),
                        settings.shrink(),
                        state.sketch().columns(),
                        settings.sketchSize()))
                .isEqualTo(configuration.algorithm);
        assertThat(state.sketch().isMoments()).isEqualTo(configuration.algorithm.holdsMatrix());
        assertThat(state.absorbed()).isEqualTo(2 * BLOCK);
        boolean isBlock = configuration.algorithm == SketchAlgorithm.FREQUENT_DIRECTIONS_BLOCK;
        assertThat(state.sketch().certificate().blocks()).isEqualTo(isBlock ? 2 : 0);
    }

    @Test
    void batchesOfAnySizeAreTheSame() {
        StreamingKernelPca whole = learned(ROWS);
        for (int size : new int[] {1, 97, BLOCK - 1, BLOCK + 1}) {
            StreamingKernelPca learner = builder().build(COLUMNS);
            for (int done = 0; done < ROWS; done += size) {
                learn(learner, done, Math.min(ROWS, done + size));
            }
            assertSame(learner, whole, "batches of " + size);
        }
        Random random = new Random(SEED);
        StreamingKernelPca learner = builder().build(COLUMNS);
        for (int done = 0; done < ROWS; ) {
            int next = Math.min(ROWS, done + random.nextInt(1 + random.nextInt(1500)));
            learner.update(SampleRows.narrowed(rows(done, next)), next - done);
            done = next;
        }
        assertSame(learner, whole, "batches of floats, skpca.test.seed=" + SEED);
    }

    @Test
    void threadsDoNotChangeAByte() {
        StreamingKernelPca alone = learned(ROWS);
        for (int threads = 2; threads <= 3; threads++) {
            try (Workers workers = new Workers(threads)) {
                StreamingKernelPca learner = builder().workers(workers).build(COLUMNS);
                learn(learner, 0, 3001);
                learn(learner, 3001, ROWS);
                assertSame(learner, alone, threads + " threads");
            }
        }
    }

    @Test
    void snapshotsOnTheWayAreOfNowAndChangeNothing() {
        StreamingKernelPca learner = builder().build(COLUMNS);
        int done = 0;
        for (int stop : new int[] {WARM_UP - 1, WARM_UP, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 2 * BLOCK + 50}) {
            learn(learner, done, stop);
            done = stop;
            byte[] before = Bits.of(learner);
            KernelPcaModel model = learner.snapshot();
            assertThat(model.rows()).isEqualTo(stop);
            assertThat(Bits.of(model))
                    .as(stop + " rows")
                    .isEqualTo(Bits.of(learned(stop).snapshot()));
            assertThat(Bits.of(learner)).as(stop + " rows").isEqualTo(before);
        }
        learn(learner, done, ROWS);
        assertSame(learner, learned(ROWS), "after snapshots");
    }

    @Test
    void aLearnerResumesInTheMiddleOfABlock() {
        StreamingKernelPca uninterrupted = learned(ROWS);
        StreamingKernelPca chain = builder().build(COLUMNS);
        int done = 0;
        for (int stop : new int[] {WARM_UP - 1, 1000, BLOCK - 1, BLOCK, BLOCK + 1, 3333, 2 * BLOCK, ROWS}) {
            learn(chain, done, stop);
            done = stop;
            StreamingKernelPca resumed = Learner.resume(Learner.of(chain).save(), Workers.callerOnly());
            assertThat(Bits.of(resumed)).as(stop + " rows").isEqualTo(Bits.of(chain));
            chain = resumed;
        }
        assertSame(chain, uninterrupted, "resumed again and again");
    }

    @Test
    void aLearnerResumesFromItsFile() throws IOException {
        Path path = folder.resolve("checkpoint.skpca");
        learned(3333).checkpoint(path);
        StreamingKernelPca resumed = StreamingKernelPca.resume(path, Workers.callerOnly());
        learn(resumed, 3333, ROWS);

        StreamingKernelPca uninterrupted = learned(ROWS);
        assertSame(resumed, uninterrupted, "resumed after 3333 rows");
        assertThat(Bits.ofFile(resumed.snapshot(), folder)).isEqualTo(Bits.ofFile(uninterrupted.snapshot(), folder));
    }

    @Test
    void memoryDoesNotGrowAfterTheFirstRows() {
        StreamingKernelPca learner = learned(WARM_UP + 1);
        long early = learner.workingBytes();
        learn(learner, WARM_UP + 1, ROWS);
        // Landmarks that follow the stream may have become as many as there can be; a block of raw rows may have
        // filled.
        Settings settings = Learner.of(learner).settings();
        long grown = settings.sketchesLandmarks()
                ? 40L * settings.features() * (COLUMNS + settings.landmarkRank()) + 16L * BLOCK * COLUMNS
                : 0;
        assertThat(learner.workingBytes()).isBetween(early, early + grown);
    }

    @Test
    void aLearnerOfManyBlocksStandsForItsRows() {
        assertStandsForTheStream(learned(ROWS));
    }

    @Test
    void mergedLearnersOfFullBlocksStandForAllRows() {
        KernelPcaModel first = learned(WARM_UP).snapshot();
        StreamingKernelPca left = like(first, 0, BLOCK + 77);
        StreamingKernelPca middle = like(first, BLOCK + 77, BLOCK + 177);
        StreamingKernelPca right = like(first, BLOCK + 177, ROWS);
        byte[] untouched = Bits.of(right);
        middle.merge(right);
        left.merge(middle);

        assertThat(Bits.of(right)).isEqualTo(untouched);
        assertStandsForTheStream(left);

        StreamingKernelPca goesOn = like(first, 0, 1500);
        goesOn.merge(like(first, 1500, 1500 + BLOCK));
        learn(goesOn, 1500 + BLOCK, ROWS);
        assertStandsForTheStream(goesOn);
    }

    private static StreamingKernelPca like(KernelPcaModel model, int from, int to) {
        StreamingKernelPca learner = StreamingKernelPca.like(model, Workers.callerOnly());
        learn(learner, from, to);
        return learner;
    }

    /** Sum of squares, mean, and the error of the projection against the bound, all computed directly. */
    private void assertStandsForTheStream(StreamingKernelPca learner) {
        KernelPcaModel model = learner.snapshot();
        assertThat(model.rows()).isEqualTo(ROWS);
        if (!(Learner.of(learner).settings().forgetting() instanceof Forgetting.None)) {
            // What a weighted sketch stands for is HalfLifeSketchTest's.
            assertThat(FittedModel.of(model).snapshot().weight()).isBetween(1.0, (double) ROWS);
            return;
        }
        if (LearnerContract.hasCarried(model)) {
            assertThat(KernelError.measure(model, STREAM, ROWS, Workers.callerOnly())
                            .spectral())
                    .isLessThanOrEqualTo(model.kernelBound().orElseThrow());
            return;
        }
        int m = FittedModel.of(model).embedding().features();
        double[] features = DenseOracle.features(model, STREAM, ROWS);
        double[] mean = DenseOracle.mean(features, ROWS, m);
        double[] z = model.mean() == null ? features : DenseOracle.about(features, ROWS, m, mean);
        double squaredNorm = DenseOracle.frobeniusNorm(z) * DenseOracle.frobeniusNorm(z);
        assertThat(FittedModel.of(model).snapshot().summary().state().squaredNorm())
                .isCloseTo(squaredNorm, within(1e-9 * squaredNorm));
        if (model.mean() != null) {
            assertThat(model.mean())
                    .containsExactly(mean, within(1e-12 * Math.max(1, DenseOracle.frobeniusNorm(mean))));
        }
        // The directions are orthonormal but for the rounding of floats.
        assertThat(residual(model, z, m) / ROWS).isLessThanOrEqualTo(model.sketchBound() * (1 + 1e-6) + 1e-7);
    }

    /** ||R'R||_2 for R = Z - Z W_k W_k'. */
    private static double residual(KernelPcaModel model, double[] z, int m) {
        int k = model.components();
        float[] w = model.directions();
        double[] loadings = DenseOracle.product(z, ROWS, m, w, k);
        double[] scatter = new double[m * m];
        double[] rest = new double[m];
        for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < m; j++) {
                rest[j] = z[i * m + j];
                for (int c = 0; c < k; c++) {
                    rest[j] -= loadings[i * k + c] * w[c * m + j];
                }
            }
            addOuter(rest, scatter);
        }
        return DenseOracle.spectralNorm(scatter, m);
    }

    private static void addOuter(double[] row, double[] scatter) {
        for (int a = 0; a < row.length; a++) {
            for (int b = 0; b < row.length; b++) {
                scatter[a * row.length + b] += row[a] * row[b];
            }
        }
    }
}
