package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.internal.feature.Standardizer;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.io.DenseBuffer;
import io.github.skpca.io.ReadOptions;
import io.github.skpca.io.RowReader;
import io.github.skpca.io.RowWriter;
import io.github.skpca.io.Rows;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Where fit takes origin, scale, bandwidth and landmarks from: all over plain files, the first rows of everything else. */
final class FitSampleTest {
    private static final int ROWS = 6000;
    private static final int COLUMNS = 4;
    private static final int SAMPLE = 1000;

    @TempDir
    Path folder;

    private Path input;
    private Path model;

    @BeforeEach
    void write() throws Exception {
        input = Data.file(folder, "rows.csv", Data.lines(ROWS, COLUMNS, 41));
        model = folder.resolve("model.skpca");
    }

    private Object[] fit(Object... more) {
        List<Object> arguments = new ArrayList<>(List.of("fit", "-o", model, "--json", "--warmup", SAMPLE));
        arguments.addAll(List.of("--features", 60, "--sketch", 20));
        arguments.addAll(Arrays.asList(more));
        return arguments.toArray();
    }

    private Map<String, Object> fitted(Object... more) {
        return Outcome.passed(fit(more)).json();
    }

    private List<String> sorted() throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(input));
        lines.sort(Comparator.comparingDouble(line -> Double.parseDouble(line.substring(0, line.indexOf(',')))));
        return lines;
    }

    private static String libsvm(String line) {
        StringBuilder text = new StringBuilder("1");
        String[] numbers = line.split(",");
        for (int j = 0; j < numbers.length; j++) {
            text.append(' ').append(j + 1).append(':').append(numbers[j]);
        }
        return text.toString();
    }

    /** The file of lines in a format, made from CSV. */
    private Path file(String name, List<String> lines) throws IOException {
        Path csv = Files.write(folder.resolve("lines.csv"), lines);
        if (name.endsWith(".npy")) {
            Path npy = folder.resolve(name);
            try (RowReader reader = Rows.open(List.of(csv.toString()), ReadOptions.defaults());
                    RowWriter writer = Rows.create(npy.toString(), null, List.of(), reader.columnNames())) {
                DenseBuffer batch = new DenseBuffer(100, COLUMNS);
                for (int read = reader.read(batch); read > 0; read = reader.read(batch)) {
                    writer.write(batch.values(), read, null);
                }
                writer.commit();
            }
            return npy;
        }
        return Files.write(
                folder.resolve(name),
                name.endsWith(".svm")
                        ? lines.stream().map(FitSampleTest::libsvm).toList()
                        : name.endsWith(".tsv")
                                ? lines.stream()
                                        .map(line -> line.replace(',', '\t'))
                                        .toList()
                                : lines);
    }

    /** The order of a file's rows does not matter: bandwidth and scale are those of a file that is shuffled. */
    @ParameterizedTest
    @ValueSource(strings = {"sorted.csv", "sorted.tsv", "sorted.svm", "sorted.npy"})
    void aSortedFileIsLikeAShuffledOne(String name) throws Exception {
        List<String> lines = sorted();
        Map<String, Object> ordered = fitted(file(name, lines), "--standardize");
        assertThat(ordered).containsEntry("rows", (long) ROWS);
        assertThat(ordered.get("sample").toString()).matches("(9[5-9]\\d|1,000) rows from all over the file");
        Standardizer standardizer = standardizer();
        Collections.shuffle(lines, new Random(42));
        Map<String, Object> shuffled = fitted(file("shuffled.csv", lines), "--standardize");
        assertThat((double) ordered.get("bandwidth"))
                .isEqualTo((double) shuffled.get("bandwidth"), within(0.03 * (double) shuffled.get("bandwidth")));
        Standardizer expected = standardizer();
        for (int j = 0; j < COLUMNS; j++) {
            assertThat(standardizer.factors()[j])
                    .isEqualTo(expected.factors()[j], within(0.05 * expected.factors()[j]));
            assertThat(standardizer.origin()[j])
                    .isEqualTo(expected.origin()[j], within(0.1 / Math.abs(expected.factors()[j])));
        }
        double inOrder = (double)
                fitted(file(name, sorted()), "--standardize", "--in-order").get("bandwidth");
        assertThat(inOrder).as("of the first rows").isNotCloseTo((double) shuffled.get("bandwidth"), within(0.1));
    }

    private Standardizer standardizer() throws IOException {
        return FittedModel.of(KernelPcaModel.load(model))
                .embedding()
                .preprocessing()
                .standardizer();
    }

    /** Landmarks of the first rows know nothing of the others, unless they follow the stream. */
    @Test
    void itHelpsWhereLandmarksStayAndTheFirstRowsAreUnlikeTheRest() throws Exception {
        Path rows = unlike();
        double sampled = spectralError(rows, "--landmarks", "uniform");
        assertThat(sampled).isLessThan(0.5 * spectralError(rows, "--landmarks", "uniform", "--in-order"));
    }

    @Test
    void landmarksThatFollowNeedNoSampleWhereTheFirstRowsAreUnlikeTheRest() throws Exception {
        Path rows = unlike();
        double sampled = spectralError(rows);
        assertThat(spectralError(rows, "--in-order")).isLessThan(1.1 * sampled);
        assertThat(sampled).isLessThan(0.5 * spectralError(rows, "--landmarks", "uniform", "--in-order"));
    }

    /** Rows in an order, of which the first are close together and the others elsewhere. */
    private Path unlike() throws IOException {
        StringBuilder text = new StringBuilder();
        for (String line : Data.lines(300, COLUMNS, 32).split("\n")) {
            StringBuilder moved = new StringBuilder();
            for (String number : line.split(",")) {
                moved.append(moved.isEmpty() ? "" : ",").append(0.05 * Double.parseDouble(number) + 9);
            }
            text.append(moved).append('\n');
        }
        return Data.file(folder, "unlike.csv", text + Data.lines(1500, COLUMNS, 33));
    }

    /** Of a fit with one bandwidth, on the rows that it learned. */
    private double spectralError(Path rows, Object... more) {
        List<Object> arguments = new ArrayList<>(List.of("fit", rows, "-o", model, "--features", 100));
        arguments.addAll(List.of("--warmup", 300, "--sketch", 20, "--bandwidth", 2, "--no-center"));
        arguments.addAll(Arrays.asList(more));
        Outcome.passed(arguments.toArray());
        return Outcome.done("evaluate", model, rows, "--json").number("spectralError");
    }

    /** {@code cat FILE | skpca fit -} and {@code skpca fit --in-order FILE}. */
    @ParameterizedTest
    @ValueSource(strings = {"rows.csv", "rows.npy", "rows.svm"})
    void inOrderIsWhatAPipeGives(String name) throws Exception {
        Path rows = file(name, Files.readAllLines(input));
        Object[] width = name.endsWith(".svm")
                ? new Object[] {"-", "--format", "libsvm", "--width", COLUMNS}
                : new Object[] {"-"};
        assertThat(SkpcaProcess.runWith(Files.readAllBytes(rows), fit(width))
                        .requireDone()
                        .json())
                .containsEntry("sample", "the first 1,000 rows (a pipe)");
        byte[] piped = Files.readAllBytes(model);
        assertThat(fitted(rows, "--in-order")).containsEntry("sample", "the first 1,000 rows (--in-order)");
        assertThat(Files.readAllBytes(model)).isEqualTo(piped);
        fitted(rows);
        assertThat(Files.readAllBytes(model)).as("without --in-order").isNotEqualTo(piped);
    }

    /** Up to the rows of the sample a file is a pipe. */
    @Test
    void smallFilesAreTheirOwnSample() throws Exception {
        List<String> lines = Files.readAllLines(input);
        for (int rows : new int[] {1 + 40, SAMPLE - 1, SAMPLE}) {
            for (String name : List.of("small.csv", "small.npy")) {
                Path small = file(name, lines.subList(0, rows));
                assertThat(fitted(small)).containsEntry("sample", "all " + Console.text(rows) + " rows");
                byte[] sampled = Files.readAllBytes(model);
                fitted(small, "--in-order");
                assertThat(Files.readAllBytes(model)).isEqualTo(sampled);
            }
        }
        Path larger = Files.write(folder.resolve("larger.csv"), lines.subList(0, SAMPLE + 1));
        assertThat(fitted(larger).get("sample").toString()).endsWith(" rows from all over the file");
    }

    @Test
    void itIsSaidWhereItCameFrom() throws Exception {
        Path packed = Files.write(folder.resolve("rows.csv.gz"), Data.gzip(Files.readAllBytes(input)));
        assertThat(fitted(packed)).containsEntry("sample", "the first 1,000 rows (compressed)");
        assertThat(fitted(input, packed)).containsEntry("sample", "the first 1,000 rows (compressed)");
        assertThat(fitted(input, input).get("sample").toString()).endsWith(" rows from all over 2 files");
        assertThat(Outcome.passed("fit", input, "-o", model, "--warmup", SAMPLE).out())
                .containsPattern("\n  sample +\\d[,\\d]* rows from all over the file\n");
        Path like = folder.resolve("like.skpca");
        assertThat(Outcome.passed("fit", input, "--like", model, "-o", like, "--json")
                        .json())
                .containsEntry("sample", "none: as in " + model);
        assertThat(Refusal.of(folder, "fit", input, "--like", model, "-o", like, "--in-order"))
                .startsWith("--in-order has no meaning with --like");
    }

    @Test
    void aFitGoesOnFromItsCheckpoint() throws Exception {
        fitted(input);
        byte[] straight = Files.readAllBytes(model);
        Path checkpoint = folder.resolve("checkpoint.skpca");
        fitted(input, "--checkpoint", checkpoint, "--checkpoint-every", 2500);
        Files.delete(model);
        assertThat(fitted(input, "--checkpoint", checkpoint, "--resume"))
                .containsEntry("sample", "as in " + checkpoint);
        assertThat(Files.readAllBytes(model)).isEqualTo(straight);
    }

    /** A pipe can be read once: what is resumed has its landmarks, and takes no sample. */
    @Test
    @Timeout(60)
    void itIsNotTakenAgainToResume() throws Exception {
        Path pipe = folder.resolve("pipe.csv");
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")));
        Path checkpoint = folder.resolve("checkpoint.skpca");
        fitted(input, "--checkpoint", checkpoint, "--checkpoint-every", 2500);
        byte[] straight = Files.readAllBytes(model);
        byte[] rows = Files.readAllBytes(input);
        assertThat(new ProcessBuilder("/usr/bin/mkfifo", pipe.toString())
                        .start()
                        .waitFor())
                .isZero();
        CompletableFuture<Path> written = CompletableFuture.supplyAsync(() -> {
            try {
                return Files.write(pipe, rows, StandardOpenOption.WRITE);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        fitted(pipe, "--checkpoint", checkpoint, "--resume");
        written.get();
        assertThat(Files.readAllBytes(model)).isEqualTo(straight);
    }

    @Test
    void aTargetErrorUsesIt() throws Exception {
        Path rows = Files.write(folder.resolve("sorted.csv"), sorted());
        Object[] options = {"fit", rows, "-o", model, "--target-error", 0.01, "--warmup", SAMPLE, "--json"};
        Map<String, Object> fields = Outcome.passed(options).json();
        assertThat(fields).containsEntry("targetReached", true).containsEntry("rows", (long) ROWS);
        assertThat(fields.get("sample").toString()).endsWith(" rows from all over the file");
        assertThat(Outcome.done("evaluate", model, rows, "--json").number("spectralError"))
                .isLessThan(0.02);
    }

    /** Rows that are looked at before they are learned would come without their times. */
    @Test
    void aTargetErrorWithTimesNeedsPlainFiles() throws Exception {
        Object[] times = {"--target-error", 0.05, "--half-life", "1h", "--time-column", 1, "--warmup", 500, "--json"};
        List<Object> file = new ArrayList<>(List.of("fit", input, "-o", model));
        file.addAll(Arrays.asList(times));
        assertThat(Outcome.passed(file.toArray()).json()).containsEntry("columns", 3L);
        file.add("--in-order");
        assertThat(Refusal.of(folder, file.toArray()))
                .startsWith("--target-error with --time-column looks at rows before their time: give plain files");
    }

    /** The sample passes over them; the fit names their line. */
    @Test
    void badRowsAreFoundWithTheirLine() throws Exception {
        List<String> lines = new ArrayList<>(Files.readAllLines(input));
        lines.set(4321, "1,2,x,4");
        Path bad = Files.write(folder.resolve("bad.csv"), lines);
        assertThat(Refusal.of(folder, fit(bad))).contains("bad.csv:4322: column 3: \"x\" is not a number");
        assertThat(fitted(bad, "--on-bad-row", "skip")).containsEntry("skippedRows", 1L);
        lines.replaceAll(line -> "1,2,x,4");
        lines.set(0, "1,2,3,4");
        Path hopeless = Files.write(folder.resolve("hopeless.csv"), lines);
        assertThat(Refusal.of(folder, fit(hopeless))).contains("hopeless.csv:2: column 3: \"x\" is not a number");
        lines.replaceAll(line -> "1,2,1e300,4");
        Path far = Files.write(folder.resolve("far.csv"), lines);
        assertThat(Refusal.of(folder, fit(far)))
                .contains("far.csv:1: column 3: \"1e300\" is beyond the range of a float");
    }
}
