package io.github.skpca.feature;

import io.github.skpca.linalg.Backend;
import io.github.skpca.linalg.Panels;

/**
 * One thread's room for the kernel values of a tile of rows against a few landmarks at a time, turned: landmark by landmark, with the rows of
 * a panel beside each other.
 *
 * <p>So they lie as the right-hand side of the next product, and stay in the first cache from one product to the other.
 */
final class KernelTile {
    /** Panels of rows that one stretch of the next product's left-hand side is fetched for. */
    private static final int PANELS = 2;

    /** Landmarks at a time: the terms that a product adds up before it adds the sum to those before. */
    static final int LANDMARKS = Backend.SUM_DEPTH;

    /** The rows of a panel. */
    final int width;

    final Panels[] rows = new Panels[PANELS];
    final double[][] squares;
    final float[][] terms;
    private final Panels values;
    private final Panels lastValues;

    KernelTile(Backend backend, int columns, int landmarks) {
        this.width = backend.turnedRows();
        this.squares = new double[PANELS][width];
        this.terms = new float[PANELS][width];
        for (int p = 0; p < PANELS; p++) {
            rows[p] = backend.panels(columns, width);
        }
        this.values = backend.panels(Math.min(LANDMARKS, landmarks), width);
        int rest = landmarks % LANDMARKS;
        this.lastValues = rest == 0 ? values : backend.panels(rest, width);
    }

    /** Where the values of so many landmarks go: row j of landmark i at i width + j. */
    Panels values(int landmarks) {
        return landmarks == values.depth() ? values : lastValues;
    }

    /** The rows of a tile; 0 if this backend does better without. */
    static int rowsOf(Backend backend) {
        return PANELS * backend.turnedRows();
    }

    static long bytes(Backend backend, int columns) {
        return 4L * rowsOf(backend) * (columns + 3L) + 8L * LANDMARKS * backend.turnedRows();
    }
}
