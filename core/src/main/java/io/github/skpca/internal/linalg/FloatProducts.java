package io.github.skpca.internal.linalg;

/**
 * Products in float with a right-hand side that is laid out once.
 *
 * <p>An output is one sum, in pieces of {@link #SUM_DEPTH} terms, each added up in order, and the pieces in order.
 */
public interface FloatProducts {
    /**
     * Terms of a float sum that are added one to another; sums of so many are then added up. It bounds rounding by
     * (SUM_DEPTH + depth / SUM_DEPTH) 2^-24 times the sum of sizes, and keeps the piece of a panel in the first cache.
     */
    int SUM_DEPTH = 128;

    /** The columns of one panel of a right-hand side with that many columns. */
    int panelWidth(int columns);

    /** An empty right-hand side of the given size, in this backend's layout. */
    default Panels panels(int depth, int columns) {
        return new Panels(depth, columns, panelWidth(columns));
    }

    /**
     * Lays out rows as a right-hand side.
     *
     * @param source depth x columns; read only
     * @param panels made by this backend; overwritten
     */
    default void packRows(FloatMatrix source, Panels panels) {
        panels.pack(source.values(), source.offset(), source.stride(), 1);
    }

    /**
     * Product: c[i, j] = sum_k a[i, k] b[k, j].
     *
     * @param a rows x depth, with any step; read only
     * @param rows how many rows of a
     * @param c rows x columns; overwritten
     */
    void multiply(FloatMatrix a, int rows, Panels b, FloatMatrix c);

    /**
     * The product of one row, which allocates nothing.
     *
     * @param a {@code b.depth()} numbers from {@code aAt} on; read only
     * @param c {@code b.columns()} numbers from {@code cAt} on; overwritten
     */
    void multiplyRow(float[] a, int aAt, Panels b, float[] c, int cAt);

    /**
     * The product of rows that lie one after another, as its rows then do; one row allocates nothing.
     *
     * @param a rows of {@code b.depth()} numbers from {@code aAt} on; read only
     * @param c rows of {@code b.columns()} numbers from {@code cAt} on; overwritten
     */
    default void multiplyRows(float[] a, int aAt, int rows, Panels b, float[] c, int cAt) {
        if (rows == 1) {
            multiplyRow(a, aAt, b, c, cAt);
        } else {
            multiply(new FloatMatrix(a, aAt, b.depth), rows, b, new FloatMatrix(c, cAt, b.columns));
        }
    }

    /**
     * Product with sparse rows: c[i, j] = sum_k a[from + i, k] b[k, j], over the entries alone. The numbers are those that {@link #multiply} gives
     * for the same rows with their zeros, bit for bit, because a zero term changes no sum; but for a sum that underflowed to zero, whose sign may be
     * another (its sine is zero, without a sign, either way).
     *
     * @param a of no more columns than {@code b.depth()}; read only
     * @param rows how many rows of a
     * @param c entry (i, j) at {@code cOffset + i cStride + j}; overwritten. No view: sparse rows come one at a time
     */
    void multiplySparse(SparseMatrix a, int from, int rows, Panels b, float[] c, int cOffset, int cStride);
}
