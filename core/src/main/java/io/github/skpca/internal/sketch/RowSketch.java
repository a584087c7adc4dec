package io.github.skpca.internal.sketch;

/**
 * A sketch that rows are written into: of all rows, of all rows weighted by age, or of the last rows.
 *
 * <p>Used by one thread; owns the block that rows are written into.
 */
public sealed interface RowSketch permits CenteredSketch, WindowSketch {
    /** The block that rows are to be written into, from {@link #blockOffset()} on, at most {@link #freeRows()} of them. */
    float[] block();

    /** Where in the block the next row begins. */
    int blockOffset();

    /** How many more rows the block can hold; at least one. */
    int freeRows();

    /** Adds {@code rows} rows that were just written into the block. */
    void commit(int rows);

    /**
     * Adds {@code rows} rows that were just written into the block, with their times.
     *
     * @param times the finite times of the rows, from {@code first} on; read only
     */
    void commit(double[] times, int first, int rows);

    /** Merges another sketch of the same kind: afterwards this stands for the rows of both. The other is not changed. */
    void merge(RowSketch other);

    /** The state, a copy. */
    CenteredSketch.State state();

    /** The rows so far, those in the block included. Changes nothing. */
    CenteredSketch.Snapshot snapshot();

    /** All rows so far. */
    long rows();

    /** The bytes held, work space included. */
    long workingBytes();

    /** Refuses more rows than the block can hold. */
    static void requireFree(RowSketch sketch, int rows) {
        if (rows < 0 || rows > sketch.freeRows()) {
            throw new IllegalArgumentException(rows + " rows where " + sketch.freeRows() + " are free");
        }
    }
}
