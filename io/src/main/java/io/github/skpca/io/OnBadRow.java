package io.github.skpca.io;

/** What to do with a row that cannot be read as finite numbers. */
public enum OnBadRow {
    /** Stop with a {@link BadInputException}. */
    FAIL,
    /** Leave the row out and count it. */
    SKIP
}
