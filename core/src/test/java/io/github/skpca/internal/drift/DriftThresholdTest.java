package io.github.skpca.internal.drift;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Tail probabilities against closed forms, moments and thresholds against known covariances. */
class DriftThresholdTest {
    private static final double FAR = 60;

    @ParameterizedTest
    @CsvSource({"0.5, 1e-3, 5.4137831", "0.5, 1e-6, 11.9640635", "1, 1e-5, 11.5129255", "3, 1e-4, 13.9281"})
    void quantilesAreThoseOfTables(double shape, double tail, double expected) {
        assertThat(GammaTail.quantile(shape, tail)).isCloseTo(expected, within(1e-3));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 30, 400, 9000})
    void wholeShapesAreCountsOfPoisson(int shape) {
        double x = shape + 3 * Math.sqrt(shape);
        double logTerm = -x;
        double sum = 0;
        for (int i = 0; i < shape; i++) {
            sum += Math.exp(logTerm);
            logTerm += Math.log(x / (i + 1));
        }
        assertThat(GammaTail.probability(shape, x)).isCloseTo(sum, within(1e-9 * sum + 1e-13));
    }

    /** Independent features of variances 1, 1/2, 1/4, ... from normal rows: blocks give the traces of S, S^2 and S^3. */
    @Test
    void momentsAreThoseOfTheCovariance() {
        int features = 6;
        Cumulants moments = moments(5, features, 100, 0, 0);
        assertThat(moments.trace()).isCloseTo(sumOfPowers(0.5, features), within(0.02));
        assertThat(moments.squareTrace()).isCloseTo(sumOfPowers(0.25, features), within(0.03));
        assertThat(moments.cubeTrace()).isCloseTo(sumOfPowers(0.125, features), within(0.06));
        assertThat(moments.fourth()).isLessThan(0.2);
        assertThat(moments.mixed()).isLessThan(0.2);
    }

    /** A state of one row in 500, at distance 10: a fourth cumulant of about 10^4 / 500 = 20. */
    @Test
    void rareStatesShowInTheFourthCumulant() {
        Cumulants moments = moments(6, 1, 400, 0.002, 10);
        assertThat(moments.fourth()).isBetween(12.0, 30.0);
        assertThat(moments.mixed()).isBetween(12.0, 40.0);
    }

    private static Cumulants moments(long seed, int features, int blocks, double rare, double far) {
        Random random = new Random(seed);
        FeatureMoments moments = new FeatureMoments(features);
        float[] z = new float[BlockSums.ROWS * features];
        for (int block = 0; block < blocks; block++) {
            fill(z, features, random, rare, far);
            moments.add(z);
        }
        return moments.cumulants();
    }

    private static void fill(float[] z, int features, Random random, double rare, double far) {
        for (int i = 0; i < z.length; i++) {
            double deviation = Math.pow(0.5, i % features / 2.0);
            z[i] = (float) (3 + deviation * random.nextGaussian() + (random.nextDouble() < rare ? far : 0));
        }
    }

    private static double sumOfPowers(double ratio, int count) {
        return (1 - Math.pow(ratio, count)) / (1 - ratio);
    }

    /** Of 40,000 blocks against a reference of known mean, about one in a thousand is beyond its threshold, also with rare states. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.001})
    void thresholdsAreExceededNoMoreOftenThanAsked(double rare) {
        int features = 3;
        int trials = 40_000;
        double tail = 1e-3;
        Cumulants moments = moments(7, features, 400, rare, FAR);
        double threshold = DriftThreshold.of(moments, BlockSums.ROWS, 1e12, 1, tail);
        Random random = new Random(8);
        int exceeded = 0;
        for (int trial = 0; trial < trials; trial++) {
            double distance = 0;
            for (int j = 0; j < features; j++) {
                double sum = Math.pow(0.5, j / 2.0) * Math.sqrt(BlockSums.ROWS) * random.nextGaussian();
                for (double wait = exponential(random, rare);
                        wait < BlockSums.ROWS;
                        wait += exponential(random, rare)) {
                    sum += FAR;
                }
                double difference = (sum - FAR * rare * BlockSums.ROWS) / BlockSums.ROWS;
                distance += difference * difference;
            }
            exceeded += distance > threshold ? 1 : 0;
        }
        assertThat(exceeded).as("of %s, seeds 7 and 8", trials).isBetween(4, (int) (1.5 * tail * trials));
    }

    private static double exponential(Random random, double rate) {
        return rate == 0 ? Double.POSITIVE_INFINITY : -Math.log(1 - random.nextDouble()) / rate;
    }
}
