package io.github.skpca.internal.linalg;

/** Sums of floats in double, and whether numbers are finite. */
public interface Sums {
    /** Whether floats hold the numbers [from, to): surely, if true; false may be the answer to 2^123 and more, too. */
    boolean areFinite(double[] values, int from, int to);

    /** Whether the numbers [from, to) are all finite. */
    boolean areFinite(float[] values, int from, int to);

    /**
     * Adds floats to doubles: target[i] += source[i].
     *
     * @param source {@code count} floats from {@code offset} on; read only
     * @param target from {@code targetOffset} on; changed
     */
    void accumulate(float[] source, int offset, int count, double[] target, int targetOffset);

    /**
     * Adds up the columns [from, to) of a block.
     *
     * @param block rows x columns, row-major; read only
     * @param sums at [from, to): the sums; overwritten
     */
    void columnSums(float[] block, int rows, int columns, double[] sums, int from, int to);

    /** The sum of squares of {@code count} floats from {@code offset} on. */
    double sumOfSquares(float[] values, int offset, int count);

    /**
     * The squared distance of a point from a box, the sum of squares of max(0, |x - middle| - half).
     *
     * @param point {@code middle.length} floats from {@code at} on; read only
     * @param half half the width of the box along each column, not negative; read only
     */
    double squaredDistance(float[] point, int at, float[] middle, float[] half);
}
