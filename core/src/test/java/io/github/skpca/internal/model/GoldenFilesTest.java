package io.github.skpca.internal.model;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.MapKind;
import io.github.skpca.Method;
import io.github.skpca.RowBatch;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.learning.Learner;
import io.github.skpca.internal.sketch.CenteredSketch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Files that earlier versions have written load, transform, go on learning and merge, for ever. */
class GoldenFilesTest {
    private static final double[] ROWS = GoldenFiles.learnedRows();

    @TempDir
    Path folder;

    static byte[] golden(String name) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(GoldenFilesTest.class.getResourceAsStream("/golden/" + name), name)) {
            return in.readAllBytes();
        }
    }

    private Path file(String name) throws IOException {
        return Files.write(folder.resolve(name), golden(name));
    }

    private KernelPcaModel model(String name) throws IOException {
        return KernelPcaModel.load(file(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v1-model.skpca",
                "v1-checkpoint.skpca",
                "v1-rnca.skpca",
                "v1-nystrom.skpca",
                "v1-exact.skpca",
                "v1-orthogonal.skpca",
                "v1-structured.skpca",
                GoldenFiles.LANDMARKS_FILE,
                GoldenFiles.HALF_LIFE_FILE,
                GoldenFiles.WINDOW_FILE
            })
    void loadingsAndScoresAreTheRecordedOnes(String name) throws IOException {
        KernelPcaModel model = model(name);
        int checked = 0;
        String recorded = new String(golden("v1-loadings.csv"), StandardCharsets.UTF_8)
                + new String(golden("v1-methods-loadings.csv"), StandardCharsets.UTF_8)
                + new String(golden("v1-maps-loadings.csv"), StandardCharsets.UTF_8)
                + new String(golden(GoldenFiles.LANDMARKS_LOADINGS), StandardCharsets.UTF_8)
                + new String(golden(GoldenFiles.FORGETTING_LOADINGS), StandardCharsets.UTF_8);
        for (String line : recorded.split("\n")) {
            String[] fields = line.split(",");
            if (!fields[0].equals(name)) {
                continue;
            }
            double[] row = GoldenFiles.unseen(Integer.parseInt(fields[1]));
            float[] loadings = model.transform(row);
            assertThat(GoldenFiles.scoreByComponents(model, row))
                    .isCloseTo(Double.parseDouble(fields[2]), within(1e-5));
            assertThat(loadings).hasSize(fields.length - 3);
            for (int c = 0; c < loadings.length; c++) {
                assertThat(loadings[c]).isCloseTo(Float.parseFloat(fields[3 + c]), within(1e-5f));
            }
            checked++;
        }
        assertThat(checked).isEqualTo(5);
        assertThat(model.rows())
                .isEqualTo(GoldenFiles.rowsOf(FittedModel.of(model).settings().method()));
    }

    @ParameterizedTest
    @EnumSource(
            value = Method.class,
            names = {"RNCA", "NYSTROM", "EXACT"})
    void filesOfLaterMethodsGoOnAndMerge(Method method) throws IOException {
        String name = GoldenFiles.fileOf(method);
        int rows = GoldenFiles.rowsOf(method);
        KernelPcaModel model = model(name);
        assertThat(FittedModel.of(model).settings())
                .isEqualTo(Learner.settings(GoldenFiles.settingsOf(method), GoldenFiles.COLUMNS));
        StreamingKernelPca learner = StreamingKernelPca.resume(file(name), Workers.callerOnly());
        StreamingKernelPca uninterrupted = GoldenFiles.settingsOf(method).build(GoldenFiles.COLUMNS);
        uninterrupted.update(ROWS, rows);
        learner.update(ROWS, 40);
        uninterrupted.update(ROWS, 40);
        assertThat(learner.snapshot().spectrum())
                .containsExactly(uninterrupted.snapshot().spectrum(), within(1e-3));

        StreamingKernelPca other = StreamingKernelPca.like(model, Workers.callerOnly());
        other.update(ROWS, 30);
        learner.merge(other);
        learner.merge(StreamingKernelPca.resume(file(name), Workers.callerOnly()));
        assertThat(learner.snapshot().rows()).isEqualTo(2L * rows + 70);
    }

    @Test
    void filesWithoutAMethodAreOfTheFirst() throws IOException {
        assertThat(TensorFile.read(golden("v1-model.skpca"), "golden").metadata())
                .doesNotContainKey("method");
        assertThat(FittedModel.of(model("v1-model.skpca")).settings().method()).isEqualTo(Method.SKPCA);
    }

    @Test
    void settingsAreThoseTheFilesWereWrittenWith() throws IOException {
        assertThat(FittedModel.of(model("v1-model.skpca")).settings())
                .isEqualTo(Learner.settings(GoldenFiles.modelSettings(), GoldenFiles.COLUMNS));
        assertThat(FittedModel.of(model("v1-checkpoint.skpca")).settings())
                .isEqualTo(Learner.settings(GoldenFiles.checkpointSettings(), GoldenFiles.COLUMNS));
    }

    @Test
    void sameSeedStillDrawsTheSameMap() throws IOException {
        StreamingKernelPca learner = GoldenFiles.modelSettings().build(GoldenFiles.COLUMNS);
        learner.update(ROWS, GoldenFiles.ROWS);
        StreamingKernelPca other = GoldenFiles.checkpointSettings().build(GoldenFiles.COLUMNS);
        other.update(ROWS, GoldenFiles.ROWS);
        KernelPcaModel model = model("v1-model.skpca");
        KernelPcaModel checkpoint = model("v1-checkpoint.skpca");

        assertThat(FittedModel.of(learner.snapshot())
                        .embedding()
                        .differenceFrom(FittedModel.of(model).embedding()))
                .isEmpty();
        assertThat(FittedModel.of(other.snapshot())
                        .embedding()
                        .differenceFrom(FittedModel.of(checkpoint).embedding()))
                .isEmpty();
        assertThat(learner.snapshot().spectrum()).containsExactly(model.spectrum(), within(1e-3));
        assertThat(other.snapshot().spectrum()).containsExactly(checkpoint.spectrum(), within(1e-3));
    }

    @ParameterizedTest
    @EnumSource(
            value = MapKind.class,
            names = {"ORTHOGONAL", "STRUCTURED"})
    void sameSeedStillDrawsTheSameLaterMaps(MapKind map) throws IOException {
        StreamingKernelPca learner = GoldenFiles.settingsOf(map).build(GoldenFiles.COLUMNS);
        learner.update(ROWS, GoldenFiles.ROWS);
        KernelPcaModel model = model(GoldenFiles.fileOf(map));
        assertThat(FittedModel.of(model).settings())
                .isEqualTo(Learner.of(learner).settings());
        assertThat(FittedModel.of(learner.snapshot())
                        .embedding()
                        .differenceFrom(FittedModel.of(model).embedding()))
                .isEmpty();
        assertThat(learner.snapshot().spectrum()).containsExactly(model.spectrum(), within(1e-3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1-model.skpca", "v1-checkpoint.skpca", "v1-orthogonal.skpca", "v1-structured.skpca"})
    void learnersGoOnAndMerge(String name) throws IOException {
        StreamingKernelPca learner = StreamingKernelPca.resume(file(name), Workers.callerOnly());
        assertThat(learner.rows()).isEqualTo(GoldenFiles.ROWS);
        learner.update(ROWS, GoldenFiles.ROWS);
        StreamingKernelPca other = StreamingKernelPca.like(model(name), Workers.callerOnly());
        other.update(ROWS, 30);
        learner.merge(other);
        learner.merge(StreamingKernelPca.resume(file(name), Workers.callerOnly()));

        KernelPcaModel model = learner.snapshot();
        assertThat(model.rows()).isEqualTo(3 * GoldenFiles.ROWS + 30);
        assertThat(model.sketchBound()).isBetween(0.0, 2.0);
        assertThat(Arrays.stream(model.spectrum()).sum()).isPositive();
    }

    @Test
    void landmarksGoOnAndMerge() throws IOException {
        KernelPcaModel model = model(GoldenFiles.LANDMARKS_FILE);
        assertThat(FittedModel.of(model).settings())
                .isEqualTo(Learner.settings(GoldenFiles.landmarkSettings(), GoldenFiles.COLUMNS));
        StreamingKernelPca learner = StreamingKernelPca.resume(file(GoldenFiles.LANDMARKS_FILE), Workers.callerOnly());
        StreamingKernelPca uninterrupted = GoldenFiles.landmarkSettings().build(GoldenFiles.COLUMNS);
        uninterrupted.update(ROWS, GoldenFiles.ROWS);
        learner.update(ROWS, 40);
        uninterrupted.update(ROWS, 40);
        assertThat(learner.snapshot().spectrum())
                .containsExactly(uninterrupted.snapshot().spectrum(), within(1e-2));

        StreamingKernelPca other = StreamingKernelPca.like(model, Workers.callerOnly());
        other.update(ROWS, 30);
        learner.merge(other);
        learner.merge(StreamingKernelPca.resume(file(GoldenFiles.LANDMARKS_FILE), Workers.callerOnly()));
        assertThat(learner.snapshot().rows()).isEqualTo(2L * GoldenFiles.ROWS + 70);
    }

    @Test
    void learnersThatForgetGoOn() throws IOException {
        double[] times = GoldenFiles.times();
        StreamingKernelPca aged = StreamingKernelPca.resume(file(GoldenFiles.HALF_LIFE_FILE), Workers.callerOnly());
        assertThat(Learner.of(aged).settings())
                .isEqualTo(Learner.settings(GoldenFiles.halfLifeSettings(), GoldenFiles.COLUMNS));
        StreamingKernelPca uninterrupted = GoldenFiles.halfLifeSettings().build(GoldenFiles.COLUMNS);
        uninterrupted.update(RowBatch.of(ROWS, GoldenFiles.ROWS).withTimes(times));
        aged.update(RowBatch.of(ROWS, 40).withTimes(times));
        uninterrupted.update(RowBatch.of(ROWS, 40).withTimes(times));
        assertThat(aged.snapshot().spectrum())
                .containsExactly(uninterrupted.snapshot().spectrum(), within(1e-3));
        assertThat(aged.snapshot().weight()).isCloseTo(uninterrupted.snapshot().weight(), within(1e-9));
        aged.merge(StreamingKernelPca.resume(file(GoldenFiles.HALF_LIFE_FILE), Workers.callerOnly()));
        assertThat(aged.rows()).isEqualTo(2L * GoldenFiles.ROWS + 40);

        StreamingKernelPca window = StreamingKernelPca.resume(file(GoldenFiles.WINDOW_FILE), Workers.callerOnly());
        assertThat(Learner.of(window).settings())
                .isEqualTo(Learner.settings(GoldenFiles.windowSettings(), GoldenFiles.COLUMNS));
        StreamingKernelPca straight = GoldenFiles.windowSettings().build(GoldenFiles.COLUMNS);
        straight.update(ROWS, GoldenFiles.ROWS);
        window.update(ROWS, 40);
        straight.update(ROWS, 40);
        assertThat(window.snapshot().spectrum())
                .containsExactly(straight.snapshot().spectrum(), within(1e-3));
        assertThat(window.snapshot().weight()).isEqualTo(70);
    }

    @Test
    void checkpointHoldsTheRowsThatWait() throws IOException {
        LearnerCheckpoint saved = ModelFile.readLearner(file("v1-checkpoint.skpca"), null);
        CenteredSketch.State state = Objects.requireNonNull(saved.sketch());
        assertThat(state.absorbed()).isEqualTo(128);
        assertThat(state.block()).hasSize(72 * 8);
    }
}
