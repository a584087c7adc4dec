package io.github.skpca.io;

import java.util.Locale;
import java.util.Optional;

/** The sign between the whole part of a number and its fraction. */
public enum DecimalSign {
    /** Found by looking: the first number that shows it decides for the whole text. */
    AUTO,
    /** {@code 1.5}. */
    POINT,
    /** {@code 1,5}. */
    COMMA;

    /**
     * The sign of a word.
     *
     * @param label auto, point or comma, in any case
     * @return the sign, or empty if there is none of that name
     */
    public static Optional<DecimalSign> ofLabel(String label) {
        return switch (label.toLowerCase(Locale.ROOT)) {
            case "auto" -> Optional.of(AUTO);
            case "point", "." -> Optional.of(POINT);
            case "comma", "," -> Optional.of(COMMA);
            default -> Optional.empty();
        };
    }

    /** The byte that text has for it; a point as long as it is not known. */
    byte symbol() {
        return (byte) (this == COMMA ? ',' : '.');
    }

    /**
     * The word that {@link #ofLabel} knows.
     *
     * @return the name in lower case
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
