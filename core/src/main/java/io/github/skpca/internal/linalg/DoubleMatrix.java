package io.github.skpca.internal.linalg;

/**
 * A matrix of doubles inside an array: entry (i, j) at {@code offset + i stride + j}. How many rows and columns there are is said by who uses
 * it.
 *
 * @param values not copied
 */
public record DoubleMatrix(double[] values, int offset, int stride) {
    /** Rows one after another from the start of an array. */
    public static DoubleMatrix of(double[] values, int columns) {
        return new DoubleMatrix(values, 0, columns);
    }

    /** Where entry (i, j) is. */
    int at(int i, int j) {
        return offset + i * stride + j;
    }

    /** The rows from the i-th on and the columns from the j-th on. */
    public DoubleMatrix from(int i, int j) {
        return i == 0 && j == 0 ? this : new DoubleMatrix(values, at(i, j), stride);
    }
}
