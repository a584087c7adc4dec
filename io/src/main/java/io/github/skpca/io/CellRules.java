package io.github.skpca.io;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a cell may hold beside a number: nothing, where missing cells are wanted as NaN, and the text of a category in columns named for
 * it, which becomes the number of the category. Readers of the same options share the categories.
 */
public final class CellRules {
    private static final CellRules NUMBERS = new CellRules(false, List.of(), new TreeMap<>());

    private final boolean missing;
    private final List<String> named;
    private final Map<Integer, CategoryTable> tables;

    private CellRules(boolean missing, List<String> named, Map<Integer, CategoryTable> tables) {
        this.missing = missing;
        this.named = List.copyOf(named);
        this.tables = tables;
    }

    /**
     * Every cell is a number.
     *
     * @return the rules of rows that are to be used as they are
     */
    public static CellRules numbers() {
        return NUMBERS;
    }

    /**
     * Rules with categories that are still to be seen.
     *
     * @param missing whether a missing cell is NaN instead of a fault of its row
     * @param categories columns whose cells are text, by name, number or range
     * @return new rules
     */
    public static CellRules of(boolean missing, List<String> categories) {
        return new CellRules(missing, categories, new TreeMap<>());
    }

    /**
     * Rules with known categories.
     *
     * @param missing whether a missing cell is NaN instead of a fault of its row
     * @param known the categories by the number of their column, from 0, among those that are read
     * @return new rules
     */
    public static CellRules of(boolean missing, Map<Integer, List<String>> known) {
        Map<Integer, CategoryTable> tables = new TreeMap<>();
        known.forEach((column, values) -> {
            CategoryTable table = new CategoryTable();
            table.fix(values);
            tables.put(column, table);
        });
        return new CellRules(missing, List.of(), tables);
    }

    /**
     * The columns whose cells are text, by their number among those that are read, from 0; those that were named are known once an input
     * was opened.
     *
     * @return the tables, in the order of their columns
     */
    public Map<Integer, CategoryTable> tables() {
        synchronized (tables) {
            return new TreeMap<>(tables);
        }
    }

    boolean allowsMissing() {
        return missing;
    }

    /** The columns that the user named, as they were given. */
    List<String> named() {
        return named;
    }

    /** The table of a named column, made when an input is opened first. */
    void addTable(int column) {
        synchronized (tables) {
            tables.computeIfAbsent(column, number -> new CategoryTable());
        }
    }
}
