package io.github.skpca.cli;

/** How often something can be done in a second. */
final class Stopwatch {
    private static final int REPEATS = 3;

    /** Measurements at the most before those that count. */
    private static final int MOST_BEFORE = 12;

    /** Work is warm when so many measurements in a row were no better by more than {@link #RISE} than the best before them. */
    private static final int FLAT = 2;

    private static final double RISE = 0.03;

    private Stopwatch() {}

    /**
     * The best rate of three measurements: noise on a shared machine only ever slows down. They begin when the rate no longer rises: what is
     * done once for thousands of rows comes late to the compiler.
     */
    static double bestRate(double seconds, Runnable work) {
        double warm = rate(seconds, work);
        int flat = 0;
        for (int i = 1; i < MOST_BEFORE && flat < FLAT; i++) {
            double rate = rate(seconds, work);
            flat = rate > warm * (1 + RISE) ? 0 : flat + 1;
            warm = Math.max(warm, rate);
        }
        double best = 0;
        for (int i = 0; i < REPEATS; i++) {
            best = Math.max(best, rate(seconds, work));
        }
        return best;
    }

    private static double rate(double seconds, Runnable work) {
        long start = System.nanoTime();
        long end = start + (long) (seconds * 1e9);
        long done = 0;
        long now = start;
        while (now < end) {
            work.run();
            done++;
            now = System.nanoTime();
        }
        return done / ((now - start) * 1e-9);
    }
}
