package io.github.skpca.internal.model;

import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.MergeException;
import io.github.skpca.Method;
import io.github.skpca.ModelFileException;
import io.github.skpca.RowPreparation;
import io.github.skpca.SampleRows;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Names of columns, from the builder through learners, checkpoints and files to the model. */
class ColumnNamesTest {
    private static final double[] ROWS = SampleRows.clusters(57, 60, 3);
    private static final List<String> HOSTILE =
            List.of("a \"b\"\n\\", "\u0000\u2028,\t", "gr\u00f6\u00dfe \ud83d\ude00");

    @TempDir
    Path folder;

    private static KernelPcaBuilder builder(List<String> names) {
        return StreamingKernelPca.builder()
                .features(8)
                .sketchSize(4)
                .components(2)
                .warmUpRows(20)
                .columnNames(names);
    }

    private static StreamingKernelPca learned(List<String> names) {
        StreamingKernelPca learner = builder(names).build(3);
        learner.update(ROWS, 60);
        return learner;
    }

    @ParameterizedTest
    @EnumSource
    void everyMethodKeepsThem(Method method) throws IOException {
        StreamingKernelPca learner = builder(HOSTILE).method(method).build(3);
        learner.update(ROWS, 10);
        Path checkpoint = folder.resolve("checkpoint.skpca");
        // Before the warm-up has ended and after it.
        for (int more : new int[] {10, 40}) {
            learner.checkpoint(checkpoint);
            learner = StreamingKernelPca.resume(checkpoint, Workers.callerOnly());
            learner.update(ROWS, more);
        }
        learner = StreamingKernelPca.fromBytes(learner.toBytes(), Workers.callerOnly());
        KernelPcaModel model = learner.snapshot();
        assertThat(model.columnNames()).isEqualTo(HOSTILE);
        Path path = folder.resolve("model.skpca");
        model.save(path);
        assertThat(KernelPcaModel.load(path).columnNames()).isEqualTo(HOSTILE);
        assertThat(KernelPcaModel.load(path).toBytes()).isEqualTo(model.toBytes());
        StreamingKernelPca like = StreamingKernelPca.like(model, Workers.callerOnly());
        like.update(ROWS, 60);
        assertThat(like.snapshot().columnNames()).isEqualTo(HOSTILE);
    }

    @Test
    void aFileWithoutNamesLoads() throws IOException {
        KernelPcaModel model = learned(List.of()).snapshot();
        Path path = folder.resolve("model.skpca");
        model.save(path);
        assertThat(KernelPcaModel.load(path).columnNames()).isEmpty();
        assertThat(TensorFile.read(path).metadata()).doesNotContainKey("columnNames");
    }

    @Test
    void emptyNamesAndEqualNames() {
        assertThat(learned(List.of("a", "", "a")).snapshot().columnNames()).containsExactly("a", "x2", "a");
    }

    @Test
    void halfACharacterIsReplaced() {
        assertThat(learned(List.of("a\ud83d", "b", "c")).snapshot().columnNames())
                .containsExactly("a?", "b", "c");
    }

    @Test
    void ofPreparedRowsTheCellsHaveNames() {
        KernelPcaBuilder windows =
                builder(List.of("speed")).preparation(RowPreparation.of(1).withLags(3));
        StreamingKernelPca learner = windows.build(3);
        learner.update(ROWS, 60);
        KernelPcaModel model = learner.snapshot();
        assertThat(model.columnNames()).containsExactly("speed");
        assertThat(model.preparation().columnNames(model.columnNames()))
                .containsExactly("speed[t-2]", "speed[t-1]", "speed[t]");
    }

    @Test
    void tooManyOrTooLong() {
        assertThatThrownBy(() -> builder(List.of("a", "b")).build(3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("2 column names for 3 columns");
        String half = "n".repeat(ColumnNames.MOST_CHARACTERS / 2);
        builder(List.of(half, half, "")).build(3);
        assertThatThrownBy(() -> builder(List.of(half, half, "a")).build(3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("leave them out");
    }

    @Test
    void mergeLooksAtNames() {
        List<String> names = List.of("a", "b", "c");
        StreamingKernelPca learner = learned(names);
        learner.merge(learned(names));
        learner.merge(learned(List.of()));
        assertThat(learner.rows()).isEqualTo(180);
        assertThat(learner.snapshot().columnNames()).isEqualTo(names);
        assertThatThrownBy(() -> learner.merge(learned(List.of("a", "c", "b"))))
                .isInstanceOf(MergeException.class)
                .hasMessageContaining("the same columns in another order: column 2 is \"b\" and \"c\"");
        assertThatThrownBy(() -> learner.merge(learned(List.of("a", "b", "d"))))
                .isInstanceOf(MergeException.class)
                .hasMessageContaining("column 3 is \"c\" and \"d\"");
        assertThat(learner.rows()).isEqualTo(180);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a,b,c",
                "[\"a\",\"b\"]",
                "[\"a\",\"b\",\"c\",\"d\"]",
                "[1,2,3]",
                "[\"a\",\"b\",[\"c\"]]",
                "[\"a\",\"b\",\"c\"",
                "[\"a\",\"b\",\"c\"]x",
                "{}"
            })
    void aFileWithOtherThanNames(String text) throws IOException {
        byte[] file = learned(List.of("a", "b", "c")).snapshot().toBytes();
        int end = 8 + ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt();
        String header = new String(file, 8, end - 8, StandardCharsets.UTF_8);
        String names = "[\\\"a\\\",\\\"b\\\",\\\"c\\\"]";
        assertThat(header).contains(names);
        Path hostile = folder.resolve("hostile.skpca");
        Files.write(
                hostile,
                TensorFileBytes.sealed(
                        header.replace(names, text.replace("\"", "\\\"")), Arrays.copyOfRange(file, end, file.length)));
        assertThatThrownBy(() -> KernelPcaModel.load(hostile))
                .isInstanceOf(ModelFileException.class)
                .hasMessageContaining("column names");
    }
}
