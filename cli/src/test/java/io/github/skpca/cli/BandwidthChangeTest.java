package io.github.skpca.cli;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/** Rows that outgrow the bandwidth of their warm-up are noticed by a fit, by inspect and by a watch. */
final class BandwidthChangeTest {
    @TempDir
    Path folder;

    /** Rows as those of the warm-up, and then rows that many times as far apart. */
    private static List<String> rows(int alike, int others, double factor) {
        Data data = new Data(WatchFixture.COLUMNS, 31);
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < alike + others; i++) {
            StringBuilder row = new StringBuilder("row" + i);
            for (String field : data.nextLine().strip().split(",")) {
                row.append(',').append(Double.parseDouble(field) * (i < alike ? 1 : factor));
            }
            rows.add(row.append('\n').toString());
        }
        return rows;
    }

    private Path file(String name, List<String> rows) throws IOException {
        return Data.file(folder, name, WatchFixture.HEADER + String.join("", rows));
    }

    /** A fit of a stream: of a file the sample is from all over it. */
    private Outcome fit(List<String> rows, Object... options) throws IOException {
        List<Object> arguments = new ArrayList<>(List.of("fit", file("rows.csv", rows), "--exclude", "id", "-o"));
        arguments.addAll(List.of(
                folder.resolve("fitted.skpca"), "--features", 40, "--sketch", 10, "--warmup", 500, "--in-order"));
        arguments.addAll(Arrays.asList(options));
        return Outcome.passed(arguments.toArray());
    }

    @Test
    void aFitSaysThatRowsHaveOutgrownTheBandwidth() throws Exception {
        Outcome fit = fit(rows(500, 4000, 10), "--json");
        double bandwidth = fit.number("bandwidth");
        double ratio = fit.number("bandwidthRatio");
        assertThat(ratio).isBetween(7.0, 11.0);
        String note = String.format(
                java.util.Locale.ROOT,
                "note: the rows have outgrown the bandwidth %.3g: their median distance is %.3g times what it was in the"
                        + " warm-up; fit again with --bandwidth %.3g",
                bandwidth,
                ratio,
                bandwidth * ratio);
        assertThat(fit.err().lines()).contains(note);
        Outcome inspected = Outcome.passed("inspect", folder.resolve("fitted.skpca"), "--json", "--estimates");
        assertThat(inspected.err().lines()).contains(note);
        assertThat(inspected.number("bandwidthRatio")).isEqualTo(ratio);
    }

    @Test
    void aFitSaysThatRowsHaveDrawnTogether() throws Exception {
        assertThat(fit(rows(500, 8000, 0.1), "--half-life", "2000", "--bandwidth", "mean")
                        .err())
                .contains(" has become too large for the rows: their mean distance is 0.1");
    }

    @Test
    void rowsThatStayAndBandwidthsThatWereGivenAreNotMentioned() throws Exception {
        Outcome same = fit(rows(500, 4000, 1), "--json");
        assertThat(same.err()).doesNotContain("bandwidth");
        assertThat(same.number("bandwidthRatio")).isBetween(0.8, 1.2);
        Outcome given = fit(rows(500, 4000, 10), "--json", "--bandwidth", "2");
        assertThat(given.err()).doesNotContain("bandwidth");
        assertThat(given.number("bandwidthRatio")).isGreaterThan(3);
    }

    private static List<Map<String, Object>> bandwidths(String events) {
        return events.lines()
                .map(line -> new Outcome(0, line, "").json())
                .filter(event -> event.get("event").equals("bandwidth"))
                .toList();
    }

    @Test
    void aWatchSaysItOnceForEveryFactorOfTwo() throws Exception {
        WatchFixture fixture = new WatchFixture(folder);
        List<String> rows = rows(1000, 6000, 20);
        Path expected = folder.resolve("expected.jsonl");
        Outcome outcome = Outcome.of(fixture.command(file("whole.csv", rows), "--once", "-o", expected, "--json"));
        List<Map<String, Object>> found = bandwidths(Files.readString(expected));
        assertThat(found).hasSizeBetween(2, 4);
        assertThat(outcome.number("bandwidthEvents")).isEqualTo(found.size());
        double before = 1;
        for (Map<String, Object> event : found) {
            assertThat(event).containsOnlyKeys("event", "row", "bandwidth", "bandwidthRatio");
            assertThat((Long) event.get("row")).isGreaterThan(1000L).matches(row -> row % 250 == 0);
            double ratio = (Double) event.get("bandwidthRatio");
            assertThat(ratio).isGreaterThan(2 * before);
            before = ratio;
        }

        Path input = file("data.csv", List.of());
        for (int from = 0; from < rows.size(); from += 1400) {
            Files.writeString(
                    input, String.join("", rows.subList(from, from + 1400)), java.nio.file.StandardOpenOption.APPEND);
            Outcome part = Outcome.of(fixture.saved(input, "--once", "--json"));
            assertThat(part.exit()).as(part.err()).isZero();
        }
        assertThat(Files.readString(fixture.events)).isEqualTo(Files.readString(expected));
    }

    @Test
    void aWatchComparesAGivenBandwidthWithItself() throws Exception {
        WatchFixture fixture = new WatchFixture(folder);
        Path training = Data.file(folder, "training.csv", Data.lines(3000, WatchFixture.COLUMNS, 1));
        Outcome.passed("fit", training, "-o", fixture.model, "--features", 40, "--sketch", 10, "--bandwidth", 40);
        Path events = folder.resolve("given.jsonl");
        Outcome.of(fixture.command(file("whole.csv", rows(1000, 0, 1)), "--once", "-o", events, "--json"));
        assertThat(bandwidths(Files.readString(events))).isEmpty();
    }
}
