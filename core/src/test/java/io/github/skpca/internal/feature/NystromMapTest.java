package io.github.skpca.internal.feature;

import io.github.skpca.LandmarkRule;
import io.github.skpca.MapKind;
import io.github.skpca.SampleRows;
import io.github.skpca.SparseRows;
import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.SparseMatrix;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Features of landmarks are M'k(x), inner products of which come close to the kernel where landmarks are. */
class NystromMapTest {
    private static final long SEED = Long.getLong("skpca.test.seed", 20261101L);
    private static final int COLUMNS = 3;

    /** Past a tile of 48 rows twice, and no multiple of anything. */
    private static final int ROWS = 131;

    private static float[] rows(long seed, int count) {
        return SampleRows.narrowed(SampleRows.clusters(seed, count, COLUMNS));
    }

    private static NystromMap selected(Kernel kernel, LandmarkRule rule, int most, int directions) {
        WarmUpRows candidates = LandmarkSelectionTest.of(rows(SEED, 200), COLUMNS);
        return new LandmarkSelection(kernel, candidates, SEED, Workers.callerOnly())
                .select(rule, most, directions);
    }

    private static float[] mapped(FeatureMap map, float[] rows) {
        float[] z = new float[rows.length / COLUMNS * map.features()];
        map.map(rows, 0, rows.length / COLUMNS, z, 0, Workers.callerOnly());
        return z;
    }

    private static double dot(float[] z, int i, int j, int width) {
        double sum = 0;
        for (int c = 0; c < width; c++) {
            sum += (double) z[i * width + c] * z[j * width + c];
        }
        return sum;
    }

    private static double similarity(Kernel kernel, float[] rows, int i, int j) {
        double[] wide = new double[2 * COLUMNS];
        for (int c = 0; c < COLUMNS; c++) {
            wide[c] = rows[i * COLUMNS + c];
            wide[COLUMNS + c] = rows[j * COLUMNS + c];
        }
        return kernel.similarity(wide, 0, wide, COLUMNS, COLUMNS);
    }

    @ParameterizedTest
    @EnumSource(KernelFamily.class)
    void featuresAreTheFactorTimesKernelValues(KernelFamily family) {
        Kernel kernel = family.withBandwidth(2);
        int m = 37;
        int r = 11;
        Random random = new Random(SEED);
        float[] factor = new float[m * r];
        for (int i = 0; i < factor.length; i++) {
            factor[i] = (float) random.nextGaussian();
        }
        KernelValueMap values = new KernelValueMap(kernel, rows(SEED, m), COLUMNS);
        NystromMap map = new NystromMap(values, factor.clone());
        float[] x = rows(SEED + 1, ROWS);
        float[] k = mapped(values, x);
        float[] z = mapped(map, x);
        double[] wide = new double[r];
        for (int i = 0; i < ROWS; i++) {
            double size = 1;
            for (int c = 0; c < r; c++) {
                double sum = 0;
                for (int j = 0; j < m; j++) {
                    sum += (double) k[i * m + j] * factor[j * r + c];
                    size += Math.abs(k[i * m + j] * factor[j * r + c]);
                }
                wide[c] = sum;
            }
            for (int c = 0; c < r; c++) {
                assertThat((double) z[i * r + c]).as("skpca.test.seed=" + SEED).isCloseTo(wide[c], within(1e-6 * size));
            }
        }
        assertThat(map.features()).isEqualTo(r);
        assertThat(map.landmarkCount()).isEqualTo(m);
        assertThat(map.kind()).isEqualTo(MapKind.LANDMARKS);
        assertThat(map.factor()).containsExactly(factor);
        map.factor()[0] = 99;
        assertThat(map.factor()).containsExactly(factor);
    }

    /**
     * The most by which roundings can make M'k longer: an entry of M is rounded once, and a sum of m products of floats, in any order, is
     * off by at most m roundings of its terms' sizes, so a coordinate by (1 + m) 2^-24 sum_j |M_jc| |k_j|; in double by the first alone.
     * That is many roundings of the result where terms cancel. What a kernel value itself is off goes through |M|, too.
     *
     * @param off of each kernel value, relative roundings included
     */
    private static double length(NystromMap map, double[] off) {
        int r = map.features();
        float[] factor = map.factor();
        double squares = 0;
        for (int c = 0; c < r; c++) {
            double sum = 0;
            for (int j = 0; j < off.length; j++) {
                sum += off[j] * Math.abs(factor[j * r + c]);
            }
            squares += sum * sum;
        }
        return Math.sqrt(squares);
    }

    /** A polynomial's features have all of its length, so what roundings add to it shows. */
    private static void assertNotLonger(Kernel kernel, NystromMap map, float[] x, String what) {
        int m = map.landmarkCount();
        int r = map.features();
        float[] k = mapped(map.values(), x);
        float[] z = mapped(map, x);
        double[] exact = new double[m];
        double[] wide = new double[r];
        for (int i = 0; i < ROWS; i++) {
            double[] row = new double[COLUMNS];
            for (int c = 0; c < COLUMNS; c++) {
                row[c] = x[i * COLUMNS + c];
            }
            map.values().map(row, exact);
            map.map(row, wide);
            double[] once = new double[m];
            double[] all = new double[m];
            for (int j = 0; j < m; j++) {
                once[j] = 0x1p-24 * Math.abs(exact[j]);
                all[j] = Math.abs(k[i * m + j] - exact[j]) + (1 + m) * 0x1p-24 * Math.abs(k[i * m + j]);
            }
            // The solution for M, in double, is good to less than 1e-7 of itself.
            double self = Math.sqrt(similarity(kernel, x, i, i)) * (1 + 1e-7);
            assertThat(Math.sqrt(Arrays.stream(wide).map(v -> v * v).sum()))
                    .as("%s, row %s in double, skpca.test.seed=%s", what, i, SEED)
                    .isLessThanOrEqualTo(self + length(map, once));
            assertThat(Math.sqrt(dot(z, i, i, r)))
                    .as("%s, row %s, skpca.test.seed=%s", what, i, SEED)
                    .isLessThanOrEqualTo(self + length(map, all));
            assertThat(similarity(kernel, x, i, i)).isLessThanOrEqualTo(map.largestSquaredNorm());
        }
    }

    @ParameterizedTest
    @EnumSource(KernelFamily.class)
    void noRowIsLongerThanInTheKernelsOwnSpace(KernelFamily family) {
        Kernel kernel = family.withBandwidth(2.5);
        for (LandmarkRule rule : LandmarkRule.values()) {
            for (int directions : new int[] {5, 60}) {
                NystromMap map = selected(kernel, rule, 60, directions);
                float[] x = rows(SEED + 2, ROWS);
                for (int j = 90 * COLUMNS; j < x.length; j++) {
                    x[j] *= 4;
                }
                assertNotLonger(kernel, map, x, rule.label() + ", " + directions + " directions");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(KernelFamily.class)
    void betweenLandmarksInnerProductsAreTheKernels(KernelFamily family) {
        Kernel kernel = family.withBandwidth(2.5);
        for (LandmarkRule rule : LandmarkRule.values()) {
            NystromMap map = selected(kernel, rule, 50, 50);
            float[] landmarks = map.values().landmarks();
            float[] z = mapped(map, landmarks);
            for (int i = 0; i < map.landmarkCount(); i++) {
                for (int j = 0; j <= i; j++) {
                    double size = Math.sqrt(similarity(kernel, landmarks, i, i) * similarity(kernel, landmarks, j, j));
                    assertThat(dot(z, i, j, map.features()))
                            .as("%s, landmarks %s and %s, skpca.test.seed=%s", rule.label(), i, j, SEED)
                            .isCloseTo(similarity(kernel, landmarks, i, j), within(1e-3 * size));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(KernelFamily.class)
    void aRowsFeaturesDoNotDependOnTheRowsBesideItNorOnThreadsNorOnItsZeros(KernelFamily family) {
        NystromMap map = selected(family.withBandwidth(2), LandmarkRule.PIVOTED, 70, 20);
        // Few zeros, and mostly zeros.
        for (int nth : new int[] {4, 1}) {
            float[] x = rows(SEED + 3, ROWS);
            for (int i = 0; i < x.length; i += nth) {
                x[i] = nth > 1 || i % 4 != 0 ? 0 : x[i];
            }
            assertSameFeatures(map, x);
        }
    }

    private static void assertSameFeatures(NystromMap map, float[] x) {
        float[] together = mapped(map, x);
        int r = map.features();
        float[] alone = new float[ROWS * r];
        for (int i = 0; i < ROWS; i++) {
            map.map(x, i * COLUMNS, 1, alone, i * r, Workers.callerOnly());
        }
        assertThat(alone).containsExactly(together);
        float[] parts = new float[ROWS * r];
        map.map(x, 0, 50, parts, 0, Workers.callerOnly());
        map.map(x, 50 * COLUMNS, ROWS - 50, parts, 50 * r, Workers.callerOnly());
        assertThat(parts).containsExactly(together);
        double[] wide = new double[x.length];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = x[i];
        }
        Standardizer none = Standardizer.of(new double[COLUMNS], new double[0]);
        SparseMatrix sparse = new SparseMatrix();
        none.apply(SparseRows.of(wide, 0, ROWS, COLUMNS), 0, ROWS, sparse);
        for (int threads = 1; threads <= 3; threads++) {
            try (Workers workers = new Workers(threads)) {
                float[] shared = new float[ROWS * r];
                map.map(x, 0, ROWS, shared, 0, workers);
                assertThat(shared).as(threads + " threads").containsExactly(together);
                for (int round = 0; round < 20; round++) {
                    float[] withoutZeros = new float[ROWS * r];
                    map.map(sparse, 0, ROWS, withoutZeros, 0, workers);
                    assertThat(withoutZeros).as(threads + " threads, no zeros").containsExactly(together);
                }
            }
        }
    }

    /** Threads that find the spare tile taken use one of their own. */
    @Test
    void manyCallersShareOneMap() {
        NystromMap map = selected(Kernel.gaussian(2), LandmarkRule.PIVOTED, 40, 20);
        float[] x = rows(SEED + 4, ROWS);
        float[] expected = mapped(map, x);
        java.util.stream.IntStream.range(0, 40)
                .parallel()
                .forEach(i -> assertThat(mapped(map, x)).containsExactly(expected));
    }

    @Test
    void foldedDirectionsGiveTheSameProducts() {
        NystromMap map = selected(Kernel.gaussian(2), LandmarkRule.PIVOTED, 40, 20);
        int r = map.features();
        int m = map.landmarkCount();
        Random random = new Random(SEED);
        double[] w = random.doubles(1 + 3L * r).map(v -> v - 0.5).toArray();
        double[] folded = map.folded(w, 1, 3);
        float[] x = rows(SEED + 5, 10);
        float[] z = mapped(map, x);
        float[] k = mapped(map.values(), x);
        assertThat(folded).hasSize(3 * m);
        for (int i = 0; i < 10; i++) {
            for (int c = 0; c < 3; c++) {
                double direct = 0;
                double through = 0;
                for (int j = 0; j < r; j++) {
                    direct += w[1 + c * r + j] * z[i * r + j];
                }
                for (int j = 0; j < m; j++) {
                    through += folded[c * m + j] * k[i * m + j];
                }
                assertThat(through).as("skpca.test.seed=" + SEED).isCloseTo(direct, within(1e-4));
            }
        }
    }

    @Test
    void nonsenseIsRefused() {
        KernelValueMap values = new KernelValueMap(Kernel.gaussian(1), new float[4 * COLUMNS], COLUMNS);
        for (int size : new int[] {0, 3, 7, 20}) {
            assertThatThrownBy(() -> new NystromMap(values, new float[size]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(size + " numbers are no factor for 4 landmarks");
        }
    }
}
