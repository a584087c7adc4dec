package io.github.skpca.benchmarks;

import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.io.DenseBuffer;
import io.github.skpca.io.RandomNoisy;

import java.util.Locale;

/**
 * Whether a row costs the same at the end of a long stream as at its beginning: seconds of training for each million of
 * rows, made beforehand in batches, so that only training is timed. Usage: SteadyRate MILLIONS.
 *
 * <p>Beside every batch a loop of multiply-adds is timed on all threads, so that each million has a second figure: what a row costs in
 * operations of that loop, which moves less than seconds do where a machine is now faster, now slower. The choice of landmarks and most of the
 * just-in-time compiler's work are in a stretch of their own before the first million.
 */
public final class SteadyRate {
    private static final int COLUMNS = 21;
    private static final int BATCH = 20_000;
    private static final int MILLION = 1_000_000;
    private static final int BEFORE = 10 * BATCH;

    /** Pieces of the loop for each thread, and rounds of a piece: some milliseconds in all. */
    private static final int PIECES = 8;

    private static final int ROUNDS = 20_000;

    private final Workers workers;
    private final RandomNoisy source;
    private final StreamingKernelPca learner;
    private final DenseBuffer batch = new DenseBuffer(BATCH, COLUMNS);
    private final double[] operations;

    private SteadyRate(long rows, Workers workers) {
        this.workers = workers;
        this.source = new RandomNoisy(rows, COLUMNS, 10, RandomNoisy.PAPER_ZETA, 0);
        this.learner = StreamingKernelPca.builder().workers(workers).build(COLUMNS);
        this.operations = new double[PIECES * workers.threads()];
    }

    /** Prints a line a million rows. */
    public static void main(String[] args) {
        int millions = Integer.parseInt(args[0]);
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            SteadyRate rate = new SteadyRate(BEFORE + millions * (long) MILLION, workers);
            rate.learn("before", BEFORE);
            for (int million = 1; million <= millions; million++) {
                rate.learn("million " + million, MILLION);
            }
        }
    }

    private void learn(String name, int rows) {
        long training = 0;
        long looping = 0;
        double looped = 0;
        for (int done = 0; done < rows; done += BATCH) {
            source.read(batch);
            long start = System.nanoTime();
            workers.split(operations.length, 1, (from, to) -> {
                for (int i = from; i < to; i++) {
                    operations[i] = Backend.active().multiplyAddLoop(ROUNDS);
                }
            });
            long between = System.nanoTime();
            learner.update(batch.values(), batch.rows());
            training += System.nanoTime() - between;
            looping += between - start;
            looped += operations[0] * operations.length;
        }
        System.out.println(String.format(
                Locale.ROOT,
                "%s: %.2f s, %,.0f rows/s, a row %.0f thousand operations of the loop",
                name,
                training * 1e-9,
                rows / (training * 1e-9),
                1e-3 * training * (looped / looping) / rows));
    }
}
