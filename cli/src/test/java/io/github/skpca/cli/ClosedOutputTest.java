package io.github.skpca.cli;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** What fails while working, not because of what was asked: exit code 1 and one line; nothing is said to whom nobody reads. */
final class ClosedOutputTest {
    @TempDir
    Path folder;

    private Path data;
    private Path model;

    @BeforeEach
    void fit() throws Exception {
        data = Data.file(folder, "data.csv", Data.lines(5000, 6, 17));
        model = folder.resolve("model.skpca");
        Outcome.done("fit", data, "-o", model, "--features", 40, "--sketch", 10);
    }

    @Test
    void aReaderThatGoesAway() throws Exception {
        for (Object[] command : new Object[][] {
            {"generate", "random-noisy", "--rows", 100_000, "--columns", 30, "-o", "-"},
            {"transform", model, data},
            {"score", model, data},
            {"reconstruct", model, data},
            {"watch", model, data, "--once", "--alert", 0.9},
        }) {
            try (SkpcaProcess process = SkpcaProcess.start(List.of(), command)) {
                process.input().close();
                try (InputStream output = process.output()) {
                    assertThat(output.readNBytes(10)).hasSize(10);
                }
                Outcome outcome = process.end();
                assertThat(outcome.err()).isEmpty();
                assertThat(outcome.exit()).isEqualTo(Failures.READER_GONE);
            }
        }
    }

    @Test
    void aReportThatCannotBeShown() {
        for (Object[] command :
                new Object[][] {{"inspect", model}, {"inspect", model, "--json"}, {"plan", "--epsilon", 0.1}, {"--help"}
                }) {
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            PrintStream out = new PrintStream(new FullStream(), false, StandardCharsets.UTF_8);
            int exit = Main.run(Outcome.texts(command), out, new PrintStream(err, false, StandardCharsets.UTF_8));
            Outcome outcome = new Outcome(exit, "", err.toString(StandardCharsets.UTF_8));
            assertThat(outcome.complaint(1)).contains("standard output is closed or full");
        }
    }

    /** A short report is written after its reader has gone, or before: both end quietly. */
    @Test
    void aReportThatNobodyReads() {
        for (Object[] command : new Object[][] {{"inspect", model}, {"inspect", model, "--json"}, {"--help"}}) {
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            OutputStream closed = new OutputStream() {
                @Override
                public void write(int b) throws IOException {
                    throw new IOException("Broken pipe");
                }
            };
            int exit = Main.run(
                    Outcome.texts(command),
                    StandardPrintStream.on(closed, StandardCharsets.UTF_8),
                    new PrintStream(err, false, StandardCharsets.UTF_8));
            assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
            assertThat(exit).isEqualTo(Failures.READER_GONE);
        }
    }

    @Test
    void rowsOnAFullDisk() throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.isWritable(full), "a device that is always full");
        for (String command : new String[] {"transform", "score"}) {
            ProcessBuilder builder =
                    SkpcaProcess.builder(List.of(), command, model, data).redirectOutput(full.toFile());
            try (SkpcaProcess process = new SkpcaProcess(builder.start())) {
                process.input().close();
                assertThat(process.end().complaint(1)).contains("the output is not complete");
            }
        }
    }

    @Test
    void aFullDisk() {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.isWritable(full), "a device that is always full");
        assertThat(Outcome.of("score", model, data, "-o", full).complaint(1)).contains("/dev/full");
        assertThat(Outcome.of("fit", data, "-o", full, "--features", 40).complaint(1))
                .contains("/dev/full", "free some space");
    }

    /** A standard output that takes nothing. */
    private static final class FullStream extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            throw new IOException("No space left on device");
        }
    }
}
