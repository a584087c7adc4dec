package io.github.skpca.cli;

import io.github.skpca.Method;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.internal.learning.Learner;
import io.github.skpca.io.RowReader;

import java.util.Locale;

/** The line that a person sees while a fit runs: rows, rows a second, time left where known, current bound. */
final class FitProgress {
    /** A bound costs a decomposition: so many nanoseconds pass between two of them. */
    private static final long BOUND_EVERY = 2_000_000_000L;

    private final StreamingKernelPca learner;
    private final RowReader reader;
    private final ProgressLine line;
    private final long start = System.nanoTime();
    private final RecentRate rowRate;
    private final RecentRate shareRate;
    private final boolean hasCheapBound;
    private long boundAt = start;
    private String bound = "";

    FitProgress(StreamingKernelPca learner, RowReader reader, ProgressLine line) {
        this.learner = learner;
        this.reader = reader;
        this.line = line;
        this.rowRate = new RecentRate(start, learner.rows());
        this.shareRate = new RecentRate(start, reader.progress());
        // Other methods have no bound, or decompose a large matrix for it.
        this.hasCheapBound = Learner.of(learner).settings().method() == Method.SKPCA;
    }

    void update() {
        line.update(this::text);
    }

    void done() {
        line.done();
    }

    private String text() {
        long now = System.nanoTime();
        if (hasCheapBound && now - boundAt > BOUND_EVERY && !learner.isWarmingUp()) {
            bound = String.format(
                    Locale.ROOT, ", bound %s", Console.number(learner.snapshot().sketchBound()));
            boundAt = System.nanoTime();
        }
        return String.format(
                Locale.ROOT,
                "%,d rows, %,.0f rows/s%s%s%s",
                learner.rows(),
                rowRate.at(now, (double) learner.rows()),
                timeLeft(now),
                bound,
                learner.isWarmingUp() ? ", warming up" : "");
    }

    private String timeLeft(long now) {
        double share = reader.progress();
        double rate = shareRate.at(now, share);
        return rate > 0 ? String.format(Locale.ROOT, ", %.0f s left", (1 - share) / rate) : "";
    }
}
