package io.github.skpca.report;

import java.util.List;
import java.util.regex.Pattern;

/** A named table of text with one header row; columns of numbers are set flush right. */
record Table(String name, List<String> headers, List<List<String>> rows) {
    private static final Pattern NUMBER = Pattern.compile(
            "[≤≥<>~≈]? ?[-+\u2212]?[0-9][0-9,.\u202F]*([eE][-+]?[0-9]+|×10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?( ?[%µa-zA-Z]{1,3})?");
    private static final List<String> MISSING = List.of("", "-", "–", "—", "NaN", "n/a");

    Table {
        headers = List.copyOf(headers);
        rows = rows.stream().map(List::copyOf).toList();
        if (headers.isEmpty()) {
            throw new IllegalArgumentException("a table needs at least one column");
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
        boolean[] numeric = new boolean[headers.size()];
        for (int column = 0; column < numeric.length; column++) {
            numeric[column] = numeric(column);
        }
        out.append("<p class=\"table-name\">").append(Markup.escape(name)).append("</p>\n");
        out.append("<div class=\"").append(classes).append("\" role=\"region\" tabindex=\"0\" aria-label=\"");
        out.append(Markup.escape(name)).append("\"><table>\n<thead>");
        writeRow(out, headers, "th scope=\"col\"", "th", numeric);
        out.append("</thead>\n<tbody>\n");
        for (List<String> row : rows) {
            writeRow(out, row, "td", "td", numeric);
            out.append('\n');
        }
        out.append("</tbody>\n</table></div>\n");
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
