package io.github.skpca.internal.sketch;

import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.ColumnPanelProducts;
import io.github.skpca.internal.linalg.DoubleMatrix;
import io.github.skpca.internal.linalg.DoubleProducts;
import io.github.skpca.internal.linalg.Panels;
import io.github.skpca.internal.random.RandomStream;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * The matrix A of a block shrink as an operator: a few rows in double (the sketch and the jump row) over a
 * block of rows in float, less their mean.
 *
 * <p>One pass over the block gives y = A x and A'y together: a slice of rows is multiplied with x, and its products with the slice. The
 * block's part is done in float, because it is nearly all of the work; the rest is in double. The mean is never subtracted from
 * the rows but from the products, which are small.
 */
final class StackedBlock {
    /** Rows whose sums share one float array; a thread takes slice after slice, and the slices are added in double, in order. */
    static final int SLICE_ROWS = 256;

    private static final double FLOAT_ROUNDOFF = 0x1p-24;
    private static final double DOUBLE_ROUNDOFF = 0x1p-53;

    /** If the scatter is at most this part of the sum of squares, it is summed row by row about the mean. */
    private static final double CANCELLED = 0.01;

    /** The fewest columns that a thread takes. */
    private static final int GRAIN = 96;

    final int columns;
    private final Sizes sizes;
    final Backend backend = Backend.active();
    final ColumnPanelProducts strips = backend.strips();
    private final Workers workers;
    private final UpperRows upper;
    private final float[] rightSide;
    final float[] laidOut;
    final float[][] partial;
    final double[][] exactPartial;
    private final double[] rowSquares;
    final double[] shift;
    private final SliceProducts[] perThread;

    /** The vectors of the last product, laid out. */
    private @Nullable Panels panels;

    float[] block = new float[0];
    int count;
    private double @Nullable [] mean;
    private double blockNorm;
    private double blockScatter;

    /**
     * The largest sizes that a stack holds and multiplies with.
     *
     * @param columns m
     * @param upperRows the most rows in double
     * @param rows the most rows of a block
     * @param width the most vectors multiplied at a time
     * @param exact the most of them whose transposed products are summed in double
     */
    record Sizes(int columns, int upperRows, int rows, int width, int exact) {
        int slices() {
            return StackedBlock.slices(rows);
        }
    }

    /** Work space for stacks of these sizes. */
    StackedBlock(Sizes sizes, Workers workers) {
        this.sizes = sizes;
        this.columns = sizes.columns();
        this.workers = workers;
        int width = sizes.width();
        int mostSlices = sizes.slices();
        this.upper = new UpperRows(columns, sizes.upperRows(), workers);
        this.rightSide = new float[Math.multiplyExact(width, columns)];
        this.laidOut = new float[Math.multiplyExact(ResidualProbes.PROBES, columns)];
        int filled = ColumnPanelProducts.filled(width, strips.height(width));
        int exactFilled = ColumnPanelProducts.filled(sizes.exact(), strips.exactHeight());
        this.partial = new float[mostSlices][ColumnPanelProducts.length(filled, columns, strips.width())];
        this.exactPartial =
                new double[mostSlices][ColumnPanelProducts.length(exactFilled, columns, strips.exactWidth())];
        this.rowSquares = new double[sizes.rows()];
        this.shift = new double[width];
        this.perThread = new SliceProducts[Math.min(workers.threads(), mostSlices)];
        for (int i = 0; i < perThread.length; i++) {
            perThread[i] = new SliceProducts(this, width, filled, exactFilled);
        }
    }

    /** The bytes that a stack of these sizes holds. */
    static long bytes(Sizes sizes) {
        long vectors = 2L * sizes.width() + ResidualProbes.PROBES;
        long perSlice = 4L * sizes.width() + 8L * sizes.exact();
        return sizes.columns() * (8L * sizes.upperRows() + 4 * vectors + sizes.slices() * perSlice) + 8L * sizes.rows();
    }

    private static int slices(int rows) {
        return (rows + SLICE_ROWS - 1) / SLICE_ROWS;
    }

    /** Arrays for the products with {@code vectors} vectors, transposed products with the first of them, some of these in double. */
    BlockProducts products(int vectors, int returned, int exact) {
        return new BlockProducts(vectors, returned, exact, sizes);
    }

    /** Stacks the rows of a sketch, a jump row and a block; nothing is copied from the block. */
    void set(SketchState sketch, double @Nullable [] jump, float[] rows, int rowCount, double @Nullable [] rowMean) {
        upper.set(sketch, jump);
        block = rows;
        count = rowCount;
        mean = rowMean;
        blockNorm = sumOfSquares();
        blockScatter = scatter();
    }

    /** Summed row by row, so that it does not depend on the number of threads. */
    private double sumOfSquares() {
        workers.split(count, ColumnPanelProducts.CHAIN, (from, to) -> {
            for (int i = from; i < to; i++) {
                rowSquares[i] = backend.sums().sumOfSquares(block, i * columns, columns);
            }
        });
        return sumOfRows();
    }

    private double sumOfRows() {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += rowSquares[i];
        }
        return sum;
    }

    /** The number of rows of A. */
    int rows() {
        return upper.count() + count;
    }

    /** The sum of squares of the block's part of A, about the mean if there is one. */
    double blockScatter() {
        return blockScatter;
    }

    private double scatter() {
        if (mean == null) {
            return blockNorm;
        }
        double meanNorm = 0;
        for (double entry : mean) {
            meanNorm += entry * entry;
        }
        double difference = blockNorm - count * meanNorm;
        // Far from the origin the difference cancels.
        return difference > CANCELLED * blockNorm ? difference : scatterRowByRow(mean);
    }

    private double scatterRowByRow(double[] center) {
        workers.split(count, ColumnPanelProducts.CHAIN, (from, to) -> {
            for (int i = from; i < to; i++) {
                double square = 0;
                for (int j = 0; j < columns; j++) {
                    double entry = block[i * columns + j] - center[j];
                    square += entry * entry;
                }
                rowSquares[i] = square;
            }
        });
        return sumOfRows();
    }

    /** A bound on the rounding error ||A x - computed|| for a unit x and {@link #clear}. */
    double timesError() {
        double upperTerms = (columns + 4) * DOUBLE_ROUNDOFF;
        double terms = ColumnPanelProducts.innerTerms(columns) + 4;
        return terms * FLOAT_ROUNDOFF * Math.sqrt(blockNorm) + upperTerms * Math.sqrt(upper.squaredNorm());
    }

    /** A bound on the rounding error ||A'y - computed|| for a y whose block part has unit length. */
    double backError() {
        double terms = ColumnPanelProducts.CHAIN + Math.ceil(SLICE_ROWS / (double) ColumnPanelProducts.CHAIN);
        return (terms + 4) * FLOAT_ROUNDOFF * Math.sqrt(blockNorm);
    }

    /** The same if all sums are in double, for a y of unit length. */
    double exactBackError() {
        return 2 * (rows() + 3) * DOUBLE_ROUNDOFF * (Math.sqrt(blockNorm) + Math.sqrt(upper.squaredNorm()));
    }

    /**
     * y = A x, its inner products, and A'y for as many vectors as {@code out} has transposed products.
     *
     * @param x vectors as rows, {@code out.vectors} x m; read only
     * @param factor multiplies x, a power of two
     * @param out overwritten; if some upper rows are {@link BlockProducts#aligned}, with zeros where their products with x are only
     *     rounding
     */
    void multiply(double[] x, double factor, BlockProducts out) {
        int vectors = out.vectors;
        Panels laid = panels(vectors);
        takeVectors(x, factor, vectors);
        workers.split(laid.panels(), 1, (from, to) -> laid.pack(rightSide, 0, 1, columns, from, to));
        int slices = slices(count);
        double[][] grams = new double[slices][vectors * vectors];
        workers.splitNumbered(slices, 1, (piece, from, to) -> {
            for (int slice = from; slice < to; slice++) {
                perThread[piece].multiply(slice, laid, out);
                backend.doubles().gram(out.slices[slice], vectors, SLICE_ROWS, grams[slice], 0, vectors);
            }
        });
        upper.multiply(x, factor, out);
        addGrams(grams, out);
        addUp(out);
    }

    private Panels panels(int vectors) {
        Panels laid = panels;
        if (laid == null || laid.columns() != vectors) {
            laid = backend.products().panels(columns, vectors);
            panels = laid;
        }
        return laid;
    }

    /** Lays out the vectors for the product with the block, and computes the mean's part of each. */
    private void takeVectors(double[] x, double factor, int vectors) {
        workers.split(vectors, 4, (from, to) -> {
            for (int i = from * columns; i < to * columns; i++) {
                rightSide[i] = (float) (factor * x[i]);
            }
            for (int i = from; i < to; i++) {
                shift[i] = mean == null ? 0 : DoubleRows.inner(mean, 0, rightSide, i * columns, columns);
            }
        });
    }

    /**
     * y_p = A x_p - sum_j weights[p, j] d_j for given products d, and A'y, in one pass.
     *
     * @param x vectors as rows, {@code out.vectors} x m; read only
     * @param factor multiplies x, a power of two
     * @param weights {@code out.vectors} x {@code d.vectors}; read only
     * @param out overwritten; of its inner products only the diagonal, with those of A x
     * @param inner y_p'd_j, {@code out.vectors} x {@code d.vectors}; overwritten
     */
    void clear(double[] x, double factor, double[] weights, BlockProducts d, BlockProducts out, double[] inner) {
        int vectors = out.vectors;
        takeVectors(x, factor, vectors);
        strips.layOut(rightSide, vectors, columns, laidOut);
        int slices = slices(count);
        int upperRows = upper.count();
        double[][] parts = new double[slices + 1][vectors * d.vectors];
        double[][] squares = new double[slices][2 * vectors];
        workers.splitNumbered(slices, 1, (piece, from, to) -> {
            for (int slice = from; slice < to; slice++) {
                perThread[piece].clear(slice, weights, d, out, squares[slice]);
                inner(out.slices[slice], vectors, d.slices[slice], d.vectors, SLICE_ROWS, parts[slice]);
            }
        });
        upper.multiply(x, factor, out);
        Arrays.fill(out.blockSquares, 0.0);
        for (int i = 0; i < vectors; i++) {
            int at = i * upperRows;
            double sum = DoubleRows.inner(out.upper, at, out.upper, at, upperRows);
            for (double[] square : squares) {
                out.blockSquares[i] += square[i];
                sum += square[vectors + i];
            }
            out.gram[i * vectors + i] = sum;
        }
        takeOut(weights, d.upper, d.vectors, out.upper.clone(), out.upper, vectors, upperRows);
        if (upperRows > 0) {
            inner(out.upper, vectors, d.upper, d.vectors, upperRows, parts[slices]);
        }
        sum(parts, inner);
        addUp(out);
    }

    private static void sum(double[][] parts, double[] target) {
        Arrays.fill(target, 0.0);
        for (double[] part : parts) {
            for (int i = 0; i < target.length; i++) {
                target[i] += part[i];
            }
        }
    }

    /** Fills vectors with independent uniform numbers of variance one, one for each row of A. */
    void fill(BlockProducts z, RandomStream random) {
        ResidualProbes.fill(random, z.upper, 0, z.vectors * upper.count());
        for (int slice = 0; slice < slices(count); slice++) {
            int last = Math.min(SLICE_ROWS, count - slice * SLICE_ROWS);
            for (int i = 0; i < z.vectors; i++) {
                ResidualProbes.fill(random, z.slices[slice], i * SLICE_ROWS, i * SLICE_ROWS + last);
                Arrays.fill(z.slices[slice], i * SLICE_ROWS + last, (i + 1) * SLICE_ROWS, 0.0);
            }
        }
    }

    /**
     * y_p = z_p - sum_j weights[p, j] d_j for given products d, and A'y, all sums in double.
     *
     * @param weights {@code z.vectors} x {@code d.vectors}; read only
     * @param y all its transposed products are exact; overwritten
     * @param beside run once, by one of the threads, while the others pass over the block
     */
    void takeBack(double[] weights, BlockProducts d, BlockProducts z, BlockProducts y, Runnable beside) {
        workers.splitNumbered(1 + slices(count), 1, (piece, from, to) -> {
            if (from == 0) {
                beside.run();
            }
            for (int slice = Math.max(0, from - 1); slice < to - 1; slice++) {
                takeOut(weights, d.slices[slice], d.vectors, z.slices[slice], y.slices[slice], z.vectors, SLICE_ROWS);
                perThread[piece].takeBack(slice, y);
            }
        });
        takeOut(weights, d.upper, d.vectors, z.upper, y.upper, z.vectors, upper.count());
        addUp(y);
    }

    private void addGrams(double[][] grams, BlockProducts out) {
        int vectors = out.vectors;
        Arrays.fill(out.gram, 0.0);
        for (double[] gram : grams) {
            for (int i = 0; i < gram.length; i++) {
                out.gram[i] += gram[i];
            }
        }
        for (int i = 0; i < vectors; i++) {
            out.blockSquares[i] = out.gram[i * vectors + i];
        }
        if (upper.count() > 0) {
            double[] above = new double[vectors * vectors];
            backend.doubles().gram(out.upper, vectors, upper.count(), above, 0, vectors);
            for (int i = 0; i < above.length; i++) {
                out.gram[i] += above[i];
            }
        }
        DoubleProducts.mirror(out.gram, vectors);
    }

    /** A'y: the upper rows' part, then the sum of the slices, less the mean's part. */
    private void addUp(BlockProducts out) {
        int slices = slices(count);
        double[] sums = new double[out.returned];
        for (int slice = 0; slice < slices; slice++) {
            for (int i = 0; i < out.returned; i++) {
                sums[i] += out.sums[slice * out.vectors + i];
            }
        }
        int grain = strips.width() * Math.max(1, GRAIN / strips.width());
        workers.splitNumbered(columns, grain, (piece, from, to) -> {
            upper.takeBack(out, from, to);
            for (int column = from; column < to; column += strips.width()) {
                perThread[piece].addStrip(out, slices, column);
            }
            for (int column = from; column < to && out.exact > 0; column += strips.exactWidth()) {
                perThread[piece].addExactStrip(out, slices, column);
            }
            for (int i = 0; i < out.returned && mean != null; i++) {
                for (int j = from; j < to; j++) {
                    out.back[i * columns + j] -= sums[i] * mean[j];
                }
            }
        });
    }

    private void takeOut(double[] weights, double[] y, int depth, double[] w, double[] z, int vectors, int length) {
        backend.doubles()
                .multiply(
                        DoubleMatrix.of(weights, depth),
                        vectors,
                        depth,
                        DoubleMatrix.of(y, length),
                        length,
                        DoubleMatrix.of(z, length));
        for (int i = 0; i < vectors * length; i++) {
            z[i] = w[i] - z[i];
        }
    }

    /**
     * Inner products of the products with some vectors and the products with others: c[i, j] = y_i'z_j.
     *
     * @param c y.vectors x z.vectors; overwritten
     */
    void innerProducts(BlockProducts y, BlockProducts z, double[] c) {
        int slices = slices(count);
        double[][] parts = new double[slices + 1][c.length];
        workers.split(slices, 1, (from, to) -> {
            for (int slice = from; slice < to; slice++) {
                inner(y.slices[slice], y.vectors, z.slices[slice], z.vectors, SLICE_ROWS, parts[slice]);
            }
        });
        if (upper.count() > 0) {
            inner(y.upper, y.vectors, z.upper, z.vectors, upper.count(), parts[slices]);
        }
        sum(parts, c);
    }

    private void inner(double[] y, int yRows, double[] z, int zRows, int length, double[] c) {
        backend.doubles()
                .innerProducts(
                        DoubleMatrix.of(y, length),
                        0,
                        yRows,
                        DoubleMatrix.of(z, length),
                        zRows,
                        length,
                        DoubleMatrix.of(c, zRows));
    }
}
