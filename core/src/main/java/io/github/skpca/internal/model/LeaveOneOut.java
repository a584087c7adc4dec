package io.github.skpca.internal.model;

import io.github.skpca.internal.feature.RowSample;

/** The scores that training rows would have if each had not been learned, computed from the model that has learned all of them. */
final class LeaveOneOut {
    /*
     * Let y be a row about the mean in coordinates of the leading directions, with the length of the part outside them as
     * one more coordinate. In these coordinates the scatter is diagonal, D = diag(sigma_1^2, .., sigma_L^2, rho). Where the sample holds
     * all rows, rho is known (WholeScatter). A sketch has nothing outside its directions, so rho = 0. Without the row, whose distance from
     * the mean then grows by the factor n/(n-1), the scatter is D - u u' with u = sqrt(n/(n-1)) y. Its k leading eigenvalues are roots of
     * the secular equation sum_i u_i^2 / (D_i - x) = 1, one between each two neighbours of D (Golub, SIAM Review 15(2), 1973). The
     * eigenvector of a root x is (D - x)^-1 u. Scaled to length 1, its product with u is 1 / ||(D - x)^-1 u||. The squared length of u
     * outside the k eigenvectors, times n/(n-1), is the residual.
     *
     * Equal shrinks of all squares change neither side, so it does not matter that the squares of a sketch are too small by them.
     *
     * If the row alone holds a direction, as each of n rows does where k directions span them all, the last root is zero: without the row
     * that direction does not exist, and it is not removed.
     */
    private static final int MORE_DIRECTIONS = 40;
    private static final int MOST_ROUNDS = 400;
    private static final double ENOUGH = 1e-14;
    /** The smallest part of u along a pole, relative to the length of u: keeps every pole, and does not show in a result. */
    private static final double SMALLEST_PART = 1e-9;

    /** Relative to the largest pole: a smaller eigenvalue belongs to a direction that no other row has. */
    private static final double SMALLEST_ROOT = 1e-8;

    private final LeadingDirections scoring;
    private final int k;
    private final boolean centered;
    private final RowSample.State sample;
    private final Scatter scatter;
    private final int directions;
    private final double[] poles;
    private final double[] u;

    /** The scatter of the training rows, relative to each row of the sample. */
    interface Scatter {
        /** L, the number of directions in which the scatter is known. */
        int directions();

        /**
         * The coordinates of a row about the mean along these directions, and the length outside them as one more.
         *
         * @param row its number in the sample
         * @param score the residual outside the k directions that are scored with
         * @param poles L + 1 numbers, the scatter along each, descending; overwritten
         * @param y L + 1 numbers, the coordinates of the row; overwritten
         */
        void coordinates(int row, double score, double[] poles, double[] y);

        /** A lower bound on a row's left-out score, for reasons other than the scatter. */
        default double least(int row) {
            return 0;
        }
    }

    LeaveOneOut(LeadingDirections scoring, RowSample.State sample) {
        this.scoring = scoring;
        this.sample = sample;
        this.centered = scoring.fit().mean() != null;
        int most = scoring.count() + MORE_DIRECTIONS;
        Scatter whole = WholeScatter.of(scoring.fit(), sample, most);
        this.scatter = whole != null ? whole : new SketchScatter(scoring, sample, most);
        this.directions = scatter.directions();
        this.k = Math.min(scoring.count(), directions);
        this.poles = new double[directions + 1];
        this.u = new double[directions + 1];
    }

    /** The left-out score of each row of the sample, in its order; none below the row's own score. */
    double[] scores() {
        int count = sample.count();
        double[] scores = new double[count];
        scoring.score(sample.rows(), count, scores);
        double[] beyond = SampleBox.beyondOthers(scoring.fit(), sample);
        for (int i = 0; i < count; i++) {
            // A duplicate must not outscore its twin, to the last bit.
            double without = Math.max(without(i, scores[i]), scatter.least(i));
            scores[i] = Math.max(scores[i], without) * (1 + beyond[i]);
        }
        return scores;
    }

    private double without(int row, double score) {
        scatter.coordinates(row, score, poles, u);
        // Under forgetting a row has a weight of at most 1: scores of older rows are slightly too large, not too small.
        double n = scoring.fit().subspace().weight();
        // Without a single row nothing is left. With a total weight below two rows, the result could not be trusted.
        double farther = centered ? n / (Math.max(2, n) - 1) : 1;
        double norm = 0;
        for (int i = 0; i <= directions; i++) {
            u[i] *= Math.sqrt(farther);
            norm += u[i] * u[i];
        }
        double least = SMALLEST_PART * Math.sqrt(norm);
        for (int i = 0; i <= directions; i++) {
            u[i] = Math.max(least, Math.abs(u[i]));
        }
        double residual = norm;
        for (int j = 0; j < k; j++) {
            double root = root(j);
            if (poles[j] - root <= SMALLEST_ROOT * poles[0]) {
                // Without this row there is one direction fewer: its part along that direction is all novel.
                break;
            }
            residual -= squaredProduct(j, root);
        }
        return farther * Math.max(0, residual);
    }

    /** The scatter as the sketch has it: all its directions, and nothing outside. */
    private static final class SketchScatter implements Scatter {
        private final double[] squares;
        private final int directions;
        private final int k;
        private final float[] loadings;

        SketchScatter(LeadingDirections scoring, RowSample.State sample, int most) {
            this.squares = scoring.fit().subspace().squares();
            this.k = scoring.count();
            this.directions = Math.min(squares.length, most);
            LeadingDirections wide = directions == k ? scoring : new LeadingDirections(scoring.fit(), directions);
            this.loadings = new float[Math.multiplyExact(sample.count(), directions)];
            wide.transform(sample.rows(), sample.count(), loadings);
        }

        @Override
        public int directions() {
            return directions;
        }

        @Override
        public void coordinates(int row, double score, double[] poles, double[] y) {
            double outside = score;
            for (int i = 0; i < directions; i++) {
                double loading = loadings[row * directions + i];
                outside -= i < k ? 0 : loading * loading;
                poles[i] = squares[i];
                y[i] = loading;
            }
            poles[directions] = 0;
            y[directions] = Math.sqrt(Math.max(0, outside));
        }
    }

    /** (u'v)^2 for the eigenvector v of the root at the distance {@code root} below pole j. */
    private double squaredProduct(int j, double root) {
        double length = 0;
        for (int i = 0; i <= directions; i++) {
            double ratio = u[i] / (poles[i] - poles[j] + root);
            length += ratio * ratio;
        }
        // If the root is at a pole, the row does not move it, and its eigenvector is orthogonal to the row.
        return length > 0 && Double.isFinite(length) ? 1 / length : 0;
    }

    /**
     * The distance of the root below pole j. Between two poles the function falls from plus to minus infinity. A step keeps the nearest
     * pole's own term exactly and linearises the others; a step that leaves the bracket is replaced by bisection.
     */
    private double root(int j) {
        double own = u[j] * u[j];
        double low = 0;
        double high = poles[j] - poles[j + 1];
        double tried = own > low && own < high ? own : high / 2;
        for (int round = 0; round < MOST_ROUNDS; round++) {
            double others = othersAt(j, tried);
            if (own / tried + others > 1) {
                low = tried;
            } else {
                high = tried;
            }
            double next = crossing(own, others, slopeAt(j, tried), tried);
            if (!(next > low && next < high) || round % 8 == 7) {
                next = low + (high - low) / 2;
            }
            double step = Math.abs(next - tried);
            tried = next;
            if (step <= ENOUGH * tried) {
                break;
            }
        }
        return tried;
    }

    /** The x > 0 at which own / x + others + slope (x - tried) = 1, for a slope that is not positive. */
    private static double crossing(double own, double others, double slope, double tried) {
        double b = others - slope * tried - 1;
        double root = Math.sqrt(b * b - 4 * slope * own);
        return b < 0 ? 2 * own / (root - b) : (b + root) / (-2 * slope);
    }

    /** sum_i u_i^2 / (D_i - x) over all poles but j, with x given by its distance below pole j, so that nothing cancels. */
    private double othersAt(int j, double below) {
        double sum = 0;
        for (int i = 0; i <= directions; i++) {
            if (i != j) {
                sum += u[i] * u[i] / (poles[i] - poles[j] + below);
            }
        }
        return sum;
    }

    /** The derivative of that sum with respect to the distance. */
    private double slopeAt(int j, double below) {
        double sum = 0;
        for (int i = 0; i <= directions; i++) {
            if (i != j) {
                double ratio = u[i] / (poles[i] - poles[j] + below);
                sum -= ratio * ratio;
            }
        }
        return sum;
    }
}
