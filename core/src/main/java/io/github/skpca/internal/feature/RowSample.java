package io.github.skpca.internal.feature;

import io.github.skpca.RowBatch;
import io.github.skpca.SparseRows;
import org.jspecify.annotations.Nullable;

/**
 * A sample of the raw rows of a stream, each as likely to be in it as it counts.
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
         * Of how many rows that count the same this could be a sample.
         *
         * @param weight what all rows weigh together
         */
        default long population(double weight) {
            return seen();
        }

        /** A sample that resumes from this state; {@code seed} is the one it was made with. */
        RowSample restore(long seed);
    }

    /**
     * Looks at rows, and takes those whose turn it is.
     *
     * @param source {@code added} x d, row-major, from {@code offset} on; copied
     * @param times those of the rows, from {@code first} on, or null if rows have no times; read only
     */
    void update(double[] source, int offset, int added, double @Nullable [] times, int first);

    /** As {@link #update(double[], int, int, double[], int)}, for rows that come as floats. */
    void update(float[] source, int offset, int added, double @Nullable [] times, int first);

    /** As {@link #update(double[], int, int, double[], int)}, for the rows [first, first + added) of rows without their zeros. */
    void update(SparseRows source, int added, double @Nullable [] times, int first);

    /** Looks at the rows [first, first + added) of a batch of rows of {@code columns} numbers, and takes those whose turn it is. */
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

    /** Merges the sample of another stream that forgets in the same way. The other stays. */
    void merge(RowSample other);

    /** The sample as it is, a copy. */
    State state();

    /** The bytes held once it is full. */
    long workingBytes();
}
