package io.github.skpca.internal.model;

import io.github.skpca.SparseRows;

/**
 * The loadings and the score of one row at a time, with each row embedded only once. For one thread.
 *
 * <p>Both are what {@code model.transform(row)} and {@code model.score(row)} give, bit for bit.
 */
public final class LoadingsAndScore {
    private final Loadings loadings;
    private final Residuals residuals;
    private final RowWorkspace space;

    /** A projection by a model. */
    public LoadingsAndScore(FittedModel model) {
        this.loadings = model.own().loadings();
        this.residuals = model.scoring().residuals();
        this.space = model.fit().workspace();
    }

    /**
     * Loadings and score of a row.
     *
     * @param row d numbers; read only
     * @param out k numbers; overwritten
     * @return the score
     */
    public double of(double[] row, float[] out) {
        space.read(row, 0);
        return ofNext(out);
    }

    /**
     * As {@link #of(double[], float[])}, for a sparse row.
     *
     * @param row its first row is used
     */
    public double of(SparseRows row, float[] out) {
        space.read(row, 0);
        return ofNext(out);
    }

    private double ofNext(float[] out) {
        int one = space.take(1);
        loadings.ofTile(space, one, out, 0);
        residuals.scoreTile(space, one, space.score(), 0);
        space.release();
        return space.score()[0];
    }
}
