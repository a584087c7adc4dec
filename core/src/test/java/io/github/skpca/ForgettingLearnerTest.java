package io.github.skpca;

import io.github.skpca.internal.learning.Learner;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.kernel.Kernel;
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
import java.util.function.UnaryOperator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Learners that forget: their bound, their bytes, their files, and what they refuse. */
class ForgettingLearnerTest {
    private static final int ROWS = 240;
    private static final int COLUMNS = 3;
    private static final long SEED = 91;

    @TempDir
    Path folder;

    record Case(String name, Forgetting forgetting, UnaryOperator<KernelPcaBuilder> choose) {
        @Override
        public String toString() {
            return name;
        }

        KernelPcaBuilder builder() {
            return choose.apply(StreamingKernelPca.builder()
                    .forgetting(forgetting)
                    .features(24)
                    .sketchSize(6)
                    .components(4)
                    .warmUpRows(60)
                    .seed(SEED));
        }

        StreamingKernelPca learner() {
            return builder().build(COLUMNS);
        }
    }

    static List<Case> cases() {
        List<Forgetting> all = List.of(
                Forgetting.halfLifeInRows(50),
                Forgetting.halfLifeInTime(110),
                Forgetting.window(110, 0.6),
                Forgetting.window(33, 1));
        List<Case> cases = new ArrayList<>();
        for (Forgetting forgetting : all) {
            for (MapKind map : List.of(MapKind.PAIRED, MapKind.FOURIER, MapKind.LANDMARKS)) {
                boolean centered = map != MapKind.FOURIER;
                ShrinkRule shrink = map == MapKind.LANDMARKS ? ShrinkRule.BLOCK : ShrinkRule.FAST;
                cases.add(new Case(
                        forgetting.description() + ", " + map.label(),
                        forgetting,
                        builder -> builder.map(map).centered(centered).shrink(shrink)));
            }
        }
        cases.add(new Case(
                "half-life, rnca",
                all.get(1),
                builder -> builder.method(Method.RNCA).map(MapKind.PAIRED)));
        return cases;
    }

    /** Clusters that move away half-way. */
    private static double[] rows() {
        double[] rows = SampleRows.clusters(SEED, ROWS, COLUMNS);
        for (int i = rows.length / 2; i < rows.length; i++) {
            rows[i] = (float) (rows[i] * 0.5 + 4);
        }
        return rows;
    }

    /** Some late, with a gap. */
    private static double[] times() {
        Random random = new Random(SEED);
        double[] times = new double[ROWS];
        Arrays.setAll(times, i -> 5 + 2 * i + Math.floor(30 * random.nextGaussian()) + (i > 180 ? 100 : 0));
        return times;
    }

    private static void learn(StreamingKernelPca learner, int from, int to) {
        double[] rows = Arrays.copyOfRange(rows(), from * COLUMNS, to * COLUMNS);
        if (Learner.of(learner).settings().forgetting().needsTimes()) {
            learner.update(RowBatch.of(rows, to - from).withTimes(Arrays.copyOfRange(times(), from, to)));
        } else {
            learner.update(rows, to - from);
        }
    }

    private byte[] bytes(KernelPcaModel model) throws IOException {
        Path path = folder.resolve("model.skpca");
        model.save(path);
        return Files.readAllBytes(path);
    }

    private static double[] weights(Forgetting forgetting, int n) {
        double[] weights = new double[n];
        if (forgetting instanceof Forgetting.Window window) {
            Arrays.fill(weights, (int) Math.max(0, n - window.rows()), n, 1);
            return weights;
        }
        Forgetting.HalfLife life = (Forgetting.HalfLife) forgetting;
        double[] times = times();
        double latest = Arrays.stream(times, 0, n).max().orElseThrow();
        Arrays.setAll(
                weights,
                i -> Math.pow(2, -(forgetting.needsTimes() ? latest - times[i] : n - 1.0 - i) / life.halfLife()));
        return weights;
    }

    /** ||(I - WW')A'A(I - WW')||, A the weighted rows about their weighted mean: the error of the k directions. */
    private static double error(KernelPcaModel model, double[] weights) {
        int n = weights.length;
        int m = FittedModel.of(model).embedding().features();
        float[] features = new float[n * m];
        FittedModel.of(model)
                .embedding()
                .embed(rows(), 0, n, new float[n * COLUMNS], features, 0, Workers.callerOnly());
        double[] mean = new double[m];
        double sum = Arrays.stream(weights).sum();
        for (int i = 0; i < n * m && FittedModel.of(model).settings().centered(); i++) {
            mean[i % m] += weights[i / m] / sum * features[i];
        }
        double[] a = new double[n * m];
        for (int i = 0; i < n * m; i++) {
            a[i] = Math.sqrt(weights[i / m]) * (features[i] - mean[i % m]);
        }
        double[] loadings = DenseOracle.product(a, n, m, model.directions(), model.components());
        return DenseOracle.projectionError(DenseOracle.outer(a, n, m), loadings, n, model.components());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void boundHoldsForTheWeightedRows(Case one) {
        StreamingKernelPca learner = one.learner();
        int done = 0;
        for (int n : new int[] {2, 61, 203}) {
            learn(learner, done, n);
            done = n;
            KernelPcaModel model = learner.snapshot();
            double[] weights = weights(one.forgetting, n);
            double weight = Arrays.stream(weights).sum();
            assertThat(model.weight()).as(one.name).isCloseTo(weight, within(1e-9 * weight));
            assertThat(model.rows()).isEqualTo(n);
            for (int k = 1; k <= model.components(); k += 2) {
                KernelPcaModel fewer = model.withComponents(ComponentCount.of(k));
                assertThat(fewer.sketchBound())
                        .as(one.name + " n=" + n + " k=" + k + " seed=" + SEED)
                        .isGreaterThanOrEqualTo(error(fewer, weights) / weight - 1e-12);
            }
            assertThat(model.explainedVariance()).isBetween(0.0, 1.0 + 1e-6);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void neitherSplitsNorThreadsNorStopsChangeAByte(Case one) throws IOException {
        StreamingKernelPca straight = one.learner();
        learn(straight, 0, ROWS);
        byte[] expected = bytes(straight.snapshot());
        StreamingKernelPca pieces = one.learner();
        Path checkpoint = folder.resolve("checkpoint.skpca");
        Random random = new Random(SEED);
        for (int done = 0; done < ROWS; ) {
            int next = Math.min(ROWS, done + 1 + random.nextInt(150));
            learn(pieces, done, next);
            done = next;
            pieces.checkpoint(checkpoint);
            pieces = StreamingKernelPca.resume(checkpoint, Workers.callerOnly());
            assertThat(pieces.rows()).isEqualTo(done);
        }
        assertThat(bytes(pieces.snapshot()))
                .as(one.name + " in pieces, seed=" + SEED)
                .isEqualTo(expected);
        try (Workers workers = new Workers(3)) {
            StreamingKernelPca shared = one.builder().workers(workers).build(COLUMNS);
            learn(shared, 0, ROWS);
            assertThat(bytes(shared.snapshot())).as(one.name + " by threads").isEqualTo(expected);
        }
        KernelPcaModel loaded = KernelPcaModel.load(folder.resolve("model.skpca"));
        assertThat(FittedModel.of(loaded).settings())
                .isEqualTo(Learner.of(straight).settings());
        assertThat(loaded.weight()).isEqualTo(straight.snapshot().weight());
        assertThat(loaded.sketchBound()).isEqualTo(straight.snapshot().sketchBound());
        assertThat(loaded.excess()).isEqualTo(straight.snapshot().excess());
        assertThat(bytes(loaded)).as("written again").isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void rowsWithoutTheirZerosTeachTheSame(Case one) throws IOException {
        StreamingKernelPca dense = one.learner();
        StreamingKernelPca sparse = one.learner();
        double[] rows = rows();
        for (int i = 0; i < rows.length; i += 4) {
            rows[i] = 0;
        }
        SparseRows without = SparseRows.of(rows, 0, ROWS, COLUMNS);
        if (one.forgetting.needsTimes()) {
            dense.update(RowBatch.of(rows, ROWS).withTimes(times()));
            sparse.update(RowBatch.of(without).withTimes(times()));
        } else {
            dense.update(rows, ROWS);
            sparse.update(RowBatch.of(without));
        }
        assertThat(bytes(sparse.snapshot())).isEqualTo(bytes(dense.snapshot()));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aModelCanBeGoneOnWith(Case one) throws IOException {
        StreamingKernelPca learner = one.learner();
        learn(learner, 0, 180);
        Path path = folder.resolve("model.skpca");
        learner.snapshot().save(path);
        StreamingKernelPca goesOn = StreamingKernelPca.resume(path, Workers.callerOnly());
        learn(learner, 180, ROWS);
        learn(goesOn, 180, ROWS);
        KernelPcaModel found = goesOn.snapshot();
        assertThat(found.weight()).isCloseTo(learner.snapshot().weight(), within(1e-9 * found.weight()));
        double[] weights = weights(one.forgetting, ROWS);
        assertThat(found.sketchBound()).isGreaterThanOrEqualTo(error(found, weights) / found.weight() - 1e-12);
        assertThat(found.mapError()).isPresent();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void streamsMergeIfTheirAgesCanBeCompared(Case one) {
        StreamingKernelPca first = one.learner();
        learn(first, 0, 150);
        StreamingKernelPca second = StreamingKernelPca.like(first.snapshot(), Workers.callerOnly());
        learn(second, 150, ROWS);
        if (one.forgetting instanceof Forgetting.Window) {
            assertThatThrownBy(() -> first.merge(second))
                    .isInstanceOf(MergeException.class)
                    .hasMessageContaining("windows do not merge");
            return;
        }
        first.merge(second);
        double[] weights = weights(one.forgetting, ROWS);
        if (!one.forgetting.needsTimes()) {
            System.arraycopy(weights, ROWS - 150, weights, 0, 150);
        }
        KernelPcaModel model = first.snapshot();
        assertThat(model.rows()).isEqualTo(ROWS);
        assertThat(model.weight()).isCloseTo(Arrays.stream(weights).sum(), within(1e-6));
        assertThat(model.sketchBound()).isGreaterThanOrEqualTo(error(model, weights) / model.weight() - 1e-12);
    }

    @Test
    void learnersThatWarmUpMerge() {
        Case timed = cases().get(3);
        StreamingKernelPca first = timed.learner();
        learn(first, 0, 20);
        StreamingKernelPca second = timed.learner();
        learn(second, 20, 55);
        first.merge(second);
        learn(first, 55, 90);
        KernelPcaModel model = first.snapshot();
        assertThat(model.weight())
                .isCloseTo(Arrays.stream(weights(timed.forgetting, 90)).sum(), within(1e-9));

        Case counted = cases().get(0);
        StreamingKernelPca done = counted.learner();
        learn(done, 0, 90);
        StreamingKernelPca early = counted.learner();
        learn(early, 90, 120);
        done.merge(early);
        double expected = Arrays.stream(weights(counted.forgetting, 90)).sum()
                + Arrays.stream(weights(counted.forgetting, 30)).sum();
        assertThat(done.snapshot().weight()).isCloseTo(expected, within(1e-9));
        assertThatThrownBy(() -> counted.learner().merge(early)).hasMessageContaining("both are warming up");
    }

    @Test
    void whatHasNoMeaningIsRefused() {
        StreamingKernelPca timed = cases().get(3).learner();
        StreamingKernelPca counted = cases().get(0).learner();
        assertThatThrownBy(() -> timed.update(new double[3]))
                .isInstanceOf(BadRowException.class)
                .hasMessageContaining("RowBatch.withTimes");
        assertThatThrownBy(() -> timed.update(new float[3])).isInstanceOf(BadRowException.class);
        assertThatThrownBy(() -> counted.update(RowBatch.of(new double[3], 1).withTimes(new double[1])))
                .isInstanceOf(BadRowException.class)
                .hasMessageContaining("leave them out");
        assertThatThrownBy(() -> timed.update(RowBatch.of(new double[6], 2).withTimes(new double[] {1, Double.NaN})))
                .isInstanceOf(BadRowException.class)
                .hasMessageContaining("row 2");
        assertThatThrownBy(() -> timed.update(RowBatch.of(new double[6], 2).withTimes(new double[1])))
                .hasMessageContaining("fewer");
        assertThat(timed.rows()).isZero();
        assertThatThrownBy(() -> timed.merge(counted))
                .isInstanceOf(MergeException.class)
                .hasMessageContaining("half-life");
        assertThatThrownBy(() -> counted.merge(
                        cases().get(0).builder().forgetting(Forgetting.none()).build(COLUMNS)))
                .hasMessageContaining("no forgetting");
        KernelPcaBuilder builder = StreamingKernelPca.builder().features(24);
        for (Method method : List.of(Method.NYSTROM, Method.EXACT)) {
            assertThatThrownBy(() -> builder.copy()
                            .method(method)
                            .forgetting(Forgetting.halfLifeInRows(5))
                            .build(2))
                    .hasMessageContaining("does not forget");
        }
        assertThatThrownBy(() -> builder.copy()
                        .method(Method.RNCA)
                        .forgetting(Forgetting.window(5, 0.1))
                        .build(2))
                .hasMessageContaining("no window");
        assertThatThrownBy(() -> builder.copy()
                        .kernel(Kernel.polynomial(1, 2))
                        .forgetting(Forgetting.window(5, 0.1))
                        .build(2))
                .hasMessageContaining("bound");
    }
}
