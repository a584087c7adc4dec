package io.github.skpca.experiments.accuracy;

import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** A page in Markdown that is written from top to bottom; text of files stays within its cell or paragraph. */
final class Markdown {
    private final StringBuilder out = new StringBuilder();

    void title(String text) {
        out.append("# ").append(text).append('\n');
    }

    void section(String text) {
        out.append("\n## ").append(text).append('\n');
    }

    void paragraph(String text) {
        out.append('\n').append(tame(text)).append('\n');
    }

    void items(List<String> items) {
        out.append('\n');
        items.forEach(item -> out.append("- ").append(tame(item)).append('\n'));
    }

    void table(List<String> headers, List<List<String>> rows) {
        out.append('\n');
        row(headers);
        row(Collections.nCopies(headers.size(), "---"));
        rows.forEach(this::row);
    }

    private void row(List<String> cells) {
        String joined =
                cells.stream().map(cell -> tame(cell).replace("|", "\\|")).collect(Collectors.joining(" | "));
        out.append("| ").append(joined).append(" |\n");
    }

    private static String tame(String text) {
        return text.replaceAll("\\p{Cntrl}", " ").replace("<", "&lt;");
    }

    String text() {
        return out.toString();
    }
}
