package io.github.skpca;

import io.github.skpca.error.KernelError;
import io.github.skpca.internal.feature.KernelValueMap;
import io.github.skpca.internal.feature.NystromMap;
import io.github.skpca.internal.feature.StructuredFeatures;
import io.github.skpca.internal.learning.Learner;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.Projector;
import io.github.skpca.internal.model.Settings;
import io.github.skpca.internal.sketch.Remainder;
import io.github.skpca.kernel.DotProductKernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

/** What every learner keeps to, whatever its settings: subclasses say only which settings. */
abstract class LearnerContract {
    static final int COLUMNS = 3;
    private static final int BLOCK_ROWS = 2048;
    static final int FEATURES = 16;
    static final int SKETCH = 4;
    static final int WARM_UP = 20;

    /** Past the first block of 128 rows, so that its end lies inside the stream; blocks of 2048 are {@link FullBlocksContractTest}'s. */
    private static final int ROWS = 150;

    /** Ends of the warm-up and of a block, and the rows about them. */
    private static final int[] TURNS = {1, 2, 3, 4, 5, 8, 9, 19, 20, 21, 60, 127, 128, 129, 149, 150};

    private static final long SEED = Long.getLong("skpca.test.seed", 20260202L);

    private final double[] stream = SampleRows.clusters(SEED, ROWS, COLUMNS);

    @TempDir
    Path folder;

    /** A fresh builder with the settings under test: {@link #FEATURES}, {@link #SKETCH}, {@link #WARM_UP} and 3 components. */
    abstract KernelPcaBuilder builder();

    private StreamingKernelPca learner() {
        return builder().build(COLUMNS);
    }

    private StreamingKernelPca learned(int from, int to) {
        StreamingKernelPca learner = learner();
        learner.update(rows(from, to), to - from);
        return learner;
    }

    private double[] rows(int from, int to) {
        return Arrays.copyOfRange(stream, from * COLUMNS, to * COLUMNS);
    }

    private double[] row(int i) {
        return rows(i, i + 1);
    }

    private Method method() {
        return Learner.settings(builder(), COLUMNS).method();
    }

    /** What the seed decides about a model: frequencies, or which rows are landmarks. */
    private static float[] drawn(KernelPcaModel model) {
        if (FittedModel.of(model).embedding().map() instanceof StructuredFeatures map) {
            return map.lengths();
        }
        if (FittedModel.of(model).embedding().map() instanceof NystromMap map) {
            return map.values().landmarks();
        }
        return FittedModel.of(model).embedding().map() instanceof KernelValueMap map
                ? map.landmarks()
                : FittedModel.of(model).embedding().map().frequencies();
    }

    private boolean bandwidthIsGiven() {
        return Learner.settings(builder(), COLUMNS).kernel().fixed() != null;
    }

    @Test
    void batchEqualsOneByOne() throws IOException {
        StreamingKernelPca single = learner();
        for (int i = 0; i < ROWS; i++) {
            single.update(row(i));
        }
        StreamingKernelPca batch = learned(0, ROWS);

        assertThat(Bits.of(single)).isEqualTo(Bits.of(batch));
        assertThat(Bits.ofFile(single.snapshot(), folder)).isEqualTo(Bits.ofFile(batch.snapshot(), folder));
    }

    @Test
    void everySplitIntoBatchesIsTheSame() {
        byte[] whole = Bits.of(learned(0, ROWS));
        for (long seed = SEED; seed < SEED + 10; seed++) {
            Random random = new Random(seed);
            StreamingKernelPca learner = learner();
            int done = 0;
            while (done < ROWS) {
                int next = Math.min(ROWS, done + random.nextInt(1 + random.nextInt(ROWS)));
                learner.update(rows(done, next), next - done);
                done = next;
            }
            assertThat(Bits.of(learner)).as("skpca.test.seed=" + seed).isEqualTo(whole);
        }
    }

    @Test
    void floatRowsEqualDoubleRows() {
        float[] narrow = SampleRows.narrowed(stream);
        StreamingKernelPca batch = learner();
        batch.update(narrow, ROWS);
        StreamingKernelPca single = learner();
        for (int i = 0; i < ROWS; i++) {
            single.update(Arrays.copyOfRange(narrow, i * COLUMNS, (i + 1) * COLUMNS));
        }
        byte[] wide = Bits.of(learned(0, ROWS));

        assertThat(Bits.of(batch)).isEqualTo(wide);
        assertThat(Bits.of(single)).isEqualTo(wide);
    }

    @Test
    void threadsDoNotChangeAByte() throws IOException {
        byte[] alone = Bits.ofFile(learned(0, ROWS).snapshot(), folder);
        for (int threads = 2; threads <= 3; threads++) {
            try (Workers workers = new Workers(threads)) {
                StreamingKernelPca learner = builder().workers(workers).build(COLUMNS);
                learner.update(stream, ROWS);
                assertThat(Bits.ofFile(learner.snapshot(), folder))
                        .as(threads + " threads")
                        .isEqualTo(alone);
            }
        }
    }

    @Test
    void inputIsNeitherKeptNorChanged() {
        double[] given = stream.clone();
        float[] narrow = SampleRows.narrowed(stream);
        StreamingKernelPca learner = learner();
        learner.update(Arrays.copyOf(given, 10 * COLUMNS), 10);
        double[] reused = new double[COLUMNS];
        for (int i = 10; i < ROWS; i++) {
            System.arraycopy(given, i * COLUMNS, reused, 0, COLUMNS);
            learner.update(reused);
            assertThat(reused).containsExactly(row(i));
            Arrays.fill(reused, 1e6);
        }
        learner().update(given, ROWS);
        learner().update(narrow, ROWS);

        assertThat(Bits.of(learner)).isEqualTo(Bits.of(learned(0, ROWS)));
        assertThat(given).containsExactly(stream);
        assertThat(narrow).containsExactly(SampleRows.narrowed(stream));
    }

    @Test
    void seedRepeatsAndAnotherDiffers() throws IOException {
        byte[] first = Bits.ofFile(learned(0, ROWS).snapshot(), folder);
        StreamingKernelPca other = builder().seed(8).build(COLUMNS);
        other.update(stream, ROWS);

        assertThat(Bits.ofFile(learned(0, ROWS).snapshot(), folder)).isEqualTo(first);
        if (method() != Method.EXACT) {
            assertThat(drawn(other.snapshot()))
                    .isNotEqualTo(drawn(learned(0, ROWS).snapshot()));
        }
    }

    @Test
    void snapshotIsPureAtEveryPrefix() {
        StreamingKernelPca learner = learner();
        for (int i = 0; i < ROWS; i++) {
            learner.update(row(i));
            if (i == 0 && !bandwidthIsGiven()) {
                assertThatThrownBy(learner::snapshot).isInstanceOf(BandwidthException.class);
                continue;
            }
            byte[] before = Bits.of(learner);
            KernelPcaModel model = learner.snapshot();
            byte[] modelBits = Bits.of(model);

            assertThat(learner.latest()).containsSame(model);
            assertThat(Bits.of(learner.snapshot())).as("row " + i).isEqualTo(modelBits);
            assertThat(Bits.of(learner)).as("row " + i).isEqualTo(before);
            assertThat(model.rows()).isEqualTo(i + 1).isEqualTo(learner.rows());
            assertThat(model.isProvisional()).isEqualTo(i + 1 < WARM_UP).isEqualTo(learner.isWarmingUp());
        }
        assertThat(Bits.of(learner)).isEqualTo(Bits.of(learned(0, ROWS)));
    }

    @Test
    void snapshotOfAPrefixIsThatOfALearnerThatSawNoMore() {
        for (int rows : TURNS) {
            if (rows == 1 && !bandwidthIsGiven()) {
                continue;
            }
            KernelPcaModel provisional = learned(0, rows).snapshot();
            StreamingKernelPca ended = learned(0, rows);
            ended.endWarmUp();
            KernelPcaModel model = ended.snapshot();

            assertThat(model.isProvisional()).isFalse();
            assertThat(provisional.directions()).as(rows + " rows").containsExactly(model.directions());
            assertThat(provisional.spectrum()).as(rows + " rows").containsExactly(model.spectrum());
            assertThat(Double.compare(provisional.sketchBound(), model.sketchBound()))
                    .isZero();
            assertThat(provisional.transform(row(0))).containsExactly(model.transform(row(0)));
        }
    }

    @Test
    void learnerGoesOnFromEveryPrefixAsIfNothingHadHappened() {
        byte[] uninterrupted = Bits.of(learned(0, ROWS));
        StreamingKernelPca learner = learner();
        for (int done = 0; done < ROWS; done++) {
            StreamingKernelPca resumed = Learner.resume(Learner.of(learner).save(), Workers.callerOnly());
            assertThat(Bits.of(resumed)).as("after " + done + " rows").isEqualTo(Bits.of(learner));
            resumed.update(rows(done, ROWS), ROWS - done);
            assertThat(Bits.of(resumed)).as("resumed after " + done + " rows").isEqualTo(uninterrupted);
            learner.update(row(done));
        }
    }

    @Test
    void learnerGoesOnFromItsFile() throws IOException {
        byte[] uninterrupted = Bits.ofFile(learned(0, ROWS).snapshot(), folder);
        Path path = folder.resolve("checkpoint.skpca");
        for (int done : new int[] {0, 1, 19, 20, 110, 128, 140}) {
            StreamingKernelPca learner = learned(0, done);
            byte[] before = Bits.of(learner);
            learner.checkpoint(path);
            assertThat(Bits.of(learner)).as("after " + done + " rows").isEqualTo(before);

            StreamingKernelPca resumed = StreamingKernelPca.resume(path, Workers.callerOnly());
            assertThat(Bits.of(resumed)).as("after " + done + " rows").isEqualTo(before);
            resumed.update(rows(done, ROWS), ROWS - done);
            assertThat(Bits.ofFile(resumed.snapshot(), folder))
                    .as("resumed after " + done + " rows")
                    .isEqualTo(uninterrupted);
        }
    }

    @Test
    void memoryDoesNotGrowWithTheStreamUnlessAllRowsAreKept() {
        StreamingKernelPca learner = learner();
        double[] rows = SampleRows.clusters(SEED + 1, 4500, COLUMNS);
        learner.update(rows, 500);
        long early = learner.workingBytes();
        learner.update(rows, 4500);

        assertThat(learner.rows()).isEqualTo(5000);
        if (method() == Method.EXACT) {
            assertThat(learner.workingBytes()).isBetween(4L * 5000 * COLUMNS, 8L * 5000 * COLUMNS + 10_000);
            assertRefusesMoreThanItKeeps(learner, rows);
        } else {
            Settings settings = Learner.of(learner).settings();
            // Landmarks that follow the stream may have become as many as there can be.
            long grown = settings.sketchesLandmarks()
                    ? 40L * settings.features() * (COLUMNS + settings.landmarkRank()) + 16L * BLOCK_ROWS * COLUMNS
                    : 0;
            assertThat(learner.workingBytes()).isBetween(early, early + grown);
            long late = learner.workingBytes();
            learner.update(rows, 4500);
            learner.update(rows, 4500);
            assertThat(learner.workingBytes()).isLessThanOrEqualTo(Math.max(late, early + grown));
            assertThat(learner.snapshot().spectrum())
                    .hasSizeLessThanOrEqualTo(Learner.of(learner).settings().mostDirections());
        }
    }

    private static void assertRefusesMoreThanItKeeps(StreamingKernelPca learner, double[] rows) {
        for (int i = 0; i < 3; i++) {
            learner.update(rows, 4500);
        }
        learner.update(rows, 1400);
        byte[] before = Bits.of(learner);
        assertThatThrownBy(() -> learner.update(rows, 101))
                .isInstanceOf(TooManyRowsException.class)
                .hasMessage("method exact keeps every row and takes at most 20000 of them, not 20001: "
                        + "use method nystrom, rnca or skpca, or fewer rows");
        assertThatThrownBy(() -> learner.merge(learner)).isInstanceOf(TooManyRowsException.class);
        assertThat(Bits.of(learner)).isEqualTo(before);
        learner.update(rows, 100);
        assertThat(learner.rows()).isEqualTo(20_000);
    }

    @Test
    void refusedBatchLeavesTheLearnerAsItWas() {
        for (int before : new int[] {0, 10, 19, 20, 100, 127, 128}) {
            StreamingKernelPca learner = learned(0, before);
            byte[] bits = Bits.of(learner);
            for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
                double[] batch = rows(0, 40);
                batch[17 * COLUMNS + 1] = bad;
                float[] narrow = SampleRows.narrowed(batch);

                assertBadRow(() -> learner.update(batch, 40), 17, 1);
                assertBadRow(() -> learner.update(narrow, 40), 17, 1);
                assertBadRow(() -> learner.update(new double[] {bad, 0, 0}), 0, 0);
                assertBadRow(() -> learner.update(new float[] {0, 0, (float) bad}), 0, 2);
            }
            assertBadRow(() -> learner.update(new double[COLUMNS - 1]), -1, -1);
            assertBadRow(() -> learner.update(new float[COLUMNS + 1]), -1, -1);
            assertBadRow(() -> learner.update(new double[3 * COLUMNS - 1], 3), -1, -1);
            assertBadRow(() -> learner.update(new float[3 * COLUMNS], 4), -1, -1);
            assertBadRow(() -> learner.update(new double[COLUMNS], -1), -1, -1);
            assertThat(Bits.of(learner)).as("after " + before + " rows").isEqualTo(bits);
        }
    }

    private static void assertBadRow(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, int row, int column) {
        BadRowException refused = catchThrowableOfType(BadRowException.class, call);
        assertThat(refused).isNotNull();
        assertThat(refused.row()).isEqualTo(row);
        assertThat(refused.column()).isEqualTo(column);
        if (row >= 0) {
            assertThat(refused).hasMessageStartingWith("row " + (row + 1) + ", column " + (column + 1) + ": ");
        }
    }

    @Test
    void mergedTreeStandsForAllRows() {
        KernelPcaModel first = learned(0, 50).snapshot();
        StreamingKernelPca left = like(first, 0, 50);
        StreamingKernelPca right = like(first, 60, 150);
        StreamingKernelPca short1 = like(first, 50, 60);
        byte[] untouched = Bits.of(right);
        short1.merge(right);
        left.merge(short1);

        assertThat(Bits.of(right)).isEqualTo(untouched);
        assertStandsForTheStream(left);
        assertSameFrame(left.snapshot(), first);
    }

    private void assertSameFrame(KernelPcaModel one, KernelPcaModel other) {
        assertThat(FittedModel.of(one)
                        .embedding()
                        .preprocessing()
                        .differenceFrom(FittedModel.of(other).embedding().preprocessing()))
                .isEmpty();
        boolean follows = FittedModel.of(one)
                .settings()
                .followsWithLandmarks(FittedModel.of(one).embedding().kernel());
        if (method().sketchesFeatures() && !follows) {
            assertThat(FittedModel.of(one)
                            .embedding()
                            .differenceFrom(FittedModel.of(other).embedding()))
                    .isEmpty();
        }
    }

    private StreamingKernelPca like(KernelPcaModel model, int from, int to) {
        StreamingKernelPca learner = StreamingKernelPca.like(model, Workers.callerOnly());
        learner.update(rows(from, to), to - from);
        return learner;
    }

    private void assertStandsForTheStream(StreamingKernelPca learner) {
        KernelPcaModel model = learner.snapshot();
        assertThat(model.rows()).isEqualTo(ROWS);
        if (!method().sketchesFeatures()) {
            assertLandmarksAreRowsOfTheStream(model);
            return;
        }
        if (hasCarried(model)) {
            assertThat(KernelError.measure(model, stream, ROWS, Workers.callerOnly())
                            .spectral())
                    .isLessThanOrEqualTo(model.kernelBound().orElseThrow());
            return;
        }
        double[] z = DenseOracle.centredFeatures(model, stream, ROWS);
        double squaredNorm = DenseOracle.frobeniusNorm(z) * DenseOracle.frobeniusNorm(z);

        assertThat(FittedModel.of(model).snapshot().summary().state().squaredNorm())
                .isCloseTo(squaredNorm, within(1e-9 * squaredNorm));
        if (model.mean() != null) {
            double[] mean = DenseOracle.mean(
                    DenseOracle.features(model, stream, ROWS),
                    ROWS,
                    FittedModel.of(model).embedding().features());
            assertThat(model.mean())
                    .containsExactly(mean, within(1e-12 * Math.max(1, DenseOracle.frobeniusNorm(mean))));
        }
        assertThat(DenseOracle.projectionError(model, z, ROWS) / ROWS).isLessThanOrEqualTo(model.sketchBound());
        if (method() == Method.RNCA) {
            KernelPcaModel all = model.withComponents(ComponentCount.all());
            assertThat(DenseOracle.projectionError(all, z, ROWS) / ROWS)
                    .isLessThanOrEqualTo(all.sketchBound())
                    .isLessThan(1e-5);
            assertThat(all.sketchBound()).isLessThan(1e-4);
        }
    }

    /** Whether some rows were learned with other landmarks: then the sums are not those of today's features. */
    static boolean hasCarried(KernelPcaModel model) {
        Remainder remainder = FittedModel.of(model).snapshot().remainder();
        return remainder.lost() + remainder.carried() > 0;
    }

    /** Of exact all rows, in order; of Nystrom each sampler's is one of them, and which is another test's matter. */
    private void assertLandmarksAreRowsOfTheStream(KernelPcaModel model) {
        float[] standardised = new float[stream.length];
        FittedModel.of(model).embedding().standardizer().apply(stream, 0, ROWS, standardised, 0);
        float[] landmarks = drawn(model);
        if (method() == Method.EXACT) {
            assertThat(landmarks).containsExactly(standardised);
            return;
        }
        assertThat(landmarks).hasSize(FEATURES * COLUMNS);
        for (int i = 0; i < FEATURES; i++) {
            float[] landmark = Arrays.copyOfRange(landmarks, i * COLUMNS, (i + 1) * COLUMNS);
            boolean found = false;
            for (int r = 0; r < ROWS && !found; r++) {
                found = Arrays.equals(landmark, Arrays.copyOfRange(standardised, r * COLUMNS, (r + 1) * COLUMNS));
            }
            assertThat(found).as("landmark " + i).isTrue();
        }
    }

    @Test
    void emptyLearnersAddNothing() {
        KernelPcaModel model = learned(0, ROWS).snapshot();
        StreamingKernelPca full = learned(0, ROWS);
        byte[] bits = Bits.of(full);
        full.merge(learner());
        full.merge(StreamingKernelPca.like(model, Workers.callerOnly()));
        assertThat(Bits.of(full)).isEqualTo(bits);

        StreamingKernelPca empty = learner();
        empty.merge(learner());
        assertThat(empty.rows()).isZero();
        assertThat(empty.isWarmingUp()).isTrue();
        empty.merge(full);
        assertStandsForTheStream(empty);
        StreamingKernelPca alike = StreamingKernelPca.like(model, Workers.callerOnly());
        alike.merge(full);
        assertStandsForTheStream(alike);
    }

    @Test
    void learnersInTheWarmUpMergeRowByRow() {
        StreamingKernelPca both = learned(0, 7);
        StreamingKernelPca other = learned(7, 15);
        byte[] untouched = Bits.of(other);
        both.merge(other);
        assertThat(Bits.of(both)).isEqualTo(Bits.of(learned(0, 15)));
        assertThat(Bits.of(other)).isEqualTo(untouched);

        both.merge(learned(15, 30));
        assertThat(Bits.of(both)).isEqualTo(Bits.of(learned(0, 30)));

        StreamingKernelPca running = learned(0, 130);
        running.merge(learned(130, 140));
        assertThat(Bits.of(running)).isEqualTo(Bits.of(learned(0, 140)));
    }

    @Test
    void learnerInTheWarmUpAdoptsTheOthersMap() {
        StreamingKernelPca young = learned(0, 15);
        StreamingKernelPca old = learned(15, ROWS);
        byte[] untouched = Bits.of(old);
        young.merge(old);

        assertThat(Bits.of(old)).isEqualTo(untouched);
        assertThat(young.isWarmingUp()).isFalse();
        assertSameFrame(young.snapshot(), old.snapshot());
        assertStandsForTheStream(young);
    }

    @Test
    void learnerGoesOnAfterMerging() {
        KernelPcaModel first = learned(0, 40).snapshot();
        StreamingKernelPca learner = like(first, 0, 40);
        learner.merge(like(first, 40, 90));
        learner.update(rows(90, ROWS), ROWS - 90);
        assertStandsForTheStream(learner);
    }

    @Test
    void transformIsPureAndTheSameForRowsAndBatches() {
        KernelPcaModel model = learned(0, ROWS).snapshot();
        byte[] before = Bits.of(model);
        int k = model.components();
        float[] batch = new float[ROWS * k];
        double[] scores = new double[ROWS];
        Projector projector = FittedModel.of(model).projector();
        projector.transform(stream, 0, ROWS, batch, 0);
        projector.score(stream, 0, ROWS, scores, 0);
        for (int i = 0; i < ROWS; i++) {
            float[] narrow = SampleRows.narrowed(row(i));
            assertThat(model.transform(row(i))).containsExactly(Arrays.copyOfRange(batch, i * k, (i + 1) * k));
            assertThat(model.transform(narrow)).containsExactly(model.transform(row(i)));
            assertThat(model.score(row(i))).isEqualTo(scores[i]).isEqualTo(model.score(narrow));
        }
        for (int threads = 2; threads <= 3; threads++) {
            try (Workers workers = new Workers(threads)) {
                float[] shared = new float[ROWS * k];
                double[] sharedScores = new double[ROWS];
                FittedModel.of(model).projector(workers).transform(stream, 0, ROWS, shared, 0);
                FittedModel.of(model).projector(workers).score(stream, 0, ROWS, sharedScores, 0);
                assertThat(shared).containsExactly(batch);
                assertThat(sharedScores).containsExactly(scores);
                for (RowBatch rows : allForms(stream)) {
                    assertThat(model.transform(rows, workers)).containsExactly(batch);
                    assertThat(model.score(rows, workers)).containsExactly(scores);
                }
            }
        }
        for (RowBatch rows : allForms(stream)) {
            assertThat(model.transform(rows)).containsExactly(batch);
            assertThat(model.score(rows)).containsExactly(scores);
        }
        assertThatThrownBy(() -> model.score(RowBatch.of(new double[COLUMNS], 2)))
                .hasMessage(COLUMNS + " numbers for 2 rows of a model of " + COLUMNS + " columns");
        assertThat(Bits.of(model)).isEqualTo(before);
    }

    private static List<RowBatch> allForms(double[] rows) {
        return List.of(
                RowBatch.of(rows, ROWS),
                RowBatch.of(SampleRows.narrowed(rows), ROWS),
                RowBatch.of(SparseRows.of(rows, 0, ROWS, COLUMNS)));
    }

    @Test
    void loadingsAndScoresAreThoseOfTheDefinition() {
        KernelPcaModel model = learned(0, ROWS).snapshot();
        assertFollowsTheDefinition(model, model.withScoreComponents(ComponentCount.of(model.components())));
        KernelPcaModel byAll = model.withComponents(directionsOfScore(model));
        assertFollowsTheDefinition(byAll, model);
    }

    /** All directions of a sketch, unless they are all that features have; or else the components. */
    private static ComponentCount directionsOfScore(KernelPcaModel model) {
        boolean isWhole = !isOfLandmarks(model) && model.spectrum().length >= model.features();
        boolean takesAll = FittedModel.of(model).settings().method() == Method.SKPCA && !isWhole;
        return takesAll ? ComponentCount.all() : ComponentCount.of(model.components());
    }

    /** The number of components is nothing that a score or its meaning depends on. */
    @Test
    void anotherNumberOfComponentsLeavesTheScoreAsItIs() {
        KernelPcaModel model = learned(0, ROWS).snapshot();
        for (KernelPcaModel other :
                List.of(model.withComponents(ComponentCount.of(1)), model.withComponents(ComponentCount.all()))) {
            for (int i = 0; i < ROWS; i += 10) {
                assertThat(other.score(row(i))).isEqualTo(model.score(row(i)));
                assertThat(other.scoreGradient(row(i))).containsExactly(model.scoreGradient(row(i)));
            }
            assertThat(other.contributions(row(3))).containsExactly(model.contributions(row(3)));
            assertThat(other.calibration()).isEqualTo(model.calibration());
        }
    }

    /**
     * Loadings and residuals are those of the definition, and so are scores.
     *
     * @param scored the same model, scored with the same directions as {@code model} has components
     */
    private void assertFollowsTheDefinition(KernelPcaModel model, KernelPcaModel scored) {
        int k = model.components();
        double[] seenAndFar = SampleRows.clusters(SEED + 2, 60, COLUMNS);
        for (int i = 30 * COLUMNS; i < seenAndFar.length; i++) {
            seenAndFar[i] *= 5;
        }
        int m = FittedModel.of(model).embedding().features();
        double[] features = DenseOracle.features(model, seenAndFar, 60);
        double[] z = model.mean() == null ? features : DenseOracle.about(features, 60, m, model.mean());
        float[] w = model.directions();
        for (int i = 0; i < 60; i++) {
            double[] x = Arrays.copyOfRange(seenAndFar, i * COLUMNS, (i + 1) * COLUMNS);
            float[] loadings = model.transform(x);
            double squares = squaredLength(model, x, Arrays.copyOfRange(features, i * m, (i + 1) * m));
            // Features of landmarks divide by roots of small eigenvalues, which blows the rounding of floats up.
            double tolerance = isOfLandmarks(model) ? 1e-4 * Math.max(1, squares) : 1e-5;
            double residual = squares;
            for (int c = 0; c < k; c++) {
                double loading = 0;
                for (int j = 0; j < m; j++) {
                    loading += w[c * m + j] * z[i * m + j];
                }
                assertThat((double) loadings[c]).isCloseTo(loading, within(tolerance));
                residual -= loading * loading;
            }
            assertThat(model.residual(x)).isBetween(0.0, squares + tolerance).isCloseTo(residual, within(tolerance));
            double growth = 1 + beyondLearned(model, x);
            assertThat(scored.score(x) / growth).isCloseTo(model.residual(x), within(1e-6 * Math.max(1, squares)));
        }
    }

    /** The squared distance of a row from the box of the learned ones that the model keeps, over twice the squared bandwidth. */
    private double beyondLearned(KernelPcaModel model, double[] row) {
        if (FittedModel.of(model).embedding().kernel() instanceof DotProductKernel) {
            return 0;
        }
        double[] kept = new double[ROWS * COLUMNS];
        FittedModel.of(model).embedding().standardizer().apply(rows(0, ROWS), 0, ROWS, kept, 0);
        if (FittedModel.of(model).embedding().map() instanceof KernelValueMap values) {
            float[] landmarks = values.landmarks();
            kept = new double[landmarks.length];
            for (int i = 0; i < kept.length; i++) {
                kept[i] = landmarks[i];
            }
        }
        double[] x = new double[COLUMNS];
        FittedModel.of(model).embedding().standardizer().apply(row, 0, 1, x, 0);
        double sum = 0;
        for (int j = 0; j < COLUMNS; j++) {
            double low = Double.POSITIVE_INFINITY;
            double high = Double.NEGATIVE_INFINITY;
            for (int i = j; i < kept.length; i += COLUMNS) {
                low = Math.min(low, kept[i]);
                high = Math.max(high, kept[i]);
            }
            sum += Math.pow(Math.max(0, Math.max(low - x[j], x[j] - high)), 2);
        }
        return sum / (2 * Math.pow(FittedModel.of(model).embedding().kernel().bandwidth(), 2));
    }

    private static boolean isOfLandmarks(KernelPcaModel model) {
        return FittedModel.of(model).embedding().map() instanceof NystromMap;
    }

    /** ||z - mu||^2 among features; in the kernel's own space for landmarks. */
    private static double squaredLength(KernelPcaModel model, double[] row, double[] features) {
        double[] mean = model.mean() == null ? new double[features.length] : model.mean();
        double sum = 0;
        double average = 0;
        double grandMean = 0;
        double squaredMean = 0;
        double product = 0;
        for (int j = 0; j < features.length; j++) {
            sum += (features[j] - mean[j]) * (features[j] - mean[j]);
            average += features[j] / features.length;
            grandMean += mean[j] / features.length;
            squaredMean += mean[j] * mean[j];
            product += mean[j] * features[j];
        }
        if (FittedModel.of(model).embedding().map() instanceof NystromMap) {
            double[] moved = new double[row.length];
            FittedModel.of(model).embedding().standardizer().apply(row, 0, 1, moved, 0);
            return FittedModel.of(model).embedding().kernel().similarity(moved, moved) - 2 * product + squaredMean;
        }
        if (FittedModel.of(model).settings().method().sketchesFeatures()) {
            return sum;
        }
        return model.mean() == null ? 1 : 1 - 2 * average + grandMean;
    }

    @Test
    void directionsAreOrthonormalAndTheirLargestEntryIsPositive() {
        for (int rows : TURNS) {
            if (rows == 1 && !bandwidthIsGiven()) {
                continue;
            }
            KernelPcaModel model = learned(0, rows).snapshot().withComponents(ComponentCount.of(SKETCH));
            int m = FittedModel.of(model).embedding().features();
            float[] w = model.directions();
            double[] metric = metric(model);
            double[] spectrum = model.spectrum();
            for (int a = 0; a < model.components(); a++) {
                float largest = 0;
                for (int j = 0; j < m; j++) {
                    float entry = w[a * m + j];
                    largest = Math.abs(entry) > Math.abs(largest) ? entry : largest;
                }
                assertThat(largest).isPositive();
                // What a float rounds off is blown up by the root of a small eigenvalue.
                double tolerance = metric.length == 0 ? 1e-5 : 1e-5 + 1e-6 * spectrum[0] / spectrum[a];
                for (int b = 0; b <= a; b++) {
                    assertThat(product(w, a * m, b * m, m, metric))
                            .as(rows + " rows, " + a + " and " + b)
                            .isCloseTo(a == b ? 1 : 0, within(tolerance));
                }
            }
        }
    }

    /** The kernel matrix of the landmarks, about their mean if centred; empty for a sketch, whose metric is the plain one. */
    private double[] metric(KernelPcaModel model) {
        if (!(FittedModel.of(model).embedding().map() instanceof KernelValueMap map)) {
            return new double[0];
        }
        float[] landmarks = map.landmarks();
        double[] wide = new double[landmarks.length];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = landmarks[i];
        }
        int m = FittedModel.of(model).embedding().features();
        double[] gram = DenseOracle.gram(FittedModel.of(model).embedding().kernel(), wide, m, COLUMNS);
        return model.mean() == null ? gram : DenseOracle.doubleCentred(gram, m);
    }

    private static double product(float[] w, int a, int b, int m, double[] metric) {
        double sum = 0;
        for (int i = 0; i < m; i++) {
            for (int j = metric.length == 0 ? i : 0; j < (metric.length == 0 ? i + 1 : m); j++) {
                sum += (double) w[a + i] * w[b + j] * (metric.length == 0 ? 1 : metric[i * m + j]);
            }
        }
        return sum;
    }

    @Test
    void componentsCanBeAShareOfVariance() {
        KernelPcaModel all = learned(0, ROWS).snapshot().withComponents(ComponentCount.of(SKETCH));
        double share = 0.6 * all.explainedVariance();
        StreamingKernelPca learner =
                builder().components(ComponentCount.ofShare(share)).build(COLUMNS);
        learner.update(stream, ROWS);
        KernelPcaModel model = learner.snapshot();
        int k = model.components();

        assertThat(model.isShareMissed()).isFalse();
        assertThat(model.explainedVariance()).isGreaterThanOrEqualTo(share);
        if (k > 1) {
            assertThat(model.withComponents(ComponentCount.of(k - 1)).explainedVariance())
                    .isLessThan(share);
        }
        if (method() == Method.SKPCA) {
            KernelPcaModel missed = model.withComponents(ComponentCount.ofShare(0.999999));
            assertThat(missed.components()).isEqualTo(missed.spectrum().length);
            assertThat(missed.isShareMissed()).isTrue();
        } else {
            assertThat(model.withComponents(ComponentCount.ofShare(0.999)).isShareMissed())
                    .isFalse();
        }
    }
}
