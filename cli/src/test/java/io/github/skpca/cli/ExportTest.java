package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.kernel.Kernel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;

/** The command {@code export}; what is in the files is tested in the module onnx. */
final class ExportTest {
    @TempDir
    Path folder;

    private Path rows;
    private Path model;
    private Path output;

    @BeforeEach
    void write() throws Exception {
        rows = Data.file(folder, "rows.csv", Data.lines(80, 3, 20));
        model = folder.resolve("model.skpca");
        output = folder.resolve("model.onnx");
        Outcome.done("fit", rows, "-o", model, "--features", 20, "--sketch", 4, "--components", 2);
    }

    @Test
    void writesAFileAndSaysWhatIsInIt() throws Exception {
        Outcome export = Outcome.done("export", model, "-o", output, "--json");
        byte[] bytes = Files.readAllBytes(output);
        assertThat(export.json())
                .containsEntry("onnx", output.toString())
                .containsEntry("input", "rows float[batch, 3]")
                .hasEntrySatisfying(
                        "fileBytes",
                        size -> assertThat(((Number) size).intValue()).isEqualTo(bytes.length))
                .hasEntrySatisfying(
                        "outputs",
                        outputs -> assertThat(outputs.toString())
                                .contains("loadings float[batch, 2]", "score float[batch]", "p_value float[batch]"));
        Outcome again = Outcome.done("export", model, "-o", output);
        assertThat(again.out()).contains("Exported " + model, "loadings float[batch, 2]");
        assertThat(Files.readAllBytes(output)).as("the same bytes").isEqualTo(bytes);
        assertThat(Outcome.done("export", model, "-o", output, "--double-rows").out())
                .contains("rows double[batch, 3]");
    }

    @Test
    void aModelWithoutASampleHasNoPValue() {
        Path exact = folder.resolve("exact.skpca");
        Outcome.done("fit", rows, "-o", exact, "--method", "exact", "--components", 2);
        Outcome export = Outcome.passed("export", exact, "-o", output, "--json");
        assertThat(export.json().get("outputs").toString()).doesNotContain("p_value");
        assertThat(export.json().get("warnings").toString()).contains("no output p_value", "exact");
    }

    @Test
    void whatHasNoOnnxFormIsRefused() throws Exception {
        Path windows = folder.resolve("windows.skpca");
        Outcome.passed("fit", rows, "-o", windows, "--lags", 2, "--features", 20, "--sketch", 4);
        assertThat(Refusal.of(folder, "export", windows, "-o", output))
                .startsWith(windows + ": ")
                .contains("prepares its rows");

        StreamingKernelPca learner =
                StreamingKernelPca.builder().kernel(new Parabola()).build(2);
        learner.update(new double[] {1, 2, 3, 4, 5, 7, 4, 3, 2, 9}, 5);
        KernelPcaModel own = learner.snapshot();
        Path ownPath = folder.resolve("own.skpca");
        own.save(ownPath);
        assertThat(Refusal.of(folder, "export", ownPath, "-o", output)).contains("kernel parabola");
    }

    @Test
    void wrongUsage() throws Exception {
        assertThat(Refusal.of(folder, "export", model)).contains("-o");
        assertThat(Refusal.of(folder, "export", "-o", output)).contains("MODEL");
        assertThat(Refusal.of(folder, "export", folder.resolve("none.skpca"), "-o", output))
                .contains("none.skpca");
        assertThat(Refusal.of(folder, "export", rows, "-o", output)).contains("rows.csv");
    }

    @Test
    void aDiskThatFails() {
        if (!Files.exists(Path.of("/dev/full"))) {
            return;
        }
        assertThat(Outcome.of("export", model, "-o", "/dev/full").complaint(Failures.FAILED))
                .contains("/dev/full");
    }

    private record Parabola() implements Kernel {
        @Override
        public String name() {
            return "parabola";
        }

        @Override
        public double bandwidth() {
            return 1;
        }

        @Override
        public double similarity(double[] x, int xOffset, double[] y, int yOffset, int columns) {
            double sum = 1;
            for (int j = 0; j < columns; j++) {
                sum += x[xOffset + j] * y[yOffset + j];
            }
            return sum * sum;
        }
    }
}
