package io.github.skpca.cli;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/** The map that fit picks, landmarks by choice, and sizes for a target error. */
final class LandmarksTest {
    private static final int COLUMNS = 5;

    @TempDir
    Path folder;

    private Path input;
    private Path model;

    @BeforeEach
    void write() throws Exception {
        input = Data.file(folder, "rows.csv", Data.lines(900, COLUMNS, 31));
        model = folder.resolve("model.skpca");
    }

    private Object[] fit(Object... more) {
        List<Object> arguments = new ArrayList<>(List.of("fit", input, "-o", model, "--json"));
        arguments.addAll(Arrays.asList(more));
        return arguments.toArray();
    }

    private Map<String, Object> fitted(Object... more) {
        return Outcome.passed(fit(more)).json();
    }

    private String refused(Object... more) throws Exception {
        return Refusal.of(folder, fit(more));
    }

    @Test
    void theMapIsPickedAndTheReasonSaid() {
        assertThat(fitted("--features", 100))
                .containsEntry("map", "landmarks")
                .containsEntry("mapReason", "the error of exact kernel PCA at up to 4096 features");
        assertThat(fitted("--features", 100, "--map", "auto")).containsEntry("map", "landmarks");
        Map<String, Object> orthogonal = fitted("--features", 100, "--warmup", 50);
        assertThat(orthogonal).containsEntry("map", "orthogonal");
        assertThat(orthogonal.get("mapReason").toString()).startsWith("landmarks would need a warm-up of 100 rows");
        assertThat(fitted("--features", 101, "--warmup", 50)).containsEntry("map", "fourier");
        assertThat(fitted("--features", 100, "--map", "paired"))
                .containsEntry("map", "paired")
                .doesNotContainKey("mapReason");
        assertThat(Outcome.done("fit", input, "-o", model, "--features", 100).out())
                .contains("landmarks")
                .contains("the error of exact kernel PCA");
    }

    @Test
    void landmarksAreChosenByTheRuleGiven() throws Exception {
        assertThat(fitted("--map", "landmarks", "--landmarks", "uniform", "--features", 60))
                .containsEntry("map", "landmarks");
        byte[] uniform = Files.readAllBytes(model);
        fitted("--map", "landmarks", "--landmarks", "pivoted", "--features", 60);
        byte[] pivoted = Files.readAllBytes(model);
        assertThat(pivoted).isNotEqualTo(uniform);
        fitted("--features", 60);
        assertThat(Files.readAllBytes(model)).as("the default").isEqualTo(pivoted);
        assertThat(refused("--landmarks", "best")).isEqualTo("--landmarks must be one of uniform, pivoted, not best");
        assertThat(refused("--map", "landmarks", "--method", "rnca"))
                .startsWith("map landmarks is not one of method rnca");
        assertThat(refused("--landmarks", "uniform", "--method", "rnca"))
                .startsWith("--landmarks has no meaning for --method rnca");
    }

    /** Landmarks follow the stream by default; where they cannot, fit and inspect say why. */
    @Test
    void whetherLandmarksFollowIsSaid() {
        assertThat(fitted("--features", 60))
                .containsEntry("landmarksFollow", true)
                .doesNotContainKey("landmarksFollowReason");
        assertThat(fitted("--features", 60, "--half-life", 100)).containsEntry("landmarksFollow", true);
        requireStay("they are chosen by the rule uniform, which looks at no remainder", "--landmarks", "uniform");
        requireStay("kernel polynomial2 does not have K(x,x) = 1", "--kernel", "polynomial2");
        requireStay(
                "a sketch window (the last 500 rows alone count) cannot be carried to other landmarks",
                "--window",
                500);
        requireStay(
                "a sketch frequent-directions (shrink fast) cannot be carried to other landmarks", "--shrink", "fast");
        assertThat(fitted("--features", 700, "--sketch", 200))
                .containsEntry("landmarksFollow", false)
                .containsEntry(
                        "landmarksFollowReason",
                        "a sketch block-frequent-directions (many features: 600, more than 512 = max(200, min(512, 4 l))) cannot be"
                                + " carried to other landmarks");
        assertThat(fitted("--features", 60, "--sketch", 200)).containsEntry("landmarksFollow", true);
        assertThat(fitted("--features", 60, "--map", "orthogonal")).doesNotContainKey("landmarksFollow");
        assertThat(fitted("--features", 60, "--method", "nystrom")).doesNotContainKey("landmarksFollow");
    }

    private void requireStay(String reason, Object option, Object value) {
        assertThat(fitted("--features", 60, option, value))
                .containsEntry("landmarksFollow", false)
                .containsEntry("landmarksFollowReason", reason);
        assertThat(Outcome.passed("inspect", model, "--json").json())
                .containsEntry("landmarksFollow", false)
                .containsEntry("landmarksFollowReason", reason);
        assertThat(Outcome.passed("inspect", model).out().lines())
                .anyMatch(line -> line.matches("  landmarksFollow +no, .*") && line.endsWith(": " + reason))
                .noneMatch(line -> line.contains("landmarksFollowReason"));
    }

    /** The library's builder has it, and so has bench: {@code LandmarkLearnerTest}. */
    @Test
    void theRankIsSaidAndNoOptionOfFit() throws Exception {
        assertThat(fitted("--features", 60, "--sketch", 20)).containsEntry("rank", 60L);
        assertThat(refused("--rank", 60)).startsWith("Unknown option: '--rank'");
        assertThat(Refusal.of(
                        folder,
                        "bench",
                        "--rank",
                        5,
                        "--columns",
                        3,
                        "--features",
                        60,
                        "--sketch",
                        9,
                        "--seconds",
                        0.01))
                .isEqualTo("rank must be at least the rows of the sketch, 9, not 5: raise it, or lower the sketch");
    }

    @Test
    void aRuleForLandmarksWithoutLandmarksIsRefused() throws Exception {
        for (String map : List.of("paired", "fourier", "orthogonal", "structured")) {
            assertThat(refused("--landmarks", "uniform", "--map", map, "--features", 60))
                    .isEqualTo(
                            "--landmarks has no meaning for --map " + map + ": leave it out, or give --map landmarks");
        }
        assertThat(refused("--landmarks", "pivoted", "--map", "paired", "--target-error", 0.1))
                .startsWith("--landmarks has no meaning for --map paired:");
        assertThat(refused("--landmarks", "pivoted", "--warmup", 100, "--target-error", 0.1))
                .startsWith("--landmarks has no meaning for --map orthogonal, which auto picks:");
        assertThat(refused("--landmarks", "uniform", "--features", 100, "--warmup", 50))
                .isEqualTo("--landmarks has no meaning for --map orthogonal, which auto picks: leave it out, or give"
                        + " --map landmarks");
    }

    @ParameterizedTest
    @ValueSource(strings = {"polynomial2", "polynomial3"})
    void polynomialKernelsAreFittedUsedAndMeasured(String kernel) throws Exception {
        Map<String, Object> fields = fitted("--kernel", kernel, "--features", 100);
        assertThat(fields)
                .containsEntry("kernel", kernel)
                .containsEntry("map", "landmarks")
                .containsEntry("mapReason", "kernel " + kernel + " has no other");
        Path loadings = folder.resolve("loadings.csv");
        Outcome.done("transform", model, input, "-o", loadings);
        assertThat(Data.rows(loadings)).hasSize(900).allMatch(row -> row.size() == 10);
        Path scores = folder.resolve("scores.csv");
        Outcome.passed("score", model, input, "-o", scores);
        assertThat(Data.rows(scores)).hasSize(900).allMatch(row -> row.get(0) >= 0);
        assertThat(Outcome.done("evaluate", model, input, "--json").number("spectralError"))
                .isBetween(0.0, 0.5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"paired", "fourier", "orthogonal", "structured"})
    void randomMapsOfPolynomialKernelsAreRefused(String map) throws Exception {
        assertThat(refused("--kernel", "polynomial3", "--map", map, "--features", 100))
                .isEqualTo("map " + map
                        + " needs a shift-invariant kernel, which polynomial3 is not: its map is landmarks");
    }

    @Test
    void theSketchIsSaidWithItsReason() {
        assertThat(fitted("--features", 60, "--sketch", 20))
                .containsEntry("sketchAlgorithm", "gram")
                .containsEntry("sketchReason", "few features: 60, at most 200 = max(200, 4 l)");
        assertThat(fitted("--features", 300, "--map", "paired"))
                .containsEntry("sketchAlgorithm", "block-frequent-directions")
                .containsEntry("sketchReason", "many features: 300, more than 200 = max(200, 4 l)");
        assertThat(Outcome.done("inspect", model, "--json").json())
                .containsEntry("sketchAlgorithm", "block-frequent-directions")
                .containsEntry("sketchReason", "many features: 300, more than 200 = max(200, 4 l)");
        assertThat(Outcome.done("inspect", model).out()).contains("block-frequent-directions", "many features: 300");
        assertThat(fitted("--features", 100, "--shrink", "fast"))
                .containsEntry("sketchAlgorithm", "frequent-directions")
                .containsEntry("sketchReason", "shrink fast");
        assertThat(fitted("--features", 100, "--shrink", "paper")).containsEntry("sketchAlgorithm", "algorithm-1");
        assertThat(fitted("--features", 100, "--window", 300)).containsEntry("sketchAlgorithm", "window");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aTargetErrorIsReachedAndHolds(boolean inOrder) {
        List<Object> options = new ArrayList<>(List.of("--target-error", 0.01, "--bandwidth", 2, "--warmup", 600));
        if (inOrder) {
            options.add("--in-order");
        }
        Map<String, Object> fields = fitted(options.toArray());
        assertThat(fields)
                .containsEntry("targetError", 0.01)
                .containsEntry("targetReached", true)
                .containsEntry("map", "landmarks")
                .containsEntry("rows", 900L)
                .containsKey("mapReason");
        assertThat((double) fields.get("reachedError")).isLessThanOrEqualTo(0.01);
        assertThat(fields.get("components")).isEqualTo(fields.get("sketch"));
        assertThat(Outcome.done("evaluate", model, input, "--json").number("spectralError"))
                .isLessThan(0.02);
    }

    @Test
    void aTargetThatIsNotReachedIsSaidSo() {
        Map<String, Object> fields = fitted("--target-error", 1e-7, "--max-memory", "3M", "--bandwidth", 1);
        assertThat(fields).containsEntry("targetReached", false);
        assertThat((double) fields.get("reachedError")).isGreaterThan(1e-7);
        assertThat((long) fields.get("workingBytes")).isLessThan(6_000_000);
        Map<String, Object> few = fitted("--target-error", 0.01, "--components", 1, "--max-memory", "20M");
        assertThat(few).containsEntry("targetReached", false).containsEntry("components", 1L);
    }

    @Test
    void aTargetThatMakesNoSenseIsRefused() throws Exception {
        assertThat(refused("--target-error", 2)).isEqualTo("the target error must be between 0 and 1, not 2.0");
        assertThat(refused("--target-error", 0.1, "--features", 100))
                .isEqualTo("--features and --target-error cannot both be given: the target chooses it");
        assertThat(refused("--target-error", 0.1, "--sketch", 10))
                .isEqualTo("--sketch and --target-error cannot both be given: the target chooses it");
        assertThat(refused("--target-error", 0.1, "--method", "nystrom"))
                .isEqualTo("--target-error has no meaning for --method nystrom: it is for skpca");
        assertThat(refused("--target-error", 0.1, "--max-memory", "much"))
                .isEqualTo("--max-memory must be a size such as 200M or 2G, not much");
        assertThat(refused("--target-error", 0.1, "--max-memory", "1K"))
                .isEqualTo("not even 128 features and a sketch of 16 stay below 1000 bytes");
        assertThat(refused("--max-memory", "1G")).isEqualTo("--max-memory needs --target-error: leave it out");
        input = Data.file(folder, "few.csv", Data.lines(30, COLUMNS, 34));
        assertThat(refused("--target-error", 0.1)).contains("at least 40 rows");
    }

    @Test
    void fitsOfOtherLandmarksMergeOnlyIfTheyWereFittedAlike() throws Exception {
        Path second = Data.file(folder, "second.csv", Data.lines(700, COLUMNS, 35));
        Path other = folder.resolve("other.skpca");
        Path merged = folder.resolve("merged.skpca");
        Object[] size = {"--features", 60, "--bandwidth", 2};
        fitted(size);
        Outcome.done("fit", second, "-o", other, "--features", 60, "--bandwidth", 3);
        assertThat(Refusal.of(folder, "merge", model, other, "-o", merged)).contains("bandwidths are", "--like");
        Outcome.done("fit", input, "-o", other, "--features", 60, "--bandwidth", 2, "--landmarks", "uniform");
        assertThat(Refusal.of(folder, "merge", model, other, "-o", merged)).contains("landmarks differ", "--like");
        Outcome.done("fit", second, "-o", other, "--like", model);
        assertThat(Outcome.done("merge", model, other, "-o", merged, "--json").json())
                .containsEntry("rows", 1600L)
                .containsEntry("map", "landmarks");
    }
}
