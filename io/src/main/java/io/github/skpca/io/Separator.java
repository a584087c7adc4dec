package io.github.skpca.io;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What stands between the fields of a line. */
public enum Separator {
    /** A comma. */
    COMMA(','),
    /** A semicolon. */
    SEMICOLON(';'),
    /** A tab. */
    TAB('\t'),
    /** A vertical line. */
    PIPE('|'),
    /** One blank or several. */
    BLANK(' ');

    private final byte symbol;

    Separator(char symbol) {
        this.symbol = (byte) symbol;
    }

    /**
     * The separator of a word or sign.
     *
     * @param label comma, semicolon, tab, pipe or blank in any case, or the sign itself
     * @return the separator, or empty if there is none of that name
     */
    public static Optional<Separator> ofLabel(String label) {
        return Arrays.stream(values())
                .filter(one -> one.label().equals(label.toLowerCase(Locale.ROOT)) || one.isSymbol(label))
                .findFirst();
    }

    /** The separator of a byte; empty if it is none. */
    static Optional<Separator> ofSymbol(int symbol) {
        return Arrays.stream(values()).filter(one -> one.symbol == symbol).findFirst();
    }

    private boolean isSymbol(String label) {
        return label.length() == 1 && label.charAt(0) == symbol;
    }

    /** The byte that text has for it. */
    byte symbol() {
        return symbol;
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
