package io.github.skpca.experiments.figures;

import io.github.skpca.experiments.results.ResultFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class PaperFiguresTest {
    private static final List<String> PLOTS = List.of(
            "frobenius-error-by-size",
            "spectral-error-by-size",
            "train-time-by-size",
            "frobenius-error-by-space",
            "spectral-error-by-space",
            "test-time-by-size");

    @TempDir
    Path folder;

    @Test
    void drawsSixPlotsAndAllTogetherForEveryDataSetAndTwice() throws IOException {
        PaperFigures.Drawn drawn = PaperFigures.draw(new ResultFixture("cpu", "adult").write(folder));
        assertThat(drawn.withoutPng()).isEmpty();
        assertThat(drawn.files()).hasSize(2 * 2 * 7 * 2).allMatch(Files::isRegularFile);
        for (String plot : PLOTS) {
            assertThat(folder.resolve("figures/cpu-" + plot + ".svg")).isRegularFile();
            assertThat(folder.resolve("figures/adult-own-" + plot + ".png")).isRegularFile();
        }
        assertThat(folder.resolve("figures/cpu.png")).isRegularFile();
        byte[] png = Files.readAllBytes(folder.resolve("figures/cpu.png"));
        assertThat(png).startsWith(0x89, 'P', 'N', 'G');
    }

    @Test
    void theSameNumbersGiveTheSameSvg() throws IOException {
        new ResultFixture("cpu").write(folder);
        Map<Path, String> first = svgs();
        assertThat(svgs()).isEqualTo(first);
    }

    private Map<Path, String> svgs() throws IOException {
        Map<Path, String> texts = new HashMap<>();
        for (Path file : PaperFigures.draw(folder).files()) {
            if (file.toString().endsWith(".svg")) {
                texts.put(file, Files.readString(file));
            }
        }
        return texts;
    }

    @Test
    void aChangedNumberChangesItsFiguresAndNoOther() throws IOException {
        new ResultFixture("cpu").write(folder);
        Map<Path, String> before = svgs();
        new ResultFixture("cpu")
                .point(ResultFixture.at("nystrom", 500), "testMicrosPerRow", "77.0")
                .write(folder);
        Map<Path, String> after = svgs();
        assertThat(after.keySet().stream()
                        .filter(file -> !before.get(file).equals(after.get(file)))
                        .map(file -> file.getFileName().toString()))
                .containsExactlyInAnyOrder(
                        "cpu.svg", "cpu-test-time-by-size.svg", "cpu-own.svg", "cpu-own-test-time-by-size.svg");
    }

    @Test
    void theOuterProductARowIsInTrainTimeAloneAndDashedWhereExtrapolated() throws IOException {
        PaperFigures.draw(new ResultFixture("cpu").write(folder));
        for (String plot : PLOTS) {
            String svg = Files.readString(folder.resolve("figures/cpu-" + plot + ".svg"));
            boolean train = plot.startsWith("train");
            assertThat(svg.contains("a row at a time, extrapolated")).as(plot).isEqualTo(train);
            assertThat(svg.contains("stroke-dasharray")).as(plot).isEqualTo(train);
            assertThat(svg).as(plot).contains("SKPCA l=2", "SKPCA l=50", "RNCA", "Nyström");
            assertThat(svg).as(plot).doesNotContain("this project", "exact");
        }
        assertThat(Files.readString(folder.resolve("figures/cpu-own-spectral-error-by-size.svg")))
                .contains("this project l=10", "exact KPCA l=10");
    }

    @Test
    void withoutPointsThereIsNothingToDraw() {
        assertThatThrownBy(() -> PaperFigures.draw(folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("points.tsv has no points to draw");
    }

    @Test
    void thePageHasClaimsFiguresTablesAndTheRun() throws IOException {
        new ResultFixture("cpu")
                .theory("main", "detail", "<script>alert(1)</script>")
                .write(folder);
        Files.writeString(
                folder.resolve("manifest.json"),
                "{\"commit\":\"abc123\",\"cut\":[\"Forest has 3 repeats.\"],\"command\":\"skpca reproduce\"}");
        String html = Files.readString(ResultsPage.write(folder));
        assertThat(html)
                .contains("abc123", "Forest has 3 repeats.", "skpca reproduce", "What is inside each time")
                .contains("Nystrom is the slowest to test", "prefers-color-scheme:dark")
                .doesNotContain("<script>", "<img", "src=");
        assertThat(html.split("<svg", -1)).hasSize(3);
    }

    @Test
    void thePageOfNothingSaysSo() throws IOException {
        String html = Files.readString(ResultsPage.write(folder));
        assertThat(html).contains("not measured", "There is no manifest");
    }
}
