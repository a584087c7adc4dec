package io.github.skpca.cli;

import io.github.skpca.BadRowException;
import io.github.skpca.BandwidthException;
import io.github.skpca.MergeException;
import io.github.skpca.MissingKernelException;
import io.github.skpca.ModelFileException;
import io.github.skpca.TooManyRowsException;
import io.github.skpca.experiments.results.ResultFileException;
import io.github.skpca.io.BadInputException;
import io.github.skpca.io.StandardOutputException;

import java.io.IOException;
import java.io.PrintStream;
import java.util.function.Predicate;

/** From a failure to one line and an exit code. */
final class Failures {
    static final int FAILED = 1;
    static final int BAD_INPUT = 2;

    /** What reads the output has gone away, as a signal would end a Unix filter then: 128 and the number of SIGPIPE. */
    static final int READER_GONE = 141;

    private Failures() {}

    static int report(Throwable failure, Console console) {
        return report(failure, console, option -> true);
    }

    /** As {@link #report(Throwable, Console)}, for a command that has some options only. */
    static int report(Throwable failure, Console console, Predicate<String> options) {
        if (failure instanceof StandardOutputException unwritten && unwritten.isReaderGone()) {
            return READER_GONE;
        }
        if (failure instanceof OutOfMemoryError) {
            console.error(
                    "not enough memory: use fewer --features or a smaller --sketch or --warmup, or fewer rows with --method exact, "
                            + "or give Java more (SKPCA_JAVA_OPTS=-Xmx8g)");
            return FAILED;
        }
        if (failure instanceof ExceptionInInitializerError && failure.getCause() instanceof IllegalStateException) {
            // The arithmetic that was asked for is not to be had on this Java.
            console.error(String.valueOf(failure.getCause().getMessage()));
            return BAD_INPUT;
        }
        String message = OptionAdvice.message(failure, options);
        if (isBadInput(failure) && !isFromDevice(failure)) {
            console.error(message);
            return BAD_INPUT;
        }
        if (isFromDevice(failure)) {
            console.error(message);
        } else if (failure instanceof IOException) {
            console.error(
                    message + ": the output is not complete; check the disk, and that what reads the output goes on");
        } else {
            console.error("internal error: " + failure + "; please report it with the command you ran");
            if (Boolean.getBoolean("skpca.stacktrace")) {
                console.stackTrace(failure);
            }
        }
        return FAILED;
    }

    /** Says that a result could not be shown. */
    static int reportUnwritten(Console console, PrintStream out) {
        if (StandardPrintStream.isReaderGone(out)) {
            return READER_GONE;
        }
        console.error(
                "standard output is closed or full, so that the result could not be shown; give it a place to go");
        return FAILED;
    }

    /** Whether a disk or a pipe failed under a file: other causes, such as a missing folder, have exceptions of their own. */
    private static boolean isFromDevice(Throwable failure) {
        Throwable cause = failure.getCause();
        return cause != null && cause.getClass() == IOException.class;
    }

    private static boolean isBadInput(Throwable failure) {
        return failure instanceof BadInputException
                || failure instanceof ModelFileException
                || failure instanceof MissingKernelException
                || failure instanceof ResultFileException
                || failure instanceof UsageException
                || failure instanceof BandwidthException
                || failure instanceof MergeException
                || failure instanceof TooManyRowsException
                || failure instanceof BadRowException;
    }
}
