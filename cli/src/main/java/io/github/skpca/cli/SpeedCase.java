package io.github.skpca.cli;

import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.MapKind;
import io.github.skpca.RowBatch;
import io.github.skpca.SparseRows;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.feature.StructuredFeatures;
import io.github.skpca.internal.learning.Learner;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.Projector;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The speed of one size, beside the machine's limit for it. Rows are in memory; training is all of it, from row to sketch.
 *
 * @param rank the features of a row
 * @param rooflineShare training's share of the limit
 * @param transformRooflineShare transforming's share of the limit
 */
record SpeedCase(
        MapKind map,
        boolean isSparse,
        int columns,
        int features,
        int sketch,
        int rank,
        double trainRowsPerSecond,
        double rooflineShare,
        double transformRowsPerSecond,
        double transformRooflineShare) {
    static final int COMPONENTS = 10;

    /** What {@link #mapFlops} counts for the structured map, in lines for people. */
    static final List<String> STRUCTURED_LIMIT = List.of(
            "for structured q s log2 s additions for every w = max(d, 32) of its m/2 frequencies in the place of 2dm,",
            "s = 2^i the largest up to w, in q = 3 steps if s = w and in 6 if not,");

    private static final int WARM_UP_ROWS = 10_000;

    /** Ten blocks of the block shrink. */
    static final int ROWS = 20_480;

    /**
     * Measures one size.
     *
     * @param rows {@link #ROWS} x d, row-major; read only
     * @param sizes d, m and l
     * @param choices what is measured, but for its sizes
     * @param sparse whether rows come without their zeros
     */
    static SpeedCase measure(
            double[] rows,
            int[] sizes,
            KernelPcaBuilder choices,
            Workers workers,
            MachineLimits limits,
            double seconds,
            boolean sparse) {
        int d = sizes[0];
        int m = sizes[1];
        int l = sizes[2];
        StreamingKernelPca learner = choices.features(m)
                .sketchSize(l)
                .components(COMPONENTS)
                .warmUpRows(WARM_UP_ROWS)
                .workers(workers)
                .build(d);
        // The warm-up, which prepares the map, is over before the clock starts.
        learner.update(rows, ROWS);
        SparseRows withoutZeros = SparseRows.of(rows, 0, sparse ? ROWS : 0, d);
        double train = ROWS
                * Stopwatch.bestRate(seconds, () -> {
                    if (sparse) {
                        learner.update(RowBatch.of(withoutZeros));
                    } else {
                        learner.update(rows, ROWS);
                    }
                });
        KernelPcaModel model = learner.snapshot();
        Projector projector = FittedModel.of(model).projector(workers);
        float[] loadings = new float[ROWS * COMPONENTS];
        double transform = ROWS
                * Stopwatch.bestRate(seconds, () -> {
                    if (sparse) {
                        projector.transform(withoutZeros, 0, ROWS, loadings, 0);
                    } else {
                        projector.transform(rows, 0, ROWS, loadings, 0);
                    }
                });
        double mapping = mapFlops(Learner.of(learner).settings().map(), d, m);
        double trainLimit = limits.rowsPerSecond(mapping + 4.0 * m * l, m);
        double transformLimit = limits.rowsPerSecond(mapping + 2.0 * m * COMPONENTS, m);
        return new SpeedCase(
                Learner.of(learner).settings().map(),
                sparse,
                d,
                m,
                l,
                FittedModel.of(model).embedding().map().features(),
                train,
                train / trainLimit,
                transform,
                transform / transformLimit);
    }

    /**
     * What the limit counts for a row's way to its angles: a product, or the additions of Hadamard transforms. Signs, lengths and the
     * shuffles between partial transforms are not counted.
     */
    static double mapFlops(MapKind map, int d, int m) {
        if (map != MapKind.STRUCTURED) {
            return 2.0 * d * m;
        }
        int span = StructuredFeatures.span(d);
        return (double) StructuredFeatures.signRows(d, m) * span * Integer.numberOfTrailingZeros(span);
    }

    /** Rows in a few clusters, so that there is something to find. */
    static double[] rows(int count, int columns) {
        RandomStream random = new RandomStream(1, Purpose.MADE_UP_ROWS);
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
        fields.put("map", map.label());
        fields.put("sparse", isSparse);
        fields.put("columns", columns);
        fields.put("features", features);
        fields.put("sketch", sketch);
        if (map == MapKind.LANDMARKS) {
            fields.put("rank", rank);
        }
        fields.put("components", COMPONENTS);
        fields.put("trainRowsPerSecond", trainRowsPerSecond);
        fields.put("rooflineShare", rooflineShare);
        fields.put("transformRowsPerSecond", transformRowsPerSecond);
        fields.put("transformRooflineShare", transformRooflineShare);
        return fields;
    }
}
