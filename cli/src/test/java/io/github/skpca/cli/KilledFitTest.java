package io.github.skpca.cli;

import io.github.skpca.internal.model.ModelFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import static org.assertj.core.api.Assertions.assertThat;

/** A fit that is killed and goes on from its checkpoint ends with the model of a fit that was left in peace. */
final class KilledFitTest {
    private static final int ROWS = 9000;
    private static final int COLUMNS = 40;

    @TempDir
    Path folder;

    private String text;
    private Path data;
    private Path expected;
    private Path model;
    private Path checkpoint;

    @BeforeEach
    void write() throws Exception {
        text = Data.lines(ROWS, COLUMNS, 3);
        data = Data.file(folder, "data.csv", text);
        expected = folder.resolve("expected.skpca");
        model = folder.resolve("model.skpca");
        checkpoint = folder.resolve("checkpoint.skpca");
    }

    /** The stream stands still after {@code fed} rows, so the fit cannot end, and is killed once it has learned enough. */
    @ParameterizedTest
    @CsvSource({"5000, 4000, 2500", "1000, 4000, 3000", "1000, 8000, 5500"})
    void whileItWaitsForRows(int warmUp, int fed, int learned) throws Exception {
        Outcome.done(fit(expected, data, "--in-order", "--warmup", warmUp));
        try (SkpcaProcess process = SkpcaProcess.start(
                List.of(),
                fit(model, "-", "--warmup", warmUp, "--checkpoint", checkpoint, "--checkpoint-every", 500))) {
            OutputStream input = process.input();
            input.write(Data.bytes(text.substring(0, text.length() / ROWS * fed)));
            input.flush();
            while (checkpointRows() < learned) {
                assertThat(process.isAlive()).isTrue();
                Thread.sleep(20);
            }
            process.kill();
        }
        assertThat(checkpointRows()).isGreaterThanOrEqualTo(learned).isLessThan(ROWS);
        assertThat(Outcome.done("inspect", checkpoint, "--json").json())
                .containsEntry("kind", "checkpoint")
                .extractingByKey("warmingUp")
                .isEqualTo(checkpointRows() < warmUp ? true : null);
        assertThat(model).doesNotExist();
        Outcome resumed =
                Outcome.done(fit(model, data, "--warmup", warmUp, "--checkpoint", checkpoint, "--resume", "--json"));
        assertThat(resumed.json()).containsEntry("sample", "as in " + checkpoint);
        assertThat(resumed.json()).containsEntry("rows", (long) ROWS);
        assertThat(model).hasSameBinaryContentAs(expected);
    }

    /** Windows of rows with missing cells, whose medians and categories come from the sample: a fit that goes on has the same. */
    @Test
    void withRowsThatArePrepared() throws Exception {
        StringBuilder lines = new StringBuilder();
        int number = 0;
        for (String line : text.split("\n")) {
            String color = number % 3 == 0 ? "red" : "blue";
            String kept = number++ % 9 == 0 ? "," + line.substring(line.indexOf(',') + 1) : line;
            lines.append(kept.split(",", 6)[0])
                    .append(',')
                    .append(kept.split(",", 6)[1])
                    .append(',')
                    .append(color);
            lines.append('\n');
        }
        Path prepared = Data.file(folder, "prepared.csv", lines.toString());
        Object[] options = {
            "--warmup", 500, "--lags", 20, "--stride", 2, "--missing", "impute", "--one-hot", 3, "--header", "no"
        };
        Outcome.passed(concat(fit(expected, prepared, "--in-order"), options));
        try (SkpcaProcess process = SkpcaProcess.start(
                List.of(), concat(fit(model, "-", "--checkpoint", checkpoint, "--checkpoint-every", 100), options))) {
            OutputStream input = process.input();
            input.write(Data.bytes(lines.substring(0, lines.length() / 3 * 2)));
            input.flush();
            while (checkpointRows() < 1000) {
                assertThat(process.isAlive()).isTrue();
                Thread.sleep(20);
            }
            process.kill();
        }
        Outcome.passed(concat(fit(model, prepared, "--checkpoint", checkpoint, "--resume"), options));
        assertThat(model).hasSameBinaryContentAs(expected);
        Object[] others = {"--warmup", 500, "--lags", 4, "--stride", 2, "--missing", "impute", "--one-hot", 3};
        assertThat(Outcome.of(concat(fit(model, prepared, "--checkpoint", checkpoint, "--resume"), others))
                        .complaint(Failures.BAD_INPUT))
                .contains("its rows were prepared in another way");
    }

    /** Checkpoints follow each other so closely that some of the kills hit one being written. The sample is from all over the file. */
    @Test
    void againAndAgainAtRandomMoments() throws Exception {
        long seed = 4;
        SplittableRandom random = new SplittableRandom(seed);
        assertThat(Outcome.done(fit(expected, data, "--warmup", 300, "--json")).json())
                .containsEntry("sample", "300 rows from all over the file");
        Object[] resume = fit(model, data, "--warmup", 300, "--checkpoint", checkpoint, "--resume");
        Object[] command = concat(resume, new Object[] {"--checkpoint-every", 20});
        int kills = 0;
        while (kills < 5 && !Files.exists(model)) {
            try (SkpcaProcess process = SkpcaProcess.start(List.of(), command)) {
                long before = checkpointRows();
                while (process.isAlive() && checkpointRows() == before) {
                    Thread.sleep(1);
                }
                Thread.sleep(random.nextInt(60));
                process.kill();
                kills++;
            }
            assertThat(checkpointRows()).as("seed %d, kill %d", seed, kills).isPositive();
            if (Files.exists(model)) {
                assertThat(model).hasSameBinaryContentAs(expected);
            }
        }
        assertThat(kills).isPositive();
        // With fewer checkpoints: nothing hits this one, and hundreds more would only take their time.
        Outcome.done(concat(resume, new Object[] {"--checkpoint-every", 2000}));
        assertThat(model).hasSameBinaryContentAs(expected);
    }

    /** The lock ends with the process that has it, however that ends. */
    @Test
    void aCheckpointBelongsToOneFit() throws Exception {
        Object[] second = fit(model, data, "--warmup", 1000, "--checkpoint", checkpoint, "--resume");
        try (SkpcaProcess process = SkpcaProcess.start(
                List.of(), fit(model, "-", "--warmup", 1000, "--checkpoint", checkpoint, "--checkpoint-every", 500))) {
            OutputStream input = process.input();
            input.write(Data.bytes(text.substring(0, text.length() / ROWS * 4000)));
            input.flush();
            while (checkpointRows() < 2500) {
                assertThat(process.isAlive()).isTrue();
                Thread.sleep(20);
            }
            Path link = Files.createSymbolicLink(folder.resolve("link"), checkpoint);
            Object[] byLink = fit(model, data, "--warmup", 1000, "--checkpoint", link);
            for (Object[] refused : List.of(second, byLink)) {
                assertThat(Outcome.of(refused).complaint(Failures.BAD_INPUT))
                        .contains("another fit or watch is using this checkpoint; stop it first");
            }
            assertThat(model).doesNotExist();
            process.kill();
        }
        Outcome.done(second);
        Outcome.done(fit(expected, data, "--in-order", "--warmup", 1000));
        assertThat(model).hasSameBinaryContentAs(expected);
    }

    @Test
    void resumeWithoutACheckpointStartsAtTheBeginning() {
        Outcome.done(fit(expected, data));
        Outcome.done(fit(model, data, "--checkpoint", checkpoint, "--resume"));
        assertThat(model).hasSameBinaryContentAs(expected);
    }

    @Test
    void resumeAfterTheEndGivesTheSameModelAgain() {
        Object[] command = fit(model, data, "--checkpoint", checkpoint, "--checkpoint-every", 1000, "--resume");
        Outcome.done(command);
        Outcome.done(fit(expected, data));
        Outcome.done(command);
        assertThat(model).hasSameBinaryContentAs(expected);
    }

    @Test
    void resumeCountsGoodRowsWhereBadOnesAreSkipped() throws Exception {
        String bad = Data.lines(2000, COLUMNS, 5) + "1,2\n" + Data.lines(2000, COLUMNS, 6) + "x\n";
        Path half = Data.file(folder, "half.csv", bad);
        Path whole = Data.file(folder, "whole.csv", bad + Data.lines(2000, COLUMNS, 7));
        // The file has grown in between: only in order does the first part begin as the whole does.
        Object[] options = {"--warmup", 1000, "--on-bad-row", "skip", "--in-order"};
        Outcome.done(concat(fit(expected, whole), options));
        Outcome.done(concat(
                fit(folder.resolve("part.skpca"), half, "--checkpoint", checkpoint, "--checkpoint-every", 500),
                options));
        Outcome resumed =
                Outcome.done(concat(fit(model, whole, "--checkpoint", checkpoint, "--resume", "--json"), options));
        assertThat(resumed.json()).containsEntry("rows", 6000L).containsEntry("skippedRows", 2L);
        assertThat(model).hasSameBinaryContentAs(expected);
    }

    /** The rows of the checkpoint, 0 if there is none; a half-written one would fail the test here. */
    private long checkpointRows() throws Exception {
        return Files.exists(checkpoint)
                ? ModelFile.readLearner(checkpoint, null).rows()
                : 0;
    }

    private static Object[] concat(Object[] first, Object[] second) {
        List<Object> all = new ArrayList<>(Arrays.asList(first));
        all.addAll(Arrays.asList(second));
        return all.toArray();
    }

    private static Object[] fit(Path output, Object... more) {
        return concat(new Object[] {"fit", "-o", output, "--features", 40, "--sketch", 10, "--components", 5}, more);
    }
}
