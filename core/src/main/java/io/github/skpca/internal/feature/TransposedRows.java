package io.github.skpca.internal.feature;

import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.PackedRows;
import io.github.skpca.internal.linalg.TransposedProducts;

/**
 * A tile of rows, transposed: panels of rows, and in a panel entry by entry, with the rows beside each other.
 *
 * <p>So they lie as the right-hand side of a product, and so do the features that are made of the products.
 */
final class TransposedRows {
    /** Panels of rows that one stretch of the next product's left-hand side is fetched for. */
    static final int PANELS = 3;

    /** Features of a stretch: the terms that a product adds up before it adds the sum to those before. */
    static final int STRETCH = Backend.SUM_DEPTH;

    private static final int COLUMN_TILE = 64;
    private static final int TOGETHER = 4;

    /** The rows of a tile. */
    final int count;

    /** The rows of a panel. */
    final int width;

    private final int columns;
    private final float[][] panels;

    TransposedRows(TransposedProducts products, int columns) {
        this.count = countOf(products);
        this.width = products.width();
        this.columns = columns;
        this.panels = new float[PANELS][Math.multiplyExact(columns, width)];
    }

    /** One panel: entry j of its row i at {@code j width + i}. */
    float[] panel(int panel) {
        return panels[panel];
    }

    /**
     * Entry by entry, the rows beside each other; some entries at a time, or every one written is a cache line of its own.
     *
     * @param rows as many rows as the tile has, from {@code offset} on; read only
     */
    void take(float[] rows, int offset) {
        for (int first = 0; first < columns; first += COLUMN_TILE) {
            int end = Math.min(columns, first + COLUMN_TILE);
            for (int i = 0; i < count; i += TOGETHER) {
                transposeFour(rows, offset + i * columns, first, end, panels[i / width], i % width);
            }
        }
    }

    /** Four rows: numbers that are beside each other afterwards are written one after the other. */
    private void transposeFour(float[] rows, int row0, int first, int end, float[] panel, int place) {
        int row1 = row0 + columns;
        int row2 = row1 + columns;
        int row3 = row2 + columns;
        int at = first * width + place;
        for (int j = first; j < end; j++) {
            panel[at] = rows[row0 + j];
            panel[at + 1] = rows[row1 + j];
            panel[at + 2] = rows[row2 + j];
            panel[at + 3] = rows[row3 + j];
            at += width;
        }
    }

    static int countOf(TransposedProducts products) {
        return PANELS * products.width();
    }

    /** The stretches of so many features. */
    static int stretches(int features) {
        return (features + STRETCH - 1) / STRETCH;
    }

    /** How many of so many features a stretch has. */
    static int length(int stretch, int features) {
        return Math.min(STRETCH, features - stretch * STRETCH);
    }

    /** A fixed side of products, landmarks or frequencies, row-major, packed a stretch of rows at a time. */
    static PackedRows[] packed(TransposedProducts products, float[] rows, int columns) {
        int count = rows.length / columns;
        PackedRows[] packed = new PackedRows[stretches(count)];
        for (int i = 0; i < packed.length; i++) {
            packed[i] = products.pack(rows, i * STRETCH * columns, columns, length(i, count), columns);
        }
        return packed;
    }

    static long bytes(PackedRows[] stretches) {
        long bytes = 0;
        for (PackedRows stretch : stretches) {
            bytes += stretch.bytes();
        }
        return bytes;
    }

    static long bytes(TransposedProducts products, int columns) {
        return 4L * countOf(products) * columns;
    }
}
