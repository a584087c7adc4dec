package io.github.skpca.cli;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Rows that are not independent are noticed where p-values are promised, and independent ones are not. */
final class DependenceTest {
    private static final int COLUMNS = 4;

    @TempDir
    Path folder;

    /** Normal rows, each column an autoregression with this factor. */
    private static double[] rows(int count, double factor, long seed) {
        Random random = new Random(seed);
        double[] rows = new double[count * COLUMNS];
        for (int i = 0; i < rows.length; i++) {
            double own = random.nextGaussian();
            rows[i] = i < COLUMNS ? own : factor * rows[i - COLUMNS] + Math.sqrt(1 - factor * factor) * own;
        }
        return rows;
    }

    private Path file(String name, double[] rows) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < rows.length; i++) {
            text.append(rows[i]).append(i % COLUMNS == COLUMNS - 1 ? '\n' : ',');
        }
        return Data.file(folder, name, text.toString());
    }

    private Outcome fit(Path input, Path model, String... more) {
        List<Object> command = new ArrayList<>(List.of("fit", input, "-o", model, "--features", 60, "--sketch", 10));
        command.addAll(List.of("--warmup", 1000, "--threads", 1, "--json"));
        command.addAll(List.of(more));
        Outcome outcome = Outcome.of(command.toArray());
        assertThat(outcome.exit()).as(outcome.err()).isZero();
        return outcome;
    }

    private static void requireOneNote(Outcome outcome, String... texts) {
        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(outcome.err()).startsWith("note: ").contains(texts);
        assertThat(outcome.err().strip()).hasLineCount(1);
        String note = outcome.err().strip().substring("note: ".length());
        assertThat(outcome.json().get("warnings")).isEqualTo(List.of(note));
    }

    private static void requireNone(Outcome outcome) {
        assertThat(outcome.requireDone().json()).containsEntry("warnings", List.of());
        assertThat(outcome.number("autocorrelation")).isBetween(-0.1, 0.1);
    }

    @Test
    void theAutocorrelationIsThatOfTheTextbook() {
        double[] rows = rows(500, 0.6, 1);
        for (int i = 0; i < rows.length; i += COLUMNS) {
            rows[i] = 1e7 + 100 * rows[i];
            rows[i + 3] = 5;
        }
        Neighbours neighbours = new Neighbours(COLUMNS);
        neighbours.add(Arrays.copyOf(rows, 300 * COLUMNS), 300);
        neighbours.add(Arrays.copyOfRange(rows, 300 * COLUMNS, rows.length), 200);
        double sum = 0;
        double covariances = 0;
        double variances = 0;
        for (int j = 0; j < COLUMNS - 1; j++) {
            double mean = 0;
            for (int i = 0; i < 500; i++) {
                mean += rows[i * COLUMNS + j] / 500;
            }
            double covariance = 0;
            double variance = 0;
            for (int i = 0; i < 500; i++) {
                double here = rows[i * COLUMNS + j] - mean;
                variance += here * here;
                covariance += i == 0 ? 0 : here * (rows[(i - 1) * COLUMNS + j] - mean);
            }
            sum += covariance / variance / (COLUMNS - 1);
            covariances += covariance;
            variances += variance;
        }
        assertThat(neighbours.autocorrelation(true)).as("seed 1").isCloseTo(sum, within(1e-9));
        assertThat(neighbours.autocorrelation(false)).as("seed 1").isCloseTo(covariances / variances, within(1e-6));
        assertThat(new Neighbours(2).autocorrelation(true)).isZero();
    }

    @Test
    void fitSaysThatNeighboursAreAlike() throws Exception {
        Path model = folder.resolve("model.skpca");
        requireNone(fit(file("independent.csv", rows(3000, 0, 2)), model));
        Outcome dependent = fit(file("dependent.csv", rows(3000, 0.9, 3)), model);
        requireOneNote(dependent, "neighbouring rows are alike (autocorrelation 0.", "3,000 rows", "shuffle a file");
        assertThat(dependent.number("autocorrelation")).as("seed 3").isBetween(0.87, 0.93);

        double[] sorted = rows(3000, 0, 4);
        double[] column = new double[3000];
        Arrays.setAll(column, i -> sorted[i * COLUMNS]);
        Arrays.sort(column);
        for (int i = 0; i < sorted.length; i++) {
            sorted[i] = 0.1 * sorted[i] + column[i / COLUMNS];
        }
        Path file = file("sorted.csv", sorted);
        requireOneNote(fit(file, model), "alike (autocorrelation 0.9", "only sorted");
        // Of a stream the bandwidth is that of the first rows.
        Outcome ordered = fit(file, model, "--in-order");
        List<String> notes = ordered.err().lines().toList();
        assertThat(notes).hasSize(2);
        assertThat(notes.get(0)).startsWith("note: the rows have outgrown the bandwidth ");
        assertThat(notes.get(1)).contains("alike (autocorrelation 0.9", "only sorted");
        assertThat(ordered.json().get("warnings"))
                .isEqualTo(notes.stream()
                        .map(note -> note.substring("note: ".length()))
                        .toList());
    }

    /** Nothing is said of rows that were not looked at. */
    @Test
    void sparseRowsAreNotLookedAt() throws Exception {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            text.append("0 1:").append(i).append(" 3:").append(i % 7 + 1).append('\n');
        }
        Outcome outcome = fit(Data.file(folder, "sparse.svm", text.toString()), folder.resolve("model.skpca"));
        assertThat(outcome.requireDone().json())
                .doesNotContainKey("autocorrelation")
                .containsEntry("warnings", List.of());
    }

    @Test
    void scoreSaysThatPValuesOfNeighboursAreAlike() throws Exception {
        Path model = folder.resolve("model.skpca");
        fit(file("learned.csv", rows(20_000, 0, 5)), model);
        Path scores = folder.resolve("scores.csv");
        Path independent = file("independent.csv", rows(3000, 0, 6));
        Path dependent = file("dependent.csv", rows(3000, 0.9, 7));
        for (String[] more : new String[][] {{}, {"--learn", "--refresh", "500"}}) {
            requireNone(score(model, independent, scores, more));
            Outcome outcome = score(model, dependent, scores, more);
            assertThat(outcome.err()).contains("note: p-values of neighbouring rows are alike (autocorrelation 0.");
            assertThat(outcome.number("autocorrelation")).as("seed 7").isBetween(0.5, 0.95);
            assertThat((List<?>) outcome.json().get("warnings")).isNotEmpty();
        }
        Outcome table = Outcome.of("score", model, dependent, "-o", scores);
        assertThat(table.err()).contains("note: p-values of neighbouring rows are alike");
        assertThat(table.out()).contains("autocorrelation").doesNotContain("warnings");
    }

    private static Outcome score(Path model, Path input, Path scores, String... more) {
        Object[] command = {"score", model, input, "-o", scores, "--json"};
        Object[] all = Arrays.copyOf(command, command.length + more.length);
        System.arraycopy(more, 0, all, command.length, more.length);
        Outcome outcome = Outcome.of(all);
        assertThat(outcome.exit()).as(outcome.err()).isZero();
        return outcome;
    }

    @Test
    void aBurstOfAlarmsIsTold() throws Exception {
        Path model = folder.resolve("model.skpca");
        fit(file("learned.csv", rows(20_000, 0, 8)), model);
        double[] rows = rows(5000, 0, 9);
        for (int i = 2000 * COLUMNS; i < 2040 * COLUMNS; i++) {
            rows[i] += 8;
        }
        Path input = file("burst.csv", rows);
        requireOneNote(
                score(model, input, folder.resolve("scores.csv")),
                "alarms come in bursts: of ",
                "with a p-value of at most 0.01",
                "count bursts, not rows");

        // The same rows far from each other are no burst.
        for (int i = 0; i < 40 * COLUMNS; i++) {
            double moved = rows[2000 * COLUMNS + i];
            int to = i / COLUMNS * 120 * COLUMNS + i % COLUMNS;
            rows[2000 * COLUMNS + i] = rows[to];
            rows[to] = moved;
        }
        requireNone(score(model, file("spread.csv", rows), folder.resolve("scores.csv")));
    }

    @Test
    void watchSaysWhatItSawOfTheRows() throws Exception {
        Path model = folder.resolve("model.skpca");
        fit(file("learned.csv", rows(20_000, 0, 10)), model);
        Outcome quiet = watch(model, file("independent.csv", rows(12_000, 0, 11)), "a.jsonl");
        requireNone(quiet);
        assertThat(quiet.number("varianceInflation")).isEqualTo(1);
        Outcome outcome = watch(model, file("dependent.csv", rows(12_000, 0.9, 12)), "b.jsonl");
        assertThat(outcome.err())
                .contains("note: p-values of neighbouring rows are alike")
                .contains("note: rows depend on their neighbours: means of 256 rows and more vary up to ");
        assertThat(outcome.number("autocorrelation")).as("seed 12").isBetween(0.5, 0.95);
        assertThat(outcome.number("varianceInflation")).as("seed 12").isBetween(8.0, 35.0);
    }

    private Outcome watch(Path model, Path input, String events) {
        Outcome outcome =
                Outcome.of("watch", model, input, "--once", "--no-learn", "-o", folder.resolve(events), "--json");
        assertThat(outcome.exit()).as(outcome.err()).isZero();
        return outcome;
    }
}
