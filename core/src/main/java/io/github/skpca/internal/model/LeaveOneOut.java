package io.github.skpca.internal.model;

import io.github.skpca.internal.feature.RowSample;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/** The scores that training rows would have if each had not been learned, computed from the model that has learned all of them. */
final class LeaveOneOut {
    /*
     * Let y be a row about the mean in coordinates of the leading directions, with the length of the part outside them as
     * one more coordinate. In these coordinates the scatter is diagonal, D = diag(sigma_1^2, .., sigma_L^2, rho). Where the sample holds
     * all rows, rho is known (WholeScatter). A sketch has nothing outside its directions, so rho = 0, unless
     * those after them are known (FurtherDirections). Without the row, whose distance from
     * the mean then grows by the factor n/(n-1), the scatter is D - u u' with u = sqrt(n/(n-1)) y. Its k leading eigenvalues are roots of
     * the secular equation sum_i u_i^2 / (D_i - x) = 1, one between each two neighbours of D (Golub, SIAM Review 15(2), 1973). The
     * eigenvector of a root x is (D - x)^-1 u. Scaled to length 1, its product with u is 1 / ||(D - x)^-1 u||. The squared length of u
     * outside the k eigenvectors, times n/(n-1), is the residual.
     *
     * Equal shrinks of all squares change neither side, so it does not matter that the squares of a sketch are too small by them, if rho is
     * too small by as much.
     *
     * If the row alone holds a direction, as each of n rows does where k directions span them all, the last root is zero: without the row
     * that direction does not exist, and it is not removed.
     *
     * A score with weights (ScoreWeights) needs no more: the roots are the scatter without the row, and the weakest of them the noise.
     */
    private static final int MORE_DIRECTIONS = 40;
    private static final int MOST_ROUNDS = 400;
    private static final double ENOUGH = 1e-14;
    /** The smallest part of u along a pole, relative to the length of u: keeps every pole, and does not show in a result. */
    private static final double SMALLEST_PART = 1e-9;

    /** Relative to the largest pole: a smaller eigenvalue belongs to a direction that no other row has. */
    private static final double SMALLEST_ROOT = 1e-8;

    /** A row that holds less of the scatter changes the directions too little to look for the new ones. */
    private static final double SMALL_LEVERAGE = 0.01;

    private final LeadingDirections scoring;
    private final int k;
    private final boolean centered;
    private final double[] rows;
    private final int count;
    private final Beyond beyond;
    private final Scatter scatter;
    private final int directions;
    private final double[] poles;
    private final double[] u;
    private final double[] roots;
    private final double[] products;

    /** Of the row left out last: Q and T^2, before they grow beyond the box. */
    private double outside;

    private double inside;

    /** What {@link #sumOthers} found last. */
    private double othersAt;

    private double slopeAt;

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
        this(
                scoring,
                sample.rows(),
                Beyond.ofSample(scoring),
                WholeScatter.of(scoring.fit(), sample, scoring.count() + MORE_DIRECTIONS));
    }

    /**
     * Of rows of a fit whose sample does not hold all rows.
     *
     * @param rows training rows, row-major; read only
     * @param beyond how far each lies beyond the other rows of the sample
     */
    LeaveOneOut(LeadingDirections scoring, double[] rows, Beyond beyond) {
        this(scoring, rows, beyond, null);
    }

    private LeaveOneOut(LeadingDirections scoring, double[] rows, Beyond beyond, @Nullable Scatter whole) {
        this.scoring = scoring;
        this.rows = rows;
        this.count = beyond.box().length;
        this.beyond = beyond;
        this.centered = scoring.fit().mean() != null;
        this.scatter =
                whole != null ? whole : new SketchScatter(scoring, rows, count, scoring.count() + MORE_DIRECTIONS);
        this.directions = scatter.directions();
        this.k = Math.min(scoring.count(), directions);
        this.poles = new double[directions + 1];
        this.u = new double[directions + 1];
        this.roots = new double[k];
        this.products = new double[k];
    }

    /**
     * How far rows lie beyond the other rows of the sample.
     *
     * @param box beyond their box
     * @param along beyond their range along the directions of isolated rows
     */
    record Beyond(double[] box, double[] along) {
        /** That of the rows of the sample. */
        static Beyond ofSample(LeadingDirections scoring) {
            return new Beyond(
                    SampleBox.beyondOthers(scoring.fit(), scoring.leftOutRows()),
                    scoring.isolatedDirections().beyondOthers());
        }
    }

    /** The left-out score of each row of the sample, in its order; none below the row's own score. */
    double[] scores() {
        return all().scores();
    }

    /**
     * Left-out numbers of the rows of a sample, in its order.
     *
     * @param scores the scores
     * @param outside Q, growing beyond the box like the scores
     * @param inside T^2
     */
    record Left(double[] scores, double[] outside, double[] inside) {}

    /** The left-out scores and their two parts; the parts are of use for a score with weights alone. */
    Left all() {
        Left own = new Left(new double[count], new double[count], new double[count]);
        ScoreWeights weights = scoring.weights();
        // Without the distance from the box of all: that from the box of the others comes below.
        if (weights == null) {
            scoring.measure(rows, count, own.outside());
        } else {
            scoring.parts(rows, count, own.outside(), own.inside());
        }
        for (int i = 0; i < count; i++) {
            own.scores()[i] = own.outside()[i] + (weights == null ? 0 : weights.unit() * own.inside()[i]);
        }
        for (int i = 0; i < count; i++) {
            // A duplicate must not outscore its twin, to the last bit.
            double grows = 1 + beyond.box()[i];
            double along = beyond.along()[i];
            double without = Math.max(without(i, own.outside()[i]) + along, scatter.least(i));
            own.scores()[i] = Math.max(own.scores()[i], without) * grows;
            own.outside()[i] = Math.max(own.outside()[i], Math.max(outside, scatter.least(i))) * grows;
            own.inside()[i] = Math.max(own.inside()[i], inside + (weights == null ? 0 : along / weights.unit()));
        }
        return own;
    }

    private double without(int row, double residual) {
        scatter.coordinates(row, residual, poles, u);
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
        ScoreWeights weights = scoring.weights();
        if (weights != null && farther * inside(weights) < SMALL_LEVERAGE) {
            return nearly(weights, farther, residual);
        }
        int left = 0;
        while (left < k) {
            double root = root(left);
            if (poles[left] - root <= SMALLEST_ROOT * poles[0]) {
                // Without this row there is one direction fewer: its part along that direction is all novel.
                break;
            }
            roots[left] = poles[left] - root;
            products[left] = squaredProduct(left, root);
            left++;
        }
        return joined(left, norm, farther, Math.max(1, n - 1));
    }

    /** The share of the scatter inside that a row holds itself: l'S^-1 l. */
    private double inside(ScoreWeights weights) {
        double sum = 0;
        for (int i = 0; i < k; i++) {
            sum += u[i] * u[i] * weights.inverse(i);
        }
        return sum / scoring.fit().subspace().weight();
    }

    /** The score of a row that hardly moves the directions: the scatter along them falls by a change of rank one (Sherman and Morrison). */
    private double nearly(ScoreWeights weights, double farther, double residual) {
        double leverage = inside(weights);
        outside = farther * farther * residual;
        inside = farther * leverage * scoring.fit().subspace().weight() / (1 - leverage);
        return outside + weights.unit() * inside;
    }

    /** The score of a row of squared length {@code norm} from the roots and products that are left. */
    private double joined(int left, double norm, double farther, double rows) {
        ScoreWeights weights = scoring.weights();
        double noise = weights == null ? 0 : ScoreWeights.noise(left == 0 ? 0 : roots[left - 1], rows);
        double residual = norm;
        double far = 0;
        for (int j = 0; j < left; j++) {
            residual -= products[j];
            far += products[j] * rows / Math.max(noise, roots[j]);
        }
        outside = farther * Math.max(0, residual);
        inside = farther * far;
        // In the unit of the model, by which new rows are scored: landmarks leave less scatter along the weakest
        // direction than all rows have.
        return weights == null ? outside : outside + weights.unit() * inside;
    }

    /** The scatter as the sketch has it: all its directions, those after them if they are known, and nothing else. */
    private static final class SketchScatter implements Scatter {
        private final double[] squares;
        private final int known;
        private final int more;
        private final int k;
        private final float[] loadings;
        private final float[] moreLoadings;
        private final double rest;

        SketchScatter(LeadingDirections scoring, double[] rows, int count, int most) {
            Fit fit = scoring.fit();
            double[] cut = fit.subspace().squares();
            this.k = scoring.count();
            this.known = Math.min(cut.length, most);
            LeadingDirections wide = known == k ? scoring : new LeadingDirections(fit, known);
            this.loadings = new float[Math.multiplyExact(count, known)];
            wide.transform(rows, count, loadings);
            FurtherDirections further = known < most && known == cut.length ? fit.further() : null;
            if (further == null) {
                this.more = 0;
                this.moreLoadings = new float[0];
                this.rest = 0;
                this.squares = Arrays.copyOf(cut, known);
                return;
            }
            this.more = further.count();
            this.moreLoadings = further.loadings(fit, rows, count);
            this.rest = further.squares()[more];
            this.squares = Arrays.copyOf(cut, known + more);
            double shrink = fit.subspace().shrinkSum() * fit.subspace().weight();
            for (int i = 0; i < known; i++) {
                squares[i] += shrink;
            }
            for (int i = 0; i < more; i++) {
                double before = known + i == 0 ? Double.MAX_VALUE : squares[known + i - 1];
                squares[known + i] = Math.min(before, further.squares()[i]);
            }
        }

        @Override
        public int directions() {
            return known + more;
        }

        @Override
        public void coordinates(int row, double score, double[] poles, double[] y) {
            double outside = score;
            for (int i = 0; i < known + more; i++) {
                double loading = i < known ? loadings[row * known + i] : moreLoadings[row * more + i - known];
                outside -= i < k ? 0 : loading * loading;
                // Each below the one before by a little: two that are equal have no root between them.
                double apart = more > 0 ? ENOUGH * squares[0] : 0;
                poles[i] = i == 0 ? squares[0] : Math.min(squares[i], poles[i - 1] - apart);
                y[i] = loading;
            }
            int last = known + more;
            poles[last] = last == 0 ? rest : Math.min(rest, poles[last - 1] - (more > 0 ? ENOUGH * squares[0] : 0));
            y[last] = Math.sqrt(Math.max(0, outside));
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
            sumOthers(j, tried);
            double others = othersAt;
            if (own / tried + others > 1) {
                low = tried;
            } else {
                high = tried;
            }
            double next = crossing(own, others, slopeAt, tried);
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

    /** sum_i u_i^2 / (D_i - x) over all poles but j, with x given by its distance below pole j, so that nothing cancels; and its derivative. */
    private void sumOthers(int j, double below) {
        double sum = 0;
        double slope = 0;
        for (int i = 0; i <= directions; i++) {
            if (i != j) {
                // One division: it is what takes the time.
                double ratio = u[i] / (poles[i] - poles[j] + below);
                sum += u[i] * ratio;
                slope -= ratio * ratio;
            }
        }
        othersAt = sum;
        slopeAt = slope;
    }
}
