package io.github.skpca.internal.model;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.ModelFileException;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.learning.Learner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What is attached to a checkpoint comes back as it was, and changes nothing about the learner beside it. */
final class AttachmentsTest {
    @TempDir
    Path folder;

    private StreamingKernelPca learner;
    private Path path;

    @BeforeEach
    void learn() {
        learner = StreamingKernelPca.builder()
                .features(20)
                .sketchSize(5)
                .components(3)
                .warmUpRows(50)
                .build(3);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 200; i++) {
            learner.update(new double[] {random.nextDouble(), random.nextDouble(), random.nextDouble()});
        }
        path = folder.resolve("checkpoint.skpca");
    }

    @Test
    void comeBackBesideTheLearner() throws Exception {
        Attachments attached = new Attachments(
                Map.of("offset", "123", "first.line", "\u00e4,\"b\"\n"),
                Map.of("sums", new double[] {1, -0.0, 1e-300}, "none", new double[0]));
        ModelFile.writeCheckpoint(Learner.of(learner).save(), FittedModel.of(learner.snapshot()), attached, path);
        Attachments found = ModelFile.readAttachments(path);
        assertThat(found.texts()).isEqualTo(attached.texts());
        assertThat(found.numbers().keySet()).isEqualTo(attached.numbers().keySet());
        assertThat(found.numbers("sums")).isEqualTo(attached.numbers("sums"));
        StreamingKernelPca again = StreamingKernelPca.resume(path, Workers.callerOnly());
        double[] row = {0.3, 0.4, 0.5};
        learner.update(row);
        again.update(row);
        assertThat(again.snapshot().directions()).isEqualTo(learner.snapshot().directions());
        assertThat(KernelPcaModel.load(path).mapError())
                .isEqualTo(ModelFile.readModel(path, null).mapError());
    }

    @Test
    void aFileWithoutAnyHasNone() throws Exception {
        learner.checkpoint(path);
        assertThat(ModelFile.readAttachments(path).isEmpty()).isTrue();
        Path plain = folder.resolve("plain.skpca");
        ModelFile.writeCheckpoint(
                Learner.of(learner).save(), FittedModel.of(learner.snapshot()), Attachments.NONE, plain);
        assertThat(ModelFile.readAttachments(plain).isEmpty()).isTrue();
    }

    @Test
    void namesAndNumbersAreChecked() {
        for (String name : new String[] {"", "1st", "a b", "a/b", "x".repeat(101), "\u00e4"}) {
            assertThatThrownBy(() -> new Attachments(Map.of(name, ""), Map.of()))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        for (double number : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> new Attachments(Map.of(), Map.of("a", new double[] {number})))
                    .hasMessage("attachment a holds a number that is not finite");
        }
        assertThatThrownBy(() -> Attachments.NONE.text("rows")).hasMessage("no attachment rows");
    }

    @Test
    void hostileFilesAreRefusedInOneLine() throws Exception {
        assertRefused(TensorFile.builder().tensor("watch.a", new float[] {1}, 1));
        assertRefused(TensorFile.builder().tensor("watch.a", new double[] {1, 2}, 1, 2));
        assertRefused(TensorFile.builder().tensor("watch.a", new double[] {Double.NaN}, 1));
        assertRefused(TensorFile.builder().tensor("watch.", new double[] {1}, 1));
        assertRefused(TensorFile.builder().metadata("watch.a b", "x"));
    }

    private void assertRefused(TensorFile.Builder file) throws Exception {
        Files.write(path, file.toBytes());
        assertThatThrownBy(() -> ModelFile.readAttachments(path))
                .isInstanceOf(ModelFileException.class)
                .hasMessageStartingWith(path + ": ")
                .satisfies(refusal -> assertThat(refusal.getMessage()).doesNotContainPattern("\\p{Cntrl}"));
    }
}
