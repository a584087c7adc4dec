package io.github.skpca.experiments.claims;

import org.junit.jupiter.api.Test;

import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

final class PowerLawTest {
    @Test
    void findsTheExponentAndLeavesOutWhatHasNoLogarithm() {
        assertThat(PowerLaw.exponent(Map.of(1.0, 3.0, 10.0, 300.0, 100.0, 30_000.0, 7.0, 0.0))
                        .getAsDouble())
                .isCloseTo(2, within(1e-9));
        assertThat(PowerLaw.exponent(Map.of(1.0, 3.0))).isEmpty();
        assertThat(PowerLaw.exponent(Map.of())).isEmpty();
    }

    @Test
    void theTailOfTheBinomialDistributionIsThatOfTheTables() {
        // P(X >= 8), X of 10 tosses of a coin: (45 + 10 + 1) / 1024.
        assertThat(Binomial.tail(10, 8, 0.5)).isCloseTo(56 / 1024.0, within(1e-12));
        assertThat(Binomial.tail(10, 10, 0.1)).isCloseTo(1e-10, within(1e-20));
        assertThat(Binomial.tail(1, 1, 0)).isZero();
        assertThat(Binomial.tail(100, 0, 0)).isOne();
        assertThat(Binomial.tail(20_000, 420, 0.01)).isLessThan(1e-30);
        assertThat(Binomial.tail(1_000_000_000L, 10_000_001, 0.01)).isBetween(0.4, 0.6);
    }
}
