package io.github.skpca.cli;

import io.github.skpca.io.CellLayout;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** What to do with each column of a table, and the fit that does it. */
final class FitAdvice {
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_./:=+@%][\\p{L}\\p{N}_./:=+@%-]*");
    private static final Set<String> LABELS = Set.of("label", "class", "target", "species", "outcome");
    private static final double TOO_MUCH_MISSING = 0.5;

    private final TableLook table;
    private final List<Integer> excluded = new ArrayList<>();
    private final List<Integer> categories = new ArrayList<>();
    private final List<Integer> used = new ArrayList<>();
    private final Map<Integer, String> suggestions = new LinkedHashMap<>();
    private boolean missing;
    private boolean skip;

    FitAdvice(TableLook table) {
        this.table = table;
        for (int column = 0; column < table.columns().size(); column++) {
            advise(column, table.columns().get(column));
        }
        skip |= table.ragged() > 0;
    }

    private void advise(int column, ColumnLook look) {
        String leaveOut = reasonToLeaveOut(column, look);
        if (!leaveOut.isEmpty()) {
            excluded.add(column);
            suggestions.put(column, leaveOut);
            return;
        }
        if (look.type() == ColumnLook.Type.CATEGORY) {
            categories.add(column);
            suggestions.put(column, "--one-hot: one column of 0 and 1 per value");
            return;
        }
        used.add(column);
        if (look.strayTexts() > 0) {
            skip = true;
            suggestions.put(column, look.strayTexts() + " cells are no numbers: their rows are skipped");
        }
        if (look.missing() > 0) {
            missing = true;
            suggestions.merge(column, "--missing impute", (a, b) -> a + "; " + b);
        }
        if (look.hasPercents()) {
            suggestions.merge(column, "12% is read as 0.12", (a, b) -> a + "; " + b);
        }
    }

    private String reasonToLeaveOut(int column, ColumnLook look) {
        boolean label = LABELS.contains(table.name(column).toLowerCase(Locale.ROOT));
        return switch (look.type()) {
            case EMPTY -> "--exclude: no values";
            case CONSTANT -> "--exclude: the same everywhere";
            case ROW_NUMBER -> "--exclude: counts the rows";
            case TIME -> "--exclude, or --time-column with --lags or --half-life";
            case TEXT ->
                look.unreadNumber().isEmpty()
                        ? "--exclude: text of many values"
                        : "--exclude: \"" + look.unreadNumber() + "\" has marks of thousands";
            case CATEGORY -> label ? "--exclude: named like a label" : "";
            default ->
                label && look.distinct() <= ColumnLook.MOST_CATEGORIES
                        ? "--exclude: named like a label"
                        : look.missingShare() > TOO_MUCH_MISSING ? "--exclude: more than half is missing" : "";
        };
    }

    /** What is suggested for a column; empty if it is used as it is. */
    String suggestion(int column) {
        return suggestions.getOrDefault(column, "");
    }

    /**
     * The command that fits a model of what was seen.
     *
     * @param input the input as the user named it
     * @param stated options that the user gave and the fit needs as well
     * @return empty if no column is left for it
     */
    String command(String input, List<String> stated) {
        if (used.isEmpty() && categories.isEmpty()) {
            return "";
        }
        List<String> words = new ArrayList<>(List.of("skpca", "fit", quoted(input)));
        words.addAll(stated);
        boolean excludesByName = addColumns(words, "--exclude", excluded);
        boolean encodesByName = addColumns(words, "--one-hot", categories);
        boolean certain = table.hasHeader() && (excludesByName || encodesByName);
        if (table.isText() && !certain && table.isHeaderFor(used) != table.hasHeader()) {
            words.addAll(List.of("--header", table.hasHeader() ? "yes" : "no"));
        }
        if (missing) {
            words.addAll(List.of("--missing", "impute"));
        }
        if (skip) {
            words.addAll(List.of("--on-bad-row", "skip"));
        }
        words.addAll(List.of("-o", "model.skpca"));
        return String.join(" ", words);
    }

    /** Adds an option with its columns; whether one of them was given by its name. */
    private boolean addColumns(List<String> words, String option, List<Integer> columns) {
        if (columns.isEmpty()) {
            return false;
        }
        boolean byName = table.hasHeader() && columns.stream().allMatch(this::hasUsableName);
        List<String> names = columns.stream()
                .map(column -> byName ? table.name(column) : Integer.toString(column + 1))
                .toList();
        words.add(option);
        words.add(quoted(String.join(",", names)));
        return byName;
    }

    /** Whether a name can be given to an option, which has commas between names, and stands for one column alone. */
    private boolean hasUsableName(int column) {
        String name = table.name(column);
        for (int other = 0; other < table.columns().size(); other++) {
            if (other != column && table.name(other).equals(name)) {
                return false;
            }
        }
        return name.matches("[^,'\\p{Cntrl}\ufffd-][^,'\\p{Cntrl}\ufffd]*");
    }

    /** A word as a shell takes it. */
    private static String quoted(String word) {
        boolean plain = PLAIN.matcher(word.replace(",", "")).matches();
        return plain ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** What is worth knowing of the table as a whole. */
    List<String> notes(CellLayout layout) {
        List<String> notes = new ArrayList<>();
        if (table.ragged() > 0) {
            notes.add(table.ragged() + " of " + table.rows() + " rows have too few or too many cells");
        }
        if (table.columnCount() > table.columns().size()) {
            notes.add("the first " + table.columns().size() + " of " + table.columnCount()
                    + " columns were looked at; those behind are used as they are");
        }
        if (layout.decimal().equals("comma")) {
            notes.add("numbers have decimal commas; 1,5 is read as 1.5");
        }
        if (used.isEmpty() && categories.isEmpty()) {
            notes.add("no column is left to learn from");
        }
        return notes;
    }
}
