package io.github.skpca.spark;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.RowPreparation;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.error.KernelError;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import static org.assertj.core.api.Assertions.assertThat;

/** On a cluster of processes a fit is the core's merge of the same partitions, whatever happens to executors and tasks. */
class ClusterFitTest {
    private static final int PARTITIONS = 20;

    /** Of a partition; `benchmarks/spark/cluster` gives the size of Forest. */
    private static final int ROWS = Integer.getInteger("skpca.cluster.rows", 1000);

    private static final int COLUMNS = Integer.getInteger("skpca.cluster.columns", 10);
    private static final long SEED = 31;

    @TempDir
    static Path folder;

    private static StandaloneCluster cluster;
    private static List<List<Vector>> partitions;
    private static StreamingKernelPca twin;
    private static KernelPcaModel expected;

    @BeforeAll
    static void start() throws Exception {
        Sessions.requireSupportedJava();
        cluster = new StandaloneCluster(folder);
        partitions = TestRows.partitions(SEED, PARTITIONS, ROWS, COLUMNS);
        twin = CoreTwin.fit(estimator(), partitions);
        expected = twin.snapshot();
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    private static KernelPcaEstimator estimator() {
        return new KernelPcaEstimator()
                .setK(8)
                .setNumFeatures(120)
                .setSketchSize(24)
                .setWarmupRows(1000)
                .setSeed(5)
                .setOutputCol("loadings");
    }

    private static Gate gate(String name, int waitingVisit) throws Exception {
        Path place = Files.createDirectories(folder.resolve(name));
        return new Gate(place.toString(), 13, waitingVisit);
    }

    private static void assertExpected(KernelPcaEstimatorModel fitted) {
        assertThat(fitted.model().rows())
                .isEqualTo(partitions.stream().mapToLong(List::size).sum());
        assertThat(fitted.model().toBytes()).isEqualTo(expected.toBytes());
    }

    @Test
    void aFitIsTheCoresMergeAndAsGoodAsOneStream() throws Exception {
        try (SparkSession session = cluster.session().getOrCreate()) {
            Dataset<Row> data = TestRows.dataset(session, SEED, PARTITIONS, ROWS, COLUMNS);
            KernelPcaEstimatorModel fitted = estimator().fit(data);
            assertThat(cluster.executors()).hasSize(2);
            assertExpected(fitted);
            List<Row> rows = fitted.transform(data.limit(20)).collectAsList();
            for (Row row : rows) {
                Vector features = row.getAs("features");
                Vector loadings = row.getAs("loadings");
                float[] own = expected.transform(features.toArray());
                assertThat((float) loadings.apply(0)).isEqualTo(own[0]);
            }
            assertWindowsAreThoseOfTheLibrary(session);
        }
        StreamingKernelPca single = CoreTwin.start(estimator(), partitions);
        for (List<Vector> partition : partitions) {
            for (Vector row : partition) {
                single.update(row.toArray());
            }
        }
        double[] held = new double[1000 * COLUMNS];
        List<Vector> rows = TestRows.partition(SEED, PARTITIONS + 7, 1000, COLUMNS);
        for (int i = 0; i < rows.size(); i++) {
            System.arraycopy(rows.get(i).toArray(), 0, held, i * COLUMNS, COLUMNS);
        }
        KernelError ours = KernelError.measure(expected, held, 1000, Workers.callerOnly());
        KernelError theirs = KernelError.measure(single.snapshot(), held, 1000, Workers.callerOnly());
        assertThat(ours.spectral()).isLessThan(1.1 * theirs.spectral());
        assertThat(ours.frobenius()).isLessThan(1.1 * theirs.frobenius());
    }

    /** Here because a session with executors takes longer than the fit. */
    private static void assertWindowsAreThoseOfTheLibrary(SparkSession session) throws Exception {
        KernelPcaEstimator windows = estimator().setLags(3).setStride(2).setTimeCol("id");
        RowPreparation preparation = RowPreparation.of(2).withLags(3).withStride(2);
        RowPreparation.Stream stream = preparation.stream();
        List<Vector> learned = new ArrayList<>();
        for (List<Vector> partition : TestRows.partitions(SEED, 4, 300, 2)) {
            for (Vector step : partition) {
                double[] row = new double[preparation.columns()];
                if (stream.next(step.toArray(), row) && stream.isLearned()) {
                    learned.add(Vectors.dense(row));
                }
            }
        }
        KernelPcaEstimatorModel fitted = windows.fit(TestRows.dataset(session, SEED, 4, 300, 2));
        assertThat(fitted.model().toBytes())
                .isEqualTo(CoreTwin.fit(windows, List.of(learned)).snapshot().toBytes());
    }

    /** The killed executor takes its part of the tree with it. */
    @Test
    void anExecutorKilledInTheMiddleChangesNothing() throws Exception {
        try (SparkSession session = cluster.session().getOrCreate()) {
            // The first visit is the sampling pass, the second one the sketch.
            Gate gate = gate("killed", 2);
            Dataset<Row> data = TestRows.dataset(session, SEED, PARTITIONS, ROWS, COLUMNS, gate);
            CompletableFuture<KernelPcaEstimatorModel> fit =
                    CompletableFuture.supplyAsync(() -> estimator().fit(data));
            long waiting = gate.awaitWaiting();
            List<ProcessHandle> victims = cluster.executors().stream()
                    .filter(executor -> executor.pid() == waiting)
                    .toList();
            assertThat(victims).as("executors in which the task waits").hasSize(1);
            victims.get(0).destroyForcibly();
            assertExpected(fit.get());
            assertThat(gate.isVisited(3)).as("the task ran again").isTrue();
        }
    }

    @Test
    void aSecondCopyOfASlowTaskChangesNothing() throws Exception {
        try (SparkSession session = cluster.session()
                .config("spark.speculation", "true")
                .config("spark.speculation.interval", "100ms")
                .config("spark.speculation.quantile", "0.3")
                .config("spark.speculation.multiplier", "1.2")
                .config("spark.speculation.minTaskRuntime", "100ms")
                .getOrCreate()) {
            Gate gate = gate("slow", 2);
            Dataset<Row> data = TestRows.dataset(session, SEED, PARTITIONS, ROWS, COLUMNS, gate);
            // The one that waits is never told to go on: without a second copy the fit would not end in time.
            assertExpected(estimator().fit(data));
            assertThat(gate.isVisited(3)).as("a second copy ran").isTrue();
            gate.open();
        }
    }
}
