package io.github.skpca.spark;

import io.github.skpca.Forgetting;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.model.FittedModel;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** A learner under a streaming query counts every batch once, whatever is repeated, and resumes where it stopped. */
class StreamingLearnerTest {
    private static final int FILES = 16;
    private static final int ROWS = 60;

    private static SparkSession session;

    @TempDir
    Path folder;

    private String kept;

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

    @BeforeEach
    void name() {
        kept = folder.resolve("learner").toString();
    }

    private static KernelPcaEstimator estimator() {
        return StreamingQueryProcess.estimator();
    }

    private static Dataset<Row> batch(int number, int rows) {
        return TestRows.dataset(session, TestRows.partition(4, number, rows, StreamingQueryProcess.COLUMNS), 3);
    }

    private StreamingLearner learner() throws IOException {
        return new StreamingLearner(estimator(), kept);
    }

    @Test
    void aBatchThatComesAgainIsPassedOver() throws Exception {
        StreamingLearner learner = learner();
        assertThatThrownBy(learner::current).hasMessageContaining("no rows yet");
        for (long id = 0; id < 4; id++) {
            learner.call(batch((int) id, 70), id);
            learner.call(batch((int) id, 70), id);
        }
        assertThat(learner.rows()).isEqualTo(280);
        assertThat(learner.lastBatch()).isEqualTo(3);
        assertThat(learner.current().model().rows()).isEqualTo(280);

        StreamingLearner again = learner();
        assertThat(again.lastBatch()).isEqualTo(3);
        again.call(batch(3, 70), 3L);
        assertThat(again.current().model().toBytes())
                .isEqualTo(learner.current().model().toBytes());
        again.call(batch(4, 70), 4L);
        learner.call(batch(4, 70), 4L);
        assertThat(again.current().model().toBytes())
                .isEqualTo(learner.current().model().toBytes());
        try (Stream<Path> files = Files.list(Path.of(kept))) {
            assertThat(files.filter(file -> !file.getFileName().toString().startsWith(".")))
                    .hasSize(2);
        }
    }

    /** The warm-up ends in the second of three partitions: two are learned on the driver, one on the executors. */
    @Test
    void theFirstBatchEndsTheWarmUpInItsMiddle() throws Exception {
        StreamingLearner learner = learner();
        learner.call(batch(0, 300), 0L);
        assertThat(learner.rows()).isEqualTo(300);

        List<Vector> rows = TestRows.partition(4, 0, 300, StreamingQueryProcess.COLUMNS);
        StreamingKernelPca twin = ParameterValues.builder(estimator()).build(StreamingQueryProcess.COLUMNS);
        rows.subList(0, 200).forEach(row -> twin.update(row.toArray()));
        // The learner's own landmarks: a snapshot may have others, if the rows that wait have outgrown them.
        StreamingKernelPca rest = SharedStart.like(twin).learner();
        rows.subList(200, 300).forEach(row -> rest.update(row.toArray()));
        twin.merge(rest);
        assertThat(learner.current().model().toBytes())
                .isEqualTo(twin.snapshot().toBytes());
    }

    /** Every batch lies elsewhere, so landmarks change with each: a learner that was stopped has them all the same. */
    @Test
    void landmarksThatFollowAreThoseOfALearnerThatIsNeverStopped() throws Exception {
        KernelPcaEstimator estimator = estimator().setBandwidth(2);
        StreamingLearner learner = new StreamingLearner(estimator, kept);
        Embedding first = null;
        for (int b = 0; b < 4; b++) {
            double shift = 5 * b;
            List<Vector> rows = TestRows.partition(4, b, 5000, StreamingQueryProcess.COLUMNS).stream()
                    .<Vector>map(row -> Vectors.dense(row.apply(0) + shift, row.apply(1), row.apply(2), row.apply(3)))
                    .toList();
            learner.call(TestRows.dataset(session, rows, 2), (long) b);
            new StreamingLearner(estimator, kept + "-stopped").call(TestRows.dataset(session, rows, 2), (long) b);
            if (b == 0) {
                first = FittedModel.of(learner.current().model()).embedding();
            }
        }
        assertThat(learner.rows()).isEqualTo(20_000);
        Embedding last = FittedModel.of(learner.current().model()).embedding();
        assertThat(last.differenceFrom(Objects.requireNonNull(first))).contains("landmarks");
        assertThat(new StreamingLearner(estimator, kept + "-stopped")
                        .current()
                        .model()
                        .toBytes())
                .isEqualTo(learner.current().model().toBytes());
    }

    @Test
    void aBatchThatFailsLeavesNothingBehind() throws Exception {
        StreamingLearner learner = learner();
        learner.call(batch(0, 100), 0L);
        assertThatThrownBy(() -> learner.call(
                        TestRows.dataset(session, TestRows.partition(4, 1, 90, StreamingQueryProcess.COLUMNS + 1), 2),
                        1L))
                .hasStackTraceContaining("a vector of 5 numbers where 4 are expected");
        learner.call(batch(1, 100), 1L);
        assertThat(learner.rows()).isEqualTo(200);
    }

    /** A bad row on the executors after the warm-up has fixed a map on the driver: the next attempt has other rows, and so another map. */
    @Test
    void aMapOfABatchThatFailedIsForgotten() throws Exception {
        StreamingLearner learner = learner();
        List<Vector> rows = new ArrayList<>(TestRows.partition(4, 9, 300, StreamingQueryProcess.COLUMNS));
        rows.set(250, null);
        assertThatThrownBy(() -> learner.call(TestRows.dataset(session, rows, 3), 0L))
                .hasStackTraceContaining("there is no vector");
        assertThat(learner.lastBatch()).isEqualTo(-1);
        learner.call(batch(0, 300), 0L);
        StreamingLearner other = new StreamingLearner(estimator(), kept + "-other");
        other.call(batch(0, 300), 0L);
        assertThat(learner.current().model().toBytes())
                .isEqualTo(other.current().model().toBytes());
    }

    @Test
    void batchesOfNobodyKnowsWhereAreRefused() throws Exception {
        StreamingLearner learner = learner();
        learner.call(batch(0, 0), 0L);
        assertThat(learner.rows()).isZero();
        learner.call(batch(0, 100), 1L);
        assertThatThrownBy(() -> learner.call(batch(2, 100), 3L))
                .hasMessageContaining("batch 3 comes after batch 1")
                .hasMessageContaining("older than the query's checkpoint");
        session.sparkContext().setLocalProperty("sql.streaming.queryId", "another");
        try {
            assertThatThrownBy(() -> learner.call(batch(2, 100), 0L))
                    .hasMessageContaining("counts batches of query none, not of another");
        } finally {
            session.sparkContext().setLocalProperty("sql.streaming.queryId", null);
        }
    }

    @Test
    void theCurrentModelScoresTheBatchThatComes() throws Exception {
        StreamingLearner learner = learner();
        learner.call(batch(0, 200), 0L);
        Dataset<Row> coming = batch(1, 50);
        List<Row> scored =
                learner.current().setNoveltyCol("novelty").transform(coming).collectAsList();
        KernelPcaModel model = learner.current().model();
        for (Row row : scored) {
            Vector vector = row.getAs("features");
            assertThat(row.<Double>getAs("novelty")).isEqualTo(model.score(vector.toArray()));
        }
    }

    @Test
    void forgettingIsTheCores() throws Exception {
        Forgetting forgetting = Forgetting.halfLifeInRows(100);
        StreamingLearner learner = new StreamingLearner(estimator(), forgetting, kept);
        StreamingKernelPca twin =
                ParameterValues.builder(estimator()).forgetting(forgetting).build(StreamingQueryProcess.COLUMNS);
        for (int b = 0; b < 3; b++) {
            learner.call(batch(b, 90), (long) b);
            TestRows.partition(4, b, 90, StreamingQueryProcess.COLUMNS).forEach(row -> twin.update(row.toArray()));
        }
        assertThat(learner.current().model().toBytes())
                .isEqualTo(twin.snapshot().toBytes());
        assertThatThrownBy(() -> new StreamingLearner(estimator(), Forgetting.halfLifeInTime(5), kept))
                .hasMessageContaining("half-life in rows");
    }

    private Path files() throws IOException {
        Path files = Files.createDirectories(folder.resolve("files"));
        for (int f = 0; f < FILES; f++) {
            StringBuilder text = new StringBuilder();
            for (Vector row : TestRows.partition(6, f, ROWS, StreamingQueryProcess.COLUMNS)) {
                for (int j = 0; j < row.size(); j++) {
                    text.append(j == 0 ? "" : ",").append(row.apply(j));
                }
                text.append('\n');
            }
            Path file = files.resolve("part-" + (100 + f) + ".csv");
            Files.writeString(file, text);
            // The source takes the oldest first.
            Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L + 1000L * f));
        }
        return files;
    }

    @Test
    void aQueryKilledAgainAndAgainCountsEveryRowOnce() throws Exception {
        Path files = files();
        Path expected = folder.resolve("expected.skpca");
        StreamingQueryProcess.run(session, files, folder.resolve("checkpoint-0").toString(), kept + "-0", expected);

        Path model = folder.resolve("model.skpca");
        long seed = 77;
        SplittableRandom random = new SplittableRandom(seed);
        int kills = 0;
        for (int attempt = 0; attempt < 12 && !Files.exists(model); attempt++) {
            Path log = folder.resolve("query-" + attempt + ".log");
            Process query = JavaProcess.builder(
                            List.of("-Xmx512m"),
                            log,
                            StreamingQueryProcess.class,
                            files.toString(),
                            folder.resolve("checkpoint").toString(),
                            kept,
                            model.toString())
                    .start();
            try {
                if (kills < 3) {
                    long wanted = newestBatch() + 1 + random.nextInt(2);
                    while (query.isAlive() && newestBatch() < wanted) {
                        Thread.sleep(2);
                    }
                    // Somewhere between the learner's file, Spark's commit and the next batch.
                    Thread.sleep(random.nextInt(150));
                    query.destroyForcibly().waitFor();
                    kills++;
                } else {
                    assertThat(query.waitFor())
                            .as("seed %d: %s", seed, Files.readString(log))
                            .isZero();
                }
            } finally {
                query.destroyForcibly();
            }
        }
        KernelPcaModel learned = KernelPcaModel.load(model);
        assertThat(learned.rows()).isEqualTo(FILES * ROWS);
        assertThat(kills).isEqualTo(3);
        // Killed between its two logs of a batch, Spark puts the files of that batch and of the next into one: the rows
        // are
        // the same, their parts are merged otherwise.
        if (areBatchesAsTheyWere(folder.resolve("checkpoint").resolve("offsets"))) {
            assertThat(Files.readAllBytes(model)).as("seed %d", seed).isEqualTo(Files.readAllBytes(expected));
        } else {
            assertThat(learned.spectrum())
                    .containsExactly(KernelPcaModel.load(expected).spectrum(), within(1e-9));
        }
    }

    /** Whether each batch has the files of one entry of the source's log. */
    private static boolean areBatchesAsTheyWere(Path offsets) throws IOException {
        boolean all = true;
        for (long batch = 0; Files.exists(offsets.resolve(Long.toString(batch))); batch++) {
            String entry = "{\"logOffset\":" + batch + "}";
            all &= Files.readString(offsets.resolve(Long.toString(batch))).contains(entry);
        }
        return all;
    }

    private long newestBatch() throws IOException {
        Path place = Path.of(kept);
        if (!Files.exists(place)) {
            return -1;
        }
        try (Stream<Path> found = Files.list(place)) {
            return found.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("batch-"))
                    .mapToLong(name -> Long.parseLong(name.substring(6, name.indexOf('.'))))
                    .max()
                    .orElse(-1);
        }
    }
}
