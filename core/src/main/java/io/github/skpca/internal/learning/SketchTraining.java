package io.github.skpca.internal.learning;

import io.github.skpca.Forgetting;
import io.github.skpca.MergeException;
import io.github.skpca.Method;
import io.github.skpca.RowBatch;
import io.github.skpca.SparseRows;
import io.github.skpca.Workers;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.feature.FeatureMap;
import io.github.skpca.internal.feature.LandmarkSelection;
import io.github.skpca.internal.feature.LandmarkTransfer;
import io.github.skpca.internal.feature.NystromMap;
import io.github.skpca.internal.feature.Preprocessing;
import io.github.skpca.internal.feature.RandomMaps;
import io.github.skpca.internal.feature.RowSample;
import io.github.skpca.internal.feature.WarmUpRows;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.SparseMatrix;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.LearnerState;
import io.github.skpca.internal.model.Settings;
import io.github.skpca.internal.sketch.CenteredSketch;
import io.github.skpca.internal.sketch.GramSketch;
import io.github.skpca.internal.sketch.MatrixSketch;
import io.github.skpca.internal.sketch.RowSketch;
import io.github.skpca.internal.sketch.SketchAlgorithm;
import io.github.skpca.internal.sketch.WindowPlan;
import io.github.skpca.internal.sketch.WindowSketch;
import org.jspecify.annotations.Nullable;

/** Features in a sketch, by the algorithm that {@link SketchAlgorithm} chooses: skpca's and rnca's training. */
final class SketchTraining implements Training {
    private final Settings settings;
    private final Embedding embedding;
    private final RowSketch sketch;
    private final Workers workers;
    private final int blockRows;
    private final SparseMatrix sparseScratch = new SparseMatrix();

    /** Of rows that come with their zeros; nothing until the first of them. */
    private float[] scratch = new float[0];

    /** Null if rows were learned by a version that kept no sample: of those that come there would be no uniform one. */
    private @Nullable RowSample sample;

    /** Five arguments: what it learns by, what it learns into, and who does the work. */
    private SketchTraining(
            Settings settings, Embedding embedding, RowSketch sketch, @Nullable RowSample sample, Workers workers) {
        this.settings = settings;
        this.embedding = embedding;
        this.sketch = sketch;
        this.sample = sample;
        this.workers = workers;
        // The whole block's rows, not only those that are free now: a restored block may be nearly full.
        this.blockRows = sketch.block().length / embedding.features();
    }

    /** The embedding of a frame; a map of landmarks is made of the rows that fixed it. */
    static Embedding embedding(Settings settings, Preprocessing frame, WarmUpRows rows, Workers workers) {
        FeatureMap map = settings.sketchesLandmarks()
                ? new LandmarkSelection(frame.kernel(), rows, settings.columns(), settings.seed(), workers)
                        .select(settings.landmarkRule(), settings.features(), settings.landmarkRank())
                : RandomMaps.draw(
                        settings.map(), frame.kernel(), settings.columns(), settings.features(), settings.seed());
        return new Embedding(frame.standardizer(), frame.kernel(), map);
    }

    static SketchTraining start(Settings settings, Embedding embedding, Workers workers) {
        RowSketch sketch = settings.forgetting() instanceof Forgetting.Window window
                ? new WindowSketch(plan(settings, window, embedding), settings.centered(), workers)
                : new CenteredSketch(
                        empty(settings, embedding, workers), settings.centered(), settings.forgetting(), workers);
        return new SketchTraining(settings, embedding, sketch, settings.emptySample(), workers);
    }

    static SketchTraining restore(Settings settings, LearnerState.Sketched learned, Workers workers) {
        Embedding embedding = learned.embedding();
        RowSketch sketch = settings.forgetting() instanceof Forgetting.Window window
                ? WindowSketch.restore(
                        plan(settings, window, embedding), settings.centered(), learned.sketch(), workers)
                : CenteredSketch.restore(
                        emptyFor(learned.sketch(), settings, workers),
                        learned.sketch(),
                        settings.forgetting(),
                        workers);
        RowSample.State kept = learned.sample();
        RowSample sample = kept == null ? null : RowSample.restore(kept, settings.seed());
        return new SketchTraining(settings, learned.embedding(), sketch, sample, workers);
    }

    /**
     * The same training with landmarks of these rows, and all that was learned carried over to them.
     *
     * @throws IllegalStateException if it is of a window, whose sketches are not those of weights
     */
    SketchTraining redrawn(WarmUpRows rows) {
        if (!(sketch instanceof CenteredSketch kept)) {
            throw new IllegalStateException("landmarks cannot be redrawn under a window: fit the last rows again");
        }
        Preprocessing frame = embedding.frame();
        Embedding drawn = embedding(settings, frame, rows, workers);
        LandmarkTransfer transfer =
                new LandmarkTransfer(frame.kernel(), (NystromMap) embedding.map(), (NystromMap) drawn.map(), workers);
        CenteredSketch.State carried = new SketchRebase(transfer, kept.wholeState(), workers).state();
        CenteredSketch restored =
                CenteredSketch.restore(empty(settings, drawn, workers), carried, settings.forgetting(), workers);
        return new SketchTraining(settings, drawn, restored, sample, workers);
    }

    Embedding embedding() {
        return embedding;
    }

    private static WindowPlan plan(Settings settings, Forgetting.Window window, Embedding embedding) {
        return new WindowPlan(
                window,
                embedding.features(),
                settings.sketchSize(),
                embedding.map().largestSquaredNorm());
    }

    private static SketchAlgorithm algorithm(Settings settings, int columns) {
        return SketchAlgorithm.of(
                settings.method(), settings.forgetting(), settings.shrink(), columns, settings.sketchSize());
    }

    private static MatrixSketch empty(Settings settings, int columns, SketchAlgorithm algorithm, Workers workers) {
        return settings.method() == Method.RNCA
                ? GramSketch.whole(columns, settings.covarianceUpdate(), workers)
                : MatrixSketch.create(algorithm, columns, settings.sketchSize(), settings.seed(), workers);
    }

    private static MatrixSketch empty(Settings settings, Embedding embedding, Workers workers) {
        int columns = embedding.features();
        return empty(settings, columns, algorithm(settings, columns), workers);
    }

    /** What resumes a state: a state that is a matrix stays one, whatever would be chosen for a new learner. */
    private static MatrixSketch emptyFor(CenteredSketch.State state, Settings settings, Workers workers) {
        int columns = state.sketch().columns();
        SketchAlgorithm algorithm = state.sketch().isMoments() ? SketchAlgorithm.GRAM : algorithm(settings, columns);
        return empty(settings, columns, algorithm, workers);
    }

    /** Embeds rows straight into the sketch's block, up to its end. */
    @Override
    public int learn(RowBatch batch, int first, int count) {
        int taken = Math.min(count, sketch.freeRows());
        if (sample != null) {
            sample.update(batch, first, taken, settings.columns());
        }
        embed(batch, first, taken);
        double[] times = batch.times();
        if (times == null) {
            sketch.commit(taken);
        } else {
            sketch.commit(times, first, taken);
        }
        return taken;
    }

    private void embed(RowBatch batch, int first, int count) {
        SparseRows sparse = batch.sparse();
        if (sparse != null) {
            embedding.embed(sparse, first, count, sparseScratch, sketch.block(), sketch.blockOffset(), workers);
            return;
        }
        if (scratch.length == 0) {
            scratch = new float[Math.multiplyExact(blockRows, embedding.columns())];
        }
        int offset = first * settings.columns();
        double[] doubles = batch.doubles();
        float[] floats = batch.floats();
        if (doubles != null) {
            embedding.embed(doubles, offset, count, scratch, sketch.block(), sketch.blockOffset(), workers);
        } else if (floats != null) {
            embedding.embed(floats, offset, count, scratch, sketch.block(), sketch.blockOffset(), workers);
        }
    }

    @Override
    public void merge(Training other) {
        SketchTraining theirs = (SketchTraining) other;
        String difference = embedding.differenceFrom(theirs.embedding);
        if (!difference.isEmpty()) {
            throw new MergeException(difference);
        }
        sketch.merge(theirs.sketch);
        if (sample != null && theirs.sample != null) {
            sample.merge(theirs.sample);
        } else {
            sample = null;
        }
    }

    @Override
    public FittedModel model(boolean provisional) {
        return new FittedModel(
                settings,
                embedding,
                sketch.snapshot(),
                sampleState(),
                provisional,
                Backend.active().name());
    }

    @Override
    public LearnerState learned() {
        return new LearnerState.Sketched(embedding, sketch.state(), sampleState());
    }

    private RowSample.@Nullable State sampleState() {
        return sample == null ? null : sample.state();
    }

    @Override
    public long rows() {
        return sketch.rows();
    }

    @Override
    public long workingBytes() {
        long sampleBytes = sample == null ? 0 : sample.workingBytes();
        return sketch.workingBytes()
                + embedding.map().bytes()
                + 4L * scratch.length
                + sparseScratch.bytes()
                + sampleBytes;
    }
}
