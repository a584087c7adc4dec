package io.github.skpca.internal.model;

import io.github.skpca.Forgetting;
import io.github.skpca.ModelFileException;
import io.github.skpca.internal.feature.FeatureMap;
import io.github.skpca.internal.sketch.CenteredSketch;
import io.github.skpca.internal.sketch.Remainder;
import io.github.skpca.internal.sketch.SketchState;
import io.github.skpca.internal.sketch.WindowPlan;
import io.github.skpca.internal.sketch.WindowSketch;

/** The part of a model file that a window adds: what a learner needs to resume beyond the summary. */
final class WindowFields {
    private static final String ROWS = "windowRows";
    private static final String SKETCH = "window.sketch";
    private static final String BLOCK = "window.block";
    private static final String ASIDE = "window.setAside";
    private static final String NUMBERS = "window.setAsideAt";
    private static final String CHUNKS = "window.chunks";
    private static final String SUMS = "window.sums";

    /** Row numbers up to this cannot overflow. */
    private static final long MOST_ROWS = 1L << 60;

    private WindowFields() {}

    static void write(TensorFile.Builder file, CenteredSketch.State state, WindowSketch.Past past) {
        SketchState sketch = state.sketch();
        int features = sketch.columns();
        file.metadata(ROWS, Long.toString(state.absorbed()))
                .tensor(SKETCH, sketch.rows(), sketch.count(), features)
                .tensor(BLOCK, state.block(), state.block().length / features, features)
                .tensor(ASIDE, past.rows(), past.numbers().length, features)
                .tensor(NUMBERS, past.numbers(), past.numbers().length)
                .tensor(CHUNKS, past.chunks(), past.chunkCount(), WindowSketch.Past.CHUNK_NUMBERS);
        if (past.sums().length > 0) {
            file.tensor(SUMS, past.sums(), past.chunkCount(), features);
        }
    }

    static CenteredSketch.State read(TensorFile file, Settings settings, FeatureMap map, double largest)
            throws ModelFileException {
        int features = map.features();
        Forgetting.Window window = (Forgetting.Window) settings.forgetting();
        WindowPlan plan = new WindowPlan(window, features, settings.sketchSize(), map.largestSquaredNorm());
        long absorbed = Long.parseLong(file.metadata(ROWS));
        if (absorbed < 0 || absorbed > MOST_ROWS) {
            throw new IllegalArgumentException(absorbed + " rows of a window");
        }
        double[] rows = file.doubles(SKETCH, -1, features);
        double[] aside = file.doubles(ASIDE, -1, features);
        double[] chunks = file.doubles(CHUNKS, -1, WindowSketch.Past.CHUNK_NUMBERS);
        int chunkCount = chunks.length / WindowSketch.Past.CHUNK_NUMBERS;
        double[] sums = settings.centered() ? file.doubles(SUMS, chunkCount, features) : new double[0];
        float[] block = file.floats(BLOCK, -1, features);
        long[] numbers = file.longs(NUMBERS, aside.length / features);
        ModelFileChecks.requireFeatures("block of the window", block, largest);
        requirePlausible(plan, rows, aside, chunks, sums, largest);
        SketchState sketch =
                new SketchState(rows, rows.length / features, features, 0, 0, ModelFileChecks.squares(rows));
        double weight = Math.min(absorbed, window.rows());
        CenteredSketch.State state = new CenteredSketch.State(
                sketch,
                new double[0],
                absorbed,
                block,
                new CenteredSketch.Ages(weight, 0, new double[0]),
                Remainder.NONE,
                new WindowSketch.Past(aside, numbers, chunks, sums));
        WindowSketch.require(plan, settings.centered(), state);
        return state;
    }

    /** Checks that nothing weighs more than rows of the map's features can, so that nothing later overflows. */
    private static void requirePlausible(
            WindowPlan plan, double[] rows, double[] aside, double[] chunks, double[] sums, double largest) {
        double most = 2
                * ((plan.window().rows() + 2.0 * plan.chunkRows()) * largest
                        + (plan.sketchRows() + 1) * plan.threshold());
        if (!(ModelFileChecks.squares(rows) <= most) || !(ModelFileChecks.squares(aside) <= most)) {
            throw new IllegalArgumentException("the window weighs more than its rows can");
        }
        for (double number : chunks) {
            if (!(number <= most)) {
                throw new IllegalArgumentException("a chunk of the window weighs more than its rows can");
            }
        }
        for (double sum : sums) {
            if (!(Math.abs(sum) <= 2 * plan.chunkRows() * Math.sqrt(largest))) {
                throw new IllegalArgumentException("a sum of the window is more than its rows can have");
            }
        }
    }
}
