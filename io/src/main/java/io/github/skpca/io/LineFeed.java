package io.github.skpca.io;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/** Lines of a text that is still being written, one at a time and never waited for. */
abstract class LineFeed implements Closeable {
    final String name;
    final LineBuffer buffer;
    /** The lines of the present file that were returned. */
    long lines;

    LineFeed(String name, LineBuffer buffer) {
        this.name = name;
        this.buffer = buffer;
    }

    /** Goes to the next whole line; false if none is there yet, or none will come. */
    abstract boolean next() throws IOException;

    /** Whether no more lines will come. */
    abstract boolean hasEnded();

    /** Whether what follows is known only when asked again a moment later, even if the present end is to be the last. */
    abstract boolean isUndecided();

    /** Waits for something to come, not longer than told. */
    abstract void await(long milliseconds) throws InterruptedException;

    /** Where the current line ends; empty for what has no place to go back to. */
    abstract Optional<FilePosition> position();

    /** What messages call the text. */
    final String name() {
        return name;
    }

    /** The current line. */
    final LineBuffer line() {
        return buffer;
    }

    /** The number, from 1, of the current line in its file. */
    final long lineNumber() {
        return lines;
    }

    /** Takes an unfinished last line as it is; false if there is none. */
    final boolean finish() {
        if (!buffer.finish()) {
            return false;
        }
        count();
        return true;
    }

    /** Counts the line that the buffer has just returned. */
    void count() {
        lines++;
    }
}
