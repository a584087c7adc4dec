package io.github.skpca.experiments.run;

import io.github.skpca.Workers;

/** A trained method as a map from rows to numbers whose inner products stand for the kernel. */
public interface Representation {
    /** How many numbers a row becomes. */
    int width();

    /**
     * Many rows at once, for errors.
     *
     * @param rows count x d, row-major; read only
     * @return count x width, row-major; a new array
     */
    double[] loadings(float[] rows, int count, Workers workers);

    /**
     * One row on the caller's thread, for test times: from the raw row to what the method keeps of it, without allocating.
     *
     * @param rows rows of d numbers; read only
     * @param offset where the row begins
     */
    void represent(float[] rows, int offset);
}
