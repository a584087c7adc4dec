package io.github.skpca.internal.model;

import io.github.skpca.LandmarkRule;
import io.github.skpca.MapKind;

/**
 * How rows become features.
 *
 * @param kind which feature map
 * @param features m, or c, the number of landmarks, for Nystrom
 * @param landmarkRule how landmarks under a sketch are chosen
 * @param rank the number of landmark features under a sketch, at least l, or 0 for the sketch's default
 */
public record MapSettings(MapKind kind, int features, LandmarkRule landmarkRule, int rank) {
    /** Checks what does not depend on the method or the kernel. */
    public MapSettings {
        Settings.requireRange("features", features);
        if (kind.allowedFeatures(features) != features) {
            throw new IllegalArgumentException(
                    "features must be even for the " + kind.label() + " map, not " + features);
        }
    }

    /** Whether the map is made of landmarks. */
    boolean isOfLandmarks() {
        return kind == MapKind.LANDMARKS;
    }

    void requireKernel(KernelChoice kernel) {
        if (!isOfLandmarks() && !kernel.isShiftInvariant()) {
            throw new IllegalArgumentException("map " + kind.label() + " needs a shift-invariant kernel, which "
                    + kernel.name() + " is not: its map is landmarks");
        }
        if (kind.needsIsotropicKernel() && kernel.isProduct()) {
            throw new IllegalArgumentException(kind.refusalOf(kernel.name()));
        }
    }

    void requireRank(int sketchSize) {
        Settings.requireRange("rank", rank);
        if (rank < sketchSize) {
            throw new IllegalArgumentException("rank must be at least the rows of the sketch, " + sketchSize + ", not "
                    + rank + ": raise it, or lower the sketch");
        }
    }

    /** What keeps two from being the same, in words, ignoring the rank; empty if nothing does. */
    String differenceFrom(MapSettings other) {
        if (kind != other.kind) {
            return "map " + kind.label() + " and " + other.kind.label();
        }
        if (features != other.features) {
            return "features " + features + " and " + other.features;
        }
        return landmarkRule == other.landmarkRule
                ? ""
                : "landmarks " + landmarkRule.label() + " and " + other.landmarkRule.label();
    }
}
