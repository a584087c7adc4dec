package io.github.skpca.internal.sketch;

import org.jspecify.annotations.Nullable;

/**
 * A sketch at one moment, with orthogonal rows and its spectrum.
 *
 * @param state at most l orthogonal rows, the longest first
 * @param squaredSingularValues sigma_i(B)^2, one per row, the largest first; owned by this record, not to be changed
 * @param next the directions after the l first; null where the sketch does not know them
 */
public record SketchSummary(
        SketchState state,
        double[] squaredSingularValues,
        @Nullable Next next) {
    /** Checks that the parts fit. */
    public SketchSummary {
        if (squaredSingularValues.length != state.count()) {
            throw new IllegalArgumentException(
                    squaredSingularValues.length + " singular values for " + state.count() + " rows");
        }
    }

    /** Without directions after the first. */
    public SketchSummary(SketchState state, double[] squaredSingularValues) {
        this(state, squaredSingularValues, null);
    }

    /**
     * Directions that were cut away, while the whole Gram matrix is known.
     *
     * @param directions orthonormal rows, those with the most energy first
     * @param squares the energy of all rows along each, and last the most that there is along any other direction
     */
    public record Next(double[] directions, double[] squares) {}

    /** sigma_i(B)^2 counted from 1; zero beyond the last. */
    public double squaredSingularValue(int i) {
        return i <= squaredSingularValues.length ? squaredSingularValues[i - 1] : 0;
    }
}
