package io.github.skpca.io;

/**
 * A row that was skipped.
 *
 * @param row its number, from 1, among all rows
 * @param reason where it is and what is wrong with it, in one line
 */
public record BadRow(long row, String reason) {}
