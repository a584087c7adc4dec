package io.github.skpca.experiments.compare;

import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.SymmetricEigen;

import java.util.Arrays;

/**
 * Principal components of the columns themselves, to set kernel methods beside: the eigenvectors of the covariance matrix of all rows, which is
 * summed as they go by. For one thread at a time.
 */
public final class LinearPca {
    /** The most columns: the matrix grows with their square, and its decomposition with their cube. */
    public static final int MOST_COLUMNS = 2000;

    private static final int GRAIN = 16;

    private final int columns;
    private final Workers workers;
    private final double[] origin;
    private final double[] sums;
    private final double[] products;
    private double[] shifted = new double[0];
    private long rows;

    /**
     * Without rows.
     *
     * @param columns d, at most {@link #MOST_COLUMNS}
     */
    public LinearPca(int columns, Workers workers) {
        if (columns < 1 || columns > MOST_COLUMNS) {
            throw new IllegalArgumentException("columns must be between 1 and " + MOST_COLUMNS + ", not " + columns);
        }
        this.columns = columns;
        this.workers = workers;
        this.origin = new double[columns];
        this.sums = new double[columns];
        this.products = new double[columns * columns];
    }

    /**
     * Learns from rows.
     *
     * @param batch count x d, row-major; read only
     */
    public void update(double[] batch, int count) {
        if (rows == 0 && count > 0) {
            // About a row of theirs the products of far columns do not lose their digits.
            System.arraycopy(batch, 0, origin, 0, columns);
        }
        if (shifted.length < count * columns) {
            shifted = new double[count * columns];
        }
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < columns; j++) {
                double value = batch[i * columns + j] - origin[j];
                shifted[i * columns + j] = value;
                sums[j] += value;
            }
        }
        workers.split(columns, GRAIN, (from, to) -> {
            for (int a = from; a < to; a++) {
                for (int i = 0; i < count; i++) {
                    addRow(a, i * columns);
                }
            }
        });
        rows += count;
    }

    private void addRow(int a, int at) {
        double factor = shifted[at + a];
        int line = a * columns;
        for (int b = 0; b <= a; b++) {
            products[line + b] += factor * shifted[at + b];
        }
    }

    /** The bytes held. */
    public long workingBytes() {
        return 8L * (products.length + sums.length + origin.length + shifted.length);
    }

    /**
     * The components of the rows so far.
     *
     * @param components how many are wanted; there are no more than columns
     * @param factors what each column is multiplied by before; empty for columns as they are; read only
     */
    public Components components(int components, double[] factors) {
        if (rows < 2) {
            throw new IllegalStateException("two rows are needed, not " + rows);
        }
        double[] scales = factors.length == 0 ? new double[columns] : factors.clone();
        if (factors.length == 0) {
            Arrays.fill(scales, 1);
        }
        double[] covariance = new double[products.length];
        for (int a = 0; a < columns; a++) {
            for (int b = 0; b <= a; b++) {
                double centred = products[a * columns + b] / rows - sums[a] / rows * (sums[b] / rows);
                covariance[a * columns + b] = scales[a] * scales[b] * centred;
                covariance[b * columns + a] = covariance[a * columns + b];
            }
        }
        SymmetricEigen eigen = new SymmetricEigen(columns, workers);
        eigen.decompose(covariance, columns);
        int k = Math.min(components, columns);
        double[] mean = new double[columns];
        Arrays.setAll(mean, j -> origin[j] + sums[j] / rows);
        return new Components(mean, scales, Arrays.copyOf(eigen.vectors(), k * columns), k);
    }

    /** Leading components of the columns of rows. Immutable. */
    public static final class Components {
        private final double[] mean;
        private final double[] scales;
        private final double[] directions;
        private final int count;

        private Components(double[] mean, double[] scales, double[] directions, int count) {
            this.mean = mean;
            this.scales = scales;
            this.directions = directions;
            this.count = count;
        }

        /** k. */
        public int count() {
            return count;
        }

        /** Numbers kept: the mean and the directions. */
        public long space() {
            return mean.length + (long) directions.length;
        }

        /**
         * The k loadings of a row.
         *
         * @param rows holds the row of d numbers from {@code at} on; read only
         * @param out receives k numbers from {@code to} on
         */
        public void transform(double[] rows, int at, double[] out, int to) {
            for (int c = 0; c < count; c++) {
                double sum = 0;
                for (int j = 0; j < mean.length; j++) {
                    sum += directions[c * mean.length + j] * scales[j] * (rows[at + j] - mean[j]);
                }
                out[to + c] = sum;
            }
        }

        /**
         * The row that the first components hold of a row.
         *
         * @param row d numbers; read only
         * @param used how many components, at most k
         */
        public double[] reconstruct(double[] row, int used) {
            double[] loadings = new double[count];
            transform(row, 0, loadings, 0);
            double[] held = mean.clone();
            for (int c = 0; c < used; c++) {
                for (int j = 0; j < held.length; j++) {
                    held[j] += scales[j] == 0 ? 0 : loadings[c] * directions[c * held.length + j] / scales[j];
                }
            }
            return held;
        }

        /** The squared length of a scaled row about the mean. */
        private double total(double[] rows, int at) {
            double sum = 0;
            for (int j = 0; j < mean.length; j++) {
                double value = scales[j] * (rows[at + j] - mean[j]);
                sum += value * value;
            }
            return sum;
        }

        /**
         * The squared distance of a scaled row from the span of the first components.
         *
         * @param row d numbers; read only
         */
        public double residual(double[] row, int used) {
            double[] loadings = new double[count];
            transform(row, 0, loadings, 0);
            double left = total(row, 0);
            for (int c = 0; c < used; c++) {
                left -= loadings[c] * loadings[c];
            }
            return Math.max(0, left);
        }

        /**
         * The share of the variance of rows that the first components leave.
         *
         * @param rows count x d, row-major; read only
         */
        public double varianceLeft(double[] rows, int rowCount, int used) {
            double left = 0;
            double all = 0;
            for (int i = 0; i < rowCount; i++) {
                int at = i * mean.length;
                left += residual(Arrays.copyOfRange(rows, at, at + mean.length), used);
                all += total(rows, at);
            }
            return all > 0 ? left / all : 0;
        }
    }
}
