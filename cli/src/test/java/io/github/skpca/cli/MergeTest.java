package io.github.skpca.cli;

import io.github.skpca.internal.model.TensorFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Two halves fitted alike and merged stand for the whole. */
final class MergeTest {
    /** The merged model may err more than the whole file's, whose sketch shrank at other rows: by this factor at most. */
    private static final double FACTOR = 1.5;

    @TempDir
    Path folder;

    private Path first;
    private Path second;
    private Path whole;
    private Path firstModel;
    private Path secondModel;
    private Path merged;

    @BeforeEach
    void write() throws Exception {
        String one = Data.lines(1000, 8, 12);
        String two = Data.lines(700, 8, 13);
        first = Data.file(folder, "first.csv", one);
        second = Data.file(folder, "second.csv", two);
        whole = Data.file(folder, "whole.csv", one + two);
        firstModel = folder.resolve("first.skpca");
        secondModel = folder.resolve("second.skpca");
        merged = folder.resolve("merged.skpca");
    }

    @Test
    void theMergedModelErrsLittleMoreThanTheWholeFilesModel() {
        Path wholeModel = folder.resolve("whole.skpca");
        Outcome.done(fit(whole, wholeModel, "--warmup", 1000));
        Outcome.done(fit(first, firstModel, "--warmup", 1000));
        Outcome.done("fit", second, "--like", firstModel, "-o", secondModel);
        Outcome merge = Outcome.done("merge", firstModel, secondModel, "-o", merged, "--json");
        assertThat(merge.json())
                .containsEntry("rows", 1700L)
                .containsEntry("columns", 8L)
                .containsEntry("models", List.of(firstModel.toString(), secondModel.toString()))
                .containsEntry("model", merged.toString());

        Outcome ofWhole = Outcome.done("evaluate", wholeModel, whole, "--json");
        Outcome ofMerged = Outcome.done("evaluate", merged, whole, "--json");
        for (String error : List.of("spectralError", "frobeniusError")) {
            assertThat(ofMerged.number(error)).as(error).isLessThan(FACTOR * ofWhole.number(error));
        }
        assertThat(merge.number("sketchBound")).isLessThan(2 * FACTOR * ofWhole.number("sketchBound"));
        assertThat(merge.number("explainedVariance")).isEqualTo(ofWhole.number("explainedVariance"), within(0.05));
    }

    /** The second part is elsewhere: its landmarks follow, and both parts are carried to landmarks for both. */
    @Test
    void modelsWhoseLandmarksDifferAreMerged() throws Exception {
        String far = Files.readString(second).replaceAll("(?m)^[^,]*,", "6,");
        Path other = Data.file(folder, "far.csv", far);
        Path all = Data.file(folder, "all.csv", Files.readString(first) + far);
        Outcome.done(fit(first, firstModel));
        Outcome.passed("fit", other, "--like", firstModel, "-o", secondModel);
        assertThat(landmarks(secondModel)).isNotEqualTo(landmarks(firstModel));
        Object bandwidth = Outcome.done("inspect", firstModel, "--json").json().get("bandwidth");
        Path onePass = folder.resolve("one-pass.skpca");
        Outcome.passed(fit(all, onePass, "--bandwidth", bandwidth));
        double error = Outcome.done("evaluate", onePass, all, "--json").number("spectralError");
        for (List<Path> order : List.of(List.of(firstModel, secondModel), List.of(secondModel, firstModel))) {
            Outcome merge = Outcome.passed("merge", order.get(0), order.get(1), "-o", merged, "--json");
            assertThat(merge.json()).containsEntry("rows", 1700L);
            double ofMerged = Outcome.done("evaluate", merged, all, "--json").number("spectralError");
            assertThat(ofMerged).isLessThan(1.2 * error);
            assertThat(merge.number("sketchBound")).isGreaterThan(0.9 * ofMerged);
        }
    }

    private static List<Float> landmarks(Path model) throws Exception {
        List<Float> numbers = new ArrayList<>();
        for (float number : TensorFile.read(model).floats("landmarks", -1, 8)) {
            numbers.add(number);
        }
        return numbers;
    }

    /** With enough features the map's own error is small beside what the sketch leaves out, which the bound covers. */
    @Test
    void theBoundCoversTheErrorOfTheSketch() {
        Outcome.done(fit(first, firstModel, "--sketch", 6, "--components", 3, "--no-center"));
        Outcome.done("fit", second, "--like", firstModel, "-o", secondModel);
        Outcome.done("merge", firstModel, secondModel, "-o", merged);
        Outcome error = Outcome.done("evaluate", merged, whole, "--json");
        Outcome full = Outcome.done("evaluate", merged, whole, "--components", "all", "--json");
        assertThat(error.number("sketchBound")).isGreaterThan(0.9 * error.number("spectralError"));
        assertThat(full.number("sketchBound")).isLessThanOrEqualTo(error.number("sketchBound"));
    }

    @Test
    void threeModelsAndATableForPeople() {
        Outcome.done(fit(first, firstModel));
        Outcome.done("fit", second, "--like", firstModel, "-o", secondModel);
        Outcome table = Outcome.done("merge", firstModel, secondModel, secondModel, "-o", merged);
        assertThat(table.out()).startsWith("Merged 3 models into " + merged);
        assertThat(Outcome.done("inspect", merged, "--json").json()).containsEntry("rows", 2400L);
    }

    @Test
    void checkpointsAreMergedLikeModels() {
        Path checkpoint = folder.resolve("checkpoint");
        Outcome.done(fit(first, firstModel, "--warmup", 200, "--checkpoint", checkpoint, "--checkpoint-every", 900));
        Outcome.done("fit", second, "--like", firstModel, "-o", secondModel);
        Outcome both = Outcome.done("merge", checkpoint, secondModel, "-o", merged, "--json");
        assertThat(both.json()).containsEntry("rows", 1600L);
        assertThat(Outcome.done("evaluate", merged, whole, "--json").number("spectralError"))
                .isLessThan(0.1);
    }

    @Test
    void aCheckpointOfAWarmUpTakesTheMapOfTheOther() {
        Path checkpoint = folder.resolve("checkpoint");
        Outcome.done(fit(first, firstModel, "--warmup", 1000));
        Outcome.done(fit(second, secondModel, "--warmup", 1000, "--checkpoint", checkpoint, "--checkpoint-every", 300));
        for (Object[] command : new Object[][] {
            {"merge", firstModel, checkpoint, "-o", merged, "--json"},
            {"merge", checkpoint, firstModel, "-o", merged, "--json"}
        }) {
            assertThat(Outcome.done(command).json())
                    .containsEntry("rows", 1600L)
                    .containsEntry(
                            "bandwidth",
                            Outcome.done("inspect", firstModel, "--json").json().get("bandwidth"));
        }
    }

    @Test
    void twoWarmUpsMakeOne() {
        Path a = folder.resolve("a");
        Path b = folder.resolve("b");
        Outcome.done(fit(first, firstModel, "--checkpoint", a, "--checkpoint-every", 1000));
        Outcome.done(fit(second, secondModel, "--checkpoint", b, "--checkpoint-every", 700));
        Outcome.done("merge", a, b, "-o", merged);
        Path wholeModel = folder.resolve("whole.skpca");
        Outcome.done(fit(whole, wholeModel));
        assertThat(merged).hasSameBinaryContentAs(wholeModel);
    }

    private static Object[] fit(Path input, Path output, Object... more) {
        List<Object> args = new ArrayList<>(List.of("fit", input, "-o", output, "--features", 400));
        List<Object> given = Arrays.asList(more);
        Object[][] sizes = {{"--sketch", 16}, {"--components", 5}};
        for (Object[] size : sizes) {
            if (!given.contains(size[0])) {
                args.addAll(Arrays.asList(size));
            }
        }
        args.addAll(given);
        return args.toArray();
    }
}
