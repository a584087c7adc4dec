package io.github.skpca.internal.feature;

/** Rows of a warm-up, readable one by one, standardised, in whatever form they are stored. */
public interface WarmUpRows {
    /** How many there are. */
    int count();

    /** d. */
    int columns();

    /**
     * Writes one of them.
     *
     * @param out d floats from {@code offset} on; overwritten
     */
    void copy(int row, float[] out, int offset);
}
