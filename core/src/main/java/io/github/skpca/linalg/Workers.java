package io.github.skpca.linalg;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads that share the work inside a block: the caller's own, and as many more as were asked for.
 *
 * <p>Work is cut by position, never by timing, and every output belongs to one piece, so the number of threads cannot change
 * a result.
 *
 * <p>A block is cut into pieces a dozen times, for a few hundred microseconds each: about as long as it takes to wake a thread.
 * So both sides watch for each other for a moment before they go to sleep.
 */
public final class Workers implements AutoCloseable {
    private static final Workers CALLER_ONLY = new Workers(1);

    /** How long to watch before going to sleep. */
    private static final long WATCH_NANOS = 500_000;

    private final int threads;
    private final Worker[] others;
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile boolean closed;

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

    /** Splits [0, items) into one range a thread, each but the last a multiple of {@code grain}, and waits for all. */
    public void split(int items, int grain, Range work) {
        splitNumbered(items, grain, (piece, from, to) -> work.run(from, to));
    }

    /** As {@link #split}, telling each piece its number, below the number of threads. */
    public void splitNumbered(int items, int grain, NumberedRange work) {
        int pieces = Math.min(threads, (items + grain - 1) / grain);
        // Threads that are at work for another caller are not waited for: the pieces do not depend on who does them.
        if (pieces <= 1 || closed || !busy.compareAndSet(false, true)) {
            if (items > 0) {
                work.run(0, 0, items);
            }
            return;
        }
        try {
            share(items, grain, pieces, work);
        } finally {
            busy.set(false);
        }
    }

    private void share(int items, int grain, int pieces, NumberedRange work) {
        int grains = (items + grain - 1) / grain;
        Piece[] given = new Piece[pieces - 1];
        for (int p = 1; p < pieces; p++) {
            int from = (int) ((long) grains * p / pieces) * grain;
            int to = Math.min(items, (int) ((long) grains * (p + 1) / pieces) * grain);
            given[p - 1] = new Piece(work, p, from, to, Thread.currentThread());
            worker(p - 1).give(given[p - 1]);
        }
        Throwable failure = null;
        try {
            work.run(0, 0, grains / pieces * grain);
        } finally {
            // Also after an error of the caller's own: the others write into the same arrays.
            for (Piece piece : given) {
                failure = piece.await(failure);
            }
        }
        if (failure != null) {
            throw new IllegalStateException("a worker thread failed: " + failure, failure);
        }
    }

    private Worker worker(int number) {
        Worker worker = others[number];
        if (worker == null) {
            worker = new Worker();
            others[number] = worker;
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

    /** One range, handed to a thread and waited for. */
    private static final class Piece {
        private final NumberedRange work;
        private final int number;
        private final int from;
        private final int to;
        private final Thread owner;
        private volatile boolean ownerSleeps;
        private volatile boolean done;
        private @Nullable Throwable failure;

        Piece(NumberedRange work, int number, int from, int to, Thread owner) {
            this.work = work;
            this.number = number;
            this.from = from;
            this.to = to;
            this.owner = owner;
        }

        void run() {
            try {
                work.run(number, from, to);
            } catch (Throwable e) {
                // Whatever it is, the owner waits for an end and rethrows it.
                failure = e;
            }
            done = true;
            if (ownerSleeps) {
                LockSupport.unpark(owner);
            }
        }

        /** Waits for the end; returns the first failure. */
        @Nullable
        Throwable await(@Nullable Throwable before) {
            long start = System.nanoTime();
            boolean interrupted = false;
            while (!done) {
                if (System.nanoTime() - start < WATCH_NANOS) {
                    Thread.onSpinWait();
                    continue;
                }
                ownerSleeps = true;
                if (!done) {
                    LockSupport.park(this);
                }
                // The piece writes into the caller's arrays: an interrupt has to wait until it has ended.
                interrupted |= Thread.interrupted();
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            return before == null ? failure : before;
        }
    }

    /** A thread that takes one piece after another. */
    private final class Worker extends Thread {
        private volatile @Nullable Piece next;
        private volatile boolean sleeps;

        Worker() {
            super("skpca-worker");
            setDaemon(true);
        }

        void give(Piece piece) {
            next = piece;
            if (sleeps) {
                LockSupport.unpark(this);
            }
        }

        @Override
        public void run() {
            long idleSince = System.nanoTime();
            while (!closed) {
                Piece piece = next;
                if (piece != null) {
                    next = null;
                    piece.run();
                    idleSince = System.nanoTime();
                } else if (System.nanoTime() - idleSince < WATCH_NANOS) {
                    Thread.onSpinWait();
                } else {
                    sleeps = true;
                    if (next == null && !closed) {
                        LockSupport.park(Workers.this);
                    }
                    sleeps = false;
                }
            }
        }
    }
}
