package io.github.skpca;

import io.github.skpca.internal.learning.Learner;
import io.github.skpca.kernel.Kernel;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Kernel PCA of a stream of rows, in one pass and in memory that does not grow with the stream.
 *
 * <pre>{@code
 * StreamingKernelPca learner = StreamingKernelPca.builder().seed(42).build(columns);
 * for (double[] row : stream) learner.update(row);
 * KernelPcaModel model = learner.snapshot();
 * }</pre>
 *
 * <p>Three verbs: update, merge, snapshot. Any thread may call them. One call at a time has the learner; others wait in the order in
 * which they came, for one batch or one snapshot at most. A snapshot therefore has whole batches, never a part of one.
 * {@link #latest()} never waits. Two threads may merge two learners into each other at once.
 *
 * <p>The same rows in the same order, with the same settings, give the same model: however they were split into calls, however many
 * threads shared the work, and whatever snapshots were taken on the way. If several threads bring batches, their order is up to those
 * threads.
 */
public sealed interface StreamingKernelPca permits Learner {
    /** A builder with the defaults: Gaussian kernel of median bandwidth, 1000 landmarks, sketch of 50 rows, 10 components. */
    static KernelPcaBuilder builder() {
        return new KernelPcaBuilder();
    }

    /**
     * The arithmetic of this process: {@code simd-} and the bits of a vector, or {@code plain-fma} where Java was started without
     * {@code --add-modules jdk.incubator.vector}. The library logs nothing, so a program that needs the speed looks here at its start. Results do not depend on it, only speed
     * does; but for {@code plain}, on a machine without a fused multiply-add, whose results differ from others in their last bits.
     */
    static String backend() {
        return Learner.backend();
    }

    /** An empty learner with the kernel, bandwidth, standardiser and map of a model, so that the two can be merged. */
    static StreamingKernelPca like(KernelPcaModel model, Workers workers) {
        return Learner.like(model, workers);
    }

    /**
     * Resumes a learner from a model file or a checkpoint.
     *
     * @throws ModelFileException if the file is neither, or is damaged
     */
    static StreamingKernelPca resume(Path path, Workers workers) throws IOException {
        return Learner.resume(path, null, workers);
    }

    /**
     * Resumes a learner with a user's own kernel. The file holds only the name and the bandwidth of such a kernel.
     *
     * @param kernel the one that it learned with
     * @throws ModelFileException if the file is neither a model nor a checkpoint, is damaged, or has a kernel of another name or bandwidth
     */
    static StreamingKernelPca resume(Path path, Kernel kernel, Workers workers) throws IOException {
        return Learner.resume(path, kernel, workers);
    }

    /**
     * Resumes a learner from the bytes of a model file or a checkpoint, for places where there are no files.
     *
     * @param bytes as {@link #toBytes()} returns them; not kept, not changed
     * @throws ModelFileException if they are neither, or are damaged
     */
    static StreamingKernelPca fromBytes(byte[] bytes, Workers workers) throws IOException {
        return Learner.fromBytes(bytes, null, workers);
    }

    /** As {@link #resume(Path, Kernel, Workers)}, from bytes. See {@link #fromBytes(byte[], Workers)}. */
    static StreamingKernelPca fromBytes(byte[] bytes, Kernel kernel, Workers workers) throws IOException {
        return Learner.fromBytes(bytes, kernel, workers);
    }

    /**
     * Learns one row.
     *
     * @param row d finite numbers; not kept
     * @throws BadRowException if it is anything else; nothing is learned then
     */
    void update(double[] row);

    /** Learns one row. See {@link #update(double[])}. */
    void update(float[] row);

    /**
     * Learns a batch.
     *
     * @param batch rows of finite numbers in d columns, with times if and only if rows age by them; not kept
     * @throws BadRowException if a number is not finite, a column is beyond d, or times are missing or not wanted; nothing of the batch
     *     is learned then
     * @throws TooManyRowsException if the method keeps all rows and these are too many; nothing is learned then
     */
    void update(RowBatch batch);

    /** Learns a batch of dense rows. Short for {@code update(RowBatch.of(rows, count))}. */
    default void update(double[] rows, int count) {
        update(RowBatch.of(rows, count));
    }

    /** Learns a batch of dense rows. Short for {@code update(RowBatch.of(rows, count))}. */
    default void update(float[] rows, int count) {
        update(RowBatch.of(rows, count));
    }

    /**
     * Ends the warm-up with the rows seen so far: origin, scale, bandwidth and map are fixed from here on. To be called when a stream
     * ends early; does nothing if the warm-up is over.
     *
     * @throws BandwidthException if the rows do not tell a bandwidth
     */
    void endWarmUp();

    /**
     * Takes in another learner: afterwards this one stands for the rows of both, with a bound for both. The other is not changed. Two
     * samples (Nystrom) become one sample in which every row of both is equally likely. With a half-life, which must be the same, rows
     * age by their times if they have any; if not, each keeps the age that it has in its own stream.
     *
     * @throws MergeException if the two are of different methods, or do not map rows to the same features
     * @throws TooManyRowsException if the method keeps all rows and the other has too many
     */
    void merge(StreamingKernelPca other);

    /**
     * The model of all rows so far, the very last included; this learner goes on unchanged. It waits for the batch that is being
     * learned, if there is one, and updates wait for it. During the warm-up the model is provisional: it is what ending the warm-up now
     * would give.
     *
     * @throws IllegalStateException if there are no rows yet, or they do not tell a bandwidth
     */
    KernelPcaModel snapshot();

    /** The model of the last {@link #snapshot()}, for any thread, without waiting. */
    Optional<KernelPcaModel> latest();

    /** Writes a checkpoint, atomically; after the warm-up it is a model file as well. */
    void checkpoint(Path path) throws IOException;

    /** This learner as the bytes of a checkpoint, in a fresh array. Unlike the file it holds no model beside the state, so it is quick. */
    byte[] toBytes();

    /** d, the width of a row. */
    int columns();

    /** All rows so far. */
    long rows();

    /** Whether origin, scale and bandwidth are still to be fixed. */
    boolean isWarmingUp();

    /** The bytes held: map, sketch or kept rows, buffers and warm-up rows. */
    long workingBytes();
}
