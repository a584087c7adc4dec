package io.github.skpca.internal.linalg;

import org.jspecify.annotations.Nullable;

import java.util.Locale;

/**
 * One way of doing the arithmetic: plain Java, or SIMD through the Vector API.
 *
 * <p>An output is one sum, made in an order that depends on its depth alone: in pieces of {@link #SUM_DEPTH} terms, each
 * added up in order, and the pieces in order (products); or one sum per lane, and the lanes in order ({@link Lanes}: inner products and
 * squares). So an output does not depend on the rows that were computed beside it: a row alone, a row in a tile and a row in the remainder of
 * a tile agree bit for bit. All backends do the same multiply-adds in the same order, for vectors of any width, so that they agree bit for
 * bit, too; but for machines without a fused multiply-add (docs/decisions/0028).
 */
public interface Backend {
    /** Phases beyond this are reduced exactly, in double: the fast reduction is good to 2e-7 up to here. */
    float FAST_PHASE_LIMIT = 1e4f;

    /**
     * Terms of a float sum that are added one to another; sums of so many are then added up. It bounds rounding by
     * (SUM_DEPTH + depth / SUM_DEPTH) 2^-24 times the sum of sizes, and keeps the piece of a panel in the first cache.
     */
    int SUM_DEPTH = 128;

    /** Sparse rows that are multiplied together: their products stay in the second cache until the cosines are made of them. */
    int SPARSE_CHUNK_ROWS = 24;

    /** {@code plain-fma}, or {@code simd-} and the width of a vector in bits; {@code plain} on a machine without a fused multiply-add. */
    String name();

    /** The columns of one panel of a right-hand side with that many columns. */
    int panelWidth(int columns);

    /** Products with transposed rows; null where they are no faster. */
    @Nullable
    TransposedProducts transposedProducts();

    /** Products with rows of a block where they lie. */
    ColumnPanelProducts strips();

    /** An empty right-hand side of the given size, in this backend's layout. */
    default Panels panels(int depth, int columns) {
        return new Panels(depth, columns, panelWidth(columns));
    }

    /**
     * Product: c[i, j] = sum_k a[i, k] b[k, j].
     *
     * @param a entry (i, k) at {@code aOffset + i aRowStride + k aDepthStride}; read only
     * @param rows how many rows of a
     * @param c entry (i, j) at {@code cOffset + i cStride + j}; overwritten
     */
    void multiply(
            float[] a,
            int aOffset,
            int aRowStride,
            int aDepthStride,
            int rows,
            Panels b,
            float[] c,
            int cOffset,
            int cStride);

    /**
     * Product with sparse rows: c[i, j] = sum_k a[from + i, k] b[k, j], over the entries alone. The numbers are those that {@link
     * #multiply(float[], int, int, int, int, Panels, float[], int, int)} gives for the same rows with their zeros, bit for bit, because a
     * zero term changes no sum; but for a sum that underflowed to zero, whose sign may be another (its sine is zero, without a sign, either way).
     *
     * @param a of no more columns than {@code b.depth()}; read only
     * @param rows how many rows of a
     * @param c entry (i, j) at {@code cOffset + i cStride + j}; overwritten
     */
    void multiplySparse(SparseMatrix a, int from, int rows, Panels b, float[] c, int cOffset, int cStride);

    /**
     * The paired Fourier map in one pass: z[i, j] = scale cos(t), z[i, j + frequencies] = scale sin(t) with
     * t = sum_k x[i, k] w[k, j].
     *
     * @param x {@code rows} rows of {@code w.depth()} numbers from {@code xOffset} on; read only
     * @param z rows of {@code 2 w.columns()} numbers from {@code zOffset} on; overwritten
     */
    void fourierPairs(float[] x, int xOffset, int rows, Panels w, float scale, float[] z, int zOffset);

    /**
     * The Fourier map with phases in one pass: z[i, j] = scale cos(t + phase[j]).
     *
     * @param z rows of {@code w.columns()} numbers from {@code zOffset} on; overwritten
     * @param phases {@code w.columns()} numbers; read only
     */
    void fourierPhases(float[] x, int xOffset, int rows, Panels w, float[] phases, float scale, float[] z, int zOffset);

    /**
     * As {@link #fourierPairs(float[], int, int, Panels, float, float[], int)} of the same rows with their zeros, bit for bit.
     *
     * @param x rows [from, from + rows) of it; read only
     */
    default void fourierPairs(SparseMatrix x, int from, int rows, Panels w, float scale, float[] z, int zOffset) {
        int frequencies = w.columns();
        for (int first = 0; first < rows; first += SPARSE_CHUNK_ROWS) {
            int chunk = Math.min(SPARSE_CHUNK_ROWS, rows - first);
            int at = zOffset + first * 2 * frequencies;
            multiplySparse(x, from + first, chunk, w, z, at, 2 * frequencies);
            for (int i = 0; i < chunk; i++, at += 2 * frequencies) {
                cosines(z, at, frequencies, scale, z, at, true, z, at + frequencies);
            }
        }
    }

    /**
     * As {@link #fourierPhases(float[], int, int, Panels, float[], float, float[], int)} of the same rows with their zeros, bit for bit.
     *
     * @param x rows [from, from + rows) of it; read only
     */
    default void fourierPhases(
            SparseMatrix x, int from, int rows, Panels w, float[] phases, float scale, float[] z, int zOffset) {
        int frequencies = w.columns();
        for (int first = 0; first < rows; first += SPARSE_CHUNK_ROWS) {
            int chunk = Math.min(SPARSE_CHUNK_ROWS, rows - first);
            int at = zOffset + first * frequencies;
            multiplySparse(x, from + first, chunk, w, z, at, frequencies);
            for (int i = 0; i < chunk; i++, at += frequencies) {
                for (int j = 0; j < frequencies; j++) {
                    z[at + j] += phases[j];
                }
                cosines(z, at, frequencies, scale, z, at, false, z, at);
            }
        }
    }

    /**
     * Cosines, and sines if asked for, each times scale.
     *
     * @param x {@code count} angles from {@code offset} on; read only
     * @param cosines may be x itself
     * @param sines overwritten too if {@code withSines}
     */
    void cosines(
            float[] x,
            int offset,
            int count,
            float scale,
            float[] cosines,
            int cosineOffset,
            boolean withSines,
            float[] sines,
            int sineOffset);

    /** How many vectors {@link #hadamard} transforms at the least cost each. */
    int hadamardAcross();

    /**
     * Walsh-Hadamard transform with a factor per entry, without a scale: v[i, r] = sum_j H[i, j] f[j] v[j, r] with H of 1 and -1. All
     * backends, and vectors alone or across others, agree bit for bit: there is nothing but products with f, sums and
     * differences, in one order.
     *
     * @param factors {@code count} numbers from {@code factorOffset} on; read only
     * @param values entry (i, r) of vector r at {@code from + places[i] + r}; changed
     * @param places {@code count} numbers, {@code across} or more apart; read only
     * @param to where in {@code values} the result (i, r) goes, {@code to + i across + r}: apart from all entries, or, where places are in
     *     order and next to each other, {@code from}
     * @param count the length of a vector, a power of two
     * @param across the number of vectors, a power of two
     * @param back whether results are to go back to the places of the entries; {@code to} is then only scratch
     */
    void hadamard(
            float[] factors,
            int factorOffset,
            float[] values,
            int from,
            int[] places,
            int to,
            int count,
            int across,
            boolean back);

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

    /**
     * Gaussians of distances, made of products in place: v[j] becomes 2^t with t = rowTerm + terms[j] + factor v[j], good to 3e-7 of itself given
     * a t between -120 and 1, and anything for others. With terms -f ||x||^2 and -f ||c_j||^2 and the factor 2 f, t is -f ||x - c_j||^2.
     *
     * @param values {@code count} products x'c_j from {@code offset} on; overwritten
     * @param terms {@code count} numbers; read only
     */
    void gaussians(float[] values, int offset, int count, float rowTerm, float[] terms, float factor);

    /**
     * Product in double: c[i, j] = sum_k a[i, k] b[k, j], all row-major with the given strides between rows.
     *
     * @param c overwritten; must be neither a nor b
     */
    void multiply(
            double[] a,
            int aOffset,
            int aStride,
            int rows,
            int depth,
            double[] b,
            int bOffset,
            int bStride,
            int columns,
            double[] c,
            int cOffset,
            int cStride);

    /**
     * Inner products in double: c[i, j] = sum_k a[i, k] b[j, k] for i in [from, to).
     *
     * @param a rows of {@code columns} numbers from {@code aOffset} on, {@code aStride} apart; read only
     * @param b {@code bRows} rows of {@code columns} numbers, row-major; read only
     * @param c entry (i, j) at {@code i cStride + j}; overwritten
     */
    void innerProducts(
            double[] a,
            int aOffset,
            int aStride,
            int from,
            int to,
            double[] b,
            int bRows,
            int columns,
            double[] c,
            int cStride);

    /**
     * Gram matrix in double, the rows [from, to) of its lower half: c[i, j] = sum_k a[i, k] a[j, k] for j <= i.
     *
     * @param a rows x columns, row-major; read only
     * @param c rows x rows; the lower half of the given rows is overwritten, and possibly some of the upper half
     */
    void gram(double[] a, int rows, int columns, double[] c, int from, int to);

    /**
     * Gram matrix in double: c[i, j] = sum_k a[i, k] a[j, k].
     *
     * @param a rows x columns, row-major; read only
     * @param c rows x rows; overwritten, symmetric
     */
    default void gram(double[] a, int rows, int columns, double[] c) {
        gram(a, rows, columns, c, 0, rows);
        mirror(c, rows);
    }

    /**
     * Second moments of rows in double, the lower half: c[i, j] = sum_k (x[k, i] - mean[i]) (x[k, j] - mean[j]) for j <= i, each one sum in
     * the order of the rows.
     *
     * @param block rows x columns from {@code offset} on, row-major; read only
     * @param mean taken off every row if there is one; read only
     * @param c columns x columns; the lower half is overwritten, and possibly some of the upper half
     */
    void moments(float[] block, int offset, int rows, int columns, double @Nullable [] mean, double[] c);

    /** Copies the lower half of a square matrix to its upper half. */
    static void mirror(double[] c, int rows) {
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < i; j++) {
                c[j * rows + i] = c[i * rows + j];
            }
        }
    }

    /**
     * Lays out rows of a float matrix as a right-hand side: row k is source[offset + k stride ...].
     *
     * @param panels made by this backend; overwritten
     */
    default void packRows(float[] source, int offset, int stride, Panels panels) {
        panels.pack(source, offset, stride, 1);
    }

    /** Whether floats hold the numbers [from, to): surely, if true; false may be the answer to 2^123 and more, too. */
    boolean areFinite(double[] values, int from, int to);

    /** Whether the numbers [from, to) are all finite. */
    boolean areFinite(float[] values, int from, int to);

    /**
     * Adds floats to doubles: target[i] += source[i].
     *
     * @param source {@code count} floats from {@code offset} on; read only
     * @param target from {@code targetOffset} on; changed
     */
    void accumulate(float[] source, int offset, int count, double[] target, int targetOffset);

    /**
     * Adds up the columns [from, to) of a block, in double.
     *
     * @param block rows x columns, row-major; read only
     * @param sums at [from, to): the sums; overwritten
     */
    void columnSums(float[] block, int rows, int columns, double[] sums, int from, int to);

    /**
     * Rotates two rows in their plane: upper becomes cosine upper - sine lower, and lower sine upper + cosine lower. All backends agree bit for bit.
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

    /** The sum of squares of {@code count} floats from {@code offset} on, in double. */
    double sumOfSquares(float[] values, int offset, int count);

    /**
     * Multiplies and adds in registers, touching no memory: the machine's own limit, which {@code skpca bench} compares with.
     *
     * @return the number of floating-point operations done
     */
    double multiplyAddLoop(int rounds);

    /**
     * The backend of now, by {@code -Dskpca.simd=auto|at-once|on|off}: with {@code auto}, the default, plain Java, and SIMD once its kernels are
     * compiled ({@link BackendStart}); with {@code at-once} SIMD from the start where it is there; with {@code on} the same, or an error.
     *
     * @throws IllegalStateException if {@code on} was asked for and the module jdk.incubator.vector is not there
     */
    static Backend active() {
        return BackendChoice.active();
    }

    /** Whether results have the bits that they have elsewhere: not on a machine without a fused multiply-add, whose products round twice. */
    static boolean hasCommonBits() {
        return MultiplyAdd.FUSED;
    }

    /** The plain Java backend, whatever the process uses. */
    static Backend plain() {
        return new PlainBackend();
    }

    /** The backend for one value of {@code skpca.simd}. */
    static Backend of(String choice) {
        return switch (choice.toLowerCase(Locale.ROOT)) {
            case "off" -> new PlainBackend();
            case "on" -> BackendChoice.simd();
            case "auto", "at-once" -> BackendChoice.simdOrPlain();
            default -> throw new IllegalArgumentException("skpca.simd must be auto, at-once, on or off, not " + choice);
        };
    }
}
