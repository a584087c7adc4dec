package io.github.skpca.internal.feature;

import io.github.skpca.DenseOracle;
import io.github.skpca.MapKind;
import io.github.skpca.SampleRows;
import io.github.skpca.Workers;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

/** Kernel values against landmarks are those of the kernel, whatever the batch, the threads and the distance from the origin. */
class KernelValueMapTest {
    private static final long SEED = Long.getLong("skpca.test.seed", 20260606L);
    private static final int ROWS = 61;

    /** Beyond a stretch of 256, and not a multiple of anything. */
    private static final int LANDMARKS = 301;

    private static double[] wide(float[] values) {
        double[] wide = new double[values.length];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = values[i];
        }
        return wide;
    }

    @ParameterizedTest
    @EnumSource(KernelFamily.class)
    void valuesAreThoseOfTheKernel(KernelFamily family) {
        for (int columns : new int[] {1, 2, 3, 8, 21}) {
            Kernel kernel = family.withBandwidth(1.5 * Math.sqrt(columns));
            float[] landmarks = SampleRows.narrowed(SampleRows.clusters(SEED, LANDMARKS, columns));
            float[] rows = SampleRows.narrowed(SampleRows.clusters(SEED + 1, ROWS, columns));
            System.arraycopy(landmarks, 0, rows, 0, columns);
            KernelValueMap map = new KernelValueMap(kernel, landmarks, columns);
            float[] values = new float[ROWS * LANDMARKS];
            map.map(rows, 0, ROWS, values, 0, Workers.callerOnly());
            double self = kernel.similarity(wide(rows), 0, wide(rows), 0, columns);
            assertThat((double) values[0]).isCloseTo(self, within(1e-4 * Math.max(1, 1e-2 * self)));
            for (int i = 0; i < ROWS; i++) {
                for (int j = 0; j < LANDMARKS; j++) {
                    double expected = kernel.similarity(wide(rows), i * columns, wide(landmarks), j * columns, columns);
                    assertThat((double) values[i * LANDMARKS + j])
                            .as("skpca.test.seed=" + SEED)
                            .isCloseTo(expected, within(2e-6 * Math.max(1, Math.abs(expected))));
                }
            }
            assertThat(map.landmarks()).containsExactly(landmarks);
            assertThat(map.features()).isEqualTo(LANDMARKS);
        }
    }

    @Test
    void aRowsValuesDoNotDependOnTheRowsBesideItNorOnThreads() {
        float[] landmarks = SampleRows.narrowed(SampleRows.clusters(SEED, LANDMARKS, 5));
        float[] rows = SampleRows.narrowed(SampleRows.clusters(SEED + 1, ROWS, 5));
        KernelValueMap map = new KernelValueMap(KernelFamily.GAUSSIAN.withBandwidth(2), landmarks, 5);
        float[] together = new float[ROWS * LANDMARKS];
        map.map(rows, 0, ROWS, together, 0, Workers.callerOnly());
        float[] alone = new float[ROWS * LANDMARKS];
        for (int i = 0; i < ROWS; i++) {
            map.map(rows, i * 5, 1, alone, i * LANDMARKS, Workers.callerOnly());
        }
        assertThat(alone).containsExactly(together);
        try (Workers workers = new Workers(3)) {
            float[] shared = new float[ROWS * LANDMARKS];
            map.map(rows, 0, ROWS, shared, 0, workers);
            assertThat(shared).containsExactly(together);
        }
    }

    /** Two rows near each other and far from the origin: a difference of squared lengths would have lost their distance. */
    @Test
    void distanceFromTheOriginCostsNoDigits() {
        float[] landmark = {3000f, -4000f, 500f};
        float[] row = {3000.5f, -4000.25f, 500f};
        float[] value = new float[1];
        new KernelValueMap(KernelFamily.GAUSSIAN.withBandwidth(1), landmark, 3)
                .map(row, 0, 1, value, 0, Workers.callerOnly());
        assertThat((double) value[0]).isCloseTo(Math.exp(-(0.25 + 0.0625) / 2), within(1e-6));
    }

    /**
     * Products of such rows leave the range of floats, here to both sides at once. Their images are made shorter, until K(x, x) is
     * 1e30, and keep their angles: cosines of 0, 1/sqrt(2), -1 and -1/sqrt(2), to the third power.
     */
    @Test
    void imagesBeyondFloatsAreShortened() {
        float[] landmarks = {3e38f, 3e38f, 1f, 0f};
        float[] value = new float[4];
        KernelValueMap map = new KernelValueMap(KernelFamily.POLYNOMIAL3.withBandwidth(1), landmarks, 2);
        float[] rows = {3e38f, -3e38f, -3e38f, -3e38f};
        map.map(rows, 0, 2, value, 0, Workers.callerOnly());
        double cosine = Math.pow(0.5, 1.5);
        assertThat(value[0]).isZero();
        assertThat((double) value[1]).isCloseTo(1e15 * cosine, withinPercentage(0.01));
        assertThat((double) value[2]).isCloseTo(-1e30, withinPercentage(0.01));
        assertThat((double) value[3]).isCloseTo(-1e15 * cosine, withinPercentage(0.01));
        assertThat(map.selfSimilarity(rows, 0, new double[2])).isEqualTo(1e30);
    }

    /** The matrix of shortened values is still that of a kernel: no eigenvalue below zero, whatever the degree. */
    @Test
    void shortenedValuesAreThoseOfAKernel() {
        int count = 24;
        double[] rows = SampleRows.clusters(SEED, count, 3);
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (float) (rows[i] * Math.pow(10, i / 3 % 8));
        }
        for (int degree = 1; degree <= 10; degree++) {
            KernelValueMap map = new KernelValueMap(Kernel.polynomial(1, degree), SampleRows.narrowed(rows), 3);
            float[] narrow = new float[count * count];
            map.map(SampleRows.narrowed(rows), 0, count, narrow, 0, Workers.callerOnly());
            double[] gram = new double[count * count];
            for (int i = 0; i < gram.length; i++) {
                // Lengths of one, so that rounding of the long does not hide the short.
                int row = i / count;
                int column = i % count;
                double lengths = Math.sqrt(narrow[row * count + row]) * Math.sqrt(narrow[column * count + column]);
                gram[i] = narrow[i] / lengths;
            }
            double[] values = DenseOracle.eigenvalues(gram, count);
            assertThat(values[count - 1]).as("degree %d", degree).isGreaterThan(-1e-4);
        }
    }

    @Test
    void farAwayIsZeroNotUndefined() {
        float[] value = new float[1];
        for (KernelFamily family : KernelFamily.values()) {
            if (!family.isShiftInvariant()) {
                continue;
            }
            new KernelValueMap(family.withBandwidth(1), new float[] {1e18f, -1e18f}, 2)
                    .map(new float[] {-1e18f, 1e18f}, 0, 1, value, 0, Workers.callerOnly());
            assertThat(value[0]).as(family.label()).isBetween(0f, 1e-6f);
        }
    }

    @Test
    void nonsenseIsRefused() {
        Kernel kernel = KernelFamily.GAUSSIAN.withBandwidth(1);
        assertThatThrownBy(() -> new KernelValueMap(kernel, new float[0], 2))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new KernelValueMap(kernel, new float[3], 2))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RandomMaps.draw(MapKind.LANDMARKS, kernel, 2, 4, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
