package io.github.skpca.cli;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

/** The stream is compared with the rows of the fit from its first row on, and a flood of alarms is one event. */
final class WatchMisfitTest {
    @TempDir
    Path folder;

    private Path model;

    @BeforeEach
    void fit() throws IOException {
        model = folder.resolve("model.skpca");
        Outcome.passed("fit", rows("training.csv", 3000, 1, 0, 0), "-o", model);
    }

    /** Normal columns; the second has {@code shift} more, and all have {@code everywhere}. */
    private Path rows(String name, int count, long seed, double shift, double everywhere) throws IOException {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder("a,b,c\n");
        for (int i = 0; i < count; i++) {
            text.append(random.nextGaussian() + everywhere).append(',');
            text.append(random.nextGaussian() + shift + everywhere).append(',');
            text.append(random.nextGaussian() + everywhere).append('\n');
        }
        return Data.file(folder, name, text.toString());
    }

    private List<String> watched(Path rows, Object... more) throws IOException {
        Path events = folder.resolve(rows.getFileName() + ".events");
        Files.deleteIfExists(events);
        Object[] all = new Object[more.length + 6];
        System.arraycopy(new Object[] {"watch", model, rows, "--once", "-o", events}, 0, all, 0, 6);
        System.arraycopy(more, 0, all, 6, more.length);
        Outcome.passed(all);
        return Files.readAllLines(events);
    }

    private static long count(List<String> events, String kind) {
        return events.stream()
                .filter(line -> line.startsWith("{\"event\":\"" + kind + "\""))
                .count();
    }

    private static long row(List<String> events, String kind) {
        String line = events.stream()
                .filter(event -> event.startsWith("{\"event\":\"" + kind + "\""))
                .findFirst()
                .orElseThrow();
        return Long.parseLong(line.replaceAll(".*?\"row\":(\\d+).*", "$1"));
    }

    @Test
    void oneColumnADeviationOffFromTheFirstRowIsDrift() throws IOException {
        for (Object learning : new Object[] {"--learn", "--no-learn"}) {
            List<String> events = watched(rows("off.csv", 2000, 2, 1, 0), learning);
            assertThat(count(events, "drift")).isEqualTo(1);
            assertThat(row(events, "drift")).isBetween(65L, 300L);
            assertThat(events.stream()
                            .filter(line -> line.contains("\"drift\""))
                            .findFirst()
                            .orElseThrow())
                    .contains("\"by\":\"rows\"", "\"columns\":[{\"column\":\"b\"");
            assertThat(count(events, "driftEnd")).isEqualTo(1);
            assertThat(row(events, "driftEnd")).isEqualTo(row(events, "drift") + 1024);
        }
    }

    @Test
    void rowsLikeThoseOfTheFitAreNone() throws IOException {
        List<String> events = watched(rows("same.csv", 3000, 3, 0, 0));
        assertThat(count(events, "drift")).isZero();
        assertThat(count(events, "misfit")).isZero();
        assertThat(count(events, "novel")).isLessThan(20);
    }

    @Test
    void aModelThatDoesNotFitIsOneEvent() throws IOException {
        Path rows = rows("other.csv", 3000, 4, 0, 30);
        List<String> events = watched(rows, "--no-learn");
        assertThat(count(events, "misfit")).isEqualTo(1);
        assertThat(row(events, "misfit")).isEqualTo(32);
        assertThat(count(events, "novel")).isEqualTo(31);
        assertThat(count(events, "misfitEnd")).isZero();
        assertThat(events).anyMatch(line -> line.contains("this model does not fit this stream"));
        assertThat(events.size()).isLessThan(40);

        String back = Files.readString(rows)
                + Files.readString(rows("back.csv", 1500, 5, 0, 0)).substring(6);
        List<String> later = watched(Data.file(folder, "both.csv", back), "--no-learn");
        assertThat(count(later, "misfit")).isEqualTo(1);
        assertThat(count(later, "misfitEnd")).isEqualTo(1);
        assertThat(row(later, "misfitEnd")).isBetween(3001L, 3600L);
    }

    @Test
    void aRateOfFalseDiscoveriesSetsTheLevels() throws IOException {
        String usual = Files.readString(rows("usual.csv", 4000, 6, 0, 0));
        StringBuilder text = new StringBuilder();
        int number = 0;
        for (String line : usual.split("\n")) {
            text.append(number > 0 && number % 100 == 0 ? number % 200 == 0 ? "9,9,-9" : "-8,9,8" : line)
                    .append('\n');
            number++;
        }
        Path mixed = Data.file(folder, "mixed.csv", text.toString());
        List<String> events = watched(mixed, "--fdr", "0.05", "--no-learn");
        long found = count(events, "novel");
        assertThat(found).isBetween(35L, 48L);
        assertThat(events.get(0)).contains("\"pValueKind\":\"extrapolated\"", "\"level\":");

        Path scores = folder.resolve("scores.csv");
        Outcome outcome = Outcome.passed("score", model, mixed, "--fdr", "0.05", "-o", scores, "--json");
        assertThat(outcome.number("discoveries")).isBetween(39.0, 46.0);
        assertThat(Files.readAllLines(scores).get(0)).isEqualTo("score,pValue,novel");
        assertThat(Files.readAllLines(scores).get(100)).endsWith(",1.0");
        assertThat(Outcome.of("score", model, "-", "--fdr", "0.05").exit()).isEqualTo(2);
        assertThat(Outcome.of("score", model, mixed, "--fdr", "2").exit()).isEqualTo(2);
        assertThat(Outcome.of("watch", model, mixed, "--once", "--fdr", "1").exit())
                .isEqualTo(2);
    }

    @Test
    void alarmsThatFollowEachOtherAreOneBurst() {
        Alarms alarms = new Alarms(0.01, 0);
        assertThat(alarms.add(1, 0.001)).isEqualTo(Alarms.Kind.ALARM);
        assertThat(alarms.burstRow()).isEqualTo(1);
        assertThat(alarms.add(20, 0.001)).isEqualTo(Alarms.Kind.ALARM);
        assertThat(alarms.burstRow()).isEqualTo(1);
        assertThat(alarms.add(21, 0.5)).isEqualTo(Alarms.Kind.USUAL);
        Alarms again = new Alarms(0.01, 0);
        again.restore(alarms.save());
        assertThat(again.add(60, 0.001)).isEqualTo(Alarms.Kind.ALARM);
        assertThat(again.burstRow()).isEqualTo(60);
    }
}
