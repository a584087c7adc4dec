package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

/** The byte between the fields of a text input, told by its format or found in its first line. */
final class Delimiters {
    private Delimiters() {}

    /**
     * The delimiter of an input.
     *
     * @param format the format that was stated, or null to go by the name
     * @param argument the input as the user named it
     * @param records positioned on the first line
     */
    static byte of(@Nullable RowFormat format, String argument, Records records) {
        String ending = RowFormat.ending(argument);
        if (format == RowFormat.TSV || (format == null && ending.equals("tsv"))) {
            return '\t';
        }
        if (format != null) {
            return ',';
        }
        // Spaces are no sign in a .csv, where a lone column may well be called "net weight".
        return ending.equals("csv") ? detect(records, ",;\t") : detect(records, "\t;, ");
    }

    /** The first of the candidates that occurs outside quotes; a comma if none does. */
    private static byte detect(Records records, String candidates) {
        int[] counts = new int[128];
        boolean quoted = false;
        int end = records.end();
        while (end > records.start() && records.bytes()[end - 1] == ' ') {
            end--;
        }
        boolean text = false;
        for (int at = records.start(); at < end; at++) {
            byte b = records.bytes()[at];
            if (b == '"') {
                quoted = !quoted;
            } else if (b >= 0 && !quoted && (text || b != ' ')) {
                counts[b]++;
            }
            text |= b != ' ';
        }
        return (byte) candidates.chars().filter(c -> counts[c] > 0).findFirst().orElse(',');
    }
}
