package io.github.skpca.internal.sketch;

/**
 * A sketch at one moment, with orthogonal rows and its spectrum.
 *
 * @param state at most l orthogonal rows, the longest first
 * @param squaredSingularValues sigma_i(B)^2, one per row, the largest first; owned by this record, not to be changed
 */
public record SketchSummary(SketchState state, double[] squaredSingularValues) {
    /** Checks that the parts fit. */
    public SketchSummary {
        if (squaredSingularValues.length != state.count()) {
            throw new IllegalArgumentException(
                    squaredSingularValues.length + " singular values for " + state.count() + " rows");
        }
    }

    /** sigma_i(B)^2 counted from 1; zero beyond the last. */
    public double squaredSingularValue(int i) {
        return i <= squaredSingularValues.length ? squaredSingularValues[i - 1] : 0;
    }
}
