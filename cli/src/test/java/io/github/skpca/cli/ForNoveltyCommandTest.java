package io.github.skpca.cli;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code fit --for novelty} and what {@code score} makes of it. */
final class ForNoveltyCommandTest {
    @TempDir
    Path folder;

    private Path data;
    private Path model;

    @BeforeEach
    void write() throws Exception {
        data = Data.file(folder, "data.csv", Data.lines(400, 4, 17));
        model = folder.resolve("m.skpca");
    }

    @Test
    void aFitForNoveltySaysWhatItChose() throws Exception {
        assertThat(Outcome.done("fit", data, "--for", "novelty", "-o", model, "--json")
                        .json())
                .containsEntry("score", "novelty")
                .containsKey("weakDirections");
        Path other = folder.resolve("other.skpca");
        Outcome.done("fit", data, "--for", "novelty", "--bandwidth", "contrast", "--sketch", 300, "-o", other);
        assertThat(Files.readAllBytes(other)).isEqualTo(Files.readAllBytes(model));
    }

    @Test
    void rowsFarFromAllOthersAreSaid() throws Exception {
        String far = "300,300,-300,300\n".repeat(12);
        Path mixed = Data.file(folder, "mixed.csv", Data.lines(400, 4, 17) + far);
        Outcome fit = Outcome.passed("fit", mixed, "--for", "novelty", "-o", model, "--json");
        assertThat(fit.err()).contains("12 of 412 sampled rows lie far from all others");
        assertThat(fit.json()).containsEntry("isolatedShare", 12.0 / 412);
        Path scores = folder.resolve("scores.csv");
        Outcome.passed("score", model, mixed, "-o", scores);
        List<String> found = Files.readAllLines(scores);
        double largest = found.subList(1, 401).stream()
                .mapToDouble(line -> Double.parseDouble(line.split(",")[0]))
                .max()
                .orElseThrow();
        assertThat(Double.parseDouble(found.get(412).split(",")[0])).isGreaterThan(largest);
        assertThat(Double.parseDouble(found.get(412).split(",")[1])).isLessThan(0.05);
    }

    @Test
    void partsAreColumnsBesideTheScore() throws Exception {
        Outcome.done("fit", data, "--for", "novelty", "-o", model);
        Path plain = folder.resolve("plain.csv");
        Path parts = folder.resolve("parts.csv");
        Outcome.passed("score", model, data, "-o", plain);
        Outcome.passed("score", model, data, "--parts", "-o", parts);
        List<String> lines = Files.readAllLines(parts);
        assertThat(lines.get(0)).isEqualTo("score,pValue,q,qPValue,t2,t2PValue");
        List<String> alone = Files.readAllLines(plain);
        for (int i = 0; i < lines.size(); i++) {
            assertThat(lines.get(i)).startsWith(alone.get(i) + ",");
        }
    }

    @Test
    void whatMakesNoSenseIsRefused() throws Exception {
        assertThat(Outcome.of("fit", data, "--for", "fun", "-o", model).exit()).isEqualTo(2);
        assertThat(Outcome.of("fit", data, "--for", "novelty", "--paper", "-o", model)
                        .exit())
                .isEqualTo(2);
        Outcome.done("fit", data, "-o", model);
        Outcome refused = Outcome.of("score", model, data, "--parts");
        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.err()).contains("--for novelty");
    }
}
