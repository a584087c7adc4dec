package io.github.skpca;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** How landmarks are chosen among the rows of a warm-up. */
public enum LandmarkRule {
    /** Every row is as likely as every other. */
    UNIFORM,
    /**
     * A row is as likely as it is badly represented by the landmarks before it: randomly pivoted Cholesky (Chen, Epperly, Tropp and
     * Webber, Comm. Pure Appl. Math. 78(5), 2025). Rare rows that are far away get their landmarks, repeated rows get one.
     */
    PIVOTED;

    /** The name on the command line and in files. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The rule of that label, if there is one. */
    public static Optional<LandmarkRule> ofLabel(String label) {
        return Arrays.stream(values())
                .filter(rule -> rule.label().equals(label))
                .findFirst();
    }

    /** All labels, for messages. */
    public static String labels() {
        return Arrays.stream(values()).map(LandmarkRule::label).collect(Collectors.joining(", "));
    }
}
