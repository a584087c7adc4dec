package io.github.skpca.internal.feature;

import io.github.skpca.internal.linalg.PackedRows;
import io.github.skpca.internal.linalg.TransposedProducts;

/**
 * Features of a tile of rows at a time, transposed, for when they are needed only for a product. Every number is bit for bit that of a
 * single row.
 */
public interface TiledFeatures {
    /** The products that compute tiles. */
    TransposedProducts products();

    /** m. */
    int features();

    /** A tile with its own work space. */
    Tile tile();

    /** The bytes of a tile. */
    long tileBytes();

    /** One thread's work space for the features of a tile. */
    interface Tile {
        /**
         * Replaces the rows of the tile.
         *
         * @param rows a tile of standardised rows, from {@code offset} on; read only, and must not change until the next call
         * @return false if products cannot give their features
         */
        boolean take(float[] rows, int offset);

        /**
         * Multiplies the features of one panel of rows in one stretch; stretches come in order.
         *
         * @param matrix of the stretch; read only
         * @param sums filled rows x width; overwritten by the first stretch, added to by the others
         */
        void multiply(PackedRows matrix, int panel, int stretch, float[] sums);
    }
}
