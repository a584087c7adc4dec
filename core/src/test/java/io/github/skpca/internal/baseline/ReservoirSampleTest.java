package io.github.skpca.internal.baseline;

import io.github.skpca.SampleRows;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.kernel.IsotropicKernel;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.ShiftInvariantKernel;
import org.junit.jupiter.api.Test;

import java.util.Arrays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Every sampler holds a uniform row of those seen, alone and after merging, and the kernel matrix is that of what they hold. */
class ReservoirSampleTest {
    private static final IsotropicKernel KERNEL = Kernel.gaussian(1);
    private static final long SEED = Long.getLong("skpca.test.seed", 20260404L);
    private static final int SIZE = 8;

    /** Beyond this a chi-squared statistic of 19 degrees of freedom is seen once in ten thousand times. */
    private static final double UNLIKELY = 50;

    /** A sample of rows that are their own numbers, from {@code from} on. */
    private static ReservoirSample sample(long seed, int from, int to) {
        ReservoirSample sample = new ReservoirSample(KERNEL, 1, SIZE, seed);
        feed(sample, from, to);
        return sample;
    }

    private static void feed(ReservoirSample sample, int from, int to) {
        for (int row = from; row < to; row++) {
            sample.take(new float[] {row}, 0);
        }
    }

    /** Over many seeds, how often each of twenty rows was held, as a chi-squared statistic. */
    private static double chiSquared(java.util.function.LongFunction<ReservoirSample> make) {
        int[] held = new int[20];
        int seeds = 4000;
        for (long seed = SEED; seed < SEED + seeds; seed++) {
            for (float row : make.apply(seed).state().rows()) {
                held[(int) row]++;
            }
        }
        double expected = seeds * (double) SIZE / held.length;
        double sum = 0;
        for (int count : held) {
            sum += (count - expected) * (count - expected) / expected;
        }
        return sum;
    }

    @Test
    void everyRowIsAsLikelyAsEveryOther() {
        assertThat(chiSquared(seed -> sample(seed, 0, 20)))
                .as("skpca.test.seed=" + SEED)
                .isLessThan(UNLIKELY);
    }

    @Test
    void everyRowOfTwoMergedStreamsIsAsLikelyAsEveryOther() {
        assertThat(chiSquared(seed -> {
                    ReservoirSample first = sample(seed, 0, 5);
                    first.merge(sample(seed, 5, 20));
                    return first;
                }))
                .as("skpca.test.seed=" + SEED)
                .isLessThan(UNLIKELY);
    }

    @Test
    void everyRowIsAsLikelyAfterATreeOfMergesAndMoreRows() {
        assertThat(chiSquared(seed -> {
                    ReservoirSample left = sample(seed, 0, 4);
                    left.merge(sample(seed, 4, 8));
                    ReservoirSample right = sample(seed, 8, 12);
                    right.merge(sample(seed, 12, 16));
                    left.merge(right);
                    feed(left, 16, 20);
                    return left;
                }))
                .as("skpca.test.seed=" + SEED)
                .isLessThan(UNLIKELY);
    }

    /** Two samplers agree on one of n rows with probability 1/n if they are independent. */
    @Test
    void samplersAreIndependent() {
        int agreements = 0;
        int pairs = 0;
        for (long seed = SEED; seed < SEED + 2000; seed++) {
            float[] rows = sample(seed, 0, 20).state().rows();
            for (int i = 0; i + 1 < SIZE; i += 2) {
                agreements += rows[i] == rows[i + 1] ? 1 : 0;
                pairs++;
            }
        }
        double deviation = Math.sqrt(pairs * 0.05 * 0.95);
        assertThat((double) agreements).as("skpca.test.seed=" + SEED).isCloseTo(pairs * 0.05, within(4 * deviation));
    }

    @Test
    void rowsThatChangeNothingNeedNotBeLookedAt() {
        ReservoirSample all = sample(3, 0, 100_000);
        ReservoirSample skipping = new ReservoirSample(KERNEL, 1, SIZE, 3);
        long looked = 0;
        while (skipping.rows() < 100_000) {
            long skipped = Math.min(skipping.rowsToSkip(), 100_000 - skipping.rows());
            skipping.skip(skipped);
            if (skipping.rows() < 100_000) {
                skipping.take(new float[] {skipping.rows()}, 0);
                looked++;
            }
        }
        assertThat(skipping.state().rows()).containsExactly(all.state().rows());
        assertThat(skipping.state().next()).containsExactly(all.state().next());
        // c (1 + ln(n/c)) at most, give or take what chance adds.
        assertThat(looked).isLessThan(200);
        assertThatThrownBy(() -> skipping.skip(skipping.rowsToSkip() + 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void kernelMatrixIsThatOfTheRowsHeldAtEveryMoment() {
        for (ShiftInvariantKernel kernel : new ShiftInvariantKernel[] {Kernel.gaussian(2), Kernel.laplacian(3)}) {
            float[] stream = SampleRows.narrowed(SampleRows.clusters(SEED, 200, 3));
            ReservoirSample sample = new ReservoirSample(kernel, 3, SIZE, 5);
            for (int row = 0; row < 200; row++) {
                sample.take(stream, row * 3);
                assertGramIsOfTheRowsHeld(sample, kernel);
            }
            ReservoirSample other = new ReservoirSample(kernel, 3, SIZE, 5);
            for (int row = 0; row < 90; row++) {
                other.take(stream, row * 3);
            }
            LandmarkState untouched = other.state();
            sample.merge(other);
            assertGramIsOfTheRowsHeld(sample, kernel);
            assertThat(sample.rows()).isEqualTo(290);
            assertThat(other.state().rows()).containsExactly(untouched.rows());
            assertThat(other.state().next()).containsExactly(untouched.next());
        }
    }

    /** The trace of K^2 is seen through the eigenvalues that a summary keeps. */
    private static void assertGramIsOfTheRowsHeld(ReservoirSample sample, ShiftInvariantKernel kernel) {
        float[] rows = sample.state().rows();
        double[] wide = new double[rows.length];
        for (int i = 0; i < rows.length; i++) {
            wide[i] = rows[i];
        }
        double expected = 0;
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                double similarity = kernel.similarity(wide, i * 3, wide, j * 3, 3);
                expected += similarity * similarity;
            }
        }
        double found =
                Arrays.stream(sample.summary(false).values()).map(v -> v * v).sum();
        assertThat(found).isCloseTo(expected, within(1e-5 * expected));
        LandmarkState state = sample.state();
        double[] again =
                ReservoirSample.restore(kernel, state, SIZE, 5).summary(true).values();
        assertThat(again).containsExactly(sample.summary(true).values());
    }

    @Test
    void aStreamOfOneRowHasOneDirectionAndNoneAboutItsMean() {
        ReservoirSample sample = sample(1, 4, 5);
        assertThat(sample.summary(false).values()).containsExactly(new double[] {SIZE}, within(1e-12));
        assertThat(sample.summary(true).values()).isEmpty();
        assertThat(sample.summary(true).trace()).isCloseTo(0, within(1e-12));
    }

    @Test
    void replacementsGoOnForEver() {
        ReservoirSample sample = new ReservoirSample(KERNEL, 1, 1, SEED);
        sample.take(new float[] {0}, 0);
        RandomStream random = new RandomStream(SEED, Purpose.MADE_UP_ROWS);
        for (int i = 0; i < 40 && sample.rowsToSkip() < Long.MAX_VALUE / 4; i++) {
            sample.skip(sample.rowsToSkip());
            sample.take(new float[] {(float) random.nextDouble()}, 0);
        }
        assertThat(sample.rows()).isGreaterThan(1000);
        assertThatThrownBy(() -> new ReservoirSample(KERNEL, 1, 0, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
