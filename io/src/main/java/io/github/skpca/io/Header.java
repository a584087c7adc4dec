package io.github.skpca.io;

/** Whether the first line of a CSV or TSV input names the columns. */
public enum Header {
    /** The first line names the columns. */
    YES,
    /** The first line is a row. */
    NO,
    /** The first line names the columns if a chosen field of it is text that is not a number. */
    AUTO
}
