package io.github.skpca.cli;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

final class RecentRateTest {
    private static final long SECOND = 1_000_000_000L;

    // Near the end of the range: a monotonic clock may wrap.
    private static final long START = Long.MAX_VALUE - SECOND;

    @Test
    void isOfTheWholeTimeAtFirst() {
        RecentRate rate = new RecentRate(START, 100);
        assertThat(rate.at(START, 100)).isZero();
        assertThat(rate.at(START + SECOND / 2, 150)).isEqualTo(100);
        assertThat(rate.at(START + 2 * SECOND, 300)).isEqualTo(100);
    }

    @Test
    void forgetsWhatWasLongAgo() {
        RecentRate rate = new RecentRate(START, 0);
        double count = 0;
        double last = 0;
        for (int tick = 1; tick <= 300; tick++) {
            // A thousand a second for half a minute, then ten.
            count += tick <= 150 ? 200 : 2;
            last = rate.at(START + tick * (SECOND / 5), count);
            if (tick == 150) {
                assertThat(last).isCloseTo(1000, within(1e-6));
            }
            if (tick == 185) {
                assertThat(last).as("seven seconds after it slowed down").isCloseTo(10, within(1e-6));
            }
        }
        assertThat(last).isCloseTo(10, within(1e-6));
    }

    @Test
    void reads() {
        RecentRate rate = new RecentRate(START, 0);
        assertThat(rate.text(START + SECOND, 12_345)).isEqualTo("12,345 rows, 12,345 rows/s");
    }
}
