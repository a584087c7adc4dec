package io.github.skpca.internal.model;

import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.Method;
import io.github.skpca.ModelFileException;
import io.github.skpca.RowBatch;
import io.github.skpca.SampleRows;
import io.github.skpca.SparseRows;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Models and learners as bytes: what the file would hold, and checked as a file is. */
class ModelBytesTest {
    private static final double[] ROWS = SampleRows.clusters(61, 300, 3);

    @TempDir
    Path folder;

    private static KernelPcaBuilder small(Method method) {
        return StreamingKernelPca.builder()
                .method(method)
                .features(8)
                .sketchSize(4)
                .components(2)
                .warmUpRows(50)
                .seed(5);
    }

    private static StreamingKernelPca learner(Method method, int rows) {
        StreamingKernelPca learner = small(method).build(3);
        learner.update(ROWS, rows);
        return learner;
    }

    private static StreamingKernelPca again(StreamingKernelPca learner) throws IOException {
        return StreamingKernelPca.fromBytes(learner.toBytes(), Workers.callerOnly());
    }

    @ParameterizedTest
    @EnumSource(Method.class)
    void aModelIsTheBytesOfItsFile(Method method) throws IOException {
        KernelPcaModel model = learner(method, 200).snapshot();
        Path path = folder.resolve("model.skpca");
        model.save(path);

        assertThat(model.toBytes()).isEqualTo(Files.readAllBytes(path));
        KernelPcaModel back = KernelPcaModel.fromBytes(model.toBytes());
        assertThat(back.toBytes()).isEqualTo(model.toBytes());
        assertThat(back.score(new double[] {1, 2, 3})).isEqualTo(model.score(new double[] {1, 2, 3}));
    }

    @ParameterizedTest
    @EnumSource(Method.class)
    void aLearnerGoesOnFromItsBytes(Method method) throws IOException {
        for (int before : new int[] {20, 50, 200}) {
            StreamingKernelPca learner = learner(method, before);
            StreamingKernelPca back = again(learner);
            assertThat(back.rows()).isEqualTo(before);
            assertThat(back.isWarmingUp()).isEqualTo(before < 50);

            double[] rest = Arrays.copyOfRange(ROWS, 3 * before, ROWS.length);
            learner.update(rest, rest.length / 3);
            back.update(rest, rest.length / 3);
            assertThat(back.toBytes()).as("from row %d", before).isEqualTo(learner.toBytes());
            assertThat(back.snapshot().toBytes()).isEqualTo(learner.snapshot().toBytes());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLearnerWithAMapAndNoRowsGoesOnFromItsBytes(boolean centered) throws IOException {
        StreamingKernelPca empty = small(Method.SKPCA).centered(centered).buildFrom(RowBatch.of(ROWS, 50), 3);
        StreamingKernelPca back = again(empty);
        assertThat(back.rows()).isZero();
        assertThat(back.isWarmingUp()).isFalse();

        empty.update(ROWS, 300);
        back.update(ROWS, 300);
        assertThat(back.snapshot().toBytes()).isEqualTo(empty.snapshot().toBytes());
    }

    @Test
    void aSampleWithoutItsZerosFixesTheSameMap() {
        double[] holed = ROWS.clone();
        for (int i = 0; i < holed.length; i += 2) {
            holed[i] = 0;
        }
        StreamingKernelPca dense = small(Method.SKPCA).standardized(true).buildFrom(RowBatch.of(holed, 50), 3);
        StreamingKernelPca sparse =
                small(Method.SKPCA).standardized(true).buildFrom(RowBatch.of(SparseRows.of(holed, 0, 50, 3)), 3);
        assertThat(sparse.rows()).isZero();
        assertThat(sparse.toBytes()).isEqualTo(dense.toBytes());
    }

    @Test
    void mergingBytesIsMergingLearners() throws IOException {
        StreamingKernelPca empty = small(Method.SKPCA).buildFrom(RowBatch.of(ROWS, 50), 3);
        StreamingKernelPca first = again(empty);
        StreamingKernelPca second = again(empty);
        first.update(ROWS, 100);
        second.update(Arrays.copyOfRange(ROWS, 300, 900), 200);
        StreamingKernelPca restored = again(first);
        restored.merge(again(second));
        first.merge(second);
        assertThat(restored.toBytes()).isEqualTo(first.toBytes());
        assertThat(restored.rows()).isEqualTo(300);
    }

    @Test
    void damagedBytesAreATypedError() {
        byte[] model = learner(Method.SKPCA, 200).snapshot().toBytes();
        byte[] learner = learner(Method.SKPCA, 200).toBytes();
        long seed = 11;
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int trial = 0; trial < 200; trial++) {
            byte[] bad = (trial % 2 == 0 ? model : learner).clone();
            int at = random.nextInt(bad.length);
            bad[at] ^= (byte) (1 + random.nextInt(255));
            byte[] cut = Arrays.copyOf(bad, random.nextInt(bad.length));
            for (byte[] bytes : new byte[][] {bad, cut}) {
                assertThatThrownBy(() -> KernelPcaModel.fromBytes(bytes))
                        .as("seed %d trial %d byte %d", seed, trial, at)
                        .isInstanceOf(ModelFileException.class)
                        .hasMessageStartingWith("model: ");
                assertThatThrownBy(() -> StreamingKernelPca.fromBytes(bytes, Workers.callerOnly()))
                        .isInstanceOf(ModelFileException.class)
                        .hasMessageStartingWith("learner: ");
            }
        }
    }

    @Test
    void aLearnersBytesAreNotAModel() {
        byte[] warming = learner(Method.SKPCA, 20).toBytes();
        assertThatThrownBy(() -> KernelPcaModel.fromBytes(warming))
                .isInstanceOf(ModelFileException.class)
                .hasMessageContaining("not a model");
    }
}
