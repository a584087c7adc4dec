package io.github.skpca.cli;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

import static org.assertj.core.api.Assertions.assertThat;

/** A command that is stopped with a signal leaves what was there before, and no part of what it was writing. */
final class StoppedTest {
    @TempDir
    Path folder;

    private Path rows;
    private Path model;

    @BeforeEach
    void write() throws Exception {
        rows = Data.file(folder, "rows.csv", Data.lines(2000, 10, 10));
        model = folder.resolve("model.skpca");
        Outcome.done("fit", rows, "-o", model, "--features", 20, "--sketch", 4, "--components", 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT out.csv", "TERM out.csv", "INT out.csv.gz", "TERM out.npy"})
    void whileRowsAreWritten(String signalAndName) throws Exception {
        String[] words = signalAndName.split(" ");
        List<String> commands = List.of("transform", "score", "reconstruct");
        List<SkpcaProcess> processes = new ArrayList<>();
        try {
            // All at once: each does little but start and wait.
            for (String command : commands) {
                Path place = Files.createDirectory(folder.resolve(command));
                Path output = Data.file(place, words[1], "what was there before\n");
                SkpcaProcess process = SkpcaProcess.start(List.of(), command, model, "-", "-o", output);
                processes.add(process);
                OutputStream input = process.input();
                input.write(Data.bytes(Data.lines(20, 10, 11)));
                input.flush();
            }
            for (int i = 0; i < commands.size(); i++) {
                SkpcaProcess process = processes.get(i);
                Path place = folder.resolve(commands.get(i));
                while (names(place).size() == 1) {
                    assertThat(process.isAlive()).isTrue();
                    Thread.sleep(5);
                }
                process.signal(words[0]);
                assertThat(process.end().exit()).isEqualTo(words[0].equals("INT") ? 130 : 143);
                assertThat(names(place)).as(commands.get(i)).containsExactly(words[1]);
                assertThat(place.resolve(words[1])).hasContent("what was there before");
            }
        } finally {
            processes.forEach(SkpcaProcess::close);
        }
    }

    /** Checkpoints follow each other so closely that a signal nearly always meets one that is being written. */
    @Test
    void whileCheckpointsAreWritten() throws Exception {
        long seed = 4;
        SplittableRandom random = new SplittableRandom(seed);
        Path checkpoint = folder.resolve("state");
        TreeSet<String> expected = names(folder);
        expected.addAll(List.of("state", "state.lock"));
        for (int i = 0; i < 4; i++) {
            Files.deleteIfExists(checkpoint);
            try (SkpcaProcess process = SkpcaProcess.start(
                    List.of(),
                    "fit",
                    rows,
                    "-o",
                    folder.resolve("new.skpca"),
                    "--warmup",
                    100,
                    "--features",
                    200,
                    "--checkpoint",
                    checkpoint,
                    "--checkpoint-every",
                    1)) {
                while (!Files.exists(checkpoint)) {
                    assertThat(process.isAlive()).isTrue();
                    Thread.sleep(1);
                }
                Thread.sleep(random.nextInt(50));
                process.signal(i % 2 == 0 ? "INT" : "TERM");
                assertThat(process.end().err()).isEmpty();
            }
            assertThat(names(folder)).as("seed %d, signal %d", seed, i).isEqualTo(expected);
            Outcome.done("inspect", checkpoint, "--json");
        }
    }

    private static TreeSet<String> names(Path place) throws IOException {
        TreeSet<String> names = new TreeSet<>();
        try (var files = Files.list(place)) {
            files.forEach(file -> names.add(String.valueOf(file.getFileName())));
        }
        return names;
    }
}
