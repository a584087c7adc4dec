package io.github.skpca.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Notices that the process is asked to end (SIGTERM, SIGINT), and lets the work come to a good end first: the process then ends
 * with exit code 0, not with that of the signal.
 */
final class StopSignal implements AutoCloseable {
    private static final long LONGEST_SECONDS = 60;

    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stop, "skpca-stop");
    private volatile boolean raised;
    private volatile boolean done;

    StopSignal() {
        Runtime.getRuntime().addShutdownHook(hook);
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
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyEnding) {
            // Then the hook is what ends the process.
        }
    }

    private void stop() {
        raised = true;
        boolean ended = false;
        try {
            ended = over.await(LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (ended && done) {
            Runtime.getRuntime().halt(0);
        }
    }
}
