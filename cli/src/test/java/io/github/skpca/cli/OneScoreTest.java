package io.github.skpca.cli;

import io.github.skpca.ComponentCount;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.RowBatch;
import io.github.skpca.SparseRows;
import io.github.skpca.Workers;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import static org.assertj.core.api.Assertions.assertThat;

/** One model and one row have one score, whoever is asked: the library in all its forms, score, score --learn and watch. */
final class OneScoreTest {
    private static final int COLUMNS = 4;
    private static final int ROWS = 120;

    @TempDir
    Path folder;

    private Path training;
    private Path data;
    private Path model;
    private double[] rows;

    @BeforeEach
    void write() throws Exception {
        SplittableRandom random = new SplittableRandom(7);
        training = Data.file(folder, "training.csv", text(numbers(random, 1500)));
        rows = numbers(random, ROWS);
        // One that stands out, far beyond the learned rows.
        rows[17 * COLUMNS] = 40;
        data = Data.file(folder, "data.csv", text(rows));
        model = folder.resolve("model.skpca");
    }

    /** Numbers that are the same in float and in double; some are zero. */
    private static double[] numbers(SplittableRandom random, int count) {
        double[] numbers = new double[count * COLUMNS];
        for (int i = 0; i < numbers.length; i++) {
            int sixteenths = random.nextInt(-32, 33);
            numbers[i] = random.nextInt(4) == 0 ? 0 : sixteenths / 16.0;
        }
        return numbers;
    }

    private static String text(double[] numbers) {
        StringBuilder text = new StringBuilder("a,b,c,d\n");
        for (int i = 0; i < numbers.length; i++) {
            text.append(numbers[i]).append(i % COLUMNS == COLUMNS - 1 ? '\n' : ',');
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--map landmarks",
                "--map paired",
                "--map fourier",
                "--kernel polynomial2",
                "--map paired --sketch 60",
                "--method rnca",
                "--method nystrom"
            })
    void thereIsOneScore(String options) throws Exception {
        List<Object> fit = new ArrayList<>(List.of("fit", training, "-o", model, "--components", 3));
        fit.addAll(List.of("--features", 60, "--warmup", 1000));
        // Only a sketch has a size; some options name their own.
        boolean namesNoSketch = options.contains("--sketch") || options.contains("--method");
        fit.addAll(namesNoSketch ? List.of() : List.of("--sketch", 12));
        fit.addAll(Arrays.asList(options.split(" ")));
        Outcome.done(fit.toArray());
        KernelPcaModel loaded = KernelPcaModel.load(model);
        double[] scores = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            scores[i] = loaded.score(Arrays.copyOfRange(rows, i * COLUMNS, (i + 1) * COLUMNS));
        }

        assertThatTheLibraryGives(scores, loaded);
        assertThat(scored()).containsExactly(scores);
        boolean hasPValues = loaded.calibration().isPresent();
        assertThat(hasPValues).isEqualTo(!options.contains("nystrom"));
        assertThat(scored("--learn", "--refresh", ROWS)).containsExactly(scores);
        if (hasPValues) {
            assertThat(watched("--no-learn")).containsExactly(scores);
            assertThat(watched("--learn")).containsExactly(scores);
        }
        KernelPcaModel fewer = KernelPcaModel.fromBytes(
                loaded.withComponents(ComponentCount.of(2)).toBytes());
        assertThat(fewer.components()).isEqualTo(2);
        assertThat(fewer.score(RowBatch.of(rows, ROWS))).containsExactly(scores);
        // By another number of directions it is another score, and only if it is asked for by name.
        KernelPcaModel byOne = loaded.withScoreComponents(ComponentCount.of(1));
        assertThat(scored("--components", 1))
                .containsExactly(byOne.score(RowBatch.of(rows, ROWS)))
                .doesNotContain(scores[0]);
    }

    private void assertThatTheLibraryGives(double[] scores, KernelPcaModel loaded) {
        float[] narrow = new float[rows.length];
        for (int i = 0; i < rows.length; i++) {
            narrow[i] = (float) rows[i];
        }
        for (int i = 0; i < ROWS; i++) {
            assertThat(loaded.score(Arrays.copyOfRange(narrow, i * COLUMNS, (i + 1) * COLUMNS)))
                    .isEqualTo(scores[i]);
        }
        List<RowBatch> forms = List.of(
                RowBatch.of(rows, ROWS), RowBatch.of(narrow, ROWS), RowBatch.of(SparseRows.of(rows, 0, ROWS, COLUMNS)));
        KernelPcaModel fewer = loaded.withComponents(ComponentCount.of(2));
        try (Workers workers = new Workers(2)) {
            for (RowBatch form : forms) {
                assertThat(loaded.score(form)).containsExactly(scores);
                assertThat(loaded.score(form, workers)).containsExactly(scores);
                assertThat(fewer.score(form)).containsExactly(scores);
            }
        }
    }

    private double[] scored(Object... options) throws Exception {
        Path scores = folder.resolve("scores.csv");
        List<Object> command = new ArrayList<>(List.of("score", model, data, "-o", scores));
        command.addAll(Arrays.asList(options));
        Outcome outcome = Outcome.of(command.toArray());
        assertThat(outcome.exit()).as(outcome.err()).isZero();
        return Data.rows(scores).stream().mapToDouble(row -> row.get(0)).toArray();
    }

    private double[] watched(String learn) throws Exception {
        Path events = folder.resolve("events" + learn + ".jsonl");
        Outcome.passed("watch", model, data, "--once", "--alert", 1, "--refresh", ROWS, learn, "-o", events);
        return Files.readAllLines(events).stream()
                .map(line -> new Outcome(0, line, "").json())
                .filter(event -> event.get("event").equals("novel"))
                .mapToDouble(event -> score(event))
                .toArray();
    }

    private static double score(Map<String, Object> event) {
        return ((Number) event.get("score")).doubleValue();
    }
}
