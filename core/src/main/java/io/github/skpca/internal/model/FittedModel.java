package io.github.skpca.internal.model;

import io.github.skpca.Calibration;
import io.github.skpca.ComponentCount;
import io.github.skpca.ErrorEstimate;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.Method;
import io.github.skpca.Novelty;
import io.github.skpca.Reconstruction;
import io.github.skpca.RowBatch;
import io.github.skpca.Workers;
import io.github.skpca.internal.baseline.LandmarkSummary;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.feature.Preprocessing;
import io.github.skpca.internal.feature.RowSample;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.sketch.CenteredSketch;
import io.github.skpca.internal.sketch.SketchAlgorithm;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The only implementation of {@link KernelPcaModel}: what was learned, and how many of its directions are used for what.
 *
 * <p>Everything packed or precomputed is made once and shared by all threads; the work space of a single row comes from a pool.
 */
public final class FittedModel implements KernelPcaModel {
    private final Settings settings;
    private final Fit fit;
    private final LeadingDirections own;
    private final LeadingDirections scoring;
    private final boolean provisional;

    /** What the maps are laid out for. */
    private final Backend backend = Backend.active();

    /** The same model for another arithmetic; computed on first use. */
    private volatile @Nullable FittedModel updated;

    private FittedModel(Settings settings, Fit fit, LeadingDirections scoring, boolean provisional) {
        this.settings = settings;
        this.fit = fit;
        this.scoring = scoring;
        this.provisional = provisional;
        // Those of the score have weights, which loadings have not.
        this.own = DirectionChoice.leading(fit, settings.components(), scoring.isWeighted() ? null : scoring);
    }

    /**
     * A model of a snapshot of a sketch.
     *
     * @param provisional whether the warm-up is unfinished, so that a later model may have another map
     */
    public FittedModel(Settings settings, Embedding embedding, SketchedRows rows, boolean provisional) {
        this(settings, Fit.of(embedding, rows, settings.method() == Method.RNCA), provisional);
    }

    /**
     * A model of landmarks.
     *
     * @param preprocessing how rows are standardised, and the kernel
     * @param provisional whether the warm-up is unfinished, so that a later model may have another bandwidth
     */
    public FittedModel(Settings settings, Preprocessing preprocessing, LandmarkSummary summary, boolean provisional) {
        this(settings, Fit.of(preprocessing, summary), provisional);
    }

    private FittedModel(Settings settings, Fit fit, boolean provisional) {
        this(settings, fit, DirectionChoice.scoring(settings, fit), provisional);
    }

    /** The implementation behind a model. */
    public static FittedModel of(KernelPcaModel model) {
        return (FittedModel) model;
    }

    @Override
    public void save(Path path) throws IOException {
        ModelFile.write(this, path);
    }

    @Override
    public byte[] toBytes() {
        return ModelFile.toBytes(this);
    }

    @Override
    public float[] transform(double[] row) {
        requireWidth(row.length);
        return now().own.transform(row);
    }

    @Override
    public float[] transform(float[] row) {
        requireWidth(row.length);
        return now().own.transform(row);
    }

    @Override
    public float[] transform(RowBatch rows, Workers workers) {
        float[] loadings = new float[Math.multiplyExact(rows.count(), own.count())];
        projector(workers).transform(rows, loadings);
        return loadings;
    }

    @Override
    public double score(double[] row) {
        requireWidth(row.length);
        return now().scoring.score(row);
    }

    @Override
    public double score(float[] row) {
        requireWidth(row.length);
        return now().scoring.score(row);
    }

    @Override
    public double[] score(RowBatch rows, Workers workers) {
        double[] scores = new double[rows.count()];
        projector(workers).score(rows, scores);
        return scores;
    }

    @Override
    public double residual(double[] row) {
        requireWidth(row.length);
        return now().own.residual(row);
    }

    @Override
    public double[] scoreGradient(double[] row) {
        requireWidth(row.length);
        ResidualSpace space = scoring.preImages().space();
        return space.scoreGradient(space.standardized(row));
    }

    @Override
    public double[] contributions(double[] row) {
        requireWidth(row.length);
        return scoring.preImages().contributions(row);
    }

    @Override
    public double[] expected(double[] row) {
        requireWidth(row.length);
        return scoring.preImages().expected(row);
    }

    @Override
    public Optional<Novelty> novelty(double[] row) {
        requireWidth(row.length);
        return noveltyParts().map(parts -> parts.of(row));
    }

    /** The two parts of scores; empty if the model was not fitted for novelty. */
    public Optional<NoveltyParts> noveltyParts() {
        return NoveltyParts.of(scoring);
    }

    @Override
    public Reconstruction reconstruct(double[] row) {
        requireWidth(row.length);
        return own.preImages().ofRow(row);
    }

    @Override
    public Reconstruction reconstructLoadings(float[] loadings) {
        return own.preImages().ofLoadings(loadings);
    }

    public MissingColumns missingColumns() {
        return scoring.missingColumns(settings.rowSettings().preparation());
    }

    private void requireWidth(int width) {
        if (width != columns()) {
            throw new IllegalArgumentException("a row of " + width + " columns for a model of " + columns());
        }
    }

    /** This model, or the same laid out for another arithmetic if that has become the active one. */
    FittedModel now() {
        Backend active = Backend.active();
        if (backend == active) {
            return this;
        }
        FittedModel made = updated;
        if (made == null || made.backend != active) {
            made = again();
            updated = made;
        }
        return made;
    }

    /** The same model, laid out for the arithmetic that is active now. */
    FittedModel again() {
        Fit other = fit.again();
        return new FittedModel(settings, other, scoring.again(other), provisional);
    }

    Fit fit() {
        return fit;
    }

    /** The k components. */
    LeadingDirections own() {
        return own;
    }

    /** The directions that rows are scored with. */
    LeadingDirections scoring() {
        return scoring;
    }

    /** A projector that transforms and scores many rows into the caller's arrays, without allocating; for one thread. */
    public Projector projector() {
        return projector(Workers.callerOnly());
    }

    /** As {@link #projector()}, sharing the work among threads. */
    public Projector projector(Workers workers) {
        return new Projector(this, workers);
    }

    @Override
    public int columns() {
        return fit.columns();
    }

    @Override
    public int features() {
        return embedding().map().size();
    }

    @Override
    public int components() {
        return own.count();
    }

    @Override
    public long rows() {
        return subspace().rows();
    }

    @Override
    public double weight() {
        return subspace().weight();
    }

    @Override
    public float[] directions() {
        return own.directions().clone();
    }

    @Override
    public double @Nullable [] mean() {
        double[] mean = subspace().mean();
        return mean == null ? null : mean.clone();
    }

    @Override
    public double[] spectrum() {
        return subspace().squares().clone();
    }

    @Override
    public double explainedVariance() {
        return subspace().explained(own.count());
    }

    @Override
    public boolean isShareMissed() {
        return settings.components().share() > explainedVariance();
    }

    @Override
    public boolean hasSketchBound() {
        return subspace().hasBound();
    }

    @Override
    public double sketchBound() {
        return subspace().bound(own.count());
    }

    @Override
    public OptionalDouble kernelBound() {
        return fit.kernelErrors().bound(own.count());
    }

    @Override
    public Optional<ErrorEstimate> kernelError() {
        return fit.kernelErrors().estimate(own.count());
    }

    @Override
    public double boundFailureProbability() {
        return subspace().failureProbability();
    }

    @Override
    public double shrinkSum() {
        return subspace().shrinkSum();
    }

    @Override
    public double excess() {
        return subspace().excess();
    }

    @Override
    public Optional<ErrorEstimate> mapError() {
        return fit.mapError().get();
    }

    @Override
    public Optional<Calibration> calibration() {
        return Optional.ofNullable(scoring.calibration());
    }

    /** The leading directions that rows are scored with, at most so many: rows over the features; a copy. */
    public float[] scoreDirections(int most) {
        return scoring.firstDirections(most);
    }

    @Override
    public OptionalDouble bandwidthRatio() {
        return fit.bandwidthRatio(settings.kernel());
    }

    /** The uniform sample of the raw training rows; null if none is kept. */
    public RowSample.@Nullable State sharedSample() {
        return fit.sample();
    }

    @Override
    public long space() {
        long features = embedding().features();
        long beside = settings.method() == Method.SKPCA ? settings.sketchSize() : features;
        return embedding().map().space() + features * beside;
    }

    @Override
    public boolean isProvisional() {
        return provisional;
    }

    /** The settings of the learner. */
    public Settings settings() {
        return settings;
    }

    /** From rows to features. */
    public Embedding embedding() {
        return fit.embedding();
    }

    /**
     * The sketch, its mean and its rows.
     *
     * @throws IllegalStateException if the model is made of landmarks
     */
    public CenteredSketch.Snapshot snapshot() {
        if (subspace() instanceof Subspace.OfSketch sketched) {
            return sketched.snapshot();
        }
        throw new IllegalStateException("method " + settings.method().label() + " has no sketch");
    }

    /** The sketch that the model was made with, and why it was chosen; empty if the model is made of landmarks. */
    public Optional<SketchAlgorithm.Choice> sketchChoice() {
        return subspace().sketchChoice(settings);
    }

    Subspace subspace() {
        return fit.subspace();
    }

    @Override
    public FittedModel withComponents(ComponentCount components) {
        return new FittedModel(settings.withComponents(components), fit, scoring, provisional);
    }

    /** Whether the score uses another number of directions than is the default for these settings. */
    boolean hasNamedScore() {
        return scoring.count() != DirectionChoice.scoring(settings, fit).count();
    }

    @Override
    public FittedModel withScoreComponents(ComponentCount components) {
        return new FittedModel(settings, fit, DirectionChoice.scoring(settings, fit, components), provisional);
    }

    /** The same model without an estimate of its map error. */
    FittedModel withoutMapError() {
        return with(SampledMapError.NONE);
    }

    /** The same model with an estimate that was made earlier. */
    FittedModel withMapError(ErrorEstimate known) {
        return with(fit.mapError().known(known));
    }

    private FittedModel with(SampledMapError mapError) {
        Fit other = fit.with(mapError);
        return new FittedModel(
                settings, other, new LeadingDirections(other, scoring.count(), scoring.isWeighted()), provisional);
    }
}
