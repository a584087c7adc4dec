package io.github.skpca.feature;

/** Rows of a warm-up that can be looked at one by one, standardised, in whatever form they are kept. */
public interface SampleRows {
    /** How many there are. */
    int count();

    /**
     * Writes one of them.
     *
     * @param out d floats from {@code offset} on; overwritten
     */
    void copy(int row, float[] out, int offset);
}
