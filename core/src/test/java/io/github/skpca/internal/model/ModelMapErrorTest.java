package io.github.skpca.internal.model;

import io.github.skpca.ComponentCount;
import io.github.skpca.ErrorEstimate;
import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.LandmarkRule;
import io.github.skpca.MapKind;
import io.github.skpca.Method;
import io.github.skpca.ModelFileException;
import io.github.skpca.SampleRows;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.feature.MapErrorEstimate;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.TwoGaussiansKernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The estimate of the map's error goes wherever its model goes: through files, checkpoints and merges. */
class ModelMapErrorTest {
    private static final int COUNT = 3000;
    private static final double[] ROWS = SampleRows.clusters(77, COUNT, 3);

    @TempDir
    Path folder;

    private static KernelPcaBuilder small() {
        return StreamingKernelPca.builder()
                .kernel(Kernel.gaussian(2))
                .features(20)
                .sketchSize(4)
                .components(2)
                .warmUpRows(50)
                .seed(3);
    }

    private static StreamingKernelPca learned(KernelPcaBuilder builder, int from, int to) {
        StreamingKernelPca learner = builder.build(3);
        learner.update(Arrays.copyOfRange(ROWS, from * 3, to * 3), to - from);
        return learner;
    }

    private byte[] written(KernelPcaModel model) throws IOException {
        Path path = folder.resolve("written.skpca");
        model.save(path);
        return Files.readAllBytes(path);
    }

    @ParameterizedTest
    @EnumSource(Method.class)
    void methodsWithAMapHaveAnEstimate(Method method) throws IOException {
        KernelPcaModel model = learned(small().method(method), 0, COUNT).snapshot();
        assertThat(model.mapError().isPresent()).isEqualTo(method.sketchesFeatures());
        if (method.sketchesFeatures()) {
            ErrorEstimate error = model.mapError().orElseThrow();
            assertThat(error.rows()).isEqualTo(1024);
            assertThat(error.low()).isPositive().isLessThan(error.estimate());
            assertThat(model.withComponents(ComponentCount.of(1)).mapError()).contains(error);
            KernelPcaModel loaded = KernelPcaModel.load(Files.write(folder.resolve("m"), written(model)));
            assertThat(loaded.mapError()).contains(error);
        }
    }

    /** More features, a smaller error. */
    @Test
    void theEstimateIsOfTheMap() {
        // By a rule that takes as many landmarks as are asked for.
        double few = learned(small().landmarkRule(LandmarkRule.UNIFORM).features(10), 0, COUNT)
                .snapshot()
                .mapError()
                .orElseThrow()
                .estimate();
        double many = learned(small().landmarkRule(LandmarkRule.UNIFORM).features(1000), 0, COUNT)
                .snapshot()
                .mapError()
                .orElseThrow()
                .estimate();
        assertThat(many).isLessThan(few / 3);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLearnerThatWasStoppedGoesOnWithTheSameSample(boolean inTheMiddle) throws IOException {
        StreamingKernelPca whole = learned(small().map(MapKind.FOURIER), 0, COUNT);
        StreamingKernelPca stopped = learned(small().map(MapKind.FOURIER), 0, inTheMiddle ? 2100 : 30);
        Path path = folder.resolve("checkpoint.skpca");
        stopped.checkpoint(path);
        StreamingKernelPca resumed = StreamingKernelPca.resume(path, Workers.callerOnly());
        int done = (int) resumed.rows();
        resumed.update(SampleRows.narrowed(Arrays.copyOfRange(ROWS, done * 3, COUNT * 3)), COUNT - done);
        assertThat(written(resumed.snapshot())).isEqualTo(written(whole.snapshot()));
    }

    @Test
    void mergedModelsHaveASampleOfBoth() {
        StreamingKernelPca first = learned(small(), 0, 1000);
        StreamingKernelPca second = StreamingKernelPca.like(first.snapshot(), Workers.callerOnly());
        second.update(Arrays.copyOfRange(ROWS, 3000, COUNT * 3), 2000);
        first.merge(second);
        KernelPcaModel merged = first.snapshot();
        assertThat(merged.rows()).isEqualTo(COUNT);
        ErrorEstimate error = merged.mapError().orElseThrow();
        ErrorEstimate whole = MapErrorEstimate.estimate(
                FittedModel.of(merged).embedding(), ROWS, COUNT, COUNT, true, Double.NaN, Workers.callerOnly());
        assertThat(whole.estimate()).isBetween(error.low(), error.high());
        RowSet held = new RowSet(
                java.util.Objects.requireNonNull(FittedModel.of(merged).sharedSample())
                        .rows());
        // A third of the rows are of the first stream: 341 of 1024 within five deviations.
        assertThat(held.countOf(0, 1000)).isBetween(265, 420);
        assertThat(held.countOf(0, COUNT)).isEqualTo(1024);
    }

    /** A few rows elsewhere, of which the sample has one or two too few as often as not: what all rows left is known. */
    @Test
    void rareRowsAreInTheInterval() {
        int covered = 0;
        int count = 2000;
        for (int seed = 0; seed < 12; seed++) {
            java.util.Random random = new java.util.Random(seed);
            double[] rows = random.doubles(count * 3L, 0, 2).toArray();
            for (int i = 100; i < count; i++) {
                if (random.nextInt(300) == 0) {
                    rows[3 * i] += 40;
                }
            }
            StreamingKernelPca learner =
                    small().map(MapKind.LANDMARKS).seed(seed).build(3);
            learner.update(rows, count);
            KernelPcaModel model = learner.snapshot();
            ErrorEstimate error = model.mapError().orElseThrow();
            double truth = MapErrorEstimate.estimate(
                            FittedModel.of(model).embedding(),
                            rows,
                            count,
                            count,
                            true,
                            Double.NaN,
                            Workers.callerOnly())
                    .estimate();
            covered += error.low() <= truth && truth <= error.high() ? 1 : 0;
        }
        assertThat(covered).isGreaterThanOrEqualTo(11);
    }

    private static final class RowSet {
        final java.util.Set<java.util.List<Double>> rows = new java.util.HashSet<>();

        RowSet(double[] flat) {
            for (int i = 0; i < flat.length; i += 3) {
                rows.add(java.util.List.of(flat[i], flat[i + 1], flat[i + 2]));
            }
        }

        int countOf(int from, int to) {
            int count = 0;
            for (int i = from; i < to; i++) {
                count += rows.contains(java.util.List.of(ROWS[3 * i], ROWS[3 * i + 1], ROWS[3 * i + 2])) ? 1 : 0;
            }
            return count;
        }
    }

    @Test
    void filesWithoutTheirSampleAreRefused() throws IOException {
        for (String name : new String[] {GoldenCase.DEFAULT.model(), GoldenCase.WINDOW.checkpoint()}) {
            byte[] golden = GoldenFiles.bytes(name);
            int length = ByteBuffer.wrap(golden).order(ByteOrder.LITTLE_ENDIAN).getInt();
            String header = new String(golden, 8, length, StandardCharsets.UTF_8);
            byte[] without = TensorFileBytes.sealed(
                    header.replace("\"sample\":{", "\"other\":{"),
                    Arrays.copyOfRange(golden, 8 + length, golden.length));
            assertThatThrownBy(() -> KernelPcaModel.fromBytes(without))
                    .isInstanceOf(ModelFileException.class)
                    .hasMessageContaining("has no tensor \"sample\"");
            assertThatThrownBy(() -> StreamingKernelPca.fromBytes(without, Workers.callerOnly()))
                    .isInstanceOf(ModelFileException.class)
                    .hasMessageContaining("has no tensor \"sample\"");
        }
    }

    /** It takes longer than the rest of a fit of a small file. */
    @Test
    void filesLeaveTheEstimateToWhoAsks() throws IOException {
        // Landmarks that stay: a snapshot may choose others for rows that wait, which a checkpoint keeps as they are.
        StreamingKernelPca learner = learned(small().landmarkRule(LandmarkRule.UNIFORM), 0, COUNT);
        Path path = folder.resolve("checkpoint.skpca");
        learner.checkpoint(path);
        assertThat(TensorFile.read(path).metadata()).doesNotContainKey("mapError");
        assertThat(KernelPcaModel.load(path).mapError())
                .isPresent()
                .isEqualTo(learner.snapshot().mapError());
        learner.snapshot().save(path);
        assertThat(TensorFile.read(path).metadata()).doesNotContainKey("mapError");
        assertThat(KernelPcaModel.load(path).mapError())
                .isPresent()
                .isEqualTo(learner.snapshot().mapError());
    }

    @Test
    void aKernelOfAUsersOwnKeepsTheEstimateThatWasMadeWithIt() throws IOException {
        KernelPcaModel model = learned(small().kernel(new TwoGaussiansKernel(1, 3, 0.5)), 0, COUNT)
                .snapshot();
        Path path = folder.resolve("own.skpca");
        model.save(path);
        assertThat(KernelPcaModel.load(path).mapError()).isPresent().isEqualTo(model.mapError());
        StreamingKernelPca resumed = StreamingKernelPca.resume(path, Workers.callerOnly());
        resumed.update(ROWS, 100);
        assertThat(resumed.snapshot().mapError()).isEmpty();
        resumed.snapshot().save(path);
        assertThat(KernelPcaModel.load(path).mapError()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "mapErrorLow, 9, interval",
        "mapErrorHigh, NaN, interval",
        "mapError, -1, interval",
        "mapErrorHigh, Infinity, interval",
        "sampleNext, 5, next",
        "sampleNext, -7, next",
        "rows, 9999999, next",
        "sampleKey, x, valid"
    })
    void nonsenseIsRefused(String key, String value, String why) throws IOException {
        // Of a user's own kernel: only such a file has the estimate.
        KernelPcaBuilder own = small().kernel(new TwoGaussiansKernel(1, 3, 0.5));
        byte[] file = written(learned(own, 0, COUNT).snapshot());
        int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt();
        String header = new String(file, 8, length, StandardCharsets.UTF_8);
        String changed = header.replaceFirst("\"" + key + "\":\"[^\"]*\"", "\"" + key + "\":\"" + value + "\"");
        assertThat(changed).isNotEqualTo(header);
        Path path = folder.resolve("nonsense.skpca");
        Files.write(path, TensorFileBytes.sealed(changed, Arrays.copyOfRange(file, 8 + length, file.length)));
        assertThatThrownBy(() -> KernelPcaModel.load(path))
                .isInstanceOf(ModelFileException.class)
                .hasMessageContaining(why);
    }
}
