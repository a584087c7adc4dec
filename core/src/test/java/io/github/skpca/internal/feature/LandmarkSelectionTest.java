package io.github.skpca.internal.feature;

import io.github.skpca.LandmarkRule;
import io.github.skpca.SampleRows;
import io.github.skpca.Workers;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Landmarks are rows of the warm-up, chosen by their rule, whatever these rows are. */
class LandmarkSelectionTest {
    private static final long SEED = Long.getLong("skpca.test.seed", 20261102L);

    static WarmUpRows of(float[] rows, int columns) {
        return new WarmUpRows() {
            @Override
            public int count() {
                return rows.length / columns;
            }

            @Override
            public int columns() {
                return columns;
            }

            @Override
            public void copy(int row, float[] out, int offset) {
                System.arraycopy(rows, row * columns, out, offset, columns);
            }
        };
    }

    private static NystromMap select(
            Kernel kernel, float[] rows, int columns, LandmarkRule rule, int most, int directions, long seed) {
        return new LandmarkSelection(kernel, of(rows, columns), seed, Workers.callerOnly())
                .select(rule, most, directions);
    }

    private static NystromMap select(float[] rows, int columns, LandmarkRule rule, int most) {
        return select(Kernel.gaussian(1), rows, columns, rule, most, 96, SEED);
    }

    /** Every landmark is one of the rows, no two are the same, and features are finite numbers. */
    private static void assertSound(NystromMap map, float[] rows, int columns) {
        float[] landmarks = map.values().landmarks();
        for (int i = 0; i < map.landmarkCount(); i++) {
            float[] landmark = Arrays.copyOfRange(landmarks, i * columns, (i + 1) * columns);
            assertThat(holds(rows, rows.length / columns, columns, landmark))
                    .as("landmark " + i)
                    .isTrue();
            assertThat(holds(landmarks, i, columns, landmark))
                    .as("landmark " + i + " is there twice")
                    .isFalse();
        }
        float[] z = new float[rows.length / columns * map.features()];
        map.map(rows, 0, rows.length / columns, z, 0, Workers.callerOnly());
        for (float value : z) {
            assertThat(value).isFinite();
        }
        for (float value : map.factor()) {
            assertThat(value).isFinite();
        }
    }

    private static boolean holds(float[] rows, int count, int columns, float[] row) {
        for (int i = 0; i < count; i++) {
            if (Arrays.equals(rows, i * columns, (i + 1) * columns, row, 0, columns)) {
                return true;
            }
        }
        return false;
    }

    private static float[] repeated(float[] rows, int times) {
        float[] all = new float[rows.length * times];
        for (int i = 0; i < times; i++) {
            System.arraycopy(rows, 0, all, i * rows.length, rows.length);
        }
        return all;
    }

    @ParameterizedTest
    @EnumSource(LandmarkRule.class)
    void repeatedRowsGetOneLandmarkEach(LandmarkRule rule) {
        float[] same = repeated(new float[] {0.5f, -1f}, 100);
        NystromMap one = select(same, 2, rule, 20);
        assertThat(one.landmarkCount()).isEqualTo(1);
        assertThat(one.features()).isEqualTo(1);
        assertSound(one, same, 2);

        float[] three = repeated(new float[] {0, 0, 1, 0, 0, 2}, 50);
        NystromMap few = select(three, 2, rule, 20);
        assertThat(few.landmarkCount()).isEqualTo(3);
        assertSound(few, three, 2);
    }

    @ParameterizedTest
    @EnumSource(LandmarkRule.class)
    void fewRowsAreAllLandmarks(LandmarkRule rule) {
        float[] rows = {0, 0, 3, 0, 0, 3, 3, 3, -3, 1};
        NystromMap map = select(rows, 2, rule, 1000);
        assertThat(map.landmarkCount()).isEqualTo(5);
        assertSound(map, rows, 2);

        float[] alone = {7, -2};
        NystromMap one = select(alone, 2, rule, 1000);
        assertThat(one.landmarkCount()).isEqualTo(1);
        assertThat(one.factor()).containsExactly(1f);
        assertSound(one, alone, 2);
    }

    /** In few columns most rows are represented by the ones before them; an oracle in double counts those that are not. */
    @Test
    void roundingDoesNotRepresentRowsWhereThereIsANugget() {
        int columns = 5;
        float[] rows = new float[1000 * columns];
        Random random = new Random(SEED);
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (float) random.nextGaussian();
        }
        Kernel kernel = Kernel.gaussian(2.9);
        LandmarkSelection selection = new LandmarkSelection(kernel, of(rows, columns), SEED, Workers.callerOnly());
        int expected = notRepresented(kernel, LandmarkTransfer.wide(rows), columns);
        assertThat((double) selection
                        .withNugget()
                        .select(LandmarkRule.UNIFORM, 1000, 300)
                        .landmarkCount())
                .isCloseTo(expected, within(0.05 * expected));
        assertThat(selection.select(LandmarkRule.UNIFORM, 1000, 300).landmarkCount())
                .isLessThan(expected * 3 / 4);
    }

    /** How many rows have more than 1e-5 outside the ones before them, by a Cholesky decomposition of K + 2^-18 I in double. */
    private static int notRepresented(Kernel kernel, double[] rows, int columns) {
        int count = rows.length / columns;
        double[][] factor = new double[count][];
        int[] taken = new int[count];
        int found = 0;
        for (int i = 0; i < count; i++) {
            double[] solved = new double[found + 1];
            double left = 1;
            for (int j = 0; j < found; j++) {
                double sum = kernel.similarity(rows, i * columns, rows, taken[j] * columns, columns);
                for (int k = 0; k < j; k++) {
                    sum -= factor[j][k] * solved[k];
                }
                solved[j] = sum / factor[j][j];
                left -= solved[j] * solved[j];
            }
            if (left > 1e-5) {
                solved[found] = Math.sqrt(left + 0x1p-18);
                factor[found] = solved;
                taken[found++] = i;
            }
        }
        return found;
    }

    /** The kernel matrix of rows on a line under (1 + x'y)^2 has rank three. */
    @ParameterizedTest
    @EnumSource(LandmarkRule.class)
    void aMatrixOfLowRankTakesAsManyLandmarksAsItsRank(LandmarkRule rule) {
        float[] rows = new float[400];
        for (int i = 0; i < 200; i++) {
            rows[2 * i] = i / 100f - 1;
            rows[2 * i + 1] = 2 * rows[2 * i];
        }
        NystromMap map = select(Kernel.polynomial(1, 2), rows, 2, rule, 40, 96, SEED);
        assertThat(map.landmarkCount()).isEqualTo(3);
        assertSound(map, rows, 2);
    }

    @ParameterizedTest
    @EnumSource(KernelFamily.class)
    void rowsOfZerosAndRowsBeyondReasonAreTaken(KernelFamily family) {
        Kernel kernel = family.withBandwidth(1);
        for (LandmarkRule rule : LandmarkRule.values()) {
            float[] zeros = new float[60];
            NystromMap none = select(kernel, zeros, 3, rule, 10, 96, SEED);
            assertThat(none.landmarkCount()).isEqualTo(1);
            assertSound(none, zeros, 3);

            float[] rows = SampleRows.narrowed(SampleRows.clusters(SEED, 60, 3));
            for (int i = 0; i < 30; i++) {
                rows[3 * i] *= 1e15f;
                rows[3 * i + 1] *= -1e15f;
            }
            assertSound(select(kernel, rows, 3, rule, 25, 8, SEED), rows, 3);
            rows[5] = 3e38f;
            rows[4] = -3e38f;
            rows[100] = 3e38f;
            rows[101] = 3e38f;
            assertSound(select(kernel, rows, 3, rule, 60, 96, SEED), rows, 3);
        }
    }

    @Test
    void noRowsAreRefused() {
        assertThatThrownBy(() -> select(new float[0], 2, LandmarkRule.PIVOTED, 5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no rows to choose landmarks from");
    }

    @ParameterizedTest
    @EnumSource(LandmarkRule.class)
    void threadsDoNotChangeAByteAndASeedRepeats(LandmarkRule rule) {
        float[] rows = SampleRows.narrowed(SampleRows.clusters(SEED, 5000, 4));
        Kernel kernel = Kernel.gaussian(1);
        NystromMap alone = select(kernel, rows, 4, rule, 150, 40, SEED);
        // Of uniform ones some may be represented by those before them.
        assertThat(alone.landmarkCount()).isBetween(rule == LandmarkRule.PIVOTED ? 150 : 140, 150);
        assertThat(alone.features()).isEqualTo(40);
        assertSound(alone, rows, 4);
        for (int threads = 1; threads <= 3; threads++) {
            try (Workers workers = new Workers(threads)) {
                NystromMap shared = new LandmarkSelection(kernel, of(rows, 4), SEED, workers).select(rule, 150, 40);
                assertThat(shared.values().landmarks())
                        .as(threads + " threads")
                        .containsExactly(alone.values().landmarks());
                assertThat(shared.factor()).as(threads + " threads").containsExactly(alone.factor());
            }
        }
        assertThat(select(kernel, rows, 4, rule, 150, 40, SEED + 1).values().landmarks())
                .isNotEqualTo(alone.values().landmarks());
    }

    /** M'K M is close to I: the directions are orthonormal in the kernel's own space, but for what keeps rounding small. */
    @ParameterizedTest
    @EnumSource(LandmarkRule.class)
    void directionsAreOrthonormal(LandmarkRule rule) {
        float[] rows = SampleRows.narrowed(SampleRows.clusters(SEED, 900, 4));
        Kernel kernel = Kernel.gaussian(1.5);
        NystromMap map = select(kernel, rows, 4, rule, 100, 30, SEED);
        int m = map.landmarkCount();
        int r = map.features();
        assertThat(r).isEqualTo(30);
        float[] landmarks = map.values().landmarks();
        double[] wide = new double[landmarks.length];
        Arrays.setAll(wide, i -> landmarks[i]);
        float[] factor = map.factor();
        for (int a = 0; a < r; a++) {
            for (int b = 0; b <= a; b++) {
                double sum = 0;
                for (int i = 0; i < m; i++) {
                    for (int j = 0; j < m; j++) {
                        sum += (double) factor[i * r + a]
                                * factor[j * r + b]
                                * kernel.similarity(wide, 4 * i, wide, 4 * j, 4);
                    }
                }
                assertThat(sum)
                        .as("directions %s and %s, skpca.test.seed=%s", a, b, SEED)
                        .isCloseTo(a == b ? 1 : 0, within(1e-3));
            }
        }
    }

    @Test
    void thePivotedRuleFindsTheRowThatTheUniformOneMisses() {
        float[] rows = SampleRows.narrowed(SampleRows.clusters(SEED, 2000, 2));
        float[] far = {40f, -40f};
        System.arraycopy(far, 0, rows, 1234 * 2, 2);
        int pivoted = 0;
        int uniform = 0;
        for (long seed = SEED; seed < SEED + 20; seed++) {
            pivoted += has(far, select(Kernel.gaussian(1), rows, 2, LandmarkRule.PIVOTED, 100, 96, seed));
            uniform += has(far, select(Kernel.gaussian(1), rows, 2, LandmarkRule.UNIFORM, 100, 96, seed));
        }
        assertThat(pivoted).as("skpca.test.seed=" + SEED).isGreaterThanOrEqualTo(18);
        assertThat(uniform).as("skpca.test.seed=" + SEED).isLessThanOrEqualTo(4);
    }

    private static int has(float[] row, NystromMap map) {
        return holds(map.values().landmarks(), map.landmarkCount(), row.length, row) ? 1 : 0;
    }

    /** Landmarks are as likely, in their order, as if each had been drawn by what those before it leave of every row. */
    @Test
    void groupsOfPivotsHaveTheLawOfPivotsOneByOne() {
        float[] rows = {0.2f, 0.1f, 1f, 0.4f, -0.5f, 1.2f, 0.3f, 0.2f, -1.1f, -0.7f};
        for (Kernel kernel : new Kernel[] {Kernel.gaussian(0.8), Kernel.polynomial(1, 2)}) {
            int trials = 12_000;
            Map<String, Integer> found = new HashMap<>();
            for (int trial = 0; trial < trials; trial++) {
                NystromMap map = select(kernel, rows, 2, LandmarkRule.PIVOTED, 3, 96, SEED + trial);
                found.merge(names(rows, map), 1, Integer::sum);
            }
            Map<String, Double> law = new HashMap<>();
            addLaw(gram(kernel, rows), "", 1, law);
            double chiSquare = 0;
            int cells = 0;
            double restExpected = 0;
            double restFound = trials;
            for (Map.Entry<String, Double> entry : law.entrySet()) {
                double expected = trials * entry.getValue();
                int seen = found.getOrDefault(entry.getKey(), 0);
                if (expected >= 8) {
                    chiSquare += (seen - expected) * (seen - expected) / expected;
                    cells++;
                    restFound -= seen;
                } else {
                    restExpected += expected;
                }
            }
            if (restExpected > 0) {
                // Cells too rare for a chi-square, together; ten of their standard deviations and one row at most.
                assertThat(restFound).isCloseTo(restExpected, within(1 + 10 * Math.sqrt(restExpected)));
            }
            // A chi-square of f degrees has mean f and variance 2f; five standard deviations.
            assertThat(chiSquare)
                    .as("%s, %s cells, seeds from %s", kernel.name(), cells, SEED)
                    .isLessThan(cells + 5 * Math.sqrt(2.0 * cells));
            assertThat(cells).isGreaterThan(20);
        }
    }

    private static String names(float[] rows, NystromMap map) {
        StringBuilder names = new StringBuilder();
        float[] landmarks = map.values().landmarks();
        for (int i = 0; i < map.landmarkCount(); i++) {
            for (int j = 0; j < rows.length / 2; j++) {
                if (landmarks[2 * i] == rows[2 * j] && landmarks[2 * i + 1] == rows[2 * j + 1]) {
                    names.append(j);
                }
            }
        }
        return names.toString();
    }

    private static double[][] gram(Kernel kernel, float[] rows) {
        int n = rows.length / 2;
        double[] wide = new double[rows.length];
        Arrays.setAll(wide, i -> rows[i]);
        double[][] gram = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                gram[i][j] = kernel.similarity(wide, 2 * i, wide, 2 * j, 2);
            }
        }
        return gram;
    }

    /** The chance of every ordered choice of three, from what is left of the kernel matrix. */
    private static void addLaw(double[][] left, String chosen, double chance, Map<String, Double> law) {
        if (chosen.length() == 3) {
            law.merge(chosen, chance, Double::sum);
            return;
        }
        int n = left.length;
        double trace = 0;
        for (int i = 0; i < n; i++) {
            trace += left[i][i];
        }
        for (int pivot = 0; pivot < n; pivot++) {
            if (chosen.indexOf('0' + pivot) >= 0) {
                continue;
            }
            double[][] next = new double[n][n];
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    next[i][j] = left[i][j] - left[i][pivot] * left[pivot][j] / left[pivot][pivot];
                }
            }
            addLaw(next, chosen + pivot, chance * left[pivot][pivot] / trace, law);
        }
    }

    @Test
    void aSketchAsksForThreeDirectionsARowAndNoFewerThanNinetySix() {
        assertThat(LandmarkSelection.directions(1)).isEqualTo(96);
        assertThat(LandmarkSelection.directions(32)).isEqualTo(96);
        assertThat(LandmarkSelection.directions(50)).isEqualTo(150);
        assertThat(LandmarkSelection.directions(Integer.MAX_VALUE)).isEqualTo(1 << 24);
    }
}
