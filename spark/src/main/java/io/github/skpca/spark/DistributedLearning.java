package io.github.skpca.spark;

import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.learning.LearnerFamily;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import scala.Tuple2;

import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/** The passes over rows that are spread over many machines: one for a sample if it is needed, and one that learns. */
final class DistributedLearning {
    private final JavaRDD<Row> rows;
    private final int partitions;
    private final StepWindows windows;
    private final List<String> names;

    /**
     * Learning from the column of vectors that the parameters name, or from windows of its steps.
     *
     * @param dataset rows with the columns that the parameters name
     */
    DistributedLearning(Dataset<?> dataset, KernelPcaEstimatorParams params) {
        this.windows = StepWindows.of(params);
        String column = params.getInputCol();
        // One RDD for all passes: the plan is made once, so all see the same partitions, and what was shuffled is not
        // shuffled again.
        this.rows = windows.areWindows()
                ? new SeriesSteps(dataset, params, windows).learned().toJavaRDD()
                : dataset.select(dataset.col(column)).toJavaRDD();
        this.partitions = rows.getNumPartitions();
        this.names = VectorNames.of(dataset.schema().apply(column));
    }

    int partitions() {
        return partitions;
    }

    /** All rows with the numbers of their partitions, in order, one partition after another brought to the driver. */
    Iterator<Tuple2<Integer, Row>> numberedRows() {
        return rows.mapPartitionsWithIndex(DistributedLearning::numbered, false).toLocalIterator();
    }

    private static Iterator<Tuple2<Integer, Row>> numbered(int partition, Iterator<Row> part) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return part.hasNext();
            }

            @Override
            public Tuple2<Integer, Row> next() {
                return new Tuple2<>(partition, part.next());
            }
        };
    }

    /**
     * An empty learner that the learners of all partitions begin with. It comes from a sample of all rows; or from the first rows, without a
     * pass over the others, where a sample would tell nothing more that is needed.
     *
     * @param wanted how many rows the sample has
     */
    SharedStart start(KernelPcaBuilder builder, int wanted, long seed) throws IOException {
        StartRows from = LearnerFamily.beginsWithAnyRows(builder)
                ? StartRows.first(firstRows(wanted))
                : SamplingPass.rows(sample(wanted, seed));
        // Landmarks are chosen while the executors wait; how many threads do it changes no bit.
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            return new SharedStart(from.learner(builder.copy().workers(workers), windows, names)
                    .toBytes());
        }
    }

    /** The first rows with the numbers of their partitions. Spark reads no more partitions than it needs to find them. */
    private List<Tuple2<Integer, Row>> firstRows(int wanted) {
        return rows.mapPartitionsWithIndex(DistributedLearning::numbered, false).take(wanted);
    }

    /** A sample of all rows: a pass over them. */
    private byte[] sample(int wanted, long seed) throws IOException {
        if (partitions == 0) {
            return SamplingPass.draw(0, Collections.emptyIterator(), wanted, seed);
        }
        int share = SamplingPass.share(wanted, partitions);
        return rows.mapPartitionsWithIndex(
                        (partition, part) -> Collections.singleton(SamplingPass.draw(partition, part, share, seed))
                                .iterator(),
                        false)
                .treeReduce((first, second) -> SamplingPass.merge(first, second, wanted));
    }

    /** Sends a start to all executors, each of which gets it once. */
    Broadcast<SharedStart> broadcast(SharedStart start) {
        return JavaSparkContext.fromSparkContext(rows.context()).broadcast(start);
    }

    /** The learner of all rows of the partitions from {@code first} on. */
    StreamingKernelPca learn(Broadcast<SharedStart> shared, int first) throws IOException {
        return SketchTree.merge(
                rows.mapPartitionsWithIndex(
                                (partition, part) -> PartitionLearner.learn(
                                        shared.value(),
                                        partition,
                                        partition < first ? Collections.emptyIterator() : part),
                                false)
                        .mapToPair(learner -> learner),
                partitions,
                shared);
    }
}
