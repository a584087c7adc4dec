package io.github.skpca.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;

/** Standard output takes no more: what reads it has gone away, as {@code head} does, or the disk behind it is full. */
public final class StandardOutputException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Where Linux tells what is behind standard output. */
    private static final String DESCRIPTOR = "/proc/self/fd/1";

    /** Whether it is a pipe without a reader. */
    private final boolean isReaderGone;

    /**
     * A failure to write.
     *
     * @param failure what the system said
     */
    public StandardOutputException(IOException failure) {
        super(failure.getMessage());
        isReaderGone = isOfPipe(String.valueOf(failure.getMessage()));
    }

    /**
     * Whether it is a pipe whose reader has gone away, which is nothing to complain about.
     *
     * @return false if the output is a file, or anything else that can be full
     */
    public boolean isReaderGone() {
        return isReaderGone;
    }

    /** By the system's words, or, where they are in another language, by what standard output is: a pipe is never full for good. */
    private static boolean isOfPipe(String message) {
        if (message.toLowerCase(Locale.ROOT).contains("pipe")) {
            return true;
        }
        try {
            Path link = Path.of(DESCRIPTOR);
            return !message.contains("space")
                    && Files.isSymbolicLink(link)
                    && Files.readSymbolicLink(link).toString().startsWith("pipe:");
        } catch (IOException | InvalidPathException | SecurityException unknown) {
            return false;
        }
    }
}
