package io.github.skpca.internal.feature;

import io.github.skpca.internal.linalg.FloatMatrix;
import io.github.skpca.internal.linalg.FloatProducts;
import io.github.skpca.internal.linalg.PackedRows;
import io.github.skpca.internal.linalg.TransposedProducts;

/**
 * A tile of rows, transposed and split into panels: in a panel, entry j of all its rows, then entry j + 1, and so on.
 *
 * <p>This is the layout of the right-hand side of a product, and also of the features computed from the products.
 */
final class TransposedRows {
    /** Panels of rows that share one load of a stretch of the next product's left-hand side. */
    static final int PANELS = 3;

    /** Features per stretch: the number of terms that a product sums before it adds them to the total. */
    static final int STRETCH = FloatProducts.SUM_DEPTH;

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
     * Transposes rows into panels, a few entries at a time; otherwise every write would touch another cache line.
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

    /** Transposes four rows, so that neighbouring numbers are written one after the other. */
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

    /** The number of stretches for this many features. */
    static int stretches(int features) {
        return (features + STRETCH - 1) / STRETCH;
    }

    /** How many of the features are in a stretch. */
    static int length(int stretch, int features) {
        return Math.min(STRETCH, features - stretch * STRETCH);
    }

    /** The fixed side of products, landmarks or frequencies, row-major, packed a stretch of rows at a time. */
    static PackedRows[] packed(TransposedProducts products, float[] rows, int columns) {
        int count = rows.length / columns;
        PackedRows[] packed = new PackedRows[stretches(count)];
        for (int i = 0; i < packed.length; i++) {
            packed[i] = products.pack(new FloatMatrix(rows, i * STRETCH * columns, columns), length(i, count), columns);
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
