package io.github.skpca.spark;

import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.learning.Learner;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;
import scala.Tuple2;

import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;

/** One learner for one partition: its rows in their order, and nothing else, decide what it sends. */
final class PartitionLearner {
    private PartitionLearner() {}

    /**
     * The learner of a partition's rows.
     *
     * @param start the bytes of an empty learner with its map
     * @param rows rows with the vector as their only column
     * @return the partition's number and its learner's bytes, or nothing if it has no rows
     */
    static Iterator<Tuple2<Integer, byte[]>> learn(byte[] start, int partition, Iterator<Row> rows) throws IOException {
        if (!rows.hasNext()) {
            return Collections.emptyIterator();
        }
        StreamingKernelPca learner = StreamingKernelPca.fromBytes(start, Workers.callerOnly());
        update(learner, partition, rows);
        return Collections.singleton(new Tuple2<>(partition, learner.toBytes())).iterator();
    }

    private static void update(StreamingKernelPca learner, int partition, Iterator<Row> rows) {
        VectorBatch batch = new VectorBatch(learner);
        int columns = Learner.of(learner).settings().columns();
        for (long row = 0; rows.hasNext(); row++) {
            batch.add(VectorCheck.require((Vector) rows.next().get(0), columns, partition, row));
        }
        batch.flush();
    }
}
