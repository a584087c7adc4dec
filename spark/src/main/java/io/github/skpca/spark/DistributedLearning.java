package io.github.skpca.spark;

import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import scala.Tuple2;

import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;

/** The two passes over rows that are spread over many machines. */
final class DistributedLearning {
    private final JavaRDD<Row> rows;
    private final int partitions;

    /**
     * Learning from a column of a data set.
     *
     * @param column a column of vectors
     */
    DistributedLearning(Dataset<?> dataset, String column) {
        // One RDD for both passes: the plan is made once, so both see the same partitions.
        this.rows = dataset.select(dataset.col(column)).toJavaRDD();
        this.partitions = rows.getNumPartitions();
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

    /** An empty learner whose origin, bandwidth and map come from a sample of the rows. */
    SharedStart start(KernelPcaBuilder builder, int wanted, long seed) throws IOException {
        if (partitions == 0) {
            throw new BadVectorException("there are no rows to learn from; check the filters before this stage");
        }
        int share = SamplingPass.share(wanted, partitions);
        byte[] sample = rows.mapPartitionsWithIndex(
                        (partition, part) -> Collections.singleton(SamplingPass.draw(partition, part, share, seed))
                                .iterator(),
                        false)
                .treeReduce((first, second) -> SamplingPass.merge(first, second, wanted));
        // Landmarks are chosen while the executors wait; how many threads do it changes no bit.
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            return new SharedStart(SamplingPass.learnerOf(sample, builder.copy().workers(workers))
                    .toBytes());
        }
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
