package io.github.skpca.feature;

import io.github.skpca.linalg.Backend;
import io.github.skpca.linalg.TurnedProducts;

/**
 * One thread's room for the kernel values of a tile of rows against a stretch of landmarks, turned: landmark by landmark, with the
 * rows of a panel beside each other.
 *
 * <p>So they lie as the right-hand side of the next product, and stay in the first cache from one product to the other.
 */
final class KernelTile {
    /** Panels of rows that one stretch of the next product's left-hand side is fetched for. */
    private static final int PANELS = 3;

    private static final int TURNED_COLUMNS = 64;

    /** Landmarks of a stretch: the terms that a product adds up before it adds the sum to those before. */
    static final int LANDMARKS = Backend.SUM_DEPTH;

    final TurnedProducts products;

    /** The rows of a tile. */
    final int rows;

    /** The rows of a panel. */
    final int width;

    /** The tile's rows, a panel each: entry j of row i at {@code j width + i}. */
    final float[][] turned;

    /** Squared lengths of the tile's rows. */
    final double[] squares;

    /** What those add to the exponents of a panel. */
    final float[][] terms;

    /** Kernel values of row i of a panel against landmark j of a stretch, at {@code j width + i}. */
    final float[] values;

    KernelTile(TurnedProducts products, int columns, int filledLandmarks) {
        this.products = products;
        this.rows = rowsOf(products);
        this.width = products.width();
        this.turned = new float[PANELS][Math.multiplyExact(columns, width)];
        this.squares = new double[rows];
        this.terms = new float[PANELS][width];
        this.values = new float[filledLandmarks * width];
    }

    /** Entry by entry, the rows beside each other; some entries at a time, or every one written is a cache line of its own. */
    void turn(float[] source, int offset, int columns) {
        for (int first = 0; first < columns; first += TURNED_COLUMNS) {
            int end = Math.min(columns, first + TURNED_COLUMNS);
            for (int i = 0; i < rows; i++) {
                float[] panel = turned[i / width];
                int from = offset + i * columns;
                int at = i % width;
                for (int j = first; j < end; j++) {
                    panel[j * width + at] = source[from + j];
                }
            }
        }
    }

    static int rowsOf(TurnedProducts products) {
        return PANELS * products.width();
    }

    /** The stretches of so many landmarks. */
    static int stretches(int landmarks) {
        return (landmarks + LANDMARKS - 1) / LANDMARKS;
    }

    static long bytes(TurnedProducts products, int columns) {
        return 4L * rowsOf(products) * (columns + 3L) + 4L * LANDMARKS * products.width();
    }
}
