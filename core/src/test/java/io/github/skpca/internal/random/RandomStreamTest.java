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

    private static RandomStream stream(long seed) {
        return new RandomStream(seed, Purpose.FREQUENCIES);
    }

    /** Computed by a separate program from the definition of SplitMix64: models depend on these never changing. */
    @Test
    void firstNumbersAreGolden() {
        requireLongs(stream(0), 0xA912067A9FCA8D54L, 0x616736A31B335660L, 0x626160BAC8A89330L);
        requireLongs(stream(42), 0xC9D3F1EFE9A9D59DL, 0x0CC74B123CFBAFA8L, 0x9A9DDEC2FE99E215L);
        requireLongs(stream(-1), 0x6ECFEC4352BA4F9AL, 0x6FE53A1B89669D11L, 0x6AAB82A8753D6B16L);
        requireLongs(
                new RandomStream(42, Purpose.PHASES), 0xDA087224A3EE7CBCL, 0xE1A95801F12B32EBL, 0xCBA20D796DFD6895L);
        requireLongs(
                new RandomStream(42, Purpose.RESERVOIR_NEXT, 1),
                0x824BCC5862351451L,
                0x94D6A23B708925E1L,
                0x99C4B6BFFB98E127L);
        requireLongs(
                new RandomStream(42, Purpose.RESERVOIR_NEXT, (1L << 56) - 1), 0x48C8BA72B45A3D5AL, 0x9216B756D3A342D9L);
        requireLongs(
                new RandomStream(42, Purpose.RESERVOIR_NEXT, 1L << 56), 0x8CF179A9161195D4L, 0xEE5AE1C0A6761EEFL);
        assertThat(RandomStream.seedOf(42, 7)).isEqualTo(0x9ADAF85556475749L);
        assertThat(RandomStream.seedOf(-1, 0)).isEqualTo(0xCB2BE90B90BC5063L);
        RandomStream uniform = stream(42);
        assertThat(uniform.nextDouble()).isEqualTo(0.7883902750706178);
        assertThat(uniform.nextDouble()).isEqualTo(0.049915973618210985);
        assertThat(uniform.nextPositive()).isEqualTo(0.6039714075146558 + 0x1p-53);
        RandomStream gaussian = stream(42);
        assertThat(gaussian.nextGaussian()).isCloseTo(2.277960224277216, within(1e-15));
        assertThat(gaussian.nextGaussian()).isCloseTo(0.8969819130423394, within(1e-15));
        assertThat(gaussian.nextGaussian()).isCloseTo(-1.3851368261021522, within(1e-15));
    }

    private static void requireLongs(RandomStream random, long... expected) {
        for (long bits : expected) {
            assertThat(random.nextLong()).isEqualTo(bits);
        }
    }

    @Test
    void sameSeedSameNumbersOfEveryKind() {
        RandomStream one = new RandomStream(7, Purpose.SIGNS);
        RandomStream two = new RandomStream(7, Purpose.SIGNS);
        for (int i = 0; i < 1000; i++) {
            assertThat(one.nextGaussian()).isEqualTo(two.nextGaussian());
            assertThat(one.nextGamma(0.3)).isEqualTo(two.nextGamma(0.3));
            assertThat(one.nextBelow(1 + i)).isEqualTo(two.nextBelow(1 + i));
            assertThat(one.nextDouble()).isEqualTo(two.nextDouble());
        }
    }

    @Test
    void uniformNumbersFillTheirInterval() {
        RandomStream random = stream(1);
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
        requireMoments(stream(2)::nextDouble, 0.5, 1.0 / 12, "uniform, seed=2");
    }

    @Test
    void gaussianMoments() {
        RandomStream random = stream(3);
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
        RandomStream random = stream(4);
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
        RandomStream random = stream(5);
        requireMean(() -> random.nextGamma(1) > 1 ? 1 : 0, Math.exp(-1), "beyond 1, seed=5");
        requireMean(() -> random.nextGamma(1) > 3 ? 1 : 0, Math.exp(-3), "beyond 3, seed=5");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 10, 97, 1000})
    void nextBelowIsUniform(long bound) {
        RandomStream random = new RandomStream(6, Purpose.MADE_UP_ROWS, bound);
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
        RandomStream random = stream(7);
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
        assertThat(stream(8).nextBelow(Long.MAX_VALUE)).isNotNegative();
    }

    @Test
    void everyNumberIsAsLikelyToBeDrawnAtEveryTurn() {
        RandomStream random = stream(10);
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
        int[] all = stream(11).nextDistinct(100, 100);
        assertThat(all).containsExactlyInAnyOrder(IntStream.range(0, 100).toArray());
        for (int few : new int[] {0, 1, 37, 99}) {
            assertThat(stream(11).nextDistinct(100, few)).isEqualTo(Arrays.copyOf(all, few));
        }
        assertThat(stream(11).nextDistinct(0, 0)).isEmpty();
    }

    @Test
    void wrongParametersAreRefused() {
        RandomStream random = stream(9);
        assertThatThrownBy(() -> random.nextDistinct(3, 4))
                .hasMessageContaining("wanted must be between 0 and 3, not 4");
        assertThatThrownBy(() -> random.nextDistinct(3, -1)).hasMessageContaining("not -1");
        assertThatThrownBy(() -> random.nextBelow(0)).hasMessageContaining("bound must be at least 1, not 0");
        assertThatThrownBy(() -> random.nextGamma(0)).hasMessageContaining("shape must be positive");
        assertThatThrownBy(() -> random.nextGamma(Double.NaN)).hasMessageContaining("shape must be positive");
    }

    @Test
    void indicesBelowZeroAreRefused() {
        assertThatThrownBy(() -> new RandomStream(1, Purpose.SIGNS, -1))
                .hasMessageContaining("index must be at least 0, not -1");
    }

    @Test
    void codesAreUnique() {
        assertThat(Arrays.stream(Purpose.values()).map(Purpose::code)).doesNotHaveDuplicates();
        assertThat(Arrays.stream(Purpose.values()).map(Purpose::code))
                .allSatisfy(code -> assertThat(code).isBetween(1, 255));
    }

    @Test
    void seedsPurposesAndIndicesShareNothing() {
        Set<Long> first = new HashSet<>();
        int streams = 0;
        for (long seed = -20; seed <= 20; seed++) {
            for (Purpose purpose : Purpose.values()) {
                for (long index : new long[] {0, 1, 2, 255, 256, 1L << 55, 1L << 56, Long.MAX_VALUE}) {
                    RandomStream random = new RandomStream(seed, purpose, index);
                    for (int i = 0; i < 10; i++) {
                        first.add(random.nextLong());
                        streams++;
                    }
                }
            }
        }
        assertThat(first).hasSize(streams);
    }

    /** Block 17 of one purpose was once block 1 of another. */
    @Test
    void noIndexReachesAnotherPurpose() {
        Set<Long> first = new HashSet<>();
        for (Purpose purpose : Purpose.values()) {
            for (long index = 0; index < 2000; index++) {
                first.add(new RandomStream(1, purpose, index).nextLong());
            }
        }
        assertThat(first).hasSize(2000 * Purpose.values().length);
    }

    @Test
    void theOneStreamOfAPurposeIsThatOfIndexZero() {
        assertThat(new RandomStream(3, Purpose.PHASES).nextLong())
                .isEqualTo(new RandomStream(3, Purpose.PHASES, 0).nextLong());
    }

    @Test
    void seedsPurposesAndIndicesAreUncorrelated() {
        Purpose[] purposes = {Purpose.FREQUENCIES, Purpose.PHASES, Purpose.SIGNS, Purpose.LENGTHS};
        for (long seed : new long[] {0, 1, 42}) {
            for (int purpose = 0; purpose < 3; purpose++) {
                String label = "seed=" + seed + " purpose=" + purposes[purpose];
                requireUncorrelated(seed, purposes[purpose], seed, purposes[purpose + 1], 0, label + ", next purpose");
                requireUncorrelated(seed, purposes[purpose], seed + 1, purposes[purpose], 0, label + ", next seed");
                requireUncorrelated(seed, purposes[purpose], seed, purposes[purpose], 1, label + ", next index");
            }
        }
    }

    private static void requireUncorrelated(
            long seed, Purpose purpose, long otherSeed, Purpose otherPurpose, long otherIndex, String label) {
        RandomStream one = new RandomStream(seed, purpose);
        RandomStream other = new RandomStream(otherSeed, otherPurpose, otherIndex);
        requireMean(() -> one.nextGaussian() * other.nextGaussian(), 0, label);
    }

    /** Streams of consecutive indices are used one number each, for example one per row. */
    @Test
    void firstNumbersOfConsecutiveIndicesAreUniform() {
        long[] index = {0};
        requireMoments(
                () -> new RandomStream(5, Purpose.HALF_LIFE_ROW, index[0]++).nextDouble(),
                0.5,
                1.0 / 12,
                "consecutive, seed=5");
        requireMean(
                () -> {
                    double one = new RandomStream(5, Purpose.HALF_LIFE_ROW, index[0]).nextDouble();
                    return (one - 0.5) * (new RandomStream(5, Purpose.HALF_LIFE_ROW, ++index[0]).nextDouble() - 0.5);
                },
                0,
                "neighbours, seed=5");
    }

    @Test
    void seedsOfDataDiffer() {
        Set<Long> seeds = new HashSet<>();
        for (long seed = -50; seed < 50; seed++) {
            for (long data = -50; data < 50; data++) {
                seeds.add(RandomStream.seedOf(seed, data));
            }
        }
        assertThat(seeds).hasSize(10_000);
        assertThat(RandomStream.seedOf(RandomStream.seedOf(1, 2), 3))
                .isNotEqualTo(RandomStream.seedOf(RandomStream.seedOf(1, 3), 2));
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
