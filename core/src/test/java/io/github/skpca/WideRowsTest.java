package io.github.skpca;

import io.github.skpca.error.KernelError;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

import static org.assertj.core.api.Assertions.assertThat;

/** Landmarks of wide rows lie in a subspace of few dimensions, follow the stream, and cost no accuracy. */
class WideRowsTest {
    private static final int COLUMNS = 300;
    private static final int ROWS = 7000;
    private static final int STRONG = 8;

    @TempDir
    Path folder = Path.of("");

    /**
     * Rows along a few directions, with noise in all.
     *
     * @param turn from this row on the directions are others
     */
    private static double[] rows(long seed, int count, int turn) {
        RandomStream random = new RandomStream(seed, Purpose.MADE_UP_ROWS);
        RandomStream fixed = new RandomStream(1, Purpose.MADE_UP_ROWS);
        double[] directions = new double[2 * STRONG * COLUMNS];
        for (int i = 0; i < directions.length; i++) {
            directions[i] = fixed.nextGaussian() / Math.sqrt(COLUMNS);
        }
        double[] rows = new double[count * COLUMNS];
        for (int i = 0; i < count; i++) {
            int first = i < turn ? 0 : STRONG;
            for (int s = first; s < first + STRONG; s++) {
                double part = 3 * random.nextGaussian();
                for (int j = 0; j < COLUMNS; j++) {
                    rows[i * COLUMNS + j] += part * directions[s * COLUMNS + j];
                }
            }
            for (int j = 0; j < COLUMNS; j++) {
                rows[i * COLUMNS + j] += 0.02 * random.nextGaussian();
            }
        }
        return rows;
    }

    private static KernelPcaBuilder builder() {
        return StreamingKernelPca.builder()
                .features(300)
                .sketchSize(12)
                .components(12)
                .warmUpRows(1500)
                .seed(4);
    }

    private static StreamingKernelPca learned(double[] rows, int batch) {
        StreamingKernelPca learner = builder().build(COLUMNS);
        int count = rows.length / COLUMNS;
        for (int from = 0; from < count; from += batch) {
            int end = Math.min(count, from + batch);
            learner.update(RowBatch.of(Arrays.copyOfRange(rows, from * COLUMNS, end * COLUMNS), end - from));
        }
        return learner;
    }

    /** The tensor's dimensions, 0 if there is none. */
    private static int dimensions(KernelPcaModel model) {
        return FittedModel.of(model).embedding().map().tensors().stream()
                .filter(tensor -> tensor.name().equals("landmarkBasis"))
                .mapToInt(tensor -> tensor.shape()[0])
                .findFirst()
                .orElse(0);
    }

    private static double error(KernelPcaModel model, double[] rows) {
        return KernelError.measure(model, rows, rows.length / COLUMNS, Workers.callerOnly())
                .spectral();
    }

    @Test
    void landmarksLieInFewDimensionsAndMissNoMoreThanOthers() throws IOException {
        double[] rows = rows(2, ROWS, ROWS);
        StreamingKernelPca learner = learned(rows, 1234);
        KernelPcaModel model = learner.snapshot();
        assertThat(dimensions(model)).isBetween(STRONG, 48);
        double[] held = rows(3, 500, 500);
        StreamingKernelPca exact = builder().method(Method.EXACT).build(COLUMNS);
        exact.update(RowBatch.of(Arrays.copyOf(rows, 2000 * COLUMNS), 2000));
        assertThat(error(model, held)).isLessThan(1.1 * error(exact.snapshot(), held));
        assertThat(model.kernelBound().orElseThrow()).isGreaterThan(error(model, rows(2, 900, 900)));
        assertThat(learned(rows, 7000).toBytes()).isEqualTo(learner.toBytes());
        Path file = folder.resolve("model.skpca");
        model.save(file);
        KernelPcaModel loaded = KernelPcaModel.load(file);
        assertThat(dimensions(loaded)).isEqualTo(dimensions(model));
        double[] row = Arrays.copyOf(held, COLUMNS);
        assertThat(loaded.transform(row)).isEqualTo(model.transform(row));
        assertThat(loaded.score(row)).isEqualTo(model.score(row));
        StreamingKernelPca resumed = StreamingKernelPca.fromBytes(learner.toBytes(), Workers.callerOnly());
        assertThat(resumed.toBytes()).isEqualTo(learner.toBytes());
    }

    @Test
    void theSubspaceGrowsWithTheStream() {
        int turn = 3000;
        double[] rows = rows(5, ROWS, turn);
        KernelPcaModel early = learned(Arrays.copyOf(rows, turn * COLUMNS), 999).snapshot();
        KernelPcaModel model = learned(rows, 999).snapshot();
        assertThat(dimensions(early)).isPositive();
        assertThat(dimensions(model)).isGreaterThanOrEqualTo(2 * STRONG);
        double[] later = Arrays.copyOfRange(rows(6, 900, 400), 400 * COLUMNS, 900 * COLUMNS);
        assertThat(error(model, later)).isLessThan(0.5 * error(early, later));
    }

    @Test
    void learnersOfDifferentSubspacesMerge() {
        double[] rows = rows(7, ROWS, ROWS / 2);
        double[] first = Arrays.copyOf(rows, ROWS / 2 * COLUMNS);
        StreamingKernelPca one = learned(first, 999);
        StreamingKernelPca other = StreamingKernelPca.like(one.snapshot(), Workers.callerOnly());
        other.update(RowBatch.of(Arrays.copyOfRange(rows, first.length, rows.length), ROWS / 2));
        one.merge(other);
        KernelPcaModel merged = one.snapshot();
        assertThat(merged.rows()).isEqualTo(ROWS);
        double[] held = rows(8, 600, 300);
        assertThat(error(merged, held))
                .isLessThan(1.1 * error(learned(rows, 999).snapshot(), held));
    }
}
