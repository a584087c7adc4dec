package io.github.skpca.experiments.accuracy;

import io.github.skpca.experiments.data.PaperDataSet;
import io.github.skpca.experiments.run.ExactTraining;

import java.util.List;

/**
 * What is to be measured.
 *
 * @param sets the data sets, in order
 * @param sizes every m
 * @param sketchSizes every l, which is the rank of the other systems too
 * @param repeats how many seeds
 * @param sampleRows the training rows that all systems are fitted on, exact kernel PCA too
 * @param streamSize m where all training rows are used
 * @param mostRows the most rows of a data set, held-out ones included; 0 for all
 * @param seed of everything random
 */
public record AccuracyPlan(
        List<PaperDataSet> sets,
        List<Integer> sizes,
        List<Integer> sketchSizes,
        int repeats,
        int sampleRows,
        int streamSize,
        int mostRows,
        long seed) {
    private static final int MOST_SIZE = 5000;

    /** Exact kernel PCA holds the square of it in doubles. */
    private static final int MOST_SAMPLE = 20_000;

    /** Checks the ranges and copies the lists. */
    public AccuracyPlan {
        sets = List.copyOf(sets);
        sizes = List.copyOf(sizes);
        sketchSizes = List.copyOf(sketchSizes);
        if (sets.isEmpty() || sizes.isEmpty() || sketchSizes.isEmpty()) {
            throw new IllegalArgumentException("there must be at least one data set, one size and one sketch size");
        }
        for (int size : sizes) {
            requireSize(size);
        }
        requireSize(streamSize);
        for (int l : sketchSizes) {
            if (l < 1 || l > ExactTraining.COMPONENTS) {
                throw new IllegalArgumentException(
                        "sketch sizes must be from 1 to " + ExactTraining.COMPONENTS + ", not " + l);
            }
        }
        if (repeats < 1 || repeats > 1000) {
            throw new IllegalArgumentException("seeds must be from 1 to 1000, not " + repeats);
        }
        if (sampleRows < 100 || sampleRows > MOST_SAMPLE) {
            throw new IllegalArgumentException(
                    "rows of the sample must be from 100 to " + MOST_SAMPLE + ", not " + sampleRows);
        }
        if (mostRows != 0 && mostRows < 200) {
            throw new IllegalArgumentException("rows must be at least 200, not " + mostRows);
        }
    }

    private static void requireSize(int size) {
        // Paired maps have an even number of features, and all maps are to have the same.
        if (size < 2 || size > MOST_SIZE || size % 2 != 0) {
            throw new IllegalArgumentException(
                    "sizes must be even and from 2 to " + MOST_SIZE + ", so that every map can have them, not " + size);
        }
    }

    /** The whole page. */
    public static AccuracyPlan full(List<PaperDataSet> sets, int repeats, long seed) {
        return new AccuracyPlan(sets, List.of(200, 500, 1000, 2000), List.of(10, 50), repeats, 6000, 1000, 0, seed);
    }

    /** The same in small, for a minute. */
    public static AccuracyPlan quick(List<PaperDataSet> sets, int repeats, long seed) {
        return new AccuracyPlan(sets, List.of(100, 200), List.of(10, 50), repeats, 1500, 200, 4000, seed);
    }
}
