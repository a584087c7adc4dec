package io.github.skpca.spark;

import io.github.skpca.cli.Main;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** A model goes from Spark to the command line and back, and gives the same numbers on both sides. */
class CommandLineTest {
    private static final int COLUMNS = 5;
    private static final int ROWS = 40;

    private static SparkSession session;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        session = Sessions.local();
    }

    @AfterAll
    static void stop() {
        if (session != null) {
            session.stop();
        }
    }

    private static void skpca(Object... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exit = Main.run(
                Arrays.stream(arguments).map(String::valueOf).toArray(String[]::new),
                new PrintStream(out, false, StandardCharsets.UTF_8),
                new PrintStream(err, false, StandardCharsets.UTF_8));
        assertThat(exit).as(err.toString(StandardCharsets.UTF_8)).isZero();
    }

    private Path written(List<Vector> rows, String name) throws IOException {
        StringBuilder text = new StringBuilder();
        for (Vector row : rows) {
            for (int j = 0; j < row.size(); j++) {
                text.append(j == 0 ? "" : ",").append(row.apply(j));
            }
            text.append('\n');
        }
        return Files.writeString(folder.resolve(name), text);
    }

    /** What the command line says of the rows is what Spark says of them. */
    private void assertSameNumbers(KernelPcaEstimatorModel stage, Path model) throws IOException {
        List<Vector> rows = TestRows.partition(12, 0, ROWS, COLUMNS);
        Path data = written(rows, "new.csv");
        Dataset<Row> result =
                stage.setNoveltyCol("novelty").setOutputCol("loadings").transform(TestRows.dataset(session, rows, 1));
        List<Row> ours = result.orderBy("id").collectAsList();
        List<String> scores = numbers("score", model, data);
        List<String> loadings = numbers("transform", model, data);
        assertThat(scores).hasSize(ROWS);
        for (int i = 0; i < ROWS; i++) {
            assertThat(Double.parseDouble(scores.get(i).split(",")[0]))
                    .isEqualTo(ours.get(i).<Double>getAs("novelty"));
            String[] line = loadings.get(i).split(",");
            Vector vector = ours.get(i).getAs("loadings");
            assertThat(line).hasSize(vector.size());
            for (int c = 0; c < line.length; c++) {
                assertThat(Float.parseFloat(line[c])).isEqualTo((float) vector.apply(c));
            }
        }
    }

    /** The lines that a command writes of rows, without the header. */
    private List<String> numbers(String command, Path model, Path data) throws IOException {
        Path result = folder.resolve(command + ".csv");
        skpca(command, model, data, "-o", result);
        List<String> lines = Files.readAllLines(result);
        return lines.subList(1, lines.size());
    }

    @Test
    void fittedOnSparkAndUsedByTheCommand() throws IOException {
        KernelPcaEstimatorModel fitted = new KernelPcaEstimator()
                .setK(3)
                .setNumFeatures(50)
                .setSketchSize(10)
                .setWarmupRows(200)
                .fit(TestRows.dataset(session, 3, 3, 200, COLUMNS));
        Path model = folder.resolve("spark.skpca");
        fitted.writeModelFile(model);
        assertSameNumbers(fitted, model);
    }

    @Test
    void fittedByTheCommandAndUsedOnSpark() throws IOException {
        Path data = written(TestRows.partition(3, 0, 500, COLUMNS), "rows.csv");
        Path model = folder.resolve("command.skpca");
        skpca("fit", data, "-o", model, "--components", 3, "--features", 50, "--sketch", 10, "--warmup", 200);
        assertSameNumbers(KernelPcaEstimatorModel.fromModelFile(model), model);
    }
}
