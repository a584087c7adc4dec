package io.github.skpca.internal.model;

import java.util.Arrays;

/**
 * The rows of a sample that lie in small groups far from all others: novel rows among those learned, as far as rows alone can tell.
 *
 * <p>A group is what chains of rows hold together, each nearer to the next than {@value #APART} times the median distance of two rows. Two usual rows
 * are rarely that far apart, so a group that is has nothing between it and the others. Groups count as isolated from the smallest
 * on, as long as all of them hold at most a tenth of the rows: more than that is a kind of row of its own.
 */
final class IsolatedRows {
    private static final double APART = 1.5;
    private static final double LARGEST_SHARE = 0.1;
    private static final int PAIRS_PER_ROW = 8;

    private IsolatedRows() {}

    /**
     * Which rows are isolated.
     *
     * @param rows count x columns, standardised and row-major; read only
     */
    static boolean[] of(float[] rows, int count, int columns) {
        boolean[] isolated = new boolean[count];
        double median = medianSquare(rows, count, columns);
        if (count * LARGEST_SHARE < 1 || !(median > 0)) {
            return isolated;
        }
        int[] group = groups(rows, count, columns, APART * APART * median);
        int[] size = new int[count];
        for (int of : group) {
            size[of]++;
        }
        int largest = largestIsolated(size, count);
        for (int i = 0; i < count; i++) {
            isolated[i] = size[group[i]] <= largest;
        }
        return isolated;
    }

    /** The size up to which groups are isolated: all groups of a size, or none. */
    private static int largestIsolated(int[] sizes, int count) {
        int[] rowsBySize = new int[count + 1];
        for (int size : sizes) {
            rowsBySize[size] += size;
        }
        int isolated = 0;
        int size = 0;
        while (size < count && isolated + rowsBySize[size + 1] <= LARGEST_SHARE * count) {
            size++;
            isolated += rowsBySize[size];
        }
        return size;
    }

    /** The number of the group of each row: rows within reach of a row are of its group. */
    private static int[] groups(float[] rows, int count, int columns, double reach) {
        int[] group = new int[count];
        int[] left = new int[count];
        int[] reached = new int[count];
        Arrays.setAll(left, i -> i);
        int leftCount = count;
        for (int groups = 0; leftCount > 0; groups++) {
            reached[0] = left[--leftCount];
            // Most rows are within reach of the first one, so few distances are computed.
            for (int next = 0, known = 1; next < known; next++) {
                group[reached[next]] = groups;
                int stays = 0;
                for (int i = 0; i < leftCount; i++) {
                    if (square(rows, reached[next], left[i], columns) <= reach) {
                        reached[known++] = left[i];
                    } else {
                        left[stays++] = left[i];
                    }
                }
                leftCount = stays;
            }
        }
        return group;
    }

    /** The median of the squared distances of some pairs of rows that are not equal; 0 if there are none. */
    private static double medianSquare(float[] rows, int count, int columns) {
        double[] squares = new double[PAIRS_PER_ROW * count];
        int found = 0;
        for (int pair = 1; pair <= PAIRS_PER_ROW; pair++) {
            // Rows are in the order in which they came: pairs are of every distance in it.
            int apart = Math.max(1, (int) ((long) count * pair / (2 * PAIRS_PER_ROW + 1)));
            for (int i = 0; i < count; i++) {
                double square = square(rows, i, (i + apart) % count, columns);
                if (square > 0) {
                    squares[found++] = square;
                }
            }
        }
        Arrays.sort(squares, 0, found);
        return found == 0 ? 0 : squares[found / 2];
    }

    private static double square(float[] rows, int one, int other, int columns) {
        double sum = 0;
        for (int j = 0; j < columns; j++) {
            double difference = (double) rows[one * columns + j] - rows[other * columns + j];
            sum += difference * difference;
        }
        return sum;
    }
}
