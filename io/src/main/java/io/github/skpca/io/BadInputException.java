package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.List;

/** Input or output that cannot be used as asked; its one-line message says where, what is wrong and what to do. */
public final class BadInputException extends IOException {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST_QUOTE = 40;

    private final transient List<Remedy> remedies;

    /**
     * An error with its message.
     *
     * @param message one line
     */
    public BadInputException(String message) {
        this(message, List.of());
    }

    /**
     * An error with its message and what caused it.
     *
     * @param message one line
     * @param cause the lower error, or null
     */
    public BadInputException(String message, @Nullable Throwable cause) {
        super(message, cause);
        this.remedies = List.of();
    }

    /**
     * An error with its message and what helps.
     *
     * @param message one line
     * @param remedies what the message says in plain words, best first; copied
     */
    BadInputException(String message, List<Remedy> remedies) {
        super(message);
        this.remedies = List.copyOf(remedies);
    }

    /** What helps, best first; empty if nothing but what the message says is known. */
    public List<Remedy> remedies() {
        return remedies;
    }

    /** The text in quotes, cut to 40 characters; control characters become spaces so that a message stays one line. */
    static String quote(String text) {
        if (text.length() <= LONGEST_QUOTE) {
            return '"' + printable(text) + '"';
        }
        int end = Character.isHighSurrogate(text.charAt(LONGEST_QUOTE - 1)) ? LONGEST_QUOTE - 1 : LONGEST_QUOTE;
        return '"' + printable(text.substring(0, end)) + "...\"";
    }

    /** The text without control characters. */
    static String printable(String text) {
        StringBuilder printable = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            printable.append(Character.isISOControl(c) || c == '\u2028' || c == '\u2029' ? ' ' : c);
        }
        return printable.toString();
    }
}
