package io.github.skpca.sketch;

import io.github.skpca.kernel.RandomStream;
import io.github.skpca.linalg.Backend;
import io.github.skpca.linalg.Panels;
import io.github.skpca.linalg.Workers;
import org.jspecify.annotations.Nullable;

/**
 * The matrix A of a block shrink as something that multiplies: a few rows in double (the sketch, the jump of the mean) over a
 * block of rows in float, less their mean.
 *
 * <p>One pass over the block gives y = A x and A'y together: a tile of rows is multiplied with x, and while it is still in the
 * cache, its products are multiplied with it. The block's part is done in float, because it is nearly all of the work; everything
 * around it in double. The mean is never taken off the rows: it is taken off the products, which are small.
 */
final class BlockStack {
    /** Rows that are multiplied both ways before the next: they stay in the second cache, and are summed in float. */
    static final int TILE_ROWS = 48;

    /** Rows whose sums are one float array; a thread takes slice after slice, and the slices are added up in double, in order. */
    static final int SLICE_ROWS = 256;

    private static final double FLOAT_ROUNDOFF = 0x1p-24;
    private static final double DOUBLE_ROUNDOFF = 0x1p-53;

    /** Of a sum of squares, the part beside the mean below which it is summed about the mean. */
    private static final double CANCELLED = 0.01;

    /** Rows that are multiplied together in double: those that are left over would go one number at a time. */
    private static final int EXACT_TILE = 3;

    /** Columns of a strip: whole panels of every backend. */
    private static final int STRIP = 96;

    private final int columns;
    private final int mostUpperRows;
    private final int mostSlices;
    private final Backend backend = Backend.active();
    private final Workers workers;
    private final double[] upper;
    private final float[] rightSide;
    private final float[][] partial;
    private final double[][] exactPartial;
    private final double[] rowSquares;
    private final double[] shift;
    private final Lane[] lanes;
    private int upperRows;
    private float[] block = new float[0];
    private int count;
    private double @Nullable [] mean;
    private double blockNorm;
    private double blockScatter;
    private double upperNorm;

    /**
     * Room for stacks.
     *
     * @param width the most vectors multiplied at a time
     * @param exact the most of them whose ways back are summed in double
     */
    BlockStack(int columns, int mostUpperRows, int mostRows, int width, int exact, Workers workers) {
        this.columns = columns;
        this.mostUpperRows = mostUpperRows;
        this.mostSlices = slices(mostRows);
        this.workers = workers;
        this.upper = new double[Math.multiplyExact(mostUpperRows, columns)];
        this.rightSide = new float[Math.multiplyExact(width, columns)];
        this.partial = new float[mostSlices][Math.multiplyExact(width, columns)];
        this.exactPartial = new double[mostSlices][Math.multiplyExact(wholeTiles(exact), columns)];
        this.rowSquares = new double[mostRows];
        this.shift = new double[width];
        this.lanes = new Lane[Math.min(workers.threads(), mostSlices)];
        for (int i = 0; i < lanes.length; i++) {
            lanes[i] = new Lane(width, exact);
        }
    }

    /** The bytes that a stack of these sizes holds. */
    static long bytes(long columns, long mostUpperRows, long mostRows, long width, int exact) {
        long slices = (mostRows + SLICE_ROWS - 1) / SLICE_ROWS;
        return columns * (8 * mostUpperRows + 4 * width + slices * (4 * width + 8L * wholeTiles(exact))) + 8 * mostRows;
    }

    private static int slices(int rows) {
        return (rows + SLICE_ROWS - 1) / SLICE_ROWS;
    }

    /** So many rows, and rows of zeros up to a whole number of tiles. */
    private static int wholeTiles(int exact) {
        return (exact + EXACT_TILE - 1) / EXACT_TILE * EXACT_TILE;
    }

    /** Room for the products with so many vectors, some of which are taken back, some of these in double. */
    BlockProducts room(int vectors, int returned, int exact) {
        return new BlockProducts(vectors, returned, exact, columns, mostUpperRows, mostSlices, SLICE_ROWS);
    }

    /** Stacks the rows of a sketch, a jump and a block; nothing is copied from the block. */
    void set(
            double[] sketchRows,
            int sketchCount,
            double @Nullable [] jump,
            float[] rows,
            int rowCount,
            double @Nullable [] rowMean) {
        System.arraycopy(sketchRows, 0, upper, 0, sketchCount * columns);
        upperRows = sketchCount;
        if (jump != null) {
            System.arraycopy(jump, 0, upper, upperRows * columns, columns);
            upperRows++;
        }
        block = rows;
        count = rowCount;
        mean = rowMean;
        blockNorm = sumOfSquares();
        blockScatter = scatter();
        upperNorm = DoubleRows.inner(upper, 0, upper, 0, upperRows * columns);
    }

    /** Summed row by row, so that it does not depend on the number of threads. */
    private double sumOfSquares() {
        workers.split(count, TILE_ROWS, (from, to) -> {
            for (int i = from; i < to; i++) {
                rowSquares[i] = backend.sumOfSquares(block, i * columns, columns);
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
        return upperRows + count;
    }

    /** The sum of squares of A's block part, about the mean if there is one. */
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
        // Far from the origin most digits of the difference are gone.
        return difference > CANCELLED * blockNorm ? difference : scatterRowByRow(mean);
    }

    private double scatterRowByRow(double[] center) {
        workers.split(count, TILE_ROWS, (from, to) -> {
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

    /** What rounding may add to ||A x - computed|| for a unit x. */
    double timesError() {
        double terms = Math.min(columns, Backend.SUM_DEPTH) + columns / (double) Backend.SUM_DEPTH;
        double upperTerms = (columns + 4) * DOUBLE_ROUNDOFF;
        return (terms + 4) * FLOAT_ROUNDOFF * Math.sqrt(blockNorm) + upperTerms * Math.sqrt(upperNorm);
    }

    /** What rounding may add to ||A'y - computed|| for a y whose block part has length one. */
    double backError() {
        double terms = TILE_ROWS + SLICE_ROWS / (double) TILE_ROWS;
        return (terms + 4) * FLOAT_ROUNDOFF * Math.sqrt(blockNorm);
    }

    /** The same where all sums are in double, with a y of length one in all. */
    double exactBackError() {
        return 2 * (rows() + 3) * DOUBLE_ROUNDOFF * (Math.sqrt(blockNorm) + Math.sqrt(upperNorm));
    }

    /**
     * y = A x and its inner products; and A'y if asked for, of as many vectors as {@code out} has ways back.
     *
     * @param x vectors as rows, {@code out.vectors} x m from {@code xOffset} on; read only
     * @param factor what x is multiplied with on the way, a power of two
     * @param out overwritten
     */
    void multiply(double[] x, int xOffset, double factor, BlockProducts out, boolean wayBack) {
        int vectors = out.vectors;
        Panels panels = backend.panels(columns, vectors);
        workers.split(vectors, 4, (from, to) -> {
            for (int i = from * columns; i < to * columns; i++) {
                rightSide[i] = (float) (factor * x[xOffset + i]);
            }
            for (int i = from; i < to; i++) {
                shift[i] = mean == null ? 0 : DoubleRows.inner(mean, 0, rightSide, i * columns, columns);
            }
        });
        workers.split(panels.panels(), 1, (from, to) -> panels.pack(rightSide, 0, 1, columns, from, to));
        int slices = slices(count);
        double[][] grams = new double[slices][vectors * vectors];
        workers.splitNumbered(slices, 1, (piece, from, to) -> {
            for (int slice = from; slice < to; slice++) {
                lanes[piece].multiply(slice, panels, out, wayBack);
                backend.gram(out.slices[slice], vectors, SLICE_ROWS, grams[slice], 0, vectors);
            }
        });
        multiplyUpper(x, xOffset, factor, out);
        addGrams(grams, out);
        if (wayBack) {
            workers.split(columns, STRIP, (from, to) -> addUp(out, slices, from, to));
        }
    }

    /** Vectors with a number of their own for each row of A, independent, uniform with variance one. */
    void fill(BlockProducts z, RandomStream random) {
        ResidualProbes.fill(random, z.upper, 0, z.vectors * upperRows);
        for (int slice = 0; slice < slices(count); slice++) {
            int last = Math.min(SLICE_ROWS, count - slice * SLICE_ROWS);
            for (int i = 0; i < z.vectors; i++) {
                ResidualProbes.fill(random, z.slices[slice], i * SLICE_ROWS, i * SLICE_ROWS + last);
                java.util.Arrays.fill(z.slices[slice], i * SLICE_ROWS + last, (i + 1) * SLICE_ROWS, 0.0);
            }
        }
    }

    /** A'y alone, for a y that is no product. */
    void takeBack(BlockProducts y) {
        int slices = slices(count);
        java.util.Arrays.fill(y.blockSquares, 0.0);
        for (int slice = 0; slice < slices; slice++) {
            for (int i = 0; i < y.vectors; i++) {
                y.blockSquares[i] +=
                        DoubleRows.inner(y.slices[slice], i * SLICE_ROWS, y.slices[slice], i * SLICE_ROWS, SLICE_ROWS);
            }
        }
        workers.splitNumbered(slices, 1, (piece, from, to) -> {
            for (int slice = from; slice < to; slice++) {
                lanes[piece].takeBack(slice, y);
            }
        });
        workers.split(columns, STRIP, (from, to) -> addUp(y, slices, from, to));
    }

    private void multiplyUpper(double[] x, int xOffset, double factor, BlockProducts out) {
        if (upperRows == 0) {
            return;
        }
        workers.split(
                out.vectors,
                4,
                (from, to) -> backend.innerProducts(
                        x, xOffset, columns, from, to, upper, upperRows, columns, out.upper, upperRows));
        for (int i = 0; i < out.vectors * upperRows; i++) {
            out.upper[i] *= factor;
        }
    }

    private void addGrams(double[][] grams, BlockProducts out) {
        int vectors = out.vectors;
        java.util.Arrays.fill(out.gram, 0.0);
        for (double[] gram : grams) {
            for (int i = 0; i < gram.length; i++) {
                out.gram[i] += gram[i];
            }
        }
        for (int i = 0; i < vectors; i++) {
            out.blockSquares[i] = out.gram[i * vectors + i];
        }
        if (upperRows > 0) {
            double[] above = new double[vectors * vectors];
            backend.gram(out.upper, vectors, upperRows, above, 0, vectors);
            for (int i = 0; i < above.length; i++) {
                out.gram[i] += above[i];
            }
        }
        Backend.mirror(out.gram, vectors);
    }

    /** The columns [from, to) of A'y: the upper rows' part, then slice after slice, less the mean's part. */
    private void addUp(BlockProducts out, int slices, int from, int to) {
        backend.multiply(
                out.upper,
                0,
                upperRows,
                out.returned,
                upperRows,
                upper,
                from,
                columns,
                to - from,
                out.back,
                from,
                columns);
        for (int column = from; column < to; column += STRIP) {
            int across = Math.min(STRIP, columns - column);
            for (int i = 0; i < out.returned; i++) {
                addStrip(out, slices, i, column, across);
            }
        }
    }

    /** The partial sums of a strip of columns lie side by side, so that a tile of rows goes through them in one sweep. */
    private void addStrip(BlockProducts out, int slices, int i, int column, int across) {
        int at = i * columns + column;
        int rest = out.returned - out.exact;
        double sum = 0;
        for (int slice = 0; slice < slices; slice++) {
            if (i < out.exact) {
                int from = column * wholeTiles(out.exact) + i * across;
                for (int j = 0; j < across; j++) {
                    out.back[at + j] += exactPartial[slice][from + j];
                }
            } else {
                int from = column * rest + (i - out.exact) * across;
                backend.accumulate(partial[slice], from, across, out.back, at);
            }
            sum += out.sums[slice * out.vectors + i];
        }
        for (int j = 0; j < across && mean != null; j++) {
            out.back[at + j] -= sum * mean[column + j];
        }
    }

    /**
     * z_p = w_p - sum_j weights[p, j] y_j.
     *
     * @param weights w.vectors x y.vectors; read only
     * @param z overwritten
     */
    void takeOut(double[] weights, BlockProducts y, BlockProducts w, BlockProducts z) {
        workers.split(slices(count), 1, (from, to) -> {
            for (int slice = from; slice < to; slice++) {
                takeOut(weights, y.slices[slice], y.vectors, w.slices[slice], z.slices[slice], z.vectors, SLICE_ROWS);
            }
        });
        takeOut(weights, y.upper, y.vectors, w.upper, z.upper, z.vectors, upperRows);
    }

    private void takeOut(double[] weights, double[] y, int depth, double[] w, double[] z, int vectors, int length) {
        backend.multiply(weights, 0, depth, vectors, depth, y, 0, length, length, z, 0, length);
        for (int i = 0; i < vectors * length; i++) {
            z[i] = w[i] - z[i];
        }
    }

    /**
     * Inner products of the products with some vectors and those with others: c[i, j] = y_i'z_j.
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
        if (upperRows > 0) {
            inner(y.upper, y.vectors, z.upper, z.vectors, upperRows, parts[slices]);
        }
        java.util.Arrays.fill(c, 0.0);
        for (double[] part : parts) {
            for (int i = 0; i < c.length; i++) {
                c[i] += part[i];
            }
        }
    }

    private void inner(double[] y, int yRows, double[] z, int zRows, int length, double[] c) {
        backend.innerProducts(y, 0, length, 0, yRows, z, zRows, length, c, zRows);
    }

    /** One thread's work space. */
    private final class Lane {
        private final float[] products;
        private final float[] left;
        private final double[] exactLeft;
        private final Panels strip = backend.panels(TILE_ROWS, Math.min(STRIP, columns));
        private final Panels lastStrip = backend.panels(TILE_ROWS, (columns - 1) % STRIP + 1);

        Lane(int width, int exact) {
            this.products = new float[TILE_ROWS * width];
            this.left = new float[TILE_ROWS * width];
            this.exactLeft = new double[TILE_ROWS * wholeTiles(exact)];
        }

        void multiply(int slice, Panels panels, BlockProducts out, boolean wayBack) {
            int last = Math.min(SLICE_ROWS, count - slice * SLICE_ROWS);
            for (int first = 0; first < last; first += TILE_ROWS) {
                int depth = Math.min(TILE_ROWS, last - first);
                int row = slice * SLICE_ROWS + first;
                backend.multiply(block, row * columns, columns, 1, depth, panels, products, 0, out.vectors);
                turn(out, slice, first, depth);
                if (wayBack) {
                    back(out, slice, row, depth, first > 0);
                }
            }
            for (int i = 0; i < out.vectors && last < SLICE_ROWS; i++) {
                java.util.Arrays.fill(out.slices[slice], i * SLICE_ROWS + last, (i + 1) * SLICE_ROWS, 0.0);
            }
        }

        void takeBack(int slice, BlockProducts y) {
            int last = Math.min(SLICE_ROWS, count - slice * SLICE_ROWS);
            for (int first = 0; first < last; first += TILE_ROWS) {
                int depth = Math.min(TILE_ROWS, last - first);
                for (int i = 0; i < y.returned; i++) {
                    double sum = 0;
                    for (int r = 0; r < depth; r++) {
                        double entry = y.slices[slice][i * SLICE_ROWS + first + r];
                        if (i < y.exact) {
                            exactLeft[i * depth + r] = entry;
                        } else {
                            left[i * depth + r] = (float) entry;
                            entry = left[i * depth + r];
                        }
                        sum += entry;
                    }
                    int at = slice * y.vectors + i;
                    y.sums[at] = first > 0 ? y.sums[at] + sum : sum;
                }
                back(y, slice, slice * SLICE_ROWS + first, depth, first > 0);
            }
        }

        /** From a row of products a row of the block to a row a vector, less the mean's part. */
        private void turn(BlockProducts out, int slice, int first, int depth) {
            int vectors = out.vectors;
            double[] target = out.slices[slice];
            for (int i = 0; i < vectors; i++) {
                float center = (float) shift[i];
                double sum = 0;
                for (int r = 0; r < depth; r++) {
                    float product = products[r * vectors + i] - center;
                    left[i * depth + r] = product;
                    target[i * SLICE_ROWS + first + r] = product;
                    sum += product;
                }
                int at = slice * vectors + i;
                out.sums[at] = first > 0 ? out.sums[at] + sum : sum;
            }
            for (int i = 0; i < out.exact * depth; i++) {
                exactLeft[i] = left[i];
            }
        }

        private void back(BlockProducts out, int slice, int row, int depth, boolean add) {
            int exact = out.exact;
            int tiles = wholeTiles(exact);
            java.util.Arrays.fill(exactLeft, exact * depth, tiles * depth, 0.0);
            for (int column = 0; column < columns; column += STRIP) {
                Panels whole = column + STRIP < columns ? strip : lastStrip;
                Panels rows = depth == TILE_ROWS ? whole : backend.panels(depth, whole.columns());
                backend.packRows(block, row * columns + column, columns, rows);
                int across = whole.columns();
                backend.multiplyAdd(exactLeft, 0, depth, tiles, rows, exactPartial[slice], column * tiles, across, add);
                int rest = out.returned - exact;
                backend.multiplyAdd(left, exact * depth, depth, rest, rows, partial[slice], column * rest, across, add);
            }
        }
    }
}
