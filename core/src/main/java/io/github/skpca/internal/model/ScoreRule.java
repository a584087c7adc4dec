package io.github.skpca.internal.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How a model scores rows, by the names that model files use. */
public enum ScoreRule {
    /** By what lies outside the directions. */
    RESIDUAL,
    /** By what lies outside them and how far a row lies inside, directions counting by the rows that hold them ({@link ScoreWeights}). */
    NOVELTY;

    /** The name in files. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<ScoreRule> ofLabel(String label) {
        return Arrays.stream(values())
                .filter(rule -> rule.label().equals(label))
                .findFirst();
    }
}
