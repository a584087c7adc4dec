package io.github.skpca.cli;

import io.github.skpca.BadRowException;
import io.github.skpca.MergeException;
import io.github.skpca.io.BadInputException;
import io.github.skpca.model.BandwidthException;
import io.github.skpca.model.ModelFileException;

/** From a failure to one line and an exit code. */
final class Failures {
    static final int FAILED = 1;
    static final int BAD_INPUT = 2;

    private Failures() {}

    static int report(Throwable failure, Console console) {
        if (failure instanceof OutOfMemoryError) {
            console.error("not enough memory: use fewer --features or a smaller --sketch or --warmup, "
                    + "or give Java more (SKPCA_JAVA_OPTS=-Xmx8g)");
            return FAILED;
        }
        if (failure instanceof ExceptionInInitializerError && failure.getCause() instanceof IllegalStateException) {
            // The arithmetic that was asked for is not to be had on this Java.
            console.error(String.valueOf(failure.getCause().getMessage()));
            return BAD_INPUT;
        }
        String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        if (isBadInput(failure)) {
            console.error(message);
            return BAD_INPUT;
        }
        if (failure instanceof java.io.IOException) {
            console.error(message + "; nothing was changed: check the disk and the path");
        } else {
            console.error("internal error: " + failure + "; please report it with the command you ran");
            if (Boolean.getBoolean("skpca.stacktrace")) {
                console.stackTrace(failure);
            }
        }
        return FAILED;
    }

    private static boolean isBadInput(Throwable failure) {
        return failure instanceof BadInputException
                || failure instanceof ModelFileException
                || failure instanceof UsageException
                || failure instanceof BandwidthException
                || failure instanceof MergeException
                || failure instanceof BadRowException;
    }
}
