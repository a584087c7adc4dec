package io.github.skpca.spark;

import io.github.skpca.KernelPcaModel;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import scala.Tuple2;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.pmod;
import static org.assertj.core.api.Assertions.assertThat;

/** One model per key, whose rows lie in many partitions. */
class KernelPcaAggregatorTest {
    private static final int KEYS = 5;
    private static final int COLUMNS = 4;

    private static SparkSession session;
    private static Dataset<Row> data;

    @BeforeAll
    static void start() {
        session = Sessions.local();
        data = TestRows.dataset(session, 3, 4, 400, COLUMNS)
                .withColumn("key", pmod(col("id"), lit(KEYS)))
                .cache();
    }

    @AfterAll
    static void stop() {
        if (session != null) {
            session.stop();
        }
    }

    private static KernelPcaEstimator small() {
        return new KernelPcaEstimator()
                .setK(3)
                .setNumFeatures(40)
                .setSketchSize(8)
                .setWarmupRows(200);
    }

    private static void assertModels(Map<Long, byte[]> models) throws Exception {
        assertThat(models).hasSize(KEYS);
        long rows = 0;
        for (Map.Entry<Long, byte[]> entry : models.entrySet()) {
            KernelPcaModel model = KernelPcaModel.fromBytes(entry.getValue());
            assertThat(model.rows())
                    .isEqualTo(data.filter(col("key").equalTo(entry.getKey())).count());
            assertThat(model.components()).isEqualTo(3);
            rows += model.rows();
        }
        assertThat(rows).isEqualTo(data.count());
    }

    @Test
    void inAGroupByAndInSql() throws Exception {
        KernelPcaAggregator aggregator = small().aggregator(data);
        Map<Long, byte[]> models = new HashMap<>();
        for (Row row : data.groupBy("key")
                .agg(aggregator.udaf().apply(col("features")).as("model"))
                .collectAsList()) {
            models.put(row.getLong(0), row.getAs("model"));
        }
        assertModels(models);

        session.udf().register("kernel_pca", aggregator.udaf());
        data.createOrReplaceTempView("points");
        List<Row> rows = session.sql("select key, kernel_pca(features) from points group by key")
                .collectAsList();
        models.clear();
        for (Row row : rows) {
            models.put(row.getLong(0), (byte[]) row.get(1));
        }
        assertModels(models);
    }

    @Test
    void asATypedColumn() throws Exception {
        Map<Long, byte[]> models = new HashMap<>();
        Dataset<Tuple2<Long, byte[]>> result = data.groupByKey(
                        (org.apache.spark.api.java.function.MapFunction<Row, Long>) row -> row.getAs("key"),
                        Encoders.LONG())
                .mapValues(
                        (org.apache.spark.api.java.function.MapFunction<Row, Vector>) row -> row.getAs("features"),
                        KernelPcaAggregator.vectors())
                .agg(small().aggregator(data).toColumn());
        result.collectAsList().forEach(pair -> models.put(pair._1(), pair._2()));
        assertModels(models);
    }

    /** With one partition nothing is merged: what the aggregator gives is what a learner of the key's rows gives. */
    @Test
    void aKeysModelIsTheCoresModelOfItsRows() throws Exception {
        KernelPcaAggregator aggregator = small().aggregator(data);
        byte[] start = aggregator.start().bytes();
        Dataset<Row> one = data.coalesce(1);
        for (Row row : one.groupBy("key")
                .agg(aggregator.udaf().apply(col("features")).as("model"))
                .collectAsList()) {
            io.github.skpca.StreamingKernelPca learner =
                    io.github.skpca.StreamingKernelPca.fromBytes(start, io.github.skpca.Workers.callerOnly());
            for (Row each : one.filter(col("key").equalTo(row.getLong(0))).collectAsList()) {
                learner.update(each.<Vector>getAs("features").toArray());
            }
            assertThat(row.<byte[]>getAs("model")).isEqualTo(learner.snapshot().toBytes());
        }
    }
}
