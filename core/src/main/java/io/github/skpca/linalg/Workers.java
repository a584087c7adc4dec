package io.github.skpca.linalg;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The threads that share the work inside a block: the caller's own, and as many more as were asked for.
 *
 * <p>Work is cut by position, never by timing, and every output belongs to one piece, so the number of threads cannot change
 * a result.
 */
public final class Workers implements AutoCloseable {
    private static final Workers CALLER_ONLY = new Workers(1);

    private final int threads;
    private final ExecutorService pool;

    /** A piece of work with its number, from 0: the items [from, to). */
    @FunctionalInterface
    public interface NumberedRange {
        /** Does the items [from, to) as piece {@code piece}. */
        void run(int piece, int from, int to);
    }

    /** A piece of work: the items [from, to). */
    @FunctionalInterface
    public interface Range {
        /** Does the items [from, to). */
        void run(int from, int to);
    }

    /** The caller's thread and {@code threads - 1} more, which are daemons. */
    public Workers(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, not " + threads);
        }
        this.threads = threads;
        this.pool = Executors.newFixedThreadPool(Math.max(1, threads - 1), task -> {
            Thread thread = new Thread(task, "skpca-worker");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** The caller's thread alone. */
    public static Workers callerOnly() {
        return CALLER_ONLY;
    }

    /** How many threads share the work. */
    public int threads() {
        return threads;
    }

    /** Splits [0, items) into one range a thread, each but the last a multiple of {@code grain}, and waits for all. */
    public void split(int items, int grain, Range work) {
        splitNumbered(items, grain, (piece, from, to) -> work.run(from, to));
    }

    /** As {@link #split}, telling each piece its number, below the number of threads. */
    public void splitNumbered(int items, int grain, NumberedRange work) {
        int pieces = Math.min(threads, (items + grain - 1) / grain);
        if (pieces <= 1) {
            if (items > 0) {
                work.run(0, 0, items);
            }
            return;
        }
        int grains = (items + grain - 1) / grain;
        List<Future<?>> others = new ArrayList<>(pieces - 1);
        for (int p = 1; p < pieces; p++) {
            int from = (int) ((long) grains * p / pieces) * grain;
            int to = Math.min(items, (int) ((long) grains * (p + 1) / pieces) * grain);
            int piece = p;
            others.add(pool.submit(() -> work.run(piece, from, to)));
        }
        RuntimeException failure = null;
        try {
            work.run(0, 0, grains / pieces * grain);
        } finally {
            // Also after an error of the caller's own: the others write into the same arrays.
            for (Future<?> other : others) {
                failure = await(other, failure);
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static @org.jspecify.annotations.Nullable RuntimeException await(
            Future<?> other, @org.jspecify.annotations.Nullable RuntimeException failure) {
        boolean interrupted = false;
        while (true) {
            try {
                other.get();
                break;
            } catch (InterruptedException e) {
                // The pieces write into the caller's arrays: leaving before they end would let them write later.
                interrupted = true;
            } catch (ExecutionException e) {
                failure = new IllegalStateException("a worker thread failed: " + e.getCause(), e.getCause());
                break;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return failure;
    }

    @Override
    public void close() {
        pool.shutdown();
    }
}
