package io.github.skpca.error;

import io.github.skpca.ComponentCount;
import io.github.skpca.ErrorEstimate;
import io.github.skpca.Forgetting;
import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.MapKind;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.learning.Learner;
import io.github.skpca.internal.learning.MapChoice;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;

import java.util.Optional;

/**
 * Sizes with which a learner reaches a wanted kernel error, found by trying them on a sample of its rows. Plain data: six numbers that belong together.
 *
 * @param map which feature map
 * @param features m
 * @param sketchSize l
 * @param reached ||G - G'||_2 / n on rows of the sample that were held out, all l directions in G' unless fewer were asked for
 * @param workingBytes what such a learner holds after its warm-up
 * @param isReached whether the error is at most what was wanted
 */
public record ErrorTarget(
        MapKind map, int features, int sketchSize, double reached, long workingBytes, boolean isReached) {
    /*
     * The error is at most the map's plus the sketch's, and the model tells both: its map's by an estimate, its sketch's by the
     * first eigenvalue that it leaves out. Whichever is more than half of what is wanted is given twice the size; where the
     * error is still too large, because held-out rows fare worse, both are.
     */
    private static final int FIRST_FEATURES = 128;
    private static final int FIRST_SKETCH = 16;
    private static final int MOST_SKETCH = 1024;
    private static final int MOST_HELD_OUT = 1000;
    private static final int FEWEST_ROWS = 40;

    /**
     * Finds the smallest sizes of a doubling series that reach an error and stay below a number of bytes; if none does, the sizes
     * with the lowest error of those that stay below it.
     *
     * @param builder kernel, centring, standardising, seed and, if it was given one, the map; not changed
     * @param components k, or empty for all l directions
     * @param rows count x columns, row-major, a warm-up or a sample; read only
     * @throws IllegalArgumentException if the rows are too few, or not even the smallest sizes stay below the bytes
     */
    public static ErrorTarget choose(
            KernelPcaBuilder builder,
            Optional<ComponentCount> components,
            double wanted,
            long mostBytes,
            double[] rows,
            int count,
            int columns,
            Workers workers) {
        if (!(wanted > 0 && wanted < 1)) {
            throw new IllegalArgumentException("the target error must be between 0 and 1, not " + wanted);
        }
        if (count < FEWEST_ROWS) {
            throw new IllegalArgumentException(
                    "a target error needs a sample of at least " + FEWEST_ROWS + " rows to try sizes on, not " + count);
        }
        Split split = Split.of(
                rows, count, columns, Learner.settings(builder, columns).seed());
        int features = FIRST_FEATURES;
        int sketch = FIRST_SKETCH;
        ErrorTarget best = null;
        while (true) {
            // The rows tried on come without times, and all of them are to count.
            KernelPcaBuilder sized = builder.copy()
                    .forgetting(Forgetting.none())
                    .features(features)
                    .sketchSize(sketch);
            sized.components(components.orElse(ComponentCount.of(sketch))).workers(workers);
            StreamingKernelPca learner = sized.build(columns);
            learner.update(split.training, split.trainingRows);
            learner.endWarmUp();
            KernelPcaModel model = learner.snapshot();
            double error = KernelError.measure(model, split.heldOut, split.heldOutRows, workers)
                    .spectral();
            long bytes = learner.workingBytes();
            if (bytes > mostBytes) {
                break;
            }
            if (best == null || error < best.reached) {
                best = new ErrorTarget(
                        Learner.of(learner).settings().map(), features, sketch, error, bytes, error <= wanted);
            }
            double mapError = model.mapError().map(ErrorEstimate::estimate).orElse(0.0);
            double tail = model.sketchBound();
            boolean moreFeatures = features < MapChoice.MOST_LANDMARKS && (mapError > wanted / 2 || tail <= wanted / 2);
            boolean moreSketch = sketch < MOST_SKETCH && (tail > wanted / 2 || mapError <= wanted / 2);
            if (best.isReached || (!moreFeatures && !moreSketch)) {
                break;
            }
            features = moreFeatures ? 2 * features : features;
            sketch = moreSketch ? 2 * sketch : sketch;
        }
        if (best == null) {
            throw new IllegalArgumentException("not even " + FIRST_FEATURES + " features and a sketch of "
                    + FIRST_SKETCH + " stay below " + mostBytes + " bytes");
        }
        return best;
    }

    /** Rows to learn from and rows to measure with. */
    private record Split(double[] training, int trainingRows, double[] heldOut, int heldOutRows) {
        static Split of(double[] rows, int count, int columns, long seed) {
            int heldOut = Math.min(MOST_HELD_OUT, count / 4);
            RandomStream random = new RandomStream(seed, Purpose.TARGET_HELD_OUT);
            double[] test = new double[heldOut * columns];
            double[] train = new double[Math.multiplyExact(count - heldOut, columns)];
            int taken = 0;
            for (int i = 0; i < count; i++) {
                boolean isHeldOut = random.nextBelow(count - i) < heldOut - taken;
                double[] into = isHeldOut ? test : train;
                int at = isHeldOut ? taken : i - taken;
                System.arraycopy(rows, i * columns, into, at * columns, columns);
                taken += isHeldOut ? 1 : 0;
            }
            return new Split(train, count - heldOut, test, heldOut);
        }
    }
}
