package io.github.skpca.internal.sketch;

import io.github.skpca.Forgetting;
import io.github.skpca.Method;
import io.github.skpca.ShrinkRule;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The algorithms that sketch feature rows, and the one place that chooses among them. */
public enum SketchAlgorithm {
    /** The whole Gram matrix of few columns, cut to l rows at a snapshot; for rnca with any number of columns, and not cut. */
    GRAM("gram"),
    /** Frequent Directions by large blocks, through a range finder. */
    FREQUENT_DIRECTIONS_BLOCK("block-frequent-directions"),
    /** Frequent Directions with exact shrinks and a buffer of 2l rows. */
    FREQUENT_DIRECTIONS("frequent-directions"),
    /** Frequent Directions with the shrinks of Algorithm 1 of the paper. */
    ALGORITHM_1("algorithm-1"),
    /** The last N rows, by directions that are set aside and dropped when they leave the window. */
    WINDOW("window");

    /** Up to this many columns, a product of all pairs of columns costs less than the passes of a range finder. */
    static final int FEW_COLUMNS = 200;

    /** The limit even for large sketches, because a snapshot decomposes the whole matrix. */
    static final int MOST_GRAM_COLUMNS = 512;

    private final String label;

    SketchAlgorithm(String label) {
        this.label = label;
    }

    /** The name in files and results. */
    public String label() {
        return label;
    }

    /** The algorithm of that label, if there is one. */
    public static Optional<SketchAlgorithm> ofLabel(String label) {
        return Arrays.stream(values())
                .filter(algorithm -> algorithm.label.equals(label))
                .findFirst();
    }

    /** All labels, for messages. */
    public static String labels() {
        return Arrays.stream(values()).map(SketchAlgorithm::label).collect(Collectors.joining(", "));
    }

    /** Whether the state of such a sketch is the matrix B'B and not the rows B. */
    public boolean holdsMatrix() {
        return this == GRAM;
    }

    /**
     * An algorithm and why it was chosen.
     *
     * @param reason a few words for people
     */
    public record Choice(SketchAlgorithm algorithm, String reason) {}

    /** The algorithm of {@link #choose}. */
    public static SketchAlgorithm of(
            Method method, Forgetting forgetting, ShrinkRule shrink, int columns, int sketchSize) {
        return choose(method, forgetting, shrink, columns, sketchSize).algorithm();
    }

    /**
     * The algorithm for these settings, with the reason.
     *
     * @param method skpca or rnca
     * @param columns how many features a row of the sketch has: r for landmarks, m for random features
     * @param sketchSize l
     * @throws IllegalArgumentException if the method sketches no features
     */
    public static Choice choose(Method method, Forgetting forgetting, ShrinkRule shrink, int columns, int sketchSize) {
        if (!method.sketchesFeatures()) {
            throw new IllegalArgumentException("method " + method.label() + " has no sketch");
        }
        if (forgetting instanceof Forgetting.Window window) {
            return new Choice(WINDOW, "the last " + window.rows() + " rows alone count");
        }
        if (method == Method.RNCA) {
            return new Choice(GRAM, "method rnca keeps the whole matrix");
        }
        return switch (shrink) {
            case PAPER -> new Choice(ALGORITHM_1, "shrink paper");
            case FAST -> new Choice(FREQUENT_DIRECTIONS, "shrink fast");
            case BLOCK -> ofBlocks(columns, sketchSize);
        };
    }

    private static Choice ofBlocks(int columns, int sketchSize) {
        long most = Math.max(FEW_COLUMNS, Math.min(MOST_GRAM_COLUMNS, 4L * sketchSize));
        String rule = most == MOST_GRAM_COLUMNS ? " = max(200, min(512, 4 l))" : " = max(200, 4 l)";
        return columns <= most
                ? new Choice(GRAM, "few features: " + columns + ", at most " + most + rule)
                : new Choice(FREQUENT_DIRECTIONS_BLOCK, "many features: " + columns + ", more than " + most + rule);
    }
}
