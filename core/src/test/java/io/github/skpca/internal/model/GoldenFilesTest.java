package io.github.skpca.internal.model;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.MapKind;
import io.github.skpca.ModelFileException;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.learning.Learner;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.sketch.CenteredSketch;
import io.github.skpca.internal.sketch.SketchAlgorithm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Files that were written before load, transform, resume and merge. */
class GoldenFilesTest {
    @TempDir
    Path folder;

    static List<String> files() {
        return GoldenFiles.all();
    }

    private Path file(String name) throws IOException {
        return Files.write(folder.resolve(name), GoldenFiles.bytes(name));
    }

    private KernelPcaModel model(String name) throws IOException {
        return KernelPcaModel.load(file(name));
    }

    private StreamingKernelPca resumed(String name) throws IOException {
        return StreamingKernelPca.resume(file(name), Workers.callerOnly());
    }

    /** Machines with a fused multiply-add wrote the files; others differ by rounding, and may choose other landmarks. */
    private static boolean isSameArithmetic() {
        return Backend.hasCommonBits();
    }

    private static void assertSameSpectrum(KernelPcaModel actual, KernelPcaModel expected) {
        if (isSameArithmetic()) {
            assertThat(actual.spectrum()).containsExactly(expected.spectrum());
            return;
        }
        int length = Math.max(actual.spectrum().length, expected.spectrum().length);
        double tolerance = Math.max(1e-2, 0.02 * expected.spectrum()[0]);
        assertThat(Arrays.copyOf(actual.spectrum(), length))
                .containsExactly(Arrays.copyOf(expected.spectrum(), length), within(tolerance));
    }

    @Test
    @EnabledIfSystemProperty(named = "skpca.golden.write", matches = ".+")
    void writesThemAgain() throws IOException {
        GoldenFiles.write(Path.of(System.getProperty("skpca.golden.write")));
    }

    @ParameterizedTest
    @MethodSource("files")
    void loadingsAndScoresAreTheRecordedOnes(String name) throws IOException {
        GoldenCase golden = GoldenCase.of(name);
        KernelPcaModel model = model(name);
        // A factor of landmarks that lie close together makes rounding larger.
        boolean hasLandmarks = FittedModel.of(model).settings().map() == MapKind.LANDMARKS;
        double rounding = isSameArithmetic() ? 0 : hasLandmarks ? 1e-4 : 1e-5;
        int checked = 0;
        for (String line : new String(GoldenFiles.bytes(GoldenFiles.LOADINGS), StandardCharsets.UTF_8).split("\n")) {
            String[] fields = line.split(",");
            if (!fields[0].equals(name)) {
                continue;
            }
            double[] row = golden.unseen()[Integer.parseInt(fields[1])];
            float[] loadings = model.transform(row);
            double score = Double.parseDouble(fields[2]);
            assertThat(model.score(row)).isCloseTo(score, within(rounding));
            assertThat(loadings).hasSize(fields.length - 3);
            for (int c = 0; c < loadings.length; c++) {
                assertThat(loadings[c]).isCloseTo(Float.parseFloat(fields[3 + c]), within((float) rounding));
            }
            checked++;
        }
        assertThat(checked).isEqualTo(golden.unseen().length);
        assertThat(model.rows()).isEqualTo(golden.rows());
    }

    @ParameterizedTest
    @MethodSource("files")
    void filesSayWhatTheyHold(String name) throws IOException {
        GoldenCase golden = GoldenCase.of(name);
        TensorFile file = TensorFile.read(file(name));
        boolean isCheckpoint = name.equals(golden.checkpoint());
        assertThat(file.metadata())
                .containsEntry("version", "2")
                .containsEntry("kind", isCheckpoint ? "checkpoint" : "model");
        SketchAlgorithm algorithm = golden.algorithm();
        if (algorithm == null) {
            assertThat(file.metadata()).doesNotContainKey("sketchAlgorithm");
            assertThat(FittedModel.of(model(name)).sketchChoice()).isEmpty();
            return;
        }
        assertThat(file.metadata()).containsEntry("sketchAlgorithm", algorithm.label());
        SketchAlgorithm.Choice choice =
                FittedModel.of(model(name)).sketchChoice().orElseThrow();
        assertThat(choice.algorithm()).isEqualTo(algorithm);
        assertThat(choice.reason()).isNotBlank();
        boolean hasState = isCheckpoint && algorithm != SketchAlgorithm.WINDOW;
        assertThat(file.has("state.moments")).isEqualTo(hasState && algorithm.holdsMatrix());
        assertThat(file.has("state.sketch")).isEqualTo(hasState && !algorithm.holdsMatrix());
        assertThat(file.has("window.sketch")).isEqualTo(algorithm == SketchAlgorithm.WINDOW);
    }

    @Test
    void thereIsAFileOfEverything() throws IOException {
        Set<SketchAlgorithm> algorithms = Arrays.stream(GoldenCase.values())
                .map(GoldenCase::algorithm)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        assertThat(algorithms).containsExactlyInAnyOrder(SketchAlgorithm.values());
        Set<MapKind> maps = EnumSet.noneOf(MapKind.class);
        for (GoldenCase golden : GoldenCase.values()) {
            maps.add(FittedModel.of(model(golden.model())).settings().map());
        }
        assertThat(maps).containsExactlyInAnyOrder(MapKind.values());
        Settings plain = Learner.settings(StreamingKernelPca.builder(), GoldenCase.DEFAULT.columns());
        assertThat(FittedModel.of(model(GoldenCase.DEFAULT.model())).settings()).isEqualTo(plain);
    }

    @ParameterizedTest
    @EnumSource(GoldenCase.class)
    void settingsAndMapsAreStillTheSame(GoldenCase golden) throws IOException {
        StreamingKernelPca learner = golden.learned();
        for (String name : List.of(golden.model(), golden.checkpoint())) {
            KernelPcaModel model = model(name);
            assertThat(FittedModel.of(model).settings())
                    .isEqualTo(Learner.of(learner).settings());
            // A checkpoint's own model has the landmarks of its state, even if rows that wait have outgrown them.
            learner.checkpoint(folder.resolve("now.skpca"));
            KernelPcaModel now =
                    name.equals(golden.model()) ? learner.snapshot() : KernelPcaModel.load(folder.resolve("now.skpca"));
            if (FittedModel.of(model).settings().map() != MapKind.LANDMARKS || isSameArithmetic()) {
                assertThat(FittedModel.of(now)
                                .embedding()
                                .differenceFrom(FittedModel.of(model).embedding()))
                        .isEmpty();
            }
            assertSameSpectrum(now, model);
        }
    }

    @ParameterizedTest
    @EnumSource(GoldenCase.class)
    void learnersGoOnAsIfTheyHadNotStopped(GoldenCase golden) throws IOException {
        StreamingKernelPca learner = resumed(golden.checkpoint());
        StreamingKernelPca straight = golden.learned();
        assertThat(learner.rows()).isEqualTo(golden.rows());
        golden.teach(learner, golden.rows(), GoldenCase.MORE);
        golden.teach(straight, golden.rows(), GoldenCase.MORE);
        KernelPcaModel model = learner.snapshot();
        assertSameSpectrum(model, straight.snapshot());
        assertThat(model.weight()).isCloseTo(straight.snapshot().weight(), within(1e-9));
        assertThat(learner.toBytes()).isEqualTo(straight.toBytes());
    }

    static List<String> filesThatMerge() {
        List<String> files = new ArrayList<>(files());
        files.removeAll(List.of(GoldenCase.WINDOW.model(), GoldenCase.WINDOW.checkpoint()));
        return files;
    }

    @ParameterizedTest
    @MethodSource("filesThatMerge")
    void learnersMerge(String name) throws IOException {
        GoldenCase golden = GoldenCase.of(name);
        StreamingKernelPca learner = resumed(name);
        assertThat(learner.rows()).isEqualTo(golden.rows());
        golden.teach(learner, golden.rows(), GoldenCase.MORE);
        StreamingKernelPca other = StreamingKernelPca.like(model(name), Workers.callerOnly());
        golden.teach(other, 0, 30);
        learner.merge(other);
        learner.merge(resumed(name));

        KernelPcaModel merged = learner.snapshot();
        assertThat(merged.rows()).isEqualTo(2L * golden.rows() + GoldenCase.MORE + 30);
        assertThat(Arrays.stream(merged.spectrum()).sum()).isPositive();
        if (merged.hasSketchBound() && golden != GoldenCase.POLYNOMIAL) {
            assertThat(merged.sketchBound()).isBetween(0.0, 2.0);
        }
    }

    @Test
    void checkpointsHoldTheRowsThatWait() throws IOException {
        for (GoldenCase golden : List.of(GoldenCase.DEFAULT, GoldenCase.FOURIER, GoldenCase.BLOCK, GoldenCase.RNCA)) {
            LearnerCheckpoint saved = ModelFile.readLearner(file(golden.checkpoint()), null);
            CenteredSketch.State state = Objects.requireNonNull(saved.sketch());
            assertThat(state.absorbed()).isIn(128L, 1024L, 2048L);
            assertThat(saved.rows()).isEqualTo(golden.rows());
            LearnerState.Following following =
                    saved.learned() instanceof LearnerState.Sketched sketched ? sketched.following() : null;
            assertThat(following != null).isEqualTo(golden == GoldenCase.DEFAULT);
            assertThat(state.block().length > 0
                            || Objects.requireNonNull(following).waiting().count() > 0)
                    .isTrue();
        }
    }

    @Test
    void warmUpsGoOn() throws IOException {
        StreamingKernelPca dense = resumed(GoldenFiles.WARM_UP);
        StreamingKernelPca sparse = resumed(GoldenFiles.SPARSE_WARM_UP);
        for (StreamingKernelPca learner : List.of(dense, sparse)) {
            assertThat(learner.isWarmingUp()).isTrue();
            assertThat(learner.rows()).isEqualTo(GoldenFiles.WARM_UP_ROWS);
        }
        assertThat(dense.toBytes()).isEqualTo(GoldenFiles.warmingUp().toBytes());
        assertThat(sparse.toBytes()).isEqualTo(GoldenFiles.warmingUpSparse().toBytes());
        assertThatThrownBy(() -> model(GoldenFiles.WARM_UP)).isInstanceOf(UnfinishedWarmUpException.class);
    }

    @Test
    void oldFormatsAreRefusedInOneLine() throws IOException {
        Path old = file(GoldenFiles.OLD);
        String message = old + ": is of format 1, which this version no longer reads; fit it again";
        assertThatThrownBy(() -> KernelPcaModel.load(old))
                .isInstanceOf(ModelFileException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> StreamingKernelPca.resume(old, Workers.callerOnly()))
                .isInstanceOf(ModelFileException.class)
                .hasMessage(message);
    }
}
