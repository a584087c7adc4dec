package io.github.skpca.benchmarks;

import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.kernel.BandwidthRule;
import io.github.skpca.kernel.KernelFamily;

import java.util.Arrays;

/**
 * Rows in memory, with a label each if they have any.
 *
 * @param name of the data set
 * @param columns d
 * @param values n x d, row-major
 * @param labels n numbers, or none
 */
// A plain holder inside one study: nobody else sees the arrays.
@SuppressWarnings("ArrayRecordComponent")
record StudyRows(String name, int columns, double[] values, double[] labels) {
    /** n. */
    int count() {
        return values.length / columns;
    }

    boolean hasLabels() {
        return labels.length > 0;
    }

    /** These rows in this order. */
    StudyRows inOrder(int[] order) {
        double[] ordered = new double[order.length * columns];
        double[] orderedLabels = new double[hasLabels() ? order.length : 0];
        for (int i = 0; i < order.length; i++) {
            System.arraycopy(values, order[i] * columns, ordered, i * columns, columns);
            if (hasLabels()) {
                orderedLabels[i] = labels[order[i]];
            }
        }
        return new StudyRows(name, columns, ordered, orderedLabels);
    }

    /** The rows [from, to). */
    StudyRows part(int from, int to) {
        return new StudyRows(
                name,
                columns,
                Arrays.copyOfRange(values, from * columns, to * columns),
                hasLabels() ? Arrays.copyOfRange(labels, from, to) : labels);
    }

    /** So many rows, each as likely as every other; all in random order if there are no more. */
    StudyRows sample(int wanted, long seed) {
        return inOrder(new RandomStream(seed, Purpose.MADE_UP_START).nextDistinct(count(), Math.min(wanted, count())));
    }

    /** Every column less its mean, over its deviation; a constant column becomes zeros. */
    StudyRows standardized() {
        double[] scaled = new double[values.length];
        int n = count();
        for (int j = 0; j < columns; j++) {
            double[] column = column(j);
            double mean = mean(column);
            double squares = 0;
            for (double value : column) {
                squares += (value - mean) * (value - mean);
            }
            double deviation = Math.sqrt(squares / n);
            for (int i = 0; i < n; i++) {
                scaled[i * columns + j] = deviation > 0 ? (column[i] - mean) / deviation : 0;
            }
        }
        return new StudyRows(name, columns, scaled, labels);
    }

    /** A copy of column j. */
    double[] column(int j) {
        double[] column = new double[count()];
        for (int i = 0; i < column.length; i++) {
            column[i] = values[i * columns + j];
        }
        return column;
    }

    /** The Gaussian bandwidth of the library's default rule, from as large a uniform sample as the library takes. */
    double bandwidth() {
        StudyRows sample = sample(BandwidthRule.sampleRows(columns), 0);
        return BandwidthRule.MEDIAN
                .bandwidth(KernelFamily.GAUSSIAN, sample.values, sample.count(), columns)
                .orElseThrow();
    }

    static double mean(double[] numbers) {
        double sum = 0;
        for (double number : numbers) {
            sum += number;
        }
        return sum / numbers.length;
    }

    /** The middle one, or the mean of the two in the middle. */
    static double median(double[] numbers) {
        double[] sorted = numbers.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
