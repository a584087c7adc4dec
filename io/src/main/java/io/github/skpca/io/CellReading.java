package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

import java.util.Map;

/** The rules for cells, applied to the columns of one input. */
final class CellReading {
    private final boolean allowsMissing;
    /** A table for each column that is read, null where its cells are numbers; empty if all are. */
    private final @Nullable CategoryTable[] tables;

    private CellReading(boolean allowsMissing, @Nullable CategoryTable[] tables) {
        this.allowsMissing = allowsMissing;
        this.tables = tables;
    }

    static CellReading of(CellRules rules, ColumnChoice choice, String input) throws BadInputException {
        for (int place : choice.places(rules.named())) {
            rules.addTable(place);
        }
        Map<Integer, CategoryTable> known = rules.tables();
        if (known.isEmpty()) {
            return new CellReading(rules.allowsMissing(), new CategoryTable[0]);
        }
        @Nullable CategoryTable[] tables = new CategoryTable[choice.columns()];
        known.forEach((column, table) -> {
            // Too few columns are refused by whoever knows how many there should be.
            if (column < tables.length) {
                tables[column] = table;
            }
        });
        return new CellReading(rules.allowsMissing(), tables);
    }

    boolean allowsMissing() {
        return allowsMissing;
    }

    /** Whether the cells of a column that is read, counted from 0, are categories. */
    boolean isText(int place) {
        return tables.length > 0 && tables[place] != null;
    }

    /** The number of the category in a field; NaN if the field is broken. */
    double category(Fields fields, int field, int place) {
        return fields.isBroken(field) ? Double.NaN : category(fields.text(field), place);
    }

    /** The number of a category, -1 if it has none. */
    double category(String text, int place) {
        CategoryTable table = tables[place];
        return table == null ? Double.NaN : table.number(text);
    }

    /** Whether a field without a number is missing, and may be; an infinity is not. */
    boolean isMissing(Fields fields, int field) {
        return allowsMissing
                && !fields.isBroken(field)
                && Decimals.isMissing(fields.text(field))
                && !Decimals.isInfinite(fields.text(field));
    }

    /** The source columns whose cells have to be numbers. */
    int[] numeric(ColumnChoice choice) {
        int[] all = choice.numeric();
        int[] numbers = new int[all.length];
        int count = 0;
        for (int i = 0; i < all.length; i++) {
            if (!isText(i)) {
                numbers[count++] = all[i];
            }
        }
        return java.util.Arrays.copyOf(numbers, count);
    }
}
