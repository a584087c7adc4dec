package io.github.skpca.internal.linalg;

/**
 * Products with rows of a block where they lie: c[i, j] += sum_k a[i, k] b[k, j], b being a few dozen rows of the block, and the inner
 * products of a few vectors with such rows.
 *
 * <p>The block is gone through in strips of columns, and so are the sums kept: entry (i, j) of a sum of {@code rows} rows is at {@code
 * (s rows + i) w + j - s w}, s = j / w being its strip and w the {@link #width()}, or in double the {@link #exactWidth()}. Rows of a are
 * multiplied a group at a time, and so is a laid out: by pieces of {@link #CHAIN} terms, and a piece by groups ({@link #entry}).
 */
public interface ColumnPanelProducts {
    /** Terms of a sum that are added one to another; sums of so many are then added to c, in order. */
    int CHAIN = 48;

    /** Columns of a strip of sums in float. */
    int width();

    /** Columns of a strip of sums in double. */
    int exactWidth();

    /** Rows of a left-hand side of {@code rows} rows that go together; it has to be filled up to a multiple of this with rows of zeros. */
    int height(int rows);

    /** The same in double. */
    int exactHeight();

    /**
     * Where the piece that starts with term {@code first} has the first entry of row i of the left-hand side; its next one is as many numbers
     * further as there are rows in a group.
     *
     * @param rows of the left-hand side, a multiple of {@code height}
     * @param height the rows of a group
     * @param depth the terms of the piece, at most {@link #CHAIN}
     */
    static int entry(int rows, int height, int first, int depth, int i) {
        return first * rows + i / height * height * depth + i % height;
    }

    /** So many rows, filled up to whole groups. */
    static int filled(int rows, int height) {
        return (rows + height - 1) / height * height;
    }

    /** The length of an array of sums. */
    static int length(int rows, int columns, int width) {
        return Math.multiplyExact(rows, (columns + width - 1) / width * width);
    }

    /**
     * The product, or c plus the product if {@code add}.
     *
     * @param a {@code rows} rows of {@code depth} terms, as {@link #entry} says; read only
     * @param b depth x columns; read only
     * @param c as above; columns beyond the last are set to anything
     */
    void multiply(float[] a, int rows, FloatMatrix b, int depth, int columns, float[] c, boolean add);

    /** As {@link #multiply(float[], int, FloatMatrix, int, int, float[], boolean)}, with products and sums in double. */
    void multiply(double[] a, int rows, FloatMatrix b, int depth, int columns, double[] c, boolean add);

    /**
     * Lays out vectors for {@link #innerProducts}.
     *
     * @param x vectors x columns, row-major; read only
     * @param laid vectors x columns in this backend's order; overwritten
     */
    void layOut(float[] x, int vectors, int columns, float[] laid);

    /**
     * Inner products: c[v, i] = sum_k x[v, k] b[i, k].
     *
     * @param laid the vectors as {@link #layOut} writes them; read only
     * @param b rows x columns; read only
     * @param c vectors x rows, row-major; overwritten
     */
    void innerProducts(float[] laid, int vectors, FloatMatrix b, int rows, int columns, float[] c);

    /** How many roundings a term of an inner product of so many columns goes through at most. */
    static int innerTerms(int columns) {
        return Lanes.floatRoundings(columns);
    }
}
