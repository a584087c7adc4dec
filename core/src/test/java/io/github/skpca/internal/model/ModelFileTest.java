package io.github.skpca.internal.model;

import io.github.skpca.ComponentCount;
import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.MapKind;
import io.github.skpca.ModelFileException;
import io.github.skpca.SampleRows;
import io.github.skpca.Scale;
import io.github.skpca.ShrinkRule;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.learning.Learner;
import io.github.skpca.kernel.BandwidthRule;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;
import io.github.skpca.kernel.ShiftInvariantKernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.random.RandomGenerator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** What is in a model file and in a checkpoint, and that it comes back as it was. */
class ModelFileTest {
    private static final double[] ROWS = SampleRows.clusters(51, 200, 3);

    @TempDir
    Path folder;

    private static KernelPcaBuilder small() {
        return StreamingKernelPca.builder()
                .kernel(Kernel.gaussian(2))
                .shrink(ShrinkRule.FAST)
                .features(8)
                .sketchSize(4)
                .components(2)
                .warmUpRows(20)
                .seed(-9);
    }

    private static StreamingKernelPca learned(KernelPcaBuilder builder) {
        StreamingKernelPca learner = builder.build(3);
        learner.update(ROWS, 200);
        return learner;
    }

    private byte[] written(KernelPcaModel model) throws IOException {
        Path path = folder.resolve("written.skpca");
        model.save(path);
        return Files.readAllBytes(path);
    }

    private void assertRoundTrip(StreamingKernelPca learner) throws IOException {
        Path path = folder.resolve("model.skpca");
        KernelPcaModel model = learner.snapshot();
        model.save(path);
        KernelPcaModel loaded = KernelPcaModel.load(path);
        assertThat(written(loaded)).isEqualTo(Files.readAllBytes(path));
        assertThat(FittedModel.of(loaded).settings())
                .isEqualTo(FittedModel.of(model).settings());
        assertThat(loaded.transform(new double[] {1, 2, 3})).containsExactly(model.transform(new double[] {1, 2, 3}));
        assertThat(loaded.score(new double[] {1, 2, 3})).isEqualTo(model.score(new double[] {1, 2, 3}));
        assertThat(loaded.sketchBound()).isEqualTo(model.sketchBound());
        assertThat(loaded.explainedVariance()).isEqualTo(model.explainedVariance());
        assertThat(loaded.isProvisional()).isEqualTo(model.isProvisional());

        Path checkpoint = folder.resolve("checkpoint.skpca");
        Path again = folder.resolve("again.skpca");
        learner.checkpoint(checkpoint);
        StreamingKernelPca.resume(checkpoint, Workers.callerOnly()).checkpoint(again);
        assertThat(Files.readAllBytes(again)).isEqualTo(Files.readAllBytes(checkpoint));
    }

    @ParameterizedTest
    @EnumSource(KernelFamily.class)
    void modelsAndCheckpointsComeBackAsTheyWere(KernelFamily family) throws IOException {
        assertRoundTrip(learned(small().kernel(family, BandwidthRule.MEDIAN)));
        assertRoundTrip(learned(small().kernel(family.withBandwidth(1.7)).standardized(true)));
    }

    @ParameterizedTest
    @EnumSource(ShrinkRule.class)
    void everySettingComesBackAsItWas(ShrinkRule shrink) throws IOException {
        KernelPcaBuilder builder = small().shrink(shrink)
                .centered(false)
                .standardized(true)
                .map(MapKind.FOURIER)
                .features(7)
                .components(ComponentCount.ofShare(0.1 + 0.2))
                .kernel(Kernel.rationalQuadratic(1 / 3.0, 0.7))
                .seed(Long.MIN_VALUE);
        assertRoundTrip(learned(builder));
        assertRoundTrip(learned(builder.sketchSize(1).centered(true)));
    }

    @Test
    void provisionalModelComesBackProvisional() throws IOException {
        StreamingKernelPca learner = small().build(3);
        learner.update(ROWS, 12);
        Path path = folder.resolve("model.skpca");
        learner.snapshot().save(path);
        assertThat(KernelPcaModel.load(path).isProvisional()).isTrue();
        assertThat(KernelPcaModel.load(path).rows()).isEqualTo(12);
    }

    @Test
    void fileHasNeitherTimeNorPathNorThreads() throws IOException {
        byte[] first = written(learned(small()).snapshot());
        try (Workers workers = new Workers(3)) {
            Path elsewhere = Files.createDirectory(folder.resolve("elsewhere")).resolve("other.skpca");
            learned(small().workers(workers)).snapshot().save(elsewhere);
            assertThat(Files.readAllBytes(elsewhere)).isEqualTo(first);
        }
    }

    @Test
    void filesHoldWhatScaleWasAskedForAndWhatWasDecided() throws IOException {
        StreamingKernelPca learner = learned(small().scale(Scale.AUTO));
        Path path = folder.resolve("learner.skpca");
        learner.checkpoint(path);
        TensorFile file = TensorFile.read(path);
        assertThat(file.metadata()).containsEntry("scaleRule", "auto");
        assertThat(file.metadata("scaleReason")).startsWith("as they are, distances depend on ");
        StreamingKernelPca resumed = StreamingKernelPca.resume(path, Workers.callerOnly());
        FittedModel model = FittedModel.of(resumed.snapshot());
        assertThat(model.settings().scale()).isEqualTo(Scale.AUTO);
        assertThat(model.embedding().standardizer().reason()).isEqualTo(file.metadata("scaleReason"));
        assertThat(model.toBytes()).isEqualTo(learner.snapshot().toBytes());
        assertRoundTrip(learner);
    }

    @Test
    void modelHoldsTheDocumentedMetadataAndTensors() throws IOException {
        KernelPcaModel model =
                learned(small().map(MapKind.PAIRED).standardized(true)).snapshot();
        TensorFile file = TensorFile.read(written(model), "m");

        assertThat(file.metadata())
                .containsOnlyKeys(
                        "format",
                        "version",
                        "sha256",
                        "kind",
                        "method",
                        "columns",
                        "features",
                        "sketch",
                        "components",
                        "kernel",
                        "bandwidth",
                        "map",
                        "shrink",
                        "center",
                        "scaleRule",
                        "warmup",
                        "seed",
                        "resolvedBandwidth",
                        "sketchAlgorithm",
                        "delta",
                        "rounding",
                        "squaredNorm",
                        "rows",
                        "provisional",
                        "sketchBound",
                        "sampleNext",
                        "sampleKey",
                        "tailDropped",
                        "tailKey")
                .containsEntry("version", "2")
                .containsEntry("kind", "model")
                .containsEntry("sketchAlgorithm", "frequent-directions")
                .containsEntry("columns", "3")
                .containsEntry("features", "8")
                .containsEntry("sketch", "4")
                .containsEntry("components", "2")
                .containsEntry("kernel", "gaussian")
                .containsEntry("bandwidth", "2")
                .containsEntry("resolvedBandwidth", "2")
                .containsEntry("map", "paired")
                .containsEntry("shrink", "fast")
                .containsEntry("center", "true")
                .containsEntry("scaleRule", "columns")
                .containsEntry("warmup", "20")
                .containsEntry("seed", "-9")
                .containsEntry("rows", "200")
                .containsEntry("provisional", "false");
        assertThat(Double.parseDouble(file.metadata("sketchBound"))).isEqualTo(model.sketchBound());
        assertThat(file.tensorNames())
                .containsExactlyInAnyOrder(
                        "origin",
                        "scale",
                        "sample",
                        "sketch",
                        "squaredSingularValues",
                        "singularValues",
                        "mean",
                        "frequencies",
                        "components",
                        "tail",
                        "tailImportances",
                        "tailUniforms");
        assertThat(file.doubles("origin", 3))
                .containsExactly(
                        FittedModel.of(model).embedding().standardizer().origin());
        assertThat(file.doubles("scale", 3))
                .containsExactly(
                        FittedModel.of(model).embedding().standardizer().factors());
        assertThat(file.doubles("mean", 8)).containsExactly(model.mean());
        assertThat(file.doubles("squaredSingularValues", 4)).containsExactly(model.spectrum());
        assertThat(file.doubles("singularValues", 4)[0]).isEqualTo(Math.sqrt(model.spectrum()[0]));
        assertThat(file.doubles("sketch", 4, 8)).hasSize(32);
        assertThat(file.floats("frequencies", 4, 3)).hasSize(12);
        assertThat(file.floats("components", 2, 8)).containsExactly(model.directions());
    }

    @Test
    void checkpointHoldsTheLearnerBesideTheModel() throws IOException {
        Path path = folder.resolve("checkpoint.skpca");
        learned(small().map(MapKind.FOURIER).kernel(Kernel.rationalQuadratic(1, 3)))
                .checkpoint(path);
        TensorFile file = TensorFile.read(path);

        assertThat(file.metadata())
                .containsKeys("delta", "rows", "sketchBound", "state.delta", "state.rounding", "state.squaredNorm")
                .containsEntry("kind", "checkpoint")
                .containsEntry("sketchAlgorithm", "frequent-directions")
                .containsEntry("kernelShape", "3")
                .containsEntry("state.rows", "128");
        assertThat(file.tensorNames())
                .containsExactlyInAnyOrder(
                        "origin",
                        "tail",
                        "tailImportances",
                        "tailUniforms",
                        "sketch",
                        "squaredSingularValues",
                        "singularValues",
                        "mean",
                        "frequencies",
                        "phases",
                        "components",
                        "sample",
                        "state.sketch",
                        "state.mean",
                        "state.block");
        assertThat(file.floats("state.block", 72, 8)).hasSize(72 * 8);
        assertThat(file.floats("phases", 8)).hasSize(8);
        assertThat(KernelPcaModel.load(path).rows()).isEqualTo(200);
    }

    @Test
    void loadingsFollowFromTheTensorsAsDocumented() throws IOException {
        KernelPcaModel model =
                learned(small().map(MapKind.PAIRED).standardized(true)).snapshot();
        TensorFile file = TensorFile.read(written(model), "m");
        double[] x = {0.5, 1.5, -2};
        double[] origin = file.doubles("origin", 3);
        double[] scale = file.doubles("scale", 3);
        float[] frequencies = file.floats("frequencies", 4, 3);
        double[] mean = file.doubles("mean", 8);
        float[] components = file.floats("components", 2, 8);

        double[] z = new double[8];
        for (int f = 0; f < 4; f++) {
            double angle = 0;
            for (int j = 0; j < 3; j++) {
                angle += frequencies[f * 3 + j] * (x[j] - origin[j]) * scale[j];
            }
            z[f] = Math.sqrt(2.0 / 8) * Math.cos(angle);
            z[f + 4] = Math.sqrt(2.0 / 8) * Math.sin(angle);
        }
        for (int c = 0; c < 2; c++) {
            double loading = 0;
            for (int j = 0; j < 8; j++) {
                loading += components[c * 8 + j] * (z[j] - mean[j]);
            }
            assertThat((double) model.transform(x)[c]).isCloseTo(loading, within(1e-5));
        }
    }

    @Test
    void loadingsOfLandmarksFollowFromTheTensorsAsDocumented() throws IOException {
        KernelPcaModel model = learned(small().standardized(true)).snapshot();
        TensorFile file = TensorFile.read(written(model), "m");
        assertThat(file.metadata()).containsEntry("map", "landmarks").containsEntry("landmarkRule", "pivoted");
        assertThat(file.tensorNames()).contains("landmarks", "landmarkFactor").doesNotContain("frequencies");
        double[] x = {0.5, 1.5, -2};
        double[] origin = file.doubles("origin", 3);
        double[] scale = file.doubles("scale", 3);
        float[] landmarks = file.floats("landmarks", 8, 3);
        float[] factor = file.floats("landmarkFactor", 8, 8);
        double[] mean = file.doubles("mean", 8);
        float[] components = file.floats("components", 2, 8);

        double[] z = new double[8];
        for (int i = 0; i < 8; i++) {
            double square = 0;
            for (int j = 0; j < 3; j++) {
                square += Math.pow((x[j] - origin[j]) * scale[j] - landmarks[i * 3 + j], 2);
            }
            for (int r = 0; r < 8; r++) {
                z[r] += factor[i * 8 + r] * Math.exp(-square / 8);
            }
        }
        for (int c = 0; c < 2; c++) {
            double loading = 0;
            for (int j = 0; j < 8; j++) {
                loading += components[c * 8 + j] * (z[j] - mean[j]);
            }
            assertThat((double) model.transform(x)[c]).isCloseTo(loading, within(1e-4));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, 19})
    void warmUpIsACheckpointButNotAModel(int rows) throws IOException {
        Path path = folder.resolve("early.skpca");
        StreamingKernelPca learner =
                small().kernel(KernelFamily.CAUCHY, BandwidthRule.MEAN).build(3);
        learner.update(ROWS, rows);
        learner.checkpoint(path);

        assertThat(TensorFile.read(path).doubles("state.warmUp", rows, 3)).hasSize(3 * rows);
        assertThatThrownBy(() -> KernelPcaModel.load(path))
                .isInstanceOf(UnfinishedWarmUpException.class)
                .hasMessage(path + ": is a checkpoint of an unfinished warm-up, not a model; "
                        + "resume it with more rows first");
        StreamingKernelPca resumed = StreamingKernelPca.resume(path, Workers.callerOnly());
        assertThat(resumed.isWarmingUp()).isTrue();
        assertThat(resumed.rows()).isEqualTo(rows);
        assertThat(Learner.of(resumed).settings()).isEqualTo(Learner.of(learner).settings());
    }

    @Test
    void emptyLearnerLikeAModelCanBeCheckpointed() throws IOException {
        Path path = folder.resolve("alike.skpca");
        StreamingKernelPca alike = StreamingKernelPca.like(learned(small()).snapshot(), Workers.callerOnly());
        alike.checkpoint(path);
        StreamingKernelPca resumed = StreamingKernelPca.resume(path, Workers.callerOnly());
        assertThat(resumed.isWarmingUp()).isFalse();
        assertThat(resumed.rows()).isZero();
        resumed.update(ROWS, 50);
        alike.update(ROWS, 50);
        assertThat(resumed.snapshot().spectrum())
                .containsExactly(alike.snapshot().spectrum());
        assertThatThrownBy(() -> KernelPcaModel.load(path))
                .isInstanceOf(ModelFileException.class)
                .hasMessage(path + ": is a checkpoint without a model; resume it and take a snapshot of the learner");
    }

    @Test
    void modelFileIsEnoughToGoOn() throws IOException {
        Path path = folder.resolve("model.skpca");
        KernelPcaModel model = learned(small()).snapshot();
        model.save(path);
        StreamingKernelPca resumed = StreamingKernelPca.resume(path, Workers.callerOnly());
        assertThat(resumed.snapshot().spectrum()).containsExactly(model.spectrum(), within(1e-9));
        resumed.update(ROWS, 200);
        assertThat(resumed.snapshot().rows()).isEqualTo(400);
        assertThat(resumed.snapshot().shrinkSum() * 400).isGreaterThanOrEqualTo(model.shrinkSum() * 200);
    }

    /** A kernel that a user has written: Gaussian in all but name. */
    private record OwnKernel(double bandwidth) implements ShiftInvariantKernel {
        @Override
        public String name() {
            return "my-own";
        }

        @Override
        public double similarity(double[] x, int xOffset, double[] y, int yOffset, int columns) {
            return Kernel.gaussian(bandwidth).similarity(x, xOffset, y, yOffset, columns);
        }

        @Override
        public void drawFrequency(RandomGenerator random, double[] frequency, int offset, int columns) {
            Kernel.gaussian(bandwidth).drawFrequency(random, frequency, offset, columns);
        }
    }

    @Test
    void ownKernelLoadsAndTransformsButIsNotKnownItself() throws IOException {
        Path path = folder.resolve("own.skpca");
        KernelPcaModel model = learned(small().kernel(new OwnKernel(2.5))).snapshot();
        model.save(path);
        KernelPcaModel loaded = KernelPcaModel.load(path);

        assertThat(loaded.transform(new double[] {1, 2, 3})).containsExactly(model.transform(new double[] {1, 2, 3}));
        assertThat(FittedModel.of(loaded).embedding().kernel().name()).isEqualTo("my-own");
        assertThat(FittedModel.of(loaded).embedding().kernel().bandwidth()).isEqualTo(2.5);
        assertThat(written(loaded)).isEqualTo(Files.readAllBytes(path));
        assertThatThrownBy(() -> FittedModel.of(loaded)
                        .embedding()
                        .kernel()
                        .similarity(new double[] {0, 0, 0}, 0, new double[] {1, 1, 1}, 0, 3))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("my-own")
                .hasMessageContaining("a model file holds no code");
        StreamingKernelPca resumed = StreamingKernelPca.resume(path, Workers.callerOnly());
        resumed.update(ROWS, 10);
        assertThat(resumed.snapshot().rows()).isEqualTo(210);
    }

    @Test
    void failedWriteLeavesTheOldModel() throws IOException {
        Path path = folder.resolve("model.skpca");
        KernelPcaModel model = learned(small()).snapshot();
        model.save(path);
        byte[] before = Files.readAllBytes(path);
        model.save(path);
        assertThat(Files.readAllBytes(path)).isEqualTo(before);
        assertThatThrownBy(() -> model.save(folder.resolve("missing").resolve("model.skpca")))
                .isInstanceOf(ModelFileException.class);
        assertThat(Files.list(folder)).hasSize(1);
    }
}
