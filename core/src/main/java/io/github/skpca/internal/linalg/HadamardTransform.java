package io.github.skpca.internal.linalg;

/**
 * The Walsh-Hadamard transform of one vector, or of several that lie across each other, and the transposing that lays them out so.
 *
 * <p>Vectors alone or across others agree bit for bit: there is nothing but products with factors, sums and differences, in one order.
 */
public interface HadamardTransform {
    /** How many vectors {@link #transform} does at the least cost each. */
    int across();

    /**
     * The transform with a factor per entry, without a scale: v[i, r] = sum_j H[i, j] f[j] v[j, r] with H of 1 and -1.
     *
     * @param factors a number per entry, from {@code factorOffset} on; read only
     * @param layout where the entries are, counted from {@code from}
     * @param values the vectors; changed
     * @param to where in {@code values} the result (i, r) goes, {@code to + i across + r}: apart from all entries, or, where places are in
     *     order and next to each other, {@code from}
     * @param back whether results are to go back to the places of the entries; {@code to} is then only scratch
     */
    void transform(
            float[] factors, int factorOffset, HadamardLayout layout, float[] values, int from, int to, boolean back);

    /**
     * Transposes rows: t[j, r] = x[r, j].
     *
     * @param rows entry (r, j) at {@code offset + r stride + j}; read only
     * @param length the entries of a row
     * @param turned entry (j, r) at {@code at + j across + r}; overwritten
     */
    void transpose(float[] rows, int offset, int stride, int length, float[] turned, int at, int across);

    /**
     * Transposes back, with a factor per entry: x[r, j] = t[j, r] f[j].
     *
     * @param turned entry (j, r) at {@code at + j across + r}; read only
     * @param rows entry (r, j) at {@code offset + r stride + j}; overwritten
     */
    void transposeBack(
            float[] turned,
            int at,
            float[] factors,
            int factorOffset,
            int length,
            float[] rows,
            int offset,
            int stride,
            int across);
}
