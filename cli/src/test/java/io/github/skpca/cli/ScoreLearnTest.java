package io.github.skpca.cli;

import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** Rows are scored with what was learned before them, and then learned. */
final class ScoreLearnTest {
    private static final int COLUMNS = 5;

    @TempDir
    Path folder;

    private Path head;
    private Path tail;
    private Path model;
    private Path scores;

    @BeforeEach
    void fit() throws Exception {
        List<String> lines = Data.lines(3000, COLUMNS, 4).lines().toList();
        head = Files.write(folder.resolve("head.csv"), lines.subList(0, 1200));
        tail = Files.write(folder.resolve("tail.csv"), lines.subList(1200, 3000));
        model = folder.resolve("model.skpca");
        scores = folder.resolve("scores.csv");
        Outcome.done(fit(head, model));
    }

    private static Object[] fit(Path input, Path output) {
        return new Object[] {"fit", input, "-o", output, "--features", 40, "--sketch", 10, "--warmup", 1000};
    }

    /** Neither the scoring between nor the pieces in which rows are learned leave a trace in the model. */
    @Test
    void whatIsSavedIsTheModelGoneOnWithAllRows() throws Exception {
        Path learned = folder.resolve("learned.skpca");
        Outcome json = Outcome.passed(
                "score", model, tail, "--learn", "--refresh", 450, "--save", learned, "-o", scores, "--json");
        assertThat(json.json()).containsEntry("rows", 1800L).containsEntry("model", learned.toString());
        assertThat(Outcome.done("inspect", learned, "--json").json()).containsEntry("rows", 3000L);

        StreamingKernelPca learner = StreamingKernelPca.resume(model, Workers.callerOnly());
        for (List<Double> row : Data.rows(tail)) {
            learner.update(row.stream().mapToDouble(Double::doubleValue).toArray());
        }
        Path expected = folder.resolve("expected.skpca");
        learner.snapshot().save(expected);
        assertThat(learned).hasSameBinaryContentAs(expected);
    }

    /** Until the first refresh rows are scored with the model as it was given, then with that and the rows so far. */
    @Test
    void rowsAreScoredWithTheRowsBeforeThem() throws Exception {
        Outcome.passed("score", model, tail, "--learn", "--refresh", 700, "-o", scores);
        List<String> learning = Files.readAllLines(scores);
        Outcome.passed("score", model, tail, "-o", scores);
        List<String> before = Files.readAllLines(scores);
        assertThat(learning.subList(0, 701)).isEqualTo(before.subList(0, 701));

        Path later = folder.resolve("later.skpca");
        Path first = Files.write(
                folder.resolve("first.csv"), Files.readAllLines(tail).subList(0, 700));
        Outcome.passed("score", model, first, "--learn", "--save", later, "-o", scores);
        Outcome.passed("score", later, tail, "-o", scores);
        List<String> after = Files.readAllLines(scores);
        assertThat(learning.subList(701, 1401))
                .isEqualTo(after.subList(701, 1401))
                .doesNotContainAnyElementsOf(before);
        assertThat(learning.subList(1401, 1801)).doesNotContainAnyElementsOf(after);
    }

    @Test
    void batchesAndThreadsDoNotMatter() throws Exception {
        Outcome.passed("score", model, tail, "--learn", "--refresh", 333, "-o", scores, "--threads", 1);
        Path other = folder.resolve("other.csv");
        List<String> lines = Files.readAllLines(tail);
        Path first = Files.write(folder.resolve("first.csv"), lines.subList(0, 77));
        Path second = Files.write(folder.resolve("second.csv"), lines.subList(77, 1800));
        Outcome.passed("score", model, first, second, "--learn", "--refresh", 333, "-o", other, "--threads", 3);
        assertThat(other).hasSameBinaryContentAs(scores);
    }

    @Test
    void sparseRowsAreLearnedLikeDenseOnes() throws Exception {
        StringBuilder sparse = new StringBuilder();
        for (List<Double> row : Data.rows(tail)) {
            sparse.append('0');
            for (int j = 0; j < COLUMNS; j++) {
                sparse.append(row.get(j) == 0 ? "" : " " + (j + 1) + ":" + row.get(j));
            }
            sparse.append('\n');
        }
        Path other = folder.resolve("other.csv");
        Outcome.passed("score", model, tail, "--learn", "--refresh", 250, "-o", scores);
        Path rows = Data.file(folder, "tail.svm", sparse.toString());
        Outcome.passed("score", model, rows, "--learn", "--refresh", 250, "-o", other);
        assertThat(other).hasSameBinaryContentAs(scores);
    }

    @Test
    void moreComponentsLeaveLessOutside() throws Exception {
        Outcome.passed("score", model, tail, "--components", 2, "-o", scores);
        List<List<Double>> few = Data.rows(scores);
        Outcome.passed("score", model, tail, "--components", "all", "-o", scores);
        List<List<Double>> all10 = Data.rows(scores);
        for (int i = 0; i < few.size(); i++) {
            assertThat(all10.get(i).get(0)).isLessThan(few.get(i).get(0));
        }
    }

    @Test
    void optionsWithoutAMeaningAreRefused() throws Exception {
        assertThat(Refusal.of(folder, "score", model, tail, "--refresh", 10, "-o", scores))
                .contains("--refresh has no meaning without --learn");
        assertThat(Refusal.of(folder, "score", model, tail, "--save", model, "-o", scores))
                .contains("--save has no meaning without --learn");
        assertThat(Refusal.of(folder, "score", model, tail, "--learn", "--refresh", 0, "-o", scores))
                .contains("--refresh must be at least 1");
        assertThat(Refusal.of(folder, "score", model, tail, "--learn", "--save", folder, "-o", scores))
                .contains("is a folder");
        assertThat(Refusal.of(folder, "score", model, tail, "--components", "x", "-o", scores))
                .contains("components");
    }
}
