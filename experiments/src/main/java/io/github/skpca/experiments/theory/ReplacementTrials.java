package io.github.skpca.experiments.theory;

import io.github.skpca.internal.baseline.ReservoirSample;
import io.github.skpca.kernel.Kernel;

/** How often streaming Nystrom replaces a row of its sample: the paper expects c log n times. */
final class ReplacementTrials {
    /** Of c ln n, how far off a count may be. */
    private static final double ALLOWED = 0.2;

    private ReplacementTrials() {}

    static TrialResult run(int samples, int rows, int trials, long seed) {
        double expected = samples * Math.log(rows);
        double sum = 0;
        int failures = 0;
        for (int trial = 0; trial < trials; trial++) {
            long count = replacements(samples, rows, seed + trial);
            sum += count;
            failures += Math.abs(count - expected) > ALLOWED * expected ? 1 : 0;
        }
        return new TrialResult(
                "nystrom-replacements",
                Trials.text("c=%d n=%d seeds=%s", samples, rows, Trials.seeds(seed, trials)),
                0,
                trials,
                failures,
                Trials.text("replacements=%.1f", sum / trials));
    }

    /** What the samplers do depends on the number of a row, not on what is in it. */
    private static long replacements(int samples, int rows, long seed) {
        ReservoirSample sample = new ReservoirSample(Kernel.gaussian(1), 1, samples, seed);
        float[] row = new float[1];
        long[] next = new long[samples];
        java.util.Arrays.fill(next, 1);
        long count = 0;
        while (sample.rows() < rows) {
            sample.skip(Math.min(sample.rowsToSkip(), rows - sample.rows()));
            if (sample.rows() == rows) {
                break;
            }
            long now = sample.rows() + 1;
            for (long turn : next) {
                count += turn == now ? 1 : 0;
            }
            sample.take(row, 0);
            next = sample.state().next();
        }
        return count;
    }
}
