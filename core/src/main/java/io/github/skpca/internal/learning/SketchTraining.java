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
import io.github.skpca.internal.model.SketchedRows;
import io.github.skpca.internal.sketch.CenteredSketch;
import io.github.skpca.internal.sketch.GramSketch;
import io.github.skpca.internal.sketch.MatrixSketch;
import io.github.skpca.internal.sketch.RowSketch;
import io.github.skpca.internal.sketch.SketchAlgorithm;
import io.github.skpca.internal.sketch.WindowPlan;
import io.github.skpca.internal.sketch.WindowSketch;

/** Features in a sketch, by the algorithm that {@link SketchAlgorithm} chooses: skpca's and rnca's training. */
final class SketchTraining implements Training {
    private final Settings settings;
    private final Embedding embedding;
    private final SketchAlgorithm algorithm;
    private final RowSketch sketch;
    private final RowSample sample;
    private final Workers workers;
    private final int blockRows;
    private final SparseMatrix sparseScratch = new SparseMatrix();

    /** Of rows that come with their zeros; nothing until the first of them. */
    private float[] scratch = new float[0];

    /** More than four arguments: what a state holds, and the threads. */
    private SketchTraining(
            Settings settings,
            Embedding embedding,
            SketchAlgorithm algorithm,
            RowSketch sketch,
            RowSample sample,
            Workers workers) {
        this.settings = settings;
        this.embedding = embedding;
        this.algorithm = algorithm;
        this.sketch = sketch;
        this.sample = sample;
        this.workers = workers;
        // The whole block's rows, not only those that are free now: a restored block may be nearly full.
        this.blockRows = sketch.block().length / embedding.features();
    }

    /** The embedding after a preprocessing; a map of landmarks is made of the rows that fixed it. */
    static Embedding embedding(Settings settings, Preprocessing preprocessing, WarmUpRows rows, Workers workers) {
        FeatureMap map = settings.sketchesLandmarks()
                ? new LandmarkSelection(preprocessing.kernel(), rows, settings.seed(), workers)
                        .select(settings.landmarkRule(), settings.features(), settings.landmarkRank())
                : RandomMaps.draw(
                        settings.map(),
                        preprocessing.kernel(),
                        settings.columns(),
                        settings.features(),
                        settings.seed());
        return new Embedding(preprocessing.standardizer(), preprocessing.kernel(), map);
    }

    static SketchTraining start(Settings settings, Embedding embedding, Workers workers) {
        SketchAlgorithm algorithm = settings.sketchChoice(embedding.features()).algorithm();
        RowSketch sketch = settings.forgetting() instanceof Forgetting.Window window
                ? new WindowSketch(plan(settings, window, embedding), settings.centered(), workers)
                : new CenteredSketch(
                        empty(settings, algorithm, embedding, workers),
                        settings.centered(),
                        settings.forgetting(),
                        workers);
        return new SketchTraining(settings, embedding, algorithm, sketch, settings.emptySample(), workers);
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
        return new SketchTraining(settings, embedding, learned.algorithm(), sketch, sample, workers);
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
        Preprocessing preprocessing = embedding.preprocessing();
        Embedding drawn = embedding(settings, preprocessing, rows, workers);
        LandmarkTransfer transfer = new LandmarkTransfer(
                preprocessing.kernel(), (NystromMap) embedding.map(), (NystromMap) drawn.map(), workers);
        CenteredSketch.State carried = new SketchRebase(transfer, kept.wholeState(), workers).state();
        SketchAlgorithm chosen = settings.sketchChoice(drawn.features()).algorithm();
        CenteredSketch restored = CenteredSketch.restore(
                empty(settings, chosen, drawn, workers), carried, settings.forgetting(), workers);
        return new SketchTraining(settings, drawn, chosen, restored, sample, workers);
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
        int taken = Math.min(count, sketch.freeRows());
        sample.update(batch, first, taken, settings.columns());
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
        sample.merge(theirs.sample);
    }

    @Override
    public FittedModel model(boolean provisional) {
        return new FittedModel(
                settings,
                embedding,
                new SketchedRows(algorithm, sketch.snapshot(), sample.state()),
                provisional,
                Backend.active().name());
    }

    @Override
    public LearnerState learned() {
        return new LearnerState.Sketched(embedding, algorithm, sketch.state(), sample.state());
    }

    @Override
    public long rows() {
        return sketch.rows();
    }

    @Override
    public long workingBytes() {
        return sketch.workingBytes()
                + embedding.map().bytes()
                + 4L * scratch.length
                + sparseScratch.bytes()
                + sample.workingBytes();
    }
}
