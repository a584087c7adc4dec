package io.github.skpca.kernel;

import io.github.skpca.Workers;

import java.util.Locale;
import java.util.OptionalDouble;

/** How a bandwidth is read off a sample of rows: by the median or the mean of their pairwise distances, or by what it tells apart. */
public enum BandwidthRule {
    /** The median distance, which a few far-away rows cannot move. */
    MEDIAN,
    /** The mean distance, as in the script of the paper's authors. */
    MEAN,
    /**
     * The multiple of the median distance whose score tells held-out rows apart best from rows whose columns come from different rows; for
     * finding novel rows. The median itself for kernels of the inner product and for fewer than 60 rows.
     */
    CONTRAST;

    /** Rows of the sample: half a million distances, computed once. */
    public static final int SAMPLE_ROWS = 1000;

    private static final int FEWEST_ROWS = 50;
    private static final int ROWS_APART = 25;
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
        return bandwidth(family, rows, count, columns, Workers.callerOnly());
    }

    /** As {@link #bandwidth(KernelFamily, double[], int, int)}, with distances computed by several threads. */
    public OptionalDouble bandwidth(KernelFamily family, double[] rows, int count, int columns, Workers workers) {
        if (count < 2) {
            return OptionalDouble.empty();
        }
        double[] distances = new double[count * (count - 1) / 2];
        workers.split(count, ROWS_APART, (from, to) -> {
            for (int i = from; i < to; i++) {
                for (int j = 0; j < i; j++) {
                    distances[i * (i - 1) / 2 + j] = family.distance(rows, i * columns, rows, j * columns, columns);
                }
            }
        });
        double bandwidth = this == MEAN ? mean(distances) : median(distances);
        if (this == CONTRAST && bandwidth == 0) {
            // More than half of the distances are zero, which says nothing about the others.
            bandwidth = mean(distances);
        }
        if (!KernelFamily.isBandwidth(bandwidth)) {
            return OptionalDouble.empty();
        }
        return this == CONTRAST
                ? ContrastBandwidth.bandwidth(family, rows, count, columns, bandwidth)
                : OptionalDouble.of(bandwidth);
    }

    private static double median(double[] values) {
        int half = values.length / 2;
        double upper = selected(values, half);
        if (values.length % 2 == 1) {
            return upper;
        }
        double lower = values[0];
        for (int i = 1; i < half; i++) {
            lower = Math.max(lower, values[i]);
        }
        return lower / 2 + upper / 2;
    }

    /** The value that a sort would put at a place, with no larger ones before it: Hoare's selection, which takes a tenth of the time of a sort. */
    private static double selected(double[] values, int place) {
        int low = 0;
        int high = values.length - 1;
        while (low < high) {
            double pivot = values[low + (high - low) / 2];
            int i = low;
            int j = high;
            while (i <= j) {
                while (values[i] < pivot) {
                    i++;
                }
                while (values[j] > pivot) {
                    j--;
                }
                if (i <= j) {
                    double swapped = values[i];
                    values[i++] = values[j];
                    values[j--] = swapped;
                }
            }
            if (place <= j) {
                high = j;
            } else if (place >= i) {
                low = i;
            } else {
                break;
            }
        }
        return values[place];
    }

    private static double mean(double[] values) {
        double mean = 0;
        for (int i = 0; i < values.length; i++) {
            mean += (values[i] - mean) / (i + 1);
        }
        return mean;
    }
}
