package io.github.skpca.internal.learning;

import io.github.skpca.Forgetting;
import io.github.skpca.MergeException;
import io.github.skpca.Method;
import io.github.skpca.RowBatch;
import io.github.skpca.Workers;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.feature.LandmarkTransfer;
import io.github.skpca.internal.feature.LandmarkUpdate;
import io.github.skpca.internal.feature.NystromMap;
import io.github.skpca.internal.feature.Preprocessing;
import io.github.skpca.internal.feature.RowSample;
import io.github.skpca.internal.feature.TailScore;
import io.github.skpca.internal.feature.WarmUpRows;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.FurtherDirections;
import io.github.skpca.internal.model.LearnerState;
import io.github.skpca.internal.model.Settings;
import io.github.skpca.internal.model.SketchedRows;
import io.github.skpca.internal.sketch.CenteredSketch;
import io.github.skpca.internal.sketch.GramSketch;
import io.github.skpca.internal.sketch.MatrixSketch;
import io.github.skpca.internal.sketch.RowSketch;
import io.github.skpca.internal.sketch.SketchAlgorithm;
import io.github.skpca.internal.sketch.WindowPlan;
import io.github.skpca.internal.sketch.WindowSketch;
import org.jspecify.annotations.Nullable;

import java.util.Objects;
import java.util.function.Supplier;

/** Features in a sketch, by the algorithm that {@link SketchAlgorithm} chooses: skpca's and rnca's training. */
final class SketchTraining implements Training {
    private final Settings settings;
    private final SketchAlgorithm algorithm;
    private final RowSample sample;
    private final Workers workers;
    private final @Nullable LandmarkFollower follower;
    private @Nullable TailKeeper tail;

    /** What a learner began with; null once it has learned more. */
    private @Nullable FurtherDirections further;

    /** What map and sketch are laid out for. */
    private final Backend backend = Backend.active();

    /** These two change together when landmarks that follow the stream are chosen again. */
    private Embedding embedding;

    private RowSketch sketch;
    private final BatchEmbedding rowsToFeatures;

    /** More than four arguments: what a state holds, and the threads. */
    private SketchTraining(
            Settings settings,
            Embedding embedding,
            SketchAlgorithm algorithm,
            RowSketch sketch,
            RowSample sample,
            boolean follows,
            Workers workers) {
        this.settings = settings;
        this.embedding = embedding;
        this.algorithm = algorithm;
        this.sketch = sketch;
        this.sample = sample;
        this.workers = workers;
        this.rowsToFeatures = new BatchEmbedding(blockRows(), workers);
        this.follower = follows ? new LandmarkFollower(settings, embedding.map(), blockRows(), workers) : null;
    }

    /** The whole block's rows, not only those that are free now: a restored block may be nearly full. */
    private int blockRows() {
        return sketch.block().length / embedding.features();
    }

    /** Training that begins with a map of the warm-up. */
    static SketchTraining start(Settings settings, Preprocessing preprocessing, WarmUpRows rows, Workers workers) {
        return start(settings, FirstEmbedding.of(settings, preprocessing, rows, workers), workers);
    }

    /** Training that begins with a given map. */
    static SketchTraining start(Settings settings, Embedding embedding, Workers workers) {
        SketchAlgorithm algorithm = settings.sketchChoice(embedding.features()).algorithm();
        RowSketch sketch = settings.forgetting() instanceof Forgetting.Window window
                ? new WindowSketch(plan(settings, window, embedding), settings.centered(), workers)
                : new CenteredSketch(
                        empty(settings, algorithm, embedding, workers),
                        settings.centered(),
                        settings.forgetting(),
                        workers);
        SketchTraining started = new SketchTraining(
                settings, embedding, algorithm, sketch, settings.emptySample(), follows(settings, embedding), workers);
        started.tail = TailKeeper.start(settings, embedding);
        return started;
    }

    private static boolean follows(Settings settings, Embedding embedding) {
        return settings.followsWithLandmarks(embedding.kernel());
    }

    static SketchTraining restore(Settings settings, LearnerState.Sketched learned, Workers workers) {
        Embedding embedding = learned.embedding();
        RowSketch sketch = settings.forgetting() instanceof Forgetting.Window window
                ? WindowSketch.restore(
                        plan(settings, window, embedding), settings.centered(), learned.sketch(), workers)
                : CenteredSketch.restore(
                        empty(settings, learned.algorithm(), embedding, workers),
                        learned.sketch(),
                        settings.forgetting(),
                        workers);
        RowSample sample = learned.sample().restore(settings.seed());
        LearnerState.Following following = learned.following();
        SketchTraining restored = new SketchTraining(
                settings, embedding, learned.algorithm(), sketch, sample, following != null, workers);
        if (following != null && restored.follower != null) {
            if (following.waiting().count() >= restored.blockRows()) {
                throw new IllegalArgumentException("the block holds more rows than it can");
            }
            restored.follower.resume(following, embedding.map());
            restored.follower
                    .kept()
                    .add(following.waiting(), 0, following.waiting().count());
            restored.embedKept(0, following.waiting().count());
        }
        restored.further = learned.further();
        restored.tail = TailKeeper.restore(settings, embedding, learned.tail(), learned.rows());
        restored.renewTail(restored.tail != null && restored.tail.isUnknown());
        return restored;
    }

    /** This training, or the same laid out for another arithmetic if that has become the active one. */
    SketchTraining now() {
        return backend == Backend.active() ? this : restore(settings, learned().again(), workers);
    }

    /** Learns rows that it has seen, again and again, apart from this training. */
    Supplier<Runnable> rehearsal() {
        return new Rehearsal(settings, learned());
    }

    private static WindowPlan plan(Settings settings, Forgetting.Window window, Embedding embedding) {
        return new WindowPlan(
                window,
                embedding.features(),
                settings.sketchSize(),
                embedding.map().largestSquaredNorm());
    }

    private static MatrixSketch empty(
            Settings settings, SketchAlgorithm algorithm, Embedding embedding, Workers workers) {
        int columns = embedding.features();
        return settings.method() == Method.RNCA
                ? GramSketch.whole(columns, settings.rncaUpdate(), workers)
                : MatrixSketch.create(algorithm, columns, settings.sketchSize(), settings.seed(), workers);
    }

    /** Embeds rows straight into the sketch's block, up to its end. */
    @Override
    public int learn(RowBatch batch, int first, int count) {
        further = null;
        int taken = Math.min(count, sketch.freeRows());
        TailKeeper keeper = tail;
        if (keeper != null) {
            taken = keeper.rowsToRenewal(taken);
        }
        sample.update(batch, first, taken, settings.columns());
        embed(batch, first, taken, keeper == null ? null : keeper.score());
        if (keeper != null) {
            keeper.offer(batch, first, taken, embedding.map(), sketch.block(), sketch.blockOffset());
        }
        boolean isOther = absorb(batch, first, taken);
        renewTail(keeper != null && (keeper.isDue() || isOther));
        if (keeper != null && isOther) {
            keeper.landmarksChanged();
        }
        return taken;
    }

    /** Whether there are other landmarks now. */
    private boolean absorb(RowBatch batch, int first, int count) {
        if (follower != null) {
            follower.kept().add(batch, first, count);
            if (count == sketch.freeRows()) {
                return followBlock(follower, (CenteredSketch) sketch);
            }
        }
        commit(batch, first, count);
        return false;
    }

    /** Scores the next rows by what is known now, if so. */
    private void renewTail(boolean isDue) {
        TailKeeper keeper = tail;
        if (isDue && keeper != null) {
            FittedModel model = present(true);
            keeper.renew(model, Objects.requireNonNull(model.sharedSample()).rows(), workers);
        }
    }

    private void commit(RowBatch batch, int first, int count) {
        double[] times = batch.times();
        if (times == null) {
            sketch.commit(count);
        } else {
            sketch.commit(times, first, count);
        }
    }

    /** Absorbs the rows of a full block, with other landmarks if they have outgrown those there are; whether they have. */
    private boolean followBlock(LandmarkFollower following, CenteredSketch kept) {
        RowBatch rows = following.kept().shared();
        int waiting = rows.count() - kept.freeRows();
        LandmarkFollower.Look look = following.look(embedding, kept, true);
        if (look.isOutgrown()) {
            chooseAgain(following, kept, look);
            following.restart(embedding.map(), kept.absorbed());
            waiting = 0;
            embed(rows, 0, rows.count(), null);
        } else {
            following.remember(look);
        }
        commit(rows, waiting, rows.count() - waiting);
        following.kept().clear();
        return look.isOutgrown();
    }

    /** Chooses landmarks again and carries over what was learned; rows that wait in the block are to be embedded again. */
    private void chooseAgain(LandmarkFollower following, CenteredSketch kept, LandmarkFollower.Look look) {
        CenteredSketch.State learned = kept.absorbedState();
        carry(following.chosenAgain(embedding, learned, look), learned);
    }

    /** Carries a state over to other landmarks; it becomes that of this training. */
    private void carry(Embedding other, CenteredSketch.State learned) {
        sketch = CenteredSketch.restore(
                empty(settings, algorithm, other, workers),
                carried(embedding, other, learned),
                settings.forgetting(),
                workers);
        embedding = other;
    }

    private CenteredSketch.State carried(Embedding from, Embedding to, CenteredSketch.State learned) {
        LandmarkTransfer transfer =
                new LandmarkTransfer(from.kernel(), (NystromMap) from.map(), (NystromMap) to.map(), workers);
        return new CarriedSketch(transfer, learned, workers).state();
    }

    /** Embeds raw rows that were kept, and commits them. */
    private void embedKept(int first, int count) {
        if (follower != null && count > 0) {
            RowBatch rows = follower.kept().shared();
            embed(rows, first, count, null);
            commit(rows, first, count);
        }
    }

    /** This training, or a copy with other landmarks if the rows of the block that is not full have outgrown them. */
    private SketchTraining settled() {
        if (follower == null || follower.kept().count() == 0) {
            return this;
        }
        CenteredSketch kept = (CenteredSketch) sketch;
        LandmarkFollower.Look look = follower.look(embedding, kept, false);
        if (!look.isOutgrown()) {
            return this;
        }
        SketchTraining copy = new SketchTraining(settings, embedding, algorithm, sketch, sample, false, workers);
        RowBatch rows = follower.kept().shared();
        copy.tail = tail;
        copy.chooseAgain(follower, kept, look);
        copy.embed(rows, 0, rows.count(), null);
        copy.commit(rows, 0, rows.count());
        return copy;
    }

    private void embed(RowBatch batch, int first, int count, @Nullable TailScore score) {
        rowsToFeatures.embed(embedding, batch, first, count, sketch.block(), sketch.blockOffset(), score);
    }

    @Override
    public void merge(Training other) {
        SketchTraining whole = (SketchTraining) other;
        SketchTraining theirs = whole.settled();
        boolean hadRows = rows() > 0;
        String difference = embedding.differenceFrom(theirs.embedding);
        if (difference.isEmpty()) {
            sketch.merge(theirs.sketch);
            if (follower != null && whole.follower != null) {
                follower.merge(whole.follower);
            }
        } else {
            Embedding moved = theirs.embedding.about(embedding.standardizer());
            boolean isOfLandmarksAlone = embedding
                    .preprocessing()
                    .differenceFrom(moved.preprocessing())
                    .isEmpty();
            if (follower == null || whole.follower == null || !isOfLandmarksAlone) {
                throw new MergeException(difference);
            }
            if (theirs.rows() == 0) {
                return;
            }
            mergeOtherLandmarks(follower, moved, ((CenteredSketch) theirs.sketch).wholeState());
        }
        if (follower != null && sketch.blockOffset() == 0) {
            // A sketch that forgets absorbs its waiting rows before it is merged.
            follower.kept().clear();
        }
        further = null;
        sample.merge(whole.sample);
        tail = TailKeeper.merged(tail, whole.tail);
        renewTail(!difference.isEmpty() || (hadRows && whole.rows() > 0));
    }

    /** Merges what was learned with other landmarks: both are carried over to landmarks for both. */
    private void mergeOtherLandmarks(LandmarkFollower following, Embedding theirs, CenteredSketch.State others) {
        CenteredSketch.State ours = ((CenteredSketch) sketch).absorbedState();
        NystromMap map = ours.absorbed() == 0
                ? (NystromMap) theirs.map()
                : new LandmarkUpdate(
                                embedding.kernel(), settings.columns(), following.limits(), settings.seed(), workers)
                        .add(learned(embedding, ours))
                        .add(learned(theirs, others))
                        .map(ours.absorbed() + others.absorbed());
        Embedding common = new Embedding(embedding.standardizer(), embedding.kernel(), map);
        CenteredSketch carriedOver = CenteredSketch.restore(
                empty(settings, algorithm, common, workers),
                ours.absorbed() == 0 ? others : carried(theirs, common, others),
                settings.forgetting(),
                workers);
        if (ours.absorbed() == 0) {
            embedding = common;
            sketch = new CenteredSketch(
                    empty(settings, algorithm, common, workers), settings.centered(), settings.forgetting(), workers);
        } else {
            carry(common, ours);
        }
        embedKept(0, following.kept().count());
        sketch.merge(carriedOver);
        following.restart(map, sketch.rows());
    }

    private static LandmarkUpdate.Learned learned(Embedding embedding, CenteredSketch.State state) {
        return new LandmarkUpdate.Learned(
                (NystromMap) embedding.map(), state.gram(), state.ages().weight());
    }

    @Override
    public FittedModel model(boolean provisional) {
        return settled().present(provisional);
    }

    @Override
    public FittedModel modelOfState() {
        return present(false);
    }

    private FittedModel present(boolean provisional) {
        CenteredSketch.Snapshot snapshot = sketch.snapshot();
        return new FittedModel(
                settings,
                embedding,
                new SketchedRows(
                        algorithm,
                        snapshot,
                        sample.state(),
                        tail == null ? null : tail.rows(),
                        further != null ? further : FurtherDirections.of(settings, snapshot.summary())),
                provisional);
    }

    @Override
    public LearnerState.Sketched learned() {
        LearnerState.Tail kept = tail == null ? null : tail.state();
        return follower == null
                ? new LearnerState.Sketched(embedding, algorithm, sketch.state(), sample.state(), null, kept, further)
                : new LearnerState.Sketched(
                        embedding,
                        algorithm,
                        ((CenteredSketch) sketch).absorbedState(),
                        sample.state(),
                        follower.state(),
                        kept,
                        further);
    }

    @Override
    public long rows() {
        return sketch.rows();
    }

    @Override
    public long workingBytes() {
        return sketch.workingBytes()
                + embedding.map().bytes()
                + rowsToFeatures.bytes()
                + (follower == null ? 0 : follower.bytes())
                + (tail == null ? 0 : tail.bytes(settings, embedding.features(), blockRows()))
                + sample.workingBytes();
    }
}
