package io.github.skpca.internal.model;

import io.github.skpca.Calibration;
import io.github.skpca.RowBatch;
import io.github.skpca.RowPreparation;
import io.github.skpca.internal.feature.FeatureMap;
import io.github.skpca.internal.feature.RowSample;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * The leading directions of a fit, and everything computed from them once: loadings, residuals, pre-images, p-values.
 *
 * <p>Immutable except for what is computed on first use, where concurrent threads compute equal values; safe for any number of threads.
 */
final class LeadingDirections {
    private final Fit fit;
    private final int count;
    private final boolean isWeighted;
    private volatile @Nullable ScoreWeights weights;
    private volatile @Nullable IsolatedDirections isolatedDirections;
    private volatile float @Nullable [] directions;
    private volatile float @Nullable [] folded;
    private volatile @Nullable Loadings loadings;
    private volatile @Nullable Residuals residuals;
    private volatile @Nullable PreImages preImages;
    private volatile @Nullable MissingColumns missingColumns;
    private volatile @Nullable Calibration calibration;
    private volatile @Nullable PartCalibrations parts;

    /**
     * The leading directions of a fit.
     *
     * @param count at most as many as the fit has
     */
    LeadingDirections(Fit fit, int count) {
        this(fit, count, false);
    }

    /**
     * The leading directions of a fit, and how they are scored with.
     *
     * @param count at most as many as the fit has
     * @param isWeighted whether they count in the score by the rows that hold them
     */
    LeadingDirections(Fit fit, int count, boolean isWeighted) {
        this.fit = fit;
        this.count = count;
        this.isWeighted = isWeighted;
    }

    /** The same of a fit that is laid out for another arithmetic, with what is known already. */
    LeadingDirections again(Fit other) {
        LeadingDirections made = new LeadingDirections(other, count, isWeighted);
        made.weights = weights;
        made.isolatedDirections = isolatedDirections;
        made.directions = directions;
        made.folded = folded;
        made.calibration = calibration;
        made.parts = parts;
        return made;
    }

    Fit fit() {
        return fit;
    }

    /** Whether they count in the score by the rows that hold them. */
    boolean isWeighted() {
        return isWeighted;
    }

    /** How much each counts in the score; null if all count whole. */
    @Nullable
    ScoreWeights weights() {
        ScoreWeights made = weights;
        if (made == null && isWeighted) {
            Subspace subspace = fit.subspace();
            made = new ScoreWeights(subspace.squares(), count, subspace.weight());
            weights = made;
        }
        return made;
    }

    /** The rows of the sample that a score is to leave out: the isolated ones, where directions have weights. */
    boolean[] leftOutRows() {
        return isWeighted ? fit.isolated() : new boolean[0];
    }

    /** The box beyond which scores grow: that of the sample, without the rows that are left out. */
    SampleBox box() {
        return isWeighted ? fit.usualBox() : fit.box();
    }

    /** The directions of the rows that are left out. */
    IsolatedDirections isolatedDirections() {
        IsolatedDirections made = isolatedDirections;
        if (made == null) {
            RowSample.State sample = fit.sample();
            made = sample == null || !isWeighted
                    ? IsolatedDirections.none(sample == null ? 0 : sample.count())
                    : IsolatedDirections.of(this, sample, fit.isolated());
            isolatedDirections = made;
        }
        return made;
    }

    /** How many directions there are. */
    int count() {
        return count;
    }

    /** W', one row per direction, over the features; not to be changed. */
    float[] directions() {
        float[] made = directions;
        if (made == null) {
            made = fit.subspace().directions(count);
            directions = made;
        }
        return made;
    }

    /** The first of {@link #directions()}, at most so many; a copy. */
    float[] firstDirections(int most) {
        return Arrays.copyOf(
                directions(), Math.min(most, count) * fit.embedding().features());
    }

    /**
     * The directions over {@link Fit#multiplied()}. For landmark features z = M'k(x) they are the rows of W'M', and if there is a mean mu,
     * mu'M' is one more row; otherwise they are {@link #directions()}.
     *
     * @return not to be changed
     */
    float[] folded() {
        FeatureMap map = fit.embedding().map();
        if (map.inner() == map) {
            return directions();
        }
        float[] made = folded;
        if (made == null) {
            made = folded(map, directions(), fit.mean());
            folded = made;
        }
        return made;
    }

    private static float[] folded(FeatureMap map, float[] directions, double @Nullable [] mean) {
        int count = directions.length / map.features();
        int rows = mean == null ? count : count + 1;
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

    /** W'mu in double; zeros if there is no mean. With it W'(z - mu) costs no more than W'z. */
    double[] wideOffset() {
        double[] mean = fit.mean();
        float[] rows = directions();
        double[] offset = new double[count];
        for (int i = 0; i < count && mean != null; i++) {
            double sum = 0;
            for (int j = 0; j < mean.length; j++) {
                sum += rows[i * mean.length + j] * mean[j];
            }
            offset[i] = sum;
        }
        return offset;
    }

    /** As {@link #wideOffset()}, rounded to float. */
    float[] offset() {
        double[] wide = wideOffset();
        float[] narrow = new float[wide.length];
        for (int i = 0; i < narrow.length; i++) {
            narrow[i] = (float) wide[i];
        }
        return narrow;
    }

    Loadings loadings() {
        Loadings made = loadings;
        if (made == null) {
            made = new Loadings(this);
            loadings = made;
        }
        return made;
    }

    Residuals residuals() {
        Residuals made = residuals;
        if (made == null) {
            made = new Residuals(this);
            residuals = made;
        }
        return made;
    }

    PreImages preImages() {
        PreImages made = preImages;
        if (made == null) {
            made = new PreImages(this);
            preImages = made;
        }
        return made;
    }

    MissingColumns missingColumns(RowPreparation preparation) {
        MissingColumns made = missingColumns;
        if (made == null) {
            made = new MissingColumns(this, preparation);
            missingColumns = made;
        }
        return made;
    }

    /** The calibration that turns scores by these directions into p-values; null if the fit keeps no sample. */
    @Nullable
    Calibration calibration() {
        Calibration made = calibration;
        RowSample.State sample = fit.sample();
        if (made == null && sample != null && sample.count() > 0) {
            made = calibrated(sample);
        }
        return made;
    }

    /**
     * What turns the two parts of a score into p-values.
     *
     * @param outside of Q
     * @param inside of T^2
     */
    record PartCalibrations(Calibration outside, Calibration inside) {}

    /** The calibrations of the two parts of a score; null if the fit keeps no sample. */
    @Nullable
    PartCalibrations partCalibrations() {
        RowSample.State sample = fit.sample();
        if (parts == null && sample != null && sample.count() > 0) {
            calibrated(sample);
        }
        return parts;
    }

    private Calibration calibrated(RowSample.State sample) {
        LeaveOneOut.Left left = new LeaveOneOut(this, sample).all();
        Calibration made = CalibrationScores.of(this, left.scores(), sample, fit.tail());
        parts = new PartCalibrations(new Calibration(left.outside()), new Calibration(left.inside()));
        calibration = made;
        return made;
    }

    /** The loadings of one row. Allocates nothing else, once there is a work space for every concurrent thread. */
    float[] transform(double[] row) {
        RowWorkspace space = fit.workspaces().take();
        space.read(row, 0);
        return transformed(space);
    }

    /** The loadings of one row. */
    float[] transform(float[] row) {
        RowWorkspace space = fit.workspaces().take();
        space.read(row, 0);
        return transformed(space);
    }

    private float[] transformed(RowWorkspace space) {
        float[] out = new float[count];
        loadings().transform(space, 1, out, 0);
        giveBack(space);
        return out;
    }

    /** Not called after an exception: a work space that was abandoned in the middle of a row is not used again. */
    private void giveBack(RowWorkspace space) {
        space.release();
        fit.workspaces().give(space);
    }

    /** The score of one row. */
    double score(double[] row) {
        RowWorkspace space = fit.workspaces().take();
        space.read(row, 0);
        return scored(space);
    }

    /** The score of one row. */
    double score(float[] row) {
        RowWorkspace space = fit.workspaces().take();
        space.read(row, 0);
        return scored(space);
    }

    private double scored(RowWorkspace space) {
        residuals().score(space, 1, space.score(), 0);
        double score = space.score()[0];
        giveBack(space);
        return score;
    }

    /** The residual of one row. */
    double residual(double[] row) {
        RowWorkspace space = fit.workspaces().take();
        space.read(row, 0);
        residuals().measure(space, 1, space.score(), 0);
        double residual = space.score()[0];
        giveBack(space);
        return residual;
    }

    /**
     * Loadings of rows.
     *
     * @param rows count x d or longer, row-major; read only
     * @param out count x k; overwritten
     */
    void transform(double[] rows, int count, float[] out) {
        RowWorkspace space = fit.workspace();
        space.read(rows, 0);
        loadings().transform(space, count, out, 0);
    }

    /**
     * Residuals of rows.
     *
     * @param rows count x d or longer, row-major; read only
     * @param out count numbers; overwritten
     */
    void measure(double[] rows, int count, double[] out) {
        RowWorkspace space = fit.workspace();
        space.read(rows, 0);
        residuals().measure(space, count, out, 0);
    }

    /**
     * Scores of rows.
     *
     * @param rows count x d or longer, row-major; read only
     * @param out count numbers; overwritten
     */
    void score(double[] rows, int count, double[] out) {
        RowWorkspace space = fit.workspace();
        space.read(rows, 0);
        residuals().score(space, count, out, 0);
    }

    /**
     * Both parts of the scores of rows: Q and T^2.
     *
     * @param rows count x d or longer, row-major; read only
     * @param outside count numbers; overwritten
     * @param inside count numbers; overwritten
     */
    void parts(double[] rows, int count, double[] outside, double[] inside) {
        RowWorkspace space = fit.workspace();
        space.read(rows, 0);
        residuals().parts(space, count, outside, inside);
    }

    /** As {@link #parts(double[], int, double[], double[])} of a batch, Q growing beyond the box of the sample as the score does. */
    void parts(RowBatch rows, double[] outside, double[] inside) {
        RowWorkspace space = fit.workspace();
        space.read(rows, 0);
        residuals().grownParts(space, rows.count(), outside, inside);
    }
}
