package io.github.skpca.io;

import java.io.Closeable;
import java.io.IOException;

/** The records of a text, one at a time, as ranges of a byte buffer. */
interface Records extends Closeable {
    /** What messages call the text. */
    String name();

    /** The share of the text consumed, between 0 and 1; any value when its size is not known. */
    double progress();

    /** Makes quotes at the beginning of a field special, fields being separated by the given byte. */
    void quoteFields(byte separator);

    /** The buffer that holds the current record; valid, like start and end, until the next call of next. */
    byte[] bytes();

    /** Where the current record begins in {@link #bytes()}. */
    int start();

    /** Where the current record ends in {@link #bytes()}, without its line end. */
    int end();

    /** The number, from 1, of the line on which the current record begins. */
    long line();

    /** Makes the current record the next one to be read. */
    void pushBack();

    /** Goes to the next record that is not blank; false if there is none, for good or for now. */
    boolean next() throws IOException;

    /** Whether nothing can follow once {@link #next()} was false, so that a text without a good row is an error. */
    boolean isWhole();
}
