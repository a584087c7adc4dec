package io.github.skpca.internal.feature;

import io.github.skpca.RowBatch;
import io.github.skpca.SparseRows;
import org.jspecify.annotations.Nullable;

/**
 * A sample of the raw rows of a stream, in which each row is as likely as its weight.
 *
 * <p>Used by one thread. The same rows in the same order give the same sample, however they were split into calls.
 */
public sealed interface RowSample permits RowReservoir, AgingSample {
    /** What a sample holds between two rows. */
    sealed interface State permits RowReservoir.State, HalfLifeSample.State, WindowSample.State {
        /** d. */
        int columns();

        /** The sample, row-major, rows of d finite numbers; not to be changed. */
        double[] rows();

        /** All rows so far, in the sample or not. */
        long seen();

        /** How many rows the sample has. */
        default int count() {
            return rows().length / columns();
        }

        /**
         * How many equally weighted rows this could be a sample of.
         *
         * @param weight the weight of all rows together
         */
        default long population(double weight) {
            return seen();
        }

        /** A sample that resumes from this state; {@code seed} is the one it was made with. */
        RowSample restore(long seed);
    }

    /**
     * Offers rows, and takes those that were drawn.
     *
     * @param source {@code added} x d, row-major, from {@code offset} on; copied
     * @param times the times of the rows, from {@code first} on, or null if rows have no times; read only
     */
    void update(double[] source, int offset, int added, double @Nullable [] times, int first);

    /** As {@link #update(double[], int, int, double[], int)}, for float rows. */
    void update(float[] source, int offset, int added, double @Nullable [] times, int first);

    /** As {@link #update(double[], int, int, double[], int)}, for the rows [first, first + added) of sparse rows. */
    void update(SparseRows source, int added, double @Nullable [] times, int first);

    /** Offers the rows [first, first + added) of a batch of rows of {@code columns} numbers, and takes those that were drawn. */
    default void update(RowBatch batch, int first, int added, int columns) {
        double[] doubles = batch.doubles();
        float[] floats = batch.floats();
        SparseRows sparse = batch.sparse();
        if (doubles != null) {
            update(doubles, first * columns, added, batch.times(), first);
        } else if (floats != null) {
            update(floats, first * columns, added, batch.times(), first);
        } else if (sparse != null) {
            update(sparse, added, batch.times(), first);
        }
    }

    /** Merges the sample of another stream that forgets in the same way. The other is not changed. */
    void merge(RowSample other);

    /** The sample as it is, a copy. */
    State state();

    /** The bytes held when it is full. */
    long workingBytes();
}
