package io.github.skpca.internal.feature;

import io.github.skpca.SparseRows;
import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.SparseMatrix;
import io.github.skpca.kernel.Kernel;

import java.util.Arrays;

/**
 * From a row to its features: the standardiser, then the feature map of a kernel.
 *
 * <p>Frozen when the warm-up ends. Two sketches can be merged if and only if their embeddings are the same.
 *
 * @param standardizer origin and scale
 * @param kernel the kernel that the map approximates, on standardised rows
 * @param map rows to features
 */
public record Embedding(Standardizer standardizer, Kernel kernel, FeatureMap map) {
    /** Entries standardised at a time: 32 MB, whatever the number of columns. */
    private static final int PIECE_ENTRIES = 1 << 22;

    /** With at most this many rows, sharing the standardising among threads does not pay. */
    private static final int SHARED_ROWS = 64;

    /** Checks that the parts fit. */
    public Embedding {
        if (standardizer.columns() != map.columns()) {
            throw new IllegalArgumentException(
                    "a standardiser of " + standardizer.columns() + " columns and a map of " + map.columns());
        }
    }

    /** Standardiser and kernel, without the map. */
    public Preprocessing preprocessing() {
        return new Preprocessing(standardizer, kernel);
    }

    /**
     * The same function of rows about another origin, where there is one: for landmarks, scales that are the same, and a kernel of differences,
     * which does not depend on the origin. Landmarks are rounded to floats again. This embedding itself in all other cases.
     */
    public Embedding about(Standardizer other) {
        double[] from = standardizer.origin();
        double[] to = other.origin();
        boolean isSame = Arrays.equals(from, to);
        boolean isMovable = map instanceof NystromMap
                && KernelForm.shiftInvariant(kernel) != null
                && Arrays.equals(standardizer.factors(), other.factors())
                && from.length == to.length;
        if (isSame || !isMovable) {
            return this;
        }
        int d = columns();
        double[] factors = standardizer.factors();
        float[] landmarks = map.landmarks();
        for (int i = 0; i < landmarks.length; i++) {
            int j = i % d;
            double shift = (from[j] - to[j]) * (factors.length == 0 ? 1 : factors[j]);
            landmarks[i] = (float) (landmarks[i] + shift);
        }
        return new Embedding(other, kernel, new NystromMap(new KernelValueMap(kernel, landmarks, d), map.factor()));
    }

    /** The same embedding, laid out for the arithmetic that is active now. */
    public Embedding again() {
        return new Embedding(standardizer, kernel, map.again());
    }

    /** The same with the inner map, in which this map's features are linear: kernel values for Nystrom features. */
    public Embedding inner() {
        return map.inner() == map ? this : new Embedding(standardizer, kernel, map.inner());
    }

    /** d. */
    public int columns() {
        return map.columns();
    }

    /** m. */
    public int features() {
        return map.features();
    }

    /**
     * The features of rows.
     *
     * @param rows count x d, row-major, from {@code offset} on; read only
     * @param scratch at least count x d floats; overwritten
     * @param features count x m from {@code featureOffset} on; overwritten
     */
    public void embed(
            double[] rows,
            int offset,
            int count,
            float[] scratch,
            float[] features,
            int featureOffset,
            Workers workers) {
        if (workers.threads() == 1 || count <= SHARED_ROWS) {
            standardizer.apply(rows, offset, count, scratch, 0);
        } else {
            int d = columns();
            workers.split(
                    count,
                    SHARED_ROWS,
                    (from, to) -> standardizer.apply(rows, offset + from * d, to - from, scratch, from * d));
        }
        map.map(scratch, 0, count, features, featureOffset, workers);
    }

    /** As {@link #embed(double[], int, int, float[], float[], int, Workers)}, for rows that come as floats. */
    public void embed(
            float[] rows,
            int offset,
            int count,
            float[] scratch,
            float[] features,
            int featureOffset,
            Workers workers) {
        if (workers.threads() == 1 || count <= SHARED_ROWS) {
            standardizer.apply(rows, offset, count, scratch, 0);
        } else {
            int d = columns();
            workers.split(
                    count,
                    SHARED_ROWS,
                    (from, to) -> standardizer.apply(rows, offset + from * d, to - from, scratch, from * d));
        }
        map.map(scratch, 0, count, features, featureOffset, workers);
    }

    /**
     * As {@link #embed(double[], int, int, float[], float[], int, Workers)} of the same rows with their zeros, bit for bit.
     *
     * @param rows of no more than d columns; the rows [from, from + count) are read
     * @param scratch overwritten
     */
    public void embed(
            SparseRows rows,
            int from,
            int count,
            SparseMatrix scratch,
            float[] features,
            int featureOffset,
            Workers workers) {
        int done = 0;
        while (done < count) {
            int piece = standardize(rows, from + done, count - done, scratch);
            map.map(scratch, 0, piece, features, featureOffset + done * features(), workers);
            done += piece;
        }
    }

    /**
     * Standardises sparse rows, as many of them as fit into a few megabytes.
     *
     * @param rows of no more than d columns, from the row {@code from} on
     * @param most at least 1
     * @param out cleared and filled
     * @return how many rows it now holds, from 1 to {@code most}
     */
    public int standardize(SparseRows rows, int from, int most, SparseMatrix out) {
        int count = 1;
        long entries = rows.entries(from, 1);
        while (count < most && entries + (count + 1L) * standardizer.addedEntries() < PIECE_ENTRIES) {
            entries += rows.entries(from + count, 1);
            count++;
        }
        out.clear();
        standardizer.apply(rows, from, count, out);
        return count;
    }

    /**
     * Inner products of the images of rows, in double, in the space where residuals lie: K(x, y) for landmarks, whose residuals lie in
     * the kernel's own space, z(x)'z(y) for random features.
     *
     * @param rows count x d raw rows, row-major; read only
     * @param centered whether images are taken about their mean
     * @return count x count, owned by the caller
     */
    public double[] imageProducts(double[] rows, int count, boolean centered, Workers workers) {
        return SampledDifference.imageProducts(this, rows, count, centered, workers);
    }

    /** What keeps two embeddings from being the same, in words; empty if nothing does. */
    public String differenceFrom(Embedding other) {
        if (map.kind() != other.map.kind()) {
            return "maps are " + map.kind().label() + " and " + other.map.kind().label();
        }
        String difference = preprocessing().differenceFrom(other.preprocessing());
        if (!difference.isEmpty()) {
            return difference;
        }
        if (features() != other.features() && map.landmarkCount() == 0) {
            return "maps have " + features() + " and " + other.features() + " features";
        }
        return map.differenceFrom(other.map);
    }
}
