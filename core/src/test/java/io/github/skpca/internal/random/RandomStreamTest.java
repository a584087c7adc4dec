package io.github.skpca.internal.random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class RandomStreamTest {
    private static final int DRAWS = 200_000;

    /** Computed by a separate program from the definition of SplitMix64: models depend on these never changing. */
    @Test
    void firstNumbersAreGolden() {
        requireLongs(new RandomStream(0), 0xF5DD724FF3B8A536L, 0x7C6EDE0099D1DAC1L, 0x09F2C7599678A38EL);
        requireLongs(new RandomStream(42), 0x63F4054DDE37FB65L, 0x217AFD0942281E42L, 0x9814D2ACF5CC8F51L);
        requireLongs(new RandomStream(-1), 0xA2AAEB5D89D38ED5L, 0xCDD66B81BABC6412L, 0x9CAA849A9132EE36L);
        requireLongs(new RandomStream(42, 1), 0x6800547D35B71DC7L, 0xE8472EDF940F7B03L, 0x35C26F247F73C7B5L);
        requireLongs(new RandomStream(42, 2), 0x3A22FF1775B6DBE6L, 0xBDCE2642CC6AE051L, 0xF0BD60424484658FL);
        RandomStream uniform = new RandomStream(42);
        assertThat(uniform.nextDouble()).isEqualTo(0.3904422106845401);
        assertThat(uniform.nextDouble()).isEqualTo(0.13078290439639806);
        assertThat(uniform.nextPositive()).isEqualTo(0.5940677330270764 + 0x1p-53);
        RandomStream gaussian = new RandomStream(42);
        assertThat(gaussian.nextGaussian()).isCloseTo(-0.29067841526796, within(1e-15));
        assertThat(gaussian.nextGaussian()).isCloseTo(-0.9796057488059343, within(1e-15));
        assertThat(gaussian.nextGaussian()).isCloseTo(0.2304228156638672, within(1e-15));
    }

    private static void requireLongs(RandomStream random, long... expected) {
        for (long bits : expected) {
            assertThat(random.nextLong()).isEqualTo(bits);
        }
    }

    @Test
    void sameSeedSameNumbersOfEveryKind() {
        RandomStream one = new RandomStream(7, 3);
        RandomStream two = new RandomStream(7, 3);
        for (int i = 0; i < 1000; i++) {
            assertThat(one.nextGaussian()).isEqualTo(two.nextGaussian());
            assertThat(one.nextGamma(0.3)).isEqualTo(two.nextGamma(0.3));
            assertThat(one.nextBelow(1 + i)).isEqualTo(two.nextBelow(1 + i));
            assertThat(one.nextDouble()).isEqualTo(two.nextDouble());
        }
    }

    @Test
    void uniformNumbersFillTheirInterval() {
        RandomStream random = new RandomStream(1);
        double smallest = 1;
        double largest = 0;
        for (int i = 0; i < DRAWS; i++) {
            double value = random.nextDouble();
            smallest = Math.min(smallest, value);
            largest = Math.max(largest, value);
            double positive = random.nextPositive();
            assertThat(positive).isGreaterThan(0).isLessThanOrEqualTo(1);
        }
        assertThat(smallest).isBetween(0.0, 1e-3);
        assertThat(largest).isBetween(1 - 1e-3, Math.nextDown(1.0));
        requireMoments(new RandomStream(2)::nextDouble, 0.5, 1.0 / 12, "uniform, seed=2");
    }

    @Test
    void gaussianMoments() {
        RandomStream random = new RandomStream(3);
        requireMoments(random::nextGaussian, 0, 1, "gaussian, seed=3");
        requireMean(() -> Math.pow(random.nextGaussian(), 3), 0, "third moment, seed=3");
        requireMean(() -> Math.pow(random.nextGaussian(), 4), 3, "fourth moment, seed=3");
        requireMean(() -> random.nextGaussian() * random.nextGaussian(), 0, "neighbours, seed=3");
        // Two-sided tail beyond 1.96 and the share within one deviation.
        requireMean(() -> Math.abs(random.nextGaussian()) > 1.959963984540054 ? 1 : 0, 0.05, "tail, seed=3");
        requireMean(() -> Math.abs(random.nextGaussian()) < 1 ? 1 : 0, 0.6826894921370859, "core, seed=3");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.2, 0.5, 1, 1.5, 2.5, 10, 300})
    void gammaMoments(double shape) {
        RandomStream random = new RandomStream(4);
        String label = "gamma " + shape + ", seed=4";
        requireMoments(() -> random.nextGamma(shape), shape, shape, label);
        // The Laplace transform at 1/shape, because at 1 a large shape leaves only rare events.
        requireMean(
                () -> Math.exp(-random.nextGamma(shape) / shape),
                Math.pow(1 + 1 / shape, -shape),
                label + ", transform");
    }

    @Test
    void gammaOfShapeOneIsExponential() {
        RandomStream random = new RandomStream(5);
        requireMean(() -> random.nextGamma(1) > 1 ? 1 : 0, Math.exp(-1), "beyond 1, seed=5");
        requireMean(() -> random.nextGamma(1) > 3 ? 1 : 0, Math.exp(-3), "beyond 3, seed=5");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 10, 97, 1000})
    void nextBelowIsUniform(long bound) {
        RandomStream random = new RandomStream(6, bound);
        long[] counts = new long[(int) bound];
        for (int i = 0; i < DRAWS; i++) {
            counts[(int) random.nextBelow(bound)]++;
        }
        double expected = (double) DRAWS / bound;
        double chiSquare = 0;
        for (long count : counts) {
            chiSquare += (count - expected) * (count - expected) / expected;
        }
        // Chi-square with bound - 1 degrees of freedom: mean bound - 1, variance twice that.
        assertThat(chiSquare).as("bound %s, seed=6", bound).isLessThanOrEqualTo(bound - 1 + 5 * Math.sqrt(2.0 * bound));
    }

    @Test
    void nextBelowIsUniformWhereARemainderWouldNotBe() {
        // 2^63 is 4/3 of this bound: a plain remainder would give the first third twice the weight.
        long bound = 3L << 61;
        RandomStream random = new RandomStream(7);
        for (int third = 0; third < 3; third++) {
            long from = ((long) third) << 61;
            requireMean(
                    () -> {
                        long value = random.nextBelow(bound);
                        return value >= from && value - from < 1L << 61 ? 1 : 0;
                    },
                    1.0 / 3,
                    "third " + third + ", seed=7");
        }
        assertThat(new RandomStream(8).nextBelow(Long.MAX_VALUE)).isNotNegative();
    }

    @Test
    void everyNumberIsAsLikelyToBeDrawnAtEveryTurn() {
        RandomStream random = new RandomStream(10);
        int[][] counts = new int[4][6];
        int rounds = 60_000;
        for (int i = 0; i < rounds; i++) {
            int[] drawn = random.nextDistinct(6, 4);
            assertThat(drawn).hasSize(4).doesNotHaveDuplicates();
            for (int turn = 0; turn < 4; turn++) {
                counts[turn][drawn[turn]]++;
            }
        }
        // A count has the mean 10,000 and the deviation 91.
        for (int[] ofTurn : counts) {
            for (int count : ofTurn) {
                assertThat(count).as("seed=10").isBetween(9_500, 10_500);
            }
        }
    }

    @Test
    void aFewAreTheFirstOfAll() {
        int[] all = new RandomStream(11).nextDistinct(100, 100);
        assertThat(all).containsExactlyInAnyOrder(IntStream.range(0, 100).toArray());
        for (int few : new int[] {0, 1, 37, 99}) {
            assertThat(new RandomStream(11).nextDistinct(100, few)).isEqualTo(Arrays.copyOf(all, few));
        }
        assertThat(new RandomStream(11).nextDistinct(0, 0)).isEmpty();
    }

    @Test
    void wrongParametersAreRefused() {
        RandomStream random = new RandomStream(9);
        assertThatThrownBy(() -> random.nextDistinct(3, 4))
                .hasMessageContaining("wanted must be between 0 and 3, not 4");
        assertThatThrownBy(() -> random.nextDistinct(3, -1)).hasMessageContaining("not -1");
        assertThatThrownBy(() -> random.nextBelow(0)).hasMessageContaining("bound must be at least 1, not 0");
        assertThatThrownBy(() -> random.nextGamma(0)).hasMessageContaining("shape must be positive");
        assertThatThrownBy(() -> random.nextGamma(Double.NaN)).hasMessageContaining("shape must be positive");
    }

    @Test
    void seedsAndPurposesShareNothing() {
        Set<Long> first = new HashSet<>();
        int streams = 0;
        for (long seed = -20; seed <= 20; seed++) {
            for (long purpose = 0; purpose < 20; purpose++) {
                RandomStream random = new RandomStream(seed, purpose);
                for (int i = 0; i < 10; i++) {
                    first.add(random.nextLong());
                    streams++;
                }
            }
        }
        assertThat(first).hasSize(streams);
    }

    @Test
    void seedsAndPurposesAreUncorrelated() {
        for (long seed : new long[] {0, 1, 42}) {
            for (long purpose = 1; purpose <= 3; purpose++) {
                RandomStream one = new RandomStream(seed, purpose);
                RandomStream otherPurpose = new RandomStream(seed, purpose + 1);
                RandomStream again = new RandomStream(seed, purpose);
                RandomStream otherSeed = new RandomStream(seed + 1, purpose);
                String label = "seed=" + seed + " purpose=" + purpose;
                requireMean(() -> one.nextGaussian() * otherPurpose.nextGaussian(), 0, label + ", next purpose");
                requireMean(() -> again.nextGaussian() * otherSeed.nextGaussian(), 0, label + ", next seed");
            }
        }
    }

    private static void requireMoments(DoubleSupplier draw, double mean, double variance, String label) {
        requireMean(draw, mean, label + ", mean");
        requireMean(
                () -> {
                    double deviation = draw.getAsDouble() - mean;
                    return deviation * deviation;
                },
                variance,
                label + ", variance");
    }

    /** A mean of many draws is allowed five of its own standard errors. */
    private static void requireMean(DoubleSupplier draw, double expected, String label) {
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < DRAWS; i++) {
            double value = draw.getAsDouble();
            sum += value;
            squares += value * value;
        }
        double mean = sum / DRAWS;
        double standardError = Math.sqrt((squares / DRAWS - mean * mean) / DRAWS);
        assertThat(mean).as(label).isCloseTo(expected, within(5 * standardError));
    }
}
