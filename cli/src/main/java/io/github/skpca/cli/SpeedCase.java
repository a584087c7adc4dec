package io.github.skpca.cli;

import io.github.skpca.StreamingKernelPca;
import io.github.skpca.kernel.RandomStream;
import io.github.skpca.linalg.Workers;
import io.github.skpca.model.KernelPcaModel;
import io.github.skpca.model.Projector;
import io.github.skpca.sketch.ShrinkRule;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The speed of one size, beside the machine's limit for it. Rows are in memory; training is all of it, from row to sketch.
 *
 * @param rooflineShare training's share of the limit
 * @param transformRooflineShare transforming's share of the limit
 */
record SpeedCase(
        int columns,
        int features,
        int sketch,
        double trainRowsPerSecond,
        double rooflineShare,
        double transformRowsPerSecond,
        double transformRooflineShare) {
    static final int COMPONENTS = 10;

    /** Ten blocks of the block shrink. */
    static final int ROWS = 20_480;

    /**
     * Measures one size.
     *
     * @param rows {@link #ROWS} x d, row-major; read only
     * @param sizes d, m and l
     */
    static SpeedCase measure(
            double[] rows, int[] sizes, String shrink, Workers workers, MachineLimits limits, double seconds) {
        int d = sizes[0];
        int m = sizes[1];
        int l = sizes[2];
        StreamingKernelPca learner = StreamingKernelPca.builder()
                .features(m)
                .sketchSize(l)
                .components(COMPONENTS)
                .shrink(LearnerOptions.choice("--shrink", shrink, ShrinkRule::ofLabel, ShrinkRule.labels()))
                .warmUpRows(1000)
                .workers(workers)
                .build(d);
        double train = ROWS * Stopwatch.bestRate(seconds, () -> learner.update(rows, ROWS));
        KernelPcaModel model = learner.snapshot();
        Projector projector = model.projector(workers);
        float[] loadings = new float[ROWS * COMPONENTS];
        double transform = ROWS * Stopwatch.bestRate(seconds, () -> projector.transform(rows, 0, ROWS, loadings, 0));
        double trainLimit = limits.rowsPerSecond(2.0 * d * m + 4.0 * m * l, m);
        double transformLimit = limits.rowsPerSecond(2.0 * d * m + 2.0 * m * COMPONENTS, m);
        return new SpeedCase(d, m, l, train, train / trainLimit, transform, transform / transformLimit);
    }

    /** Rows in a few clusters, so that there is something to find. */
    static double[] rows(int count, int columns) {
        RandomStream random = new RandomStream(1);
        double[] centers = new double[20 * columns];
        for (int i = 0; i < centers.length; i++) {
            centers[i] = 2 * random.nextGaussian();
        }
        double[] rows = new double[Math.multiplyExact(count, columns)];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = centers[(i / columns) % 20 * columns + i % columns] + random.nextGaussian();
        }
        return rows;
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("columns", columns);
        fields.put("features", features);
        fields.put("sketch", sketch);
        fields.put("components", COMPONENTS);
        fields.put("trainRowsPerSecond", trainRowsPerSecond);
        fields.put("rooflineShare", rooflineShare);
        fields.put("transformRowsPerSecond", transformRowsPerSecond);
        fields.put("transformRooflineShare", transformRooflineShare);
        return fields;
    }
}
