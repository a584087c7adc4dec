package io.github.skpca.cli;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Fits that forget: rows, times and windows on the command line. */
final class ForgettingTest {
    private static final int ROWS = 300;

    @TempDir
    Path folder;

    private Path rows;
    private Path model;

    @BeforeEach
    void write() throws Exception {
        Random random = new Random(77);
        StringBuilder lines = new StringBuilder("when,instant,a,b\n");
        for (int i = 0; i < ROWS; i++) {
            long seconds = 1_700_000_000L + 60L * i;
            lines.append(seconds)
                    .append(',')
                    .append(Instant.ofEpochSecond(seconds))
                    .append(',')
                    .append(random.nextGaussian())
                    .append(',')
                    .append(random.nextGaussian() + (i > 200 ? 3 : 0))
                    .append('\n');
        }
        rows = Data.file(folder, "rows.csv", lines.toString());
        model = folder.resolve("model.skpca");
    }

    private Outcome fit(Object... options) {
        return Outcome.of(arguments(options));
    }

    private Object[] arguments(Object... options) {
        Object[] all = new Object[options.length + 10];
        Object[] first = {"fit", rows, "-o", model, "--features", 20, "--sketch", 8, "--warmup", 50};
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(options, 0, all, first.length, options.length);
        return all;
    }

    private Outcome done(Object... options) {
        // The rows change on the way, and fit says that neighbours are alike.
        return Outcome.passed(arguments(options));
    }

    @Test
    void halfLivesInRowsAndInTimeWeighAlike() throws Exception {
        double expected = 0;
        for (int i = 0; i < ROWS; i++) {
            expected += Math.pow(2, -i / 40.0);
        }
        Outcome counted = done("--half-life", 40, "--columns", "a,b", "--json");
        assertThat(counted.json())
                .containsEntry("forgetting", "half-life")
                .containsEntry("halfLifeClock", "rows")
                .containsEntry("rows", (long) ROWS);
        assertThat(counted.number("halfLife")).isEqualTo(40, within(0.0));
        assertThat(counted.number("weight")).isEqualTo(expected, within(1e-6));
        Outcome timed = done("--half-life", "40m", "--time-column", "when", "--exclude", "instant", "--json");
        assertThat(timed.json()).containsEntry("columns", 2L).containsEntry("halfLifeClock", "time");
        assertThat(timed.number("weight")).isEqualTo(expected, within(1e-6));
        byte[] bytes = Files.readAllBytes(model);
        done("--half-life", "2400", "--time-column", "instant", "--exclude", "when");
        assertThat(Files.readAllBytes(model)).isEqualTo(bytes);
        Outcome shown = Outcome.done("inspect", model, "--json");
        assertThat(shown.number("weight")).isEqualTo(expected, within(1e-6));
        assertThat(shown.json()).containsEntry("forgetting", "half-life");
    }

    @Test
    void windowsForgetAllBeforeThem() throws Exception {
        Outcome window = done("--window", 100, "--window-error", 0.5, "--columns", "a,b", "--json");
        assertThat(window.json())
                .containsEntry("forgetting", "window")
                .containsEntry("window", 100L)
                .containsEntry("rows", (long) ROWS);
        assertThat(window.number("weight")).isEqualTo(100, within(0.0));
        assertThat(window.number("windowError")).isEqualTo(0.5, within(0.0));
        byte[] bytes = Files.readAllBytes(model);
        Path checkpoint = folder.resolve("fit.checkpoint");
        done(
                "--window",
                100,
                "--window-error",
                0.5,
                "--columns",
                "a,b",
                "--checkpoint",
                checkpoint,
                "--checkpoint-every",
                70);
        done("--window", 100, "--window-error", 0.5, "--columns", "a,b", "--checkpoint", checkpoint, "--resume");
        assertThat(Files.readAllBytes(model)).isEqualTo(bytes);
        Outcome other = fit("--window", 99, "--columns", "a,b", "--checkpoint", checkpoint, "--resume");
        assertThat(other.complaint(2)).contains("was made with other options", "a window of");
    }

    @Test
    void modelsByTimeMergeAndAreFollowed() {
        done("--half-life", "1h", "--time-column", "when", "--exclude", "instant");
        Path second = folder.resolve("second.skpca");
        Outcome.passed("fit", rows, "--like", model, "--time-column", "when", "--exclude", "instant", "-o", second);
        Outcome merged = Outcome.done("merge", model, second, "-o", folder.resolve("both.skpca"), "--json");
        assertThat(merged.json()).containsEntry("rows", 2L * ROWS);
        Outcome untimed = Outcome.of("fit", rows, "--like", model, "--columns", "a,b", "-o", second);
        assertThat(untimed.complaint(2)).contains("--time-column");
        done("--half-life", "30", "--columns", "a,b");
        Outcome refused = Outcome.of("merge", model, second, "-o", folder.resolve("both.skpca"));
        assertThat(refused.complaint(2)).contains("half-life");
    }

    @ParameterizedTest
    @CsvSource({
        "--half-life 5 --window 7, cannot both be given",
        "--window-error 0.1, needs --window",
        "--time-column when, needs --half-life",
        "--half-life 3d, --time-column",
        "--half-life soon, --half-life must be",
        "--half-life 0, positive",
        "--window 0, window must be",
        "--window 5 --window-error 2, between",
        "--window 5 --shrink fast, no meaning",
        "--half-life 5 --time-column never --exclude instant, no column",
        "--half-life 5 --time-column 1-2, one column",
    })
    void contradictionsAreRefused(String options, String message) {
        Outcome refused = fit((Object[]) options.split(" "));
        assertThat(refused.complaint(2)).contains(message);
    }

    @Test
    void methodsThatCannotForgetSaySo() {
        Outcome rnca = Outcome.of("fit", rows, "-o", model, "--columns", "a,b", "--method", "rnca", "--window", 5);
        assertThat(rnca.complaint(2)).contains("no window");
        Outcome exact = Outcome.of("fit", rows, "-o", model, "--columns", "a,b", "--method", "exact", "--half-life", 5);
        assertThat(exact.complaint(2)).contains("does not forget");
    }

    @Test
    void aTimeThatIsNoneIsNamed() throws Exception {
        rows = Data.file(folder, "bad.csv", "when,a\n1,2\nnoon,3\n4,5\n");
        Outcome refused = fit("--half-life", 5, "--time-column", "when");
        assertThat(refused.complaint(2)).contains("bad.csv:3").contains("noon");
    }
}
