package io.github.skpca.cli;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

/** Missing cells, windows and categories, from the command line; the model remembers what a fit was told. */
final class PreparedRowsTest {
    private static final Object[] SMALL = {"--features", 60, "--sketch", 10, "--components", 3, "--warmup", 300};

    @TempDir
    Path folder;

    /** Rows of three columns that go together and a category, of which every seventh cell of the second is missing. */
    private static List<String> lines(int count, long seed) {
        Random random = new Random(seed);
        List<String> lines = new ArrayList<>();
        String[] marks = {"", "NA", "nan", "?", "null"};
        for (int i = 0; i < count; i++) {
            double a = random.nextGaussian();
            String second = i % 7 == 3 ? marks[i % marks.length] : Double.toString(2 * a);
            String color = i % 11 == 0 ? "\"dark, red\"" : i % 3 == 0 ? "blue" : "green";
            lines.add(a + "," + second + "," + (a + 0.1 * random.nextGaussian()) + "," + color + "\n");
        }
        return lines;
    }

    private Path file(String name, List<String> lines) throws Exception {
        return Data.file(folder, name, "a,b,c,color\n" + String.join("", lines));
    }

    private static Object[] with(Object[] first, Object... more) {
        return joined(joined(first, SMALL), more);
    }

    private static Object[] joined(Object[] first, Object... more) {
        List<Object> all = new ArrayList<>(List.of(first));
        all.addAll(List.of(more));
        return all.toArray();
    }

    private Path model(Path data, String name, Object... more) throws Exception {
        Path model = folder.resolve(name);
        Outcome.passed(with(new Object[] {"fit", data, "-o", model}, more));
        return model;
    }

    @Test
    void missingCellsAreCountedFilledAndScored() throws Exception {
        Path data = file("data.csv", lines(1000, 1));
        Outcome refused = Outcome.of("fit", data, "--exclude", "color", "-o", folder.resolve("none.skpca"));
        assertThat(refused.complaint(Failures.BAD_INPUT)).contains("data.csv:5: column 2 \"b\"");
        Path model = folder.resolve("model.skpca");
        Map<String, Object> fields = Outcome.passed(with(
                        new Object[] {"fit", data, "--exclude", "color", "-o", model}, "--missing", "impute", "--json"))
                .json();
        assertThat(fields)
                .containsEntry("rows", 1000L)
                .containsEntry("missing", "impute")
                .containsEntry("filledCells", 143L)
                .containsEntry("rowsWithMissing", 143L)
                .containsEntry("rowsMissingTooMuch", 0L);
        Path scores = folder.resolve("scores.csv");
        Path holes = Data.file(folder, "holes.csv", "a,b,c,color\n1,2,1,x\n1,,1,x\n,NA,1,x\n1,,9,x\n");
        fields = Outcome.passed("score", model, holes, "--exclude", "color", "-o", scores, "--json")
                .json();
        assertThat(fields).containsEntry("rowsNotJudged", 1L).containsEntry("filledCells", 2L);
        List<String> found = Files.readAllLines(scores);
        assertThat(found).hasSize(5);
        assertThat(found.get(3)).isEqualTo("NaN,NaN");
        assertThat(score(found.get(2))).isLessThan(0.1);
        assertThat(score(found.get(4))).isGreaterThan(10 * score(found.get(2)));
        Outcome.passed("transform", model, holes, "--exclude", "color", "-o", folder.resolve("loadings.csv"));
        assertThat(Files.readAllLines(folder.resolve("loadings.csv")).get(3)).isEqualTo("NaN,NaN,NaN");
        Outcome.passed("evaluate", model, data, "--exclude", "color");
    }

    private static double score(String line) {
        return Double.parseDouble(line.split(",")[0]);
    }

    /** A row that lost the column by which it was novel is usual among rows that lost it too. */
    @Test
    void aMaskComparesRowsThatMissTheSame() throws Exception {
        Path model = model(file("data.csv", lines(1000, 2)), "model.skpca", "--exclude", "color", "--missing", "mask");
        Path rows = Data.file(folder, "rows.csv", "a,b,c\n1,,1\n0.5,,0.5\n1,,-3\n1,2,1\n");
        Path scores = folder.resolve("scores.csv");
        Map<String, Object> fields =
                Outcome.passed("score", model, rows, "-o", scores, "--json").json();
        assertThat(fields).containsEntry("missingPatterns", 1L);
        List<String> found = Files.readAllLines(scores);
        assertThat(pValue(found.get(1))).isGreaterThan(0.05);
        assertThat(pValue(found.get(2))).isGreaterThan(0.05);
        assertThat(pValue(found.get(3))).isLessThan(0.01);
    }

    private static double pValue(String line) {
        return Double.parseDouble(line.split(",")[1]);
    }

    @Test
    void categoriesAreRememberedByNameAndOthersShareAColumn() throws Exception {
        Path data = file("data.csv", lines(1000, 3));
        Path model = model(data, "model.skpca", "--missing", "impute", "--one-hot", "color");
        assertThat(Outcome.passed("inspect", model, "--json").json())
                .containsEntry("columns", 7L)
                .containsEntry("cells", 4L)
                .containsEntry("oneHotColumns", 1L);
        Path rows = Data.file(
                folder, "rows.csv", "a,b,c,color\n1,2,1,blue\n1,2,1,\"dark, red\"\n1,2,1,pink\n1,2,1,mauve\n");
        Path scores = folder.resolve("scores.csv");
        Outcome.passed("score", model, rows, "-o", scores);
        List<String> found = Files.readAllLines(scores);
        assertThat(score(found.get(3))).isGreaterThan(2 * score(found.get(1)));
        assertThat(found.get(3)).isEqualTo(found.get(4));
        assertThat(Outcome.of(with(
                                new Object[] {"fit", data, "-o", folder.resolve("none.skpca")}, "--one-hot", "shape"))
                        .complaint(Failures.BAD_INPUT))
                .contains("no column \"shape\"");
    }

    /** A pipe, a file in order, and batches of any size: the same bytes. */
    @Test
    void aPipeGivesTheSameBytesAsItsFile() throws Exception {
        List<String> lines = lines(2000, 4);
        Path data = file("data.csv", lines);
        Object[] options = {"--one-hot", "color", "--missing", "impute", "--lags", 3, "--stride", 2};
        Path model = model(data, "model.skpca", joined(options, "--in-order"));
        Path piped = folder.resolve("piped.skpca");
        java.io.InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream(Files.readAllBytes(data)));
            Outcome.passed(with(new Object[] {"fit", "-", "-o", piped}, options));
        } finally {
            System.setIn(before);
        }
        assertThat(piped).hasSameBinaryContentAs(model);
        Path halves = folder.resolve("halves.skpca");
        Path first = file("first.csv", lines.subList(0, 777));
        Path second = file("second.csv", lines.subList(777, 2000));
        Object[] checkpoints = {"--checkpoint", folder.resolve("checkpoint"), "--checkpoint-every", 7};
        Outcome.passed(
                with(joined(new Object[] {"fit", first, second, "-o", halves, "--in-order"}, checkpoints), options));
        assertThat(halves).hasSameBinaryContentAs(model);
    }

    /** A step is scored by the window that ends there; the first ones have none. */
    @Test
    void aSeriesIsScoredStepByStep() throws Exception {
        StringBuilder text = new StringBuilder("x\n");
        for (int t = 0; t < 3000; t++) {
            text.append(Math.sin(t / 5.0)).append('\n');
        }
        Path model = model(Data.file(folder, "wave.csv", text.toString()), "model.skpca", "--lags", 8);
        assertThat(Outcome.passed("inspect", model, "--json").json())
                .containsEntry("columns", 8L)
                .containsEntry("lags", 8L)
                .containsEntry("rows", 2993L);
        StringBuilder other = new StringBuilder("x\n");
        for (int t = 0; t < 100; t++) {
            other.append(t == 60 ? 3 : Math.sin(t / 5.0)).append('\n');
        }
        Path scores = folder.resolve("scores.csv");
        Outcome.passed("score", model, Data.file(folder, "other.csv", other.toString()), "-o", scores);
        List<String> found = Files.readAllLines(scores);
        assertThat(found).hasSize(101);
        assertThat(found.subList(1, 8)).containsOnly("NaN,NaN");
        for (int t = 7; t < 100; t++) {
            double p = pValue(found.get(1 + t));
            assertThat(p <= 0.001).as("step %d, p %s", t, p).isEqualTo(t >= 60 && t < 68);
        }
    }

    /** A watch that ends and goes on has its window: the same events, byte for byte. */
    @Test
    void aWatchKeepsItsWindow() throws Exception {
        Path model = model(
                file("training.csv", lines(2000, 5)),
                "model.skpca",
                "--exclude",
                "color",
                "--missing",
                "impute",
                "--lags",
                4,
                "--stride",
                2);
        List<String> lines = lines(900, 6);
        for (int i = 50; i < 900; i += 100) {
            lines.set(i, "4,-8,4,x\n");
        }
        lines.set(333, ",,,x\n");
        Path whole = watch(model, "whole", List.of(lines));
        assertThat(Files.readAllLines(whole)).hasSizeGreaterThan(9).anyMatch(line -> line.contains("b[t"));
        Path parts =
                watch(model, "parts", List.of(lines.subList(0, 2), lines.subList(2, 351), lines.subList(351, 900)));
        assertThat(parts).hasSameBinaryContentAs(whole);
    }

    private Path watch(Path model, String name, List<List<String>> parts) throws Exception {
        Path input = folder.resolve(name + ".csv");
        Path events = folder.resolve(name + ".jsonl");
        Files.writeString(input, "a,b,c,color\n");
        for (List<String> part : parts) {
            Files.writeString(input, String.join("", part), java.nio.file.StandardOpenOption.APPEND);
            Object[] command = {
                "watch",
                model,
                input,
                "--exclude",
                "color",
                "-o",
                events,
                "--once",
                "--checkpoint",
                folder.resolve(name + ".state"),
                "--refresh",
                100,
                "--alert",
                0.005,
                "--drift",
                0
            };
            Outcome end = Outcome.of(command);
            assertThat(end.exit()).as(end.err()).isZero();
        }
        return events;
    }

    @Test
    void whatMakesNoSenseIsRefused() throws Exception {
        Path data = file("data.csv", lines(50, 7));
        assertThat(Outcome.of(with(new Object[] {"fit", data, "-o", folder.resolve("m")}, "--missing", "maybe"))
                        .complaint(Failures.BAD_INPUT))
                .contains("--missing must be fail, impute or mask, not maybe");
        assertThat(Outcome.of(with(new Object[] {"fit", data, "-o", folder.resolve("m")}, "--stride", 2))
                        .complaint(Failures.BAD_INPUT))
                .contains("--stride needs --lags");
        assertThat(Outcome.of(with(new Object[] {"fit", data, "-o", folder.resolve("m")}, "--lags", 0))
                        .complaint(Failures.BAD_INPUT))
                .contains("--lags must be at least 1");
    }
}
