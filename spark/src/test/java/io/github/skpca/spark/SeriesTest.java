package io.github.skpca.spark;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.RowPreparation;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Windows of steps on Spark are those of the library, whatever the order and the partitions in which steps lie. */
class SeriesTest {
    private static final int LAGS = 5;
    private static final int CELLS = 2;
    private static final int STEPS = 400;
    private static final StructType SCHEMA = new StructType()
            .add("device", DataTypes.StringType, true)
            .add("t", DataTypes.DoubleType, true)
            .add("features", SQLDataTypes.VectorType(), true);

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

    private static KernelPcaEstimator estimator() {
        return new KernelPcaEstimator()
                .setK(3)
                .setNumFeatures(40)
                .setSketchSize(10)
                .setWarmupRows(200)
                .setSeed(3)
                .setOutputCol("loadings")
                .setNoveltyCol("novelty")
                .setPValueCol("p")
                .setLags(LAGS)
                .setTimeCol("t");
    }

    /** A wave with noise; after step 300 one step is lost. */
    private static List<Row> series(String device, long seed) {
        Random random = new Random(seed);
        List<Row> steps = new ArrayList<>();
        for (int i = 0; i < STEPS; i++) {
            double wave = Math.sin(0.3 * i + seed);
            Vector vector =
                    Vectors.dense(wave + 0.1 * random.nextGaussian(), wave * wave + 0.1 * random.nextGaussian());
            steps.add(RowFactory.create(device, 10.0 * (i > 300 ? i + 1 : i), i % 3 == 0 ? vector.toSparse() : vector));
        }
        return steps;
    }

    private static Dataset<Row> dataset(List<Row> rows) {
        List<Row> mixed = new ArrayList<>(rows);
        Collections.shuffle(mixed, new Random(1));
        return session.createDataFrame(mixed, SCHEMA).repartition(3);
    }

    /** The windows of a series by the library alone, with nulls where there is none. */
    private static List<Vector> windows(List<Row> series, RowPreparation preparation, boolean learned) {
        RowPreparation.Stream stream = preparation.stream();
        List<Vector> windows = new ArrayList<>();
        double[] row = new double[preparation.columns()];
        for (Row step : series) {
            stream.at(step.getDouble(1));
            boolean is = stream.next(((Vector) step.get(2)).toArray(), row);
            if (is && (!learned || stream.isLearned())) {
                windows.add(Vectors.dense(row.clone()));
            } else if (!learned) {
                windows.add(null);
            }
        }
        return windows;
    }

    private static void assertScores(List<Row> judged, KernelPcaModel model, List<Vector> windows) {
        assertThat(judged).hasSameSizeAs(windows);
        for (int i = 0; i < judged.size(); i++) {
            Row row = judged.get(i);
            Vector window = windows.get(i);
            if (window == null) {
                assertThat(row.isNullAt(row.fieldIndex("novelty"))).isTrue();
                assertThat(row.isNullAt(row.fieldIndex("p"))).isTrue();
                assertThat(row.isNullAt(row.fieldIndex("loadings"))).isTrue();
            } else {
                double score = model.score(window.toArray());
                assertThat(row.<Double>getAs("novelty")).isEqualTo(score);
                assertThat(row.<Double>getAs("p"))
                        .isEqualTo(model.calibration().orElseThrow().pValue(score));
            }
        }
    }

    @Test
    void oneSeriesIsTheLibrarysStream() throws Exception {
        List<Row> series = series("a", 1);
        RowPreparation preparation =
                RowPreparation.of(CELLS).withLags(LAGS).withStride(3).withTimeStep(10);
        KernelPcaEstimator estimator = estimator().setStride(3).setTimeStep(10);
        KernelPcaEstimatorModel fitted = estimator.fit(dataset(series));
        List<Vector> learned = windows(series, preparation, true);
        // 301 and 99 steps on both sides of the gap, each with 4 steps before its first window.
        assertThat(fitted.model().rows()).isEqualTo(99 + 32);
        assertThat(fitted.model().preparation()).isEqualTo(preparation);
        assertThat(fitted.model().toBytes())
                .isEqualTo(CoreTwin.fit(estimator, List.of(learned)).snapshot().toBytes());

        // The file alone knows the windows; which column orders steps is said again.
        fitted.writeModelFile(folder.resolve("model.skpca"));
        KernelPcaEstimatorModel loaded = KernelPcaEstimatorModel.fromModelFile(folder.resolve("model.skpca"))
                .setOutputCol("loadings")
                .setNoveltyCol("novelty")
                .setPValueCol("p")
                .setTimeCol("t");
        List<Vector> all = windows(series, preparation, false);
        for (KernelPcaEstimatorModel model : List.of(fitted, loaded)) {
            Dataset<Row> judged = model.transform(dataset(series));
            assertThat(judged.schema()).isEqualTo(model.transformSchema(SCHEMA));
            assertScores(judged.collectAsList(), fitted.model(), all);
        }
    }

    @Test
    void everyKeyIsASeriesOfItsOwn() {
        List<Row> steps = new ArrayList<>();
        List<String> devices = List.of("a", "b", "c");
        devices.forEach(device -> steps.addAll(series(device, device.charAt(0))));
        KernelPcaEstimatorModel fitted = estimator().setKeyCol("device").fit(dataset(steps));
        assertThat(fitted.model().rows()).isEqualTo(3L * (STEPS - LAGS + 1));
        assertThat(estimator()
                        .setKeyCol("device")
                        .fit(dataset(steps).repartition(7))
                        .model()
                        .toBytes())
                .as("other partitions of the same rows")
                .isEqualTo(fitted.model().toBytes());
        List<Row> judged = fitted.transform(dataset(steps)).collectAsList();
        for (String device : devices) {
            // In the order of time already, as they lie in one partition.
            assertScores(
                    judged.stream()
                            .filter(row -> device.equals(row.getString(0)))
                            .toList(),
                    fitted.model(),
                    windows(
                            series(device, device.charAt(0)),
                            RowPreparation.of(CELLS).withLags(LAGS),
                            false));
        }
    }

    @Test
    void timestampsAreSeconds() {
        List<Row> series = series("a", 1);
        Dataset<Row> timed = dataset(series).withColumn("t", functions.col("t").cast("timestamp"));
        assertThat(estimator().setTimeStep(10).fit(timed).model().toBytes())
                .isEqualTo(
                        estimator().setTimeStep(10).fit(dataset(series)).model().toBytes());
    }

    @Test
    void whatHasNoOrderIsRefused() throws Exception {
        Dataset<Row> steps = dataset(series("a", 1));
        refused(() -> estimator().setLags(1).fit(steps), "set lags, or leave them out");
        KernelPcaEstimator unordered = estimator();
        unordered.clear(unordered.timeCol());
        refused(() -> unordered.fit(steps), "windows (lags 5) need the order of steps: name a column of times");
        refused(() -> estimator().setTimeCol("device").fit(steps), "must be of numbers or timestamps, not of string");
        refused(() -> estimator().setKeyCol("gone").fit(steps), "there is no column gone (keyCol)");
        refused(() -> estimator().aggregator(steps), "lags is not for an aggregator");
        refused(
                () -> new StreamingLearner(
                        estimator(), folder.resolve("learner").toString()),
                "lags is not for a streaming learner");
        Dataset<Row> streaming = session.readStream()
                .format("rate")
                .load()
                .select(
                        functions.lit("a").as("device"),
                        functions.col("value").cast("double").as("t"),
                        org.apache
                                .spark
                                .ml
                                .functions
                                .array_to_vector(functions.array(functions.lit(1.0), functions.lit(2.0)))
                                .as("features"));
        KernelPcaEstimatorModel model = estimator().fit(steps);
        refused(
                () -> model.transform(streaming),
                "transform each batch in foreachBatch, together with the 4 steps before");
    }

    @Test
    void badStepsAreNamed() {
        List<Row> twice = new ArrayList<>(series("a", 1));
        twice.addAll(series("b", 2));
        refused(
                () -> estimator().fit(dataset(twice)),
                "time 0.0: two steps at one time; name the column that tells series apart");
        List<Row> untimed = new ArrayList<>(series("a", 1));
        untimed.add(RowFactory.create("a", null, Vectors.dense(1, 2)));
        refused(
                () -> estimator().setKeyCol("device").fit(dataset(untimed)),
                "series a, time null: a step without a time");
        List<Row> broken = new ArrayList<>(series("a", 1));
        broken.set(7, RowFactory.create("a", 70.0, Vectors.dense(1, Double.NaN)));
        refused(() -> estimator().fit(dataset(broken)), "time 70.0: a row, column 1: NaN is not a finite number");
    }

    private static void refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String says) {
        assertThatThrownBy(call).hasStackTraceContaining(says);
    }
}
