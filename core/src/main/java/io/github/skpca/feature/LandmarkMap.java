package io.github.skpca.feature;

import io.github.skpca.kernel.ShiftInvariantKernel;
import io.github.skpca.linalg.Workers;

/**
 * Kernel values against landmarks: z_j(x) = K(x, c_j).
 *
 * <p>Not itself a map with z(x)'z(y) near K(x, y): the linear map that makes it one, V Lambda^-1/2 of the landmarks' kernel matrix,
 * is folded into the projection of whoever uses it, so that a row is multiplied once.
 */
public final class LandmarkMap implements FeatureMap {
    private static final int ROW_GRAIN = 12;

    private final Landmarks landmarks;

    /**
     * The map of these landmarks.
     *
     * @param rows rows of {@code columns} floats, at least one, standardised; copied
     */
    public LandmarkMap(ShiftInvariantKernel kernel, float[] rows, int columns) {
        if (columns < 1 || rows.length == 0 || rows.length % columns != 0) {
            throw new IllegalArgumentException(rows.length + " numbers are not landmarks of " + columns + " columns");
        }
        this.landmarks = Landmarks.of(kernel, rows, columns);
    }

    /** The landmarks, m x d, row-major; a copy. */
    public float[] landmarks() {
        return landmarks.rows();
    }

    @Override
    public MapKind kind() {
        return MapKind.LANDMARKS;
    }

    @Override
    public int columns() {
        return landmarks.columns();
    }

    @Override
    public int features() {
        return landmarks.count();
    }

    /** m, because no kernel value is above 1. */
    @Override
    public double largestSquaredNorm() {
        return landmarks.count();
    }

    @Override
    public void map(float[] rows, int offset, int count, float[] features, int featureOffset, Workers workers) {
        if (workers.threads() == 1 || count <= ROW_GRAIN) {
            landmarks.compare(rows, offset, count, features, featureOffset);
            return;
        }
        int columns = columns();
        int across = features();
        workers.split(
                count,
                ROW_GRAIN,
                (from, to) -> landmarks.compare(
                        rows, offset + from * columns, to - from, features, featureOffset + from * across));
    }

    @Override
    public long bytes() {
        return landmarks.bytes();
    }

    /** None. */
    @Override
    public float[] frequencies() {
        return new float[0];
    }

    /** None. */
    @Override
    public float[] phases() {
        return new float[0];
    }
}
