package io.github.skpca.internal.model;

import io.github.skpca.internal.baseline.LandmarkSummary;
import io.github.skpca.internal.sketch.CenteredSketch;
import io.github.skpca.internal.sketch.SketchAlgorithm;
import io.github.skpca.internal.sketch.SketchSummary;
import org.jspecify.annotations.Nullable;

import java.util.Optional;

/** Where a model's directions come from: a sketch of features, or the kernel matrix of landmarks. */
sealed interface Subspace {
    /** n. */
    long rows();

    /** w, the weight of all rows together; n if nothing is forgotten. */
    double weight();

    /** sigma_i^2 of all directions, the largest first; not to be changed. */
    double[] squares();

    /** The total variance, of which explained variance is a share. */
    double squaredNorm();

    /** The mean of the features, or null if not centred; not to be changed. */
    double @Nullable [] mean();

    /**
     * k rows; multiplied with features less their mean they give loadings.
     *
     * @param k at most as many as there are squares
     */
    float[] directions(int k);

    /** The share of the variance along the k leading directions; 1 if nothing varies. */
    default double explained(int k) {
        double sum = 0;
        for (int i = 0; i < k; i++) {
            sum += squares()[i];
        }
        return squaredNorm() > 0 ? sum / squaredNorm() : 1;
    }

    /** Whether there is a proved bound: only with a sketch. */
    default boolean hasBound() {
        return false;
    }

    /** A bound on the error of k directions in float, over the weight; NaN where there is none. */
    default double bound(int k) {
        return Double.NaN;
    }

    /** The probability that the bound is wrong. */
    default double failureProbability() {
        return 0;
    }

    /** The sum of all shrinks, over the weight. */
    default double shrinkSum() {
        return 0;
    }

    /** How much the sketch may hold of rows that have left a window, over the weight. */
    default double excess() {
        return 0;
    }

    /** The sketch that it comes from, and why it was chosen; empty without one. */
    default Optional<SketchAlgorithm.Choice> sketchChoice(Settings settings) {
        return Optional.empty();
    }

    /**
     * The leading right singular vectors of a sketch.
     *
     * @param orthogonal whether the rows of the sketch are orthogonal to the last bit
     */
    record OfSketch(CenteredSketch.Snapshot snapshot, SketchAlgorithm algorithm, boolean orthogonal)
            implements Subspace {
        private static final double FLOAT_ROUNDOFF = 0x1p-24;

        @Override
        public long rows() {
            return snapshot.rows();
        }

        @Override
        public double weight() {
            return snapshot.weight();
        }

        @Override
        public Optional<SketchAlgorithm.Choice> sketchChoice(Settings settings) {
            return Optional.of(
                    settings.sketchChoice(algorithm, snapshot.summary().state().columns()));
        }

        @Override
        public double[] squares() {
            return snapshot.summary().squaredSingularValues();
        }

        @Override
        public double squaredNorm() {
            return snapshot.summary().state().squaredNorm();
        }

        @Override
        public double @Nullable [] mean() {
            return snapshot.mean();
        }

        @Override
        public double explained(int k) {
            double share = Subspace.super.explained(k);
            // A window's sketch may hold a little of rows that have left, which its total does not include.
            return snapshot.summary().state().excess() > 0 ? Math.min(1, share) : share;
        }

        @Override
        public boolean hasBound() {
            return true;
        }

        @Override
        public double bound(int k) {
            SketchSummary summary = snapshot.summary();
            double error = summary.state().error();
            // W_k is kept in float: W_k + E with ||E||_F <= u sqrt(k) moves the projection by at most 2 ||E|| +
            // ||E||^2.
            double shift = FLOAT_ROUNDOFF * Math.sqrt(k);
            double projection = (2 * shift + shift * shift) * (summary.squaredSingularValue(1) + error);
            return (summary.squaredSingularValue(k + 1) + error + projection) / weight();
        }

        @Override
        public double failureProbability() {
            return snapshot.summary().state().certificate().failureProbability();
        }

        @Override
        public double shrinkSum() {
            return snapshot.summary().state().delta() / weight();
        }

        @Override
        public double excess() {
            return snapshot.summary().state().excess() / weight();
        }

        /**
         * The first k rows of the sketch, made orthonormal and with the stable sign, as floats. The rows of a shrunk sketch are already
         * orthogonal, but only relative to the longest: two that are near the level of rounding may not be orthogonal to each
         * other. The eigenvectors of a matrix are.
         */
        @Override
        public float[] directions(int k) {
            SketchSummary summary = snapshot.summary();
            int features = summary.state().columns();
            double[] rows = summary.state().rows();
            double[] orthonormal = new double[Math.multiplyExact(k, features)];
            float[] directions = new float[k * features];
            for (int i = 0; i < k; i++) {
                int row = i * features;
                double length = 1 / Math.sqrt(dot(rows, row, rows, row, features));
                addScaled(length, rows, row, orthonormal, row, features);
                for (int round = 0; round < 2 && !orthogonal; round++) {
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
    }

    /** Eigenvectors of a kernel matrix, divided by the roots of their eigenvalues. */
    record OfLandmarks(LandmarkSummary summary, double[] squares) implements Subspace {
        OfLandmarks(LandmarkSummary summary) {
            this(summary, summary.squaredSingularValues());
        }

        @Override
        public long rows() {
            return summary.rows();
        }

        @Override
        public double weight() {
            return summary.rows();
        }

        @Override
        public double squaredNorm() {
            return summary.squaredNorm();
        }

        @Override
        public double @Nullable [] mean() {
            return summary.mean();
        }

        @Override
        public float[] directions(int k) {
            return summary.projection(k);
        }
    }
}
