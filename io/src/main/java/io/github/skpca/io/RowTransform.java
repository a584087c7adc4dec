package io.github.skpca.io;

import java.util.List;

/** What makes rows of the cells of an input, one after the other; for one thread. */
public interface RowTransform {
    /**
     * The numbers of a row that it makes.
     *
     * @return at least 1
     */
    int columns();

    /**
     * What the numbers of a row are called.
     *
     * @param cells the names of the cells
     * @return {@link #columns()} names
     */
    List<String> columnNames(List<String> cells);

    /**
     * Says which row the next cells are of, with its kept texts.
     *
     * @param rows the rows that are read
     * @param row the row among them, from 0
     * @throws BadInputException if its texts are not as they should be
     */
    default void begin(RowBuffer rows, int row) throws BadInputException {}

    /**
     * Takes the next cells.
     *
     * @param cells hold the cells; read only
     * @param from where they begin
     * @param row receives the numbers
     * @param at where they are to begin
     * @return whether there is a row
     */
    boolean next(double[] cells, int from, double[] row, int at);

    /**
     * What was wrong with the last cells, where they gave no row because of it.
     *
     * @return one clause, or empty
     */
    default String complaint() {
        return "";
    }
}
