package io.github.skpca.experiments.compare;

import org.junit.jupiter.api.Test;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

final class AdviceTest {
    private static Compared method(String name, double error, double micros) {
        return new Compared(name, 10, error, error / 10, 1, micros, 1, 1);
    }

    @Test
    void theBestIfItIsAlsoTheFastest() {
        assertThat(Advice.of(List.of(method("skpca", 0.01, 2), method("nystrom", 0.02, 5))))
                .startsWith("Use skpca: on these rows it has the lowest error and is the fastest");
    }

    @Test
    void theFastestIfItIsNearlyAsGood() {
        assertThat(Advice.of(List.of(method("skpca", 0.012, 2), method("nystrom", 0.01, 5))))
                .startsWith("Use skpca: it is the fastest on new rows (2.00 microseconds per row)")
                .contains("0.0100 of nystrom");
    }

    @Test
    void bothIfTheChoiceIsTheUsers() {
        assertThat(Advice.of(List.of(method("skpca", 0.1, 2), method("nystrom", 0.01, 5))))
                .startsWith(
                        "Use nystrom for accuracy (spectral error 0.0100 against 0.100 of skpca), or skpca for speed");
    }
}
