package io.github.skpca.internal.learning;

import io.github.skpca.Forgetting;
import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.ModelFileException;
import io.github.skpca.Scale;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.model.LearnerCheckpoint;
import io.github.skpca.internal.model.LearnerMessage;
import io.github.skpca.internal.model.LearnerState;
import io.github.skpca.internal.model.Settings;
import io.github.skpca.kernel.Kernel;

import java.io.IOException;

/**
 * Learners that begin alike, with the same settings and one map in memory for all of them; the bytes that they send each other leave
 * both out. Immutable, safe for any number of threads.
 */
public final class LearnerFamily {
    private final String start;
    private final Settings settings;
    private final Embedding embedding;

    private LearnerFamily(String start, Settings settings, Embedding embedding) {
        this.start = start;
        this.settings = settings;
        this.embedding = embedding;
    }

    /**
     * Whether learners that begin with any rows' landmarks can be merged well, if they have one origin. The bandwidth is given, columns are
     * not scaled, and the map is drawn at random or follows the rows: so rows are needed for the origin and for the first landmarks alone, and
     * the first ones of a stream are as good as a sample of all.
     *
     * @param builder not changed
     */
    public static boolean beginsWithAnyRows(KernelPcaBuilder builder) {
        // The number of columns has no part in it.
        Settings settings = Learner.settings(builder, 1);
        Kernel given = settings.kernel().fixed();
        return given != null
                && settings.scale() == Scale.NONE
                && (!settings.sketchesLandmarks() || settings.followsWithLandmarks(given));
    }

    /** An empty learner with the settings and the map of one whose warm-up has ended, as bytes for {@link #of}. */
    public static byte[] startLike(StreamingKernelPca learner) {
        Learner like = Learner.of(learner);
        LearnerState.Sketched learned = sketched(like);
        return Learner.startLike(like.settings(), learned.embedding(), Workers.callerOnly())
                .toBytes();
    }

    /**
     * The learners that begin like this one.
     *
     * @param start the bytes of a learner without rows whose warm-up has ended, of a method that sketches; not kept, not changed
     * @throws ModelFileException if they are not that
     */
    public static LearnerFamily of(byte[] start) throws IOException {
        Learner first = Learner.fromBytes(start, null, Workers.callerOnly());
        if (first.isWarmingUp()
                || first.rows() > 0
                || !first.settings().method().sketchesFeatures()) {
            throw new ModelFileException(
                    "learner", "is no beginning that others can share", "end its warm-up with a sample of the rows");
        }
        return new LearnerFamily(
                LearnerMessage.nameOf(start), first.settings(), sketched(first).embedding());
    }

    private static LearnerState.Sketched sketched(Learner learner) {
        if (learner.save().learned() instanceof LearnerState.Sketched sketched) {
            return sketched;
        }
        throw new IllegalArgumentException("a learner that is warming up, or sketches nothing, has no map to share");
    }

    /** Whether a learner still has the map of this family: its landmarks may have followed its rows. */
    public boolean hasMapOf(StreamingKernelPca learner) {
        return sketched(Learner.of(learner))
                .embedding()
                .differenceFrom(embedding)
                .isEmpty();
    }

    /** A learner without rows. */
    public Learner learner(Workers workers) {
        return Learner.startLike(settings, embedding, workers);
    }

    /**
     * What a learner of this family has learned, as bytes.
     *
     * @throws IllegalArgumentException if it has other settings or another map
     */
    public byte[] toBytes(StreamingKernelPca learner) {
        Learner own = Learner.of(learner);
        LearnerState.Sketched learned = sketched(own);
        String difference = own.settings().differenceFrom(settings);
        if (difference.isEmpty() && !learned.embedding().equals(embedding)) {
            difference = learned.embedding().differenceFrom(embedding);
            boolean isOfLandmarksAlone = learned.embedding()
                    .preprocessing()
                    .differenceFrom(embedding.preprocessing())
                    .isEmpty();
            if (!difference.isEmpty() && learned.following() != null && isOfLandmarksAlone) {
                // Its rows have outgrown the landmarks that all began with: it sends its own.
                return own.toBytes();
            }
        }
        if (!difference.isEmpty()) {
            throw new IllegalArgumentException(
                    "the learner began otherwise than those that are to read it: " + difference);
        }
        return LearnerMessage.toBytes(start, settings, learned);
    }

    /**
     * As {@link #toBytes}, for a learner that others are to take in by {@code merge} and that learns no more: rows that wait for their
     * block to fill are absorbed first, which such a merge would do. So the merged learner is the same, and the message is shorter. With
     * a half-life it is not: when rows are absorbed then decides their last bits. Nor if the rows have outgrown the map: then the merge decides the
     * landmarks of both, and needs the learner as it is.
     */
    public byte[] toBytesForMerge(StreamingKernelPca learner) {
        if (!settings.forgetting().equals(Forgetting.none()) || !hasMapOf(learner)) {
            return toBytes(learner);
        }
        Learner whole = learner(Workers.callerOnly());
        whole.merge(learner);
        return toBytes(hasMapOf(whole) ? whole : learner);
    }

    /**
     * The learner whose {@link #toBytes} these are, resumed.
     *
     * @param bytes not kept, not changed
     * @throws ModelFileException if they are damaged, or of a learner of another family
     */
    public Learner fromBytes(byte[] bytes, Workers workers) throws IOException {
        if (!LearnerMessage.isMessage(bytes)) {
            Learner own = Learner.fromBytes(bytes, null, workers);
            String difference = own.settings().differenceFrom(settings);
            if (difference.isEmpty()) {
                difference = own.isWarmingUp()
                        ? "it is warming up"
                        : sketched(own).embedding().preprocessing().differenceFrom(embedding.preprocessing());
            }
            if (!difference.isEmpty()) {
                throw new ModelFileException(
                        "learner's message",
                        "is of a learner that began otherwise: " + difference,
                        "merge learners of one job alone");
            }
            return own;
        }
        LearnerState.Sketched learned = LearnerMessage.read(bytes, start, settings, embedding);
        try {
            return Learner.resume(new LearnerCheckpoint.Learned(settings, learned), workers);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new ModelFileException(
                    "learner's message", "does not hold a valid learner (" + e.getMessage() + ")", "fit it again", e);
        }
    }
}
