package io.github.skpca.experiments.claims;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The verdict on a sentence that is looked at on every data set: it holds if it does on at least three quarters of those
 * that were measured, does not if it does on at most a quarter, and depends on the data set between.
 */
final class DataSetCases {
    static final String RULE = "; holds if so on at least 3/4 of the data sets, does not if on at most 1/4";

    /** What one data set says. */
    record Case(boolean holds, String numbers) {}

    private final List<String> holding = new ArrayList<>();
    private final List<String> failing = new ArrayList<>();
    private final List<String> numbers = new ArrayList<>();

    private DataSetCases() {}

    /** Looks at every data set; one for which there is no case was not measured. */
    static Claim judge(Sentence sentence, List<String> datasets, Function<String, Optional<Case>> look) {
        DataSetCases cases = new DataSetCases();
        for (String dataset : datasets) {
            look.apply(dataset).ifPresent(one -> cases.add(dataset, one));
        }
        return cases.verdict(sentence);
    }

    private void add(String dataset, Case one) {
        (one.holds() ? holding : failing).add(dataset);
        numbers.add(dataset + ": " + one.numbers());
    }

    private Claim verdict(Sentence sentence) {
        int measured = numbers.size();
        String all = String.join("\n", numbers);
        if (measured == 0) {
            return sentence.notMeasured();
        }
        if (4 * holding.size() >= 3 * measured) {
            return sentence.holds(all);
        }
        if (4 * holding.size() <= measured) {
            return sentence.doesNotHold(all);
        }
        String what =
                "the data set (holds on " + String.join(", ", holding) + ", not on " + String.join(", ", failing) + ")";
        return sentence.dependsOn(what, all);
    }
}
