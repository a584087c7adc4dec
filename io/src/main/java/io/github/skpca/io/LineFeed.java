package io.github.skpca.io;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/** Lines of a text that is still being written, one at a time and never waited for. */
interface LineFeed extends Closeable {
    /** What messages call the text. */
    String name();

    /** Goes to the next whole line; false if none is there yet, or none will come. */
    boolean next() throws IOException;

    /** Takes an unfinished last line as it is; false if there is none. */
    boolean finish();

    /** The current line. */
    LineBuffer line();

    /** The number, from 1, of the current line in its file. */
    long lineNumber();

    /** Whether no more lines will come. */
    boolean hasEnded();

    /** Whether what follows is known only when asked again a moment later, even if the present end is to be the last. */
    boolean isUndecided();

    /** Waits for something to come, not longer than told. */
    void await(long milliseconds) throws InterruptedException;

    /** Where the current line ends; empty for what has no place to go back to. */
    Optional<FilePosition> position();
}
