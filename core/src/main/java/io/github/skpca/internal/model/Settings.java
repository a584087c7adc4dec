package io.github.skpca.internal.model;

import io.github.skpca.ComponentCount;
import io.github.skpca.Forgetting;
import io.github.skpca.LandmarkRule;
import io.github.skpca.MapKind;
import io.github.skpca.Method;
import io.github.skpca.ShrinkRule;
import io.github.skpca.internal.baseline.AllRows;
import io.github.skpca.internal.feature.HalfLifeSample;
import io.github.skpca.internal.feature.LandmarkSelection;
import io.github.skpca.internal.feature.RowReservoir;
import io.github.skpca.internal.feature.RowSample;
import io.github.skpca.internal.feature.WindowSample;
import io.github.skpca.internal.sketch.GramSketch;

/**
 * Everything a user chooses about a learner.
 *
 * @param method which way to kernel PCA; where it has no use for a component below, that component is ignored
 * @param columns d, the width of a row
 * @param kernel the kernel, or how to find its bandwidth
 * @param map which feature map
 * @param features m, or c, the number of samples, for Nystrom
 * @param sketchSize l
 * @param shrink how the sketch shrinks
 * @param covarianceUpdate how RNCA adds rows to its matrix
 * @param components k, or a share of variance
 * @param centered whether the features are taken about their mean
 * @param standardized whether columns are divided by their standard deviation first
 * @param warmUpRows rows from which origin, scale and bandwidth are learned
 * @param seed where all randomness comes from
 * @param landmarkRule how landmarks under a sketch are chosen
 * @param rank how many features the landmarks under a sketch give a row, at least l, or 0 for as many as the sketch wants
 * @param forgetting how much a row still counts when others have come after it
 */
public record Settings(
        Method method,
        int columns,
        KernelChoice kernel,
        MapKind map,
        int features,
        int sketchSize,
        ShrinkRule shrink,
        GramSketch.Update covarianceUpdate,
        ComponentCount components,
        boolean centered,
        boolean standardized,
        int warmUpRows,
        long seed,
        LandmarkRule landmarkRule,
        int rank,
        Forgetting forgetting) {
    /** More than anybody has memory for; it keeps products of sizes within what arrays can hold. */
    static final int LARGEST = 1 << 24;

    /** A matrix of so many rows and columns is the largest that an array holds. */
    static final int LARGEST_SQUARE = 46_340;

    /** Checks every range. */
    public Settings {
        requireRange("columns", columns);
        requireRange("features", features);
        requireRange("sketch", sketchSize);
        requireRange("warmup", warmUpRows);
        if ((long) columns * warmUpRows > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("warmup times columns must be below 2^31: " + warmUpRows + " rows of "
                    + columns + " columns are too many to keep; lower the warmup");
        }
        boolean landmarks = map == MapKind.LANDMARKS;
        if (landmarks ? method == Method.RNCA : !method.sketchesFeatures()) {
            throw new IllegalArgumentException("map " + map.label() + " is not one of method " + method.label()
                    + ": landmarks are for skpca, nystrom and exact, the others for skpca and rnca");
        }
        if (!landmarks && !kernel.isShiftInvariant()) {
            throw new IllegalArgumentException("map " + map.label() + " needs a shift-invariant kernel, which "
                    + kernel.name() + " is not: its map is landmarks");
        }
        if (map.needsIsotropicKernel() && kernel.isProduct()) {
            throw new IllegalArgumentException(map.refusalOf(kernel.name()));
        }
        boolean square = method == Method.RNCA || method == Method.NYSTROM || (method == Method.SKPCA && landmarks);
        if (square && features > LARGEST_SQUARE) {
            throw new IllegalArgumentException("features must be at most " + LARGEST_SQUARE + " for method "
                    + method.label() + " and map " + map.label() + ", which need a square matrix of them, not "
                    + features);
        }
        if (method == Method.EXACT && warmUpRows > AllRows.MOST_ROWS) {
            throw new IllegalArgumentException("warmup must be at most " + AllRows.MOST_ROWS
                    + " for method exact, which takes no more rows, not " + warmUpRows);
        }
        if (map.allowedFeatures(features) != features) {
            throw new IllegalArgumentException(
                    "features must be even for the " + map.label() + " map, not " + features);
        }
        if (rank != 0 && landmarks && method == Method.SKPCA) {
            requireRank(rank, sketchSize);
        }
        requireForgetting(method, kernel, forgetting);
    }

    private static void requireRank(int rank, int sketchSize) {
        requireRange("rank", rank);
        if (rank < sketchSize) {
            throw new IllegalArgumentException("rank must be at least the rows of the sketch, " + sketchSize + ", not "
                    + rank + ": raise it, or lower the sketch");
        }
    }

    private static void requireForgetting(Method method, KernelChoice kernel, Forgetting forgetting) {
        if (forgetting instanceof Forgetting.None) {
            return;
        }
        if (!method.sketchesFeatures()) {
            throw new IllegalArgumentException("method " + method.label()
                    + " does not forget: it keeps rows, which have no weight; use skpca or rnca");
        }
        if (forgetting instanceof Forgetting.Window) {
            if (method != Method.SKPCA) {
                throw new IllegalArgumentException("method " + method.label()
                        + " has no window: its matrix cannot give back the rows that left; use skpca, or a half-life");
            }
            if (!kernel.isShiftInvariant()) {
                throw new IllegalArgumentException("a window needs a kernel whose K(x,x) has a known bound, which "
                        + kernel.name() + " has not: use a half-life, or a shift-invariant kernel");
            }
        }
    }

    private static void requireRange(String name, int value) {
        if (value < 1 || value > LARGEST) {
            throw new IllegalArgumentException(name + " must be between 1 and " + LARGEST + ", not " + value);
        }
    }

    /** The same with another number of components. */
    public Settings withComponents(ComponentCount other) {
        return new Settings(
                method,
                columns,
                kernel,
                map,
                features,
                sketchSize,
                shrink,
                covarianceUpdate,
                other,
                centered,
                standardized,
                warmUpRows,
                seed,
                landmarkRule,
                rank,
                forgetting);
    }

    /** A sample of raw rows, without rows yet, that forgets as these settings do. */
    public RowSample emptySample() {
        if (forgetting instanceof Forgetting.HalfLife life) {
            return new HalfLifeSample(columns, seed, life.halfLife(), life.clock() == Forgetting.Clock.TIME);
        }
        return forgetting instanceof Forgetting.Window window
                ? new WindowSample(columns, seed, window.rows())
                : new RowReservoir(columns, seed);
    }

    /** Whether rows become Nystrom features under a sketch: their map is made of rows of the warm-up. */
    public boolean sketchesLandmarks() {
        return method == Method.SKPCA && map == MapKind.LANDMARKS;
    }

    /** The most features that landmarks under a sketch give a row. */
    public int landmarkRank() {
        return rank > 0 ? rank : LandmarkSelection.directions(sketchSize);
    }

    /** The most directions that a sketch of these settings has: l, or m where it is the whole matrix. */
    public int mostDirections() {
        return method == Method.SKPCA ? sketchSize : features;
    }

    /** What keeps two settings from being the same, in words; empty if nothing does. */
    public String differenceFrom(Settings other) {
        if (method != other.method) {
            return "method " + method.label() + " and " + other.method.label();
        }
        if (columns != other.columns) {
            return "columns " + columns + " and " + other.columns;
        }
        if (!kernel.name().equals(other.kernel.name()) || kernel.shape() != other.kernel.shape()) {
            return "kernel " + kernel.name() + " and " + other.kernel.name();
        }
        if (!kernel.bandwidth().equals(other.kernel.bandwidth())) {
            return "bandwidth " + kernel.bandwidth() + " and " + other.kernel.bandwidth();
        }
        if (map != other.map) {
            return "map " + map.label() + " and " + other.map.label();
        }
        if (features != other.features) {
            return "features " + features + " and " + other.features;
        }
        if (sketchSize != other.sketchSize) {
            return "sketch " + sketchSize + " and " + other.sketchSize;
        }
        if (shrink != other.shrink) {
            return "shrink " + shrink.label() + " and " + other.shrink.label();
        }
        if (covarianceUpdate != other.covarianceUpdate) {
            return "update " + covarianceUpdate.label() + " and " + other.covarianceUpdate.label();
        }
        if (centered != other.centered) {
            return "centring on and off";
        }
        if (standardized != other.standardized) {
            return "standardising on and off";
        }
        if (warmUpRows != other.warmUpRows) {
            return "warmup " + warmUpRows + " and " + other.warmUpRows;
        }
        if (!components.equals(other.components)) {
            return "components " + components + " and " + other.components;
        }
        if (landmarkRule != other.landmarkRule) {
            return "landmarks " + landmarkRule.label() + " and " + other.landmarkRule.label();
        }
        if (sketchesLandmarks() && landmarkRank() != other.landmarkRank()) {
            return "rank " + landmarkRank() + " and " + other.landmarkRank();
        }
        if (!forgetting.equals(other.forgetting)) {
            return forgetting.description() + " and " + other.forgetting.description();
        }
        return seed == other.seed ? "" : "seed " + seed + " and " + other.seed;
    }
}
