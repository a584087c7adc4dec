package io.github.skpca.internal.linalg;

import org.jspecify.annotations.Nullable;

/** Products in double. */
public interface DoubleProducts {
    /**
     * Product: c[i, j] = sum_k a[i, k] b[k, j], each one sum in the order of the depth.
     *
     * @param a rows x depth; read only
     * @param b depth x columns; read only
     * @param c rows x columns; overwritten; must share nothing with a and b
     */
    void multiply(DoubleMatrix a, int rows, int depth, DoubleMatrix b, int columns, DoubleMatrix c);

    /**
     * Inner products: c[i, j] = sum_k a[i, k] b[j, k] for i in [from, to), each summed in {@link Lanes}.
     *
     * @param a rows of {@code columns} numbers; read only
     * @param b {@code bRows} rows of {@code columns} numbers; read only
     * @param c overwritten in the rows [from, to)
     */
    void innerProducts(DoubleMatrix a, int from, int to, DoubleMatrix b, int bRows, int columns, DoubleMatrix c);

    /**
     * Gram matrix, the rows [from, to) of its lower half: c[i, j] = sum_k a[i, k] a[j, k] for j <= i.
     *
     * @param a rows x columns, row-major; read only
     * @param c rows x rows; the lower half of the given rows is overwritten, and possibly some of the upper half
     */
    void gram(double[] a, int rows, int columns, double[] c, int from, int to);

    /**
     * Gram matrix: c[i, j] = sum_k a[i, k] a[j, k].
     *
     * @param a rows x columns, row-major; read only
     * @param c rows x rows; overwritten, symmetric
     */
    default void gram(double[] a, int rows, int columns, double[] c) {
        gram(a, rows, columns, c, 0, rows);
        mirror(c, rows);
    }

    /**
     * Second moments of rows, the lower half: c[i, j] = sum_k (x[k, i] - mean[i]) (x[k, j] - mean[j]) for j <= i, each one sum in the order of
     * the rows.
     *
     * @param block rows x columns from {@code offset} on, row-major; read only
     * @param mean taken off every row if there is one; read only
     * @param c columns x columns; the lower half is overwritten, and possibly some of the upper half
     */
    void moments(float[] block, int offset, int rows, int columns, double @Nullable [] mean, double[] c);

    /**
     * Rotates two rows in their plane: upper becomes cosine upper - sine lower, and lower sine upper + cosine lower. Products and sums are apart.
     *
     * @param rows {@code count} numbers from {@code upper} on, and from {@code lower} on; changed
     */
    default void rotate(double[] rows, int upper, int lower, int count, double cosine, double sine) {
        for (int j = 0; j < count; j++) {
            double u = rows[upper + j];
            double l = rows[lower + j];
            rows[lower + j] = sine * u + cosine * l;
            rows[upper + j] = cosine * u - sine * l;
        }
    }

    /** Copies the lower half of a square matrix to its upper half. */
    static void mirror(double[] c, int rows) {
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < i; j++) {
                c[j * rows + i] = c[i * rows + j];
            }
        }
    }
}
