package io.github.skpca;

import io.github.skpca.error.KernelError;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A model of a user's own kernel, whose code no file holds, is saved, loaded with the kernel, and used like any other. */
class OwnKernelTest {
    private static final int COLUMNS = 3;
    private static final double[] ROWS = SampleRows.clusters(21, 600, COLUMNS);

    @TempDir
    Path folder;

    /** No record, and of no known shape: two of them are equal only if they are one. */
    private static final class Own implements Kernel {
        private final String name;
        private final double bandwidth;

        Own(String name, double bandwidth) {
            this.name = name;
            this.bandwidth = bandwidth;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public double bandwidth() {
            return bandwidth;
        }

        @Override
        public double similarity(double[] x, int xOffset, double[] y, int yOffset, int columns) {
            double distance = 0;
            for (int j = 0; j < columns; j++) {
                distance += Math.abs(x[xOffset + j] - y[yOffset + j]);
            }
            return 1 / (1 + distance / bandwidth);
        }
    }

    private static Own own() {
        return new Own("my-own", 2.3);
    }

    @ParameterizedTest
    @EnumSource(
            value = Method.class,
            names = {"SKPCA", "NYSTROM", "EXACT"})
    void isUsedAfterLoadingAsBefore(Method method) throws IOException {
        StreamingKernelPca learner = learner(method);
        learner.update(ROWS, 300);
        KernelPcaModel model = learner.snapshot();
        Path path = folder.resolve("own.skpca");
        model.save(path);

        for (KernelPcaModel loaded :
                new KernelPcaModel[] {KernelPcaModel.load(path, own()), KernelPcaModel.fromBytes(model.toBytes(), own())
                }) {
            assertThat(FittedModel.of(loaded).settings().kernel().fixed()).isInstanceOf(Own.class);
            for (int i = 300; i < 400; i++) {
                assertThat(loaded.transform(row(i))).containsExactly(model.transform(row(i)));
                assertThat(loaded.score(row(i))).isEqualTo(model.score(row(i)));
            }
            assertThat(loaded.calibration().isPresent()).isEqualTo(method == Method.SKPCA);
            assertThat(loaded.calibration().map(scores -> scores.pValue(loaded.score(row(5)))))
                    .isEqualTo(model.calibration().map(scores -> scores.pValue(model.score(row(5)))));
            assertThat(loaded.contributions(row(5))).containsExactly(model.contributions(row(5)));
            assertThat(KernelError.measure(loaded, ROWS, 100, Workers.callerOnly()))
                    .isEqualTo(KernelError.measure(model, ROWS, 100, Workers.callerOnly()));
            assertThat(loaded.mapError()).isEqualTo(model.mapError());
            assertThat(loaded.toBytes()).isEqualTo(model.toBytes());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Method.class,
            names = {"SKPCA", "NYSTROM", "EXACT"})
    void goesOnAndMergesAfterLoading(Method method) throws IOException {
        StreamingKernelPca learner = learner(method);
        learner.update(ROWS, 300);
        Path path = folder.resolve("own.state");
        learner.checkpoint(path);
        StreamingKernelPca resumed = StreamingKernelPca.resume(path, own(), Workers.callerOnly());
        StreamingKernelPca fromBytes = StreamingKernelPca.fromBytes(learner.toBytes(), own(), Workers.callerOnly());
        double[] more = Arrays.copyOfRange(ROWS, 300 * COLUMNS, 600 * COLUMNS);
        learner.update(more, 300);
        resumed.update(more, 300);
        fromBytes.update(more, 300);
        assertThat(resumed.toBytes()).isEqualTo(learner.toBytes());
        assertThat(fromBytes.toBytes()).isEqualTo(learner.toBytes());

        StreamingKernelPca other = StreamingKernelPca.like(KernelPcaModel.load(path, own()), Workers.callerOnly());
        other.update(more, 300);
        StreamingKernelPca back = StreamingKernelPca.fromBytes(other.toBytes(), own(), Workers.callerOnly());
        learner.merge(other);
        resumed.merge(back);
        assertThat(learner.rows()).isEqualTo(900);
        assertThat(resumed.snapshot().toBytes()).isEqualTo(learner.snapshot().toBytes());
    }

    @Test
    void aWarmUpGoesOnAndMerges() throws IOException {
        StreamingKernelPca learner = learner(Method.SKPCA);
        learner.update(ROWS, 50);
        StreamingKernelPca resumed = StreamingKernelPca.fromBytes(learner.toBytes(), own(), Workers.callerOnly());
        StreamingKernelPca other = StreamingKernelPca.fromBytes(learner.toBytes(), own(), Workers.callerOnly());
        resumed.merge(other);
        learner.update(ROWS, 50);
        learner.endWarmUp();
        resumed.endWarmUp();
        assertThat(resumed.snapshot().toBytes()).isEqualTo(learner.snapshot().toBytes());
    }

    @Test
    void anotherKernelIsRefused() throws IOException {
        StreamingKernelPca learner = learner(Method.SKPCA);
        learner.update(ROWS, 50);
        byte[] warming = learner.toBytes();
        learner.update(ROWS, 250);
        byte[] learned = learner.toBytes();
        byte[] model = learner.snapshot().toBytes();
        for (Kernel other : new Kernel[] {new Own("another", 2.3), new Own("my-own", 2.4), Kernel.gaussian(2.3)}) {
            String says = "\"my-own\" of bandwidth 2.3, not with \"" + other.name() + "\" of " + other.bandwidth();
            refuses(() -> KernelPcaModel.fromBytes(model, other), says);
            refuses(() -> StreamingKernelPca.fromBytes(learned, other, Workers.callerOnly()), says);
            refuses(() -> StreamingKernelPca.fromBytes(warming, other, Workers.callerOnly()), says);
        }
        StreamingKernelPca gaussian =
                StreamingKernelPca.builder().warmUpRows(300).build(COLUMNS);
        gaussian.update(ROWS, 300);
        byte[] inTheBox = gaussian.snapshot().toBytes();
        double bandwidth =
                FittedModel.of(gaussian.snapshot()).embedding().kernel().bandwidth();
        refuses(() -> KernelPcaModel.fromBytes(inTheBox, own()), "not with \"my-own\" of 2.3");
        refuses(() -> KernelPcaModel.fromBytes(inTheBox, Kernel.gaussian(1)), "not with \"gaussian\" of 1");
        assertThat(KernelPcaModel.fromBytes(inTheBox, KernelFamily.GAUSSIAN.withBandwidth(bandwidth))
                        .toBytes())
                .isEqualTo(inTheBox);
    }

    private static void refuses(ThrowingCallable call, String says) {
        assertThatThrownBy(call)
                .isInstanceOf(ModelFileException.class)
                .hasMessageContaining(says)
                .hasMessageEndingWith("give the kernel that it was fitted with");
    }

    /** It can be looked at; what needs the kernel says which one is missing. */
    @Test
    void withoutTheKernelLandmarksSayWhatIsMissing() throws IOException {
        StreamingKernelPca learner = learner(Method.SKPCA);
        learner.update(ROWS, 300);
        KernelPcaModel loaded = KernelPcaModel.fromBytes(learner.snapshot().toBytes());
        assertThat(loaded.rows()).isEqualTo(300);
        assertThatThrownBy(() -> loaded.transform(row(0)))
                .isInstanceOf(MissingKernelException.class)
                .hasMessageContaining("my-own")
                .hasMessageContaining("give the kernel to load or resume");
    }

    private static StreamingKernelPca learner(Method method) {
        KernelPcaBuilder builder = StreamingKernelPca.builder()
                .method(method)
                .kernel(own())
                .features(60)
                .sketchSize(8)
                .components(4)
                .warmUpRows(200)
                .seed(3);
        return (method == Method.SKPCA ? builder.map(MapKind.LANDMARKS) : builder).build(COLUMNS);
    }

    private static double[] row(int i) {
        return Arrays.copyOfRange(ROWS, COLUMNS * i, COLUMNS * (i + 1));
    }
}
