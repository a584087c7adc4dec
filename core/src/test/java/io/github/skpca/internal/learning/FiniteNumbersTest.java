package io.github.skpca.internal.learning;

import io.github.skpca.Workers;
import org.junit.jupiter.api.Test;

import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

class FiniteNumbersTest {
    private static final long SEED = Long.getLong("skpca.test.seed", 17);

    @Test
    void theFirstBadNumberIsFoundWhereverItIs() {
        double[] bad = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e39, -Double.MAX_VALUE};
        Random random = new Random(SEED);
        try (Workers workers = new Workers(3)) {
            for (int count : new int[] {0, 1, 3, 4, 5, 100, 40_000, 100_003}) {
                double[] wide = new double[count + 2];
                float[] narrow = new float[count + 2];
                for (int i = 0; i < count; i++) {
                    wide[i] = random.nextInt(9) == 0 ? Float.MAX_VALUE : random.nextGaussian() * 1e30;
                    narrow[i] = (float) wide[i];
                }
                // What comes after the numbers in question is not looked at.
                wide[count] = Double.NaN;
                narrow[count] = Float.NaN;
                requireFirst(wide, narrow, count, count, workers);
                for (int round = 0; round < 20 && count > 0; round++) {
                    double[] wideBad = wide.clone();
                    float[] narrowBad = narrow.clone();
                    int first = count;
                    for (int i = 0; i <= round % 3; i++) {
                        int at = random.nextInt(count);
                        wideBad[at] = bad[random.nextInt(bad.length)];
                        narrowBad[at] = (float) wideBad[at];
                        first = Math.min(first, at);
                    }
                    requireFirst(wideBad, narrowBad, count, first, workers);
                }
            }
        }
    }

    private static void requireFirst(double[] wide, float[] narrow, int count, int first, Workers workers) {
        String label = "skpca.test.seed=" + SEED + ", " + count + " numbers";
        for (Workers some : new Workers[] {Workers.callerOnly(), workers}) {
            assertThat(FiniteNumbers.firstBad(wide, count, some)).as(label).isEqualTo(first);
            assertThat(FiniteNumbers.firstBad(narrow, count, some)).as(label).isEqualTo(first);
        }
    }
}
