package io.github.skpca.internal.model;

import io.github.skpca.ComponentCount;
import io.github.skpca.Forgetting;
import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.LandmarkRule;
import io.github.skpca.MapKind;
import io.github.skpca.Method;
import io.github.skpca.RowBatch;
import io.github.skpca.SampleRows;
import io.github.skpca.ShrinkRule;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.internal.learning.Learner;
import io.github.skpca.internal.sketch.SketchAlgorithm;
import io.github.skpca.kernel.Kernel;

import java.util.Arrays;
import java.util.Locale;

/**
 * Settings of the golden files: the default, and every map, sketch algorithm, method and way to forget. Each has a model and a
 * checkpoint of the same rows, the last of which wait in a block that is not full.
 */
enum GoldenCase {
    /** Nothing set: landmarks, and a block of 2,048 rows behind the checkpoint. The warm-up is ended early to keep the files small. */
    DEFAULT(2, 2048 + 40, SketchAlgorithm.GRAM),
    FOURIER(3, 150, SketchAlgorithm.FREQUENT_DIRECTIONS),
    PAIRED(3, 150, SketchAlgorithm.ALGORITHM_1),
    ORTHOGONAL(3, 150, SketchAlgorithm.FREQUENT_DIRECTIONS),
    STRUCTURED(3, 150, SketchAlgorithm.FREQUENT_DIRECTIONS),
    LANDMARKS(3, 150, SketchAlgorithm.FREQUENT_DIRECTIONS),
    /** A kernel of the inner product, about zero. */
    POLYNOMIAL(3, 150, SketchAlgorithm.GRAM),
    /** More features than a Gram matrix is kept of. */
    BLOCK(1, 2048 + 5, SketchAlgorithm.FREQUENT_DIRECTIONS_BLOCK),
    RNCA(1, 1024 + 20, SketchAlgorithm.GRAM),
    RNCA_ROW(3, 150, SketchAlgorithm.GRAM),
    NYSTROM(3, 150, null),
    EXACT(3, 40, null),
    HALF_LIFE(3, 150, SketchAlgorithm.GRAM),
    HALF_LIFE_IN_TIME(3, 150, SketchAlgorithm.FREQUENT_DIRECTIONS),
    WINDOW(3, 150, SketchAlgorithm.WINDOW);

    /** Rows that are learned after a file was read. */
    static final int MORE = 40;

    private static final int WARM_UP = 50;
    private static final int DEFAULT_WARM_UP = 12;
    private static final int UNSEEN = 5;

    private final int columns;
    private final int rows;
    private final SketchAlgorithm algorithm;

    GoldenCase(int columns, int rows, SketchAlgorithm algorithm) {
        this.columns = columns;
        this.rows = rows;
        this.algorithm = algorithm;
    }

    int columns() {
        return columns;
    }

    /** How many rows the files were learned from. */
    int rows() {
        return rows;
    }

    /** The sketch that the files name; null where there is none. */
    SketchAlgorithm algorithm() {
        return algorithm;
    }

    private String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String model() {
        return "v2-" + label() + ".skpca";
    }

    String checkpoint() {
        return "v2-" + label() + "-checkpoint.skpca";
    }

    /** The case that a file belongs to. */
    static GoldenCase of(String file) {
        return Arrays.stream(values())
                .filter(golden ->
                        golden.model().equals(file) || golden.checkpoint().equals(file))
                .findFirst()
                .orElseThrow();
    }

    KernelPcaBuilder settings() {
        if (this == DEFAULT) {
            return StreamingKernelPca.builder();
        }
        KernelPcaBuilder small = StreamingKernelPca.builder()
                .features(8)
                .sketchSize(4)
                .components(3)
                .warmUpRows(WARM_UP)
                .seed(2026 + ordinal());
        return switch (this) {
            case DEFAULT -> small;
            case FOURIER ->
                small.kernel(Kernel.rationalQuadratic(1.5, 2))
                        .map(MapKind.FOURIER)
                        .standardized(true)
                        .shrink(ShrinkRule.FAST)
                        .components(ComponentCount.ofShare(0.5));
            case PAIRED -> small.map(MapKind.PAIRED).shrink(ShrinkRule.PAPER);
            case ORTHOGONAL -> small.map(MapKind.ORTHOGONAL).shrink(ShrinkRule.FAST);
            case STRUCTURED -> small.map(MapKind.STRUCTURED).shrink(ShrinkRule.FAST);
            case LANDMARKS ->
                small.map(MapKind.LANDMARKS)
                        .features(9)
                        .landmarkRule(LandmarkRule.UNIFORM)
                        .rank(6)
                        .shrink(ShrinkRule.FAST);
            case POLYNOMIAL -> small.kernel(Kernel.polynomial(2, 3)).centered(false);
            case BLOCK -> small.map(MapKind.PAIRED).features(202).sketchSize(3);
            case RNCA -> small.method(Method.RNCA).standardized(true).components(ComponentCount.all());
            case RNCA_ROW -> small.method(Method.RNCA).rncaRowByRow(true).centered(false);
            case NYSTROM -> small.method(Method.NYSTROM).centered(false);
            case EXACT -> small.method(Method.EXACT).warmUpRows(20);
            case HALF_LIFE -> small.forgetting(Forgetting.halfLifeInRows(60));
            case HALF_LIFE_IN_TIME ->
                small.map(MapKind.PAIRED).shrink(ShrinkRule.FAST).forgetting(Forgetting.halfLifeInTime(150));
            case WINDOW -> small.map(MapKind.PAIRED).forgetting(Forgetting.window(70, 0.5));
        };
    }

    /** A learner of the rows of the files. */
    StreamingKernelPca learned() {
        StreamingKernelPca learner = settings().build(columns);
        int first = this == DEFAULT ? DEFAULT_WARM_UP : rows;
        teach(learner, 0, first);
        learner.endWarmUp();
        teach(learner, first, rows - first);
        return learner;
    }

    /** Lets a learner learn rows of the one stream that all files are of. */
    void teach(StreamingKernelPca learner, int from, int count) {
        double[] stream = SampleRows.clusters(41, from + count, columns);
        double[] part = Arrays.copyOfRange(stream, from * columns, (from + count) * columns);
        RowBatch batch = RowBatch.of(part, count);
        if (Learner.of(learner).settings().forgetting().needsTimes()) {
            double[] times = new double[count];
            // Some of them come late.
            Arrays.setAll(times, i -> 1000 + 2.5 * (from + i) - 3 * ((from + i) % 7));
            batch = batch.withTimes(times);
        }
        learner.update(batch);
    }

    /** Rows that were not learned from. */
    double[][] unseen() {
        double[] flat = SampleRows.clusters(42, UNSEEN, columns);
        double[][] unseen = new double[UNSEEN][];
        Arrays.setAll(unseen, i -> Arrays.copyOfRange(flat, i * columns, (i + 1) * columns));
        return unseen;
    }
}
