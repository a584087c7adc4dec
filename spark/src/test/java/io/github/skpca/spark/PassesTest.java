package io.github.skpca.spark;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.Workers;
import io.github.skpca.error.KernelError;
import io.github.skpca.internal.model.FittedModel;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.LongAccumulator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

import static org.assertj.core.api.Assertions.assertThat;

/** How often a fit reads the rows, and that it learns the same from rows in any order. */
class PassesTest {
    private static final int COLUMNS = 3;
    private static final int PARTITIONS = 4;
    private static final int WARM_UP = 500;

    private static SparkSession session;

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

    private static KernelPcaEstimator small() {
        return new KernelPcaEstimator()
                .setK(10)
                .setNumFeatures(200)
                .setSketchSize(20)
                .setWarmupRows(WARM_UP)
                .setSeed(7)
                .setOutputCol("loadings");
    }

    /** Rows along a line, which is long for the bandwidth 2: those at one end tell nothing of those at the other. */
    private static List<Vector> line(long seed, int rows) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Vector> vectors = new ArrayList<>(rows);
        for (int i = 0; i < rows; i++) {
            double place = 24 * random.nextDouble();
            vectors.add(Vectors.dense(
                    place, 2 * Math.sin(place / 3) + random.nextDouble(), 1000 + 0.5 * random.nextDouble()));
        }
        return vectors;
    }

    private static List<Vector> sorted(List<Vector> rows) {
        List<Vector> sorted = new ArrayList<>(rows);
        sorted.sort(Comparator.comparingDouble(row -> row.apply(0)));
        return sorted;
    }

    private static double error(KernelPcaModel model) {
        List<Vector> held = line(99, 800);
        double[] rows = new double[held.size() * COLUMNS];
        for (int i = 0; i < held.size(); i++) {
            System.arraycopy(held.get(i).toArray(), 0, rows, i * COLUMNS, COLUMNS);
        }
        return KernelError.measure(model, rows, held.size(), Workers.callerOnly())
                .spectral();
    }

    /** With more rows in a partition than in a block, and with fewer; with a sample of all rows, and without one. */
    @ParameterizedTest
    @CsvSource({"12000, median", "12000, 2", "4000, median", "4000, 2"})
    void sortedRowsAreLearnedAsWellAsShuffledOnes(int count, String bandwidth) {
        List<Vector> rows = line(3, count);
        List<Vector> shuffled = new ArrayList<>(rows);
        Collections.shuffle(shuffled, new Random(5));
        KernelPcaEstimator estimator = small().setBandwidth(bandwidth);
        Dataset<Row> inOrder = TestRows.dataset(session, sorted(rows), PARTITIONS);

        KernelPcaModel ofSorted = estimator.fit(inOrder).model();
        // With the same bandwidth, so that it is the error of one kernel: another sample gives another one.
        double resolved = FittedModel.of(ofSorted).embedding().kernel().bandwidth();
        KernelPcaModel ofShuffled = small().setBandwidth(resolved)
                .fit(TestRows.dataset(session, shuffled, PARTITIONS))
                .model();

        assertThat(ofSorted.rows()).isEqualTo(count);
        assertThat(error(ofSorted)).isLessThan(1.2 * error(ofShuffled));
        assertThat(estimator.fit(inOrder).model().toBytes()).isEqualTo(ofSorted.toBytes());
    }

    private static Dataset<Row> counted(List<Vector> rows, LongAccumulator read) {
        JavaRDD<Row> data = TestRows.dataset(session, rows, PARTITIONS)
                .toJavaRDD()
                .map(row -> {
                    read.add(1);
                    return row;
                });
        return session.createDataFrame(data, TestRows.SCHEMA);
    }

    /** Bandwidth, scale and landmarks that stay as they are come from a sample of all rows; without them the first rows are enough. */
    @ParameterizedTest
    @CsvSource({
        "gaussian, 2, false, auto, true",
        "laplacian, 2, false, landmarks, true",
        "gaussian, 2, false, paired, true",
        "gaussian, median, false, auto, false",
        "gaussian, mean, false, paired, false",
        "gaussian, 2, true, auto, false",
        "polynomial2, 2, false, auto, false",
    })
    void rowsAreReadOnceIfBandwidthAndScaleAreGiven(
            String kernel, String bandwidth, boolean standardize, String map, boolean once) {
        int rows = 3000;
        LongAccumulator read = session.sparkContext().longAccumulator("rows read");
        KernelPcaModel model = small().setKernel(kernel)
                .setBandwidth(bandwidth)
                .setStandardize(standardize)
                .setMap(map)
                .fit(counted(line(3, rows), read))
                .model();
        assertThat(model.rows()).isEqualTo(rows);
        assertThat(read.value()).isEqualTo(once ? rows + WARM_UP : 2L * rows);
    }

    /** The first rows are those of the first partitions that have some. */
    @Test
    void firstRowsAreFoundBehindEmptyPartitions() throws Exception {
        KernelPcaEstimator estimator = small().setBandwidth(2);
        int[] sizes = {0, 0, 0, 200, 0, 100, 900, 700};
        List<List<Vector>> parts = new ArrayList<>();
        for (int p = 0; p < sizes.length; p++) {
            parts.add(TestRows.partition(3, p, sizes[p], COLUMNS));
        }
        KernelPcaModel fitted = estimator
                .fit(TestRows.dataset(session, 3, sizes, COLUMNS, null))
                .model();
        assertThat(fitted.toBytes())
                .isEqualTo(CoreTwin.fit(estimator, parts).snapshot().toBytes());
    }
}
