package io.github.skpca.internal.linalg;

/** Numbers of one type to another, each by itself: the same bits in all backends. */
public interface Conversions {
    /** Standardised numbers are clipped to this: beyond it phases would overflow, and an infinite phase has no cosine. */
    float FARTHEST = (float) 1e18;

    /**
     * Standardises a row: (x - origin) factor in double, rounded to float, -0 as 0, clipped to {@link #FARTHEST}.
     *
     * @param row {@code origin.length} numbers from {@code at} on; read only
     * @param factors as many as there are columns; read only
     * @param out from {@code to} on; overwritten
     */
    void standardize(double[] row, int at, double[] origin, double[] factors, float[] out, int to);

    /** As {@link #standardize(double[], int, double[], double[], float[], int)}, for a row of floats. */
    void standardize(float[] row, int at, double[] origin, double[] factors, float[] out, int to);

    /**
     * Writes floats as doubles.
     *
     * @param values {@code count} floats from {@code at} on; read only
     * @param out from {@code to} on; overwritten
     */
    void widen(float[] values, int at, int count, double[] out, int to);

    /** One standardised number: rounded to float, -0 as 0, clipped. */
    static float narrow(double value) {
        // Adding 0 turns -0 into 0, as in a sparse row.
        float narrow = (float) value + 0f;
        return Math.abs(narrow) <= FARTHEST ? narrow : Math.max(-FARTHEST, Math.min(FARTHEST, narrow));
    }
}
