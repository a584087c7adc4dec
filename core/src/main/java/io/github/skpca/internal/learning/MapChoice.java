package io.github.skpca.internal.learning;

import io.github.skpca.MapKind;
import io.github.skpca.Method;
import io.github.skpca.internal.model.KernelChoice;
import io.github.skpca.internal.model.Settings;

/**
 * The feature map that is taken when none is named, and why; the measurements behind the rule are in docs/decisions/0015.
 *
 * @param map which
 * @param reason why, in half a sentence
 */
public record MapChoice(MapKind map, String reason) {
    /** Beyond it the landmarks' kernel matrix takes minutes to decompose. */
    public static final int MOST_LANDMARKS = 4096;

    /** From so many columns on a fast Hadamard transform is quicker than a product. */
    static final int STRUCTURED_COLUMNS = 256;

    /** The choice for rows of so many columns, m features and a warm-up of so many rows. */
    public static MapChoice of(Method method, KernelChoice kernel, int columns, int features, int warmUpRows) {
        if (!method.sketchesFeatures()) {
            return new MapChoice(MapKind.LANDMARKS, "method " + method.label() + " compares rows with rows");
        }
        if (method == Method.RNCA) {
            return new MapChoice(MapKind.PAIRED, "rnca is the paper's method on random features");
        }
        if (!kernel.isShiftInvariant()) {
            return new MapChoice(MapKind.LANDMARKS, "kernel " + kernel.name() + " has no other");
        }
        if (features <= MOST_LANDMARKS && features <= warmUpRows && kernel.isBuiltIn()) {
            return new MapChoice(
                    MapKind.LANDMARKS, "the error of exact kernel PCA at up to " + MOST_LANDMARKS + " features");
        }
        String landmarksWould = whyNotLandmarks(kernel, features);
        if (features % 2 != 0) {
            return new MapChoice(MapKind.FOURIER, landmarksWould + ", and other maps an even number of features");
        }
        if (!kernel.isIsotropic()) {
            return new MapChoice(
                    MapKind.PAIRED,
                    landmarksWould + ", and kernel " + kernel.name() + " is none of the distance alone");
        }
        return columns >= STRUCTURED_COLUMNS
                ? new MapChoice(
                        MapKind.STRUCTURED,
                        landmarksWould + "; the quickest from " + STRUCTURED_COLUMNS + " columns on")
                : new MapChoice(MapKind.ORTHOGONAL, landmarksWould + "; the most accurate of the random ones");
    }

    /** The choice for a learner of these settings, whatever map they name. */
    public static MapChoice of(Settings settings) {
        return of(settings.method(), settings.kernel(), settings.columns(), settings.features(), settings.warmUpRows());
    }

    private static String whyNotLandmarks(KernelChoice kernel, int features) {
        if (!kernel.isBuiltIn()) {
            return "landmarks would need kernel " + kernel.name() + " again, and a model file holds no code";
        }
        return features <= MOST_LANDMARKS
                ? "landmarks would need a warm-up of " + features + " rows"
                : "more than " + MOST_LANDMARKS + " landmarks would take minutes to prepare";
    }
}
