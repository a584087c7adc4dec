package io.github.skpca.cli;

import io.github.skpca.BadRowException;
import io.github.skpca.BandwidthException;
import io.github.skpca.MergeException;
import io.github.skpca.MissingKernelException;
import io.github.skpca.ModelFileException;
import io.github.skpca.TooManyRowsException;
import io.github.skpca.io.BadInputException;

import java.io.IOException;

/**
 * Why a request is refused.
 *
 * @param kind what sort of failure
 * @param line one line: where, what is wrong, what to do
 */
record PipeFailure(Kind kind, String line) {
    /** Sorts of failures, by which the other side chooses its own. */
    enum Kind {
        SETTINGS(1),
        ROWS(2),
        FILE(3),
        MERGE(4),
        STATE(5),
        LIMIT(6),
        LEARNER(7),
        INPUT_OUTPUT(8),
        MEMORY(9),
        PROTOCOL(10),
        INTERNAL(11);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        int code() {
            return code;
        }
    }

    /** A request that cannot be answered, for a reason of the protocol. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final Kind kind;

        Refused(Kind kind, String message) {
            super(message);
            this.kind = kind;
        }
    }

    /** From what was thrown to what the other side is told. */
    static PipeFailure of(Throwable failure) {
        Kind kind = kind(failure);
        String message = kind == Kind.MEMORY
                ? "not enough memory in the Java process: use fewer --features or a smaller --sketch or --warmup,"
                        + " or give Java more (SKPCA_JAVA_OPTS=-Xmx8g); this learner is lost"
                : kind == Kind.INTERNAL
                        ? "internal error: " + failure + "; please report it with what you called"
                        : OptionAdvice.message(failure);
        return new PipeFailure(kind, message.replace('\n', ' '));
    }

    private static Kind kind(Throwable failure) {
        if (failure instanceof Refused refused) {
            return refused.kind;
        }
        if (failure instanceof UsageException) {
            return Kind.SETTINGS;
        }
        if (failure instanceof BadRowException || failure instanceof BandwidthException) {
            return Kind.ROWS;
        }
        if (failure instanceof ModelFileException || failure instanceof MissingKernelException) {
            return Kind.FILE;
        }
        if (failure instanceof MergeException) {
            return Kind.MERGE;
        }
        if (failure instanceof TooManyRowsException) {
            return Kind.LIMIT;
        }
        if (failure instanceof BadInputException) {
            return Kind.PROTOCOL;
        }
        if (failure instanceof IOException) {
            return Kind.INPUT_OUTPUT;
        }
        return failure instanceof OutOfMemoryError ? Kind.MEMORY : Kind.INTERNAL;
    }
}
