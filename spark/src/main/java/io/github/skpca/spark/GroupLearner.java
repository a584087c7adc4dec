package io.github.skpca.spark;

import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import org.apache.spark.ml.linalg.Vector;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The learner of one key while its rows are gathered: an object inside a task, bytes between tasks.
 *
 * <p>Public because Spark's generated code makes it and moves its one property, {@code bytes}; not for use elsewhere.
 */
public final class GroupLearner {
    private static final int SHORT_BATCH = 64;

    private byte @Nullable [] bytes;
    private @Nullable Open open;
    private long row;

    /** A learner with what it shares with those of other keys, and rows on their way into it. */
    private record Open(SharedStart start, StreamingKernelPca learner, VectorBatch batch) {
        static Open of(SharedStart start, StreamingKernelPca learner) {
            // Many keys are open at once: a batch of theirs is short.
            return new Open(start, learner, new VectorBatch(learner, SHORT_BATCH));
        }
    }

    /** A learner without rows. */
    public GroupLearner() {}

    /** What was learned, without the map that all keys begin with, or null without rows; not to be changed. */
    public byte @Nullable [] getBytes() {
        Open own = open;
        if (own == null) {
            return bytes;
        }
        own.batch.flush();
        return own.start.message(own.learner);
    }

    /** Replaces what was learned by what {@link #getBytes} gave, or by null. Kept, not copied. */
    public void setBytes(byte @Nullable [] bytes) {
        this.bytes = bytes;
        open = null;
    }

    void add(Vector vector, SharedStart start) {
        Open own = open(start);
        own.batch.add(VectorCheck.require(vector, own.learner.columns(), VectorCheck.NO_PARTITION, row++));
    }

    private Open open(SharedStart start) {
        Open own = open;
        if (own == null) {
            byte[] waiting = bytes;
            try {
                own = Open.of(start, waiting == null ? start.learner() : start.learner(waiting, Workers.callerOnly()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            open = own;
            bytes = null;
        }
        return own;
    }

    boolean isEmpty() {
        return bytes == null && open == null;
    }

    /** The learner with all its rows. */
    StreamingKernelPca learned(SharedStart start) {
        Open own = open(start);
        own.batch.flush();
        return own.learner;
    }

    void merge(GroupLearner other, SharedStart start) {
        learned(start).merge(other.learned(start));
    }
}
