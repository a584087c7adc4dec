package io.github.skpca.internal.model;

import io.github.skpca.internal.feature.FeatureMap;
import io.github.skpca.internal.feature.Standardizer;
import org.jspecify.annotations.Nullable;

/**
 * The space of a model's residuals, for one standardised row at a time and in double: loadings, and the distance of a row's image
 * from a point of the subspace.
 *
 * <p>Immutable.
 */
final class ResidualSpace {
    /*
     * A point of the subspace is p = mu + W l with loadings l. Among features the squared distance of a row's image is
     * ||z(x) - p||^2. For landmarks both lie in the kernel's own space: with p = sum_j b_j phi(c_j), b = a + W l and a the weights of the
     * mean, it is K(x,x) - 2 k(x)'b + ||p||^2, where ||p||^2 = ||mu||^2 + 2 l'W'mu + ||l||^2 because directions are orthonormal there.
     * Paired features have ||z(x)|| = 1 and use the same formula, which saves a second pass over the row.
     *
     * The score of a row is the squared distance to its own projection. The projection is the nearest point, so moving
     * the row moves it only along the subspace, which changes the distance in second order. So the gradient of the score is that
     * of the distance to the fixed projection. With weights w, |y|^2 - sum_i w_i l_i^2 has the gradient of the distance to the fixed point
     * with the loadings w_i l_i: what the model takes a row for, where directions count by the rows that hold them.
     */
    private static final double FARTHEST = 1e18;

    private final Standardizer standardizer;
    private final FeatureMap map;
    private final boolean isOfFeatures;
    private final float[] directions;
    private final double[] offset;
    private final double[] mean;
    private final double squaredMean;
    private final SampleBox box;
    private final double @Nullable [] weights;
    private final IsolatedDirections isolated;

    ResidualSpace(LeadingDirections leading) {
        Fit fit = leading.fit();
        this.standardizer = fit.embedding().standardizer();
        this.box = leading.box();
        ScoreWeights counted = leading.weights();
        this.weights = counted == null ? null : counted.weights();
        this.isolated = leading.isolatedDirections();
        FeatureMap whole = fit.embedding().map();
        double[] learned = fit.mean();
        this.offset = leading.wideOffset();
        this.directions = leading.folded();
        this.map = whole.inner();
        this.mean = learned == null ? new double[map.features()] : whole.meanWeights(learned);
        this.squaredMean = learned == null ? 0 : whole.squaredMean(learned);
        this.isOfFeatures = !whole.hasExactLength();
    }

    private static double[] products(float[] directions, int k, double @Nullable [] vector, int length) {
        double[] products = new double[k];
        for (int i = 0; i < k && vector != null; i++) {
            for (int j = 0; j < length; j++) {
                products[i] += directions[i * length + j] * vector[j];
            }
        }
        return products;
    }

    /** d. */
    int columns() {
        return map.columns();
    }

    /** k. */
    int components() {
        return offset.length;
    }

    /**
     * Standardises a raw row; an extremely distant one is moved to where it still has an image, as for scores.
     *
     * @throws IllegalArgumentException if one of its numbers is not finite
     */
    double[] standardized(double[] row) {
        for (int j = 0; j < row.length; j++) {
            if (!Double.isFinite(row[j])) {
                throw new IllegalArgumentException(
                        "column " + (j + 1) + " of the row is " + row[j] + ": give a number, or leave the row out");
            }
        }
        double[] standardized = new double[row.length];
        standardizer.apply(row, 0, 1, standardized, 0);
        for (int j = 0; j < row.length; j++) {
            standardized[j] = Math.max(-FARTHEST, Math.min(FARTHEST, standardized[j]));
        }
        return standardized;
    }

    /** The raw row of a standardised one. */
    double[] raw(double[] standardized) {
        double[] row = new double[standardized.length];
        standardizer.undo(standardized, row);
        return row;
    }

    /** The k loadings of a standardised row. */
    double[] loadings(double[] standardized) {
        double[] z = new double[map.features()];
        map.map(standardized, z);
        double[] loadings = products(directions, offset.length, z, z.length);
        for (int i = 0; i < loadings.length; i++) {
            loadings[i] -= offset[i];
        }
        return loadings;
    }

    /** K(x, x) of a standardised row. */
    double selfSimilarity(double[] standardized) {
        return selfSimilarity(standardized, new double[standardized.length]);
    }

    private double selfSimilarity(double[] standardized, double[] gradient) {
        return map.selfSimilarity(standardized, gradient);
    }

    /** The gradient of the score at a standardised row, with respect to raw columns. */
    double[] scoreGradient(double[] standardized) {
        double[] gradient = new double[standardized.length];
        double[] loadings = loadings(standardized);
        double[] weighted = weighted(loadings);
        double[] expected = weighted.clone();
        double beyond = isolated.clip(loadings, expected);
        double score = beyond + point(expected).squaredDistance(standardized, gradient);
        for (int i = 0; i < loadings.length; i++) {
            // |y|^2 - l'Wl from |y|^2 - 2 l'e + e'e: the squared distance has (1 - w)^2 where the score has 1 - w.
            score += expected[i] * (2 * loadings[i] - expected[i]) - loadings[i] * weighted[i];
        }
        box.grow(standardized, Math.max(0, score), gradient);
        standardizer.pullBack(gradient);
        return gradient;
    }

    /** The loadings that the model takes a row of these loadings for: less of directions that few rows hold, and no more of those of isolated rows than others have. */
    double[] expected(double[] loadings) {
        double[] expected = weighted(loadings);
        isolated.clip(loadings, expected);
        return expected;
    }

    private double[] weighted(double[] loadings) {
        double[] weighted = loadings.clone();
        for (int i = 0; i < weighted.length && weights != null; i++) {
            weighted[i] *= weights[i];
        }
        return weighted;
    }

    /** The point of the subspace with these loadings. */
    Point point(double[] loadings) {
        double[] weights = mean.clone();
        double square = squaredMean;
        for (int i = 0; i < loadings.length; i++) {
            double loading = loadings[i];
            square += loading * (loading + 2 * offset[i]);
            for (int j = 0; j < weights.length; j++) {
                weights[j] += loading * directions[i * weights.length + j];
            }
        }
        return new Point(weights, square);
    }

    /** A point of the subspace; for one thread. */
    final class Point {
        private final double[] weights;
        private final double square;
        private final double[] scratch;

        private Point(double[] weights, double square) {
            this.weights = weights;
            this.square = square;
            this.scratch = new double[weights.length];
            for (int j = 0; j < weights.length; j++) {
                scratch[j] = -2 * weights[j];
            }
        }

        /**
         * The squared distance of the image of a row from this point; rounding can make it slightly negative.
         *
         * @param row d numbers, standardised; read only
         * @param gradient d numbers, with respect to standardised columns; overwritten
         */
        double squaredDistance(double[] row, double[] gradient) {
            if (isOfFeatures) {
                return squaredDistanceOfFeatures(row, gradient);
            }
            double product = map.pullBack(row, scratch, gradient);
            return selfSimilarity(row, gradient) + product + square;
        }

        private double squaredDistanceOfFeatures(double[] row, double[] gradient) {
            map.map(row, scratch);
            double sum = 0;
            for (int j = 0; j < scratch.length; j++) {
                double difference = scratch[j] - weights[j];
                sum += difference * difference;
                scratch[j] = 2 * difference;
            }
            map.pullBack(row, scratch, gradient);
            return sum;
        }
    }
}
