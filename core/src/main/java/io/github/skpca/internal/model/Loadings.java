package io.github.skpca.internal.model;

/** W'(z(x) - mu) of rows: their loadings along the leading directions of a fit. Immutable; safe for any number of threads. */
final class Loadings {
    private final DirectionProducts products;
    private final float[] offset;
    private final boolean centered;

    Loadings(LeadingDirections directions) {
        this.products = new DirectionProducts(directions.fit(), directions.folded(), directions.count());
        this.offset = directions.offset();
        this.centered = directions.fit().mean() != null;
    }

    /**
     * The loadings of the next rows of a work space.
     *
     * @param out count x k from {@code at} on; overwritten
     */
    void transform(RowWorkspace space, int count, float[] out, int at) {
        int k = offset.length;
        int done = 0;
        while (k > 0 && done < count) {
            int tile = space.take(count - done);
            ofTile(space, tile, out, at + done * k);
            done += tile;
        }
    }

    /** The loadings of the rows that a work space took last. */
    void ofTile(RowWorkspace space, int tile, float[] out, int at) {
        products.multiply(space, tile, out, at);
        if (centered) {
            center(tile, out, at);
        }
    }

    private void center(int tile, float[] out, int at) {
        for (int i = 0; i < tile; i++) {
            for (int j = 0; j < offset.length; j++) {
                out[at + i * offset.length + j] -= offset[j];
            }
        }
    }
}
