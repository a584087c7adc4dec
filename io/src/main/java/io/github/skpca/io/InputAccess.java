package io.github.skpca.io;

/** How the rows of an input can be reached. */
public enum InputAccess {
    /** At any place: a plain file that is not compressed. */
    ANYWHERE,
    /** In their order, as often as wanted: a compressed file. */
    COMPRESSED,
    /** In their order, as often as wanted: a file of UTF-16 text. */
    ENCODED,
    /** In their order, and once: standard input, a pipe, a device. */
    STREAM
}
