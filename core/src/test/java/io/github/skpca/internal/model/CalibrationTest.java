package io.github.skpca.internal.model;

import io.github.skpca.Calibration;
import io.github.skpca.ComponentCount;
import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.MapKind;
import io.github.skpca.Method;
import io.github.skpca.SampleRows;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * p-values of held-out rows of the same distribution are uniform.
 *
 * <p>The Kolmogorov-Smirnov distance of a test's rows to uniform is that of two samples, the test's rows and the R of the
 * calibration. A case is allowed to fail by chance once in 10,000 seeds.
 */
class CalibrationTest {
    private static final int COLUMNS = 6;
    private static final int HELD_OUT = 2000;
    /** sqrt(-ln(level / 2) / 2) for a level of 1e-4. */
    private static final double CRITICAL = 2.225;

    @TempDir
    Path folder;

    /** Clusters about two hidden dimensions, of which {@code spread} and {@code offset} make different streams. */
    private static double[] rows(long seed, int count, double spread, double offset) {
        Random random = new Random(seed);
        double[] rows = new double[count * COLUMNS];
        for (int i = 0; i < count; i++) {
            double first = spread * random.nextGaussian();
            double second = spread * random.nextGaussian();
            int cluster = random.nextInt(3);
            for (int j = 0; j < COLUMNS; j++) {
                double hidden =
                        (j % (offset == 0 ? 2 : 3) == 0 ? first : second) * (1 + cluster) + 0.5 * j * cluster + offset;
                rows[i * COLUMNS + j] = (float) (hidden + 0.3 * (1 + j % 3) * random.nextGaussian());
            }
        }
        return rows;
    }

    private static double[] rows(long seed, int count) {
        return rows(seed, count, 1, 0);
    }

    private static KernelPcaBuilder builder(MapKind map, boolean centered, int components) {
        return StreamingKernelPca.builder()
                .map(map)
                .centered(centered)
                .components(components)
                .features(200)
                .sketchSize(Math.max(20, components))
                .seed(5);
    }

    private static KernelPcaModel fitted(KernelPcaBuilder builder, double[] rows) {
        StreamingKernelPca learner = builder.build(COLUMNS);
        learner.update(rows, rows.length / COLUMNS);
        learner.endWarmUp();
        return byComponents(learner.snapshot());
    }

    /** Scores by the components: what the sizes of these tests are about. */
    private static KernelPcaModel byComponents(KernelPcaModel model) {
        return model.withScoreComponents(ComponentCount.of(Math.max(1, model.components())));
    }

    private static double[] scores(KernelPcaModel model, double[] rows) {
        double[] scores = new double[rows.length / COLUMNS];
        FittedModel.of(model).projector().score(rows, 0, scores.length, scores, 0);
        return scores;
    }

    /** The distance to uniform over its scale: beyond {@link #CRITICAL} the p-values are not uniform. */
    private static double distance(Calibration calibration, double[] scores) {
        double[] p = Arrays.stream(scores).map(calibration::pValue).sorted().toArray();
        double distance = 0;
        for (int i = 0; i < p.length; i++) {
            distance = Math.max(distance, Math.max((i + 1.0) / p.length - p[i], p[i] - i / (double) p.length));
        }
        double size = calibration.size();
        return distance * Math.sqrt(p.length * size / (p.length + size));
    }

    @ParameterizedTest
    @CsvSource({
        "LANDMARKS, true, 20000, 10",
        "LANDMARKS, false, 20000, 10",
        "PAIRED, true, 20000, 10",
        "PAIRED, false, 20000, 10",
        "LANDMARKS, true, 200, 10",
        "LANDMARKS, false, 200, 10",
        "PAIRED, true, 200, 10",
        "PAIRED, false, 200, 10",
        "LANDMARKS, true, 1000, 40",
        "LANDMARKS, true, 200, 40",
        "PAIRED, false, 200, 40"
    })
    void pValuesOfNewRowsAreUniform(MapKind map, boolean centered, int count, int components) {
        for (long seed = 1; seed <= (count > 1000 ? 1 : 3); seed++) {
            KernelPcaModel byComponents = fitted(builder(map, centered, components), rows(seed, count));
            KernelPcaModel byAll = byComponents.withScoreComponents(ComponentCount.all());
            for (KernelPcaModel model : List.of(byComponents, byAll)) {
                Calibration calibration = model.calibration().orElseThrow();
                assertThat(calibration.size()).isEqualTo(Math.min(1024, count));
                assertThat(distance(calibration, scores(model, rows(-seed, HELD_OUT))))
                        .as("seed " + seed + (model == byAll ? ", all directions" : ""))
                        .isLessThan(CRITICAL);
            }
        }
    }

    /** What the test above is worth: it sees that a model of few rows has learned them by heart. */
    @Test
    void scoresOfRowsThatWereLearnedAreTooSmall() {
        double[] learned = rows(1, 200);
        KernelPcaModel model = fitted(builder(MapKind.LANDMARKS, true, 40), learned);
        Calibration byHeart = new Calibration(scores(model, learned));
        assertThat(distance(byHeart, scores(model, rows(-1, HELD_OUT)))).isGreaterThan(CRITICAL);
    }

    @ParameterizedTest
    @EnumSource(
            value = MapKind.class,
            names = {"LANDMARKS", "PAIRED"})
    void alsoAfterMergingDifferentStreams(MapKind map) {
        StreamingKernelPca first = builder(map, true, 4).warmUpRows(1000).build(COLUMNS);
        first.update(rows(1, 6000), 6000);
        KernelPcaModel ofFirst = byComponents(first.snapshot());
        StreamingKernelPca second = StreamingKernelPca.like(ofFirst, Workers.callerOnly());
        second.update(rows(2, 3000, 2, 4), 3000);
        KernelPcaModel ofSecond = byComponents(second.snapshot());
        first.merge(second);
        KernelPcaModel merged = byComponents(first.snapshot());

        double[] mixture = Arrays.copyOf(rows(3, 2 * HELD_OUT / 3), HELD_OUT * COLUMNS);
        double[] others = rows(4, HELD_OUT - 2 * HELD_OUT / 3, 2, 4);
        System.arraycopy(others, 0, mixture, mixture.length - others.length, others.length);
        double[] scores = scores(merged, mixture);
        assertThat(distance(merged.calibration().orElseThrow(), scores)).isLessThan(CRITICAL);

        // A sample of one stream alone, and residuals from before the merge, do not pass.
        double[] ofOne =
                Objects.requireNonNull(FittedModel.of(ofFirst).sharedSample()).rows();
        assertThat(distance(new Calibration(scores(merged, ofOne)), scores)).isGreaterThan(CRITICAL);
        double[] old = Arrays.copyOf(scores(ofFirst, Arrays.copyOf(ofOne, 683 * COLUMNS)), 1024);
        double[] ofOther =
                Objects.requireNonNull(FittedModel.of(ofSecond).sharedSample()).rows();
        System.arraycopy(scores(ofSecond, Arrays.copyOf(ofOther, 341 * COLUMNS)), 0, old, 683, 341);
        assertThat(distance(new Calibration(old), scores)).isGreaterThan(CRITICAL);
    }

    /** Left out and learned anew, row by row: what the correction stands for. */
    @ParameterizedTest
    @CsvSource({"true, 3", "false, 3", "true, 12", "false, 12"})
    void aRowIsScoredAsIfItHadNotBeenLearned(boolean centered, int components) {
        int count = 40;
        double[] rows = rows(7, count);
        KernelPcaBuilder builder = builder(MapKind.PAIRED, centered, components);
        KernelPcaModel model = fitted(builder, rows);
        double[] left = new LeaveOneOut(
                        FittedModel.of(model).scoring(),
                        Objects.requireNonNull(FittedModel.of(model).sharedSample()))
                .scores();
        double[] own = scores(model, rows);
        double off = 0;
        double without = 0;
        for (int i = 0; i < count; i++) {
            StreamingKernelPca others = StreamingKernelPca.like(model, Workers.callerOnly());
            others.update(rows, i);
            others.update(Arrays.copyOfRange(rows, (i + 1) * COLUMNS, count * COLUMNS), count - 1 - i);
            double truth =
                    byComponents(others.snapshot()).score(Arrays.copyOfRange(rows, i * COLUMNS, (i + 1) * COLUMNS));
            off += Math.abs(left[i] - truth);
            without += Math.abs(own[i] - truth);
        }
        assertThat(off).isLessThan(0.02 * without);
    }

    /** The same where the directions span all rows but for one, and landmarks are all of them. */
    @ParameterizedTest
    @CsvSource({"40, 50", "52, 50", "60, 50", "90, 50", "90, 10"})
    void aRowIsScoredAsIfItHadNotBeenALandmark(int count, int components) {
        double[] rows = rows(11, count);
        KernelPcaBuilder builder =
                builder(MapKind.LANDMARKS, true, components).kernel(io.github.skpca.kernel.Kernel.gaussian(3));
        KernelPcaModel model = fitted(builder, rows);
        double[] left = new LeaveOneOut(
                        FittedModel.of(model).scoring(),
                        Objects.requireNonNull(FittedModel.of(model).sharedSample()))
                .scores();
        for (int i = 0; i < count; i++) {
            double[] others = new double[(count - 1) * COLUMNS];
            System.arraycopy(rows, 0, others, 0, i * COLUMNS);
            System.arraycopy(rows, (i + 1) * COLUMNS, others, i * COLUMNS, others.length - i * COLUMNS);
            double truth = fitted(builder, others).score(Arrays.copyOfRange(rows, i * COLUMNS, (i + 1) * COLUMNS));
            assertThat(left[i])
                    .as("row " + i)
                    .isCloseTo(truth, org.assertj.core.data.Offset.offset(0.03 * truth + 2e-4));
        }
    }

    /** Rows to which a model of the usual size leaves little or nothing outside its directions. */
    private enum Few {
        NORMAL,
        HEAVY_TAILED,
        BINARY,
        DUPLICATED;

        double[] rows(Random random, int count) {
            Random pool = new Random(31);
            double[] drawn = pool.doubles(60 * 10L, -1, 1).toArray();
            double[] rows = new double[count * 10];
            for (int i = 0; i < count; i++) {
                int twin = random.nextInt(60);
                for (int j = 0; j < 10; j++) {
                    double normal = random.nextGaussian();
                    rows[i * 10 + j] = switch (this) {
                        case NORMAL -> normal;
                        case HEAVY_TAILED -> normal / Math.abs(random.nextGaussian());
                        case BINARY -> normal > 0 ? 1 : 0;
                        case DUPLICATED -> drawn[twin * 10 + j];
                    };
                }
            }
            return rows;
        }
    }

    @ParameterizedTest
    @EnumSource(Few.class)
    void whereDirectionsSpanTheRowsPValuesAreNotTooSmall(Few kind) {
        double[] levels = {0.5, 0.1, 0.05, 0.02};
        int fresh = 200;
        for (int count : new int[] {20, 40, 50, 52, 100}) {
            int runs = 12;
            double[][] shares = new double[levels.length][runs];
            for (int run = 0; run < runs; run++) {
                Random random = new Random(1000L * count + run);
                double[] rows = kind.rows(random, count);
                StreamingKernelPca learner = StreamingKernelPca.builder().build(10);
                learner.update(rows, count);
                learner.endWarmUp();
                KernelPcaModel model = learner.snapshot();
                Calibration calibration = model.calibration().orElseThrow();
                double[] scores = new double[fresh];
                FittedModel.of(model).projector().score(kind.rows(random, fresh), 0, fresh, scores, 0);
                for (double score : scores) {
                    for (int a = 0; a < levels.length; a++) {
                        shares[a][run] += calibration.pValue(score) <= levels[a] ? 1.0 / fresh : 0;
                    }
                }
            }
            for (int a = 0; a < levels.length; a++) {
                double mean = Arrays.stream(shares[a]).average().orElseThrow();
                double variance = Arrays.stream(shares[a])
                        .map(share -> (share - mean) * (share - mean))
                        .sum();
                double error = Math.sqrt(variance / (runs - 1) / runs);
                assertThat(mean)
                        .as(kind + ", " + count + " rows, share at " + levels[a])
                        .isLessThanOrEqualTo(levels[a] + 3.5 * error + 1e-9);
            }
        }
    }

    /** Learned rows themselves may lie as far away as a Gaussian can tell: beyond it distance decides. */
    @ParameterizedTest
    @EnumSource(MapKind.class)
    void aRowFarAwayHasTheSmallestPValue(MapKind map) {
        for (long seed = 0; seed < 3; seed++) {
            double[] rows = Few.HEAVY_TAILED.rows(new Random(seed), 1500);
            StreamingKernelPca learner = builder(map, true, 20).seed(seed).build(10);
            learner.update(rows, 1500);
            learner.endWarmUp();
            KernelPcaModel model = learner.snapshot();
            Calibration calibration = model.calibration().orElseThrow();
            for (double far : new double[] {1e5, -1e6, 1e30}) {
                double[] row = new double[10];
                Arrays.fill(row, far);
                assertThat(calibration.pValue(model.score(row))).isEqualTo(calibration.smallestPValue());
                double[] oneColumn = Arrays.copyOf(rows, 10);
                oneColumn[3] = far;
                assertThat(calibration.pValue(model.score(oneColumn))).isEqualTo(calibration.smallestPValue());
            }
        }
    }

    @Test
    void rowsThatComeAgainAndAgainAreNotNovel() {
        double[] few = rows(9, 8);
        double[] rows = new double[3000 * COLUMNS];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = few[i % few.length];
        }
        KernelPcaModel model = fitted(builder(MapKind.LANDMARKS, true, 3), rows);
        Calibration calibration = model.calibration().orElseThrow();
        // Each of eight rows is an eighth of the stream; a sample of 1024 has at least 75 of each.
        for (double score : scores(model, few)) {
            assertThat(calibration.pValue(score)).isGreaterThan(75 / 1025.0);
        }
    }

    @Test
    void aPValueFallsAsTheScoreGrows() {
        Calibration calibration = new Calibration(new double[] {3, 1, 2, 2});
        assertThat(calibration.size()).isEqualTo(4);
        assertThat(calibration.smallestPValue()).isEqualTo(0.2);
        assertThat(List.of(0.0, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0))
                .extracting(calibration::pValue)
                .containsExactly(1.0, 1.0, 0.8, 0.8, 0.4, 0.4, 0.2);
    }

    @Test
    void theThresholdOfAPValueFlagsThatShare() {
        Random random = new Random(3);
        for (int size : new int[] {1, 2, 7, 1024}) {
            double[] scores = random.doubles(size, 0, 9).map(Math::rint).toArray();
            Calibration calibration = new Calibration(scores);
            for (int i = 0; i <= size + 1; i++) {
                double p = i / (size + 1.0);
                double threshold = calibration.scoreAt(p);
                for (double score = -1; score < 11; score += 0.5) {
                    assertThat(score > threshold).as(score + " at " + p).isEqualTo(calibration.pValue(score) <= p);
                }
            }
        }
        assertThatThrownBy(() -> new Calibration(new double[1]).scoreAt(1.5)).hasMessageContaining("between 0 and 1");
        assertThatThrownBy(() -> new Calibration(new double[1]).pValue(Double.NaN))
                .hasMessageContaining("number");
        assertThatThrownBy(() -> new Calibration(new double[0])).hasMessageContaining("scores");
    }

    @ParameterizedTest
    @EnumSource(Method.class)
    void itGoesWhereTheModelGoes(Method method) throws IOException {
        KernelPcaBuilder builder = StreamingKernelPca.builder()
                .method(method)
                .features(40)
                .sketchSize(8)
                .components(3);
        KernelPcaModel model = fitted(builder, rows(2, 500));
        assertThat(model.calibration().isPresent()).isEqualTo(method.sketchesFeatures());
        Path path = folder.resolve("model.skpca");
        model.save(path);
        KernelPcaModel loaded = KernelPcaModel.load(path);
        assertThat(loaded.calibration().isPresent()).isEqualTo(method.sketchesFeatures());
        if (method.sketchesFeatures()) {
            double score = model.score(Arrays.copyOf(rows(3, 1), COLUMNS));
            KernelPcaModel again = byComponents(loaded);
            assertThat(again.calibration().orElseThrow().pValue(score))
                    .isEqualTo(model.calibration().orElseThrow().pValue(score));
            assertThat(model.withScoreComponents(ComponentCount.of(1))
                            .calibration()
                            .orElseThrow()
                            .scoreAt(0.5))
                    .isGreaterThan(model.calibration().orElseThrow().scoreAt(0.5));
            assertThat(model.withComponents(ComponentCount.of(1)).calibration()).isEqualTo(model.calibration());
        }
    }

    @Test
    void filesThatHoldNoSampleHaveNone() throws IOException {
        Path path = Files.write(folder.resolve("old.skpca"), GoldenFilesTest.golden("v1-model.skpca"));
        assertThat(KernelPcaModel.load(path).calibration()).isEmpty();
    }

    /** Rows that do not vary, and a single row, have no directions to leave anything out of. */
    @Test
    void degenerateRowsAreNoTrouble() {
        double[] alike = new double[30 * COLUMNS];
        Arrays.fill(alike, 2);
        KernelPcaBuilder builder = builder(MapKind.PAIRED, true, 5).kernel(io.github.skpca.kernel.Kernel.gaussian(1));
        for (int count : new int[] {1, 2, 30}) {
            Calibration calibration = fitted(builder, Arrays.copyOf(alike, count * COLUMNS))
                    .calibration()
                    .orElseThrow();
            assertThat(calibration.scoreAt(1.0 / (count + 1))).isBetween(0.0, 1e-6);
        }
        double[] two = SampleRows.clusters(1, 2, COLUMNS);
        Calibration calibration = fitted(builder, two).calibration().orElseThrow();
        assertThat(calibration.scoreAt(0.4)).isFinite().isNotNegative();
    }
}
