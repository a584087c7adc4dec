package io.github.skpca.internal.learning;

import io.github.skpca.Forgetting;
import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.MergeException;
import io.github.skpca.Method;
import io.github.skpca.ModelFileException;
import io.github.skpca.RowBatch;
import io.github.skpca.Scale;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.TooManyRowsException;
import io.github.skpca.Workers;
import io.github.skpca.internal.baseline.AllRows;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.BackendStart;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.LearnerCheckpoint;
import io.github.skpca.internal.model.ModelFile;
import io.github.skpca.internal.model.Settings;
import io.github.skpca.kernel.Kernel;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/** The one implementation of {@link StreamingKernelPca}: the verbs, and a lock that gives every call its turn. */
public final class Learner implements StreamingKernelPca {
    private static final AtomicLong LEARNERS = new AtomicLong();

    private final Settings settings;
    private final Workers workers;

    /** Fair, so that a thread which updates row by row lets one in that waits for a snapshot. */
    private final ReentrantLock turn = new ReentrantLock(true);

    /** Decides which lock comes first where two are needed. */
    private final long number = LEARNERS.getAndIncrement();

    private Phase phase;
    private volatile @Nullable KernelPcaModel latest;

    private Learner(Settings settings, Phase phase, Workers workers) {
        this.settings = settings;
        this.phase = phase;
        this.workers = workers;
    }

    /** The implementation behind a learner. */
    public static Learner of(StreamingKernelPca learner) {
        return (Learner) learner;
    }

    /** The name of the arithmetic of this process. */
    public static String backend() {
        return Backend.active().name();
    }

    /** The settings that a builder gives a learner for rows of {@code columns} numbers. */
    public static Settings settings(KernelPcaBuilder builder, int columns) {
        return of(builder.build(columns)).settings;
    }

    /** A learner without rows. */
    public static Learner start(Settings settings, Workers workers) {
        return resume(LearnerCheckpoint.empty(settings), workers);
    }

    /**
     * A learner whose warm-up is a sample that is not learned.
     *
     * @throws io.github.skpca.BandwidthException if the sample does not tell a bandwidth
     */
    public static Learner startFrom(Settings settings, RowBatch sample, Workers workers) {
        return startFrom(settings, List.of(sample).iterator(), workers);
    }

    /**
     * As {@link #startFrom(Settings, RowBatch, Workers)}, for a sample that comes batch by batch.
     *
     * @param sample batches that are used up before the next one is asked for
     */
    public static Learner startFrom(Settings settings, Iterator<RowBatch> sample, Workers workers) {
        WarmUp warming = new WarmUp(LearnerCheckpoint.empty(settings));
        while (sample.hasNext()) {
            RowBatch batch = sample.next();
            RowChecks.requireFinite(batch, settings.columns(), workers);
            warming.add(batch, 0, batch.count());
        }
        requireRows(warming);
        return new Learner(settings, warming.begin(workers), workers);
    }

    /** An empty learner with the embedding of a model, so that the two can be merged. */
    public static Learner like(KernelPcaModel model, Workers workers) {
        FittedModel fitted = FittedModel.of(model);
        return startLike(fitted.settings(), fitted.embedding(), workers);
    }

    /** An empty learner with an embedding. */
    static Learner startLike(Settings settings, Embedding embedding, Workers workers) {
        return new Learner(settings, Training.startLike(settings, embedding, workers), workers);
    }

    /** Resumes from a file; the kernel is a user's own, or null. */
    public static Learner resume(Path path, @Nullable Kernel kernel, Workers workers) throws IOException {
        String name = path.toString();
        return resume(ModelFile.readLearner(path, kernel), name, workers);
    }

    /** Resumes from the bytes of a file; the kernel is a user's own, or null. */
    public static Learner fromBytes(byte[] bytes, @Nullable Kernel kernel, Workers workers) throws IOException {
        String name = "learner";
        return resume(ModelFile.readLearner(bytes, name, kernel), name, workers);
    }

    private static Learner resume(LearnerCheckpoint saved, String name, Workers workers) throws IOException {
        MemoryCheck.require(saved, name);
        try {
            return resume(saved, workers);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new ModelFileException(
                    name, "does not hold a valid learner (" + e.getMessage() + ")", "fit it again", e);
        }
    }

    /** Resumes from a saved learner. */
    public static Learner resume(LearnerCheckpoint saved, Workers workers) {
        Phase phase = saved instanceof LearnerCheckpoint.Learned learned
                ? Training.restore(saved.settings(), learned.state(), workers)
                : new WarmUp((LearnerCheckpoint.WarmingUp) saved);
        return new Learner(saved.settings(), phase, workers);
    }

    @Override
    public void update(double[] row) {
        RowChecks.requireWidth(row.length, settings.columns());
        update(RowBatch.of(row, 1));
    }

    @Override
    public void update(float[] row) {
        RowChecks.requireWidth(row.length, settings.columns());
        update(RowBatch.of(row, 1));
    }

    @Override
    public void update(RowBatch batch) {
        RowChecks.requireTimes(
                batch.times(), batch.count(), settings.forgetting().needsTimes());
        RowChecks.requireFinite(batch, settings.columns(), workers);
        learn(batch);
    }

    /** Learns rows that are known to be good. */
    private void learn(RowBatch batch) {
        turn.lock();
        try {
            requireCapacity(batch.count());
            int done = 0;
            while (done < batch.count()) {
                followArithmetic();
                int left = batch.count() - done;
                done += phase instanceof WarmUp warming
                        ? warm(warming, batch, done, left)
                        : phase.learn(batch, done, left);
            }
        } finally {
            turn.unlock();
        }
    }

    /** Goes on with the arithmetic that is active now, and lets a faster one get ready where there is one. */
    private void followArithmetic() {
        if (phase instanceof SketchTraining training) {
            if (BackendStart.isDue()) {
                BackendStart.begin(training.rehearsal());
            }
            phase = training.now();
        }
    }

    /** Keeps rows for the warm-up, and ends it with the last; returns how many were kept. */
    private int warm(WarmUp warming, RowBatch batch, int first, int count) {
        int before = warming.count();
        int kept = warming.learn(batch, first, count);
        if (warming.isFull()) {
            try {
                endWarmUp();
            } catch (RuntimeException e) {
                warming.truncate(before);
                throw e;
            }
        }
        return kept;
    }

    private void requireCapacity(long added) {
        if (settings.method() == Method.EXACT && added > AllRows.MOST_ROWS - phase.rows()) {
            throw new TooManyRowsException("method exact keeps every row and takes at most " + AllRows.MOST_ROWS
                    + " of them, not " + (phase.rows() + added) + ": use method nystrom, rnca or skpca, or fewer rows");
        }
    }

    private static void requireRows(Phase phase) {
        if (phase.rows() == 0) {
            throw new IllegalStateException("no rows yet");
        }
    }

    @Override
    public void endWarmUp() {
        turn.lock();
        try {
            if (phase instanceof WarmUp warming) {
                requireRows(warming);
                phase = warming.taught(workers);
            }
        } finally {
            turn.unlock();
        }
    }

    @Override
    public void merge(StreamingKernelPca learner) {
        Learner other = of(learner);
        // Always in one order: otherwise two threads that merge two learners into each other would deadlock.
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

    private void mergeLocked(Learner other) {
        MergeChecks.requireSameFeatures(settings, other.settings);
        requireCapacity(other.phase.rows());
        if (phase instanceof WarmUp || other.phase instanceof WarmUp) {
            MergeChecks.requireSameWarmUp(settings, other.settings);
            boolean isDecided = phase instanceof Training || other.phase instanceof Training;
            MergeChecks.requireSameScale(scale(), other.scale(), isDecided);
        }
        boolean ageByRows = settings.forgetting() instanceof Forgetting.HalfLife
                && !settings.forgetting().needsTimes();
        if (other.phase instanceof WarmUp theirs && !ageByRows) {
            learn(theirs.batch());
            return;
        }
        Training theirs = other.phase instanceof WarmUp warming ? taughtApart(warming) : (Training) other.phase;
        if (phase instanceof WarmUp warming) {
            phase = Training.startLike(settings, theirs.learned(), workers);
            learn(warming.batch());
        }
        ((Training) phase).merge(theirs);
    }

    /** What was decided, or until the warm-up ends what was asked. */
    private Scale scale() {
        return phase instanceof Training training
                ? training.learned().preprocessing().standardizer().scale()
                : settings.scale();
    }

    /** What the rows of a warm-up are to this learner's map: learned here they would be younger than all before them. */
    private Training taughtApart(WarmUp warming) {
        if (!(phase instanceof Training training)) {
            throw new MergeException("both are warming up and age by rows: end the warm-up of one first");
        }
        Training apart = Training.startLike(settings, training.learned(), workers);
        warming.teach(apart);
        return apart;
    }

    @Override
    public FittedModel snapshot() {
        turn.lock();
        try {
            requireRows(phase);
            FittedModel model = phase instanceof WarmUp warming
                    ? warming.taught(workers).model(true)
                    : ((Training) phase).model(false);
            latest = model;
            return model;
        } finally {
            turn.unlock();
        }
    }

    @Override
    public Optional<KernelPcaModel> latest() {
        return Optional.ofNullable(latest);
    }

    /** This learner as it is, to resume from later. */
    public LearnerCheckpoint save() {
        turn.lock();
        try {
            return phase instanceof WarmUp warming
                    ? warming.save()
                    : new LearnerCheckpoint.Learned(settings, ((Training) phase).learned());
        } finally {
            turn.unlock();
        }
    }

    @Override
    public void checkpoint(Path path) throws IOException {
        LearnerCheckpoint saved;
        FittedModel model;
        turn.lock();
        try {
            saved = save();
            // A file has one map: that of the state.
            model = phase instanceof Training training && rows() > 0 ? training.modelOfState() : null;
        } finally {
            turn.unlock();
        }
        // Others have their turn while the disk is written to.
        ModelFile.writeCheckpoint(saved, model, path);
    }

    @Override
    public byte[] toBytes() {
        return ModelFile.toBytes(save());
    }

    @Override
    public int columns() {
        return settings.columns();
    }

    @Override
    public long rows() {
        turn.lock();
        try {
            return phase.rows();
        } finally {
            turn.unlock();
        }
    }

    @Override
    public boolean isWarmingUp() {
        turn.lock();
        try {
            return phase instanceof WarmUp;
        } finally {
            turn.unlock();
        }
    }

    /** What it was told. */
    public Settings settings() {
        return settings;
    }

    @Override
    public long workingBytes() {
        turn.lock();
        try {
            return phase.workingBytes();
        } finally {
            turn.unlock();
        }
    }
}
