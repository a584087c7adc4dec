package io.github.skpca.spark;

import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.learning.Learner;
import org.apache.spark.ml.linalg.Vector;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The learner of one key while its rows are gathered: alive inside a task, bytes between tasks.
 *
 * <p>Public because Spark's generated code makes it and moves its one property, {@code bytes}; not for use elsewhere.
 */
public final class GroupLearner {
    private static final int SHORT_BATCH = 64;

    private byte @Nullable [] bytes;
    private @Nullable StreamingKernelPca learner;
    private @Nullable VectorBatch batch;
    private long row;

    /** A learner without rows. */
    public GroupLearner() {}

    /** The learner's bytes, or null without rows; not to be changed. */
    public byte @Nullable [] getBytes() {
        StreamingKernelPca alive = alive();
        return alive == null ? bytes : alive.toBytes();
    }

    /** Takes the place of what was learned: bytes of a learner, or null. Kept, not copied. */
    public void setBytes(byte @Nullable [] bytes) {
        this.bytes = bytes;
        learner = null;
        batch = null;
    }

    void add(Vector vector, byte[] start) {
        StreamingKernelPca learning = learner == null ? restored(bytes == null ? start : bytes) : learner;
        VectorBatch gathered = batch;
        if (gathered == null) {
            // Many keys are open at once: a batch of theirs is short.
            gathered = new VectorBatch(learning, SHORT_BATCH);
            batch = gathered;
        }
        gathered.add(VectorCheck.require(
                vector, Learner.of(learning).settings().columns(), VectorCheck.NO_PARTITION, row++));
    }

    private StreamingKernelPca restored(byte[] from) {
        try {
            StreamingKernelPca restored = StreamingKernelPca.fromBytes(from, Workers.callerOnly());
            learner = restored;
            bytes = null;
            return restored;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The learner with all its rows, or null if it is not alive. */
    private @Nullable StreamingKernelPca alive() {
        if (batch != null) {
            batch.flush();
        }
        return learner;
    }

    boolean isEmpty() {
        return bytes == null && learner == null;
    }

    /** The learner with all its rows, of which there must be some. */
    StreamingKernelPca learned() {
        StreamingKernelPca alive = alive();
        if (alive != null) {
            return alive;
        }
        byte[] waiting = bytes;
        if (waiting == null) {
            throw new IllegalStateException("no rows");
        }
        return restored(waiting);
    }

    void merge(GroupLearner other) {
        learned().merge(other.learned());
    }
}
