package io.github.skpca.model;

import io.github.skpca.feature.Embedding;
import io.github.skpca.linalg.Workers;
import io.github.skpca.sketch.CenteredSketch;
import io.github.skpca.sketch.SketchSummary;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Kernel principal components at one moment of a stream: loadings W_k'(z(x) - mu) of a row x, and a bound on their error.
 *
 * <p>Immutable; used by many threads at once. The k directions are the leading right singular vectors of the sketch; the
 * largest entry of each is positive, so that signs do not change from one fit to the next.
 */
public final class KernelPcaModel {
    private static final double FLOAT_ROUNDOFF = 0x1p-24;

    private final Settings settings;
    private final Embedding embedding;
    private final CenteredSketch.Snapshot snapshot;
    private final boolean provisional;
    private final String backend;
    private final int k;
    private final float[] components;

    /**
     * A model of a snapshot.
     *
     * @param provisional whether the warm-up goes on, so that a later model may have another map
     * @param backend the name of the arithmetic that made it
     */
    public KernelPcaModel(
            Settings settings,
            Embedding embedding,
            CenteredSketch.Snapshot snapshot,
            boolean provisional,
            String backend) {
        this.settings = settings;
        this.embedding = embedding;
        this.snapshot = snapshot;
        this.provisional = provisional;
        this.backend = backend;
        this.k = settings.components().resolve(snapshot.summary());
        this.components = directions(snapshot.summary(), k);
    }

    /**
     * The first k rows of the sketch, made orthonormal and with the stable sign, as floats. The rows are orthogonal already,
     * but only relative to the longest: two that are near the level of rounding may lean towards each other.
     */
    private static float[] directions(SketchSummary summary, int k) {
        int features = summary.state().columns();
        double[] rows = summary.state().rows();
        double[] orthonormal = new double[k * features];
        float[] directions = new float[k * features];
        for (int i = 0; i < k; i++) {
            int row = i * features;
            double length = 1 / Math.sqrt(dot(rows, row, rows, row, features));
            addScaled(length, rows, row, orthonormal, row, features);
            for (int round = 0; round < 2; round++) {
                for (int before = 0; before < row; before += features) {
                    double lean = dot(orthonormal, before, orthonormal, row, features);
                    addScaled(-lean, orthonormal, before, orthonormal, row, features);
                }
            }
            double norm = Math.sqrt(dot(orthonormal, row, orthonormal, row, features));
            int largest = row;
            for (int j = row; j < row + features; j++) {
                largest = Math.abs(orthonormal[j]) > Math.abs(orthonormal[largest]) ? j : largest;
            }
            double factor = Math.copySign(1 / norm, orthonormal[largest]);
            for (int j = row; j < row + features; j++) {
                orthonormal[j] *= Math.abs(factor);
                directions[j] = (float) (Math.signum(factor) * orthonormal[j]);
            }
        }
        return directions;
    }

    private static double dot(double[] x, int xAt, double[] y, int yAt, int length) {
        double sum = 0;
        for (int j = 0; j < length; j++) {
            sum += x[xAt + j] * y[yAt + j];
        }
        return sum;
    }

    private static void addScaled(double factor, double[] x, int xAt, double[] y, int yAt, int length) {
        for (int j = 0; j < length; j++) {
            y[yAt + j] += factor * x[xAt + j];
        }
    }

    /**
     * Reads a model file.
     *
     * @throws ModelFileException if it is not one, or is damaged
     */
    public static KernelPcaModel load(Path path) throws IOException {
        return ModelFile.readModel(path);
    }

    /** Writes the model, atomically: the file is whole or it is not there. */
    public void save(Path path) throws IOException {
        ModelFile.write(this, path);
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

    /** How much of a row lies outside the subspace: ||(I - W_k W_k')(z(x) - mu)||^2, near 0 for rows like those seen. */
    public double score(double[] row) {
        double[] score = new double[1];
        projector().score(checked(row), 0, 1, score, 0);
        return score[0];
    }

    /** How much of a row lies outside the subspace. */
    public double score(float[] row) {
        return score(widened(row));
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

    /** m, the number of features. */
    public int features() {
        return embedding.features();
    }

    /** k, the number of components: at most what was asked for, and no more than the rows have directions. */
    public int components() {
        return k;
    }

    /** n, the number of training rows. */
    public long rows() {
        return snapshot.rows();
    }

    /** W_k', k rows of m floats; a copy. */
    public float[] directions() {
        return components.clone();
    }

    float[] sharedDirections() {
        return components;
    }

    /** The mean of the features of the training rows, or null if the model is not centred; a copy. */
    public double @Nullable [] mean() {
        double[] mean = snapshot.mean();
        return mean == null ? null : mean.clone();
    }

    double @Nullable [] sharedMean() {
        return snapshot.mean();
    }

    /** sigma_i(B)^2, the variances along all directions of the sketch times n, the largest first; a copy. */
    public double[] spectrum() {
        return snapshot.summary().squaredSingularValues().clone();
    }

    /** The sum of the k leading sigma_i(B)^2 over ||Z||_F^2 of the training rows; 1 if the rows do not vary. */
    public double explainedVariance() {
        double total = snapshot.summary().state().squaredNorm();
        double sum = 0;
        for (int i = 1; i <= k; i++) {
            sum += snapshot.summary().squaredSingularValue(i);
        }
        return total > 0 ? sum / total : 1;
    }

    /** Whether a share of variance was asked for that the sketch cannot reach. */
    public boolean isShareMissed() {
        return settings.components().share() > explainedVariance();
    }

    /**
     * (sigma_{k+1}(B)^2 + delta + rounding) / n: a proved bound on ||ZZ' - Z W_k W_k' Z'||_2 / n over the training rows, with Z
     * about its mean if the model is centred.
     */
    public double sketchBound() {
        SketchSummary summary = snapshot.summary();
        double error = summary.state().error();
        // W_k is kept in float: W_k + E with ||E||_F <= u sqrt(k) moves the projection by at most 2 ||E|| + ||E||^2.
        double shift = FLOAT_ROUNDOFF * Math.sqrt(k);
        double projection = (2 * shift + shift * shift) * (summary.squaredSingularValue(1) + error);
        return (summary.squaredSingularValue(k + 1) + error + projection) / rows();
    }

    /**
     * The chance that {@link #sketchBound()} is wrong: 0 where it is proved without one, at most 1e-6 a stream for a block
     * shrink.
     */
    public double boundFailureProbability() {
        return snapshot.summary().state().certificate().failureProbability();
    }

    /** delta over n: the sum of all shrinks, and of the residual bounds of block shrinks. */
    public double shrinkSum() {
        return snapshot.summary().state().delta() / rows();
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

    /** The sketch, its mean and its rows. */
    public CenteredSketch.Snapshot snapshot() {
        return snapshot;
    }

    /** The same sketch with another number of components. */
    public KernelPcaModel withComponents(ComponentCount components) {
        Settings changed = new Settings(
                settings.columns(),
                settings.kernel(),
                settings.map(),
                settings.features(),
                settings.sketchSize(),
                settings.shrink(),
                components,
                settings.centered(),
                settings.standardized(),
                settings.warmUpRows(),
                settings.seed());
        return new KernelPcaModel(changed, embedding, snapshot, provisional, backend);
    }
}
