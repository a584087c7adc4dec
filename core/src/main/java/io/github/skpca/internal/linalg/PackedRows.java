package io.github.skpca.internal.linalg;

/**
 * The left-hand side of products with transposed rows, laid out once: groups of rows, and in a group depth by depth, so that a product
 * reads it from front to back.
 *
 * <p>Row i of group g stands at {@code values[(g depth + k) height + i]}; missing rows of the last group are zero.
 */
public final class PackedRows {
    final float[] values;
    final int rows;
    final int depth;
    final int height;

    /**
     * Packs rows.
     *
     * @param source rows x depth; read only
     */
    PackedRows(FloatMatrix source, int rows, int depth, int height) {
        this.rows = rows;
        this.depth = depth;
        this.height = height;
        this.values = new float[Math.multiplyExact(groups() * height, depth)];
        for (int i = 0; i < rows; i++) {
            int at = i / height * depth * height + i % height;
            for (int k = 0; k < depth; k++) {
                values[at + k * height] = source.values()[source.at(i, k)];
            }
        }
    }

    private int groups() {
        return (rows + height - 1) / height;
    }

    /** The rows of the product, with those that fill up the last group. */
    public int filledRows() {
        return groups() * height;
    }

    /** The bytes held. */
    public long bytes() {
        return 4L * values.length;
    }
}
