package io.github.skpca;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a fit for novelty promises: docs/decisions/0031. */
class ForNoveltyTest {
    private static final int COLUMNS = 5;
    private static final double[] UNITS = {1, 1000, 0.01, 10, 100_000};

    @TempDir
    Path folder;

    /** Two hidden dimensions, bent, in columns of different units. */
    private static double[] rows(long seed, int count) {
        Random random = new Random(seed);
        double[] rows = new double[count * COLUMNS];
        for (int i = 0; i < count; i++) {
            double first = random.nextGaussian();
            double second = random.nextGaussian();
            double[] row = {first, second, first * first, first * second, first - second};
            for (int j = 0; j < COLUMNS; j++) {
                rows[i * COLUMNS + j] = (row[j] + 0.2 * random.nextGaussian()) * UNITS[j] + 100 * j;
            }
        }
        return rows;
    }

    private static StreamingKernelPca learner() {
        return StreamingKernelPca.builder()
                .forNovelty()
                .features(200)
                .sketchSize(60)
                .rank(60)
                .build(COLUMNS);
    }

    private static KernelPcaModel fitted(double[] rows) {
        StreamingKernelPca learner = learner();
        learner.update(rows, rows.length / COLUMNS);
        learner.endWarmUp();
        return learner.snapshot();
    }

    private static double[] row(double[] rows, int i) {
        return Arrays.copyOfRange(rows, i * COLUMNS, (i + 1) * COLUMNS);
    }

    /** The chance that a novel row scores higher than a usual one. */
    private static double area(KernelPcaModel model, double[] usual, double[] novel) {
        double[] low = model.score(RowBatch.of(usual, usual.length / COLUMNS));
        double[] high = model.score(RowBatch.of(novel, novel.length / COLUMNS));
        double sum = 0;
        for (double one : high) {
            sum += Arrays.stream(low).filter(other -> other < one).count();
        }
        return sum / low.length / high.length;
    }

    @Test
    void scoresGrowWithDistanceAlongEveryRay() {
        double[] rows = rows(1, 2000);
        KernelPcaModel model = fitted(rows);
        Random random = new Random(2);
        for (int ray = 0; ray < 50; ray++) {
            double[] start = row(rows, ray);
            double[] step = new double[COLUMNS];
            for (int j = 0; j < COLUMNS; j++) {
                step[j] = random.nextGaussian() * UNITS[j];
            }
            double before = 0;
            for (double far = 16; far < 1e7; far *= 2) {
                double[] asked = start.clone();
                for (int j = 0; j < COLUMNS; j++) {
                    asked[j] += far * step[j];
                }
                double score = model.score(asked);
                assertThat(score).as("ray %d, %s steps", ray, far).isGreaterThan(before);
                before = score;
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 500, 1000, 5000})
    void pValuesOfHeldOutRowsAreUniform(int count) {
        int runs = count > 1000 ? 4 : 10;
        int asked = 500;
        double[] levels = {0.01, 0.1, 0.5};
        double[][] shares = new double[3][levels.length];
        for (int run = 0; run < runs; run++) {
            KernelPcaModel model = fitted(rows(100 + run, count));
            Calibration calibration = model.calibration().orElseThrow();
            double[] heldOut = rows(1000 + run, asked);
            for (int i = 0; i < asked; i++) {
                Novelty novelty = i % 10 == 0 ? model.novelty(row(heldOut, i)).orElseThrow() : null;
                for (int level = 0; level < levels.length; level++) {
                    shares[0][level] += calibration.pValue(model.score(row(heldOut, i))) <= levels[level] ? 1 : 0;
                    if (novelty != null) {
                        shares[1][level] += novelty.outside().pValue() <= levels[level] ? 10 : 0;
                        shares[2][level] += novelty.inside().pValue() <= levels[level] ? 10 : 0;
                    }
                }
            }
        }
        for (int level = 0; level < levels.length; level++) {
            double p = levels[level];
            int sample = Math.min(count, 1024);
            // The calibration's own error, and that of the rows asked about; the parts are asked about a tenth of them.
            double score = Math.sqrt(p * (1 - p) / runs * (1.0 / asked + 1.0 / sample));
            double part = Math.sqrt(p * (1 - p) / runs * (10.0 / asked + 1.0 / sample));
            assertThat(shares[0][level] / runs / asked)
                    .as("score, p <= %s", p)
                    .isBetween(0.7 * p - 4 * score, p + 4 * score);
            assertThat(shares[1][level] / runs / asked).as("Q, p <= %s", p).isBetween(0.7 * p - 4 * part, p + 4 * part);
            assertThat(shares[2][level] / runs / asked)
                    .as("T^2, p <= %s", p)
                    .isBetween(0.7 * p - 4 * part, p + 4 * part);
        }
    }

    @Test
    void novelRowsAmongThoseLearnedStayNovel() {
        double[] usual = rows(3, 3000);
        double[] novel = rows(4, 10);
        for (int i = 0; i < novel.length; i++) {
            int j = i % COLUMNS;
            // A group far away, of one row in three hundred.
            novel[i] = 100 * j + (novel[i] - 100 * j) / 20 + (j < 2 ? 6 : -3) * UNITS[j];
        }
        double[] all = Arrays.copyOf(usual, usual.length + novel.length);
        System.arraycopy(novel, 0, all, usual.length, novel.length);
        double[] heldOut = rows(5, 500);
        assertThat(area(fitted(usual), heldOut, novel)).isGreaterThan(0.99);
        // Where directions count whole, the group has some for itself.
        StreamingKernelPca plain =
                StreamingKernelPca.builder().scale(Scale.AUTO).build(COLUMNS);
        plain.update(all, all.length / COLUMNS);
        plain.endWarmUp();
        assertThat(area(fitted(all), heldOut, novel))
                .isGreaterThan(0.8)
                .isGreaterThan(area(plain.snapshot(), heldOut, novel));
    }

    /** A group of equal rows far away has directions of its own, whatever they count; only its distance tells. */
    @ParameterizedTest
    @ValueSource(ints = {700, 4000})
    void aGroupFarFromAllOthersStaysNovel(int count) {
        double[] usual = rows(20, count);
        double[] novel = new double[count / 25 * COLUMNS];
        for (int i = 0; i < novel.length; i++) {
            novel[i] = 100 * (i % COLUMNS) + 30 * UNITS[i % COLUMNS];
        }
        double[] all = Arrays.copyOf(usual, usual.length + novel.length);
        System.arraycopy(novel, 0, all, usual.length, novel.length);
        KernelPcaModel model = fitted(all);
        double[] heldOut = rows(21, 500);
        assertThat(area(model, heldOut, novel)).isEqualTo(1);
        Calibration calibration = model.calibration().orElseThrow();
        // One row in twenty-six is like it, and p-values count them.
        assertThat(calibration.pValue(model.score(row(novel, 0)))).isBetween(0.02, 0.06);
        double small = 0;
        for (int i = 0; i < 500; i++) {
            small += calibration.pValue(model.score(row(heldOut, i))) <= 0.2 ? 1 : 0;
        }
        assertThat(small / 500).isBetween(0.1, 0.25);
    }

    @Test
    void fewRowsAreNotTakenForUsualBecauseTheyWereLearned() {
        double[] rows = rows(6, 90);
        KernelPcaModel model = fitted(rows);
        double[] own = model.score(RowBatch.of(rows, 90));
        double[] others = model.score(RowBatch.of(rows(7, 1000), 1000));
        Arrays.sort(own);
        Arrays.sort(others);
        assertThat(own[45]).isGreaterThan(others[500] / 20);
    }

    @Test
    void batchesDoNotMatterAndMergedLearnersHaveAllRows() {
        double[] rows = rows(8, 3000);
        StreamingKernelPca whole = StreamingKernelPca.builder()
                .forNovelty()
                .warmUpRows(500)
                .features(200)
                .build(COLUMNS);
        StreamingKernelPca parts = StreamingKernelPca.builder()
                .forNovelty()
                .warmUpRows(500)
                .features(200)
                .build(COLUMNS);
        whole.update(rows, 3000);
        for (int from = 0; from < 3000; ) {
            int count = Math.min(3000 - from, 1 + from % 701);
            parts.update(Arrays.copyOfRange(rows, from * COLUMNS, (from + count) * COLUMNS), count);
            from += count;
        }
        assertThat(parts.snapshot().toBytes()).isEqualTo(whole.snapshot().toBytes());
        StreamingKernelPca other = StreamingKernelPca.like(whole.snapshot(), Workers.callerOnly());
        other.update(rows(9, 2000), 2000);
        whole.merge(other);
        KernelPcaModel merged = whole.snapshot();
        assertThat(merged.rows()).isEqualTo(5000);
        assertThat(merged.novelty(row(rows, 0))).isPresent();
    }

    @Test
    void aModelFileKeepsTheScore() throws Exception {
        double[] rows = rows(10, 800);
        KernelPcaModel model = fitted(rows);
        Path file = folder.resolve("m.skpca");
        model.save(file);
        KernelPcaModel loaded = KernelPcaModel.load(file);
        assertThat(loaded.toBytes()).isEqualTo(model.toBytes());
        double[] asked = row(rows(11, 1), 0);
        assertThat(loaded.score(asked)).isEqualTo(model.score(asked));
        Novelty one = model.novelty(asked).orElseThrow();
        Novelty two = loaded.novelty(asked).orElseThrow();
        assertThat(two.outside().value()).isEqualTo(one.outside().value());
        assertThat(two.inside().pValue()).isEqualTo(one.inside().pValue());
        StreamingKernelPca resumed = StreamingKernelPca.resume(file, Workers.callerOnly());
        resumed.update(rows(12, 10), 10);
        assertThat(resumed.snapshot().novelty(asked)).isPresent();
    }

    /** Columns that have nothing to do with each other: one that is far out is to blame. */
    @Test
    void itSaysWhichColumn() {
        Random random = new Random(13);
        double[] rows = random.doubles(3000L * COLUMNS, -1, 1).toArray();
        KernelPcaModel model = fitted(rows);
        for (int i = 0; i < 40; i++) {
            double[] asked = random.doubles(COLUMNS, -0.5, 0.5).toArray();
            asked[i % COLUMNS] += i % 2 == 0 ? 2 : -2;
            Novelty novelty = model.novelty(asked).orElseThrow();
            for (double[] shares :
                    List.of(novelty.outside().shares(), novelty.inside().shares())) {
                assertThat(Arrays.stream(shares).sum()).isCloseTo(1, org.assertj.core.data.Offset.offset(1e-9));
            }
            double[] shares = novelty.outside().shares();
            assertThat(shares[i % COLUMNS])
                    .as(Arrays.toString(shares))
                    .isEqualTo(Arrays.stream(shares).max().orElseThrow());
        }
    }

    /** What is expected is a row more usual than the one asked about. */
    @Test
    void whatIsExpectedIsMoreUsual() {
        KernelPcaModel model = fitted(rows(13, 3000));
        double[] heldOut = rows(14, 40);
        for (int i = 0; i < 40; i++) {
            double[] asked = row(heldOut, i);
            asked[2] += 6 * UNITS[2];
            double[] expected = model.novelty(asked).orElseThrow().expected();
            assertThat(model.score(expected)).as("row " + i).isLessThan(model.score(asked));
        }
    }

    @Test
    void theGradientIsThatOfTheScore() {
        double[] rows = rows(15, 2000);
        KernelPcaModel model = fitted(rows);
        double[] asked = row(rows(16, 1), 0);
        asked[1] += UNITS[1];
        double[] gradient = model.scoreGradient(asked);
        for (int j = 0; j < COLUMNS; j++) {
            double step = 0.02 * UNITS[j];
            double[] up = asked.clone();
            double[] down = asked.clone();
            up[j] += step;
            down[j] -= step;
            double slope = (model.score(up) - model.score(down)) / (2 * step);
            assertThat(gradient[j] * UNITS[j])
                    .isCloseTo(slope * UNITS[j], org.assertj.core.data.Offset.offset(0.05 * model.score(asked)));
        }
    }

    @Test
    void otherModelsHaveNoParts() {
        StreamingKernelPca plain =
                StreamingKernelPca.builder().features(50).sketchSize(10).build(COLUMNS);
        plain.update(rows(17, 200), 200);
        assertThat(plain.snapshot().novelty(new double[COLUMNS])).isEmpty();
        assertThatThrownBy(() -> StreamingKernelPca.builder()
                        .forNovelty()
                        .method(Method.RNCA)
                        .build(COLUMNS))
                .hasMessageContaining("novelty");
    }
}
