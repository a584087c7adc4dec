package io.github.skpca.experiments.run;

/** Adds up the time of pieces of work. */
final class Clock {
    private long nanos;

    /** Does some work and counts its time. */
    void run(Runnable work) {
        long start = System.nanoTime();
        work.run();
        nanos += System.nanoTime() - start;
    }

    double seconds() {
        return nanos * 1e-9;
    }
}
