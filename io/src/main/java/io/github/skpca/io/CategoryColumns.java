package io.github.skpca.io;

import java.util.ArrayList;
import java.util.List;

/**
 * The columns of an input that have held text in every row so far: most likely categories. Rows without a number in such a column
 * cannot be mended by skipping them, as there would be none left.
 */
final class CategoryColumns {
    /** After so many rows that all have text in the same column it is certain. */
    static final int CERTAIN_ROWS = 100;

    private final int[] numeric;
    private final List<Cell> cells = new ArrayList<>();
    private int rows;

    /**
     * A column without numbers, and its first text.
     *
     * @param column the source column, from 0
     * @param text what stands there; empty as long as it is a missing number
     * @param line the line on which it stands
     */
    record Cell(int column, String text, long line) {}

    /**
     * No rows yet.
     *
     * @param numeric the source columns that should hold numbers; kept, not changed
     */
    CategoryColumns(int[] numeric) {
        this.numeric = numeric;
    }

    /** Looks at a row that was refused while none had been accepted. */
    void observe(Fields fields, long line) {
        if (rows++ == 0) {
            for (int column : numeric) {
                if (Double.isNaN(fields.number(column))) {
                    cells.add(new Cell(column, "", line));
                }
            }
        } else {
            cells.removeIf(cell -> !Double.isNaN(fields.number(cell.column())));
        }
        cells.replaceAll(cell -> cell.text().isEmpty() && isText(fields, cell.column())
                ? new Cell(cell.column(), fields.text(cell.column()), line)
                : cell);
    }

    /** The rows looked at. */
    int rows() {
        return rows;
    }

    /** The columns that have held text and never a number. */
    List<Cell> cells() {
        return cells.stream().filter(cell -> !cell.text().isEmpty()).toList();
    }

    /** Whether every row so far had no number in one and the same column, and they were enough to tell. */
    boolean isCertain() {
        return rows >= CERTAIN_ROWS && !cells().isEmpty();
    }

    private static boolean isText(Fields fields, int column) {
        return !fields.isBroken(column) && !Decimals.isMissing(fields.text(column));
    }
}
