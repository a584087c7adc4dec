package io.github.skpca.internal.model;

import io.github.skpca.Workers;
import io.github.skpca.internal.feature.FeatureMap;
import io.github.skpca.internal.feature.RowSample;
import io.github.skpca.internal.linalg.SymmetricEigen;
import org.jspecify.annotations.Nullable;

import java.nio.FloatBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * The scatter of all training rows by its leading eigenpairs, where the sample of a model holds every one of them. No direction is cut
 * off, and no row counts as known only because a sketch of few rows has memorised it.
 */
final class WholeScatter implements LeaveOneOut.Scatter {
    /*
     * With the rows about their mean as Phi, the scatter Phi'Phi and the Gram matrix Phi Phi' = V diag(d) V' have the same eigenvalues,
     * and row i has the coordinate sqrt(d_j) V_ij along direction j. The part outside the leading directions becomes one more direction,
     * that of this row's own remainder, with its own scatter sum_j d_j y_ij^2 / sum_j y_ij^2 over the directions left out.
     *
     * That is kernel PCA of all rows. A model whose landmarks are some of the rows knows those better than others. Without such a row there
     * would be one landmark fewer, so the row is at least as far from the subspace as from the span of the other landmarks.
     */
    /** Eigenvalues below this share of the largest are the rounding of features. */
    private static final double SMALLEST_SHARE = 1e-8;

    private final int count;
    private final int directions;
    private final double[] values;
    private final double[] vectors;
    private final double[] least;

    private WholeScatter(double[] gram, int count, int most, double[] least) {
        this.least = least;
        SymmetricEigen eigen = new SymmetricEigen(count);
        eigen.decompose(gram, count);
        this.count = count;
        this.values = eigen.values();
        this.vectors = eigen.vectors();
        int kept = 0;
        while (kept < Math.min(most, count) && values[kept] > SMALLEST_SHARE * values[0] && values[kept] > 0) {
            kept++;
        }
        this.directions = kept;
    }

    /** The scatter of a model, or null if its sample does not hold all rows with the same weight, or its kernel is known only by name. */
    static @Nullable WholeScatter of(Fit fit, RowSample.State sample, int most) {
        int count = sample.count();
        if (count != fit.subspace().weight()
                || UnknownKernel.isUnknown(fit.embedding().kernel())) {
            return null;
        }
        boolean centered = fit.mean() != null;
        double[] gram = fit.embedding().imageProducts(sample.rows(), count, centered, Workers.callerOnly());
        return new WholeScatter(gram, count, most, leftByOtherLandmarks(fit, sample));
    }

    /** The squared distance of each landmark from the span of the others; 0 for other rows, and for rows that have a duplicate. */
    private static double[] leftByOtherLandmarks(Fit fit, RowSample.State sample) {
        int count = sample.count();
        double[] least = new double[count];
        FeatureMap map = fit.embedding().map();
        if (map.landmarkCount() == 0 || map.landmarkCount() >= count) {
            return least;
        }
        int columns = fit.columns();
        double[] left = map.leftByOtherLandmarks(Workers.callerOnly());
        float[] landmarks = map.landmarks();
        Map<FloatBuffer, Double> byRow = new HashMap<>();
        for (int i = 0; i < left.length; i++) {
            byRow.put(FloatBuffer.wrap(landmarks, i * columns, columns), left[i]);
        }
        float[] rows = new float[count * columns];
        fit.embedding().standardizer().apply(sample.rows(), 0, count, rows, 0);
        Map<FloatBuffer, Integer> seen = new HashMap<>();
        for (int i = 0; i < count; i++) {
            seen.merge(FloatBuffer.wrap(rows, i * columns, columns), 1, Integer::sum);
        }
        for (int i = 0; i < count; i++) {
            FloatBuffer row = FloatBuffer.wrap(rows, i * columns, columns);
            least[i] = seen.getOrDefault(row, 0) == 1 ? byRow.getOrDefault(row, 0.0) : 0;
        }
        return least;
    }

    @Override
    public double least(int row) {
        return least[row];
    }

    @Override
    public int directions() {
        return directions;
    }

    @Override
    public void coordinates(int row, double score, double[] poles, double[] y) {
        for (int j = 0; j < directions; j++) {
            poles[j] = values[j];
            y[j] = Math.sqrt(values[j]) * vectors[j * count + row];
        }
        double outside = 0;
        double scatter = 0;
        for (int j = directions; j < count; j++) {
            double square = Math.max(0, values[j]) * vectors[j * count + row] * vectors[j * count + row];
            outside += square;
            scatter += values[j] * square;
        }
        poles[directions] = outside > 0 ? scatter / outside : 0;
        y[directions] = Math.sqrt(outside);
    }
}
