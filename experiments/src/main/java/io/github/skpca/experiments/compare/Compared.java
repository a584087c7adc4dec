package io.github.skpca.experiments.compare;

/**
 * One method on one stream of rows.
 *
 * @param method its label
 * @param components k, how many numbers a row becomes
 * @param spectralError ||G - G'||_2 / n on the held-out rows
 * @param frobeniusError ||G - G'||_F / n^2 on the held-out rows
 * @param trainSeconds from rows in memory to a model: warm-up, learning and the last decomposition
 * @param testMicrosPerRow from a raw row to its k numbers, one row at a time, on one thread
 * @param space numbers kept, as the paper counts them
 * @param workingBytes bytes that the learner holds
 */
public record Compared(
        String method,
        int components,
        double spectralError,
        double frobeniusError,
        double trainSeconds,
        double testMicrosPerRow,
        long space,
        long workingBytes) {}
