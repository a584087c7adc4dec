package io.github.skpca.report;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A named table of text with one header row; columns of numbers are set flush right.
 *
 * @param tones one for each row, shown in its first cell; none if there are none
 */
record Table(String name, List<String> headers, List<List<String>> rows, List<Tone> tones) {
    private static final Pattern NUMBER = Pattern.compile(
            "[≤≥<>~≈]? ?[-+\u2212]?[0-9][0-9,.\u202F]*([eE][-+]?[0-9]+|×10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?( ?[%µa-zA-Z]{1,3})?");
    private static final List<String> MISSING = List.of("", "-", "–", "—", "NaN", "n/a");

    Table(String name, List<String> headers, List<List<String>> rows) {
        this(name, headers, rows, List.of());
    }

    Table {
        tones = List.copyOf(tones);
        headers = List.copyOf(headers);
        rows = rows.stream().map(List::copyOf).toList();
        if (headers.isEmpty()) {
            throw new IllegalArgumentException("a table needs at least one column");
        }
        if (!tones.isEmpty() && tones.size() != rows.size()) {
            throw new IllegalArgumentException(tones.size() + " tones for " + rows.size() + " rows");
        }
        for (List<String> row : rows) {
            if (row.size() != headers.size()) {
                throw new IllegalArgumentException(
                        "a row of table \"" + name + "\" must have " + headers.size() + " cells, not " + row.size());
            }
        }
    }

    /** Writes it into an element of these classes. */
    void write(StringBuilder out, String classes) {
        out.append("<p class=\"table-name\">").append(Markup.escape(name)).append("</p>\n");
        writeUnnamed(out, classes);
    }

    /** Writes it into an element of these classes, where its name is said already. */
    void writeUnnamed(StringBuilder out, String classes) {
        boolean[] numeric = new boolean[headers.size()];
        for (int column = 0; column < numeric.length; column++) {
            numeric[column] = numeric(column);
        }
        out.append("<div class=\"").append(classes).append("\" role=\"region\" tabindex=\"0\" aria-label=\"");
        out.append(Markup.escape(name)).append("\"><table>\n<thead>");
        writeRow(out, headers, "th scope=\"col\"", "th", numeric);
        out.append("</thead>\n<tbody>\n");
        for (int i = 0; i < rows.size(); i++) {
            int from = out.length();
            writeRow(out, rows.get(i), "td", "td", numeric);
            if (!tones.isEmpty()) {
                mark(out, from, tones.get(i));
            }
            out.append('\n');
        }
        out.append("</tbody>\n</table></div>\n");
    }

    /** Puts the sign of a tone before the text of the first cell that was written from there on. */
    private static void mark(StringBuilder out, int from, Tone tone) {
        int text = out.indexOf("<td", from) + "<td".length();
        out.insert(text, " class=\"" + tone.classes() + "\"");
        out.insert(out.indexOf(">", text) + 1, "<span aria-hidden=\"true\">" + tone.sign() + "</span> ");
    }

    private static void writeRow(StringBuilder out, List<String> cells, String open, String close, boolean[] numeric) {
        out.append("<tr>");
        for (int column = 0; column < cells.size(); column++) {
            out.append('<').append(open).append(numeric[column] ? " class=\"number\">" : ">");
            out.append(Markup.escape(cells.get(column)))
                    .append("</")
                    .append(close)
                    .append('>');
        }
        out.append("</tr>");
    }

    private boolean numeric(int column) {
        boolean any = false;
        for (List<String> row : rows) {
            String cell = row.get(column).strip();
            if (!MISSING.contains(cell)) {
                if (!NUMBER.matcher(cell).matches()) {
                    return false;
                }
                any = true;
            }
        }
        return any;
    }
}
