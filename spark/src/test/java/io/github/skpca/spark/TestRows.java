package io.github.skpca.spark;

import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;

/** Rows about a few centres, the same on every machine, made where they are needed: a partition by its number. */
final class TestRows {
    static final StructType SCHEMA = new StructType(new StructField[] {
        new StructField("id", DataTypes.LongType, false, Metadata.empty()),
        new StructField("features", SQLDataTypes.VectorType(), true, Metadata.empty())
    });

    private TestRows() {}

    /** The vectors of one partition; a third of the numbers are zeros. */
    static List<Vector> partition(long seed, int partition, int rows, int columns) {
        SplittableRandom centres = new SplittableRandom(seed);
        double[] centre = new double[4 * columns];
        for (int i = 0; i < centre.length; i++) {
            centre[i] = 3 * centres.nextDouble(-1, 1);
        }
        SplittableRandom random = new SplittableRandom(seed * 1_000_003 + partition);
        List<Vector> vectors = new ArrayList<>(rows);
        for (int i = 0; i < rows; i++) {
            int cluster = random.nextInt(4);
            double[] row = new double[columns];
            for (int j = 0; j < columns; j++) {
                double noise = random.nextDouble() + random.nextDouble() - random.nextDouble() - random.nextDouble();
                row[j] = random.nextInt(3) == 0 ? 0 : centre[cluster * columns + j] + noise;
            }
            vectors.add(Vectors.dense(row));
        }
        return vectors;
    }

    /** All partitions, as the driver has them; the last one has half the rows, and one in the middle has none. */
    static List<List<Vector>> partitions(long seed, int partitions, int rows, int columns) {
        List<List<Vector>> all = new ArrayList<>();
        for (int p = 0; p < partitions; p++) {
            all.add(partition(seed, p, rowsOf(p, partitions, rows), columns));
        }
        return all;
    }

    private static int rowsOf(int partition, int partitions, int rows) {
        if (partitions > 4 && partition == partitions / 2) {
            return 0;
        }
        return partition == partitions - 1 ? rows / 2 : rows;
    }

    /** The same partitions as a data set, made on the executors. */
    static Dataset<Row> dataset(SparkSession session, long seed, int partitions, int rows, int columns) {
        return dataset(session, seed, partitions, rows, columns, null);
    }

    /** The same, with a gate that a partition has to pass. */
    static Dataset<Row> dataset(
            SparkSession session, long seed, int partitions, int rows, int columns, @Nullable Gate gate) {
        int[] sizes = new int[partitions];
        for (int p = 0; p < partitions; p++) {
            sizes[p] = rowsOf(p, partitions, rows);
        }
        return dataset(session, seed, sizes, columns, gate);
    }

    /** Partitions of the given sizes, made on the executors: tasks carry numbers, not rows. */
    static Dataset<Row> dataset(SparkSession session, long seed, int[] sizes, int columns, @Nullable Gate gate) {
        JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
        List<Integer> numbers = new ArrayList<>();
        for (int p = 0; p < sizes.length; p++) {
            numbers.add(p);
        }
        return session.createDataFrame(
                context.parallelize(numbers, sizes.length).flatMap(p -> {
                    if (gate != null) {
                        gate.pass(p);
                    }
                    return rowIterator(p * 1_000_000L, partition(seed, p, sizes[p], columns));
                }),
                SCHEMA);
    }

    /** Vectors, given as they are, in so many partitions. Few, please: Spark sends them with every task, again in every job. */
    static Dataset<Row> dataset(SparkSession session, List<Vector> vectors, int partitions) {
        List<Row> rows = new ArrayList<>();
        rowIterator(0, vectors).forEachRemaining(rows::add);
        return session.createDataFrame(
                JavaSparkContext.fromSparkContext(session.sparkContext()).parallelize(rows, partitions), SCHEMA);
    }

    private static Iterator<Row> rowIterator(long firstId, List<Vector> vectors) {
        List<Row> rows = new ArrayList<>(vectors.size());
        for (int i = 0; i < vectors.size(); i++) {
            rows.add(RowFactory.create(firstId + i, vectors.get(i)));
        }
        return Collections.unmodifiableList(rows).iterator();
    }
}
