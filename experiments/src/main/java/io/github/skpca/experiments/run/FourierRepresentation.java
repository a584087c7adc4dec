package io.github.skpca.experiments.run;

import io.github.skpca.Workers;
import io.github.skpca.internal.feature.FeatureMap;
import io.github.skpca.internal.feature.NystromMap;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.Panels;
import org.jspecify.annotations.Nullable;

/** z(x)W, the features of a row on l directions (SKPCA); or z(x) itself, on all of them (RNCA). */
final class FourierRepresentation implements Representation {
    private static final int GRAIN = 12;

    private final FeatureMap map;
    private final int width;
    private final @Nullable Panels panels;
    private final float[] features;
    private final float[] out;

    private FourierRepresentation(FeatureMap map, int width, @Nullable Panels panels) {
        this.map = map;
        this.width = width;
        this.panels = panels;
        this.features = new float[map.features()];
        this.out = new float[width];
    }

    /** All m features. */
    static FourierRepresentation whole(FeatureMap map) {
        return new FourierRepresentation(map, map.features(), null);
    }

    /**
     * The features on directions.
     *
     * @param directions rows of m numbers; read only
     */
    static FourierRepresentation projected(FeatureMap map, float[] directions) {
        int features = map.features();
        int width = directions.length / features;
        Panels panels = Backend.active().products().panels(features, width);
        panels.pack(directions, 0, 1, features);
        return new FourierRepresentation(map, width, panels);
    }

    /**
     * Features of landmarks on directions, as one product with their kernel values.
     *
     * @param directions rows of as many numbers as there are features; read only
     */
    static FourierRepresentation folded(NystromMap map, float[] directions) {
        double[] wide = KernelRows.widened(directions, directions.length);
        double[] folded = map.folded(wide, 0, directions.length / map.features());
        float[] narrow = new float[folded.length];
        for (int i = 0; i < folded.length; i++) {
            narrow[i] = (float) folded[i];
        }
        return projected(map.values(), narrow);
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public double[] loadings(float[] rows, int count, Workers workers) {
        int m = map.features();
        float[] z = new float[count * m];
        map.map(rows, 0, count, z, 0, workers);
        Panels right = panels;
        if (right == null) {
            return KernelRows.widened(z, z.length);
        }
        float[] projected = new float[count * width];
        workers.split(
                count,
                GRAIN,
                (from, to) -> Backend.active()
                        .products()
                        .multiplyRows(z, from * m, to - from, right, projected, from * width));
        return KernelRows.widened(projected, projected.length);
    }

    @Override
    public void represent(float[] rows, int offset) {
        map.map(rows, offset, 1, features, 0, Workers.callerOnly());
        Panels right = panels;
        if (right != null) {
            Backend.active().products().multiplyRows(features, 0, 1, right, out, 0);
        }
    }

    /** What the last row became; owned by this object. */
    float[] last() {
        return panels == null ? features : out;
    }
}
