package io.github.skpca;

import io.github.skpca.internal.learning.Learner;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.Projector;
import io.github.skpca.kernel.BandwidthRule;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Rows without their zeros teach what the same rows with their zeros teach, to the last bit. */
class SparseLearnerTest {
    private static final long SEED = Long.getLong("skpca.test.seed", 20260707L);
    private static final int ROWS = 300;
    private static final int WARM_UP = 40;

    @TempDir
    Path folder;

    record Configuration(String name, int columns, Supplier<KernelPcaBuilder> settings) {
        StreamingKernelPca learner() {
            return settings.get().build(columns);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Configuration> configurations() {
        List<Configuration> all = new ArrayList<>();
        for (Method method : Method.values()) {
            List<MapKind> maps = method.sketchesFeatures()
                    ? Arrays.stream(MapKind.values())
                            .filter(kind -> kind != MapKind.LANDMARKS || method == Method.SKPCA)
                            .toList()
                    : List.of(MapKind.LANDMARKS);
            for (MapKind map : maps) {
                for (int form = 0; form < 8; form++) {
                    boolean centered = form % 2 == 0;
                    boolean standardized = form / 2 % 2 == 0;
                    // Past a piece of 128 terms, and within one.
                    int columns = form / 4 == 0 ? 11 : 150;
                    String name = method.label() + " " + map.label() + " of " + columns
                            + (centered ? ", centred" : "")
                            + (standardized ? ", standardised" : "");
                    all.add(new Configuration(
                            name,
                            columns,
                            () -> StreamingKernelPca.builder()
                                    .method(method)
                                    .map(map)
                                    .kernel(KernelFamily.GAUSSIAN, BandwidthRule.MEDIAN)
                                    .features(26)
                                    .sketchSize(5)
                                    .components(3)
                                    .centered(centered)
                                    .standardized(standardized)
                                    .warmUpRows(WARM_UP)
                                    .seed(3)));
                }
            }
        }
        all.add(new Configuration(
                "skpca polynomial",
                11,
                () -> StreamingKernelPca.builder()
                        .kernel(Kernel.polynomial(100, 2))
                        .features(26)
                        .sketchSize(5)
                        .components(3)
                        .warmUpRows(WARM_UP)));
        all.add(new Configuration(
                "exact laplacian",
                11,
                () -> StreamingKernelPca.builder()
                        .method(Method.EXACT)
                        .kernel(Kernel.laplacian(4))
                        .warmUpRows(WARM_UP)));
        return all;
    }

    /** Mostly zeros, some of them negative; columns 2 and 5 have none, and lie far from zero. */
    private static double[] rows(int columns) {
        Random random = new Random(SEED);
        double[] rows = new double[ROWS * columns];
        for (int i = 0; i < rows.length; i++) {
            int column = i % columns;
            boolean full = column == 2 || column == 5;
            if (full || random.nextInt(6) == 0) {
                rows[i] = (full ? 100 * column : 1) + random.nextGaussian();
            } else if (random.nextInt(9) == 0) {
                rows[i] = -0.0;
            }
        }
        // A row without anything, and one that repeats.
        Arrays.fill(rows, 3 * columns, 4 * columns, 0.0);
        System.arraycopy(rows, 0, rows, 50 * columns, columns);
        return rows;
    }

    private static SparseRows sparse(double[] rows, int from, int to, int columns) {
        return SparseRows.of(rows, from * columns, to - from, columns);
    }

    private static byte[] denseBits(Configuration configuration, double[] rows) {
        StreamingKernelPca dense = configuration.learner();
        dense.update(rows, ROWS);
        return Bits.of(dense);
    }

    @ParameterizedTest
    @MethodSource("configurations")
    void aModelFileHasTheSameBytes(Configuration configuration) throws IOException {
        int columns = configuration.columns();
        double[] rows = rows(columns);
        StreamingKernelPca dense = configuration.learner();
        dense.update(rows, ROWS);
        byte[] file = Bits.ofFile(dense.snapshot(), folder);
        byte[] state = Bits.of(dense);
        for (int threads = 1; threads <= 2; threads++) {
            try (Workers workers = new Workers(threads)) {
                StreamingKernelPca learner =
                        configuration.settings().get().workers(workers).build(columns);
                learner.update(RowBatch.of(sparse(rows, 0, ROWS, columns)));
                assertThat(Bits.of(learner))
                        .as("%s threads, seed=%s", threads, SEED)
                        .isEqualTo(state);
                assertThat(Bits.ofFile(learner.snapshot(), folder))
                        .as("%s threads, seed=%s", threads, SEED)
                        .isEqualTo(file);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("configurations")
    void anySplitAndAnyMixOfFormsIsTheSame(Configuration configuration) {
        int columns = configuration.columns();
        double[] rows = rows(columns);
        byte[] whole = denseBits(configuration, rows);
        for (long seed = SEED; seed < SEED + 4; seed++) {
            Random random = new Random(seed);
            StreamingKernelPca learner = configuration.learner();
            int done = 0;
            while (done < ROWS) {
                int next = Math.min(ROWS, done + random.nextInt(1 + random.nextInt(ROWS)));
                switch (random.nextInt(3)) {
                    case 0 -> learner.update(Arrays.copyOfRange(rows, done * columns, next * columns), next - done);
                    default -> learner.update(RowBatch.of(sparse(rows, done, next, columns)));
                }
                done = next;
            }
            assertThat(Bits.of(learner)).as("skpca.test.seed=" + seed).isEqualTo(whole);
        }
    }

    @ParameterizedTest
    @MethodSource("configurations")
    void loadingsAndScoresAreTheSame(Configuration configuration) {
        int columns = configuration.columns();
        double[] rows = rows(columns);
        StreamingKernelPca learner = configuration.learner();
        learner.update(RowBatch.of(sparse(rows, 0, ROWS, columns)));
        KernelPcaModel model = learner.snapshot();
        int k = model.components();
        SparseRows sparse = sparse(rows, 0, ROWS, columns);
        try (Workers workers = new Workers(2)) {
            for (Projector projector : List.of(
                    FittedModel.of(model).projector(), FittedModel.of(model).projector(workers))) {
                float[] loadings = new float[ROWS * k];
                float[] sparseLoadings = new float[ROWS * k];
                double[] scores = new double[ROWS];
                double[] sparseScores = new double[ROWS];
                projector.transform(rows, 0, ROWS, loadings, 0);
                projector.score(rows, 0, ROWS, scores, 0);
                projector.transform(sparse, 0, 7, sparseLoadings, 0);
                projector.transform(sparse, 7, ROWS - 7, sparseLoadings, 7 * k);
                projector.score(sparse, 0, 120, sparseScores, 0);
                projector.score(sparse, 120, ROWS - 120, sparseScores, 120);
                assertThat(sparseLoadings).as("seed=%s", SEED).containsExactly(loadings);
                assertThat(sparseScores).as("seed=%s", SEED).containsExactly(scores);
            }
        }
        SparseRows wide = new SparseRows(1, new int[] {0, 1}, new int[] {columns}, new double[] {1});
        assertThatThrownBy(() -> FittedModel.of(model).projector().transform(wide, 0, 1, new float[k], 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FittedModel.of(model).projector().score(wide, 0, 1, new double[1], 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @MethodSource("configurations")
    void aWarmUpWithoutZerosIsSavedAndGoneOnWith(Configuration configuration) throws IOException {
        int columns = configuration.columns();
        double[] rows = rows(columns);
        StreamingKernelPca dense = configuration.learner();
        dense.update(Arrays.copyOf(rows, 17 * columns), 17);
        byte[] provisional = Bits.ofFile(dense.snapshot(), folder);
        StreamingKernelPca learner = configuration.learner();
        learner.update(RowBatch.of(sparse(rows, 0, 17, columns)));
        assertThat(Bits.ofFile(learner.snapshot(), folder)).isEqualTo(provisional);
        Path checkpoint = folder.resolve("warming.skpca");
        learner.checkpoint(checkpoint);
        Path again = folder.resolve("again.skpca");
        StreamingKernelPca resumed = StreamingKernelPca.resume(checkpoint, Workers.callerOnly());
        assertThat(resumed.rows()).isEqualTo(17);
        resumed.checkpoint(again);
        assertThat(Files.readAllBytes(again)).isEqualTo(Files.readAllBytes(checkpoint));
        resumed.update(RowBatch.of(sparse(rows, 17, ROWS, columns)));
        assertThat(Bits.of(resumed)).as("seed=%s", SEED).isEqualTo(denseBits(configuration, rows));
    }

    @ParameterizedTest
    @MethodSource("configurations")
    void warmUpsOfBothFormsMerge(Configuration configuration) {
        int columns = configuration.columns();
        double[] rows = rows(columns);
        byte[] whole = denseBits(configuration, rows);
        for (int form = 0; form < 4; form++) {
            StreamingKernelPca first = part(configuration, rows, 0, 20, form % 2 == 0);
            StreamingKernelPca second = part(configuration, rows, 20, 39, form / 2 == 0);
            first.merge(second);
            assertThat(second.rows()).isEqualTo(19);
            first.update(RowBatch.of(sparse(rows, 39, ROWS, columns)));
            assertThat(Bits.of(first)).as("form %s, seed=%s", form, SEED).isEqualTo(whole);
        }
    }

    private static StreamingKernelPca part(
            Configuration configuration, double[] rows, int from, int to, boolean withoutZeros) {
        int columns = configuration.columns();
        StreamingKernelPca learner = configuration.learner();
        if (withoutZeros) {
            learner.update(RowBatch.of(sparse(rows, from, to, columns)));
        } else {
            learner.update(Arrays.copyOfRange(rows, from * columns, to * columns), to - from);
        }
        return learner;
    }

    @Test
    void aRefusedBatchLeavesTheLearnerAsItWas() {
        Configuration configuration = configurations().get(0);
        int columns = configuration.columns();
        double[] rows = rows(columns);
        for (int before : new int[] {0, 17, 100}) {
            StreamingKernelPca learner = configuration.learner();
            learner.update(RowBatch.of(sparse(rows, 0, before, columns)));
            byte[] bits = Bits.of(learner);
            for (double bad : new double[] {Double.NaN, Double.NEGATIVE_INFINITY, 1e39}) {
                SparseRows batch =
                        new SparseRows(3, new int[] {0, 2, 2, 4}, new int[] {0, 4, 1, 3}, new double[] {1, 2, 3, bad});
                BadRowException refused =
                        catchThrowableOfType(BadRowException.class, () -> learner.update(RowBatch.of(batch)));
                assertThat(refused.row()).isEqualTo(2);
                assertThat(refused.column()).isEqualTo(3);
            }
            SparseRows wide = new SparseRows(1, new int[] {0, 2}, new int[] {0, columns}, new double[] {1, 2});
            BadRowException refused =
                    catchThrowableOfType(BadRowException.class, () -> learner.update(RowBatch.of(wide)));
            assertThat(refused.column()).isEqualTo(columns);
            assertThat(refused).hasMessageContaining("11 are expected");
            assertThat(Bits.of(learner)).isEqualTo(bits);
        }
    }

    /** Rows of many columns, of which dense forms would take gigabytes, pass in a few megabytes. */
    @Test
    void manyColumnsTakeTheRoomOfTheirEntries() {
        int columns = 50_000;
        int count = 2_000;
        Random random = new Random(SEED);
        int[] starts = new int[count + 1];
        int[] filled = new int[20 * count];
        double[] values = new double[filled.length];
        for (int i = 0; i < count; i++) {
            int[] chosen = random.ints(0, columns).distinct().limit(20).sorted().toArray();
            System.arraycopy(chosen, 0, filled, 20 * i, 20);
            starts[i + 1] = 20 * (i + 1);
        }
        Arrays.setAll(values, i -> 1 + random.nextDouble());
        StreamingKernelPca learner = StreamingKernelPca.builder()
                .map(MapKind.PAIRED)
                .features(20)
                .sketchSize(4)
                .components(2)
                .warmUpRows(1_500)
                .kernel(io.github.skpca.kernel.Kernel.gaussian(8))
                .build(columns);
        learner.update(RowBatch.of(new SparseRows(1_499, starts, filled, values)));
        assertThat(learner.workingBytes()).isLessThan(2_000_000);
        SparseRows all = new SparseRows(count, starts, filled, values);
        StreamingKernelPca whole = Learner.resume(
                Learner.of(StreamingKernelPca.builder()
                                .map(MapKind.PAIRED)
                                .features(20)
                                .sketchSize(4)
                                .components(2)
                                .warmUpRows(1_500)
                                .kernel(io.github.skpca.kernel.Kernel.gaussian(8))
                                .build(columns))
                        .save(),
                Workers.callerOnly());
        whole.update(RowBatch.of(all));
        // The map's frequencies twice, as they are and padded to whole vectors for products, and a block of features.
        assertThat(whole.workingBytes()).isLessThan(25_000_000);
        assertThat(whole.snapshot().rows()).isEqualTo(count);
    }
}
