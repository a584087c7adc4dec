package io.github.skpca;

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
    /** Pairs whose frequencies are orthogonal in blocks of d, so that they vary less; for kernels of the distance alone. */
    ORTHOGONAL,
    /** Pairs by signs and fast Hadamard transforms, close to orthogonal ones, for long rows. */
    STRUCTURED,
    /** Kernel values against landmark rows: z_j = K(x, c_j). Not drawn but taken from the rows. */
    LANDMARKS;

    /** The name on the command line and in files. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether a map of this kind takes a kernel of the distance alone, and no product over columns. */
    public boolean needsIsotropicKernel() {
        return this == ORTHOGONAL || this == STRUCTURED;
    }

    /** Why a kernel that is none of the distance alone is refused, and what to use. */
    public String refusalOf(String kernel) {
        return "map " + label() + " needs a kernel of the distance alone, and " + kernel + " is none; use map paired";
    }

    /** Whether features are cosines and sines of the same frequencies: m is even, and ||z|| = 1. */
    public boolean isPaired() {
        return this == PAIRED || this == ORTHOGONAL || this == STRUCTURED;
    }

    /** The number of features nearest above {@code features} that this map can have. */
    public int allowedFeatures(int features) {
        return isPaired() ? features + (features & 1) : features;
    }

    /** The upper bound on ||z(x)||^2 that this kind of map gives; infinite where it grows with the number of features. */
    public double largestSquaredNorm() {
        return switch (this) {
            case FOURIER -> 2;
            case PAIRED, ORTHOGONAL, STRUCTURED -> 1;
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
