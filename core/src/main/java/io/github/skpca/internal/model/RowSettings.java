package io.github.skpca.internal.model;

import io.github.skpca.RowPreparation;
import io.github.skpca.Scale;

import java.util.List;

/**
 * What is done with rows before they are mapped, and with their features afterwards.
 *
 * @param columns d, the number of columns of a row
 * @param scale whether columns are divided by their standard deviation first, as it was asked for
 * @param centered whether the features are taken about their mean
 * @param warmUpRows rows from which origin, scale and bandwidth are learned
 * @param preparation what was done with the cells of an input before they were rows
 * @param names what the cells of an input are called; empty if they have no names
 */
public record RowSettings(
        int columns, Scale scale, boolean centered, int warmUpRows, RowPreparation preparation, List<String> names) {
    /** Checks every range. */
    public RowSettings {
        Settings.requireRange("columns", columns);
        Settings.requireRange("warmup", warmUpRows);
        if ((long) columns * warmUpRows > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("warmup times columns must be below 2^31: " + warmUpRows + " rows of "
                    + columns + " columns are too many to keep; lower the warmup");
        }
        if (preparation.columns() != columns) {
            throw new IllegalArgumentException(
                    "rows are prepared to have " + preparation.columns() + " columns, not " + columns);
        }
        names = ColumnNames.checked(names, preparation.cells());
    }

    /** Rows whose cells have no names. */
    public RowSettings(int columns, Scale scale, boolean centered, int warmUpRows, RowPreparation preparation) {
        this(columns, scale, centered, warmUpRows, preparation, List.of());
    }

    /** Rows that are learned as they come. */
    public RowSettings(int columns, Scale scale, boolean centered, int warmUpRows) {
        this(columns, scale, centered, warmUpRows, RowPreparation.of(Math.max(1, Math.min(columns, Settings.LARGEST))));
    }

    /** The same for rows that were prepared. */
    public RowSettings with(RowPreparation prepared) {
        return new RowSettings(columns, scale, centered, warmUpRows, prepared, names);
    }

    /** The same with names of the cells. */
    public RowSettings named(List<String> cells) {
        return new RowSettings(columns, scale, centered, warmUpRows, preparation, cells);
    }

    /** What keeps two from being the same, in words; empty if nothing does. */
    String differenceFrom(RowSettings other) {
        if (columns != other.columns) {
            return "columns " + columns + " and " + other.columns;
        }
        if (centered != other.centered) {
            return "centring on and off";
        }
        if (scale != other.scale) {
            return "scale " + scale.label() + " and " + other.scale.label();
        }
        if (warmUpRows != other.warmUpRows) {
            return "warmup " + warmUpRows + " and " + other.warmUpRows;
        }
        String prepared = preparation.differenceFrom(other.preparation);
        return prepared.isEmpty() ? ColumnNames.differenceFrom(names, other.names) : prepared;
    }
}
