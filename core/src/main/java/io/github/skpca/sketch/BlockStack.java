package io.github.skpca.sketch;

import io.github.skpca.linalg.Backend;
import io.github.skpca.linalg.Panels;
import io.github.skpca.linalg.Workers;
import org.jspecify.annotations.Nullable;

/**
 * The matrix A of a block shrink as something that multiplies: a few rows in double (the sketch, the jump of the mean) over a
 * block of rows in float, less their mean.
 *
 * <p>The block's part of a product is done in float, because it is nearly all of the work; everything around it in double. The
 * mean is never taken off the rows: it is taken off the products, which are small.
 */
final class BlockStack {
    /** Rows that are summed in float before they go into a double sum. */
    static final int FLOAT_DEPTH = 64;

    private static final double FLOAT_ROUNDOFF = 0x1p-24;
    private static final int ROW_GRAIN = 48;

    /** Of a sum of squares, the part beside the mean below which it is summed about the mean. */
    private static final double CANCELLED = 0.01;

    /** Columns of a strip: whole panels of every backend. */
    private static final int STRIP = 96;

    private final int columns;
    private final Backend backend = Backend.active();
    private final Workers workers;
    private final double[] upper;
    private final float[] rightSide;
    private final float[] products;
    private final float[] leftSide;
    private final double[] rowSquares;
    private int upperRows;
    private float[] block = new float[0];
    private int count;
    private double @Nullable [] mean;
    private double blockNorm;
    private double blockScatter;

    /**
     * Room for stacks.
     *
     * @param width the most vectors multiplied at a time
     */
    BlockStack(int columns, int mostUpperRows, int mostRows, int width, Workers workers) {
        this.columns = columns;
        this.workers = workers;
        this.upper = new double[Math.multiplyExact(mostUpperRows, columns)];
        this.rightSide = new float[Math.multiplyExact(width, columns)];
        this.products = new float[Math.multiplyExact(width, mostRows)];
        this.leftSide = new float[Math.multiplyExact(width, mostRows)];
        this.rowSquares = new double[mostRows];
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
    }

    /** Summed row by row, so that it does not depend on the number of threads. */
    private double sumOfSquares() {
        workers.split(count, ROW_GRAIN, (from, to) -> {
            for (int i = from; i < to; i++) {
                rowSquares[i] = backend.sumOfSquares(block, i * columns, columns);
            }
        });
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

    int upperRows() {
        return upperRows;
    }

    /** ||Z||_F of the block as it came: what rounding errors of the float products are relative to. */
    double blockNorm() {
        return Math.sqrt(blockNorm);
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
        workers.split(count, ROW_GRAIN, (from, to) -> {
            for (int i = from; i < to; i++) {
                double square = 0;
                for (int j = 0; j < columns; j++) {
                    double entry = block[i * columns + j] - center[j];
                    square += entry * entry;
                }
                rowSquares[i] = square;
            }
        });
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += rowSquares[i];
        }
        return sum;
    }

    /** What rounding may add to ||A x - computed|| for a unit x. */
    double timesError() {
        double terms = Math.min(columns, Backend.SUM_DEPTH) + columns / (double) Backend.SUM_DEPTH;
        return (terms + 3) * FLOAT_ROUNDOFF * blockNorm();
    }

    /** What rounding may add to ||A'v - computed|| for a unit v. */
    double transposeTimesError() {
        return (FLOAT_DEPTH + 2) * FLOAT_ROUNDOFF * blockNorm();
    }

    /**
     * y = (A x')': the products of A with some vectors.
     *
     * @param x vectors as rows, {@code vectors} x m; read only
     * @param y {@code vectors} x rows(); overwritten
     */
    void times(double[] x, int vectors, double[] y) {
        int n = rows();
        for (int i = 0; i < vectors * columns; i++) {
            rightSide[i] = (float) x[i];
        }
        Panels panels = backend.panels(columns, vectors);
        panels.pack(rightSide, 0, 1, columns);
        workers.split(
                count,
                ROW_GRAIN,
                (from, to) -> backend.multiply(
                        block, from * columns, columns, 1, to - from, panels, products, from * vectors, vectors));
        for (int i = 0; i < vectors; i++) {
            double shift = 0;
            for (int r = 0; r < count && mean != null; r++) {
                shift += products[r * vectors + i];
            }
            // The mean of the products is the product with the mean.
            shift /= Math.max(1, count);
            for (int r = 0; r < count; r++) {
                y[i * n + upperRows + r] = products[r * vectors + i] - shift;
            }
        }
        workers.split(
                vectors,
                4,
                (from, to) -> backend.innerProducts(x, 0, columns, from, to, upper, upperRows, columns, y, n));
    }

    /**
     * x = (A'v')': the products of A' with some vectors.
     *
     * @param v vectors as rows, {@code width} x rows(); read only
     * @param exact how many of them, from the first, are to be multiplied in double throughout
     * @param x {@code width} x m; overwritten
     */
    void transposeTimes(double[] v, int width, int exact, double[] x) {
        int n = rows();
        for (int i = 0; i < width; i++) {
            for (int r = 0; r < count; r++) {
                leftSide[i * count + r] = (float) v[i * n + upperRows + r];
            }
        }
        workers.split(columns, STRIP, (from, to) -> transposeColumns(v, width, exact, x, from, to));
    }

    private void transposeColumns(double[] v, int width, int exact, double[] x, int from, int to) {
        int n = rows();
        backend.multiply(v, 0, n, width, upperRows, upper, from, columns, to - from, x, from, columns);
        for (int column = from; column < to; column += STRIP) {
            new Strip(width, exact, column, Math.min(STRIP, to - column)).add(v, x);
        }
        if (mean != null) {
            takeOffMean(v, width, exact, x, from, to);
        }
    }

    /** Some columns of the block: a piece of a few rows at a time is multiplied in float and added up in double. */
    private final class Strip {
        final int width;
        final int exact;
        final int column;
        final int across;
        final float[] part;
        final double[] exactPart;
        final double[] wide;

        Strip(int width, int exact, int column, int across) {
            this.width = width;
            this.exact = exact;
            this.column = column;
            this.across = across;
            this.part = new float[(width - exact) * across];
            this.exactPart = new double[exact * across];
            this.wide = new double[exact > 0 ? FLOAT_DEPTH * across : 0];
        }

        void add(double[] v, double[] x) {
            Panels whole = backend.panels(FLOAT_DEPTH, across);
            for (int first = 0; first < count; first += FLOAT_DEPTH) {
                int depth = Math.min(FLOAT_DEPTH, count - first);
                Panels panels = depth == FLOAT_DEPTH ? whole : backend.panels(depth, across);
                backend.packRows(block, first * columns + column, columns, panels);
                backend.multiply(leftSide, exact * count + first, count, 1, width - exact, panels, part, 0, across);
                for (int i = exact; i < width; i++) {
                    backend.accumulate(part, (i - exact) * across, across, x, i * columns + column);
                }
                if (exact > 0) {
                    addExactly(v, x, first, depth);
                }
            }
        }

        /** The leading vectors, whose products are long: their rounding would weigh the most. */
        private void addExactly(double[] v, double[] x, int first, int depth) {
            backend.widen(block, first * columns + column, columns, depth, across, wide);
            backend.multiply(v, upperRows + first, rows(), exact, depth, wide, 0, across, across, exactPart, 0, across);
            for (int i = 0; i < exact; i++) {
                int out = i * columns + column;
                for (int j = 0; j < across; j++) {
                    x[out + j] += exactPart[i * across + j];
                }
            }
        }
    }

    private void takeOffMean(double[] v, int width, int exact, double[] x, int from, int to) {
        double[] center = java.util.Objects.requireNonNull(mean);
        int n = rows();
        for (int i = 0; i < width; i++) {
            double sum = 0;
            for (int r = 0; r < count; r++) {
                // The factors that were used: rounded ones for the products in float.
                sum += i < exact ? v[i * n + upperRows + r] : leftSide[i * count + r];
            }
            for (int j = from; j < to; j++) {
                x[i * columns + j] -= sum * center[j];
            }
        }
    }
}
