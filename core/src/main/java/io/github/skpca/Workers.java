package io.github.skpca;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads that share the work inside a block: the caller's own, and as many more as were asked for.
 *
 * <p>Work is cut by position, never by timing, and every output belongs to one range, so neither the number of threads nor who
 * takes which range can change a result.
 *
 * <p>Ranges are taken, not dealt out: large ones first, then smaller and smaller ones. A thread that the machine holds up for a moment, or
 * that wakes late, then costs the others no more than the range it has in hand.
 *
 * <p>A block is shared a dozen times, for a few hundred microseconds each: about as long as it takes to wake a thread. So both
 * sides watch for each other for a moment before they go to sleep.
 */
public final class Workers implements AutoCloseable {
    private static final Workers CALLER_ONLY = new Workers(1);

    /** How long to watch before going to sleep. */
    private static final long WATCH_NANOS = 500_000;

    private final int threads;
    private final Worker[] others;
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile boolean closed;

    /** A range of the work, and which thread has taken it, from 0. */
    @FunctionalInterface
    public interface NumberedRange {
        /** Does the items [from, to) on thread {@code thread}. */
        void run(int thread, int from, int to);
    }

    /** A range of the work. */
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
        this.others = new Worker[threads - 1];
    }

    /** The caller's thread alone. */
    public static Workers callerOnly() {
        return CALLER_ONLY;
    }

    /** How many threads share the work. */
    public int threads() {
        return threads;
    }

    /**
     * Splits [0, items) into ranges, each but the last a multiple of {@code grain}, and waits for all. After an error of one of them no
     * other is begun, and it is thrown here once those that were begun have ended.
     */
    public void split(int items, int grain, Range work) {
        splitNumbered(items, grain, (thread, from, to) -> work.run(from, to));
    }

    /** As {@link #split}, telling each range the number of its thread, which may take several, one after another. */
    public void splitNumbered(int items, int grain, NumberedRange work) {
        int sharing = Math.min(threads, (items + grain - 1) / grain);
        // Threads that are at work for another caller are not waited for: the ranges do not depend on who does them.
        if (sharing <= 1 || closed || !busy.compareAndSet(false, true)) {
            if (items > 0) {
                work.run(0, 0, items);
            }
            return;
        }
        try {
            Job job = new Job(items, grain, sharing, work);
            for (int number = 1; number < sharing; number++) {
                worker(number).give(job);
            }
            job.takePart(0);
            job.await();
        } finally {
            busy.set(false);
        }
    }

    private Worker worker(int number) {
        Worker worker = others[number - 1];
        if (worker == null) {
            worker = new Worker(number);
            others[number - 1] = worker;
            worker.start();
        }
        return worker;
    }

    /** Ends the threads. */
    @Override
    public void close() {
        closed = true;
        for (Worker worker : others) {
            LockSupport.unpark(worker);
        }
    }

    /** What is shared: who comes takes a range, until none is left. */
    private static final class Job {
        private final int items;
        private final int grain;
        private final int sharing;
        private final NumberedRange work;
        private final Thread owner = Thread.currentThread();
        private final AtomicInteger next = new AtomicInteger();
        private final AtomicInteger unfinished;
        private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        private volatile boolean ownerSleeps;

        Job(int items, int grain, int sharing, NumberedRange work) {
            this.items = items;
            this.grain = grain;
            this.sharing = sharing;
            this.work = work;
            this.unfinished = new AtomicInteger(items);
        }

        void takePart(int thread) {
            for (int from = next.get(); from < items; from = next.get()) {
                int to = end(from);
                if (next.compareAndSet(from, to)) {
                    run(thread, from, to);
                }
            }
        }

        /** Half of an even share of what is left, in whole grains. */
        private int end(int from) {
            int left = items - from;
            int length = Math.max(grain, left / (2 * sharing) / grain * grain);
            return length >= left ? items : from + length;
        }

        private void run(int thread, int from, int to) {
            int finished = to - from;
            try {
                work.run(thread, from, to);
            } catch (Throwable e) {
                // Whatever it is, the owner waits for an end and rethrows it.
                failure.compareAndSet(null, e);
                finished += items - next.getAndSet(items);
            }
            if (unfinished.addAndGet(-finished) == 0 && ownerSleeps) {
                LockSupport.unpark(owner);
            }
        }

        /** Waits for the end of all ranges; throws the first failure. */
        void await() {
            long start = System.nanoTime();
            boolean interrupted = false;
            while (unfinished.get() > 0) {
                if (System.nanoTime() - start < WATCH_NANOS) {
                    Thread.onSpinWait();
                    continue;
                }
                ownerSleeps = true;
                if (unfinished.get() > 0) {
                    LockSupport.park(this);
                }
                // The others write into the caller's arrays: an interrupt has to wait until they have ended.
                interrupted |= Thread.interrupted();
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            Throwable thrown = failure.get();
            if (thrown instanceof Error error) {
                throw error;
            }
            if (thrown instanceof RuntimeException exception) {
                throw exception;
            }
            if (thrown != null) {
                throw new IllegalStateException("a shared piece of work failed: " + thrown, thrown);
            }
        }
    }

    /** A thread that takes part in one job after another. */
    private final class Worker extends Thread {
        private final int number;
        private final AtomicReference<@Nullable Job> next = new AtomicReference<>();
        private volatile boolean sleeps;

        Worker(int number) {
            super("skpca-worker");
            this.number = number;
            setDaemon(true);
        }

        void give(Job job) {
            next.set(job);
            if (sleeps) {
                LockSupport.unpark(this);
            }
        }

        @Override
        public void run() {
            long idleSince = System.nanoTime();
            while (!closed) {
                // Taken in one step: the owner may have ended a job without this thread, and given the next one.
                Job job = next.get() == null ? null : next.getAndSet(null);
                if (job != null) {
                    job.takePart(number);
                    idleSince = System.nanoTime();
                } else if (System.nanoTime() - idleSince < WATCH_NANOS) {
                    Thread.onSpinWait();
                } else {
                    sleeps = true;
                    if (next.get() == null && !closed) {
                        LockSupport.park(Workers.this);
                    }
                    sleeps = false;
                }
            }
        }
    }
}
