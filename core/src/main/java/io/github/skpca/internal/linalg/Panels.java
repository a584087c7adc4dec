package io.github.skpca.internal.linalg;

/**
 * The right-hand side of a product, laid out once for the backend that will read it many times.
 *
 * <p>Column panel p holds columns [p width, (p+1) width) as {@code values[(p depth + k) width + j]}; missing columns of
 * the last panel are zero.
 */
public final class Panels {
    final float[] values;
    final int depth;
    final int columns;
    final int width;

    Panels(int depth, int columns, int width) {
        this.depth = depth;
        this.columns = columns;
        this.width = width;
        this.values = new float[Math.multiplyExact(Math.multiplyExact(panels(columns, width), width), depth)];
    }

    /** The length of the sums: rows of the right-hand side. */
    public int depth() {
        return depth;
    }

    /** The number of columns of the product. */
    public int columns() {
        return columns;
    }

    /** The bytes held. */
    public long bytes() {
        return 4L * values.length;
    }

    /** How many panels there are. */
    public int panels() {
        return panels(columns, width);
    }

    /** Where row {@code depth} of a panel begins. */
    int at(int panel, int depth) {
        return (panel * this.depth + depth) * width;
    }

    /** The terms of the piece of a sum that begins with term {@code first}. */
    int terms(int first) {
        return Math.min(FloatProducts.SUM_DEPTH, depth - first);
    }

    private static int panels(int columns, int width) {
        return (columns + width - 1) / width;
    }

    /**
     * Fills the panels from {@code source}, whose entry (k, j) is at {@code offset + k depthStride + j columnStride}.
     *
     * @param source read only
     */
    public void pack(float[] source, int offset, int depthStride, int columnStride) {
        pack(source, offset, depthStride, columnStride, 0, panels());
    }

    /** Fills panels [from, to) only, so that threads can share the work. */
    public void pack(float[] source, int offset, int depthStride, int columnStride, int from, int to) {
        for (int p = from; p < to; p++) {
            int first = p * width;
            int used = Math.min(width, columns - first);
            int panel = p * depth * width;
            if (columnStride == 1) {
                for (int k = 0; k < depth; k++) {
                    System.arraycopy(source, offset + k * depthStride + first, values, panel + k * width, used);
                }
            } else {
                for (int j = 0; j < used; j++) {
                    int at = offset + (first + j) * columnStride;
                    for (int k = 0; k < depth; k++) {
                        values[panel + k * width + j] = source[at + k * depthStride];
                    }
                }
            }
        }
    }
}
