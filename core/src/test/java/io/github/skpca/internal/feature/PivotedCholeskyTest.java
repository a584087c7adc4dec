package io.github.skpca.internal.feature;

import io.github.skpca.LandmarkRule;
import io.github.skpca.Workers;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.kernel.Kernel;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

/** What a decomposition says of the rows that it leaves. */
class PivotedCholeskyTest {
    private static final int COUNT = 4000;

    private static PivotedCholesky decomposed(float[] rows, int columns, int pivots) {
        PivotedCholesky cholesky =
                new PivotedCholesky(Kernel.gaussian(1), rows, columns, PivotedCholesky.NUGGET, Workers.callerOnly());
        cholesky.run(LandmarkRule.PIVOTED, pivots, new RandomStream(3, Purpose.LANDMARK_PIVOTS));
        return cholesky;
    }

    private static float[] normal(Random random, int count, int columns) {
        float[] rows = new float[count * columns];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (float) random.nextGaussian();
        }
        return rows;
    }

    /** Rows of many columns are all far from each other; of a dense group and a few rows elsewhere nothing but these is left. */
    @Test
    void evennessIsTheShareOfRowsThatIsLeft() {
        Random random = new Random(5);
        float[] apart = normal(random, COUNT, 30);
        assertThat(decomposed(apart, 30, 100).evenness()).isGreaterThan(0.9);
        float[] grouped = new float[COUNT * 2];
        for (int i = 0; i < COUNT; i++) {
            boolean isElsewhere = i % 100 == 0;
            grouped[2 * i] = (float) (isElsewhere ? 1000 * random.nextDouble() : 0.1 * random.nextDouble());
            grouped[2 * i + 1] = (float) (0.1 * random.nextDouble());
        }
        assertThat(decomposed(grouped, 2, 20).evenness()).isLessThan(0.02);
    }

    @Test
    void pivotsAreCountedWhereTheyAre() {
        PivotedCholesky cholesky = decomposed(normal(new Random(6), COUNT, 5), 5, 300);
        int[] chosen = cholesky.chosen();
        long oracle = Arrays.stream(chosen).filter(i -> i >= 1000 && i < 3000).count();
        assertThat(cholesky.pivotsAmong(1000, 3000)).isEqualTo((int) oracle).isGreaterThan(0);
        assertThat(cholesky.pivotsAmong(0, COUNT)).isEqualTo(chosen.length);
    }

    /** Rows that became landmarks have nothing left, and say nothing of those that did not: rows that could become none say nearly the same. */
    @Test
    void whatIsMissedDoesNotFallBecauseTheMeasuringRowsAreLandmarks() {
        int columns = 8;
        int count = 1200;
        double measured = 0;
        double oracle = 0;
        for (int seed = 0; seed < 6; seed++) {
            float[] rows = normal(new Random(seed), 2 * count, columns);
            for (int i = 0; i < rows.length; i++) {
                rows[i] *= 0.7f;
            }
            float[] half = Arrays.copyOf(rows, count * columns);
            PivotedCholesky cholesky = decomposed(half, columns, 400);
            measured += missed(half, columns, 0).energy(cholesky);
            int[] chosen = cholesky.chosen();
            float[] others = new float[(chosen.length + count) * columns];
            for (int i = 0; i < chosen.length; i++) {
                System.arraycopy(rows, chosen[i] * columns, others, i * columns, columns);
            }
            System.arraycopy(rows, count * columns, others, chosen.length * columns, count * columns);
            PivotedCholesky same = new PivotedCholesky(
                    Kernel.gaussian(1), others, columns, PivotedCholesky.NUGGET, Workers.callerOnly());
            same.take(chosen.length);
            oracle += missed(others, columns, chosen.length).energy(same);
        }
        // Half of it, if the landmarks were counted among the measuring rows. Those that are none are easier to
        // represent.
        assertThat(measured).isBetween(0.65 * oracle, 1.1 * oracle);
    }

    private static LargestMissed missed(float[] rows, int columns, int first) {
        return new LargestMissed(Kernel.gaussian(1), rows, columns, first, Workers.callerOnly());
    }
}
