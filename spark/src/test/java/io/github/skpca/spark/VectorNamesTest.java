package io.github.skpca.spark;

import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The names that an assembler gives the entries of vectors are kept, and other vectors are put in their order. */
class VectorNamesTest {
    private static SparkSession session;
    private static Dataset<Row> cells;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        session = Sessions.local();
        SplittableRandom random = new SplittableRandom(7);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            // Mostly zeros, so that the assembler makes sparse vectors of some rows and dense ones of others.
            double load = i % 3 == 0 ? 0 : random.nextDouble();
            double heat = i % 3 == 0 ? 0 : 10 * random.nextDouble();
            rows.add(RowFactory.create(random.nextDouble(), load, heat, i % 3 == 0 ? 0.0 : 1.0 * i));
        }
        StructType schema = new StructType();
        for (String name : List.of("speed", "load", "heat", "number")) {
            schema = schema.add(name, DataTypes.DoubleType, false);
        }
        cells = session.createDataFrame(rows, schema).repartition(1).cache();
    }

    @AfterAll
    static void stop() {
        if (session != null) {
            session.stop();
        }
    }

    private static Dataset<Row> vectors(String... columns) {
        return new VectorAssembler()
                .setInputCols(columns)
                .setOutputCol("features")
                .transform(cells);
    }

    private static KernelPcaEstimatorModel fitted(Dataset<Row> rows) {
        return new KernelPcaEstimator()
                .setK(3)
                .setNumFeatures(40)
                .setSketchSize(10)
                .setOutputCol("loadings")
                .setNoveltyCol("novelty")
                .fit(rows);
    }

    private static List<Row> results(KernelPcaEstimatorModel model, Dataset<Row> rows) {
        return model.transform(rows).select("loadings", "novelty").collectAsList();
    }

    @Test
    void namesAreKeptAndColumnsPutInOrder() throws Exception {
        Dataset<Row> rows = vectors("speed", "load", "heat");
        KernelPcaEstimatorModel model = fitted(rows);
        assertThat(model.model().columnNames()).containsExactly("speed", "load", "heat");
        List<Row> expected = results(model, rows);
        Path file = folder.resolve("model.skpca");
        model.writeModelFile(file);
        KernelPcaEstimatorModel loaded = KernelPcaEstimatorModel.fromModelFile(file)
                .setOutputCol("loadings")
                .setNoveltyCol("novelty");
        assertThat(results(loaded, vectors("heat", "speed", "load"))).isEqualTo(expected);
        assertThat(results(loaded, vectors("number", "heat", "load", "speed"))).isEqualTo(expected);
    }

    @Test
    void missingEntriesAreNamed() {
        KernelPcaEstimatorModel model = fitted(vectors("speed", "load", "heat"));
        assertThatThrownBy(() -> model.transform(vectors("speed", "heat", "number")))
                .isInstanceOf(BadVectorException.class)
                .hasMessageContaining("column features has no entry \"load\", which the model was fitted on");
        assertThatThrownBy(() -> model.transform(vectors("speed", "heat", "load", "load")))
                .isInstanceOf(BadVectorException.class)
                .hasMessageContaining("two entries of one name");
    }

    @Test
    void vectorsWithoutNamesGoByPosition() {
        List<Row> rows = new ArrayList<>();
        for (Row row : vectors("speed", "load", "heat").select("features").collectAsList()) {
            rows.add(RowFactory.create(Vectors.dense(((Vector) row.get(0)).toArray())));
        }
        Dataset<Row> bare = session.createDataFrame(
                rows, new StructType().add("features", org.apache.spark.ml.linalg.SQLDataTypes.VectorType(), false));
        assertThat(fitted(bare).model().columnNames()).isEmpty();
        KernelPcaEstimatorModel named = fitted(vectors("speed", "load", "heat"));
        assertThat(results(named, bare)).isEqualTo(results(named, vectors("speed", "load", "heat")));
    }
}
