package io.github.skpca.internal.model;

import io.github.skpca.Scale;

/**
 * What is done with rows before they are mapped, and with their features afterwards.
 *
 * @param columns d, the number of columns of a row
 * @param scale whether columns are divided by their standard deviation first, as it was asked for
 * @param centered whether the features are taken about their mean
 * @param warmUpRows rows from which origin, scale and bandwidth are learned
 */
public record RowSettings(int columns, Scale scale, boolean centered, int warmUpRows) {
    /** Checks every range. */
    public RowSettings {
        Settings.requireRange("columns", columns);
        Settings.requireRange("warmup", warmUpRows);
        if ((long) columns * warmUpRows > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("warmup times columns must be below 2^31: " + warmUpRows + " rows of "
                    + columns + " columns are too many to keep; lower the warmup");
        }
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
        return warmUpRows == other.warmUpRows ? "" : "warmup " + warmUpRows + " and " + other.warmUpRows;
    }
}
