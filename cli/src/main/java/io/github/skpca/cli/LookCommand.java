package io.github.skpca.cli;

import io.github.skpca.io.CellLayout;
import io.github.skpca.io.Cells;
import io.github.skpca.io.Rows;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a file of rows holds, and how to fit a model of it. */
@Command(
        name = "look",
        description =
                "Look at a file of rows: its format, its columns with their types, ranges and missing cells, and the fit command to copy.")
final class LookCommand extends SkpcaCommand {
    private static final long MOST_ROWS = 100_000;
    private static final long MOST_CELLS = 20_000_000;
    private static final int SHOWN_COLUMNS = 60;

    @Parameters(index = "0", paramLabel = "ROWS", description = "A file of rows; - is standard input.")
    String input = "";

    @Option(
            names = "--all",
            description = "Look at all rows; by default at the first 100,000, or fewer if they are very wide.")
    boolean all;

    @Mixin
    LayoutOptions layout = new LayoutOptions();

    @Override
    void declare(CommandFiles files) {
        files.reads(List.of(input));
    }

    @Override
    void run() throws IOException {
        try (Cells cells = Rows.look(input, layout.options(0))) {
            TableLook table = read(cells);
            FitAdvice advice = new FitAdvice(table);
            Map<String, Object> fields = fields(cells, table);
            List<String> notes = advice.notes(cells.layout());
            fields.put("warnings", notes);
            String command = advice.command(input, stated());
            if (json) {
                fields.put("columns", columns(table, advice));
                fields.put("fit", command);
                console().json(fields);
            } else {
                fields.remove("warnings");
                print(fields, table, advice, command);
                notes.forEach(note -> console().note("note: " + note));
            }
        }
    }

    private TableLook read(Cells cells) throws IOException {
        TableLook table = new TableLook(cells);
        long most = all ? Long.MAX_VALUE : Math.max(100, Math.min(MOST_ROWS, MOST_CELLS / cells.columns()));
        ProgressLine progress = console().progress();
        try {
            table.read(
                    cells,
                    most,
                    layout.header,
                    () -> progress.update(() -> String.format(
                            Locale.ROOT, "%,d rows looked at, %.0f %%", table.rows(), 100 * cells.progress())));
        } finally {
            progress.done();
        }
        return table;
    }

    private static Map<String, Object> fields(Cells cells, TableLook table) {
        CellLayout found = cells.layout();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("format", found.format() + (found.compression().isEmpty() ? "" : ", " + found.compression()));
        putIfKnown(fields, "separator", found.separator());
        putIfKnown(fields, "decimalSign", found.decimal());
        putIfKnown(fields, "lineEnds", found.lineEnds());
        putIfKnown(fields, "encoding", found.encoding());
        if (table.isText()) {
            fields.put("header", table.hasHeader());
        }
        fields.put("rowsLookedAt", table.rows());
        double share = cells.progress();
        if (table.hasEnded()) {
            fields.put("rows", table.rows());
        } else if (share > 0 && share <= 1) {
            fields.put("rowsEstimated", Math.max(table.rows(), Math.round(table.rows() / share)));
        }
        fields.put("columnCount", table.columnCount());
        return fields;
    }

    private static void putIfKnown(Map<String, Object> fields, String name, String word) {
        if (!word.isEmpty()) {
            fields.put(name, word);
        }
    }

    /** The options that the fit needs as much as this look. */
    private List<String> stated() {
        List<String> words = new ArrayList<>();
        if (layout.format != null) {
            words.addAll(List.of("--format", layout.format.name().toLowerCase(Locale.ROOT)));
        }
        if (layout.separator != null) {
            words.addAll(List.of(
                    "--separator",
                    java.util.Objects.requireNonNull(layout.stated().separator())
                            .label()));
        }
        if (!layout.decimal.equalsIgnoreCase("auto")) {
            words.addAll(List.of("--decimal", layout.stated().decimal().label()));
        }
        if (layout.width > 0) {
            words.addAll(List.of("--width", Integer.toString(layout.width)));
        }
        return words;
    }

    private static List<Map<String, Object>> columns(TableLook table, FitAdvice advice) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (int column = 0; column < table.columns().size(); column++) {
            ColumnLook look = table.columns().get(column);
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("number", column + 1);
            fields.put("name", table.name(column));
            fields.put("type", look.type().label());
            if (!Double.isNaN(look.least())) {
                fields.put("least", look.least());
                fields.put("greatest", look.greatest());
            }
            fields.put("distinct", look.distinct());
            fields.put("moreDistinct", look.hasMoreValues());
            fields.put("frequent", look.frequent());
            fields.put("missing", look.missing());
            fields.put("missingShare", look.missingShare());
            fields.put("suggestion", advice.suggestion(column));
            all.add(fields);
        }
        return all;
    }

    private void print(Map<String, Object> fields, TableLook table, FitAdvice advice, String command) {
        console().out().println(ColumnLook.printable(input));
        console().table(fields);
        console().out().println();
        List<String[]> lines = new ArrayList<>();
        lines.add(new String[] {"", "column", "type", "range or values", "missing", "suggestion"});
        int shown = Math.min(table.columns().size(), SHOWN_COLUMNS);
        for (int column = 0; column < shown; column++) {
            lines.add(line(column, table, advice));
        }
        console().columns(lines);
        if (table.columns().size() > shown) {
            console().out().println("  and " + (table.columns().size() - shown) + " more, which --json shows");
        }
        if (!command.isEmpty()) {
            console().out().println();
            console().out().println("  " + command);
        }
    }

    private static String[] line(int column, TableLook table, FitAdvice advice) {
        ColumnLook look = table.columns().get(column);
        ColumnLook.Type type = look.type();
        String values = type == ColumnLook.Type.CATEGORY || type == ColumnLook.Type.TEXT
                ? " (" + look.distinct() + (look.hasMoreValues() ? "+" : "") + " values)"
                : "";
        return new String[] {
            Integer.toString(column + 1),
            table.name(column),
            type.label() + values,
            look.summary(),
            look.missing() == 0 ? "" : String.format(Locale.ROOT, "%.1f %%", 100 * look.missingShare()),
            advice.suggestion(column)
        };
    }
}
