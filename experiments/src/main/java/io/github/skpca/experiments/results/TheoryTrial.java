package io.github.skpca.experiments.results;

import java.util.List;

/**
 * One line of theory.tsv: how often a bound failed.
 *
 * @param statement the label of the lemma or theorem
 * @param parameters what it was tried with, as text
 * @param delta the probability of failure that it allows; 0 if it allows none
 * @param trials how often it was tried
 * @param failures how often it did not hold
 * @param detail anything more, as text
 */
public record TheoryTrial(
        String statement, String parameters, double delta, long trials, long failures, String detail) {
    static final String FILE = "theory.tsv";
    static final List<String> COLUMNS = ResultTable.columns("statement parameters delta trials failures detail");

    static TheoryTrial of(ResultTable.Line line) throws ResultFileException {
        double delta = line.measured("delta", 0);
        if (delta > 1) {
            throw line.fault("delta", "must be between 0 and 1");
        }
        TheoryTrial trial = new TheoryTrial(
                line.label("statement"),
                line.text("parameters"),
                Double.isNaN(delta) ? 0 : delta,
                line.whole("trials", 1),
                line.whole("failures", 0),
                line.text("detail"));
        if (trial.failures > trial.trials) {
            throw line.fault("failures", "must not exceed the " + trial.trials + " trials");
        }
        return trial;
    }
}
