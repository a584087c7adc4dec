package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.internal.model.Attachments;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.ModelFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

import static org.assertj.core.api.Assertions.assertThat;

/** Events of a watch are a function of the rows, whatever stops and starts there were. */
final class WatchTest {
    @TempDir
    Path folder;

    private WatchFixture fixture;

    @BeforeEach
    void fit() throws Exception {
        fixture = new WatchFixture(folder);
    }

    @Test
    void rowsThatStandOutAreEvents() throws Exception {
        List<Map<String, Object>> events = events(fixture.expected(WatchFixture.rows(1000, 2)));
        assertThat(events)
                .hasSizeBetween(10, 30)
                .allMatch(event -> event.get("event").equals("novel"));
        Map<String, Object> first = events.stream()
                .filter(event -> event.get("row").equals(97L))
                .findFirst()
                .orElseThrow();
        assertThat(first).containsOnlyKeys("event", "row", "score", "pValue", "pValueKind", "level", "kept", "columns");
        assertThat(first.get("kept")).isEqualTo(Map.of("id", "row97"));
        assertThat((Double) first.get("pValue")).isLessThanOrEqualTo(0.005);
        assertThat((List<?>) first.get("columns")).hasSize(3);
        assertThat(String.valueOf(first.get("columns"))).contains("column=", "value=9.5", "share=0.");
        for (long row = 97; row <= 1000; row += 97) {
            long number = row;
            assertThat(events).anyMatch(event -> event.get("row").equals(number));
        }
    }

    @Test
    void badRowsAreEventsWithNumbers() throws Exception {
        List<String> rows = WatchFixture.rows(300, 3);
        rows.set(9, "row10,1,2\n");
        rows.set(199, "row200,1,2,3,x,5,6\n");
        List<Map<String, Object>> bad = events(fixture.expected(rows)).stream()
                .filter(event -> event.get("event").equals("badRow"))
                .toList();
        assertThat(bad).extracting(event -> event.get("row")).containsExactly(10L, 200L);
        assertThat(bad).extracting(event -> (String) event.get("reason")).satisfies(reasons -> {
            assertThat(reasons.get(0)).endsWith("whole.csv:11: 3 fields found, 7 expected");
            assertThat(reasons.get(1)).endsWith(":201: column 5 \"d\": \"x\" is not a number");
        });
    }

    /** The file grows by pieces of any number of rows, and every piece is watched by a run of its own. */
    @ParameterizedTest
    @ValueSource(strings = {"--learn", "--no-learn"})
    void stopsAnywhereChangeNothing(String learning) throws Exception {
        List<String> rows = WatchFixture.rows(1500, 4);
        Path whole = Data.file(folder, "whole.csv", WatchFixture.HEADER + String.join("", rows));
        Path expected = folder.resolve("expected.jsonl");
        Outcome.done(fixture.command(whole, "--once", learning, "-o", expected));
        long seed = 5;
        SplittableRandom random = new SplittableRandom(seed);
        Path input = Data.file(folder, "data.csv", WatchFixture.HEADER);
        int written = 0;
        while (written < rows.size()) {
            int more = Math.min(rows.size() - written, 1 + random.nextInt(400));
            append(input, String.join("", rows.subList(written, written + more)));
            written += more;
            Outcome outcome = Outcome.of(fixture.saved(input, "--once", learning, "--json"));
            assertThat(outcome.exit()).as(outcome.err()).isZero();
            assertThat(fixture.rowsSaved()).isEqualTo(written);
        }
        assertThat(Files.readString(fixture.events)).as("seed %d", seed).isEqualTo(Files.readString(expected));
        assertThat(expected).isNotEmptyFile();
    }

    /** The stream changes after 5120 rows: the learner's landmarks follow it, with and without stops on the way, and the map of the drift detector too. */
    @Test
    void landmarksFollowAStreamThatChanges() throws Exception {
        List<String> rows = WatchFixture.changing(5120, 1500, 20);
        Path whole = Data.file(folder, "whole.csv", WatchFixture.HEADER + String.join("", rows));
        Path expected = folder.resolve("expected.jsonl");
        Outcome.passed(fixture.command(whole, "--once", "-o", expected));
        String wanted = Files.readString(expected);
        long drift = row(events(wanted), "drift");
        assertThat(drift).isBetween(5121L, 5121L + 1024);

        Path input = Data.file(folder, "data.csv", WatchFixture.HEADER);
        int renewed = (int) (drift + 249) / 250 * 250 + 250;
        int written = 0;
        for (int end : new int[] {4000, (int) drift + 10, renewed - 1, renewed + 5, rows.size()}) {
            append(input, String.join("", rows.subList(written, end)));
            written = end;
            Outcome outcome = Outcome.of(fixture.saved(input, "--once", "--json"));
            assertThat(outcome.exit()).as(outcome.err()).isZero();
            assertThat(ModelFile.readAttachments(fixture.checkpoint).numbers().containsKey("drift.model"))
                    .as("a new map for the detector, at row %d", end)
                    .isEqualTo(end > renewed);
        }
        assertThat(Files.readString(fixture.events)).isEqualTo(wanted);

        Path late = Data.file(folder, "late.csv", withoutId(rows.subList(6120, 6620)));
        assertThat(WatchFixture.landmarks(fixture.checkpoint)).isNotEqualTo(WatchFixture.landmarks(fixture.model));
        // As well as a model whose landmarks come from all rows.
        Path all = folder.resolve("all.skpca");
        Path plain = Data.file(folder, "plain.csv", withoutId(rows));
        Object bandwidth =
                Outcome.passed("inspect", fixture.model, "--json").json().get("bandwidth");
        Outcome.passed(
                "fit",
                folder.resolve("training.csv"),
                plain,
                "-o",
                all,
                "--features",
                40,
                "--sketch",
                10,
                "--bandwidth",
                bandwidth);
        assertThat(kernelError(fixture.checkpoint, late))
                .isLessThan(1.2 * kernelError(all, late))
                .isLessThan(kernelError(fixture.model, late) / 10);
    }

    /** Landmarks that cannot follow stay those of the model, and the checkpoint says why; --redraw is no option any more. */
    @Test
    void landmarksThatCannotFollowStay() throws Exception {
        Path training = folder.resolve("training.csv");
        Outcome.done("fit", training, "-o", fixture.model, "--features", 40, "--sketch", 10, "--landmarks", "uniform");
        List<String> rows = WatchFixture.changing(500, 5000, 22);
        Path input = Data.file(folder, "data.csv", WatchFixture.HEADER + String.join("", rows));
        Outcome.passed(fixture.saved(input, "--once"));
        assertThat(WatchFixture.landmarks(fixture.checkpoint)).isEqualTo(WatchFixture.landmarks(fixture.model));
        assertThat(Outcome.passed("inspect", fixture.checkpoint, "--json").json())
                .containsEntry("landmarksFollow", false)
                .containsEntry(
                        "landmarksFollowReason", "they are chosen by the rule uniform, which looks at no remainder");
        assertThat(Outcome.of(fixture.command(input, "--once", "--redraw")).complaint(2))
                .contains("Unknown option: '--redraw'");
    }

    private static String withoutId(List<String> rows) {
        return String.join("", rows).replaceAll("(?m)^[a-z0-9]+,", "");
    }

    private static long row(List<Map<String, Object>> events, String kind) {
        List<Long> rows = events.stream()
                .filter(event -> event.get("event").equals(kind))
                .map(event -> (Long) event.get("row"))
                .toList();
        assertThat(rows).as(kind).hasSize(1);
        return rows.get(0);
    }

    /** ||G - G'||_2 / n of these rows. */
    private static double kernelError(Path model, Path rows) {
        return (Double) Outcome.passed("evaluate", model, rows, "--components", "all", "--json")
                .json()
                .get("spectralError");
    }

    @Test
    void eventsAfterTheCheckpointAreTakenBack() throws Exception {
        List<String> rows = WatchFixture.rows(600, 6);
        Path input = Data.file(folder, "data.csv", WatchFixture.HEADER + String.join("", rows.subList(0, 300)));
        Outcome.of(fixture.saved(input, "--once"));
        append(fixture.events, "{\"event\":\"novel\",\"row\":301}\n{\"eve");
        append(input, String.join("", rows.subList(300, 600)));
        Outcome again = Outcome.of(fixture.saved(input, "--once", "--json"));
        assertThat(again.err()).isEqualTo("resume at row 301\n");
        assertThat(again.out()).startsWith("{\"resumeAtRow\":301}\n");
        assertThat(Files.readString(fixture.events)).isEqualTo(fixture.expected(rows));
    }

    @Test
    void aGapIsAnEvent() throws Exception {
        Path input = Data.file(folder, "data.csv", WatchFixture.HEADER + String.join("", WatchFixture.rows(200, 7)));
        Outcome.of(fixture.saved(input, "--once"));
        Files.writeString(input, String.join("", WatchFixture.rows(50, 8)));
        Outcome again = Outcome.of(fixture.saved(input, "--once", "--json"));
        assertThat(again.exit()).isZero();
        assertThat(again.err()).contains("data.csv: the file that was being read", "is gone or was cut");
        List<Map<String, Object>> gaps = events(Files.readString(fixture.events)).stream()
                .filter(event -> event.get("event").equals("gap"))
                .toList();
        assertThat(gaps).hasSize(1);
        assertThat(gaps.get(0)).containsEntry("row", 200L);
        assertThat(fixture.rowsSaved()).isEqualTo(250);
    }

    @Test
    void whatDoesNotFitIsRefused() throws Exception {
        Path input = Data.file(folder, "data.csv", WatchFixture.HEADER + String.join("", WatchFixture.rows(200, 9)));
        Outcome.of(fixture.saved(input, "--once"));
        assertThat(Outcome.of(fixture.saved(input, "--once", "--refresh", 300)).complaint(2))
                .contains("watch.state was made by a watch with other options (--refresh was 250, not 300)");
        assertThat(Outcome.of(fixture.saved("-", "--once")).complaint(2)).contains("INPUT was a file");
        assertThat(Outcome.of(fixture.command(input, "--once", "-o", fixture.events))
                        .complaint(2))
                .contains("events.jsonl: holds events already");
        Path other = Data.file(folder, "other.jsonl", "x".repeat((int) Files.size(fixture.events)));
        assertThat(Outcome.of(fixture.command(input, "--once", "-o", other, "--checkpoint", fixture.checkpoint))
                        .complaint(2))
                .contains("other.jsonl: is not the event file of the checkpoint");
        try (FileChannel cut = FileChannel.open(fixture.events, StandardOpenOption.WRITE)) {
            cut.truncate(10);
        }
        assertThat(Outcome.of(fixture.saved(input, "--once")).complaint(2))
                .contains("events.jsonl: has 10 bytes and the checkpoint says");
        Path copy = Files.copy(fixture.model, folder.resolve("copy.skpca"));
        assertThat(Outcome.of(fixture.command(input, "--once", "--checkpoint", copy))
                        .complaint(2))
                .contains("copy.skpca: is not the checkpoint of a watch (no attachment version)");
    }

    @Test
    void twoWatchesCannotShareACheckpointOrAnEventFile() throws Exception {
        Path input = Data.file(folder, "data.csv", WatchFixture.HEADER + String.join("", WatchFixture.rows(10, 9)));
        try (FileChannel channel = FileChannel.open(
                        Path.of(fixture.checkpoint + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var lock = channel.lock()) {
            assertThat(lock.isValid()).isTrue();
            assertThat(Outcome.of(fixture.saved(input, "--once")).complaint(2))
                    .contains("another fit or watch is using this checkpoint");
        }
        try (FileChannel channel =
                        FileChannel.open(fixture.events, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var lock = channel.lock()) {
            assertThat(lock.isValid()).isTrue();
            assertThat(Outcome.of(fixture.saved(input, "--once")).complaint(2))
                    .contains("another watch writes its events there");
        }
    }

    @Test
    void optionsThatMakeNoSense() throws Exception {
        Path input = Data.file(folder, "data.csv", WatchFixture.HEADER);
        Path small = folder.resolve("small.skpca");
        Outcome.done("fit", Data.file(folder, "few.csv", Data.lines(60, WatchFixture.COLUMNS, 5)), "-o", small);
        assertThat(Outcome.of("watch", small, input, "--keep", "id", "--once", "--alert", 1e-6)
                        .complaint(2))
                .contains("--alert 1.0E-6 cannot be reached: the smallest p-value of");
        // Of more rows it is extrapolated.
        assertThat(Outcome.of(fixture.command(input, "--once", "--alert", 1e-6)).exit())
                .isZero();
        assertThat(Outcome.of(fixture.command(input, "--once", "--alert", 2)).complaint(2))
                .contains("--alert must be above 0 and at most 1");
        assertThat(Outcome.of(fixture.command(input, "--refresh", 0)).complaint(2))
                .contains("--refresh must be at least 1");
        assertThat(Outcome.of(fixture.command(input, "--json")).complaint(2)).contains("name a file with -o");
        assertThat(Outcome.of(fixture.command(folder.resolve("none.csv"), "--once"))
                        .complaint(2))
                .contains("none.csv: no such file");
        assertThat(Outcome.of(fixture.command("data.npy")).complaint(2)).contains("does not grow");
        assertThat(Outcome.of(fixture.command("data.csv.gz")).complaint(2)).contains("unpack it");
        Path narrow = Data.file(folder, "narrow.csv", "id,a,b\nrow1,1,2\n");
        assertThat(Outcome.of(fixture.command(narrow, "--once")).complaint(2))
                .contains("the rows have 2 columns and the model was fitted on 6");
    }

    /** A checkpoint with a right checksum and nonsense in one of its texts or arrays: one line, or a watch that goes on. */
    @Test
    void nonsenseInACheckpointIsRefused() throws Exception {
        Path input = Data.file(folder, "data.csv", WatchFixture.HEADER + String.join("", WatchFixture.rows(310, 9)));
        Outcome.of(fixture.saved(input, "--once"));
        Attachments good = ModelFile.readAttachments(fixture.checkpoint);
        var learner = ModelFile.readLearner(fixture.checkpoint, null);
        KernelPcaModel model = KernelPcaModel.load(fixture.checkpoint);
        byte[] events = Files.readAllBytes(fixture.events);
        int refused = 0;
        for (String name : good.texts().keySet()) {
            for (String nonsense : List.of("-1", "x", "9223372036854775807")) {
                Map<String, String> texts = new TreeMap<>(good.texts());
                texts.put(name, nonsense);
                ModelFile.writeCheckpoint(
                        learner, FittedModel.of(model), new Attachments(texts, good.numbers()), fixture.checkpoint);
                refused += refusedOrGood(input, name + "=" + nonsense, events);
            }
        }
        for (String name : good.numbers().keySet()) {
            for (double[] nonsense : List.of(new double[0], new double[] {1}, new double[6 * 1000])) {
                Map<String, double[]> numbers = new TreeMap<>(good.numbers());
                numbers.put(name, nonsense);
                ModelFile.writeCheckpoint(
                        learner, FittedModel.of(model), new Attachments(good.texts(), numbers), fixture.checkpoint);
                refused += refusedOrGood(input, name + " of " + nonsense.length, events);
            }
        }
        assertThat(refused).isGreaterThan(50);
    }

    private int refusedOrGood(Path input, String what, byte[] events) throws Exception {
        Files.write(fixture.events, events);
        Outcome outcome = Outcome.of(fixture.saved(input, "--once", "--json"));
        if (outcome.exit() == 0) {
            return 0;
        }
        assertThat(outcome.err()).as(what).doesNotContain("internal error", "Exception");
        assertThat(outcome.err().lines().filter(line -> line.startsWith("skpca: ")))
                .as(what)
                .hasSize(1);
        assertThat(outcome.exit()).as(what + ": " + outcome.err()).isEqualTo(2);
        return 1;
    }

    private static void append(Path to, String text) throws Exception {
        Files.writeString(to, text, StandardOpenOption.APPEND);
    }

    private static List<Map<String, Object>> events(String lines) {
        List<Map<String, Object>> events = new ArrayList<>();
        lines.lines().forEach(line -> events.add(new Outcome(0, line, "").json()));
        return events;
    }
}
