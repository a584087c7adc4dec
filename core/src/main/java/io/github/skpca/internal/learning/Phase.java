package io.github.skpca.internal.learning;

import io.github.skpca.RowBatch;

/** Where a learner is: still keeping rows to fix its embedding with, or learning from them. */
sealed interface Phase permits WarmUp, Training {
    /**
     * Takes some of the given rows, the first ones.
     *
     * @param batch rows that were checked; read only
     * @param first the row to begin with
     * @param count how many there are from it on; at least one
     * @return how many were taken; at least one
     */
    int learn(RowBatch batch, int first, int count);

    /** All rows so far. */
    long rows();

    /** The bytes held. */
    long workingBytes();
}
