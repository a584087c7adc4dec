package io.github.skpca.experiments.claims;

/** What the numbers say of a sentence. */
public enum Verdict {
    /** The rule of the claim is met. */
    HOLDS("holds"),
    /** The rule of the claim is broken. */
    DOES_NOT_HOLD("does not hold"),
    /** Met in some cases and broken in others. */
    DEPENDS("depends"),
    /** The numbers it needs are not there. */
    NOT_MEASURED("not measured");

    private final String text;

    Verdict(String text) {
        this.text = text;
    }

    /** What prose calls it. */
    public String text() {
        return text;
    }
}
