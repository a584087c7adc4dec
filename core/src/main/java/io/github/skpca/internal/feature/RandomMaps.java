package io.github.skpca.internal.feature;

import io.github.skpca.MapKind;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.ShiftInvariantKernel;

/** Random feature maps, drawn from a seed. */
public final class RandomMaps {
    private RandomMaps() {}

    /**
     * Draws a map for a kernel; all its randomness comes from the seed.
     *
     * <p>Called once, when the warm-up has ended. Landmarks are rows, which {@link LandmarkSelection} chooses instead.
     *
     * @throws IllegalArgumentException for landmarks, which are not drawn from a seed; for a size or a kernel that this map cannot have
     */
    public static FeatureMap draw(MapKind kind, Kernel kernel, int columns, int features, long seed) {
        if (kind == MapKind.LANDMARKS) {
            throw new IllegalArgumentException("landmarks are rows, not drawn from a seed");
        }
        requireSizes(kind, columns, features);
        ShiftInvariantKernel invariant = KernelForm.requireShiftInvariant(kernel);
        if (kind == MapKind.STRUCTURED) {
            return StructuredFeatures.draw(KernelForm.requireIsotropic(kind, invariant), columns, features, seed);
        }
        return RandomFourierFeatures.draw(kind, invariant, columns, features, seed);
    }

    private static void requireSizes(MapKind kind, int columns, int features) {
        if (columns < 1) {
            throw new IllegalArgumentException("columns must be at least 1, not " + columns);
        }
        if (features < 1 || kind.allowedFeatures(features) != features) {
            throw new IllegalArgumentException("features must be positive"
                    + (kind.isPaired() ? " and even for the " + kind.label() + " map" : "") + ", not " + features);
        }
    }
}
