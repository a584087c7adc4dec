package io.github.skpca.spark;

import io.github.skpca.StreamingKernelPca;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

import java.io.IOException;
import java.util.Collections;

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

    JavaRDD<Row> rows() {
        return rows;
    }

    /** An empty learner whose origin, bandwidth and map come from a sample of the rows. */
    StreamingKernelPca start(StreamingKernelPca.Builder builder, int wanted, long seed) throws IOException {
        if (partitions == 0) {
            throw new BadVectorException("there are no rows to learn from; check the filters before this stage");
        }
        int share = RowSample.share(wanted, partitions);
        byte[] sample = rows.mapPartitionsWithIndex(
                        (partition, part) -> Collections.singleton(RowSample.draw(partition, part, share, seed))
                                .iterator(),
                        false)
                .treeReduce((first, second) -> RowSample.merge(first, second, wanted));
        return RowSample.learnerOf(sample, builder);
    }

    /**
     * The learner of all rows of the partitions from {@code first} on.
     *
     * @param start the bytes of an empty learner with its map
     * @return its bytes
     */
    byte[] learn(byte[] start, int first) throws IOException {
        JavaSparkContext context = JavaSparkContext.fromSparkContext(rows.context());
        Broadcast<byte[]> shared = context.broadcast(start);
        try {
            return SketchTree.merge(
                    rows.mapPartitionsWithIndex(
                                    (partition, part) -> PartitionLearner.learn(
                                            shared.value(),
                                            partition,
                                            partition < first ? Collections.emptyIterator() : part),
                                    false)
                            .mapToPair(learner -> learner),
                    partitions,
                    start);
        } finally {
            shared.destroy();
        }
    }
}
