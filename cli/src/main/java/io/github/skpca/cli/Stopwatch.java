package io.github.skpca.cli;

/** How often something can be done in a second. */
final class Stopwatch {
    private static final int REPEATS = 3;

    private Stopwatch() {}

    /** The best rate of three measurements after one to warm up: noise on a shared machine only ever slows down. */
    static double bestRate(double seconds, Runnable work) {
        rate(seconds, work);
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
