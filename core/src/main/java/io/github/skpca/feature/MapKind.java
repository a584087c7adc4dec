package io.github.skpca.feature;

import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.ShiftInvariantKernel;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The feature maps, by the names that the command line and model files use. */
public enum MapKind {
    /** The paper's: z_j = sqrt(2/m) cos(w_j'x + phase_j). */
    FOURIER,
    /** Cosine and sine of each frequency: half as many frequencies, and ||z|| = 1 exactly. */
    PAIRED,
    /** Kernel values against landmark rows: z_j = K(x, c_j). Not drawn but taken from the rows; see {@link LandmarkMap}. */
    LANDMARKS;

    /** The name on the command line and in files. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Builds a map for a kernel; all its randomness comes from the seed.
     *
     * <p>Called once, when the warm-up has ended: a kind that chooses landmarks among rows gets them here.
     *
     * @throws IllegalArgumentException for landmarks, which no seed gives
     */
    public FeatureMap build(Kernel kernel, int columns, int features, long seed) {
        if (this == LANDMARKS) {
            throw new IllegalArgumentException("landmarks are rows, not drawn from a seed");
        }
        if (kernel instanceof ShiftInvariantKernel invariant) {
            return RandomFourierFeatures.draw(this, invariant, columns, features, seed);
        }
        throw new IllegalArgumentException("kernel " + kernel.name() + " is not shift-invariant: its map is landmarks");
    }

    /** The number of features nearest above {@code features} that this map can have. */
    public int allowedFeatures(int features) {
        return this == PAIRED ? features + (features & 1) : features;
    }

    /** The upper bound on ||z(x)||^2 that this kind of map gives; infinite where it grows with the number of features. */
    public double largestSquaredNorm() {
        return switch (this) {
            case FOURIER -> 2;
            case PAIRED -> 1;
            case LANDMARKS -> Double.POSITIVE_INFINITY;
        };
    }

    /** The kind of that label, if there is one. */
    public static Optional<MapKind> ofLabel(String label) {
        return Arrays.stream(values())
                .filter(kind -> kind.label().equals(label))
                .findFirst();
    }

    /** All labels, for messages. */
    public static String labels() {
        return Arrays.stream(values()).map(MapKind::label).collect(Collectors.joining(", "));
    }
}
