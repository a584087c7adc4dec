package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.RowBatch;
import io.github.skpca.cli.PipeClient.Session;
import io.github.skpca.cli.PipeFailure.Kind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The pipe learns what fit learns, answers what the library answers, and survives what is sent down it. */
final class PipeTest {
    private static final int COLUMNS = 4;
    private static final int ROWS = 300;
    private static final String SMALL = "\"features\": 30, \"sketch\": 5, \"components\": 3";

    @TempDir
    Path folder;

    private Path file;
    private float[] values;

    @BeforeEach
    void write() throws IOException {
        file = Data.file(folder, "rows.csv", Data.lines(ROWS, COLUMNS, 5));
        values = new float[ROWS * COLUMNS];
        List<List<Double>> rows = Data.rows(file);
        StringBuilder rounded = new StringBuilder();
        for (int i = 0; i < values.length; i++) {
            values[i] = rows.get(i / COLUMNS).get(i % COLUMNS).floatValue();
            // The file has the doubles that the floats are.
            rounded.append((double) values[i]).append(i % COLUMNS == COLUMNS - 1 ? '\n' : ',');
        }
        Files.writeString(file, rounded);
    }

    private static String create(String options) {
        return "{\"columns\": " + COLUMNS + ", " + SMALL + options + "}";
    }

    private float[] part(int from, int to) {
        return Arrays.copyOfRange(values, from * COLUMNS, to * COLUMNS);
    }

    private Path fit(Object... options) {
        Path model = folder.resolve("fit.skpca");
        Object[] fixed = {"fit", file, "--in-order", "-o", model, "--features", 30, "--sketch", 5, "--components", 3};
        Object[] all = Arrays.copyOf(fixed, fixed.length + options.length);
        System.arraycopy(options, 0, all, fixed.length, options.length);
        Outcome.passed(all);
        return model;
    }

    private String path(Path model) {
        return "{\"path\": \"" + model.toString().replace("\\", "\\\\") + "\"}";
    }

    /** Whether the warm-up is over or not, whatever the form and the split, and whatever was asked on the way. */
    @ParameterizedTest
    @CsvSource({"100, laplacian", "10000, gaussian"})
    void aSavedModelHasTheBytesOfAFitInOrder(int warmUp, String kernel) {
        Path saved = folder.resolve("saved.skpca");
        Path sparse = folder.resolve("sparse.skpca");
        String settings = create(", \"warmup\": " + warmUp + ", \"kernel\": \"" + kernel + "\", \"center\": false");
        double[] doubles = new double[values.length];
        Arrays.setAll(doubles, i -> values[i]);
        Session session = new PipeClient()
                .request(PipeRequest.CREATE, 0, settings)
                .request(PipeRequest.CREATE, 0, settings)
                .request(PipeRequest.UPDATE, 1, PipeClient.rows(part(0, 50), COLUMNS, 0))
                .request(PipeRequest.SNAPSHOT, 1)
                .request(PipeRequest.UPDATE, 1, PipeClient.rows(part(50, 250), COLUMNS, 50))
                .request(PipeRequest.UPDATE, 2, PipeClient.sparseRows(part(0, 120), COLUMNS))
                .request(PipeRequest.UPDATE, 1, PipeClient.rows(part(250, ROWS), COLUMNS, 250))
                .request(
                        PipeRequest.UPDATE,
                        2,
                        PipeClient.rows(Arrays.copyOfRange(doubles, 120 * COLUMNS, doubles.length), COLUMNS))
                .request(PipeRequest.SAVE, 1, path(saved))
                .request(PipeRequest.SAVE, 2, path(sparse))
                .request(PipeRequest.TO_BYTES, 1, "{\"kind\": \"model\"}")
                .run();
        assertThat(session.exit()).as(session.err()).isZero();
        assertThat(session.answer(0).json()).containsKeys("version", "backend", "longestFrame");
        assertThat(session.answer(1).learner()).isEqualTo(1);
        assertThat(session.answer(4).json()).containsEntry("rows", 50L).containsEntry("components", 3L);
        assertThat(session.answer(9).rows()).isEqualTo(ROWS);
        Path fitted = fit("--warmup", warmUp, "--kernel", kernel, "--no-center");
        assertThat(saved).hasSameBinaryContentAs(fitted);
        assertThat(sparse).hasSameBinaryContentAs(fitted);
        assertThat(session.last().payload()).isEqualTo(contentOf(fitted));
    }

    private static byte[] contentOf(Path path) {
        try {
            return Files.readAllBytes(path);
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    void answersAreThoseOfTheLibrary() throws IOException {
        KernelPcaModel model = KernelPcaModel.load(fit());
        float[] asked = part(0, 20);
        float[] loadings = model.transform(RowBatch.of(asked, 20));
        Session session = new PipeClient()
                .request(PipeRequest.RESUME_FILE, 0, path(folder.resolve("fit.skpca")))
                .request(PipeRequest.TRANSFORM, 1, PipeClient.rows(asked, COLUMNS, 0))
                .request(PipeRequest.SCORE, 1, PipeClient.sparseRows(asked, COLUMNS))
                .request(PipeRequest.P_VALUE, 1, PipeClient.rows(asked, COLUMNS, 0))
                .request(PipeRequest.RECONSTRUCT, 1, PipeClient.rows(asked, COLUMNS, 0))
                .request(PipeRequest.RECONSTRUCT_LOADINGS, 1, PipeClient.rows(loadings, 3, 0))
                .request(PipeRequest.SNAPSHOT, 1)
                .run();
        double[] row = new double[COLUMNS];
        Arrays.setAll(row, j -> asked[j]);
        assertThat(session.answer(2).floats()).isEqualTo(loadings);
        double[] scores = session.answer(3).doubles();
        assertThat(scores).isEqualTo(model.score(RowBatch.of(asked, 20)));
        assertThat(session.answer(4).doubles())
                .isEqualTo(Arrays.stream(scores)
                        .map(model.calibration().orElseThrow()::pValue)
                        .toArray());
        assertThat(Arrays.copyOf(session.answer(5).doubles(), COLUMNS))
                .isEqualTo(model.reconstruct(row).row());
        assertThat(Arrays.copyOf(session.answer(6).doubles(), COLUMNS))
                .isEqualTo(model.reconstructLoadings(Arrays.copyOf(loadings, 3)).row());
        assertThat(session.answer(7).json()).containsEntry("rows", (long) ROWS).containsKeys("spectrum", "mean");
    }

    /** Learners travel as bytes, begin like a model, and merge. */
    @Test
    void learnersTravelAndMerge() throws IOException {
        Path first = fit();
        Path merged = folder.resolve("merged.skpca");
        Session made = new PipeClient()
                .request(PipeRequest.CREATE, 0, create(""))
                .request(PipeRequest.UPDATE, 1, PipeClient.rows(part(0, 100), COLUMNS, 0))
                .request(PipeRequest.TO_BYTES, 1, "{\"kind\": \"learner\"}")
                .run();
        byte[] learner = made.last().payload();
        byte[] onTwoThreads =
                PipeClient.buffer(4 + learner.length).putInt(2).put(learner).array();
        String like = "{\"columns\": 4, \"like\": \"" + first + "\"}";
        Session session = new PipeClient()
                .request(PipeRequest.RESUME_BYTES, 0, onTwoThreads)
                .request(PipeRequest.UPDATE, 1, PipeClient.rows(part(100, ROWS), COLUMNS, 100))
                .request(PipeRequest.CREATE, 0, like)
                .request(PipeRequest.UPDATE, 2, PipeClient.rows(part(0, 30), COLUMNS, 0))
                .request(PipeRequest.MERGE, 1, PipeClient.buffer(4).putInt(2).array())
                .request(PipeRequest.CLOSE, 2)
                .request(PipeRequest.DESCRIBE, 2)
                .request(PipeRequest.SAVE, 1, path(merged))
                .run();
        assertThat(session.answer(1).json()).containsEntry("rows", 100L).containsEntry("isWarmingUp", true);
        assertThat(session.answer(5).rows()).isEqualTo(ROWS + 30);
        assertThat(session.answer(7).error(Kind.LEARNER)).isEqualTo("there is no learner 2");
        assertThat(KernelPcaModel.load(merged).rows()).isEqualTo(ROWS + 30);
    }

    /** What cannot be answered is refused in one line, and the learner goes on. */
    @Test
    void refusalsChangeNothing() throws IOException {
        float[] bad = part(0, 3);
        bad[5] = Float.NaN;
        byte[] merge = PipeClient.buffer(4).putInt(1).array();
        byte[] whole = PipeClient.rows(part(0, 3), COLUMNS, 0);
        Session session = new PipeClient()
                .request(PipeRequest.CREATE, 0, "{\"columns\": 4, \"kernel\": \"no\"}")
                .request(PipeRequest.CREATE, 0, "{\"columns\": 4, \"method\": \"rnca\", \"sketch\": 5}")
                .request(PipeRequest.CREATE, 0, "{\"columns\": 4, \"colour\": 5}")
                .request(PipeRequest.CREATE, 0, "{\"columns\": [4]}")
                .request(PipeRequest.CREATE, 0, "no JSON")
                .request(PipeRequest.CREATE, 0, "{\"columns\": 0}")
                .request(PipeRequest.CREATE, 0, create(""))
                .request(PipeRequest.SNAPSHOT, 1)
                .request(PipeRequest.UPDATE, 1, PipeClient.rows(part(0, ROWS), COLUMNS, 0))
                .request(PipeRequest.UPDATE, 1, PipeClient.rows(bad, COLUMNS, -1))
                .request(PipeRequest.UPDATE, 1, PipeClient.rows(part(0, 3), COLUMNS - 1, -1))
                .request(PipeRequest.UPDATE, 1, PipeClient.rows(part(0, 3), COLUMNS, 7))
                .request(PipeRequest.UPDATE, 1, Arrays.copyOf(whole, whole.length - 1))
                .request(PipeRequest.UPDATE, 1)
                .request(PipeRequest.RECONSTRUCT_LOADINGS, 1, PipeClient.rows(part(0, 3), COLUMNS, 0))
                .request(PipeRequest.MERGE, 1, merge)
                .request(PipeRequest.SAVE, 1, path(folder.resolve("none/model.skpca")))
                .request(PipeRequest.SAVE, 1, "{}")
                .request(PipeRequest.RESUME_FILE, 0, path(file))
                .request(PipeRequest.RESUME_FILE, 0, path(folder.resolve("none.skpca")))
                .request(PipeRequest.RESUME_BYTES, 0, new byte[20])
                .request(PipeRequest.SCORE, 9, PipeClient.rows(part(0, 3), COLUMNS, 0))
                .request(PipeRequest.DESCRIBE, 1)
                .request(PipeRequest.SAVE, 1, path(folder.resolve("saved.skpca")))
                .run();
        assertThat(session.exit()).as(session.err()).isZero();
        assertThat(session.answer(1).error(Kind.SETTINGS)).startsWith("--kernel must be one of ");
        assertThat(session.answer(2).error(Kind.SETTINGS)).contains("--sketch has no meaning for --method rnca");
        assertThat(session.answer(3).error(Kind.SETTINGS)).contains("--colour");
        assertThat(session.answer(4).error(Kind.SETTINGS)).contains("and nothing else");
        assertThat(session.answer(5).error(Kind.SETTINGS)).contains("is not JSON");
        assertThat(session.answer(6).error(Kind.SETTINGS)).contains("--columns must be at least 1");
        assertThat(session.answer(8).error(Kind.STATE)).contains("no rows are learned yet");
        assertThat(session.answer(9).rows()).isEqualTo(ROWS);
        assertThat(session.answer(10).error(Kind.ROWS)).contains("row 2, column 2", "not a finite number");
        assertThat(session.answer(11).error(Kind.ROWS)).isEqualTo("rows of 3 columns where 4 are expected");
        assertThat(session.answer(12).error(Kind.STATE)).contains("are to come after 7 others and 300 are learned");
        assertThat(session.answer(13).error(Kind.ROWS)).contains("47 bytes of numbers where 48 are needed");
        assertThat(session.answer(14).error(Kind.ROWS)).contains("24 bytes before them");
        assertThat(session.answer(15).error(Kind.ROWS)).contains("4 loadings a row and 3 components");
        assertThat(session.answer(16).error(Kind.MERGE)).contains("merged with itself");
        assertThat(session.answer(17).error(Kind.SETTINGS)).contains("its folder does not exist");
        assertThat(session.answer(18).error(Kind.SETTINGS)).contains("--path is missing");
        assertThat(session.answer(19).error(Kind.FILE)).contains("rows.csv");
        assertThat(session.answer(20).error(Kind.FILE)).contains("none.skpca");
        session.answer(21).error(Kind.FILE);
        session.answer(22).error(Kind.LEARNER);
        assertThat(session.answer(23).json()).containsEntry("rows", (long) ROWS);
        assertThat(folder.resolve("saved.skpca")).hasSameBinaryContentAs(fit());
        assertThat(folder.resolve("none")).doesNotExist();
    }

    @Test
    void anUnknownRequestIsRefused() {
        Session session = new PipeClient()
                .raw(PipeClient.header(99, 0, 0, 0))
                .request(PipeRequest.CREATE, 0, create(""))
                .run();
        assertThat(session.answer(1).error(Kind.SETTINGS)).isEqualTo("there is no request 99");
        assertThat(session.exit()).isZero();
        assertThat(session.last().json()).containsEntry("rows", 0L);
    }

    /** Where it is no longer known where a frame begins, the session ends: exit code 2, one line, and the same line as the last answer. */
    @ParameterizedTest
    @ValueSource(strings = {"header", "payload", "length", "longest", "half header", "half payload", "garbage"})
    void damageEndsTheSession(String damage) {
        byte[] rows = PipeClient.rows(part(0, 3), COLUMNS, 0);
        int sum = PipeClient.crc(rows, rows.length);
        byte[] header = PipeClient.header(4, 1, rows.length, sum);
        PipeClient client = new PipeClient().request(PipeRequest.CREATE, 0, create(""));
        String line = switch (damage) {
            case "header" -> {
                header[8]++;
                client.raw(header).raw(rows);
                yield "the header of a frame has a wrong checksum";
            }
            case "payload" -> {
                rows[30]++;
                client.raw(header).raw(rows);
                yield "the payload of a frame has a wrong checksum";
            }
            case "length" -> {
                client.raw(PipeClient.header(4, 1, Long.MIN_VALUE, sum));
                yield "a frame of 9223372036854775808 bytes is longer than 67108864";
            }
            case "longest" -> {
                client.raw(PipeClient.header(3, 1, (1L << 30) + 1, sum));
                yield "a frame of 1073741825 bytes is longer than 1073741824";
            }
            case "half header" -> {
                client.raw(Arrays.copyOf(header, 11));
                yield "it ends in the header of a frame";
            }
            case "half payload" -> {
                client.raw(header).raw(Arrays.copyOf(rows, 31));
                yield "it ends after 31 of 72 bytes of a frame";
            }
            default -> {
                client.raw("no frame at all, but longer than a header\n".getBytes(StandardCharsets.UTF_8));
                yield "the header of a frame has a wrong checksum";
            }
        };
        Session session = client.run();
        assertThat(session.exit()).isEqualTo(Failures.BAD_INPUT);
        assertThat(session.last().error(Kind.PROTOCOL)).contains(line);
        assertThat(new Outcome(session.exit(), "", session.err()).complaint(2)).contains(line);
    }

    @Test
    void theHelloIsLookedAt() {
        Session other = new PipeClient(7).run();
        assertThat(other.exit()).isEqualTo(Failures.BAD_INPUT);
        assertThat(other.last().error(Kind.PROTOCOL)).contains("speaks version 7", "use both from one release");
        for (byte[] start : new byte[][] {{}, "1,2,3\n4,5,6\n7,8,9\n".getBytes(StandardCharsets.UTF_8)}) {
            ByteArrayInputStream in = new ByteArrayInputStream(start);
            assertThatThrownBy(() -> new PipeReader(in).readHello())
                    .hasMessageContaining("does not begin with the hello of the pipe protocol");
        }
        assertThat(Outcome.of("pipe", "--json").complaint(2)).contains("--json has no meaning");
        assertThat(Outcome.of("pipe", "rows.csv").complaint(2)).contains("rows.csv");
    }

    /** Memory follows what was sent, not what a header claims. */
    @Test
    void aClaimTakesNoMemory() throws Exception {
        byte[] input = new PipeClient()
                .raw(PipeClient.header(3, 0, 1 << 30, 0))
                .raw(new byte[1000])
                .bytes();
        try (SkpcaProcess process = SkpcaProcess.start(List.of("-Xmx64m"), "pipe")) {
            try (OutputStream stream = process.input()) {
                stream.write(input);
            }
            Outcome outcome = process.end();
            assertThat(outcome.complaint(Failures.BAD_INPUT)).contains("it ends after 1000 of 1073741824 bytes");
        }
    }

    @Test
    void anOwnerThatIsGoneEndsIt() {
        PrintStream closed = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8) {
            @Override
            public boolean checkError() {
                return true;
            }
        };
        PipeReader requests = new PipeReader(new ByteArrayInputStream(new PipeClient().bytes()));
        try (PipeSession session = new PipeSession(requests, new PipeWriter(closed))) {
            assertThatThrownBy(session::run).isInstanceOf(IOException.class).hasMessageContaining("is gone");
        }
    }
}
