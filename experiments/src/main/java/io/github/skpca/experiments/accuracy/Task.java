package io.github.skpca.experiments.accuracy;

import io.github.skpca.experiments.data.PaperDataSet;
import io.github.skpca.experiments.results.AccuracyPoint;
import io.github.skpca.experiments.run.ExactTraining;

import java.util.ArrayList;
import java.util.List;

/**
 * What is measured at once: one system at one size with one seed, for every l.
 *
 * @param part {@link AccuracyPoint#SAMPLE} or {@link AccuracyPoint#STREAM}
 * @param system a map's label, or that of another system
 * @param size m, or 0 for exact kernel PCA
 */
record Task(PaperDataSet set, String part, String system, int size, int repeat) {
    static final String NYSTROM = "nystrom";
    static final String RNCA = "rnca";
    static final String EXACT = ExactTraining.EXACT;

    /** The l of the lines that it gives; 0 stands for the map alone. */
    List<Integer> sketchSizes(AccuracyPlan plan) {
        List<Integer> all = new ArrayList<>(
                plan.sketchSizes().stream().filter(l -> size == 0 || l <= size).toList());
        if (!all.isEmpty() && measuresMapAlone()) {
            all.add(0);
        }
        return all;
    }

    /** Whether it is a map of its own: the automatic choice is one that is measured already. */
    boolean measuresMapAlone() {
        return part.equals(AccuracyPoint.SAMPLE) && isMap() && !isAutomaticOnSample();
    }

    /** Whether it is the automatic choice where all other maps are measured too. */
    boolean isAutomaticOnSample() {
        return part.equals(AccuracyPoint.SAMPLE) && system.equals(CandidateMap.AUTO);
    }

    boolean isMap() {
        return isMap(system);
    }

    static boolean isMap(String system) {
        return !system.equals(NYSTROM) && !system.equals(RNCA) && !system.equals(EXACT);
    }

    /** What takes as long whatever the seed. */
    String work() {
        return set.label() + " " + part + " " + system + " " + size;
    }
}
