package io.github.skpca.cli;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.SplittableRandom;

import static org.assertj.core.api.Assertions.assertThat;

/** A watch that is killed, stopped and started again, while its file grows and is rotated, counts every row once. */
final class KilledWatchTest {
    private static final int KILLS = Integer.getInteger("skpca.watch.kills", 4);
    private static final int ROWS = 600 * KILLS;

    @TempDir
    Path folder;

    private WatchFixture fixture;
    private Path input;

    @BeforeEach
    void fit() throws Exception {
        fixture = new WatchFixture(folder);
        input = folder.resolve("data.csv");
    }

    /**
     * Between two kills the file is appended to, in pieces of lines, or rotated by rename or by copy. The stream changes on the way, and
     * landmarks follow it.
     */
    @Test
    void againAndAgainAtRandomMoments() throws Exception {
        long seed = 11;
        SplittableRandom random = new SplittableRandom(seed);
        List<String> rows = WatchFixture.changing(ROWS / 3, ROWS - ROWS / 3, seed);
        String expected = fixture.expected(rows);
        Object[] command = fixture.saved(input, "--checkpoint-every", 20, "--poll", 5);
        int written = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            try (SkpcaProcess process = SkpcaProcess.start(List.of(), command)) {
                long before = fixture.rowsSaved();
                int rotation = random.nextInt(3);
                int last = ROWS * (kill + 1) / KILLS;
                while (written < last) {
                    int next = Math.min(last, written + 1 + random.nextInt(100));
                    write(String.join("", rows.subList(written, next)), random);
                    written = next;
                }
                while (process.isAlive() && fixture.rowsSaved() == before) {
                    Thread.sleep(1);
                }
                Thread.sleep(random.nextInt(40));
                process.kill();
                assertThat(fixture.rowsSaved())
                        .as("seed %d, kill %d", seed, kill)
                        .isPositive();
                rotate(kill, rotation);
            }
        }
        Outcome end = Outcome.of(fixture.saved(input, "--checkpoint-every", 20, "--poll", 5, "--once", "--json"));
        assertThat(end.exit()).as(end.err()).isZero();
        assertThat(fixture.rowsSaved()).isEqualTo(ROWS);
        assertThat(Files.readString(fixture.events)).as("seed %d", seed).isEqualTo(expected);
        assertThat(WatchFixture.landmarks(fixture.checkpoint)).isNotEqualTo(WatchFixture.landmarks(fixture.model));
    }

    /** A watch of windows goes on with the steps that it had seen. */
    @Test
    void ofWindows() throws Exception {
        Path training = Data.file(folder, "windows.csv", Data.lines(3000, WatchFixture.COLUMNS, 1));
        Outcome.passed(
                "fit",
                training,
                "-o",
                fixture.model,
                "--features",
                40,
                "--sketch",
                10,
                "--components",
                5,
                "--warmup",
                1000,
                "--lags",
                4,
                "--missing",
                "impute");
        List<String> rows = WatchFixture.rows(900, 14);
        for (int i = 5; i < rows.size(); i += 13) {
            rows.set(i, rows.get(i).replaceFirst(",[^,]*", ","));
        }
        String expected = fixture.expected(rows);
        assertThat(expected).contains("[t-1]");
        for (int last : new int[] {300, 600}) {
            try (SkpcaProcess process =
                    SkpcaProcess.start(List.of(), fixture.saved(input, "--checkpoint-every", 7, "--poll", 5))) {
                write(String.join("", rows.subList(last - 300, last)), new SplittableRandom(last));
                while (process.isAlive() && fixture.rowsSaved() < last - 150) {
                    Thread.sleep(1);
                }
                process.kill();
            }
        }
        write(String.join("", rows.subList(600, 900)), new SplittableRandom(3));
        Outcome end = Outcome.of(fixture.saved(input, "--checkpoint-every", 7, "--once", "--json"));
        assertThat(end.exit()).as(end.err()).isZero();
        assertThat(Files.readString(fixture.events)).isEqualTo(expected);
    }

    @Test
    void aSignalIsAGoodEnd() throws Exception {
        List<String> rows = WatchFixture.rows(700, 12);
        try (SkpcaProcess process =
                SkpcaProcess.start(List.of(), fixture.saved(input, "--checkpoint-every", 100, "--poll", 5))) {
            write(String.join("", rows.subList(0, 444)), new SplittableRandom(1));
            while (process.isAlive() && fixture.rowsSaved() < 400) {
                Thread.sleep(5);
            }
            process.terminate();
            Outcome outcome = process.end();
            assertThat(outcome.exit()).as(outcome.err()).isZero();
            assertThat(outcome.out()).contains("Watched");
        }
        write(String.join("", rows.subList(444, 700)), new SplittableRandom(2));
        assertThat(Outcome.of(fixture.saved(input, "--checkpoint-every", 100, "--once"))
                        .exit())
                .isZero();
        assertThat(Files.readString(fixture.events)).isEqualTo(fixture.expected(rows));
    }

    /** The producer is told where to go on. */
    @Test
    void standardInput() throws Exception {
        List<String> rows = WatchFixture.rows(900, 13);
        Object[] command = fixture.saved("-", "--checkpoint-every", 100, "--json");
        try (SkpcaProcess process = SkpcaProcess.start(List.of(), command)) {
            OutputStream stream = process.input();
            stream.write(Data.bytes(WatchFixture.HEADER + String.join("", rows.subList(0, 550))));
            stream.flush();
            while (process.isAlive() && fixture.rowsSaved() < 500) {
                Thread.sleep(5);
            }
            process.kill();
        }
        try (SkpcaProcess process = SkpcaProcess.start(List.of(), command)) {
            String first =
                    new BufferedReader(new InputStreamReader(process.output(), StandardCharsets.UTF_8)).readLine();
            assertThat(first).isEqualTo("{\"resumeAtRow\":501}");
            try (OutputStream stream = process.input()) {
                stream.write(Data.bytes(String.join("", rows.subList(500, 900))));
            }
            assertThat(process.end().exit()).isZero();
        }
        assertThat(Files.readString(fixture.events)).isEqualTo(fixture.expected(rows));
    }

    /** Writes in two pieces that need not end where a line does; a new file begins with the header. */
    private void write(String text, SplittableRandom random) throws Exception {
        String all = Files.exists(input) && Files.size(input) > 0 ? text : WatchFixture.HEADER + text;
        int cut = random.nextInt(all.length());
        append(all.substring(0, cut));
        append(all.substring(cut));
    }

    private void rotate(int number, int how) throws Exception {
        Path old = folder.resolve("data.csv." + number);
        if (how == 0) {
            Files.move(input, old);
        } else if (how == 1) {
            // A copy can be found again as long as it is not all read: then there is nothing left to find.
            Files.copy(input, old);
            Files.writeString(input, "");
        }
    }

    private void append(String text) throws Exception {
        Files.writeString(input, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
