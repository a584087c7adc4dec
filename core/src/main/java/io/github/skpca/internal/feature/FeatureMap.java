package io.github.skpca.internal.feature;

import io.github.skpca.MapKind;
import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.SparseMatrix;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.List;

/**
 * A fixed map z from rows of d numbers to m features, such that z(x)'z(y) is close to a kernel K(x, y).
 *
 * <p>Immutable; used by many threads at once. A row's features do not depend on the rows mapped beside it.
 *
 * <p>Callers ask the map for what differs between maps and do not look at its class. The defaults are those of random features: a
 * kernel with K(x, x) = 1, no landmarks, and residuals among the features.
 */
public interface FeatureMap {
    /** Which map it is. */
    MapKind kind();

    /** d, the number of columns of a row. */
    int columns();

    /** m, the number of features. */
    int features();

    /** An upper bound on ||z(x)||^2 that holds for every x. */
    double largestSquaredNorm();

    /**
     * Maps rows that are already relative to the origin.
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
        // At most some megabytes, but enough rows for threads to share.
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
     * Maps one row in double: far from all training rows the values are too small for floats.
     *
     * @param row d numbers relative to the origin; read only
     * @param features m numbers; overwritten
     */
    void map(double[] row, double[] features);

    /**
     * The value and the gradient of weights'z(x) at a row, in double.
     *
     * @param row d numbers relative to the origin; read only
     * @param weights m numbers; read only
     * @param gradient d numbers, with respect to standardised columns; overwritten
     * @return weights'z(x)
     */
    double pullBack(double[] row, double[] weights, double[] gradient);

    /** The bytes held. */
    long bytes();

    /** The same map, laid out for the arithmetic that is active now. */
    FeatureMap again();

    /** The tensors that define the map, in the order of the model file; copies. */
    List<MapTensor> tensors();

    /** Which part differs, in words, between two maps of one kind with different tensors. */
    String differingPart();

    /** What keeps another map of the same kind from being this one, in words; empty if nothing does. */
    default String differenceFrom(FeatureMap other) {
        return MapTensor.areSame(tensors(), other.tensors()) ? "" : differingPart();
    }

    /** m as the settings count it: random features, or landmarks. */
    default int size() {
        return features();
    }

    /** The numbers that the map counts for in the paper's measure of space: m frequencies of d numbers. */
    default long space() {
        return (long) features() * columns();
    }

    /** Where residuals lie. */
    default ResidualKind residual() {
        return ResidualKind.OF_FEATURES;
    }

    /**
     * Whether the squared length of a row's image is exactly {@link #selfSimilarity(double[], double[])}. True for all maps but features
     * with phases, whose length varies.
     */
    default boolean hasExactLength() {
        return true;
    }

    /**
     * K(x, x) of one row.
     *
     * @param rows a standardised row from {@code offset} on; read only
     * @param scratch at least d doubles; overwritten
     */
    default double selfSimilarity(float[] rows, int offset, double[] scratch) {
        return 1;
    }

    /**
     * K(x, x) of one row in double, and its gradient, which is 0 where K(x, x) is the same for all rows.
     *
     * @param row d numbers, standardised; read only
     * @param gradient d numbers; added to
     */
    default double selfSimilarity(double[] row, double[] gradient) {
        return 1;
    }

    /** The inner map v, with z(x) = M'v(x): kernel values for Nystrom features. The map itself where there is no M. */
    default FeatureMap inner() {
        return this;
    }

    /** M, inner features x m, row-major; a copy, empty where there is none. */
    default float[] factor() {
        return new float[0];
    }

    /**
     * M w, so that v(x)'(M w) = z(x)'w; w itself where there is no M.
     *
     * @param w rows of m numbers from {@code offset} on, {@code count} of them; read only
     * @return count rows, one per vector, each as long as v has features; a copy
     */
    default double[] folded(double[] w, int offset, int count) {
        return Arrays.copyOfRange(w, offset, offset + Math.multiplyExact(count, features()));
    }

    /**
     * The mean of the images of all rows, as weights of the inner features.
     *
     * @param mean the mean of z over the rows; read only
     * @return a copy
     */
    default double[] meanWeights(double[] mean) {
        return folded(mean, 0, 1);
    }

    /** The squared length of the mean of the images of all rows, in the space where residuals lie; {@code mean} is the mean of z. */
    default double squaredMean(double[] mean) {
        double sum = 0;
        for (double entry : mean) {
            sum += entry * entry;
        }
        return sum;
    }

    /** How many landmarks there are. */
    default int landmarkCount() {
        return 0;
    }

    /** The landmarks, row-major, standardised; a copy, empty where there are none. */
    default float[] landmarks() {
        return new float[0];
    }

    /**
     * The squared distance of each landmark c from the span of the other landmarks, in the kernel's own space: one over its diagonal
     * entry of K_CC^-1. Empty where there are no landmarks.
     */
    default double[] leftByOtherLandmarks(Workers workers) {
        return new double[0];
    }

    /** Rows that are best mapped together: as many, or a multiple. */
    default int tileRows() {
        return 48;
    }

    /** Whether {@link #tiled} is not null; cheaper than calling it. */
    default boolean isTiled() {
        return false;
    }

    /** The same features, computed a tile of rows at a time; null if the map has no tiles, or this machine is faster without. */
    default @Nullable TiledFeatures tiled() {
        return null;
    }

    /** The frequencies, if the map has them: rows of d floats, a copy. */
    default float[] frequencies() {
        return new float[0];
    }

    /** The phases, if the map has them: a copy, empty where there are none. */
    default float[] phases() {
        return new float[0];
    }
}
