package io.github.skpca.cli;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/** Every command with the models of every method. */
final class MethodsTest {
    private static final int ROWS = 300;
    private static final int COLUMNS = 5;

    @TempDir
    Path folder;

    private Path first;
    private Path second;
    private Path whole;
    private Path model;

    @BeforeEach
    void write() throws Exception {
        String one = Data.lines(ROWS, COLUMNS, 21);
        String two = Data.lines(200, COLUMNS, 22);
        first = Data.file(folder, "first.csv", one);
        second = Data.file(folder, "second.csv", two);
        whole = Data.file(folder, "whole.csv", one + two);
        model = folder.resolve("model.skpca");
    }

    private static Object[] fit(String method, Path input, Path output, Object... more) {
        List<Object> arguments = new ArrayList<>(List.of("fit", input, "-o", output, "--method", method, "--json"));
        if (!method.equals("exact")) {
            arguments.addAll(List.of("--features", 40));
        }
        arguments.addAll(Arrays.asList(more));
        return arguments.toArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"skpca", "rnca", "nystrom", "exact"})
    void modelsAreFittedInspectedUsedAndMeasured(String method) throws Exception {
        Map<String, Object> fitted = Outcome.done(fit(method, first, model)).json();
        Map<String, Object> inspected = Outcome.done("inspect", model, "--json").json();
        boolean bounded = method.equals("skpca") || method.equals("rnca");
        long features = method.equals("exact") ? ROWS : 40;
        for (Map<String, Object> fields : List.of(fitted, inspected)) {
            assertThat(fields)
                    .containsEntry("method", method)
                    .containsEntry("map", method.equals("rnca") ? "paired" : "landmarks")
                    .containsEntry("features", features)
                    .containsEntry("components", 10L)
                    .containsEntry(
                            "space",
                            method.equals("skpca") ? 40 * (COLUMNS + 40) + 40 * 50 : features * (COLUMNS + features));
            assertThat(fields.containsKey("sketchBound")).isEqualTo(bounded);
            assertThat(fields.get("sketchAlgorithm")).isEqualTo(bounded ? "gram" : null);
            assertThat(fields.containsKey("sketchReason")).isEqualTo(bounded);
            assertThat(fields.containsKey("sketch")).isEqualTo(method.equals("skpca"));
            assertThat(fields.containsKey("rncaUpdate")).isEqualTo(method.equals("rnca"));
        }
        Path loadings = folder.resolve("loadings.csv");
        Path scores = folder.resolve("scores.csv");
        Outcome.done("transform", model, second, "-o", loadings);
        Outcome scored = Outcome.of("score", model, second, "-o", scores);
        assertThat(scored.exit()).isZero();
        assertThat(scored.err())
                .isEqualTo(
                        bounded
                                ? "note: the smallest p-value of this model is 0.003322 (sample size 300): a level of 0.001 cannot be"
                                        + " reached; flag at a larger one, or fit with more rows"
                                        + System.lineSeparator()
                                : "no pValue: " + model + " is of method " + method
                                        + ", which keeps no sample of its rows; skpca and rnca do"
                                        + System.lineSeparator());
        assertThat(Data.rows(loadings)).hasSize(200).allMatch(row -> row.size() == 10);
        assertThat(Data.rows(scores)).hasSize(200).allMatch(row -> row.get(0) >= 0 && row.size() == (bounded ? 2 : 1));
        Outcome measured = Outcome.done("evaluate", model, second, "--json");
        assertThat(measured.json()).containsEntry("method", method).containsEntry("trainingRows", (long) ROWS);
        assertThat(measured.number("spectralError")).isBetween(1e-6, 0.2);
        Outcome all = Outcome.done("evaluate", model, second, "--components", "all", "--json");
        assertThat(all.number("components")).isGreaterThanOrEqualTo(10);
    }

    /** Values of these kernels are of any size; files, scores and errors of them are as good as those of others. */
    @ParameterizedTest
    @CsvSource({
        "skpca, polynomial2",
        "skpca, polynomial3",
        "nystrom, polynomial2",
        "nystrom, polynomial3",
        "exact, polynomial2",
        "exact, polynomial3"
    })
    void polynomialKernelsGoThroughEveryCommand(String method, String kernel) throws Exception {
        Path other = folder.resolve("other.skpca");
        Path merged = folder.resolve("merged.skpca");
        Path checkpoint = folder.resolve("checkpoint.skpca");
        Path loadings = folder.resolve("loadings.csv");
        Path scores = folder.resolve("scores.csv");
        // With degree 2 next to nothing is left of a row, and rounding makes that zero for a row now and then; with
        // this seed for none.
        Outcome.done(fit(method, first, model, "--kernel", kernel, "--checkpoint", checkpoint, "--seed", 1));
        assertThat(Outcome.done("inspect", model, "--json").json())
                .containsEntry("method", method)
                .containsEntry("kernel", kernel)
                .containsEntry("rows", (long) ROWS);
        Outcome.done("transform", model, second, "-o", loadings);
        assertThat(Outcome.of("score", model, second, "-o", scores).exit()).isZero();
        assertThat(Data.rows(loadings)).hasSize(200).allMatch(row -> row.size() == 10);
        assertThat(Data.rows(scores)).hasSize(200).allMatch(row -> row.get(0) > 0);
        double error = Outcome.done("evaluate", model, first, "--json").number("spectralError");
        double less = Outcome.done("evaluate", model, first, "--components", "all", "--json")
                .number("spectralError");
        assertThat(less).isPositive().isLessThanOrEqualTo(error * (1 + 1e-6));
        Outcome.done("fit", second, "--like", model, "-o", other);
        assertThat(Outcome.done("merge", model, other, "-o", merged, "--json").json())
                .containsEntry("rows", 500L);
        Outcome.done("inspect", merged, "--json");
        Outcome.done(fit(method, whole, merged, "--kernel", kernel, "--checkpoint", checkpoint, "--resume"));
        assertThat(Outcome.done("inspect", merged, "--json").json()).containsEntry("rows", 500L);
    }

    @Test
    void exactErrsLessThanNystromAndNystromLessThanRandomFeaturesHere() {
        double before = 0;
        for (String method : List.of("exact", "nystrom", "rnca")) {
            Outcome.done(fit(method, first, model, "--no-center"));
            double error = Outcome.done("evaluate", model, second, "--json").number("spectralError");
            assertThat(error).as(method).isGreaterThan(before);
            before = error;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rnca", "nystrom", "exact"})
    void modelsMergeAndCheckpointsGoOn(String method) throws Exception {
        Path other = folder.resolve("other.skpca");
        Path merged = folder.resolve("merged.skpca");
        Outcome.done(fit(method, first, model));
        Outcome.done("fit", second, "--like", model, "-o", other);
        assertThat(Outcome.done("merge", model, other, "-o", merged, "--json").json())
                .containsEntry("rows", 500L)
                .containsEntry("method", method);

        Path straight = folder.resolve("straight.skpca");
        Path resumed = folder.resolve("resumed.skpca");
        Path checkpoint = folder.resolve("check.skpca");
        // What is resumed has more rows than what was begun: only in order do both begin alike.
        Object[] options = {"--warmup", 100, "--in-order", "--checkpoint", checkpoint, "--checkpoint-every", 150};
        Outcome.done(fit(method, whole, straight, "--warmup", 100, "--in-order"));
        Outcome.done(fit(method, first, folder.resolve("part.skpca"), options));
        assertThat(Outcome.done("inspect", checkpoint, "--json").json()).containsEntry("method", method);
        List<Object> again = new ArrayList<>(Arrays.asList(options));
        again.add("--resume");
        Outcome.done(fit(method, whole, resumed, again.toArray()));
        assertThat(Files.readAllBytes(resumed)).isEqualTo(Files.readAllBytes(straight));
    }

    @Test
    void modelsOfDifferentMethodsDoNotMerge() throws Exception {
        Path other = folder.resolve("other.skpca");
        Outcome.done(fit("nystrom", first, model));
        Outcome.done(fit("exact", first, other));
        assertThat(Refusal.of(folder, "merge", model, other, "-o", folder.resolve("merged.skpca")))
                .contains("methods are nystrom and exact");
    }

    @Test
    void allDirectionsOfTheFeaturesCanBeAskedFor() {
        assertThat(Outcome.done(fit("rnca", first, model, "--components", "all", "--rnca-update", "row"))
                        .json())
                .containsEntry("components", 40L)
                .containsEntry("rncaUpdate", "row");
    }

    @Test
    void valuesThatAMethodCannotHaveAreRefused() throws Exception {
        assertThat(Refusal.of(folder, "fit", first, "-o", model, "--method", "rnca", "--rnca-update", "all"))
                .contains("--rnca-update must be one of block, row, not all");
        assertThat(Refusal.of(folder, "fit", first, "-o", model, "--method", "exact", "--warmup", 30_000))
                .contains("warmup must be at most 20000 for method exact");
    }

    @Test
    void exactRefusesMoreRowsThanItKeeps() throws Exception {
        Path many = Data.file(folder, "many.csv", Data.lines(20_001, 1, 3));
        assertThat(Refusal.of(folder, "fit", many, "-o", model, "--method", "exact"))
                .contains("method exact keeps every row and takes at most 20000 of them");
    }
}
