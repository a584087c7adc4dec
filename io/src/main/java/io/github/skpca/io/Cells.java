package io.github.skpca.io;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** The cells of one input, row by row, as they stand there: for a look at what it holds. The first line of a text is a row like all others. */
public interface Cells extends Closeable {
    /**
     * The names that the format itself gives the columns.
     *
     * @return as many as there are columns; empty for text, whose first line may hold them
     */
    List<String> names();

    /**
     * The columns there are.
     *
     * @return at least 1
     */
    int columns();

    /**
     * Goes to the next row.
     *
     * @return false after the last
     * @throws IOException if reading fails
     */
    boolean next() throws IOException;

    /**
     * Whether the current row has as many cells as there are columns; the others have none.
     *
     * @return false for a row that is too short or too long
     */
    boolean isWhole();

    /**
     * The number in a cell of the current row.
     *
     * @param column its column, from 0
     * @return NaN if it stands for none
     */
    double number(int column);

    /**
     * The text of a cell of the current row.
     *
     * @param column its column, from 0
     * @return the text without quotes
     */
    String text(int column);

    /**
     * The share of the input that was read.
     *
     * @return between 0 and 1; 0 if its size is not known
     */
    double progress();

    /**
     * What was found out so far of how the input is written.
     *
     * @return names and words
     */
    CellLayout layout();

    /**
     * Whether a text is one of the customary marks of a missing number.
     *
     * @param text the text of a cell
     * @return true for nothing, NA, ? and the like
     */
    static boolean isMissing(String text) {
        return Decimals.isMissing(text) && !Decimals.isInfinite(text);
    }

    /**
     * Whether a text is a time, such as {@code 2024-01-02 03:04:05}.
     *
     * @param text the text of a cell
     * @return true for a day, with or without a time of day
     */
    static boolean isTime(String text) {
        return NumberForm.of(text) == NumberForm.TIME;
    }

    /**
     * Whether a text is a number in a form that is not read, such as one with marks of thousands.
     *
     * @param text the text of a cell that has no number
     * @return true for what a person would read as a number
     */
    static boolean isNumberLike(String text) {
        return NumberForm.of(text).isNumber();
    }
}
