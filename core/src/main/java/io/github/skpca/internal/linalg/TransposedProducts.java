package io.github.skpca.internal.linalg;

/**
 * Products of a fixed matrix with a few transposed rows: entry by entry, with the rows side by side.
 *
 * <p>Every number has the bits that {@link FloatProducts#multiply} and {@link Functions#gaussians} give for the same row alone.
 */
public interface TransposedProducts {
    /** How many rows lie beside each other. */
    int width();

    /**
     * Lays out a left-hand side.
     *
     * @param source rows x depth; copied
     */
    PackedRows pack(FloatMatrix source, int rows, int depth);

    /**
     * Product: c[i, j] = sum_k a[i, k] b[k, j] for all rows of a and all j below {@link #width()}, or c + that.
     *
     * @param b depth x width, row-major, from {@code bOffset} on; read only
     * @param c filled rows x width, row-major, from {@code cOffset} on; overwritten, or added to if {@code add}, which is for no more than {@link
     *     FloatProducts#SUM_DEPTH} terms
     */
    void multiply(PackedRows a, float[] b, int bOffset, float[] c, int cOffset, boolean add);

    /**
     * Adds to every number of row i its term, {@code terms[offset + i]}.
     *
     * @param values rows x width, row-major; changed
     * @param terms read only
     */
    void shift(float[] values, int rows, float[] terms, int offset);

    /**
     * Gaussians of distances, made of products in place: entry (i, j) becomes 2^t with t = rowTerms[rowOffset + i] + terms[j] + factor v, as
     * {@link Functions#gaussians} says.
     *
     * @param values rows x width, row-major; overwritten
     * @param rowTerms read only
     * @param terms {@link #width()} numbers; read only
     */
    void gaussians(float[] values, int rows, float[] rowTerms, int rowOffset, float[] terms, float factor);
}
