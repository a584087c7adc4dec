package io.github.skpca.spark;

import io.github.skpca.StreamingKernelPca;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;
import scala.Tuple2;

import java.util.Collections;
import java.util.Iterator;

/** One learner for one partition: its rows in their order, and nothing else, decide what it sends. */
final class PartitionLearner {
    private PartitionLearner() {}

    /**
     * The learner of a partition's rows.
     *
     * @param rows rows with the vector as their only column
     * @return the partition's number and its learner's message, or nothing if it has no rows
     */
    static Iterator<Tuple2<Integer, byte[]>> learn(SharedStart start, int partition, Iterator<Row> rows) {
        if (!rows.hasNext()) {
            return Collections.emptyIterator();
        }
        StreamingKernelPca learner = start.learner();
        update(learner, partition, rows);
        return Collections.singleton(new Tuple2<>(partition, SketchTree.message(start, partition, learner)))
                .iterator();
    }

    private static void update(StreamingKernelPca learner, int partition, Iterator<Row> rows) {
        VectorBatch batch = new VectorBatch(learner);
        for (long row = 0; rows.hasNext(); row++) {
            batch.add(VectorCheck.require((Vector) rows.next().get(0), learner.columns(), partition, row));
        }
        batch.flush();
    }
}
