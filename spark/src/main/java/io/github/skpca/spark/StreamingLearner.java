package io.github.skpca.spark;

import io.github.skpca.Forgetting;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.learning.Learner;
import io.github.skpca.internal.model.ModelFile;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

import java.io.IOException;
import java.util.Iterator;
import java.util.Optional;

/**
 * A learner that a streaming query feeds, micro-batch by micro-batch, each counted once.
 *
 * <pre>{@code
 * StreamingLearner learner = new StreamingLearner(new KernelPcaEstimator().setK(5), "hdfs:///models/clicks");
 * stream.writeStream().foreachBatch(learner).option("checkpointLocation", "hdfs:///checkpoints/clicks").start();
 * }</pre>
 *
 * <p>After every batch the learner is written to its folder under the batch's number. Spark gives a batch again, with the same number and
 * the same rows, if it does not know that it was done; a number that the folder counts already is skipped. A restarted query
 * resumes there. The folder belongs to one query.
 */
public final class StreamingLearner implements VoidFunction2<Dataset<Row>, Long> {
    private static final long serialVersionUID = 1L;
    private static final String QUERY_PROPERTY = "sql.streaming.queryId";
    private static final String NO_QUERY = "none";
    private static final long NONE = -1;

    private final KernelPcaEstimator estimator;
    private final transient Forgetting forgetting;
    private final transient LearnerFolder folder;
    private transient @Nullable StreamingKernelPca learner;
    private transient @Nullable Broadcast<SharedStart> shared;
    private transient String sharedWith = "";
    private transient volatile @Nullable KernelPcaEstimatorModel current;
    private transient boolean restored;
    private long lastBatch = NONE;
    private String query = NO_QUERY;

    /**
     * A learner that resumes from what is in its folder, or begins there.
     *
     * @param estimator parameters; a copy is kept
     * @param folder where the learner is kept, on any file system that Spark knows; made if it does not exist
     * @throws IOException if what is there cannot be read, or is not what was written
     */
    public StreamingLearner(KernelPcaEstimator estimator, String folder) throws IOException {
        this(estimator, Forgetting.none(), folder);
    }

    /**
     * A learner that forgets. Which row is older than which is known only where all of them pass: with forgetting every row goes through the
     * driver, in the order of partitions and of rows in them.
     *
     * @param estimator parameters; a copy is kept
     * @param forgetting a half-life in rows, or a window
     * @param folder where the learner is kept
     * @throws IOException if what is there cannot be read, or is not what was written
     */
    public StreamingLearner(KernelPcaEstimator estimator, Forgetting forgetting, String folder) throws IOException {
        if (forgetting.needsTimes()) {
            throw new IllegalArgumentException(
                    "rows of a batch come without times: give a half-life in rows, or a window");
        }
        ParameterValues.requireSingleRows(
                estimator, "a streaming learner: the steps of a series may be in any batch and partition");
        this.forgetting = forgetting;
        this.estimator = estimator.copy(estimator.extractParamMap());
        this.folder =
                new LearnerFolder(folder, SparkSession.active().sparkContext().hadoopConfiguration());
        restore();
    }

    /**
     * Learns from a micro-batch, unless it was learned before. For {@code foreachBatch}.
     *
     * @param batch rows with the estimator's input column
     * @param batchId the number of the batch, as Spark gives it
     */
    @Override
    public synchronized void call(Dataset<Row> batch, Long batchId) throws IOException {
        if (!restored) {
            restore();
        }
        String asking = batch.sparkSession().sparkContext().getLocalProperty(QUERY_PROPERTY);
        String from = asking == null ? NO_QUERY : asking;
        requireNext(batchId, from);
        if (batchId <= lastBatch) {
            return;
        }
        // Until the folder has it nothing of this batch counts: should it fail, the next call reads the folder again.
        restored = false;
        learn(batch);
        StreamingKernelPca learned = learner;
        if (learned != null) {
            folder.write(batchId, from, learned.toBytes());
            lastBatch = batchId;
            query = from;
            current = learned.isWarmingUp() ? null : estimator.fitted(learned);
        }
        restored = true;
    }

    private void requireNext(long batchId, String from) {
        if (lastBatch == NONE) {
            return;
        }
        if (!from.equals(query)) {
            throw new IllegalStateException("the learner's folder counts batches of query " + query + ", not of " + from
                    + ": give this query a folder of its own, or its old checkpointLocation");
        }
        if (batchId > lastBatch + 1) {
            throw new IllegalStateException(
                    "batch " + batchId + " comes after batch " + lastBatch
                            + ": batches between them were not learned; the learner's folder is older than the query's checkpoint");
        }
    }

    private void restore() throws IOException {
        Optional<LearnerFolder.Entry> newest = folder.newest();
        if (newest.isEmpty()) {
            learner = null;
            lastBatch = NONE;
            query = NO_QUERY;
        } else {
            LearnerFolder.Entry entry = newest.get();
            learner = Learner.resume(
                    ModelFile.readLearner(folder.read(entry), entry.path().toString(), null), Workers.callerOnly());
            lastBatch = entry.batch();
            query = entry.query();
        }
        current = null;
        // A batch that failed may have fixed a map which the folder does not know.
        shared = null;
        restored = true;
    }

    /** The first rows on the driver, until the map is fixed; the partitions after those on the executors. */
    private void learn(Dataset<Row> batch) throws IOException {
        DistributedLearning learning = new DistributedLearning(batch, estimator);
        int first = learnHere(learning);
        StreamingKernelPca learned = learner;
        if (learned == null || learned.isWarmingUp() || first == learning.partitions()) {
            return;
        }
        learned.merge(learning.learn(shared(learning, learned, batch), first));
    }

    /**
     * What the learners of the partitions begin with: the map that the learner has now. The executors get it again only when landmarks have
     * followed the rows, or after a restart. A restarted query knows no older map, so it must not be used by one that goes on either.
     */
    private Broadcast<SharedStart> shared(
            DistributedLearning learning, StreamingKernelPca learned, Dataset<Row> batch) {
        Broadcast<SharedStart> sent = shared;
        String application = batch.sparkSession().sparkContext().applicationId();
        if (sent != null && application.equals(sharedWith)) {
            if (sent.value().isLike(learned)) {
                return sent;
            }
            sent.destroy();
        }
        sent = learning.broadcast(SharedStart.like(learned));
        shared = sent;
        sharedWith = application;
        return sent;
    }

    /** Learns whole partitions on the driver, in their order, as long as it has to be there; returns the first one that is left. */
    private int learnHere(DistributedLearning learning) {
        StreamingKernelPca warming = learner;
        if (!isToBeLearnedHere(warming)) {
            return 0;
        }
        Iterator<Tuple2<Integer, Row>> rows = learning.numberedRows();
        VectorBatch gathered = null;
        int partition = 0;
        long row = 0;
        while (rows.hasNext()) {
            Tuple2<Integer, Row> next = rows.next();
            if (next._1() != partition) {
                if (gathered != null) {
                    gathered.flush();
                }
                if (!isToBeLearnedHere(warming)) {
                    return next._1();
                }
                partition = next._1();
                row = 0;
            }
            int columns = warming == null ? -1 : warming.columns();
            Vector vector = VectorCheck.require((Vector) next._2().get(0), columns, partition, row++);
            if (warming == null) {
                warming = ParameterValues.builder(estimator)
                        .forgetting(forgetting)
                        .build(vector.size());
                learner = warming;
            }
            if (gathered == null) {
                gathered = new VectorBatch(warming);
            }
            gathered.add(vector);
        }
        if (gathered != null) {
            gathered.flush();
        }
        return learning.partitions();
    }

    private boolean isToBeLearnedHere(@Nullable StreamingKernelPca learned) {
        return learned == null || learned.isWarmingUp() || !forgetting.equals(Forgetting.none());
    }

    /**
     * The model of all batches so far, for scoring in this query or in another; changes nothing.
     *
     * @throws IllegalStateException if there are no rows yet
     */
    public KernelPcaEstimatorModel current() {
        KernelPcaEstimatorModel model = current;
        return model == null ? snapshot() : model;
    }

    private synchronized KernelPcaEstimatorModel snapshot() {
        StreamingKernelPca learned = learner;
        if (learned == null) {
            throw new IllegalStateException("no rows yet");
        }
        KernelPcaEstimatorModel model = estimator.fitted(learned);
        current = model;
        return model;
    }

    /** The last batch that is counted, or -1. */
    public synchronized long lastBatch() {
        return lastBatch;
    }

    /** All rows so far. */
    public synchronized long rows() {
        StreamingKernelPca learned = learner;
        return learned == null ? 0 : learned.rows();
    }
}
