package io.github.skpca.cli;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** The names that scripts rely on, a case for every size and map, and shares that follow from the limits printed beside them. */
class BenchTest {
    private static final int M = 64;
    private static final int L = 8;

    @Test
    void everyCaseStandsBesideTheLimitOfTheSameRun() {
        Outcome outcome = Outcome.done(
                "bench",
                "--map",
                "paired,landmarks",
                "--columns",
                "3,5",
                "--features",
                M,
                "--sketch",
                L,
                "--seconds",
                0.01,
                "--json");
        double flops = Math.max(outcome.number("productFlops"), outcome.number("registerFlops"));
        double cosines = outcome.number("cosinesPerSecond");
        assertThat(outcome.number("latencyMicrosP50"))
                .isPositive()
                .isLessThanOrEqualTo(outcome.number("latencyMicrosP99"));
        List<?> cases = (List<?>) outcome.json().get("cases");
        assertThat(cases).hasSize(4);
        for (int i = 0; i < 4; i++) {
            Map<?, ?> one = (Map<?, ?>) cases.get(i);
            int d = i < 2 ? 3 : 5;
            assertThat(number(one, "columns").intValue()).isEqualTo(d);
            assertThat(one.get("map")).isEqualTo(i % 2 == 0 ? "paired" : "landmarks");
            int k = number(one, "components").intValue();
            double trainLimit = 1 / ((2.0 * d * M + 4.0 * M * L) / flops + M / cosines);
            double transformLimit = 1 / ((2.0 * d * M + 2.0 * M * k) / flops + M / cosines);
            requireShare(one, "trainRowsPerSecond", "rooflineShare", trainLimit);
            requireShare(one, "transformRowsPerSecond", "transformRooflineShare", transformLimit);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--seconds 0        | --seconds must be above 0 and at most 3600, not 0.0",
                "--seconds NaN      | --seconds must be above 0 and at most 3600, not NaN",
                "--seconds Infinity | --seconds must be above 0 and at most 3600, not Infinity",
                "--map auto         | --map must be one of fourier, paired, orthogonal, structured, landmarks, not auto"
            })
    void whatCannotBeMeasuredIsRefused(String options, String complaint, @TempDir Path folder) throws Exception {
        assertThat(Refusal.of(folder, (Object[]) ("bench " + options).split(" ")))
                .isEqualTo(complaint);
    }

    private static void requireShare(Map<?, ?> one, String rate, String share, double limit) {
        double rows = number(one, rate).doubleValue();
        assertThat(rows).isPositive();
        assertThat(number(one, share).doubleValue()).isCloseTo(rows / limit, within(1e-9 * rows / limit));
    }

    private static Number number(Map<?, ?> one, String field) {
        return (Number) java.util.Objects.requireNonNull(one.get(field), field);
    }
}
