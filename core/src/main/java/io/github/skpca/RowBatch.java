package io.github.skpca;

import org.jspecify.annotations.Nullable;

/**
 * Rows that are learned or judged together: dense doubles, dense floats, or rows without their zeros, with a time per row if rows age by
 * time.
 *
 * <p>A batch keeps the arrays it was given and never changes them. They must not change while a call uses the batch; no call keeps them.
 */
public final class RowBatch {
    private final double @Nullable [] doubles;
    private final float @Nullable [] floats;
    private final @Nullable SparseRows sparse;
    private final double @Nullable [] times;
    private final int count;

    /** Five arguments: one of three forms of rows, their times and their number; the factories below have at most two. */
    private RowBatch(
            double @Nullable [] doubles,
            float @Nullable [] floats,
            @Nullable SparseRows sparse,
            double @Nullable [] times,
            int count) {
        this.doubles = doubles;
        this.floats = floats;
        this.sparse = sparse;
        this.times = times;
        this.count = count;
    }

    /**
     * Rows of doubles.
     *
     * @param rows row-major, one row after the other; what follows the last row is ignored
     * @param count the number of rows
     */
    public static RowBatch of(double[] rows, int count) {
        return new RowBatch(rows, null, null, null, requireCount(count));
    }

    /** Rows of floats. See {@link #of(double[], int)}. */
    public static RowBatch of(float[] rows, int count) {
        return new RowBatch(null, rows, null, null, requireCount(count));
    }

    /** Rows without their zeros: they give the same result as the same rows with their zeros, bit for bit. */
    public static RowBatch of(SparseRows rows) {
        return new RowBatch(null, null, rows, null, rows.count());
    }

    private static int requireCount(int count) {
        if (count < 0) {
            throw new BadRowException("a batch of " + count + " rows");
        }
        return count;
    }

    /**
     * The same rows with their times, for a half-life in time.
     *
     * @param times a finite number per row, in the unit of the half-life; rows may come late
     */
    public RowBatch withTimes(double[] times) {
        return new RowBatch(doubles, floats, sparse, times, count);
    }

    /** The number of rows. */
    public int count() {
        return count;
    }

    /** The rows as doubles; null if they came in another form. */
    public double @Nullable [] doubles() {
        return doubles;
    }

    /** The rows as floats; null if they came in another form. */
    public float @Nullable [] floats() {
        return floats;
    }

    /** The rows without their zeros; null if they came in another form. */
    public @Nullable SparseRows sparse() {
        return sparse;
    }

    /** A time per row; null if the rows have none. */
    public double @Nullable [] times() {
        return times;
    }
}
