package io.github.skpca.internal.model;

import io.github.skpca.SparseRows;

/**
 * The loadings and the novelty score of one row after another, each row embedded once for both. For one thread.
 *
 * <p>Both are what the model's own projector gives, bit for bit: the loadings by its k components, the score by all directions
 * ({@link FittedModel#withAllDirections()}).
 */
public final class LoadingsAndScore {
    private final int k;
    private final Projector loadings;
    private final Projector scores;
    private final double[] score = new double[1];

    /** A projection by a model. */
    public LoadingsAndScore(FittedModel model) {
        this(model, model.withAllDirections());
    }

    /**
     * A projection by a model.
     *
     * @param scoring the same with all directions, if it was made before
     */
    public LoadingsAndScore(FittedModel model, FittedModel scoring) {
        this.k = model.components();
        this.loadings = model.projector();
        this.scores = scoring.projector();
    }

    /**
     * Loadings and score of a row.
     *
     * @param row d numbers; read only
     * @param out k numbers; overwritten
     * @return the score
     */
    public double of(double[] row, float[] out) {
        if (k == 0) {
            // Nothing is transformed, so nothing is embedded.
            scores.score(row, 0, 1, score, 0);
        } else {
            loadings.transform(row, 0, 1, out, 0);
            scores.scoreTransformed(loadings, score);
        }
        return score[0];
    }

    /**
     * As {@link #of(double[], float[])}, for a sparse row.
     *
     * @param row the first of these rows
     */
    public double of(SparseRows row, float[] out) {
        if (k == 0) {
            scores.score(row, 0, 1, score, 0);
        } else {
            loadings.transform(row, 0, 1, out, 0);
            scores.scoreTransformed(loadings, score);
        }
        return score[0];
    }
}
