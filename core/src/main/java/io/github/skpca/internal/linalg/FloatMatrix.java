package io.github.skpca.internal.linalg;

/**
 * A matrix of floats inside an array: entry (i, j) at {@code offset + i stride + j step}. How many rows and columns there are is said by who uses
 * it.
 *
 * <p>A view is made once for a call that does a block or a tile, and goes down to the loops as it is; these are told which row they do. What is
 * called for single rows takes an array and an offset instead: a row is mapped without allocating.
 *
 * @param values not copied
 * @param stride from a row to the next
 * @param step from a column to the next; other than 1 only where a method says so
 */
public record FloatMatrix(float[] values, int offset, int stride, int step) {
    /** A matrix whose rows lie in one piece each. */
    public FloatMatrix(float[] values, int offset, int stride) {
        this(values, offset, stride, 1);
    }

    /** Rows one after another from the start of an array. */
    public static FloatMatrix of(float[] values, int columns) {
        return new FloatMatrix(values, 0, columns);
    }

    /** Where entry (i, j) is. */
    int at(int i, int j) {
        return offset + i * stride + j * step;
    }

    /** The rows from the i-th on and the columns from the j-th on. */
    FloatMatrix from(int i, int j) {
        return i == 0 && j == 0 ? this : new FloatMatrix(values, at(i, j), stride, step);
    }
}
