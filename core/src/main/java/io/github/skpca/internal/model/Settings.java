package io.github.skpca.internal.model;

import io.github.skpca.ComponentCount;
import io.github.skpca.Forgetting;
import io.github.skpca.LandmarkRule;
import io.github.skpca.MapKind;
import io.github.skpca.Method;
import io.github.skpca.Scale;
import io.github.skpca.ShrinkRule;
import io.github.skpca.internal.baseline.AllRows;
import io.github.skpca.internal.feature.HalfLifeSample;
import io.github.skpca.internal.feature.LandmarkSelection;
import io.github.skpca.internal.feature.RowReservoir;
import io.github.skpca.internal.feature.RowSample;
import io.github.skpca.internal.feature.WindowSample;
import io.github.skpca.internal.sketch.GramSketch;
import io.github.skpca.internal.sketch.SketchAlgorithm;
import io.github.skpca.kernel.Kernel;

/**
 * Everything a user chooses about a learner, in groups that check their own ranges. What depends on two groups is checked here.
 *
 * <p>Eight components because there are eight things to choose; it is plain data.
 *
 * @param method which way to kernel PCA; where it has no use for a setting below, that setting is ignored
 * @param rowSettings what is done with rows
 * @param kernel the kernel, or how to find its bandwidth
 * @param mapSettings how rows become features
 * @param sketchSettings how features are kept
 * @param components k, or a share of variance
 * @param score how rows are scored
 * @param seed the seed of all randomness
 */
public record Settings(
        Method method,
        RowSettings rowSettings,
        KernelChoice kernel,
        MapSettings mapSettings,
        SketchSettings sketchSettings,
        ComponentCount components,
        ScoreRule score,
        long seed) {
    /** More than any memory holds; keeps products of sizes within the range of array lengths. */
    static final int LARGEST = 1 << 24;

    /** The largest number of rows and columns of a square matrix in one array. */
    static final int LARGEST_SQUARE = 46_340;

    /** Wider rows, which are sparse, are not kept for landmarks to follow. */
    private static final int MOST_COLUMNS_FOLLOWED = 1 << 14;

    /** Checks what depends on more than one group. */
    public Settings {
        boolean landmarks = mapSettings.isOfLandmarks();
        if (landmarks ? method == Method.RNCA : !method.sketchesFeatures()) {
            throw new IllegalArgumentException("map " + mapSettings.kind().label() + " is not one of method "
                    + method.label() + ": landmarks are for skpca, nystrom and exact, the others for skpca and rnca");
        }
        mapSettings.requireKernel(kernel);
        boolean square = method == Method.RNCA || method == Method.NYSTROM || (method == Method.SKPCA && landmarks);
        if (square && mapSettings.features() > LARGEST_SQUARE) {
            throw new IllegalArgumentException("features must be at most " + LARGEST_SQUARE + " for method "
                    + method.label() + " and map " + mapSettings.kind().label()
                    + ", which need a square matrix of them, not " + mapSettings.features());
        }
        if (method == Method.EXACT && rowSettings.warmUpRows() > AllRows.MOST_ROWS) {
            throw new IllegalArgumentException("warmup must be at most " + AllRows.MOST_ROWS
                    + " for method exact, which takes no more rows, not " + rowSettings.warmUpRows());
        }
        if (mapSettings.rank() != 0 && landmarks && method == Method.SKPCA) {
            mapSettings.requireRank(sketchSettings.size());
        }
        sketchSettings.requireForgetting(method, kernel);
        if (score == ScoreRule.NOVELTY && method != Method.SKPCA) {
            throw new IllegalArgumentException("method " + method.label()
                    + " does not know which directions few rows hold, which a fit for novelty needs: use skpca");
        }
        if (score == ScoreRule.NOVELTY && !kernel.isShiftInvariant() && !UnknownKernel.isUnknown(kernel.fixed())) {
            throw new IllegalArgumentException("kernel " + kernel.name()
                    + " has no K(x,x) = 1 by which a fit for novelty could tell how many rows hold a direction: use a"
                    + " shift-invariant kernel");
        }
    }

    static void requireRange(String name, int value) {
        if (value < 1 || value > LARGEST) {
            throw new IllegalArgumentException(name + " must be between 1 and " + LARGEST + ", not " + value);
        }
    }

    /** d, the number of columns of a row. */
    public int columns() {
        return rowSettings.columns();
    }

    /** Whether columns are divided by their standard deviation first, as it was asked for. */
    public Scale scale() {
        return rowSettings.scale();
    }

    /** Whether the features are taken about their mean. */
    public boolean centered() {
        return rowSettings.centered();
    }

    /** Rows from which origin, scale and bandwidth are learned. */
    public int warmUpRows() {
        return rowSettings.warmUpRows();
    }

    /** Which feature map. */
    public MapKind map() {
        return mapSettings.kind();
    }

    /** m, or c, the number of landmarks, for Nystrom. */
    public int features() {
        return mapSettings.features();
    }

    /** How landmarks under a sketch are chosen. */
    public LandmarkRule landmarkRule() {
        return mapSettings.landmarkRule();
    }

    /** The number of landmark features under a sketch as set by the user; 0 if not set. */
    public int rank() {
        return mapSettings.rank();
    }

    /** l. */
    public int sketchSize() {
        return sketchSettings.size();
    }

    /** How the sketch shrinks. */
    public ShrinkRule shrink() {
        return sketchSettings.shrink();
    }

    /** How RNCA adds rows to its matrix. */
    public GramSketch.Update rncaUpdate() {
        return sketchSettings.rncaUpdate();
    }

    /** How much a row still counts when others have come after it. */
    public Forgetting forgetting() {
        return sketchSettings.forgetting();
    }

    /** The same with another number of components. */
    public Settings withComponents(ComponentCount other) {
        return new Settings(method, rowSettings, kernel, mapSettings, sketchSettings, other, score, seed);
    }

    /** An empty sample of raw rows that forgets as these settings do. */
    public RowSample emptySample() {
        if (forgetting() instanceof Forgetting.HalfLife life) {
            return new HalfLifeSample(columns(), seed, life.halfLife(), life.clock() == Forgetting.Clock.TIME);
        }
        return forgetting() instanceof Forgetting.Window window
                ? new WindowSample(columns(), seed, window.rows())
                : new RowReservoir(columns(), seed);
    }

    /** Whether rows become Nystrom features under a sketch: their map is made from rows of the warm-up. */
    public boolean sketchesLandmarks() {
        return method == Method.SKPCA && mapSettings.isOfLandmarks();
    }

    /**
     * Whether landmarks follow the stream: they are chosen again when rows outgrow them, and what was learned is carried over.
     *
     * <p>That needs rows whose images have length one, a Gram matrix, which is carried exactly, and rows that all count by their weight.
     *
     * @param resolved the kernel with its bandwidth
     */
    public boolean followsWithLandmarks(Kernel resolved) {
        return sketchesLandmarks() && reasonLandmarksStay(resolved).isEmpty();
    }

    /**
     * Why landmarks under a sketch stay those of the warm-up, in words; empty if they follow the stream.
     *
     * @param resolved the kernel with its bandwidth
     */
    public String reasonLandmarksStay(Kernel resolved) {
        if (landmarkRule() != LandmarkRule.PIVOTED) {
            return "they are chosen by the rule " + landmarkRule().label() + ", which looks at no remainder";
        }
        if (UnknownKernel.isUnknown(resolved)) {
            return "the code of kernel " + ModelFileProblems.quote(resolved.name()) + " is missing";
        }
        if (!resolved.isNormalized()) {
            return "kernel " + resolved.name() + " does not have K(x,x) = 1";
        }
        if (columns() > MOST_COLUMNS_FOLLOWED) {
            return "rows have more than " + MOST_COLUMNS_FOLLOWED + " columns, too many to keep a block of them";
        }
        SketchAlgorithm.Choice choice = sketchChoice(Math.min(landmarkRank(), features()));
        return choice.algorithm() == SketchAlgorithm.GRAM
                ? ""
                : "a sketch " + choice.algorithm().label() + " (" + choice.reason()
                        + ") cannot be carried to other landmarks";
    }

    /** The most landmark features under a sketch. */
    public int landmarkRank() {
        return rank() > 0 ? rank() : LandmarkSelection.directions(sketchSize());
    }

    /** The most directions that a sketch of these settings has: l, or m where it is the whole matrix. */
    public int mostDirections() {
        return method == Method.SKPCA ? sketchSize() : features();
    }

    /**
     * The sketch that a learner with these settings begins with, and why it is chosen.
     *
     * @param columns how many features a row of the sketch has
     */
    public SketchAlgorithm.Choice sketchChoice(int columns) {
        return SketchAlgorithm.choose(method, forgetting(), shrink(), columns, sketchSize());
    }

    /** An existing sketch, and why it was chosen: that of a file may have been chosen by another rule. */
    public SketchAlgorithm.Choice sketchChoice(SketchAlgorithm algorithm, int columns) {
        SketchAlgorithm.Choice today = sketchChoice(columns);
        return today.algorithm() == algorithm ? today : new SketchAlgorithm.Choice(algorithm, "as its file says");
    }

    /** What keeps two settings from being the same, in words; empty if nothing does. */
    public String differenceFrom(Settings other) {
        if (method != other.method) {
            return "method " + method.label() + " and " + other.method.label();
        }
        String[] groups = {
            rowSettings.differenceFrom(other.rowSettings),
            kernel.differenceFrom(other.kernel),
            mapSettings.differenceFrom(other.mapSettings),
            sketchSettings.differenceFrom(other.sketchSettings)
        };
        for (String difference : groups) {
            if (!difference.isEmpty()) {
                return difference;
            }
        }
        if (sketchesLandmarks() && landmarkRank() != other.landmarkRank()) {
            return "rank " + landmarkRank() + " and " + other.landmarkRank();
        }
        if (!components.equals(other.components)) {
            return "components " + components + " and " + other.components;
        }
        if (score != other.score) {
            return "score " + score.label() + " and " + other.score.label();
        }
        return seed == other.seed ? "" : "seed " + seed + " and " + other.seed;
    }
}
