package io.github.skpca.kernel;

import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalDouble;

/** How a bandwidth is read off a sample of rows: the median or the mean of their pairwise distances. */
public enum BandwidthRule {
    /** The median distance, which a few far-away rows cannot move. */
    MEDIAN,
    /** The mean distance, as in the script of the paper's authors. */
    MEAN;

    /** Rows of the sample: half a million distances, computed once. */
    public static final int SAMPLE_ROWS = 1000;

    private static final int FEWEST_ROWS = 50;
    private static final int MOST_NUMBERS = 16_000_000;

    /** Rows of the sample for rows of that many columns: fewer where so many would not fit 128 MB, but never fewer than 50. */
    public static int sampleRows(int columns) {
        return Math.max(FEWEST_ROWS, Math.min(SAMPLE_ROWS, MOST_NUMBERS / columns));
    }

    /** The name on the command line and in files. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The bandwidth of a sample.
     *
     * @param rows count x columns, row-major, already standardised; read only
     * @return empty if there are fewer than two rows, or the distance is zero or not finite
     */
    public OptionalDouble bandwidth(KernelFamily family, double[] rows, int count, int columns) {
        if (count < 2) {
            return OptionalDouble.empty();
        }
        double[] distances = new double[count * (count - 1) / 2];
        int filled = 0;
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < i; j++) {
                distances[filled++] = family.distance(rows, i * columns, rows, j * columns, columns);
            }
        }
        double bandwidth = this == MEDIAN ? median(distances) : mean(distances);
        return KernelFamily.isBandwidth(bandwidth) ? OptionalDouble.of(bandwidth) : OptionalDouble.empty();
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        int half = values.length / 2;
        return values.length % 2 == 1 ? values[half] : values[half - 1] / 2 + values[half] / 2;
    }

    private static double mean(double[] values) {
        double mean = 0;
        for (int i = 0; i < values.length; i++) {
            mean += (values[i] - mean) / (i + 1);
        }
        return mean;
    }
}
