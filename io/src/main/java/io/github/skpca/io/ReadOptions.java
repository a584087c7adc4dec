package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * How to read rows. Columns are chosen by name, by 1-based number, or by a range of numbers such as {@code 1-21}.
 *
 * @param format the format of every input, or null to go by each input's name
 * @param header whether text inputs begin with column names
 * @param columns the numeric columns in the order wanted; empty for all
 * @param exclude columns to leave out
 * @param keep columns that are passed through as text and are no numeric columns
 * @param onBadRow what to do with bad rows
 * @param width the number of columns of LIBSVM inputs; 0 when unknown
 * @param cells what a cell may hold beside a number
 * @param names what the numeric columns have to be called, in the order wanted, where an input names its columns: others are left out. Inputs
 *     without names are read by position. Empty if any names will do
 * @param layout how numbers stand in a line of text
 */
public record ReadOptions(
        @Nullable RowFormat format,
        Header header,
        List<String> columns,
        List<String> exclude,
        List<String> keep,
        OnBadRow onBadRow,
        int width,
        CellRules cells,
        List<String> names,
        TextLayout layout) {

    /** Checks the width and copies the lists. */
    public ReadOptions {
        if (width < 0 || width > ColumnChoice.MOST_COLUMNS) {
            throw new IllegalArgumentException(
                    "width must be between 0 and " + ColumnChoice.MOST_COLUMNS + ", not " + width);
        }
        columns = List.copyOf(columns);
        exclude = List.copyOf(exclude);
        keep = List.copyOf(keep);
        names = List.copyOf(names);
    }

    /**
     * Options for cells that are all numbers.
     *
     * @param format the format of every input, or null to go by each input's name
     * @param header whether text inputs begin with column names
     * @param columns the numeric columns in the order wanted; empty for all
     * @param exclude columns to leave out
     * @param keep columns that are passed through as text and are no numeric columns
     * @param onBadRow what to do with bad rows
     * @param width the number of columns of LIBSVM inputs; 0 when unknown
     */
    public ReadOptions(
            @Nullable RowFormat format,
            Header header,
            List<String> columns,
            List<String> exclude,
            List<String> keep,
            OnBadRow onBadRow,
            int width) {
        this(format, header, columns, exclude, keep, onBadRow, width, CellRules.numbers(), List.of(), TextLayout.AUTO);
    }

    /**
     * These options with other rules for cells.
     *
     * @param cells what a cell may hold beside a number
     * @return new options
     */
    public ReadOptions withCells(CellRules cells) {
        return new ReadOptions(format, header, columns, exclude, keep, onBadRow, width, cells, names, layout);
    }

    /**
     * These options with other names that columns have to have.
     *
     * @param names one per numeric column, in the order wanted; empty if any will do
     * @return new options
     */
    public ReadOptions withNames(List<String> names) {
        return new ReadOptions(format, header, columns, exclude, keep, onBadRow, width, cells, names, layout);
    }

    /**
     * These options with another layout of text.
     *
     * @param layout how numbers stand in a line of text
     * @return new options
     */
    public ReadOptions withLayout(TextLayout layout) {
        return new ReadOptions(format, header, columns, exclude, keep, onBadRow, width, cells, names, layout);
    }

    /**
     * Every column, format and header detected, a bad row is an error.
     *
     * @return the defaults
     */
    public static ReadOptions defaults() {
        return new ReadOptions(null, Header.AUTO, List.of(), List.of(), List.of(), OnBadRow.FAIL, 0);
    }

    /**
     * These options with another format.
     *
     * @param format the format of every input, or null to go by name
     * @return new options
     */
    public ReadOptions withFormat(@Nullable RowFormat format) {
        return new ReadOptions(format, header, columns, exclude, keep, onBadRow, width, cells, names, layout);
    }

    /**
     * These options with another header rule.
     *
     * @param header whether text inputs begin with column names
     * @return new options
     */
    public ReadOptions withHeader(Header header) {
        return new ReadOptions(format, header, columns, exclude, keep, onBadRow, width, cells, names, layout);
    }

    /**
     * These options with other numeric columns.
     *
     * @param columns names, numbers or ranges; empty for all
     * @return new options
     */
    public ReadOptions withColumns(List<String> columns) {
        return new ReadOptions(format, header, columns, exclude, keep, onBadRow, width, cells, names, layout);
    }

    /**
     * These options with other columns left out.
     *
     * @param exclude names, numbers or ranges
     * @return new options
     */
    public ReadOptions withExclude(List<String> exclude) {
        return new ReadOptions(format, header, columns, exclude, keep, onBadRow, width, cells, names, layout);
    }

    /**
     * These options with other columns passed through as text.
     *
     * @param keep names, numbers or ranges
     * @return new options
     */
    public ReadOptions withKeep(List<String> keep) {
        return new ReadOptions(format, header, columns, exclude, keep, onBadRow, width, cells, names, layout);
    }

    /**
     * These options with another policy for bad rows.
     *
     * @param onBadRow what to do with bad rows
     * @return new options
     */
    public ReadOptions withOnBadRow(OnBadRow onBadRow) {
        return new ReadOptions(format, header, columns, exclude, keep, onBadRow, width, cells, names, layout);
    }

    /**
     * These options with another width of LIBSVM inputs.
     *
     * @param width the number of columns; 0 when unknown
     * @return new options
     */
    public ReadOptions withWidth(int width) {
        return new ReadOptions(format, header, columns, exclude, keep, onBadRow, width, cells, names, layout);
    }
}
