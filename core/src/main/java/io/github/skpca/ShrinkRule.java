package io.github.skpca;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** When a sketch of l rows is shrunk and by how much. */
public enum ShrinkRule {
    /**
     * The shrinks of Algorithm 1 of the paper: as soon as l rows are filled, by the square of singular value l/2. The directions are
     * those of the current sketch, where Algorithm 1 returns those of its last decomposition.
     */
    PAPER,
    /** When 2l rows are filled, by the square of singular value l + 1: fewer and smaller shrinks. */
    FAST,
    /**
     * A large block at a time. Few features, up to 200 or four times l, as landmarks give them, are not shrunk at all: their whole Gram
     * matrix is kept and cut to l rows at a snapshot. More features go through a range finder, and what that leaves out is bounded with
     * random probes.
     */
    BLOCK;

    /** Of the bound of one snapshot of {@link #BLOCK}. */
    private static final double FAILURE = 1e-6;

    /** The name on the command line and in files. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * r, such that delta is at most ||A||_F^2 / r: l for the fast form, half of that for Algorithm 1, which shrinks by singular
     * value l/2, and for blocks, which may leave out as much again as they shrink by.
     *
     * @param sketchSize l
     */
    public int guaranteedRank(int sketchSize) {
        return this == FAST ? sketchSize : Math.max(1, sketchSize / 2);
    }

    /**
     * The most that the chance can be that the bound of one snapshot is wrong, for rows chosen without knowledge of the seed; 0 where it
     * is proved. The bound of a whole Gram matrix is proved for {@link #BLOCK}, too.
     */
    public double failureProbability() {
        return this == BLOCK ? FAILURE : 0;
    }

    /** The rule of that label, if there is one. */
    public static Optional<ShrinkRule> ofLabel(String label) {
        return Arrays.stream(values())
                .filter(rule -> rule.label().equals(label))
                .findFirst();
    }

    /** All labels, for messages. */
    public static String labels() {
        return Arrays.stream(values()).map(ShrinkRule::label).collect(Collectors.joining(", "));
    }
}
