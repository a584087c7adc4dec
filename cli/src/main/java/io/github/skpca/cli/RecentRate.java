package io.github.skpca.cli;

import java.util.Locale;

/**
 * How fast a count grows, over the last seconds: what it did an hour ago says nothing about now. Of the counts it is told it keeps about one a second.
 */
final class RecentRate {
    private static final long KEPT_EVERY = 1_000_000_000L;
    private static final int KEPT = 6;

    private final long[] nanos = new long[KEPT];
    private final double[] counts = new double[KEPT];
    private int kept;

    /** Begins at a moment, with what was counted before it. */
    RecentRate(long nanoTime, double count) {
        keep(nanoTime, count);
    }

    /**
     * The growth per second since about five seconds ago, or since the beginning if that is less long ago; 0 if no time has passed.
     *
     * @param nanoTime now, on the clock of the beginning
     * @param count what is counted now
     */
    double at(long nanoTime, double count) {
        int oldest = kept < KEPT ? 0 : kept % KEPT;
        double seconds = (nanoTime - nanos[oldest]) * 1e-9;
        double rate = seconds > 0 ? (count - counts[oldest]) / seconds : 0;
        if (nanoTime - nanos[(kept - 1) % KEPT] >= KEPT_EVERY) {
            keep(nanoTime, count);
        }
        return rate;
    }

    /** Rows and rows per second, for a line of progress. */
    String text(long nanoTime, long rows) {
        return String.format(Locale.ROOT, "%,d rows, %,.0f rows/s", rows, at(nanoTime, (double) rows));
    }

    private void keep(long nanoTime, double count) {
        nanos[kept % KEPT] = nanoTime;
        counts[kept % KEPT] = count;
        // Wraps at a multiple of the length, long before an int would.
        kept = kept + 1 == 2 * KEPT ? KEPT : kept + 1;
    }
}
