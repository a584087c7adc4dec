package io.github.skpca.cli;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** {@code score --explain}: which columns of which rows, what was observed and what was to be expected. */
final class ExplainTest {
    @TempDir
    Path folder;

    private Path model = Path.of("");
    private Path novel = Path.of("");

    /** The third column is the sum of the first two; the fourth has nothing to do with them. */
    private static List<String> lines(int count, long seed) {
        Random random = new Random(seed);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double a = random.nextGaussian();
            double b = random.nextGaussian();
            double sum = a + b + 0.05 * random.nextGaussian();
            lines.add(String.format(Locale.ROOT, "r%d,%.4f,%.4f,%.4f,%.4f", i, a, b, sum, random.nextGaussian()));
        }
        return lines;
    }

    private Path file(String name, List<String> lines) throws Exception {
        return Data.file(folder, name, "id,a,b,sum,other\n" + String.join("\n", lines) + "\n");
    }

    @BeforeEach
    void fit() throws Exception {
        Path usual = file("usual.csv", lines(800, 1));
        model = folder.resolve("model.skpca");
        Outcome.passed("fit", usual, "--exclude", "id", "-o", model, "--features", 120, "--sketch", 40);
        List<String> rows = lines(60, 2);
        rows.set(10, "broken,0.5,0.4,-2.1,0.1");
        rows.set(40, "far,0.2,-0.3,-0.1,7.5");
        novel = file("novel.csv", rows);
    }

    @Test
    void namesTheColumnsThatAreOddAndWhatWasToBeExpected() throws Exception {
        Path out = folder.resolve("why.csv");
        Outcome.passed("score", model, novel, "--keep", "id", "--explain", 2, "-o", out);
        List<String> lines = Files.readAllLines(out);
        assertThat(lines.get(0)).isEqualTo("id,column,row,score,pValue,observed,expected,share");
        List<String[]> cells =
                lines.stream().skip(1).map(line -> line.split(",")).toList();
        assertThat(cells.get(0)).startsWith("far", "other", "41").contains("7.5");
        String[] broken = cells.stream()
                .filter(line -> line[0].equals("broken") && line[1].equals("sum"))
                .findFirst()
                .orElseThrow();
        assertThat(broken[2]).isEqualTo("11");
        assertThat(Double.parseDouble(broken[5])).isEqualTo(-2.1);
        assertThat(Double.parseDouble(broken[6])).isGreaterThan(-1.5);
        assertThat(Double.parseDouble(broken[7])).isBetween(0.3, 1.0);
        assertThat(cells).allMatch(line -> line[0].equals("far") || line[0].equals("broken"));
    }

    @Test
    void jsonHasTheSame() {
        Outcome outcome = Outcome.passed(
                "score", "--explain", model, novel, "--exclude", "id", "--explain-level", 0.01, "--json");
        assertThat(outcome.number("explainedRows")).isBetween(2.0, 8.0);
        List<?> rows = (List<?>) outcome.json().get("novel");
        Map<?, ?> first = (Map<?, ?>) rows.get(0);
        assertThat(first.get("row")).isEqualTo(41L);
        Map<?, ?> column = (Map<?, ?>) ((List<?>) first.get("columns")).get(0);
        assertThat(column.get("column")).isEqualTo("other");
        assertThat((Double) column.get("share")).isGreaterThan(0.5);
        assertThat((Double) column.get("expected")).isCloseTo(0, within(2.0));
        assertThat(rows)
                .allSatisfy(row ->
                        assertThat((Double) ((Map<?, ?>) row).get("pValue")).isLessThanOrEqualTo(0.01));
    }

    @Test
    void partsHaveSharesOfTheirOwn() throws Exception {
        Path fitted = folder.resolve("novelty.skpca");
        Outcome.passed("fit", folder.resolve("usual.csv"), "--exclude", "id", "--for", "novelty", "-o", fitted);
        Path out = folder.resolve("why.tsv");
        Outcome.passed("score", fitted, novel, "--keep", "id", "--explain", 1, "--parts", "-o", out);
        assertThat(Files.readAllLines(out).get(0))
                .isEqualTo(String.join(
                        "\t",
                        List.of(
                                "id",
                                "column",
                                "row",
                                "score",
                                "pValue",
                                "q",
                                "qPValue",
                                "t2",
                                "t2PValue",
                                "observed",
                                "expected",
                                "share",
                                "qShare",
                                "t2Share")));
    }

    @Test
    void aMissingCellExplainsNothing() throws Exception {
        Path fitted = folder.resolve("missing.skpca");
        Outcome.passed("fit", folder.resolve("usual.csv"), "--exclude", "id", "--missing", "impute", "-o", fitted);
        List<String> rows = lines(30, 3);
        rows.set(4, "far,NA,0.1,0.2,8");
        Path out = folder.resolve("why.csv");
        Outcome.passed(
                "score",
                fitted,
                file("gaps.csv", rows),
                "--keep",
                "id",
                "--explain",
                1,
                "--explain-columns",
                4,
                "-o",
                out);
        assertThat(Files.readString(out)).contains("far,other,5,").doesNotContain("far,a,", "NaN");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--explain 0                   | --explain must be between 1 and 10000, not 0",
                "--explain 10001               | --explain must be between 1 and 10000, not 10001",
                "--explain=few                 | is not an int",
                "--explain-columns 3           | --explain-columns has no meaning without --explain",
                "--explain-level 0.1           | --explain-level has no meaning without --explain",
                "--explain --explain-columns 0 | --explain-columns must be at least 1, not 0",
                "--explain --explain-level 2   | --explain-level must be above 0 and at most 1, not 2",
                "--explain --learn             | --explain and --learn cannot both be given",
                "--explain --fdr 0.1           | --explain and --fdr cannot both be given",
                "--explain -o why.npy          | NPY holds no text",
            })
    void refusesWhatMakesNoSense(String options, String complaint) {
        List<Object> args = new ArrayList<>(List.of("score", model, novel, "--exclude", "id"));
        for (String option : options.strip().split(" ")) {
            args.add(option.equals("why.npy") ? folder.resolve(option) : option);
        }
        assertThat(Outcome.of(args.toArray()).complaint(2)).contains(complaint);
    }

    @Test
    void rowsAreNumberedAsInTheInputsWhereSomeAreSkipped() throws Exception {
        List<String> rows = lines(20, 4);
        rows.set(3, "r3,1,x,2,3");
        Path bad = file("bad.csv", rows);
        Path more = file("more.csv", lines(5, 5));
        for (String command : List.of("score", "transform", "reconstruct")) {
            Path out = folder.resolve(command + ".csv");
            Outcome.passed(command, model, bad, more, "--keep", "id", "--on-bad-row", "skip", "-o", out);
            List<String> lines = Files.readAllLines(out);
            assertThat(lines.get(0)).startsWith("id,row,");
            assertThat(lines.get(3)).startsWith("r2,3,");
            assertThat(lines.get(4)).startsWith("r4,5,");
            assertThat(lines.get(20)).startsWith("r0,21,");
            assertThat(lines).hasSize(25);
            Outcome.passed(command, model, bad, "--keep", "id", "--on-bad-row", "skip", "--no-row-number", "-o", out);
            assertThat(Files.readAllLines(out).get(0)).startsWith("id,").doesNotContain("row");
            Outcome.passed(command, model, more, "--exclude", "id", "--row-number", "-o", folder.resolve("rows.npy"));
            assertThat(Data.rows(folder.resolve("rows.npy")).get(4).get(0)).isEqualTo(5);
        }
    }
}
