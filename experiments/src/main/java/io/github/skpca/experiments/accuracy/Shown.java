package io.github.skpca.experiments.accuracy;

import io.github.skpca.experiments.claims.Verdict;

/**
 * Something that was to be shown, with what the table says of it.
 *
 * @param statement what was to be shown, with its limit
 * @param numbers what was measured; blank if nothing was
 * @param verdict the statement applied to the numbers
 */
record Shown(String statement, String numbers, Verdict verdict) {}
