package io.github.skpca.io;

import java.io.Closeable;
import java.io.IOException;

/** The records of a text, one at a time, as ranges of a byte buffer. */
abstract class Records implements Closeable {
    /** The separator of fields as long as quotes have no meaning. */
    static final int NO_QUOTES = -1;

    byte[] buffer;
    int start;
    int end;
    long line;
    int separator = NO_QUOTES;

    /** Records in a buffer, which may be replaced later. */
    Records(byte[] buffer) {
        this.buffer = buffer;
    }

    /** What messages call the text. */
    abstract String name();

    /** How a place in the text is written, up to its number, which {@link #line()} is. */
    String place() {
        return name() + ":";
    }

    /** The share of the text consumed, between 0 and 1; any value when its size is not known. */
    abstract double progress();

    /** Makes the current record the next one to be read. */
    abstract void pushBack();

    /** Goes to the next record that is not blank; false if there is none, for good or for now. */
    abstract boolean next() throws IOException;

    /** Whether nothing can follow once {@link #next()} was false, so that a text without a good row is an error. */
    abstract boolean isWhole();

    /** Whether what follows the current record can be looked at before it is read. */
    boolean canLookAhead() {
        return false;
    }

    /** Where the bytes that follow the current record begin in {@link #bytes()}. */
    int aheadStart() {
        return end;
    }

    /** Where the bytes that are known to follow the current record end in {@link #bytes()}. */
    int aheadEnd() {
        return end;
    }

    /** Gets more of the bytes that follow the current record, which may move it in its buffer; false if there are no more. */
    boolean lookFurther() throws IOException {
        return false;
    }

    /** Whether the records come from the beginning on, one after another. */
    boolean isInOrder() {
        return true;
    }

    /** Makes quotes at the beginning of a field special, fields being separated by the given byte. */
    final void quoteFields(byte fieldSeparator) {
        separator = fieldSeparator;
    }

    /** The buffer that holds the current record; valid, like start and end, until the next call of next. */
    final byte[] bytes() {
        return buffer;
    }

    /** Where the current record begins in {@link #bytes()}. */
    final int start() {
        return start;
    }

    /** Where the current record ends in {@link #bytes()}, without its line end. */
    final int end() {
        return end;
    }

    /** The number, from 1, of the line on which the current record begins. */
    final long line() {
        return line;
    }

    /** Whether the current record is white space alone, where a tab that separates fields is none. */
    final boolean isBlank() {
        for (int at = start; at < end; at++) {
            byte b = buffer[at];
            if (b == separator ? b != ' ' : !Decimals.isSpace(b)) {
                return false;
            }
        }
        return true;
    }
}
