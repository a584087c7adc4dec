package io.github.skpca.io;

import java.util.regex.Pattern;

/** The forms in which numbers and times are written, where they are not as plain as {@code 12} or {@code 1e5}. */
enum NumberForm {
    /** A decimal point: {@code 1.5}. */
    POINT("[+-]?(\\d+\\.\\d*|\\.\\d+)([eE][+-]?\\d+)?"),
    /** A comma that is a decimal comma or a mark of thousands: {@code 1,234}. */
    COMMA_OR_THOUSANDS("[+-]?[1-9]\\d{0,2},\\d{3}"),
    /** A decimal comma: {@code 1,5}. */
    COMMA("[+-]?\\d*,\\d+([eE][+-]?\\d+)?"),
    /** Marks of thousands: {@code 1,234,567.8}, {@code 1.234,5}, {@code 1'234}, {@code 1 234}. */
    THOUSANDS("[+-]?\\d{1,3}([.,'_ \u00a0\u2009\u202f\u2019]\\d{3})+([.,]\\d+)?"),
    /** A day, or a day with a time: {@code 2024-01-02 03:04:05}. */
    TIME("\\d{4}-\\d\\d-\\d\\d([T ]\\d\\d:\\d\\d(:\\d\\d([.,]\\d{1,9})?)?\\s*(Z|[+-]\\d\\d:?\\d\\d)?)?"
            + "|\\d{1,2}[./]\\d{1,2}[./]\\d{4}([T ]+\\d\\d:\\d\\d(:\\d\\d)?)?"),
    /** None of these. */
    OTHER("");

    private static final int LONGEST = 64;

    private final Pattern pattern;

    NumberForm(String regex) {
        pattern = Pattern.compile(regex);
    }

    /** The form of a cell; a percent sign at its end makes no difference. */
    static NumberForm of(String text) {
        String stripped = text.strip();
        String number = stripped.endsWith("%")
                ? stripped.substring(0, stripped.length() - 1).strip()
                : stripped;
        if (number.isEmpty() || number.length() > LONGEST) {
            return OTHER;
        }
        for (NumberForm form : values()) {
            if (form.pattern.matcher(number).matches()) {
                return form;
            }
        }
        return OTHER;
    }

    /** Whether it is a number that a person would read as one. */
    boolean isNumber() {
        return this != TIME && this != OTHER;
    }
}
