package io.github.skpca.cli;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Notices that the process is asked to end (SIGTERM, SIGINT), and lets the work come to a good end first: the process then ends
 * with exit code 0, not with that of the signal.
 */
final class StopSignal implements AutoCloseable {
    private static final long LONGEST_SECONDS = 60;

    private static final AtomicReference<@Nullable StopSignal> CURRENT = new AtomicReference<>();

    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stop, "skpca-stop");
    private volatile boolean raised;
    private volatile boolean done;

    StopSignal() {
        Runtime.getRuntime().addShutdownHook(hook);
        CURRENT.set(this);
    }

    /** Waits for work that is to come to a good end, not for ever; returns at once if there is none. */
    static void awaitGoodEnd() {
        StopSignal working = CURRENT.get();
        if (working != null) {
            working.hasEnded();
        }
    }

    boolean isRaised() {
        return raised;
    }

    /** Says that all has been done that is to be done at the end. */
    void done() {
        done = true;
    }

    @Override
    public void close() {
        over.countDown();
        CURRENT.set(null);
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyEnding) {
            // Then the hook is what ends the process.
        }
    }

    private void stop() {
        raised = true;
        if (hasEnded() && done) {
            Runtime.getRuntime().halt(0);
        }
    }

    private boolean hasEnded() {
        try {
            return over.await(LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
