package io.github.skpca.benchmarks;

import io.github.skpca.StreamingKernelPca;
import io.github.skpca.io.RandomNoisy;
import io.github.skpca.io.RowBatch;
import io.github.skpca.linalg.Workers;

import java.util.Locale;

/**
 * Whether a row costs the same at the end of a long stream as at its beginning: seconds of training for each million of
 * rows, made beforehand in batches, so that only training is timed. Usage: SteadyRate MILLIONS.
 */
public final class SteadyRate {
    private static final int COLUMNS = 21;
    private static final int BATCH = 20_000;

    private SteadyRate() {}

    /** Prints a line a million rows. */
    public static void main(String[] args) {
        int millions = Integer.parseInt(args[0]);
        RandomNoisy source = new RandomNoisy(millions * 1_000_000L, COLUMNS, 10, RandomNoisy.PAPER_ZETA, 0);
        RowBatch batch = new RowBatch(BATCH, COLUMNS);
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            StreamingKernelPca learner =
                    StreamingKernelPca.builder().workers(workers).build(COLUMNS);
            for (int million = 1; million <= millions; million++) {
                long training = 0;
                for (int done = 0; done < 1_000_000; done += BATCH) {
                    source.read(batch);
                    long start = System.nanoTime();
                    learner.update(batch.values(), batch.rows());
                    training += System.nanoTime() - start;
                }
                System.out.println(String.format(
                        Locale.ROOT,
                        "million %d: %.2f s, %,.0f rows/s",
                        million,
                        training * 1e-9,
                        1e6 / (training * 1e-9)));
            }
        }
    }
}
