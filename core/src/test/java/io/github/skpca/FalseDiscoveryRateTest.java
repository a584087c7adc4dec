package io.github.skpca;

import org.junit.jupiter.api.Test;

import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** The share of discoveries that are false, with p-values that are what they should be. */
final class FalseDiscoveryRateTest {
    private static final double RATE = 0.05;

    @Test
    void theStatedRateHoldsForIndependentRowsOfWhichOneInAHundredIsNovel() {
        double rates = 0;
        double power = 0;
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            FalseDiscoveryRate rate = new FalseDiscoveryRate(RATE);
            double all = 0;
            double wrong = 0;
            double novel = 0;
            for (int i = 0; i < 20_000; i++) {
                boolean isNovel = random.nextInt(100) == 0;
                double p = isNovel ? Math.pow(random.nextDouble(), 12) : random.nextDouble();
                boolean found = rate.isDiscovery(p);
                all += found ? 1 : 0;
                wrong += found && !isNovel ? 1 : 0;
                novel += isNovel ? 1 : 0;
            }
            rates += wrong / Math.max(1, all) / 100;
            power += (all - wrong) / novel / 100;
        }
        assertThat(rates).isLessThanOrEqualTo(RATE);
        assertThat(power).isGreaterThan(0.3);
    }

    @Test
    void withoutNovelRowsThereIsRarelyADiscovery() {
        int found = 0;
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            FalseDiscoveryRate rate = new FalseDiscoveryRate(RATE);
            boolean any = false;
            for (int i = 0; i < 5000; i++) {
                any |= rate.isDiscovery(random.nextDouble());
            }
            found += any ? 1 : 0;
        }
        // At most one stream in twenty, and four standard errors.
        assertThat(found).isLessThanOrEqualTo(10 + 12);
    }

    @Test
    void levelsOfAPeriodSumToNoMoreThanTheRateUntilThereIsADiscovery() {
        FalseDiscoveryRate rate = new FalseDiscoveryRate(RATE);
        double sum = 0;
        double before = Double.MAX_VALUE;
        for (int i = 0; i < 1 << 20; i++) {
            assertThat(rate.level()).isLessThanOrEqualTo(before);
            before = rate.level();
            sum += before;
            rate.isDiscovery(1);
        }
        assertThat(sum).isLessThanOrEqualTo(RATE / 2).isGreaterThan(0.4 * RATE);
        assertThat(rate.level()).as("a new period").isGreaterThan(before);
    }

    @Test
    void aStateGoesOn() {
        FalseDiscoveryRate whole = new FalseDiscoveryRate(RATE);
        for (int i = 0; i < 300; i++) {
            whole.isDiscovery(i % 70 == 0 ? 0 : 1);
        }
        FalseDiscoveryRate again = FalseDiscoveryRate.restore(RATE, whole.state());
        assertThat(again.level()).isEqualTo(whole.level());
        assertThat(again.isDiscovery(0)).isTrue();
        whole.isDiscovery(0);
        assertThat(again.level()).isEqualTo(whole.level());
        assertThatThrownBy(() -> FalseDiscoveryRate.restore(RATE, new double[3]))
                .hasMessageContaining("3 numbers");
        assertThatThrownBy(() -> new FalseDiscoveryRate(0)).hasMessageContaining("above 0");
        assertThatThrownBy(() -> whole.isDiscovery(Double.NaN)).hasMessageContaining("between 0 and 1");
    }

    @Test
    void benjaminiAndHochbergGoByTheSortedList() {
        double[] values = {0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.9};
        long[] counts = {1, 1, 1, 1, 1, 1, 2};
        // 8 p-values: 0.001 <= 0.05 / 8, 0.008 <= 0.0125, 0.039 > 0.01875, ...
        assertThat(FalseDiscoveryRate.benjaminiHochberg(values, counts, 0.05)).isEqualTo(0.008, within(0.0));
        assertThat(FalseDiscoveryRate.benjaminiHochberg(values, counts, 0.1)).isEqualTo(0.06, within(0.0));
        assertThat(FalseDiscoveryRate.benjaminiHochberg(new double[] {0.5}, new long[] {9}, 0.05))
                .isZero();
    }
}
