package io.github.skpca;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** P-values by counts of rows that stand for several, and beyond all of them by a law. */
final class TailCalibrationTest {
    private static final int ROWS = 1_000_000;

    /** Exponential scores of a million rows: 1024 of them, the 40 largest, and of the others as many at every level. */
    private static Calibration exponential(long seed) {
        Random random = new Random(seed);
        double[] uniform = random.doubles(1024).map(u -> -Math.log(u)).toArray();
        double[] tail = new double[540];
        double[] weights = new double[540];
        double before = 0;
        for (int i = 0; i < tail.length; i++) {
            weights[i] = Math.max(1, before / 40);
            tail[i] = -Math.log((before + weights[i] * random.nextDouble()) / ROWS);
            before += weights[i];
        }
        return new Calibration(uniform, tail, weights, ROWS);
    }

    @Test
    void pValuesGoDownToOneInAllRows() {
        Calibration calibration = exponential(1);
        assertThat(calibration.smallestPValue()).isEqualTo(1 / 1_000_001.0, within(1e-12));
        assertThat(calibration.pValue(100)).isEqualTo(calibration.smallestPValue());
        assertThat(calibration.rows()).isEqualTo(ROWS);
        for (double p : new double[] {1e-2, 1e-3, 1e-4, 2e-5}) {
            double found = calibration.pValue(-Math.log(p));
            assertThat(found / p).isBetween(0.7, 1.4);
        }
    }

    @Test
    void theyFallWithTheScoreAndThresholdsAgree() {
        Calibration calibration = exponential(2);
        double before = 1;
        for (double score = 0; score < 16; score += 0.003) {
            double p = calibration.pValue(score);
            assertThat(p).isLessThanOrEqualTo(before);
            before = p;
            for (double level : new double[] {0.5, 0.05, 0.02, 1e-3, 1e-4, 1e-5, 2e-6}) {
                assertThat(score > calibration.scoreAt(level)).isEqualTo(p <= level);
            }
        }
        assertThat(calibration.scoreAt(1e-7)).isInfinite();
    }

    /** Kept rows stand for numbers that scatter, as after merges and in streams that change. */
    @Test
    void scatteredWeightsLeaveSharesNearTheirLevel() {
        double[] levels = {1e-4, 3e-5};
        double[] shares = new double[levels.length];
        int trials = 2000;
        for (int seed = 0; seed < trials; seed++) {
            Random random = new Random(seed);
            double[] uniform = random.doubles(1024).map(u -> -Math.log(u)).toArray();
            List<double[]> kept = new ArrayList<>();
            double mass = 0;
            for (int rank = 1; rank <= 1000; rank++) {
                mass -= Math.log(random.nextDouble()) / ROWS;
                double weight = Math.max(1, rank / 40.0 * Math.exp(1.2 * random.nextGaussian()));
                if (random.nextDouble() * weight < 1) {
                    kept.add(new double[] {-Math.log(mass), weight});
                }
            }
            Calibration calibration = new Calibration(
                    uniform,
                    kept.stream().mapToDouble(row -> row[0]).toArray(),
                    kept.stream().mapToDouble(row -> row[1]).toArray(),
                    ROWS);
            for (int i = 0; i < levels.length; i++) {
                shares[i] += Math.exp(-calibration.scoreAt(levels[i])) / trials;
            }
        }
        for (int i = 0; i < levels.length; i++) {
            assertThat(shares[i] / levels[i]).isBetween(0.98, 1.01);
        }
    }

    @Test
    void beyondAllRowsALawGoesOnWithItsError() {
        double sum = 0;
        for (int seed = 0; seed < 20; seed++) {
            Calibration calibration = exponential(seed);
            assertThat(calibration.isExtrapolating()).isTrue();
            Calibration.Estimate estimate = calibration.estimate(-Math.log(1e-8));
            assertThat(estimate.isExtrapolated()).isTrue();
            assertThat(estimate.pValue()).isLessThan(calibration.smallestPValue());
            assertThat(estimate.standardError()).isPositive();
            sum += Math.log(estimate.pValue() / 1e-8) / 20;
            Calibration.Estimate counted = calibration.estimate(5);
            assertThat(counted.isExtrapolated()).isFalse();
            assertThat(counted.pValue()).isEqualTo(calibration.pValue(5));
            double score = calibration.estimatedScoreAt(1e-8);
            assertThat(calibration.estimate(score).pValue()).isEqualTo(1e-8, within(1e-11));
        }
        assertThat(Math.exp(sum)).isBetween(0.3, 6.0);
    }

    @Test
    void aTailThatEndsIsTakenToGoOn() {
        Random random = new Random(3);
        Calibration calibration = new Calibration(random.doubles(1000).toArray());
        assertThat(calibration.estimate(1.1).pValue()).isPositive().isLessThan(1e-3);
        assertThat(calibration.estimate(2).pValue()).isPositive();
    }

    @Test
    void fewScoresAreNotExtrapolated() {
        Calibration calibration = new Calibration(new double[] {1, 2, 3});
        assertThat(calibration.isExtrapolating()).isFalse();
        assertThat(calibration.estimate(9)).isEqualTo(new Calibration.Estimate(0.25, 0.25, false));
        assertThatThrownBy(() -> new Calibration(new double[] {1}, new double[] {1}, new double[] {0.5}, 9))
                .hasMessageContaining("at least 1");
    }
}
