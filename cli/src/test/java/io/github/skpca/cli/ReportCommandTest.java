package io.github.skpca.cli;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/** The command report. */
final class ReportCommandTest {
    private static final String HOSTILE = "<script>alert(1)</script>";

    @TempDir
    Path folder;

    private Path rows;
    private Path model;
    private Path page;

    /** Four columns and a label; the last row has a column of its own size. */
    @BeforeEach
    void fit() throws IOException {
        StringBuilder text = new StringBuilder("a,\"b " + HOSTILE + "\",c,d,kind\n");
        Data data = new Data(4, 7);
        for (int i = 0; i < 600; i++) {
            text.append(data.nextLine().strip()).append(i % 2 == 0 ? ",one\n" : ",\"" + HOSTILE + "\"\n");
        }
        // What was learned is usual, however far away it is.
        Path usual = Data.file(folder, "usual.csv", text.toString());
        text.append("0.1,0.1,9,0.1,odd\n");
        rows = Data.file(folder, "rows.csv", text.toString());
        model = folder.resolve("model.skpca");
        page = folder.resolve("page.html");
        Outcome.passed(
                "fit", usual, "--exclude", "kind", "--features", 60, "--sketch", 12, "--components", 4, "-o", model);
    }

    @Test
    void drawsRowsByLabelAndSaysWhatIsOdd() throws IOException {
        Outcome outcome = Outcome.passed("report", model, rows, "--color", "kind", "-o", page, "--json");
        Map<String, Object> json = outcome.json();
        assertThat(json)
                .containsEntry("rows", 601L)
                .containsEntry("mapPoints", 601L)
                .containsEntry("columns", 4L)
                .containsEntry("output", page.toString())
                .containsKeys(
                        "novelRows", "explainedVariance", "kernelBound", "kernelError", "spectralError", "warnings");
        Map<?, ?> first = (Map<?, ?>) ((List<?>) json.get("mostNovel")).get(0);
        assertThat(first.get("row")).isEqualTo(601L);
        Map<?, ?> column = (Map<?, ?>) ((List<?>) first.get("columns")).get(0);
        assertThat(column.get("column")).isEqualTo("c");
        assertThat(column.get("observed")).isEqualTo(9.0);
        assertThat((Double) column.get("expected")).isBetween(-4.0, 4.0);
        String html = Files.readString(page);
        assertThat(html)
                .contains("Row 601 (", "kind odd", "share of the score", "guaranteed", "likely", "measured", "Settings")
                .contains("&lt;script&gt;alert(1)")
                .doesNotContain(HOSTILE, "https:", "src=");
        // One script, our own, by its hash; the first two components are drawn without it.
        assertThat(html.split("<script", -1)).hasSize(2);
        assertThat(html).contains("script-src &#39;sha256-").contains("class=\"marks\"");
    }

    @Test
    void coloursByNoveltyAndByAColumnOfTheModel() throws IOException {
        Outcome.passed("report", model, rows, "--exclude", "kind", "-o", page);
        assertThat(page).content().contains("−log₁₀ of the p-value").doesNotContain("<option value=\"1\">kind");
        Outcome.passed("report", model, rows, "--exclude", "kind", "--color", "c", "-o", page);
        assertThat(page).content().contains("selected=\"selected\">c</option>");
    }

    @Test
    void holdsSomeOfManyRows() throws IOException {
        Path many = Data.file(folder, "many.csv", Data.lines(9000, 4, 7));
        Outcome outcome = Outcome.passed("report", model, many, "-o", page, "--json");
        assertThat(outcome.number("rows")).isEqualTo(9000);
        assertThat(outcome.number("mapPoints")).isBetween(5000.0, 5200.0);
        assertThat(Files.size(page)).isLessThan(600_000);
        byte[] before = Files.readAllBytes(page);
        Outcome.passed("report", model, many, "-o", page);
        assertThat(page).hasBinaryContent(before);
    }

    @Test
    void refusesWhatItCannotDraw() throws Exception {
        assertThat(Refusal.of(folder, "report", model, rows)).contains("-o");
        assertThat(Refusal.of(folder, "report", model, rows, "--color", "none", "-o", page))
                .contains("none");
        assertThat(Refusal.of(folder, "report", model, rows, "--exclude", "kind", "-o", folder))
                .contains("is a folder");
        Path empty = Data.file(folder, "empty.csv", "a,b,c,d\n");
        assertThat(Outcome.of("report", model, empty, "-o", page).exit()).isEqualTo(2);
        assertThat(page).doesNotExist();
    }
}
