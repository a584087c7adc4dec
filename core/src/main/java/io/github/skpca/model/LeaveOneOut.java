package io.github.skpca.model;

import io.github.skpca.feature.RowSample;
import io.github.skpca.linalg.Workers;

/** The scores that training rows would have if each had not been learned, found from the model that has learned them all. */
final class LeaveOneOut {
    /*
     * Let y be a row about the mean in coordinates of the sketch's directions, with the length of what lies outside of them as
     * one more. In these coordinates the scatter is D = diag(sigma_1^2, .., sigma_L^2, 0), because directions of a sketch are
     * orthogonal and it has nothing outside. Without the row, whose mean then lies n/(n-1) times as far away, the scatter is
     * D - u u' with u = sqrt(n/(n-1)) y. Its k leading eigenvalues are roots of the secular equation sum_i u_i^2 / (D_i - x) = 1,
     * one between each two neighbours of D (Golub, SIAM Review 15(2), 1973); the eigenvector of a root x is (D - x)^-1 u, and its
     * product with u, once it has length 1, is 1 / ||(D - x)^-1 u||. What is left of u outside the k eigenvectors is the residual.
     *
     * Equal shrinks of all squares change neither side, so it does not matter that those of a sketch fall short by them.
     */
    private static final int MORE_DIRECTIONS = 40;
    private static final int MOST_ROUNDS = 400;
    private static final double ENOUGH = 1e-14;
    /** Of the length of u: what keeps every pole a pole, and is too small to be seen. */
    private static final double SMALLEST_PART = 1e-9;

    private static final int TILE_ROWS = 64;

    private final KernelPcaModel model;
    private final KernelPcaModel wide;
    private final int k;
    private final int directions;
    private final boolean centered;
    private final double[] poles;
    private final double[] u;

    LeaveOneOut(KernelPcaModel model) {
        double[] squares = model.subspace().squares();
        this.model = model;
        this.k = model.components();
        this.directions = Math.min(squares.length, k + MORE_DIRECTIONS);
        this.wide = directions == 0 || directions == k ? model : model.withComponents(ComponentCount.of(directions));
        this.centered = model.sharedMean() != null;
        this.poles = java.util.Arrays.copyOf(squares, directions + 1);
        this.poles[directions] = 0;
        this.u = new double[directions + 1];
    }

    /** One score a row of a sample of the training rows, in its order; none below the row's own score. */
    double[] scores(RowSample.State sample) {
        int count = sample.count();
        double[] scores = new double[count];
        model.projector(Workers.callerOnly()).score(sample.rows(), 0, count, scores, 0);
        float[] loadings = new float[TILE_ROWS * directions];
        Projector projector = wide.projector(Workers.callerOnly());
        for (int first = 0; first < count; first += TILE_ROWS) {
            int tile = Math.min(TILE_ROWS, count - first);
            projector.transform(sample.rows(), first * sample.columns(), tile, loadings, 0);
            for (int i = first; i < first + tile; i++) {
                // A new row that is one of the sample over again must find it no less novel than itself, to the last
                // bit.
                scores[i] = Math.max(scores[i], without(loadings, (i - first) * directions, scores[i]));
            }
        }
        return scores;
    }

    private double without(float[] loadings, int at, double score) {
        double outside = score;
        for (int i = k; i < directions; i++) {
            outside -= (double) loadings[at + i] * loadings[at + i];
        }
        // Under forgetting a row counts for at most 1 of the weight: scores of older ones are a little too large rather
        // than too small.
        double n = wide.weight();
        // Of a single row nothing is left when it is left out; of a weight of less than two rows, nothing that could be
        // trusted.
        double farther = centered ? n / (Math.max(2, n) - 1) : 1;
        double norm = 0;
        for (int i = 0; i <= directions; i++) {
            double y = i < directions ? loadings[at + i] : Math.sqrt(Math.max(0, outside));
            u[i] = Math.sqrt(farther) * y;
            norm += u[i] * u[i];
        }
        double least = SMALLEST_PART * Math.sqrt(norm);
        for (int i = 0; i <= directions; i++) {
            u[i] = Math.max(least, Math.abs(u[i]));
        }
        double residual = norm;
        for (int j = 0; j < k; j++) {
            residual -= squaredProduct(j);
        }
        return farther * Math.max(0, residual);
    }

    /** (u'v)^2 for the eigenvector v of the root between the poles j and j + 1. */
    private double squaredProduct(int j) {
        double root = root(j);
        double length = 0;
        for (int i = 0; i <= directions; i++) {
            double ratio = u[i] / (poles[i] - poles[j] + root);
            length += ratio * ratio;
        }
        // A root at a pole is not moved by the row, nor has its eigenvector a part of it.
        return length > 0 && Double.isFinite(length) ? 1 / length : 0;
    }

    /**
     * How far below the pole j the root lies. Between two poles the equation falls from one infinity to the other; a step takes the
     * nearest pole's own term as it is and the others as a line, and one that leaves the bracket is a halving.
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

    /** The x above zero at which own / x + others + slope (x - tried) is one, for a slope that is not above zero. */
    private static double crossing(double own, double others, double slope, double tried) {
        double b = others - slope * tried - 1;
        double root = Math.sqrt(b * b - 4 * slope * own);
        return b < 0 ? 2 * own / (root - b) : (b + root) / (-2 * slope);
    }

    /** sum_i u_i^2 / (D_i - x) for the other poles than j, at a distance below that one, which nothing is subtracted from. */
    private double othersAt(int j, double below) {
        double sum = 0;
        for (int i = 0; i <= directions; i++) {
            if (i != j) {
                sum += u[i] * u[i] / (poles[i] - poles[j] + below);
            }
        }
        return sum;
    }

    /** How that sum changes with the distance. */
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
