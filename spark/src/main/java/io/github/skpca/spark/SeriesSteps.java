package io.github.skpca.spark;

import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

import java.util.Iterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The steps of series, ordered by time within a key, and what is made of their windows.
 *
 * <p>All steps of a key are in one partition, which is sorted by key and time, so that a task holds one window. Which steps are neighbours
 * depends on keys and times alone, and not on the partitions of the data set.
 */
final class SeriesSteps {
    private static final String SHUFFLE_PARTITIONS = "spark.sql.shuffle.partitions";

    private final Dataset<Row> steps;
    private final StructType schema;
    private final SeriesColumns columns;
    private final StepWindows windows;

    /**
     * Steps in their order.
     *
     * @param dataset rows with the columns that the parameters name
     */
    SeriesSteps(Dataset<?> dataset, KernelPcaEstimatorParams params, StepWindows windows) {
        if (dataset.isStreaming()) {
            throw new IllegalArgumentException(
                    "windows need steps in the order of time, which a streaming data set does"
                            + " not have: transform each batch in foreachBatch, together with the "
                            + (windows.lags() - 1)
                            + " steps before it");
        }
        this.schema = dataset.schema();
        this.windows = windows;
        Column time = dataset.col(params.getTimeCol());
        // The last column, for as long as windows are made: times as numbers, those of instants in seconds.
        Dataset<Row> timed = dataset.withColumn(params.uid() + "__seconds", time.cast("double"));
        boolean hasKey = params.isDefined(params.keyCol());
        this.columns = new SeriesColumns(
                hasKey ? schema.fieldIndex(params.getKeyCol()) : SeriesColumns.NO_KEY,
                schema.fieldIndex(params.getTimeCol()),
                schema.length(),
                schema.fieldIndex(params.getInputCol()));
        if (hasKey) {
            Column key = dataset.col(params.getKeyCol());
            // Spark changes no number of partitions that is given: the same rows always lie in the same ones.
            int partitions = Integer.parseInt(dataset.sparkSession().conf().get(SHUFFLE_PARTITIONS));
            this.steps = timed.repartition(partitions, key).sortWithinPartitions(key, time);
        } else {
            this.steps = timed.repartition(1).sortWithinPartitions(time);
        }
    }

    /** The windows to learn from, in a column of the name of the steps' vectors. */
    Dataset<Row> learned() {
        SeriesColumns where = columns;
        StepWindows made = windows;
        MapPartitionsFunction<Row, Row> function = part -> {
            SeriesWalk walk = new SeriesWalk(where, made, null);
            return stream(part)
                    .filter(step -> walk.next(step) && walk.isLearned())
                    .map(step -> RowFactory.create(walk.window()))
                    .iterator();
        };
        StructType one = new StructType(new StructField[] {schema.fields()[columns.vector()]});
        return steps.mapPartitions(function, Encoders.row(one));
    }

    /**
     * All steps with one column more: the results of the window that ends there, null where there is none.
     *
     * @param name the column of results
     * @param names puts vectors in the order of the model; null if they are in it
     */
    Dataset<Row> judged(String name, RowProjection projection, @Nullable VectorNames names) {
        SeriesColumns where = columns;
        StepWindows made = windows;
        MapPartitionsFunction<Row, Row> function = part -> {
            SeriesWalk walk = new SeriesWalk(where, made, names);
            return stream(part)
                    .map(step -> with(step, where.seconds(), walk.next(step) ? projection.call(walk.window()) : null))
                    .iterator();
        };
        return steps.mapPartitions(function, Encoders.row(schema.add(name, projection.type(), true)));
    }

    private static Stream<Row> stream(Iterator<Row> part) {
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(part, Spliterator.ORDERED), false);
    }

    /** A step's own columns and one result. */
    private static Row with(Row step, int own, @Nullable Row result) {
        @Nullable Object[] values = new @Nullable Object[own + 1];
        for (int i = 0; i < own; i++) {
            values[i] = step.get(i);
        }
        values[own] = result;
        return RowFactory.create(values);
    }
}
