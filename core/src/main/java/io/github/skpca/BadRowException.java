package io.github.skpca;

/** A row was refused: wrong width, or a number that is not finite. The learner is as it was before the call. */
public final class BadRowException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** The row within the batch, counted from 0, or -1. */
    private final int row;

    /** The column, counted from 0, or -1. */
    private final int column;

    /**
     * A number that is at fault.
     *
     * @param row within the batch, counted from 0
     * @param column counted from 0
     * @param problem what is wrong with it
     */
    public BadRowException(int row, int column, String problem) {
        super("row " + (row + 1) + ", column " + (column + 1) + ": " + problem);
        this.row = row;
        this.column = column;
    }

    /** A batch that is at fault as a whole. */
    public BadRowException(String problem) {
        super(problem);
        this.row = -1;
        this.column = -1;
    }

    /** The row within the batch, counted from 0; -1 if the batch as a whole is at fault. */
    public int row() {
        return row;
    }

    /** The column, counted from 0; -1 if the batch as a whole is at fault. */
    public int column() {
        return column;
    }
}
