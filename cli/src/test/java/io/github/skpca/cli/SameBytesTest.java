package io.github.skpca.cli;

import io.github.skpca.io.DenseBuffer;
import io.github.skpca.io.ReadOptions;
import io.github.skpca.io.RowReader;
import io.github.skpca.io.RowWriter;
import io.github.skpca.io.Rows;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The same rows in the same order give the same model file, byte for byte, however they arrive; the same file does with a sample from all
 * over it.
 */
final class SameBytesTest {
    private static final int ROWS = 9000;
    private static final int COLUMNS = 21;

    private static String text;
    private static Path data;
    private static Path expected;

    @TempDir
    Path folder;

    private Path model;

    @BeforeAll
    static void fitWhole(@TempDir Path shared) throws Exception {
        text = Data.lines(ROWS, COLUMNS, 2);
        data = Data.file(shared, "data.csv", text);
        expected = shared.resolve("expected.skpca");
        Outcome.done(fit(expected, data));
    }

    @BeforeEach
    void name() {
        model = folder.resolve("model.skpca");
    }

    @Test
    void asItWasTheFirstTime() {
        requireSame(Outcome.done(fit(model, data)));
    }

    @Test
    void inOneThreadAndInSeveral() {
        requireSame(Outcome.done(fit(model, data, "--threads", 1)));
        requireSame(Outcome.done(fit(model, data, "--threads", 2)));
        requireSame(Outcome.done(fit(model, data, "--threads", 5)));
    }

    @Test
    void gzipped() throws Exception {
        Path gz = Files.write(folder.resolve("data.csv.gz"), Data.gzip(Data.bytes(text)));
        requireSame(Outcome.done(fit(model, gz)));
    }

    @Test
    void asOtherText() throws Exception {
        requireSame(Outcome.done(fit(model, Data.file(folder, "data.tsv", text.replace(',', '\t')))));
        requireSame(Outcome.done(fit(model, Data.file(folder, "windows.csv", "\uFEFF" + text.replace("\n", "\r\n")))));
        // Of a file with a header the model has the names, and is otherwise the same.
        String header = "a,".repeat(COLUMNS - 1) + "b\n";
        Path named = folder.resolve("named.skpca");
        Outcome.done(fit(named, Data.file(folder, "named.csv", header + text)));
        String windows = "\uFEFF" + (header + text).replace("\n", "\r\n");
        Outcome.done(fit(model, Data.file(folder, "windows.csv", windows)));
        assertThat(model).hasSameBinaryContentAs(named);
    }

    @Test
    void asNpy() throws Exception {
        Path npy = folder.resolve("data.npy");
        try (RowReader reader = Rows.open(List.of(data.toString()), ReadOptions.defaults());
                RowWriter writer = Rows.create(npy.toString(), null, List.of(), reader.columnNames())) {
            DenseBuffer batch = new DenseBuffer(100, COLUMNS);
            for (int read = reader.read(batch); read > 0; read = reader.read(batch)) {
                writer.write(batch.values(), read, null);
            }
            writer.commit();
        }
        requireSame(Outcome.done(fit(model, npy)));
        requireSame(SkpcaProcess.runWith(Files.readAllBytes(npy), fit(model, "-")));
    }

    @Test
    void splitIntoSeveralFiles() throws Exception {
        List<String> lines = text.lines().toList();
        Path first = Files.write(folder.resolve("first.csv"), lines.subList(0, 1237));
        Path second = Files.write(folder.resolve("second.csv"), lines.subList(1237, ROWS));
        requireSame(Outcome.done(fit(model, first, second)));
    }

    @Test
    void throughStandardInput() throws Exception {
        requireSame(SkpcaProcess.runWith(Data.bytes(text), fit(model, "-")));
        requireSame(SkpcaProcess.runWith(Data.gzip(Data.bytes(text)), fit(model, "-")));
    }

    @Test
    void inEveryLanguageAndTimeZone() throws Exception {
        List<String> turkish = List.of("-Duser.language=tr", "-Duser.country=TR");
        requireSame(SkpcaProcess.run(turkish, fit(model, data)));
        List<String> arabic = List.of("-Duser.language=ar", "-Duser.country=EG", "-Duser.timezone=Asia/Kathmandu");
        Outcome outcome = SkpcaProcess.run(arabic, fit(model, data));
        requireSame(outcome);
        assertThat(outcome.out()).contains("9,000");
    }

    @Test
    void withCheckpointsAlongTheWay() {
        requireSame(Outcome.done(
                fit(model, data, "--checkpoint", folder.resolve("checkpoint"), "--checkpoint-every", 700)));
    }

    /** Standard input and pipes need no option, and give what the file gives with it. */
    @Test
    void aPipeIsInOrderAnyway() throws Exception {
        requireSame(SkpcaProcess.runWith(Data.bytes(text), sampled(model, "-")));
        Path gz = Files.write(folder.resolve("data.csv.gz"), Data.gzip(Data.bytes(text)));
        requireSame(Outcome.done(sampled(model, gz)));
    }

    @Test
    void withASampleFromAllOverTheFile() throws Exception {
        Path first = folder.resolve("first.skpca");
        Outcome.done(sampled(first, data));
        assertThat(Files.mismatch(first, expected)).as("another sample").isNotNegative();
        List<Object[]> ways = List.of(
                sampled(model, data),
                sampled(model, data, "--threads", 1),
                sampled(model, data, "--threads", 5),
                sampled(model, data, "--checkpoint", folder.resolve("checkpoint"), "--checkpoint-every", 700));
        for (Object[] way : ways) {
            Outcome.done(way);
            assertThat(model).hasSameBinaryContentAs(first);
        }
        SkpcaProcess.run(List.of("-Duser.language=tr", "-Duser.country=TR"), sampled(model, data))
                .requireDone();
        assertThat(model).hasSameBinaryContentAs(first);
    }

    @Test
    void anotherSeedIsAnotherModel() throws Exception {
        Outcome.done(fit(model, data, "--seed", 1));
        assertThat(Files.mismatch(model, expected)).isNotNegative();
    }

    private static Object[] fit(Path output, Object... more) {
        Object[] inOrder = Arrays.copyOf(more, more.length + 1);
        inOrder[more.length] = "--in-order";
        return sampled(output, inOrder);
    }

    private static Object[] sampled(Path output, Object... more) {
        List<Object> args = new ArrayList<>(List.of("fit", "-o", output, "--warmup", 2000));
        args.addAll(List.of("--features", 60, "--sketch", 16));
        args.addAll(Arrays.asList(more));
        return args.toArray();
    }

    private void requireSame(Outcome outcome) {
        outcome.requireDone();
        assertThat(model).hasSameBinaryContentAs(expected);
        assertThat(model.toFile().delete()).isTrue();
    }
}
