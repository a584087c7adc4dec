package io.github.skpca.cli;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** Streams that would not fit into the memory there is. */
final class SmallMemoryTest {
    @TempDir
    Path folder;

    @Test
    void aLongStreamIsFittedIn64Megabytes() throws Exception {
        Path model = folder.resolve("model.skpca");
        int rows = 200_000;
        try (SkpcaProcess process = SkpcaProcess.start(
                List.of("-Xmx64m"), "fit", "-", "-o", model, "--features", 200, "--sketch", 20, "--json")) {
            Data data = new Data(21, 14);
            try (OutputStream input = new BufferedOutputStream(process.input(), 1 << 16)) {
                for (int i = 0; i < rows; i++) {
                    input.write(Data.bytes(data.nextLine()));
                }
            }
            Outcome outcome = process.end().requireDone();
            assertThat(outcome.json()).containsEntry("rows", (long) rows);
            assertThat(outcome.number("workingBytes")).isLessThan(5e6);
        }
    }

    /** The kernel matrix of 4500 rows would need 81 megabytes even in float. */
    @Test
    void rowsWhoseKernelMatrixDoesNotFitAreEvaluatedIn64Megabytes() throws Exception {
        Path rows = Data.file(folder, "rows.csv", Data.lines(9000, 21, 15));
        Path model = folder.resolve("model.skpca");
        Outcome.done("fit", rows, "-o", model, "--features", 100, "--sketch", 20);
        Outcome outcome = SkpcaProcess.run(List.of("-Xmx64m"), "evaluate", model, rows, "--sample", 4500, "--json")
                .requireDone();
        assertThat(outcome.json()).containsEntry("rows", 4500L).containsEntry("rowsGiven", 9000L);
        assertThat(outcome.number("spectralError")).isBetween(1e-6, 0.5);
    }

    @Test
    void tooLittleMemoryIsSaidInOneLine() throws Exception {
        Path rows = Data.file(folder, "rows.csv", Data.lines(100, 5, 16));
        Path model = folder.resolve("model.skpca");
        Outcome outcome = SkpcaProcess.run(
                List.of("-Xmx32m"), "fit", rows, "-o", model, "--features", 1_000_000, "--sketch", 200);
        assertThat(outcome.complaint(1)).contains("not enough memory", "--features", "-Xmx");
        assertThat(model).doesNotExist();
    }
}
