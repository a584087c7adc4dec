package io.github.skpca.experiments.run;

import io.github.skpca.experiments.data.HeldOut;
import io.github.skpca.feature.FeatureMap;
import io.github.skpca.feature.MapKind;
import io.github.skpca.linalg.Workers;
import io.github.skpca.sketch.MatrixSketch;
import io.github.skpca.sketch.ShrinkRule;

import java.util.ArrayList;
import java.util.List;

/** All methods on one data set, trained and measured at one size at a time. */
public final class MethodGroup {
    /** Algorithm 1 with the W of its last decomposition, on the paper's map. */
    public static final String SKPCA_PAPER = "skpca-paper";

    /** This project's default: the paired map and the block shrink. */
    public static final String SKPCA = "skpca";

    private static final int PAPER_BLOCK_ROWS = 1024;

    private final HeldOut data;
    private final Workers workers;

    /** Methods that learn from the training rows of {@code data}. */
    public MethodGroup(HeldOut data, Workers workers) {
        this.data = data;
        this.workers = workers;
    }

    /**
     * Trains every method.
     *
     * @param size m and c
     * @param sketchSizes every l; those above m are left out
     */
    public List<Training> train(int size, List<Integer> sketchSizes, long seed) {
        List<Training> trained = new ArrayList<>(paperForms(size, sketchSizes, seed));
        trained.addAll(ownForms(size, sketchSizes, seed));
        return trained;
    }

    private List<Training> paperForms(int size, List<Integer> sketchSizes, long seed) {
        FeatureMap map = MapKind.FOURIER.build(data.kernel(), data.columns(), size, seed);
        FourierTraining training = new FourierTraining(data, map, PAPER_BLOCK_ROWS, workers);
        for (int l : sketchSizes) {
            if (l <= size) {
                PaperSketch sketch = new PaperSketch(size, l);
                training.addOneThread(
                        SKPCA_PAPER,
                        l,
                        sketch::absorb,
                        () -> FourierRepresentation.projected(map, sketch.directions()),
                        new FourierTraining.Size(space(size, l), sketch::workingBytes));
            }
        }
        return training.run();
    }

    private List<Training> ownForms(int size, List<Integer> sketchSizes, long seed) {
        // Pairs come in twos: an odd size has one feature less than the others, never one more.
        int features = Math.max(2, size - size % 2);
        FeatureMap map = MapKind.PAIRED.build(data.kernel(), data.columns(), features, seed);
        FourierTraining training = null;
        for (int l : sketchSizes) {
            if (l <= size) {
                MatrixSketch sketch =
                        MatrixSketch.create(ShrinkRule.BLOCK, features, Math.min(l, features), seed, workers);
                if (training == null) {
                    training = new FourierTraining(data, map, sketch.blockRows(), workers);
                }
                training.add(
                        SKPCA,
                        l,
                        (block, count) -> sketch.absorb(block, count, null, null),
                        () -> FourierRepresentation.projected(map, FourierTraining.directions(sketch.summary())),
                        new FourierTraining.Size(space(features, l), sketch::workingBytes));
            }
        }
        return training == null ? List.of() : training.run();
    }

    private long space(long features, long l) {
        return features * (data.columns() + l);
    }
}
