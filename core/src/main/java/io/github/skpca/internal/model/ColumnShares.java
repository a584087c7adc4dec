package io.github.skpca.internal.model;

import java.util.Arrays;
import java.util.stream.IntStream;

/** The share of each column in the novelty of a row, from scores of rows between it and its pre-image. */
final class ColumnShares {
    /*
     * The pre-image is the row as the model sees it. A column has two contributions: how far the score falls when its value
     * in the row is replaced by that of the pre-image, and how far the score rises when the value of the row is put into the pre-image.
     * These are its contributions as the last and as the first of all columns to be replaced; Shapley's value is the mean over all orders.
     * The fall alone is zero where either of two columns is enough to make a row novel. The rise alone ignores that columns
     * depend on each other. A gradient at the row alone vanishes far away, where scores are flat.
     */

    /** With more columns, only those that differ most from the pre-image are considered; the others have no share. */
    private static final int MOST_COLUMNS = 128;

    private static final int TILE_COLUMNS = 24;

    private ColumnShares() {}

    /** What columns have a share in: the score of rows, or a part of it. */
    interface Measure {
        /**
         * Measures rows.
         *
         * @param rows count x d or longer, row-major; read only
         * @param out count numbers; overwritten
         */
        void of(double[] rows, int count, double[] out);
    }

    /**
     * Non-negative shares that sum to 1; equal ones for a row that is its own pre-image.
     *
     * @param row d numbers; read only
     * @param preImage d numbers; read only
     * @param distances the squares of their differences in standardised columns; read only
     */
    static double[] of(Measure measure, double[] row, double[] preImage, double[] distances) {
        double[] both = Arrays.copyOf(row, 2 * row.length);
        System.arraycopy(preImage, 0, both, row.length, row.length);
        double[] ends = new double[2];
        measure.of(both, 2, ends);
        int[] columns = farthest(distances);
        double[] shares = new double[row.length];
        double[] tile = new double[Math.multiplyExact(2 * Math.min(columns.length, TILE_COLUMNS), row.length)];
        double[] scores = new double[2 * TILE_COLUMNS];
        for (int first = 0; first < columns.length; first += TILE_COLUMNS) {
            int count = Math.min(TILE_COLUMNS, columns.length - first);
            for (int i = 0; i < count; i++) {
                int at = 2 * i * row.length;
                int column = columns[first + i];
                System.arraycopy(row, 0, tile, at, row.length);
                System.arraycopy(preImage, 0, tile, at + row.length, row.length);
                tile[at + column] = preImage[column];
                tile[at + row.length + column] = row[column];
            }
            measure.of(tile, 2 * count, scores);
            for (int i = 0; i < count; i++) {
                double fall = Math.max(0, ends[0] - scores[2 * i]);
                double rise = Math.max(0, scores[2 * i + 1] - ends[1]);
                shares[columns[first + i]] = fall + rise;
            }
        }
        if (sum(shares) <= 0) {
            // Rounding hides the differences of scores; the distances of columns are still known.
            System.arraycopy(distances, 0, shares, 0, shares.length);
        }
        return summingToOne(shares);
    }

    /** The columns with the largest distances, in ascending order. */
    private static int[] farthest(double[] distances) {
        double[] sorted = distances.clone();
        Arrays.sort(sorted);
        double least = sorted[Math.max(0, sorted.length - MOST_COLUMNS)];
        return IntStream.range(0, distances.length)
                .filter(j -> distances[j] > 0 && distances[j] >= least)
                .limit(MOST_COLUMNS)
                .toArray();
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }

    private static double[] summingToOne(double[] shares) {
        double sum = sum(shares);
        if (sum > 0) {
            Arrays.setAll(shares, j -> shares[j] / sum);
        } else {
            Arrays.fill(shares, 1.0 / shares.length);
        }
        return shares;
    }
}
