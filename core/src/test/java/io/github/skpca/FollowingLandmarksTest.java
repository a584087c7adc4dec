package io.github.skpca;

import io.github.skpca.error.KernelError;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.kernel.Kernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

/** Landmarks that follow the stream: any order of rows, with a bound on the whole kernel error. */
class FollowingLandmarksTest {
    private static final long SEED = Long.getLong("skpca.test.seed", 20261117);
    private static final int COLUMNS = 4;
    private static final int KINDS = 8;
    private static final int ROWS = 9000;
    private static final double BANDWIDTH = 3;

    @TempDir
    Path folder = Path.of("");

    /** Rows of several kinds, shuffled, with the kind as the last number. */
    private static double[][] kinds(long seed, int count) {
        RandomStream random = new RandomStream(seed, Purpose.MADE_UP_ROWS);
        double[][] centres = new double[KINDS][COLUMNS];
        double[][] scales = new double[KINDS][COLUMNS];
        for (int k = 0; k < KINDS; k++) {
            for (int j = 0; j < COLUMNS; j++) {
                centres[k][j] = 6 * random.nextGaussian();
                scales[k][j] = 0.3 + 2 * random.nextDouble();
            }
        }
        double[][] rows = new double[count][COLUMNS + 1];
        for (double[] row : rows) {
            int kind = (int) random.nextBelow(KINDS);
            for (int j = 0; j < COLUMNS; j++) {
                row[j] = centres[kind][j] + scales[kind][j] * random.nextGaussian();
            }
            row[COLUMNS] = kind;
        }
        return rows;
    }

    private static double[] flat(double[][] rows) {
        double[] flat = new double[rows.length * COLUMNS];
        for (int i = 0; i < rows.length; i++) {
            System.arraycopy(rows[i], 0, flat, i * COLUMNS, COLUMNS);
        }
        return flat;
    }

    /** The same rows in an order. */
    private static double[] ordered(double[][] rows, String order) {
        double[][] sorted = rows.clone();
        switch (order) {
            case "column" -> Arrays.sort(sorted, Comparator.comparingDouble(row -> row[0]));
            case "kind" -> Arrays.sort(sorted, Comparator.comparingDouble(row -> row[COLUMNS]));
            case "late" -> Arrays.sort(sorted, Comparator.comparingDouble(row -> row[COLUMNS] == 3 ? 1 : 0));
            case "far" -> Arrays.sort(sorted, Comparator.comparingDouble(row -> Math.abs(row[0]) + Math.abs(row[1])));
            case "blocks" -> {
                List<double[]> even = new ArrayList<>();
                List<double[]> odd = new ArrayList<>();
                for (double[] row : rows) {
                    (row[COLUMNS] % 2 == 0 ? even : odd).add(row);
                }
                int at = 0;
                for (int i = 0; i < Math.max(even.size(), odd.size()); i += 1500) {
                    for (List<double[]> half : List.of(even, odd)) {
                        for (int j = i; j < Math.min(i + 1500, half.size()); j++) {
                            sorted[at++] = half.get(j);
                        }
                    }
                }
            }
            default -> {}
        }
        return flat(sorted);
    }

    private static KernelPcaBuilder builder(int sketchSize) {
        return StreamingKernelPca.builder()
                .kernel(Kernel.gaussian(BANDWIDTH))
                .features(200)
                .sketchSize(sketchSize)
                .components(sketchSize)
                .warmUpRows(500)
                .seed(SEED);
    }

    private static void learn(StreamingKernelPca learner, double[] rows, int from, int to) {
        learner.update(RowBatch.of(Arrays.copyOfRange(rows, from * COLUMNS, to * COLUMNS), to - from));
    }

    private static StreamingKernelPca learned(KernelPcaBuilder builder, double[] rows, int to) {
        StreamingKernelPca learner = builder.build(COLUMNS);
        learn(learner, rows, 0, to);
        return learner;
    }

    private static double error(KernelPcaModel model, double[] rows, int count) {
        return KernelError.measure(model, rows, count, Workers.callerOnly()).spectral();
    }

    @ParameterizedTest
    @CsvSource({
        "shuffled, true",
        "column, true",
        "kind, true",
        "late, true",
        "far, true",
        "blocks, true",
        "column, false",
        "kind, false"
    })
    void theBoundHoldsAtEveryPrefix(String order, boolean centered) {
        int most = 3300;
        double[] rows = ordered(kinds(SEED, most), order);
        StreamingKernelPca learner = builder(8).centered(centered).build(COLUMNS);
        int done = 0;
        for (int prefix : new int[] {700, 2100, most}) {
            learn(learner, rows, done, prefix);
            done = prefix;
            KernelPcaModel model = learner.snapshot();
            double measured = error(model, Arrays.copyOf(rows, prefix * COLUMNS), prefix);
            assertThat(model.kernelBound().orElseThrow())
                    .as(order + " " + prefix + " skpca.test.seed=" + SEED)
                    .isGreaterThanOrEqualTo(measured);
        }
        // The bound is of as many components as there are.
        KernelPcaModel few = learner.snapshot().withComponents(ComponentCount.of(3));
        assertThat(few.kernelBound().orElseThrow()).isGreaterThanOrEqualTo(error(few, rows, most));
    }

    @ParameterizedTest
    @CsvSource({"column, 8", "kind, 8", "late, 8", "far, 8", "blocks, 8", "column, 20", "kind, 20"})
    void theOrderOfRowsCostsLittle(String order, int sketchSize) {
        double[][] rows = kinds(SEED, ROWS + 1500);
        double[] fresh = flat(Arrays.copyOfRange(rows, ROWS, ROWS + 1500));
        double[][] training = Arrays.copyOf(rows, ROWS);
        double shuffled =
                error(learned(builder(sketchSize), flat(training), ROWS).snapshot(), fresh, 1500);
        double inOrder = error(
                learned(builder(sketchSize), ordered(training, order), ROWS).snapshot(), fresh, 1500);
        assertThat(inOrder).as(order + " skpca.test.seed=" + SEED).isLessThan(1.15 * shuffled);
    }

    @Test
    void batchesThreadsAndFilesDoNotChangeWhatIsLearned() throws IOException {
        double[] rows = ordered(kinds(SEED, ROWS), "kind");
        StreamingKernelPca whole = learned(builder(8), rows, ROWS);
        byte[] bytes = Bits.of(whole);
        assertThat(FittedModel.of(whole.snapshot()).snapshot().remainder().carried())
                .isPositive();

        StreamingKernelPca pieces = builder(8).build(COLUMNS);
        for (int from = 0; from < ROWS; from += 777) {
            learn(pieces, rows, from, Math.min(ROWS, from + 777));
            pieces.snapshot();
        }
        assertThat(Bits.of(pieces)).isEqualTo(bytes);

        try (Workers two = new Workers(2)) {
            assertThat(Bits.of(learned(builder(8).workers(two), rows, ROWS))).isEqualTo(bytes);
        }

        for (int stop : new int[] {600, 3000, 4096, 6143}) {
            Path file = folder.resolve(stop + ".skpca");
            learned(builder(8), rows, stop).checkpoint(file);
            StreamingKernelPca resumed = StreamingKernelPca.resume(file, Workers.callerOnly());
            learn(resumed, rows, stop, ROWS);
            assertThat(Bits.of(resumed)).as("resumed after " + stop).isEqualTo(bytes);
        }
    }

    @Test
    void partsWithLandmarksOfTheirOwnMergeInAnyOrder() {
        double[][] rows = kinds(SEED, ROWS + 1500);
        double[] fresh = flat(Arrays.copyOfRange(rows, ROWS, ROWS + 1500));
        double[] sorted = ordered(Arrays.copyOf(rows, ROWS), "column");
        double single = error(learned(builder(8), sorted, ROWS).snapshot(), fresh, 1500);
        // A learner per part, all with the origin and the kernel of one sample.
        KernelPcaModel start =
                learned(builder(8), flat(Arrays.copyOf(rows, 600)), 600).snapshot();
        int parts = 6;
        int[][] orders = {{0, 1, 2, 3, 4, 5}, {5, 4, 3, 2, 1, 0}, {3, 0, 5, 1, 4, 2}};
        for (int[] order : orders) {
            List<StreamingKernelPca> learners = IntStream.range(0, parts)
                    .mapToObj(part -> {
                        StreamingKernelPca learner = StreamingKernelPca.like(start, Workers.callerOnly());
                        learn(learner, sorted, part * ROWS / parts, (part + 1) * ROWS / parts);
                        return learner;
                    })
                    .toList();
            StreamingKernelPca merged = learners.get(order[0]);
            for (int i = 1; i < parts; i++) {
                merged.merge(learners.get(order[i]));
            }
            KernelPcaModel model = merged.snapshot();
            assertThat(model.rows()).isEqualTo(ROWS);
            assertThat(error(model, fresh, 1500)).as(Arrays.toString(order)).isLessThan(1.2 * single);
        }
    }

    @Test
    void landmarksOfForgottenRowsGo() {
        double[] rows = ordered(kinds(SEED, 6 * ROWS), "kind");
        KernelPcaBuilder forgetting = builder(8).forgetting(Forgetting.halfLifeInRows(1000));
        StreamingKernelPca learner = learned(forgetting, rows, 6 * ROWS);
        double[] last = Arrays.copyOfRange(rows, (6 * ROWS - 2000) * COLUMNS, 6 * ROWS * COLUMNS);
        StreamingKernelPca fresh = learned(forgetting, last, 2000);
        assertThat(error(learner.snapshot(), last, 2000)).isLessThan(1.2 * error(fresh.snapshot(), last, 2000));
        assertThat(learner.workingBytes()).isLessThan(3_000_000L);
    }

    @Test
    void theBoundHoldsAfterMerges() {
        int count = 3000;
        double[][] rows = kinds(SEED, count);
        double[] sorted = ordered(rows, "kind");
        KernelPcaModel start =
                learned(builder(8), flat(Arrays.copyOf(rows, 600)), 600).snapshot();
        StreamingKernelPca merged = StreamingKernelPca.like(start, Workers.callerOnly());
        learn(merged, sorted, 0, 1400);
        StreamingKernelPca other = StreamingKernelPca.like(start, Workers.callerOnly());
        learn(other, sorted, 1400, count);
        merged.merge(other);
        assertThat(merged.snapshot().kernelBound().orElseThrow())
                .isGreaterThanOrEqualTo(error(merged.snapshot(), sorted, count));
    }

    @Test
    void theBoundHoldsAfterAModelIsLearnedOn() throws IOException {
        // A model keeps l rows of the Gram matrix: what it cut off is known only as a number.
        int count = 3000;
        double[] rows = ordered(kinds(SEED, count), "kind");
        Path file = folder.resolve("first.skpca");
        learned(builder(8), rows, 1300).snapshot().save(file);
        StreamingKernelPca resumed = StreamingKernelPca.resume(file, Workers.callerOnly());
        learn(resumed, rows, 1300, count);
        KernelPcaModel model = resumed.snapshot();
        assertThat(model.rows()).isEqualTo(count);
        assertThat(model.kernelBound().orElseThrow()).isGreaterThanOrEqualTo(error(model, rows, count));
    }

    @Test
    void aLearnerMayBeMergedWithItself() {
        int count = 2600;
        double[] rows = ordered(kinds(SEED, count), "kind");
        StreamingKernelPca learner = learned(builder(8), rows, count);
        float[] loadings = learner.snapshot().transform(Arrays.copyOf(rows, COLUMNS));
        learner.merge(learner);
        KernelPcaModel twice = learner.snapshot();
        assertThat(twice.rows()).isEqualTo(2 * count);
        for (int i = 0; i < 3; i++) {
            // Landmarks are chosen again for the rows that wait, so not to the bit.
            assertThat(Math.abs(twice.transform(Arrays.copyOf(rows, COLUMNS))[i]))
                    .isCloseTo(Math.abs(loadings[i]), offset(5e-3f));
        }
        double[] both = Arrays.copyOf(rows, 2 * rows.length);
        System.arraycopy(rows, 0, both, rows.length, rows.length);
        assertThat(twice.kernelBound().orElseThrow()).isGreaterThanOrEqualTo(error(twice, both, 2 * count));
    }

    @Test
    void theEstimateIsNearTheErrorAndTheBoundAbove() {
        int count = 3000;
        double[] rows = ordered(kinds(SEED, count), "kind");
        KernelPcaModel model = learned(builder(8), rows, count).snapshot();
        double measured = error(model, rows, count);
        ErrorEstimate likely = model.kernelError().orElseThrow();
        assertThat(likely.estimate()).isBetween(0.7 * measured, 1.4 * measured);
        assertThat(likely.low()).isLessThanOrEqualTo(measured);
        assertThat(likely.high()).isGreaterThanOrEqualTo(measured);
    }

    @Test
    void whereNothingIsProvedThereIsNoBound() {
        double[] rows = flat(kinds(SEED, 1000));
        assertThat(learned(builder(8).map(MapKind.PAIRED), rows, 1000)
                        .snapshot()
                        .kernelBound())
                .isEmpty();
        assertThat(learned(builder(8).kernel(Kernel.polynomial(4, 2)), rows, 1000)
                        .snapshot()
                        .kernelBound())
                .isEmpty();
        assertThat(learned(builder(8).forgetting(Forgetting.window(500, 0.5)), rows, 1000)
                        .snapshot()
                        .kernelBound())
                .isEmpty();
        assertThat(learned(builder(8).method(Method.EXACT), rows, 1000)
                        .snapshot()
                        .kernelBound())
                .isEmpty();
    }
}
