package io.github.skpca.internal.feature;

import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.FloatMatrix;
import io.github.skpca.internal.linalg.PackedRows;
import io.github.skpca.internal.linalg.ScratchPool;
import io.github.skpca.internal.linalg.TransposedProducts;
import org.jspecify.annotations.Nullable;

/**
 * Products of the features of many rows with a fixed matrix: loadings, or landmark features from kernel values.
 *
 * <p>The features of one tile of rows are computed, multiplied and discarded, so they never leave the cache. Every result is bit for bit
 * that of a single row: the same sum in the same order.
 */
public final class FeatureProducts {
    private final TiledFeatures features;
    private final TransposedProducts products;
    private final PackedRows[] stretches;
    private final int outputs;
    private final int tileRows;
    private final ScratchPool<Tile> tiles = new ScratchPool<>(Tile::new);

    private FeatureProducts(TiledFeatures features, float[] matrix, int outputs) {
        int m = features.features();
        this.features = features;
        this.products = features.products();
        this.outputs = outputs;
        this.tileRows = TransposedRows.countOf(products);
        this.stretches = new PackedRows[TransposedRows.stretches(m)];
        for (int i = 0; i < stretches.length; i++) {
            int first = i * TransposedRows.STRETCH;
            stretches[i] = products.pack(new FloatMatrix(matrix, first, m), outputs, TransposedRows.length(i, m));
        }
    }

    /** The rows of a tile of this map; 0 if the map has no tiles or this machine is faster without. */
    public static int tileRows(FeatureMap map) {
        TransposedProducts products = Backend.active().transposedProducts();
        return products == null || !map.isTiled() ? 0 : TransposedRows.countOf(products);
    }

    /**
     * The products of this map's features; null if it has no tiles.
     *
     * @param matrix outputs x m, row-major; copied
     * @param outputs at least 1
     */
    public static @Nullable FeatureProducts of(FeatureMap map, float[] matrix, int outputs) {
        TiledFeatures tiled = map.tiled();
        return tiled == null ? null : new FeatureProducts(tiled, matrix, outputs);
    }

    /** The work space of one thread for one tile. */
    private final class Tile {
        final TiledFeatures.Tile features = FeatureProducts.this.features.tile();
        final float[][] sums = new float[TransposedRows.PANELS][stretches[0].filledRows() * products.width()];
    }

    /** The rows of a tile. */
    public int tileRows() {
        return tileRows;
    }

    /**
     * The products of one tile.
     *
     * @param rows {@link #tileRows()} standardised rows from {@code offset} on; read only
     * @param out outputs numbers per row from {@code outOffset} on; overwritten
     * @return false, with nothing done, if a row is so far out that products cannot give its features
     */
    public boolean multiply(float[] rows, int offset, float[] out, int outOffset) {
        Tile own = tiles.take();
        boolean isServed = own.features.take(rows, offset);
        if (isServed) {
            multiply(own, out, outOffset);
        }
        tiles.give(own);
        return isServed;
    }

    private void multiply(Tile own, float[] out, int outOffset) {
        for (int stretch = 0; stretch < stretches.length; stretch++) {
            for (int panel = 0; panel < own.sums.length; panel++) {
                own.features.multiply(stretches[stretch], panel, stretch, own.sums[panel]);
            }
        }
        int width = products.width();
        for (int panel = 0; panel < own.sums.length; panel++) {
            transpose(own.sums[panel], width, out, outOffset + panel * width * outputs);
        }
    }

    private void transpose(float[] sums, int width, float[] out, int at) {
        for (int i = 0; i < width; i++) {
            int to = at + i * outputs;
            for (int j = 0; j < outputs; j++) {
                out[to + j] = sums[j * width + i];
            }
        }
    }

    /** The bytes of the matrix and of one thread's work space. */
    long bytes() {
        return TransposedRows.bytes(stretches) + features.tileBytes() + 4L * stretches[0].filledRows() * tileRows;
    }
}
