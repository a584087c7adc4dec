package io.github.skpca.spark;

import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.learning.LearnerFamily;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;

/**
 * The empty learner that all learners of a job begin with: broadcast once, read once per executor.
 *
 * <p>Its settings and its map are most of a learner's bytes. The messages that learners are sent in leave both out, unless
 * a learner's landmarks have followed its rows.
 */
final class SharedStart implements Serializable {
    private static final long serialVersionUID = 1L;

    private final byte[] bytes;
    private transient volatile @Nullable LearnerFamily family;

    /**
     * A start.
     *
     * @param bytes those of a learner without rows whose warm-up has ended; kept, not copied
     */
    SharedStart(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The start of learners that can be merged with this one. */
    static SharedStart like(StreamingKernelPca learner) {
        return new SharedStart(LearnerFamily.startLike(learner));
    }

    /** Whether a learner would have this start if it were to share one: its landmarks may have followed its rows since. */
    boolean isLike(StreamingKernelPca learner) {
        return family().hasMapOf(learner);
    }

    /** The empty learner's bytes; not to be changed. */
    byte[] bytes() {
        return bytes;
    }

    private LearnerFamily family() {
        LearnerFamily read = family;
        return read == null ? read() : read;
    }

    private synchronized LearnerFamily read() {
        LearnerFamily read = family;
        if (read == null) {
            try {
                read = LearnerFamily.of(bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            family = read;
        }
        return read;
    }

    /** A learner without rows, on the caller's thread. */
    StreamingKernelPca learner() {
        return learner(Workers.callerOnly());
    }

    /** A learner without rows. */
    StreamingKernelPca learner(Workers workers) {
        return family().learner(workers);
    }

    /** The learner of a message. */
    StreamingKernelPca learner(byte[] message, Workers workers) throws IOException {
        return family().fromBytes(message, workers);
    }

    /** What a learner has learned: it is resumed where the message is read. */
    byte[] message(StreamingKernelPca learner) {
        return family().toBytes(learner);
    }

    /** The same for a learner that others are to take in by a merge: shorter, and the merged learner is the same. */
    byte[] messageForMerge(StreamingKernelPca learner) {
        return family().toBytesForMerge(learner);
    }
}
