package io.github.skpca.model;

import io.github.skpca.baseline.LandmarkSummary;
import io.github.skpca.feature.Embedding;
import io.github.skpca.feature.Frame;
import io.github.skpca.feature.LandmarkFeatures;
import io.github.skpca.feature.LandmarkMap;
import io.github.skpca.feature.MapError;
import io.github.skpca.feature.RowSample;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.linalg.Workers;
import io.github.skpca.sketch.CenteredSketch;
import io.github.skpca.sketch.SketchSummary;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Kernel principal components at one moment of a stream: loadings W_k'(z(x) - mu) of a row x, and a bound on their error.
 *
 * <p>Immutable; used by many threads at once. For a sketch of features z the k directions are the leading right singular vectors
 * of the sketch. For landmarks z(x) holds the kernel values K(x, c_j), and W_k' is Lambda_k^-1/2 V_k' of their kernel matrix. The
 * largest entry of each direction is positive, so that signs do not change from one fit to the next on one backend.
 */
public final class KernelPcaModel {
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

    private KernelPcaModel(
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
     * A model of a snapshot of a sketch.
     *
     * @param sample a sample of the same rows as they are weighted, or null if there is none
     * @param provisional whether the warm-up goes on, so that a later model may have another map
     * @param backend the name of the arithmetic that made it
     */
    public KernelPcaModel(
            Settings settings,
            Embedding embedding,
            CenteredSketch.Snapshot snapshot,
            RowSample.@Nullable State sample,
            boolean provisional,
            String backend) {
        this(
                settings,
                embedding,
                new Subspace.OfSketch(snapshot, settings.method() == Method.RNCA),
                new SampledMapError(embedding, snapshot, sample),
                provisional,
                backend);
        if (sample != null && sample.seen() != snapshot.rows()) {
            throw new IllegalArgumentException(
                    "a sample of " + sample.seen() + " rows beside a sketch of " + snapshot.rows());
        }
    }

    /**
     * A model of landmarks.
     *
     * @param frame how rows are standardised, and the kernel
     * @param provisional whether the warm-up goes on, so that a later model may have another bandwidth
     * @param backend the name of the arithmetic that made it
     */
    public KernelPcaModel(
            Settings settings, Frame frame, LandmarkSummary summary, boolean provisional, String backend) {
        this(
                settings,
                new Embedding(
                        frame.standardizer(),
                        frame.kernel(),
                        new LandmarkMap(frame.kernel(), summary.state().rows(), frame.columns())),
                new Subspace.OfLandmarks(summary),
                SampledMapError.NONE,
                provisional,
                backend);
    }

    /**
     * Reads a model file.
     *
     * @throws ModelFileException if it is not one, or is damaged
     */
    public static KernelPcaModel load(Path path) throws IOException {
        return ModelFile.readModel(path);
    }

    /**
     * Reads a model of a user's own kernel. The file holds the name and the bandwidth of such a kernel and no code; without the kernel
     * a model of random features still transforms and scores, one of landmarks does not.
     *
     * @param kernel the one that the model was fitted with
     * @throws ModelFileException if it is no model or damaged, or was fitted with a kernel of another name or bandwidth
     */
    public static KernelPcaModel load(Path path, Kernel kernel) throws IOException {
        return ModelFile.readModel(path, kernel);
    }

    /** Writes the model, atomically: the file is whole or it is not there. */
    public void save(Path path) throws IOException {
        ModelFile.write(this, path);
    }

    /**
     * A model out of the bytes of a model file, for places where there are no files, with the same checks.
     *
     * @param bytes as {@link #toBytes()} gives them; not kept, not changed
     * @throws ModelFileException if they are not a model, or are damaged
     */
    public static KernelPcaModel fromBytes(byte[] bytes) throws IOException {
        return ModelFile.readModel(bytes, "model");
    }

    /** As {@link #load(Path, Kernel)}, out of bytes. See {@link #fromBytes(byte[])}. */
    public static KernelPcaModel fromBytes(byte[] bytes, Kernel kernel) throws IOException {
        return ModelFile.readModel(bytes, "model", kernel);
    }

    /** The bytes that {@link #save} writes, in a fresh array. */
    public byte[] toBytes() {
        return ModelFile.toBytes(this);
    }

    /** The k loadings of a row of d numbers. */
    public float[] transform(double[] row) {
        float[] loadings = new float[k];
        projector().transform(checked(row), 0, 1, loadings, 0);
        return loadings;
    }

    /** The k loadings of a row of d numbers. */
    public float[] transform(float[] row) {
        return transform(widened(row));
    }

    /**
     * How novel a row is, near 0 for rows like those seen. It is how much of the row lies outside the subspace, ||(I - W_k W_k')(z(x) - mu)||^2 among
     * features; for landmarks the same in the kernel's own space, K(x,x) less the squares of the loadings, about the mean if centred. For a row
     * beyond the smallest box that holds the kept rows this is multiplied by 1 + b, b its squared distance from that box over 2 bandwidth^2, in
     * standardised columns, so that the score keeps growing where a Gaussian no longer does.
     */
    public double score(double[] row) {
        double[] score = new double[1];
        projector().score(checked(row), 0, 1, score, 0);
        return score[0];
    }

    /** How much of a row lies outside the subspace. */
    public double score(float[] row) {
        return score(widened(row));
    }

    /**
     * The gradient of the score: how fast it rises with each column of a row, per unit of that column.
     *
     * @param row d numbers; read only
     * @throws IllegalArgumentException if a number of it is not finite
     */
    public double[] scoreGradient(double[] row) {
        ResidualSpace space = preImages().space();
        return space.scoreGradient(space.standardized(checked(row)));
    }

    /**
     * Why a row is novel: the share of each column in it. A column's share is how much the score falls when the column is put back to
     * where the row's pre-image has it, and how much it rises when that alone is undone. Takes some milliseconds.
     *
     * @param row d numbers; read only
     * @return d numbers, not negative, that sum to 1
     * @throws IllegalArgumentException if a number of the row is not finite
     */
    public double[] contributions(double[] row) {
        return preImages().contributions(checked(row));
    }

    /**
     * An approximate pre-image of the projection of a row: the row, found by a search that begins at the given one, whose image is
     * nearest to W_k W_k'(z(x) - mu) + mu. What the k components do not hold, such as noise, is gone from it. Takes some
     * milliseconds; the error is at most the score of the row.
     *
     * @param row d numbers; read only
     * @throws IllegalArgumentException if a number of it is not finite
     */
    public Reconstruction reconstruct(double[] row) {
        return preImages().ofRow(checked(row));
    }

    /**
     * An approximate pre-image of loadings: the row, found by a search that begins at learned ones, whose own image is nearest to the
     * point of the subspace that has these loadings.
     *
     * @param loadings k numbers; read only
     * @throws IllegalArgumentException if a number of them is not finite
     */
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

    /** d, the width of a row. */
    public int columns() {
        return embedding.columns();
    }

    /** m, the number of features, or of landmarks where features are made of them. */
    public int features() {
        return embedding.map() instanceof LandmarkFeatures nystrom ? nystrom.landmarks() : embedding.features();
    }

    /** k, the number of components: at most what was asked for, and no more than the rows have directions. */
    public int components() {
        return k;
    }

    /** n, the number of training rows, whatever they still weigh. */
    public long rows() {
        return subspace.rows();
    }

    /**
     * w, the sum of the weights of the training rows: their number if nothing is forgotten, 2^(-age / h) summed with a half-life, the
     * rows in the window with one. What errors and variances are divided by.
     */
    public double weight() {
        return subspace.weight();
    }

    /** W_k', k rows of m floats (of r for r features of landmarks), orthonormal for a sketch; a copy. */
    public float[] directions() {
        return components.clone();
    }

    float[] sharedDirections() {
        return components;
    }

    /**
     * M W_k, a row a direction, and if there is a mean mu, M mu as one more: made once, because it takes longer than a row.
     *
     * @param nystrom the map of this model
     * @return not to be changed
     */
    float[] foldedDirections(LandmarkFeatures nystrom) {
        float[] made = folded;
        if (made == null) {
            made = folded(nystrom, components, k, subspace.mean());
            folded = made;
        }
        return made;
    }

    private static float[] folded(LandmarkFeatures nystrom, float[] directions, int k, double @Nullable [] mean) {
        int rows = mean == null ? k : k + 1;
        double[] wide = new double[rows * nystrom.features()];
        for (int i = 0; i < directions.length; i++) {
            wide[i] = directions[i];
        }
        if (mean != null) {
            System.arraycopy(mean, 0, wide, directions.length, mean.length);
        }
        double[] product = nystrom.folded(wide, 0, rows);
        float[] narrow = new float[product.length];
        for (int i = 0; i < narrow.length; i++) {
            narrow[i] = (float) product[i];
        }
        return narrow;
    }

    /** The mean of the features of the training rows (for Nystrom of the sampled ones), or null if the model is not centred; a copy. */
    public double @Nullable [] mean() {
        double[] mean = subspace.mean();
        return mean == null ? null : mean.clone();
    }

    double @Nullable [] sharedMean() {
        return subspace.mean();
    }

    /**
     * sigma_i^2, the variances along all directions times w, the largest first: those of the sketch, or the eigenvalues of the
     * kernel matrix, for Nystrom those of the sample times n/c, an estimate; a copy.
     */
    public double[] spectrum() {
        return subspace.squares().clone();
    }

    /** The sum of the k leading sigma_i^2 over that of all rows, for Nystrom of the sample; 1 if the rows do not vary. */
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

    /** Whether a share of variance was asked for that the sketch cannot reach. */
    public boolean isShareMissed() {
        return settings.components().share() > explainedVariance();
    }

    /** Whether there is a sketch to bound the error of: for skpca and rnca. Nothing is proved of a sample; exact is exact. */
    public boolean hasSketchBound() {
        return subspace instanceof Subspace.OfSketch;
    }

    /**
     * (sigma_{k+1}(B)^2 + delta + rounding) / w: a bound on ||ZZ' - Z W_k W_k' Z'||_2 / w over the training rows, with Z
     * about its mean if the model is centred, and each of its rows times the root of its weight if rows are forgotten; w is the
     * {@link #weight()}. Not a number where there is no sketch, see {@link #hasSketchBound()}.
     *
     * <p>It is proved, with a measured constant for the eigen solver (docs/decisions/0004), up to a chance of
     * {@link #boundFailureProbability()}. The kernel error on the training rows is at most that of the map plus this bound, plus what
     * loadings in float add: with random features and K(x, x) = 1 at most 2^-23 (130 + m/128) sqrt(k), in all models that were
     * measured less than 3e-7.
     */
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

    /**
     * The chance that {@link #sketchBound()} of this snapshot is wrong: 0 where it is proved without one, at most 1e-6 for a block
     * shrink, summed over learners that were merged. It is over the seed, for rows chosen without knowledge of it; against hostile
     * rows draw the seed at random and keep it secret. Another snapshot of the same stream has a chance of its own.
     */
    public double boundFailureProbability() {
        return subspace instanceof Subspace.OfSketch sketched
                ? sketched.snapshot().summary().state().certificate().failureProbability()
                : 0;
    }

    /** delta over w: the sum of all shrinks, and of the residual bounds of block shrinks; 0 where nothing shrinks. */
    public double shrinkSum() {
        return subspace instanceof Subspace.OfSketch sketched
                ? sketched.snapshot().summary().state().delta() / weight()
                : 0;
    }

    /**
     * What the sketch may hold over w that the rows of the window do not, the other side of {@link #shrinkSum()}: together with it the
     * guarantee of a window, ||Bx||^2 - ||Z_N x||^2 <= excess w and ||Z_N x||^2 - ||Bx||^2 <= shrinkSum w for every unit x, up to
     * rounding. 0 without a window.
     */
    public double excess() {
        return subspace instanceof Subspace.OfSketch sketched
                ? sketched.snapshot().summary().state().excess() / weight()
                : 0;
    }

    /**
     * An estimate of ||G - ZZ'||_2 / n over the training rows as they are weighted, the part of the kernel error that is the map's, made from a sample of
     * them; for a centred model both matrices are centred. Empty for methods without a map to blame, for models whose stream was
     * begun by a version that kept no sample, and where the kernel's code is not at hand. Made when first asked for, which
     * takes a fraction of a second, by the thread that asks.
     */
    public Optional<MapError> mapError() {
        return mapError.get();
    }

    /**
     * What turns a score of this model into a p-value, made from a sample of the training rows. Empty for methods that keep no such
     * sample, and for models whose stream was begun by a version that kept none. Made when first asked for, which takes a fraction of
     * a second, by the thread that asks.
     */
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

    /** Space as the paper counts it, in numbers: md + ml, md + m^2, cd + c^2 or nd + n^2; md + mr + rl for r features of landmarks. */
    public long space() {
        long m = features();
        if (embedding.map() instanceof LandmarkFeatures nystrom) {
            long r = nystrom.features();
            return m * (columns() + r) + r * settings.sketchSize();
        }
        long beside = settings.method() == Method.SKPCA ? settings.sketchSize() : m;
        return m * (columns() + beside);
    }

    /** Whether the warm-up was still going on: a later model may have another bandwidth and so another map. */
    public boolean isProvisional() {
        return provisional;
    }

    /** The name of the arithmetic that made it. */
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

    Subspace subspace() {
        return subspace;
    }

    /** The same directions, another number of them; no more than the model has. */
    public KernelPcaModel withComponents(ComponentCount components) {
        return new KernelPcaModel(
                settings.withComponents(components), embedding, subspace, mapError, provisional, backend);
    }

    /** The same model without the means to estimate its map's error. */
    KernelPcaModel withoutMapError() {
        return new KernelPcaModel(settings, embedding, subspace, SampledMapError.NONE, provisional, backend);
    }

    /**
     * The model to score rows with where nothing speaks for a number of components: the same with all directions of its sketch. What a
     * sketch knows of usual rows is not in the leading directions alone, and novel ones stand out more when all of them are taken off.
     *
     * <p>Where all directions would leave next to nothing of any row, the model as it is: for the methods that keep no sketch, for rnca,
     * and where a sketch has as many rows as there are random features.
     */
    public KernelPcaModel withAllDirections() {
        int all = subspace.squares().length;
        boolean isWhole = !(embedding.map() instanceof LandmarkFeatures) && all >= embedding.features();
        return settings.method() != Method.SKPCA || all <= k || isWhole ? this : withComponents(ComponentCount.of(all));
    }

    /** The same model with an estimate that was made before. */
    KernelPcaModel withMapError(MapError known) {
        return new KernelPcaModel(settings, embedding, subspace, mapError.known(known), provisional, backend);
    }
}
