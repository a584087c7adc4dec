package io.github.skpca.cli;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Every command with good input: the table for people, the JSON for scripts, and the files. */
final class CommandsTest {
    private static final String[] MODEL_FIELDS = {
        "rows",
        "columns",
        "method",
        "kernel",
        "bandwidth",
        "map",
        "shrink",
        "sketchAlgorithm",
        "sketchReason",
        "features",
        "sketch",
        "components",
        "centered",
        "scale",
        "scaleReason",
        "bandwidthRatio",
        "seed",
        "space",
        "explainedVariance",
        "sketchBound",
        "mapError",
        "mapErrorLow",
        "mapErrorHigh",
        "kernelError",
        "kernelErrorLow",
        "kernelErrorHigh"
    };

    @TempDir
    Path folder;

    private Path data;
    private Path model;

    @BeforeEach
    void fit() throws Exception {
        data = Data.file(folder, "data.csv", Data.lines(400, 6, 1));
        model = folder.resolve("model.skpca");
        Outcome.done("fit", data, "-o", model, "--features", 40, "--sketch", 12, "--components", 4);
    }

    @Test
    void generateWritesTheRowsAskedFor() throws Exception {
        Path csv = folder.resolve("noisy.csv");
        Outcome table = Outcome.done("generate", "random-noisy", "--rows", 50, "--columns", 7, "-o", csv);
        assertThat(table.out()).contains("Wrote " + csv, "rows", "50", "columns", "7");
        assertThat(Data.rows(csv)).hasSize(50).allMatch(row -> row.size() == 7);

        Path npy = folder.resolve("noisy.npy");
        Outcome json = Outcome.done("generate", "random-noisy", "--rows", 50, "--columns", 7, "-o", npy, "--json");
        assertThat(json.json())
                .containsEntry("rows", 50L)
                .containsEntry("columns", 7L)
                .containsEntry("signal", 3L)
                .containsEntry("zeta", 10.0)
                .containsEntry("seed", 0L)
                .containsEntry("output", npy.toString());
        assertThat(Data.rows(npy)).isEqualTo(Data.rows(csv));

        Outcome.done("generate", "random-noisy", "--rows", 50, "--columns", 7, "--seed", 1, "-o", npy);
        assertThat(Data.rows(npy)).isNotEqualTo(Data.rows(csv));
    }

    @Test
    void fitHasTheDocumentedDefaults() {
        Map<String, Object> fields = Outcome.done("fit", data, "-o", folder.resolve("d"), "--json", "--estimates")
                .json();
        assertThat(fields).containsKeys(MODEL_FIELDS).containsKey("kernelBound");
        assertThat(fields).containsKeys("workingBytes", "seconds", "rowsPerSecond", "skippedRows", "model");
        assertThat(fields)
                .containsEntry("rows", 400L)
                .containsEntry("columns", 6L)
                .containsEntry("method", "skpca")
                .containsEntry("kernel", "gaussian")
                .containsEntry("map", "landmarks")
                .containsEntry("shrink", "block")
                .containsEntry("sketchAlgorithm", "gram")
                .containsEntry("sketch", 50L)
                .containsEntry("components", 10L)
                .containsEntry("centered", true)
                .containsEntry("scale", "none")
                .containsEntry("seed", 0L)
                .containsEntry("skippedRows", 0L);
        // No more landmarks than rows, and no more coordinates than three a row of the sketch.
        long landmarks = (long) fields.get("features");
        assertThat(landmarks).isBetween(100L, 400L);
        long coordinates = Math.min(150, landmarks);
        assertThat(fields).containsEntry("space", landmarks * (6 + coordinates) + coordinates * 50);
        assertThat((Double) fields.get("explainedVariance")).isBetween(0.5, 1.0);
    }

    @Test
    void theDefaultBandwidthIsTheMedianDistance() throws Exception {
        List<List<Double>> rows = Data.rows(data);
        double[] distances = new double[rows.size() * (rows.size() - 1) / 2];
        int filled = 0;
        for (int i = 0; i < rows.size(); i++) {
            for (int j = 0; j < i; j++) {
                double sum = 0;
                for (int c = 0; c < 6; c++) {
                    sum += Math.pow(rows.get(i).get(c) - rows.get(j).get(c), 2);
                }
                distances[filled++] = Math.sqrt(sum);
            }
        }
        java.util.Arrays.sort(distances);
        double median = (distances[filled / 2 - 1] + distances[filled / 2]) / 2;
        assertThat(Outcome.done("inspect", model, "--json").number("bandwidth")).isEqualTo(median, within(1e-9));
    }

    /** They take as long as a small fit. */
    @Test
    void estimatesAreMadeWhenTheyAreAskedFor() {
        String[] estimates = {
            "kernelError",
            "kernelErrorLow",
            "kernelErrorHigh",
            "mapError",
            "mapErrorLow",
            "mapErrorHigh",
            "bandwidthRatio"
        };
        Path other = folder.resolve("other.skpca");
        Map<String, Object> fitted =
                Outcome.done("fit", data, "-o", other, "--json").json();
        assertThat(fitted).doesNotContainKeys(estimates).containsKeys("kernelBound", "sketchBound");
        Map<String, Object> inspected = Outcome.done("inspect", other, "--json").json();
        assertThat(inspected).doesNotContainKeys(estimates).containsKeys("kernelBound", "sketchBound");
        Map<String, Object> asked =
                Outcome.done("inspect", other, "--json", "--estimates").json();
        assertThat(asked).containsKeys(estimates);
        assertThat(Outcome.done("fit", data, "-o", other, "--json", "--estimates")
                        .json())
                .containsEntry("kernelError", asked.get("kernelError"))
                .containsEntry("mapErrorHigh", asked.get("mapErrorHigh"))
                .containsEntry("bandwidthRatio", asked.get("bandwidthRatio"));
        // Rows after the warm-up may have outgrown the bandwidth: that is always looked at.
        assertThat(Outcome.passed("fit", data, "-o", other, "--json", "--warmup", 300)
                        .json())
                .containsKey("bandwidthRatio");
    }

    @Test
    void fitPrintsATableForPeople() {
        Outcome outcome = Outcome.done("fit", data, "-o", folder.resolve("t.skpca"), "--features", 20, "--estimates");
        assertThat(outcome.out())
                .startsWith("Fitted " + folder.resolve("t.skpca"))
                .contains(
                        "sketchBound",
                        "400",
                        "(guaranteed: at most this, all rows learned)",
                        "(likely: 95% interval ",
                        ", all rows learned)")
                .doesNotContain("mapErrorLow");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"gaussian", "laplacian", "cauchy", "matern12", "matern32", "matern52", "rational-quadratic"})
    void everyKernelWithBothMapsAndBothShrinks(String kernel) {
        for (String map : List.of("landmarks", "paired", "fourier")) {
            for (String shrink : List.of("block", "fast", "paper")) {
                Path fitted = folder.resolve("k.skpca");
                Outcome.done(
                        "fit",
                        data,
                        "-o",
                        fitted,
                        "--kernel",
                        kernel,
                        "--map",
                        map,
                        "--shrink",
                        shrink,
                        "--features",
                        20,
                        "--sketch",
                        8,
                        "--components",
                        3,
                        "--bandwidth",
                        "mean",
                        "--standardize",
                        "--no-center");
                assertThat(Outcome.done("inspect", fitted, "--json").json())
                        .containsEntry("kernel", kernel)
                        .containsEntry("map", map)
                        .containsEntry("shrink", shrink)
                        .containsEntry("centered", false)
                        .containsEntry("scale", "columns")
                        .containsEntry("scaleReason", "asked for");
            }
        }
    }

    @Test
    void aShareOfVarianceChoosesTheComponents() {
        Outcome half = Outcome.done("fit", data, "-o", folder.resolve("s"), "--components", 0.5, "--json");
        assertThat(half.number("explainedVariance")).isGreaterThanOrEqualTo(0.5);
        assertThat(half.number("components")).isLessThan(10);
    }

    @Test
    void aShareThatCannotBeReachedIsNotedAndJsonStaysClean() {
        Outcome all = Outcome.of(
                "fit",
                data,
                "-o",
                folder.resolve("s"),
                "--components",
                0.999,
                "--sketch",
                3,
                "--json",
                "--bandwidth",
                0.5);
        assertThat(all.exit()).isZero();
        assertThat(all.err()).startsWith("note: ").contains("--sketch");
        assertThat(all.number("components")).isEqualTo(3);
    }

    @Test
    void loadingsAgreeInEveryFormat() throws Exception {
        Path csv = folder.resolve("loadings.csv");
        Outcome json = Outcome.done("transform", model, data, "-o", csv, "--json");
        assertThat(json.json())
                .containsEntry("rows", 400L)
                .containsEntry("columns", 6L)
                .containsEntry("components", 4L)
                .containsEntry("skippedRows", 0L)
                .containsEntry("output", csv.toString())
                .containsKeys("seconds", "rowsPerSecond");
        assertThat(Files.readAllLines(csv).get(0)).isEqualTo("pc1,pc2,pc3,pc4");
        assertThat(Data.rows(csv)).hasSize(400);
        for (String name : List.of("l.tsv", "l.npy", "l.csv.gz", "l.tsv.gz")) {
            Path other = folder.resolve(name);
            assertThat(Outcome.done("transform", model, data, "-o", other).out())
                    .contains("Wrote " + other);
            assertThat(Data.rows(other)).as(name).isEqualTo(Data.rows(csv));
        }
    }

    @Test
    void transformAndScoreDoNotDependOnHowRowsComeOrOnThreads() throws Exception {
        Path gz = Files.write(folder.resolve("data.csv.gz"), Data.gzip(Files.readAllBytes(data)));
        for (String command : List.of("transform", "score")) {
            Path one = folder.resolve(command + "-1.csv");
            Path two = folder.resolve(command + "-2.csv");
            Outcome.passed(command, model, data, "-o", one, "--threads", 1);
            Outcome.passed(command, model, gz, "-o", two, "--threads", 2);
            assertThat(two).hasSameBinaryContentAs(one);
        }
    }

    @Test
    void scoreGivesAScoreAndAPValueARowAndFindsWhatIsNew() throws Exception {
        Path scores = folder.resolve("scores.csv");
        Outcome json = Outcome.passed("score", model, data, "-o", scores, "--json");
        assertThat(json.json()).containsEntry("rows", 400L).containsEntry("output", scores.toString());
        assertThat(Files.readAllLines(scores).get(0)).isEqualTo("score,pValue");
        double highest = Data.rows(scores).stream()
                        .mapToDouble(row -> row.get(0))
                        .peek(score -> assertThat(score).isBetween(0.0, 2.0))
                        .sum()
                / 400;

        Path strange = Data.file(folder, "strange.csv", "40,-40,40,-40,40,-40\n");
        Outcome.passed("score", model, strange, "-o", scores);
        assertThat(Data.rows(scores).get(0).get(0)).isGreaterThan(2 * highest);
        assertThat(Data.rows(scores).get(0).get(1)).isEqualTo(1 / 401.0);
    }

    @Test
    void keptColumnsPassThrough() throws Exception {
        String text = "id,a,b,c,d,e,f,city\n";
        List<String> lines = Files.readAllLines(data).subList(0, 3);
        text += "7," + lines.get(0) + ",\"Bern, CH\"\n008," + lines.get(1) + ",\n9," + lines.get(2) + ",Oslo\n";
        Path named = Data.file(folder, "named.csv", text);
        Path out = folder.resolve("out.csv");
        Outcome.done("transform", model, named, "--keep", "id,city", "-o", out);
        List<String> written = Files.readAllLines(out);
        assertThat(written.get(0)).isEqualTo("id,city,pc1,pc2,pc3,pc4");
        assertThat(written.get(1)).startsWith("7,\"Bern, CH\",");
        assertThat(written.get(2)).startsWith("008,,");
        assertThat(written.get(3)).startsWith("9,Oslo,");

        Outcome.passed("score", model, named, "--columns", "2-7", "--keep", "id", "-o", out);
        assertThat(Files.readAllLines(out).get(2)).startsWith("008,");
        Outcome.done("evaluate", model, named, "--exclude", "1,city", "--json");
    }

    @Test
    void rowsGoToStandardOutput() throws Exception {
        Path out = folder.resolve("out.csv");
        Outcome.done("transform", model, data, "-o", out);
        Outcome toOutput =
                SkpcaProcess.run(List.of(), "transform", model, data, "-o", "-").requireDone();
        assertThat(toOutput.out()).isEqualTo(Files.readString(out));

        Outcome.passed("score", model, data, "-o", out);
        Outcome piped = SkpcaProcess.runWith(Files.readAllBytes(data), "score", model, "-")
                .requirePassed();
        assertThat(piped.out()).isEqualTo(Files.readString(out));
    }

    @Test
    void evaluateMeasuresAndRepeatsItself() {
        Outcome json = Outcome.done("evaluate", model, data, "--json");
        assertThat(json.json()).containsKeys(MODEL_FIELDS);
        assertThat(json.json())
                .containsEntry("rows", 400L)
                .containsEntry("trainingRows", 400L)
                .containsEntry("rowsGiven", 400L)
                .containsEntry("skippedRows", 0L)
                .containsKey("seconds");
        assertThat(json.number("spectralError")).isBetween(1e-9, 1.0);
        assertThat(json.number("frobeniusError")).isBetween(1e-12, json.number("spectralError"));
        Outcome again = Outcome.done("evaluate", model, data, "--json", "--threads", 1);
        assertThat(again.number("spectralError")).isEqualTo(json.number("spectralError"));

        Outcome table = Outcome.done("evaluate", model, data);
        assertThat(table.out())
                .contains("spectralError", "frobeniusError", "Guaranteed on the rows learned")
                .contains(
                        "(likely: 95% interval ",
                        "Measured on these rows: ",
                        "Guaranteed on the rows learned: at most ",
                        "spectralError is at most mapError");
        assertThat(json.number("mapError")).isBetween(json.number("mapErrorLow"), json.number("mapErrorHigh"));
    }

    @Test
    void evaluateWithMoreComponentsErrsLess() {
        double own = Outcome.done("evaluate", model, data, "--json").number("frobeniusError");
        Outcome one = Outcome.done("evaluate", model, data, "--components", 1, "--json");
        Outcome all = Outcome.done("evaluate", model, data, "--components", "all", "--json");
        assertThat(one.number("components")).isEqualTo(1);
        assertThat(all.number("components")).isEqualTo(12);
        assertThat(one.number("frobeniusError")).isGreaterThan(own);
        assertThat(all.number("frobeniusError")).isLessThanOrEqualTo(own * 1.01);
    }

    @Test
    void evaluateDrawsASample() {
        Outcome drawn = Outcome.done("evaluate", model, data, "--sample", 100, "--json");
        assertThat(drawn.json()).containsEntry("rows", 100L).containsEntry("rowsGiven", 400L);
        assertThat(Outcome.done("evaluate", model, data, "--sample", 100, "--json")
                        .number("spectralError"))
                .isEqualTo(drawn.number("spectralError"));
        assertThat(Outcome.done("evaluate", model, data, "--sample", 100, "--seed", 1, "--json")
                        .number("spectralError"))
                .isNotEqualTo(drawn.number("spectralError"));
    }

    @Test
    void inspectShowsAModel() throws Exception {
        Outcome json = Outcome.done("inspect", model, "--json", "--estimates");
        assertThat(json.json()).containsKeys(MODEL_FIELDS);
        assertThat(json.json())
                .containsEntry("kind", "model")
                .containsEntry("provisional", false)
                .containsEntry("formatVersion", "2")
                .containsEntry("fileBytes", Files.size(model))
                .containsKeys("sha256", "shrinkSum", "tensors");
        assertThat((List<?>) json.json().get("spectrum")).hasSize(12);
        assertThat(Outcome.done("inspect", model).out()).startsWith(model.toString());
    }

    @Test
    void inspectShowsCheckpointsDuringAndAfterTheWarmUp() {
        Path checkpoint = folder.resolve("c");
        Outcome.done("fit", data, "-o", model, "--checkpoint", checkpoint, "--checkpoint-every", 150);
        assertThat(Outcome.done("inspect", checkpoint, "--json").json())
                .containsEntry("kind", "checkpoint")
                .containsEntry("rows", 300L)
                .containsEntry("columns", 6L)
                .containsEntry("warmingUp", true);
        Outcome.done("fit", data, "-o", model, "--checkpoint", checkpoint, "--checkpoint-every", 150, "--warmup", 100);
        assertThat(Outcome.done("inspect", checkpoint, "--json").json())
                .containsEntry("kind", "checkpoint")
                .containsEntry("rows", 300L)
                .containsEntry(
                        "bandwidth",
                        Outcome.done("inspect", model, "--json").json().get("bandwidth"));
        Outcome.done("transform", checkpoint, data, "-o", folder.resolve("from-checkpoint.csv"));
    }

    @Test
    void planGivesSizes() {
        Map<String, Object> plan = Outcome.done("plan", "--epsilon", 0.1, "--rows", 20000, "--columns", 21, "--json")
                .json();
        assertThat(plan)
                .containsEntry("epsilon", 0.1)
                .containsEntry("delta", 0.01)
                .containsEntry("rows", 20000L)
                .containsEntry("columns", 21L)
                .containsEntry("map", "paired")
                .containsEntry("shrink", "block");
        // (9 + 8 e) / e^2 ln(2n / delta) with e = 0.05, rounded up to an even number; l = 2 / e for blocks.
        assertThat(plan.get("forAll"))
                .asString()
                .startsWith("{features=57160, sketch=40, space=" + 57160 * (21 + 40) + ", workingBytes=");
        // ln(2 / delta) / e^2.
        assertThat(plan.get("forEach")).asString().startsWith("{features=2120, sketch=40, space=");
        assertThat(Outcome.done("plan", "--epsilon", 0.1).out()).contains("--features ", "--sketch 40", "MB");
    }

    @Test
    void demoWritesItsReport() {
        Path demo = folder.resolve("demo");
        Outcome json = Outcome.done("demo", "--rows", 1000, "-o", demo, "--json");
        assertThat(json.json()).containsKeys(MODEL_FIELDS);
        assertThat(json.json())
                .containsEntry("rows", 1000L)
                .containsEntry("columns", 196L)
                .containsEntry("testRows", 500L)
                .containsEntry("ringsApart", 1.0)
                .containsEntry("crossedRows", 20L)
                .containsEntry("report", demo.resolve("report.html").toString())
                .containsKeys("spectralError", "frobeniusError", "workingBytes", "seconds", "rowsPerSecond");
        assertThat(demo.resolve("report.html")).isNotEmptyFile();
        assertThat(demo.resolve("loadings.csv")).isNotEmptyFile();
        Outcome.done("inspect", demo.resolve("model.skpca"));

        // What the page is for: structure that linear PCA does not see, and the error of exact kernel PCA.
        assertThat(json.number("ringsApartLinear")).isLessThan(0.6);
        assertThat(json.number("sheetNeighbours")).isLessThan(0.3 * json.number("sheetNeighboursLinear"));
        assertThat(json.number("skpcaErrorOfThese"))
                .isBetween(0.95 * json.number("exactError"), 1.05 * json.number("exactError"));
        // The page says how to go on from here.
        Path page = folder.resolve("digits.html");
        Outcome.passed(
                "report", demo.resolve("model.skpca"), demo.resolve("digits.csv"), "--color", "digit", "-o", page);
        assertThat(page).content().contains("crossed out");
    }

    @Test
    void badRowsAreSkippedAndCountedWhereAsked() throws Exception {
        Path bad = Data.file(
                folder,
                "bad.csv",
                Files.readString(data) + "1,2\n1,2,3,4,5,nan\n1,2,3,4,5,inf\n1,2,x,4,5,6\n1,2,,4,5,6\n");
        Path fitted = folder.resolve("skipped.skpca");
        Outcome fit = Outcome.done(
                "fit",
                bad,
                "-o",
                fitted,
                "--features",
                40,
                "--sketch",
                12,
                "--components",
                4,
                "--on-bad-row",
                "skip",
                "--json");
        assertThat(fit.json()).containsEntry("rows", 400L).containsEntry("skippedRows", 5L);
        assertThat(fitted).hasSameBinaryContentAs(model);
        for (String command : List.of("transform", "score")) {
            Path out = folder.resolve("out.csv");
            assertThat(Outcome.passed(command, model, bad, "-o", out, "--on-bad-row", "skip", "--json")
                            .json())
                    .containsEntry("rows", 400L)
                    .containsEntry("skippedRows", 5L);
            assertThat(Data.rows(out)).hasSize(400);
        }
        assertThat(Outcome.done("evaluate", model, bad, "--on-bad-row", "skip", "--json")
                        .json())
                .containsEntry("rowsGiven", 400L)
                .containsEntry("skippedRows", 5L);
    }

    @Test
    void libsvmRowsAreReadWithTheModelsWidth() throws Exception {
        Path sparse = Data.file(folder, "rows.svm", "1 1:0.5 6:-1\n-1 2:1.5\n");
        Path out = folder.resolve("out.csv");
        Outcome.done("transform", model, sparse, "--keep", "label", "-o", out);
        assertThat(Data.rows(out)).hasSize(2).allMatch(row -> row.size() == 5);
        assertThat(Data.rows(out).get(1).get(0)).isEqualTo(-1);
    }

    @Test
    void libsvmRowsMayBeWiderThanTheModelIfColumnsAreChosen() throws Exception {
        Path sparse = Data.file(folder, "rows.svm", "1 1:0.5 2:3 6:-1\n-1 2:1.5\n2 3:2\n");
        Path narrow = folder.resolve("narrow.skpca");
        Outcome.done("fit", sparse, "--columns", "2-3", "-o", narrow, "--features", 10);
        Path out = folder.resolve("out.csv");
        Outcome.passed("score", narrow, sparse, "--columns", "2-3", "-o", out);
        assertThat(Data.rows(out)).hasSize(3);
    }
}
