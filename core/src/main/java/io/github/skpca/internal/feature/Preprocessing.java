package io.github.skpca.internal.feature;

import io.github.skpca.kernel.Kernel;

import java.util.Arrays;

/**
 * What the warm-up fixes for every method: the origin and scale of rows, and the kernel that compares them.
 *
 * @param standardizer origin and scale
 * @param kernel on standardised rows
 */
public record Preprocessing(Standardizer standardizer, Kernel kernel) {
    /** d. */
    public int columns() {
        return standardizer.columns();
    }

    /** What keeps two preprocessings from being the same, in words; empty if nothing does. */
    public String differenceFrom(Preprocessing other) {
        if (columns() != other.columns()) {
            return "rows have " + columns() + " and " + other.columns() + " columns";
        }
        if (!kernel.name().equals(other.kernel.name())) {
            return "kernels are " + kernel.name() + " and " + other.kernel.name();
        }
        if (kernel.bandwidth() != other.kernel.bandwidth()) {
            return "bandwidths are " + kernel.bandwidth() + " and " + other.kernel.bandwidth();
        }
        if (!Arrays.equals(standardizer.origin(), other.standardizer.origin())) {
            return "origins differ";
        }
        return Arrays.equals(standardizer.factors(), other.standardizer.factors()) ? "" : "scales differ";
    }
}
