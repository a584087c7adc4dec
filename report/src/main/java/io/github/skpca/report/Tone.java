package io.github.skpca.report;

import java.util.Locale;

/** How good news is, said by a sign and a colour. */
public enum Tone {
    /** As it should be. */
    GOOD("✓"),
    /** Not as it should be. */
    BAD("✗"),
    /** Partly. */
    MIXED("±"),
    /** Nothing is known. */
    UNKNOWN("–");

    private final String sign;

    Tone(String sign) {
        this.sign = sign;
    }

    /** So that it is told without colour. */
    String sign() {
        return sign;
    }

    /** Its classes in the style sheet. */
    String classes() {
        return "tone " + name().toLowerCase(Locale.ROOT);
    }
}
