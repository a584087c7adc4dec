package io.github.skpca.internal.model;

import io.github.skpca.Calibration;
import io.github.skpca.ComponentCount;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.MapError;
import io.github.skpca.Method;
import io.github.skpca.Reconstruction;
import io.github.skpca.Workers;
import io.github.skpca.internal.baseline.LandmarkSummary;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.feature.FeatureMap;
import io.github.skpca.internal.feature.KernelValueMap;
import io.github.skpca.internal.feature.Preprocessing;
import io.github.skpca.internal.feature.RowSample;
import io.github.skpca.internal.sketch.CenteredSketch;
import io.github.skpca.internal.sketch.SketchAlgorithm;
import io.github.skpca.internal.sketch.SketchSummary;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The one implementation of {@link KernelPcaModel}: embedding, subspace and sample of a snapshot. */
public final class FittedModel implements KernelPcaModel {
    private static final double FLOAT_ROUNDOFF = 0x1p-24;

    private final Settings settings;
    private final Embedding embedding;
    private final Subspace subspace;
    private final SampledMapError mapError;
    private final boolean provisional;
    private final String backend;
    private final int k;
    private final float[] components;
    private volatile float @Nullable [] folded;
    private volatile @Nullable PreImages preImages;
    private volatile @Nullable Calibration calibration;
    private volatile @Nullable SampleBox box;

    private FittedModel(
            Settings settings,
            Embedding embedding,
            Subspace subspace,
            SampledMapError mapError,
            boolean provisional,
            String backend) {
        this.settings = settings;
        this.embedding = embedding;
        this.subspace = subspace;
        this.mapError = mapError;
        this.provisional = provisional;
        this.backend = backend;
        this.k = settings.components().resolve(subspace.squares(), subspace.squaredNorm());
        this.components = subspace.directions(k);
    }

    /**
     * A model of a snapshot of a sketch. Five arguments: what it was told, what it has learned, and how it was made.
     *
     * @param provisional whether the warm-up goes on, so that a later model may have another map
     * @param backend the name of the arithmetic that made it
     */
    public FittedModel(
            Settings settings, Embedding embedding, SketchedRows rows, boolean provisional, String backend) {
        this(
                settings,
                embedding,
                new Subspace.OfSketch(rows.snapshot(), rows.algorithm(), settings.method() == Method.RNCA),
                new SampledMapError(embedding, rows.snapshot(), rows.sample()),
                provisional,
                backend);
    }

    /**
     * A model of landmarks.
     *
     * @param frame how rows are standardised, and the kernel
     * @param provisional whether the warm-up goes on, so that a later model may have another bandwidth
     * @param backend the name of the arithmetic that made it
     */
    public FittedModel(
            Settings settings, Preprocessing frame, LandmarkSummary summary, boolean provisional, String backend) {
        this(
                settings,
                new Embedding(
                        frame.standardizer(),
                        frame.kernel(),
                        new KernelValueMap(frame.kernel(), summary.state().rows(), frame.columns())),
                new Subspace.OfLandmarks(summary),
                SampledMapError.NONE,
                provisional,
                backend);
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
        float[] loadings = new float[k];
        projector().transform(checked(row), 0, 1, loadings, 0);
        return loadings;
    }

    @Override
    public float[] transform(float[] row) {
        return transform(widened(row));
    }

    @Override
    public double score(double[] row) {
        double[] score = new double[1];
        projector().score(checked(row), 0, 1, score, 0);
        return score[0];
    }

    @Override
    public double score(float[] row) {
        return score(widened(row));
    }

    @Override
    public double[] scoreGradient(double[] row) {
        ResidualSpace space = preImages().space();
        return space.scoreGradient(space.standardized(checked(row)));
    }

    @Override
    public double[] contributions(double[] row) {
        return preImages().contributions(checked(row));
    }

    @Override
    public Reconstruction reconstruct(double[] row) {
        return preImages().ofRow(checked(row));
    }

    @Override
    public Reconstruction reconstructLoadings(float[] loadings) {
        if (loadings.length != k) {
            throw new IllegalArgumentException(loadings.length + " loadings for a model of " + k + " components");
        }
        return preImages().ofLoadings(loadings);
    }

    /** The box that the learned rows lie in; empty if the model keeps none of them. */
    SampleBox box() {
        SampleBox made = box;
        if (made == null) {
            made = SampleBox.of(this);
            box = made;
        }
        return made;
    }

    private PreImages preImages() {
        PreImages made = preImages;
        if (made == null) {
            made = new PreImages(this);
            preImages = made;
        }
        return made;
    }

    private double[] checked(double[] row) {
        if (row.length != columns()) {
            throw new IllegalArgumentException("a row of " + row.length + " columns for a model of " + columns());
        }
        return row;
    }

    private static double[] widened(float[] row) {
        double[] wide = new double[row.length];
        for (int j = 0; j < row.length; j++) {
            wide[j] = row[j];
        }
        return wide;
    }

    /** Something that transforms and scores many rows without allocating; for one thread. */
    public Projector projector() {
        return projector(Workers.callerOnly());
    }

    /** As {@link #projector()}, sharing the work among threads. */
    public Projector projector(Workers workers) {
        return new Projector(this, workers);
    }

    @Override
    public int columns() {
        return embedding.columns();
    }

    @Override
    public int features() {
        return embedding.map().size();
    }

    @Override
    public int components() {
        return k;
    }

    @Override
    public long rows() {
        return subspace.rows();
    }

    @Override
    public double weight() {
        return subspace.weight();
    }

    @Override
    public float[] directions() {
        return components.clone();
    }

    float[] sharedDirections() {
        return components;
    }

    /**
     * M W_k, a row a direction, and if there is a mean mu, M mu as one more: made once, because it takes longer than a row.
     * Where the map has no M, the directions as they are.
     *
     * @return not to be changed
     */
    float[] foldedDirections() {
        FeatureMap map = embedding.map();
        float[] made = map.inner() == map ? components : folded;
        if (made == null) {
            made = folded(map, components, k, subspace.mean());
            folded = made;
        }
        return made;
    }

    private static float[] folded(FeatureMap map, float[] directions, int k, double @Nullable [] mean) {
        int rows = mean == null ? k : k + 1;
        double[] wide = new double[rows * map.features()];
        for (int i = 0; i < directions.length; i++) {
            wide[i] = directions[i];
        }
        if (mean != null) {
            System.arraycopy(mean, 0, wide, directions.length, mean.length);
        }
        double[] product = map.folded(wide, 0, rows);
        float[] narrow = new float[product.length];
        for (int i = 0; i < narrow.length; i++) {
            narrow[i] = (float) product[i];
        }
        return narrow;
    }

    @Override
    public double @Nullable [] mean() {
        double[] mean = subspace.mean();
        return mean == null ? null : mean.clone();
    }

    double @Nullable [] sharedMean() {
        return subspace.mean();
    }

    @Override
    public double[] spectrum() {
        return subspace.squares().clone();
    }

    @Override
    public double explainedVariance() {
        double total = subspace.squaredNorm();
        double[] squares = subspace.squares();
        double sum = 0;
        for (int i = 0; i < k; i++) {
            sum += squares[i];
        }
        // A window's sketch may hold a little of rows that left, which its total does not.
        boolean mayExceed = subspace instanceof Subspace.OfSketch sketched
                && sketched.snapshot().summary().state().excess() > 0;
        double share = total > 0 ? sum / total : 1;
        return mayExceed ? Math.min(1, share) : share;
    }

    @Override
    public boolean isShareMissed() {
        return settings.components().share() > explainedVariance();
    }

    @Override
    public boolean hasSketchBound() {
        return subspace instanceof Subspace.OfSketch;
    }

    @Override
    public double sketchBound() {
        if (!(subspace instanceof Subspace.OfSketch sketched)) {
            return Double.NaN;
        }
        SketchSummary summary = sketched.snapshot().summary();
        double error = summary.state().error();
        // W_k is kept in float: W_k + E with ||E||_F <= u sqrt(k) moves the projection by at most 2 ||E|| + ||E||^2.
        double shift = FLOAT_ROUNDOFF * Math.sqrt(k);
        double projection = (2 * shift + shift * shift) * (summary.squaredSingularValue(1) + error);
        return (summary.squaredSingularValue(k + 1) + error + projection) / weight();
    }

    @Override
    public double boundFailureProbability() {
        return subspace instanceof Subspace.OfSketch sketched
                ? sketched.snapshot().summary().state().certificate().failureProbability()
                : 0;
    }

    @Override
    public double shrinkSum() {
        return subspace instanceof Subspace.OfSketch sketched
                ? sketched.snapshot().summary().state().delta() / weight()
                : 0;
    }

    @Override
    public double excess() {
        return subspace instanceof Subspace.OfSketch sketched
                ? sketched.snapshot().summary().state().excess() / weight()
                : 0;
    }

    @Override
    public Optional<MapError> mapError() {
        return mapError.get();
    }

    @Override
    public Optional<Calibration> calibration() {
        Calibration made = calibration;
        RowSample.State sample = sharedSample();
        if (made == null && sample != null && sample.count() > 0) {
            // Two threads that ask at once make the same.
            made = new Calibration(new LeaveOneOut(this, sample).scores());
            calibration = made;
        }
        return Optional.ofNullable(made);
    }

    RowSample.@Nullable State sharedSample() {
        return mapError.sample();
    }

    @Override
    public long space() {
        long beside = settings.method() == Method.SKPCA ? settings.sketchSize() : embedding.features();
        return embedding.map().space() + embedding.features() * beside;
    }

    @Override
    public boolean isProvisional() {
        return provisional;
    }

    @Override
    public String backend() {
        return backend;
    }

    /** What the learner was told. */
    public Settings settings() {
        return settings;
    }

    /** From rows to features. */
    public Embedding embedding() {
        return embedding;
    }

    /**
     * The sketch, its mean and its rows.
     *
     * @throws IllegalStateException if the model is made of landmarks
     */
    public CenteredSketch.Snapshot snapshot() {
        if (subspace instanceof Subspace.OfSketch sketched) {
            return sketched.snapshot();
        }
        throw new IllegalStateException("method " + settings.method().label() + " has no sketch");
    }

    /** The sketch that it was made with, and why that one; empty if the model is made of landmarks. */
    public Optional<SketchAlgorithm.Choice> sketchChoice() {
        return subspace instanceof Subspace.OfSketch sketched
                ? Optional.of(settings.sketchChoice(
                        sketched.algorithm(), sketched.snapshot().summary().state().columns()))
                : Optional.empty();
    }

    Subspace subspace() {
        return subspace;
    }

    @Override
    public FittedModel withComponents(ComponentCount components) {
        return new FittedModel(
                settings.withComponents(components), embedding, subspace, mapError, provisional, backend);
    }

    /** The same model without the means to estimate its map's error. */
    FittedModel withoutMapError() {
        return new FittedModel(settings, embedding, subspace, SampledMapError.NONE, provisional, backend);
    }

    /**
     * The model to score rows with where nothing speaks for a number of components: the same with all directions of its sketch. What a
     * sketch knows of usual rows is not in the leading directions alone, and novel ones stand out more when all of them are taken off.
     *
     * <p>Where all directions would leave next to nothing of any row, the model as it is: for the methods that keep no sketch, for rnca,
     * and where a sketch has as many rows as there are random features.
     */
    public FittedModel withAllDirections() {
        int all = subspace.squares().length;
        boolean isWhole = embedding.map().landmarkCount() == 0 && all >= embedding.features();
        return settings.method() != Method.SKPCA || all <= k || isWhole ? this : withComponents(ComponentCount.of(all));
    }

    /** The same model with an estimate that was made before. */
    FittedModel withMapError(MapError known) {
        return new FittedModel(settings, embedding, subspace, mapError.known(known), provisional, backend);
    }
}
