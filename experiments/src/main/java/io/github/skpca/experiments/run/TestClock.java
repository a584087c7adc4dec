package io.github.skpca.experiments.run;

/**
 * The time from a raw row to its representation: one row at a time, on one thread, the fastest of three rounds over the
 * held-out rows, or as many of them as fit in a few milliseconds.
 */
public final class TestClock {
    private static final int ROUNDS = 3;
    private static final long ROUND_NANOS = 3_000_000;

    private TestClock() {}

    /**
     * Microseconds a row.
     *
     * @param rows count x columns, row-major; read only
     */
    public static double microsPerRow(Representation representation, float[] rows, int count, int columns) {
        double best = Double.POSITIVE_INFINITY;
        int next = 0;
        // The first round only warms up.
        for (int round = 0; round <= ROUNDS; round++) {
            long start = System.nanoTime();
            long now = start;
            int done = 0;
            while (done < count && now - start < ROUND_NANOS) {
                for (int i = 0; i < 4; i++) {
                    representation.represent(rows, next * columns);
                    next = next + 1 < count ? next + 1 : 0;
                }
                done += 4;
                now = System.nanoTime();
            }
            if (round > 0) {
                best = Math.min(best, (now - start) * 1e-3 / done);
            }
        }
        return best;
    }
}
