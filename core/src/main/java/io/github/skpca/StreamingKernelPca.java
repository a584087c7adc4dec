package io.github.skpca;

import io.github.skpca.baseline.AllRows;
import io.github.skpca.baseline.CovarianceSketch;
import io.github.skpca.feature.BandwidthRule;
import io.github.skpca.feature.Frame;
import io.github.skpca.feature.LandmarkRule;
import io.github.skpca.feature.MapKind;
import io.github.skpca.feature.SparseRows;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;
import io.github.skpca.kernel.ShiftInvariantKernel;
import io.github.skpca.linalg.Workers;
import io.github.skpca.model.ComponentCount;
import io.github.skpca.model.KernelChoice;
import io.github.skpca.model.KernelPcaModel;
import io.github.skpca.model.Learned;
import io.github.skpca.model.Method;
import io.github.skpca.model.ModelFile;
import io.github.skpca.model.ModelFileException;
import io.github.skpca.model.SavedLearner;
import io.github.skpca.model.Settings;
import io.github.skpca.sketch.Forgetting;
import io.github.skpca.sketch.ShrinkRule;
import io.github.skpca.sketch.WindowPlan;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Kernel PCA of a stream of rows, in one pass and in memory that does not grow with the stream.
 *
 * <pre>{@code
 * StreamingKernelPca learner = StreamingKernelPca.builder().features(1000).sketchSize(50).seed(42).build(columns);
 * for (double[] row : stream) learner.update(row);
 * KernelPcaModel model = learner.snapshot();
 * }</pre>
 *
 * <p>{@link Builder#method} chooses among the paper's method (the default) and those it is compared with; the verbs are the same.
 *
 * <p>Three verbs: update, merge, snapshot. Any thread may call them: one call at a time has the learner, and others wait their turn, in
 * the order in which they came, for a batch or a snapshot at most. A snapshot therefore has whole batches, never a part of one.
 * {@link #latest()} waits for nobody. Two learners may be merged into each other from two threads at once.
 *
 * <p>The same rows in the same order, with the same settings, give the same model, however they were split into calls, however many
 * threads shared the work, and whatever snapshots were taken on the way. The order of batches that several threads bring is theirs to
 * decide.
 */
public final class StreamingKernelPca {
    private static final AtomicLong LEARNERS = new AtomicLong();

    private final Settings settings;
    private final Workers workers;

    /** Fair, so that a thread which updates row by row lets one in that waits for a snapshot. */
    private final ReentrantLock turn = new ReentrantLock(true);

    /** Who is locked first where two are needed. */
    private final long number = LEARNERS.getAndIncrement();

    private @Nullable WarmUp warmUp;
    private @Nullable Training training;
    private volatile @Nullable KernelPcaModel latest;

    private StreamingKernelPca(SavedLearner saved, Workers workers) {
        this.settings = saved.settings();
        this.workers = workers;
        Learned learned = saved.learned();
        if (learned == null) {
            this.warmUp = new WarmUp(saved);
        } else {
            this.training = Training.restore(settings, learned, workers);
        }
    }

    /** A builder with the defaults: Gaussian kernel of median bandwidth, 1000 features, sketch of 50, 10 components. */
    public static Builder builder() {
        return new Builder();
    }

    /** An empty learner with the kernel, bandwidth, standardiser and map of a model, so that the two can be merged. */
    public static StreamingKernelPca like(KernelPcaModel model, Workers workers) {
        StreamingKernelPca learner =
                new StreamingKernelPca(SavedLearner.warmingUp(model.settings(), new double[0]), workers);
        learner.warmUp = null;
        learner.training = Training.startLike(model.settings(), model.embedding(), workers);
        return learner;
    }

    /** A learner that goes on from a model file or a checkpoint. */
    public static StreamingKernelPca resume(Path path, Workers workers) throws IOException {
        return resume(ModelFile.readLearner(path), path.toString(), workers);
    }

    /**
     * A learner with a user's own kernel that goes on from a model file or a checkpoint, which hold its name and bandwidth alone.
     *
     * @param kernel the one that it learned with
     * @throws ModelFileException if the file is neither, is damaged, or has a kernel of another name or bandwidth
     */
    public static StreamingKernelPca resume(Path path, Kernel kernel, Workers workers) throws IOException {
        return resume(ModelFile.readLearner(path, kernel), path.toString(), workers);
    }

    /**
     * A learner that goes on from the bytes of a model file or a checkpoint, for places where there are no files.
     *
     * @param bytes as {@link #toBytes()} gives them; not kept, not changed
     * @throws ModelFileException if they are neither, or are damaged
     */
    public static StreamingKernelPca fromBytes(byte[] bytes, Workers workers) throws IOException {
        String name = "learner";
        return resume(ModelFile.readLearner(bytes, name), name, workers);
    }

    /** As {@link #resume(Path, Kernel, Workers)}, out of bytes. See {@link #fromBytes(byte[], Workers)}. */
    public static StreamingKernelPca fromBytes(byte[] bytes, Kernel kernel, Workers workers) throws IOException {
        String name = "learner";
        return resume(ModelFile.readLearner(bytes, name, kernel), name, workers);
    }

    private static StreamingKernelPca resume(SavedLearner saved, String name, Workers workers) throws IOException {
        requireMemory(saved.settings(), name);
        try {
            return resume(saved, workers);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new ModelFileException(
                    name, "does not hold a valid learner (" + e.getMessage() + ")", "fit it anew", e);
        }
    }

    /** A file of a few bytes can ask for a learner of any size. */
    private static void requireMemory(Settings settings, String name) throws ModelFileException {
        double size = settings.sketchSize();
        double features = settings.features();
        double bytes = switch (settings.method()) {
            case SKPCA -> 8 * (3 * size * features + 18 * size * size);
            case RNCA -> 8 * 5 * features * features;
            case NYSTROM -> 4 * features * (features + settings.columns());
            case EXACT -> 0;
        };
        if (settings.forgetting() instanceof Forgetting.Window window) {
            bytes += new WindowPlan(window, settings.features(), settings.sketchSize(), 1).bytes();
        }
        if (bytes > Runtime.getRuntime().maxMemory()) {
            throw new ModelFileException(
                    name,
                    settings.method() == Method.SKPCA
                            ? "needs a sketch of " + settings.sketchSize() + " rows, more than this Java has memory for"
                            : "needs a matrix of " + settings.features() + " rows, more than this Java has memory for",
                    "give Java more memory (-Xmx)");
        }
        // Rows without their zeros may have any number of columns in a file that is short.
        double mapped = settings.method() == Method.EXACT ? 0 : 8 * features * settings.columns();
        if (mapped + 64.0 * settings.columns() > Runtime.getRuntime().maxMemory()) {
            throw new ModelFileException(
                    name,
                    "needs a map of " + settings.columns() + " columns, more than this Java has memory for",
                    "give Java more memory (-Xmx)");
        }
    }

    /** A learner that goes on from a saved one. */
    public static StreamingKernelPca resume(SavedLearner saved, Workers workers) {
        return new StreamingKernelPca(saved, workers);
    }

    /**
     * Learns from one row.
     *
     * @param row d finite numbers; not kept
     * @throws BadRowException if it is anything else; nothing is learned then
     */
    public void update(double[] row) {
        requireWidth(row.length);
        update(row, 1);
    }

    /**
     * Learns from a batch whose rows age by their times.
     *
     * @param rows count x d finite numbers, row-major; not kept
     * @param times a finite number a row, in the unit of the half-life; rows may come late. Not kept
     * @throws BadRowException if a number is not finite, or this learner's rows do not age by times; nothing of the batch is learned then
     */
    public void update(double[] rows, double[] times, int count) {
        requireTimes(times, count);
        requireFinite(rows, count);
        learnAll(rows, null, times, count);
    }

    /**
     * Learns from a batch of rows without their zeros that age by their times. See {@link #update(double[], double[], int)}.
     *
     * @param times a finite number a row; not kept
     */
    public void update(SparseRows rows, double[] times) {
        requireTimes(times, rows.count());
        learnSparse(rows, times);
    }

    private void requireTimes(double[] times, int count) {
        if (!settings.forgetting().needsTimes()) {
            throw new BadRowException(
                    "times of rows that do not age by them: leave them out, or set a half-life in time");
        }
        if (times.length < count) {
            throw new BadRowException(times.length + " times are fewer than " + count + " rows");
        }
        for (int i = 0; i < count; i++) {
            if (!Double.isFinite(times[i])) {
                throw new BadRowException("row " + (i + 1) + ": the time " + times[i] + " is not a finite number");
            }
        }
    }

    private void requireNoTimes() {
        if (settings.forgetting().needsTimes()) {
            throw new BadRowException(
                    "rows age by their times and come without: give them with update(rows, times, count)");
        }
    }

    /** Learns from one row. See {@link #update(double[])}. */
    public void update(float[] row) {
        requireWidth(row.length);
        update(row, 1);
    }

    /**
     * Learns from a batch.
     *
     * @param rows count x d finite numbers, row-major; not kept
     * @throws BadRowException if one of them is not finite; nothing of the batch is learned then
     * @throws TooManyRowsException if the method keeps all rows and has no room for these; nothing is learned then
     */
    public void update(double[] rows, int count) {
        requireNoTimes();
        requireFinite(rows, count);
        learnAll(rows, null, null, count);
    }

    /** Learns from a batch. See {@link #update(double[], int)}. */
    public void update(float[] rows, int count) {
        requireNoTimes();
        requireBatch(rows.length, count);
        int bad = FiniteNumbers.firstBad(rows, count * settings.columns(), workers);
        if (bad < count * settings.columns()) {
            throw notFinite(bad / settings.columns(), bad % settings.columns(), rows[bad]);
        }
        learnAll(null, rows, null, count);
    }

    /** Learns from rows that are known to be good, doubles or floats, with their times if they have any. */
    private void learnAll(double @Nullable [] wide, float @Nullable [] narrow, double @Nullable [] times, int count) {
        turn.lock();
        try {
            requireRoom(count);
            int done = 0;
            while (done < count) {
                int first = done;
                int at = done * settings.columns();
                done += warmUp == null
                        ? java.util.Objects.requireNonNull(training).learn(wide, narrow, times, done, count - done)
                        : warm(count - done, times, first, (warming, kept) -> {
                            if (wide != null) {
                                warming.add(wide, at, kept);
                            } else if (narrow != null) {
                                warming.add(narrow, at, kept);
                            }
                        });
            }
        } finally {
            turn.unlock();
        }
    }

    /**
     * Learns from a batch of rows without their zeros: what is learned is what the same rows with their zeros teach, bit for bit.
     *
     * @param rows finite numbers in columns below d; not kept
     * @throws BadRowException if a column is beyond d, or a number is not finite; nothing of the batch is learned then
     * @throws TooManyRowsException if the method keeps all rows and has no room for these; nothing is learned then
     */
    public void update(SparseRows rows) {
        requireNoTimes();
        learnSparse(rows, null);
    }

    private void learnSparse(SparseRows rows, double @Nullable [] times) {
        requireFinite(rows);
        turn.lock();
        try {
            requireRoom(rows.count());
            int done = 0;
            while (done < rows.count()) {
                int first = done;
                int left = rows.count() - done;
                done += warmUp != null
                        ? warm(left, times, first, (warming, kept) -> warming.add(rows, first, kept))
                        : java.util.Objects.requireNonNull(training).learn(rows, times, first, left);
            }
        } finally {
            turn.unlock();
        }
    }

    private void requireFinite(double[] rows, int count) {
        requireBatch(rows.length, count);
        int bad = FiniteNumbers.firstBad(rows, count * settings.columns(), workers);
        if (bad < count * settings.columns()) {
            // Features are floats: a number beyond them would become infinite later, where it can no longer be refused.
            throw notFinite(bad / settings.columns(), bad % settings.columns(), rows[bad]);
        }
    }

    private void requireFinite(SparseRows rows) {
        for (int i = 0; i < rows.count(); i++) {
            for (int e = rows.start(i); e < rows.start(i + 1); e++) {
                if (rows.column(e) >= settings.columns()) {
                    throw new BadRowException(
                            i, rows.column(e), "there is no such column: " + settings.columns() + " are expected");
                }
                if (!Float.isFinite((float) rows.value(e))) {
                    throw notFinite(i, rows.column(e), rows.value(e));
                }
            }
        }
    }

    private void requireWidth(int width) {
        if (width != settings.columns()) {
            throw new BadRowException("a row of " + width + " columns where " + settings.columns() + " are expected");
        }
    }

    private void requireBatch(int length, int count) {
        if (count < 0 || length < (long) count * settings.columns()) {
            throw new BadRowException(
                    length + " numbers are fewer than " + count + " rows of " + settings.columns() + " columns");
        }
    }

    private void requireRoom(long added) {
        if (settings.method() == Method.EXACT && added > AllRows.MOST_ROWS - rows()) {
            throw new TooManyRowsException("method exact keeps every row and takes at most " + AllRows.MOST_ROWS
                    + " of them, not " + (rows() + added) + ": use method nystrom, rnca or skpca, or fewer rows");
        }
    }

    private static BadRowException notFinite(int row, int column, double value) {
        return new BadRowException(
                row,
                column,
                value + (Double.isFinite(value) ? " is beyond the range of a float" : " is not a finite number"));
    }

    /** Keeps some of the given rows, the first ones. */
    private interface Keeping {
        void keep(WarmUp warming, int kept);
    }

    /** Keeps rows for the warm-up, and ends it with the last; returns how many were kept. */
    private int warm(int count, double @Nullable [] times, int first, Keeping rows) {
        WarmUp warming = java.util.Objects.requireNonNull(warmUp);
        int before = warming.count();
        int kept = Math.min(count, warming.room());
        rows.keep(warming, kept);
        if (times != null) {
            warming.addTimes(times, first, kept);
        }
        if (warming.room() == 0) {
            try {
                endWarmUp();
            } catch (RuntimeException e) {
                warming.truncate(before);
                throw e;
            }
        }
        return kept;
    }

    /**
     * Ends the warm-up with the rows seen so far: origin, scale, bandwidth and map are fixed from here on. To be called when a
     * stream ends early; does nothing if the warm-up is over.
     *
     * @throws io.github.skpca.model.BandwidthException if the rows do not tell a bandwidth
     */
    public void endWarmUp() {
        turn.lock();
        try {
            WarmUp warming = warmUp;
            if (warming == null) {
                return;
            }
            requireRows();
            training = start(settings, warming, workers);
            warmUp = null;
            warming.teach(training);
        } finally {
            turn.unlock();
        }
    }

    /** Ends the warm-up with rows that are not learned. */
    private void startFromSample() {
        requireRows();
        training = start(settings, java.util.Objects.requireNonNull(warmUp), workers);
        warmUp = null;
    }

    private static Training start(Settings settings, WarmUp warming, Workers workers) {
        Frame frame = warming.frame();
        return Training.start(settings, frame, warming.sample(frame), workers);
    }

    /**
     * Chooses new landmarks among these rows, as after a drift, and carries over what was learned; origin, scale and bandwidth stay. What
     * the old landmarks did not see of the rows so far is lost, and {@link KernelPcaModel#sketchBound()} counts it from here on. The rows
     * are not learned: they may have been before. Models from here on have another map, and merge with learners of that map alone.
     *
     * @param rows count x d finite numbers, row-major, at least one row and better thousands; not kept
     * @throws IllegalStateException if there are no landmarks, or not yet, or the kernel has not K(x, x) = 1, without which the loss is not
     *     known, or old rows are forgotten by a window
     * @throws BadRowException if one of the numbers is not finite; nothing has changed then
     */
    public void redrawLandmarks(double[] rows, int count) {
        turn.lock();
        try {
            requireFinite(rows, count);
            if (count < 1) {
                throw new BadRowException("no rows to choose landmarks from");
            }
            if (!settings.sketchesLandmarks()) {
                throw new IllegalStateException("there are no landmarks to redraw: method "
                        + settings.method().label() + " with the map "
                        + settings.map().label() + " has none of its own");
            }
            if (!(training instanceof SketchTraining sketching)) {
                throw new IllegalStateException("there are no landmarks to redraw before the warm-up ends");
            }
            Frame frame = sketching.embedding().frame();
            if (!(frame.kernel() instanceof ShiftInvariantKernel)) {
                throw new IllegalStateException("landmarks can be redrawn for kernels of differences alone, not for "
                        + settings.kernel().name());
            }
            training = sketching.redrawn(WarmUp.sample(rows, count, frame));
        } finally {
            turn.unlock();
        }
    }

    private void requireRows() {
        if (rows() == 0) {
            throw new IllegalStateException("no rows yet");
        }
    }

    /**
     * Takes in another learner: afterwards this one stands for the rows of both, with a bound for both. The other is not
     * changed. Of two samples (Nystrom) a sample is made, in which every row of both is as likely as every other. With a half-life,
     * which must be the same, rows age by their times if they have any; if not, each keeps the age that it has in its own stream.
     *
     * @throws MergeException if the two are of different methods, or do not map rows to the same features
     * @throws TooManyRowsException if the method keeps all rows and has no room for the other's
     */
    public void merge(StreamingKernelPca other) {
        // Always in one order: two threads that merge two learners into each other would else wait for each other for
        // ever.
        ReentrantLock first = number < other.number ? turn : other.turn;
        ReentrantLock second = number < other.number ? other.turn : turn;
        first.lock();
        try {
            second.lock();
            try {
                mergeLocked(other);
            } finally {
                second.unlock();
            }
        } finally {
            first.unlock();
        }
    }

    private void mergeLocked(StreamingKernelPca other) {
        requireSameFeatures(other.settings);
        requireRoom(other.rows());
        WarmUp otherWarmUp = other.warmUp;
        if (warmUp != null || otherWarmUp != null) {
            requireSameWarmUp(other.settings);
        }
        boolean ageByRows = settings.forgetting() instanceof Forgetting.HalfLife
                && !settings.forgetting().needsTimes();
        if (otherWarmUp != null && !ageByRows) {
            update(otherWarmUp.save());
            return;
        }
        Training theirs = otherWarmUp == null ? java.util.Objects.requireNonNull(other.training) : taught(otherWarmUp);
        if (warmUp != null) {
            adopt(theirs);
        }
        java.util.Objects.requireNonNull(training).merge(theirs);
    }

    /** What the rows of a warm-up are to this learner's map: learned here they would be younger than all before them. */
    private Training taught(WarmUp warming) {
        if (training == null) {
            throw new MergeException("both are warming up and age by rows: end the warm-up of one first");
        }
        Training apart = Training.startLike(settings, ((Learned.Sketched) training.learned()).embedding(), workers);
        warming.teach(apart);
        return apart;
    }

    private void requireSameFeatures(Settings theirs) {
        if (settings.method() != theirs.method()) {
            throw new MergeException("methods are " + settings.method().label() + " and "
                    + theirs.method().label());
        }
        if (settings.columns() != theirs.columns()) {
            throw new MergeException("rows have " + settings.columns() + " and " + theirs.columns() + " columns");
        }
        boolean sameFeatures = settings.features() == theirs.features() || settings.method() == Method.EXACT;
        if (settings.map() != theirs.map() || !sameFeatures) {
            throw new MergeException("maps are " + settings.map().label() + " of " + settings.features()
                    + " features and " + theirs.map().label() + " of " + theirs.features());
        }
        if (settings.centered() != theirs.centered()) {
            throw new MergeException("one is centred and the other is not");
        }
        requireSameForgetting(theirs);
        if (settings.seed() != theirs.seed()) {
            throw new MergeException("seeds are " + settings.seed() + " and " + theirs.seed());
        }
    }

    private void requireSameForgetting(Settings theirs) {
        if (!settings.forgetting().equals(theirs.forgetting())) {
            throw new MergeException("one has " + settings.forgetting().description() + " and the other "
                    + theirs.forgetting().description());
        }
        if (settings.forgetting() instanceof Forgetting.Window) {
            throw new MergeException(
                    "windows do not merge: which rows of two streams are the last " + "is not known; use a half-life");
        }
    }

    /** During a warm-up there is no embedding to compare yet, only what it would be made of. */
    private void requireSameWarmUp(Settings theirs) {
        KernelChoice kernel = settings.kernel();
        if (!kernel.name().equals(theirs.kernel().name())) {
            throw new MergeException(
                    "kernels are " + kernel.name() + " and " + theirs.kernel().name());
        }
        if (!kernel.isSameAs(theirs.kernel())) {
            throw new MergeException("bandwidths are " + kernel.bandwidth() + " and "
                    + theirs.kernel().bandwidth());
        }
        if (settings.standardized() != theirs.standardized()) {
            throw new MergeException("one is standardised and the other is not");
        }
    }

    /** Ends the warm-up with what the other learner's has fixed instead of its own. */
    private void adopt(Training theirs) {
        WarmUp warming = java.util.Objects.requireNonNull(warmUp);
        Learned learned = theirs.learned();
        warmUp = null;
        training = learned instanceof Learned.Sketched sketched
                ? Training.startLike(settings, sketched.embedding(), workers)
                : Training.start(settings, learned.frame(), WarmUp.NO_ROWS, workers);
        update(warming.save());
    }

    /** Learns from the rows of a warm-up. */
    private void update(SavedLearner warming) {
        SparseRows sparse = warming.sparseWarmUp();
        double[] times = settings.forgetting().needsTimes() ? warming.warmUpTimes() : null;
        if (sparse != null) {
            learnSparse(sparse, times);
        } else {
            learnAll(warming.warmUp(), null, times, (int) warming.rows());
        }
    }

    /**
     * The model of all rows so far, the very last included; this learner goes on unchanged. Any thread may ask for it at any time; it
     * waits for the batch that is being learned, if there is one, and updates wait for it. During the warm-up the model is
     * provisional: it is what ending the warm-up now would give.
     *
     * @throws IllegalStateException if there are no rows yet, or they do not tell a bandwidth
     */
    public KernelPcaModel snapshot() {
        turn.lock();
        try {
            requireRows();
            Training now = training;
            boolean provisional = now == null;
            if (now == null) {
                StreamingKernelPca early = new StreamingKernelPca(save(), workers);
                early.endWarmUp();
                now = java.util.Objects.requireNonNull(early.training);
            }
            KernelPcaModel model = now.model(provisional);
            latest = model;
            return model;
        } finally {
            turn.unlock();
        }
    }

    /** The model of the last {@link #snapshot()}, for any thread, without waiting. */
    public Optional<KernelPcaModel> latest() {
        return Optional.ofNullable(latest);
    }

    /** This learner as it is, to go on from later. */
    public SavedLearner save() {
        turn.lock();
        try {
            WarmUp warming = warmUp;
            if (warming != null) {
                return warming.save();
            }
            return SavedLearner.of(
                    settings, java.util.Objects.requireNonNull(training).learned());
        } finally {
            turn.unlock();
        }
    }

    /** Writes a checkpoint, atomically; after the warm-up it is a model file as well. */
    public void checkpoint(Path path) throws IOException {
        SavedLearner saved;
        KernelPcaModel model;
        turn.lock();
        try {
            saved = save();
            model = warmUp == null && rows() > 0 ? snapshot() : null;
        } finally {
            turn.unlock();
        }
        // Others have their turn while the disk is written to.
        ModelFile.writeCheckpoint(saved, model, path);
    }

    /**
     * This learner as the bytes of a checkpoint, in a fresh array, for {@link #fromBytes}. Unlike the file it holds no model beside
     * the state, so that it is made quickly.
     */
    public byte[] toBytes() {
        return ModelFile.toBytes(save());
    }

    /** All rows so far. */
    public long rows() {
        turn.lock();
        try {
            WarmUp warming = warmUp;
            return warming != null
                    ? warming.count()
                    : java.util.Objects.requireNonNull(training).rows();
        } finally {
            turn.unlock();
        }
    }

    /** Whether origin, scale and bandwidth are still to be fixed. */
    public boolean isWarmingUp() {
        turn.lock();
        try {
            return warmUp != null;
        } finally {
            turn.unlock();
        }
    }

    /** What it was told. */
    public Settings settings() {
        return settings;
    }

    /** The bytes held: map, sketch or kept rows, buffers and warm-up rows. */
    public long workingBytes() {
        turn.lock();
        try {
            WarmUp warming = warmUp;
            if (warming != null) {
                return warming.workingBytes();
            }
            return java.util.Objects.requireNonNull(training).workingBytes();
        } finally {
            turn.unlock();
        }
    }

    /** Collects the settings of a learner; every one has a default. */
    public static final class Builder {
        private Method method = Method.SKPCA;
        private KernelFamily family = KernelFamily.GAUSSIAN;
        private BandwidthRule rule = BandwidthRule.MEDIAN;
        private @Nullable Kernel kernel;
        private @Nullable MapKind map;
        private int features = 1000;
        private int sketchSize = 50;
        private ShrinkRule shrink = ShrinkRule.BLOCK;
        private CovarianceSketch.Update covarianceUpdate = CovarianceSketch.Update.BLOCK;
        private ComponentCount components = ComponentCount.of(10);
        private boolean centered = true;
        private boolean standardized;
        private LandmarkRule landmarkRule = LandmarkRule.PIVOTED;
        private int rank;
        private Forgetting forgetting = Forgetting.none();
        private int warmUpRows = 10_000;
        private long seed;
        private Workers workers = Workers.callerOnly();

        private Builder() {}

        /** Another builder with the same settings. */
        public Builder copy() {
            Builder copy = new Builder();
            copy.method = method;
            copy.family = family;
            copy.rule = rule;
            copy.kernel = kernel;
            copy.map = map;
            copy.features = features;
            copy.sketchSize = sketchSize;
            copy.shrink = shrink;
            copy.covarianceUpdate = covarianceUpdate;
            copy.components = components;
            copy.centered = centered;
            copy.standardized = standardized;
            copy.landmarkRule = landmarkRule;
            copy.rank = rank;
            copy.forgetting = forgetting;
            copy.warmUpRows = warmUpRows;
            copy.seed = seed;
            copy.workers = workers;
            return copy;
        }

        /** Which way to kernel PCA; skpca by default. */
        public Builder method(Method method) {
            this.method = method;
            return this;
        }

        /** This kernel as it is, a user's own or one in the box. */
        public Builder kernel(Kernel kernel) {
            this.kernel = kernel;
            return this;
        }

        /** A family of kernels, with a bandwidth from the warm-up. */
        public Builder kernel(KernelFamily family, BandwidthRule rule) {
            this.kernel = null;
            this.family = family;
            this.rule = rule;
            return this;
        }

        /**
         * Which feature map. By default the one that {@link MapChoice} picks for skpca, pairs for rnca, landmarks for nystrom and
         * exact, which have no other.
         */
        public Builder map(MapKind map) {
            this.map = map;
            return this;
        }

        /** How landmarks under a sketch are chosen; pivoted by default. */
        public Builder landmarkRule(LandmarkRule landmarkRule) {
            this.landmarkRule = landmarkRule;
            return this;
        }

        /**
         * How many features landmarks under a sketch give a row, at least l; three times l, and no fewer than 96, by default. Training
         * time is nearly proportional to it. Fewer are as good while rows are like those of the warm-up, and follow a stream that
         * changes less well.
         */
        public Builder rank(int rank) {
            if (rank < 1) {
                throw new IllegalArgumentException("rank must be at least the rows of the sketch, not " + rank);
            }
            this.rank = rank;
            return this;
        }

        /** How much a row still counts when others have come after it; nothing is forgotten by default. */
        public Builder forgetting(Forgetting forgetting) {
            this.forgetting = forgetting;
            return this;
        }

        /** m, or for nystrom c, the number of samples; 1000 by default. Exact has no use for it. */
        public Builder features(int features) {
            this.features = features;
            return this;
        }

        /** l of skpca; 50 by default. */
        public Builder sketchSize(int sketchSize) {
            this.sketchSize = sketchSize;
            return this;
        }

        /** How the sketch of skpca shrinks. */
        public Builder shrink(ShrinkRule shrink) {
            this.shrink = shrink;
            return this;
        }

        /** How rnca adds rows to its matrix; blocks by default. */
        public Builder covarianceUpdate(CovarianceSketch.Update covarianceUpdate) {
            this.covarianceUpdate = covarianceUpdate;
            return this;
        }

        /** k; 10 by default. */
        public Builder components(int components) {
            return components(ComponentCount.of(components));
        }

        /** k, or a share of variance. */
        public Builder components(ComponentCount components) {
            this.components = components;
            return this;
        }

        /** Whether features are taken about their mean; true by default, false for the paper's form. */
        public Builder centered(boolean centered) {
            this.centered = centered;
            return this;
        }

        /** Whether columns are divided by their standard deviation over the warm-up; false by default. */
        public Builder standardized(boolean standardized) {
            this.standardized = standardized;
            return this;
        }

        /** Rows from which origin, scale and bandwidth are learned; 10,000 by default. They are used like all others. */
        public Builder warmUpRows(int warmUpRows) {
            this.warmUpRows = warmUpRows;
            return this;
        }

        /**
         * Where all randomness comes from; 0 by default. The probabilities of a map's error and of the bound of {@link ShrinkRule#BLOCK} are
         * for rows chosen without knowledge of the seed: who knows it can choose rows that break the bound. Where rows may be hostile, draw
         * one that nobody can guess ({@code new SecureRandom().nextLong()}, or {@code --seed random}); the model keeps it, so models are
         * then to be kept from those who choose the rows.
         */
        public Builder seed(long seed) {
            this.seed = seed;
            return this;
        }

        /** Threads that share the work inside a block; the caller's alone by default. They stay the caller's to close. */
        public Builder workers(Workers workers) {
            this.workers = workers;
            return this;
        }

        /** The settings for rows of {@code columns} numbers. */
        public Settings settings(int columns) {
            KernelChoice choice = kernel != null ? KernelChoice.of(kernel) : KernelChoice.of(family, rule);
            return new Settings(
                    method,
                    columns,
                    choice,
                    map == null ? mapChoice(columns).map() : map,
                    features,
                    sketchSize,
                    shrink,
                    covarianceUpdate,
                    components,
                    centered,
                    standardized,
                    warmUpRows,
                    seed,
                    landmarkRule,
                    rank,
                    forgetting);
        }

        /** The map that is taken for rows of {@code columns} numbers if none is named, and why. */
        public MapChoice mapChoice(int columns) {
            KernelChoice choice = kernel != null ? KernelChoice.of(kernel) : KernelChoice.of(family, rule);
            return MapChoice.of(method, choice, columns, features, warmUpRows);
        }

        /**
         * A learner whose origin, scale, bandwidth and landmarks come from a sample of the rows, as a first pass over them gives,
         * instead of from the first ones. The sample is not learned: the rows are still to come, all of them.
         *
         * @param sample count x columns finite numbers, row-major; read only
         * @throws io.github.skpca.model.BandwidthException if the sample does not tell a bandwidth
         */
        public StreamingKernelPca buildFrom(double[] sample, int count, int columns) {
            StreamingKernelPca learner = build(columns);
            learner.requireFinite(sample, count);
            java.util.Objects.requireNonNull(learner.warmUp).add(sample, 0, count);
            learner.startFromSample();
            return learner;
        }

        /**
         * As {@link #buildFrom(double[], int, int)} of the same rows with their zeros, bit for bit.
         *
         * @param sample finite numbers in columns below {@code columns}; read only
         * @throws io.github.skpca.model.BandwidthException if the sample does not tell a bandwidth
         */
        public StreamingKernelPca buildFrom(SparseRows sample, int columns) {
            StreamingKernelPca learner = build(columns);
            learner.requireFinite(sample);
            java.util.Objects.requireNonNull(learner.warmUp).add(sample, 0, sample.count());
            learner.startFromSample();
            return learner;
        }

        /** A learner for rows of {@code columns} numbers. */
        public StreamingKernelPca build(int columns) {
            return resume(SavedLearner.warmingUp(settings(columns), new double[0]), workers);
        }
    }
}
