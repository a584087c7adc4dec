package io.github.skpca.internal.feature;

import io.github.skpca.MapKind;
import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.SparseMatrix;

/**
 * A fixed map z from rows of d numbers to m features, such that z(x)'z(y) is close to a kernel K(x, y).
 *
 * <p>Immutable; used by many threads at once. A row's features do not depend on the rows mapped beside it.
 */
public interface FeatureMap {
    /** Which map it is. */
    MapKind kind();

    /** d, the width of a row. */
    int columns();

    /** m, the number of features. */
    int features();

    /** An upper bound on ||z(x)||^2 that holds for every x. */
    double largestSquaredNorm();

    /**
     * Maps rows that already stand about the origin.
     *
     * @param rows {@code count} x d, row-major, from {@code offset} on; read only
     * @param features {@code count} x m, row-major, from {@code featureOffset} on; overwritten
     * @param workers the threads that may share the work
     */
    void map(float[] rows, int offset, int count, float[] features, int featureOffset, Workers workers);

    /**
     * As {@link #map(float[], int, int, float[], int, Workers)} of the same rows with their zeros, bit for bit.
     *
     * @param rows the rows [from, from + count) are read; its zeros are used as work space
     */
    default void map(SparseMatrix rows, int from, int count, float[] features, int featureOffset, Workers workers) {
        int columns = columns();
        // Some megabytes at most, and yet enough rows for threads to share.
        int tile = Math.min(count, Math.max(48, (1 << 18) / columns));
        float[] dense = rows.zeros(Math.multiplyExact(tile, columns));
        for (int first = 0; first < count; first += tile) {
            int height = Math.min(tile, count - first);
            for (int i = 0; i < height; i++) {
                rows.scatter(from + first + i, dense, i * columns);
            }
            map(dense, 0, height, features, featureOffset + first * features(), workers);
            for (int i = 0; i < height; i++) {
                rows.erase(from + first + i, dense, i * columns);
            }
        }
    }

    /**
     * Maps one row in double, for what is too small for floats far from all rows.
     *
     * @param row d numbers about the origin; read only
     * @param features m numbers; overwritten
     */
    void map(double[] row, double[] features);

    /**
     * The value and the gradient of weights'z(x) at a row, in double.
     *
     * @param row d numbers about the origin; read only
     * @param weights m numbers; read only
     * @param gradient d numbers, by standardised columns; overwritten
     * @return weights'z(x)
     */
    double pullBack(double[] row, double[] weights, double[] gradient);

    /** The bytes held. */
    long bytes();

    /** The frequencies, if the map has them: rows of d floats, a copy. */
    float[] frequencies();

    /** The phases, if the map has them: a copy, empty where there are none. */
    float[] phases();
}
