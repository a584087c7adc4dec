package io.github.skpca.experiments.theory;

import java.util.List;

/**
 * One line of theory.tsv.
 *
 * @param statement which statement of the paper
 * @param parameters the sizes it was tried with, as text
 * @param delta the chance of failure it allows; 0 for a statement without chance
 * @param trials how often it was tried
 * @param failures how often it did not hold
 * @param detail what else was seen
 */
public record TrialResult(String statement, String parameters, double delta, int trials, int failures, String detail) {
    /** The names of the columns. */
    public static final List<String> COLUMNS =
            List.of("statement", "parameters", "delta", "trials", "failures", "detail");

    /** Checks the counts. */
    public TrialResult {
        if (trials < 1 || failures < 0 || failures > trials) {
            throw new IllegalArgumentException(failures + " failures in " + trials + " trials");
        }
    }

    /** The values in the order of {@link #COLUMNS}. */
    public List<Object> values() {
        return List.of(statement, parameters, delta, trials, failures, detail);
    }
}
