package io.github.skpca.internal.feature;

import io.github.skpca.internal.linalg.PackedRows;
import io.github.skpca.internal.linalg.TransposedProducts;

/**
 * Features of a tile of rows at a time, transposed, where they are only needed for a product. Every number is the one that a single row
 * gets, bit for bit.
 */
public interface TiledFeatures {
    /** Products that tiles are made with. */
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
         * Takes rows in place of those before.
         *
         * @param rows a tile of standardised rows, from {@code offset} on; read only, and not changed until the next are taken
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
