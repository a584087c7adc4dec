package io.github.skpca.experiments;

import io.github.skpca.experiments.data.PaperDataSet;

import java.util.List;

/**
 * What is to be measured.
 *
 * @param sets the data sets, in order
 * @param sizes every m and c
 * @param sketchSizes every l
 * @param repeats how often each point is measured; its median is what counts
 * @param forestRepeats the same for the largest data set
 * @param mostRows fewer rows than the paper's, held-out ones included; 0 for all
 * @param exactRows the most rows exact kernel PCA is fitted on; 0 leaves it out
 * @param trialShare the share of the full number of trials of the paper's statements, 0 to leave them and the scaling out
 * @param seed of everything random
 */
public record Plan(
        List<PaperDataSet> sets,
        List<Integer> sizes,
        List<Integer> sketchSizes,
        int repeats,
        int forestRepeats,
        int mostRows,
        int exactRows,
        double trialShare,
        long seed) {
    /** The paper's sketch sizes. */
    public static final List<Integer> PAPER_SKETCH_SIZES = List.of(2, 5, 10, 20, 30, 50);

    /** The paper's sample sizes. */
    public static final List<Integer> PAPER_SIZES =
            List.of(2, 5, 10, 20, 30, 50, 500, 600, 700, 800, 900, 1000, 1100, 1200, 1300, 1400, 1500);

    private static final int MOST_SIZE = 5000;

    /** Checks the ranges and copies the lists. */
    public Plan {
        sets = List.copyOf(sets);
        sizes = List.copyOf(sizes);
        sketchSizes = List.copyOf(sketchSizes);
        if (sets.isEmpty() || sizes.isEmpty()) {
            throw new IllegalArgumentException("there must be at least one data set and one size");
        }
        for (int size : sizes) {
            if (size < 2 || size > MOST_SIZE) {
                throw new IllegalArgumentException("sizes must be from 2 to " + MOST_SIZE + ", not " + size);
            }
        }
        for (int l : sketchSizes) {
            if (l < 2 || l > MOST_SIZE) {
                throw new IllegalArgumentException("sketch sizes must be from 2 to " + MOST_SIZE + ", not " + l);
            }
        }
        if (repeats < 1 || forestRepeats < 1) {
            throw new IllegalArgumentException("repeats must be at least 1");
        }
        if (mostRows != 0 && mostRows < 200) {
            throw new IllegalArgumentException("rows must be at least 200, not " + mostRows);
        }
        if (!(trialShare >= 0 && trialShare <= 1)) {
            throw new IllegalArgumentException("the share of trials must be from 0 to 1, not " + trialShare);
        }
    }

    /** The paper's experiments. */
    public static Plan full(List<PaperDataSet> sets, long seed) {
        return new Plan(sets, PAPER_SIZES, PAPER_SKETCH_SIZES, 10, 3, 0, 6000, 1, seed);
    }

    /** The same in small: fewer sizes, repeats, rows and trials, for two minutes on two cores. */
    public static Plan quick(List<PaperDataSet> sets, long seed) {
        return new Plan(sets, List.of(2, 10, 50, 200, 500, 1000), PAPER_SKETCH_SIZES, 3, 1, 8000, 1500, 0.05, seed);
    }

    /** How often a data set is gone through. */
    public int repeats(PaperDataSet set) {
        return set == PaperDataSet.FOREST ? Math.min(repeats, forestRepeats) : repeats;
    }
}
