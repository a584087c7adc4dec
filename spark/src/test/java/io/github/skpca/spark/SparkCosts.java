package io.github.skpca.spark;

import io.github.skpca.RowBatch;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import scala.Tuple2;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the Spark module costs, printed as a table. Not a test by its name, so only {@code benchmarks/spark/run} runs it: times
 * mean nothing on a busy machine.
 */
class SparkCosts {
    private static final int COLUMNS = 54;
    private static final int PARTITIONS = 8;
    private static final long SEED = 3;

    private static SparkSession session;

    @BeforeAll
    static void start() {
        session = Sessions.builder("local[2]")
                .config("spark.driver.memory", "5g")
                .config("spark.memory.fraction", "0.8")
                .getOrCreate();
    }

    @AfterAll
    static void stop() {
        session.stop();
    }

    private static KernelPcaEstimator estimator() {
        return new KernelPcaEstimator().setSeed(1);
    }

    private static double seconds(long since) {
        return (System.nanoTime() - since) / 1e9;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static double[] flat(int[] sizes) {
        double[] flat = new double[Arrays.stream(sizes).sum() * COLUMNS];
        int at = 0;
        for (int p = 0; p < sizes.length; p++) {
            for (Vector vector : TestRows.partition(SEED, p, sizes[p], COLUMNS)) {
                System.arraycopy(vector.toArray(), 0, flat, at, COLUMNS);
                at += COLUMNS;
            }
        }
        return flat;
    }

    @Test
    void rowsPerSecondBesideTheCore() throws Exception {
        int repeats = Integer.getInteger("skpca.repeats", 3);
        int[] sizes = new int[PARTITIONS];
        Arrays.fill(sizes, Integer.getInteger("skpca.rows", 581_012) / PARTITIONS);
        double[] flat = flat(sizes);
        int rows = flat.length / COLUMNS;
        Dataset<Row> data =
                TestRows.dataset(session, SEED, sizes, COLUMNS, null).cache();
        assertThat(data.count()).isEqualTo(rows);
        int warmUp = estimator().getWarmupRows();
        double[] core = new double[repeats];
        double[] spark = new double[repeats];
        // The first round warms the compilers up and is not counted.
        for (int round = -1; round < repeats; round++) {
            long began = System.nanoTime();
            try (Workers workers = new Workers(2)) {
                StreamingKernelPca learner = ParameterValues.builder(estimator())
                        .workers(workers)
                        .buildFrom(RowBatch.of(Arrays.copyOf(flat, warmUp * COLUMNS), warmUp), COLUMNS);
                learner.update(flat, rows);
                assertThat(learner.snapshot().rows()).isEqualTo(rows);
            }
            double coreSeconds = seconds(began);
            began = System.nanoTime();
            assertThat(estimator().fit(data).model().rows()).isEqualTo(rows);
            double sparkSeconds = seconds(began);
            if (round >= 0) {
                core[round] = rows / coreSeconds;
                spark[round] = rows / sparkSeconds;
            }
        }
        System.out.printf("rows %d x %d, map and sketch of the defaults, sampling included%n", rows, COLUMNS);
        System.out.printf("core, 2 threads      %,.0f rows/s%n", median(core));
        System.out.printf("spark, local[2]      %,.0f rows/s%n", median(spark));
        System.out.printf("spark / core         %.2f%n", median(spark) / median(core));
    }

    @Test
    void bytesAndMerges() throws Exception {
        List<Vector> rows = TestRows.partition(SEED, 0, 20_000, COLUMNS);
        SharedStart start =
                new SharedStart(CoreTwin.start(estimator(), List.of(rows)).toBytes());
        byte[] first =
                PartitionLearner.learn(start, 0, CoreTwin.rows(rows)).next()._2();
        byte[] learner =
                PartitionLearner.learn(start, 1, CoreTwin.rows(rows)).next()._2();
        System.out.printf("an empty learner     %,d bytes (broadcast once)%n", start.bytes().length);
        System.out.printf("a partition sends    %,d bytes, the first of eight %,d%n", learner.length, first.length);
        double[] times = new double[20];
        for (int i = 0; i < times.length; i++) {
            StreamingKernelPca merged = start.learner(first, Workers.callerOnly());
            long began = System.nanoTime();
            merged.merge(start.learner(learner, Workers.callerOnly()));
            times[i] = seconds(began);
        }
        System.out.printf("one merge            %.1f ms, reading the bytes included%n", 1e3 * median(times));
        JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
        Broadcast<SharedStart> shared = context.broadcast(start);
        for (int partitions : new int[] {8, 64, 512}) {
            List<Integer> numbers = new ArrayList<>();
            for (int i = 0; i < partitions; i++) {
                numbers.add(i);
            }
            JavaPairRDD<Integer, byte[]> learners = context.parallelize(numbers, partitions)
                    .mapToPair(i -> new Tuple2<>(i, i % SketchTree.FAN_IN == 0 ? first : learner));
            long began = System.nanoTime();
            SketchTree.merge(learners, partitions, shared);
            System.out.printf("merging %3d learners  %.2f s on two cores%n", partitions, seconds(began));
        }
    }
}
