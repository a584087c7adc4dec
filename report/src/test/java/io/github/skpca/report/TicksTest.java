package io.github.skpca.report;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

final class TicksTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 1 | 0, 0.2, 0.4, 0.6, 0.8, 1.0",
                "0 | 0.3 | 0, 0.05, 0.10, 0.15, 0.20, 0.25, 0.30",
                "-3 | 4 | −3, −2, −1, 0, 1, 2, 3, 4",
                "0 | 50000 | 0, 10,000, 20,000, 30,000, 40,000, 50,000",
                "0 | 3e-5 | 0, 0.5×10⁻⁵, 1.0×10⁻⁵, 1.5×10⁻⁵, 2.0×10⁻⁵, 2.5×10⁻⁵, 3.0×10⁻⁵",
                "1e9 | 3e9 | 1.0×10⁹, 1.5×10⁹, 2.0×10⁹, 2.5×10⁹, 3.0×10⁹",
            })
    void linearLabelsAreRoundNumbers(double low, double high, String labels) {
        assertThat(String.join(", ", labels(Ticks.linear(low, high, 9, false)))).isEqualTo(labels);
    }

    @Test
    void wholeTicksHaveNoFractions() {
        assertThat(labels(Ticks.linear(0.5, 3.5, 9, true))).containsExactly("1", "2", "3");
        assertThat(labels(Ticks.linear(0.5, 50.5, 9, true))).containsExactly("10", "20", "30", "40", "50");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0.001 | 10000 | 0.001, 0.01, 0.1, 1, 10, 100, 1000, 10⁴",
                "1e-6 | 1e-3 | 10⁻⁶, 10⁻⁵, 10⁻⁴, 0.001",
                "1e-20 | 1e20 | 10⁻²⁰, 10⁻¹⁵, 10⁻¹⁰, 10⁻⁵, 1, 10⁵, 10¹⁰, 10¹⁵, 10²⁰",
                "2 | 40 | 2, 5, 10, 20",
                "3e5 | 4e6 | 5×10⁵, 10⁶, 2×10⁶",
                "3.1 | 3.42 | 3.10, 3.15, 3.20, 3.25, 3.30, 3.35, 3.40",
            })
    void logarithmicLabelsAreDecadesWhereThereAreEnough(double low, double high, String labels) {
        assertThat(String.join(", ", labels(Ticks.logarithmic(low, high, 9)))).isEqualTo(labels);
    }

    @Test
    void linearTicksAreFewRisingAndWithinTheRange() {
        long seed = 20260101;
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            double centre = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(40) - 20);
            double width = Math.max(Math.pow(10, random.nextDouble() * 40 - 20), Math.abs(centre) * 1e-8);
            int most = 3 + random.nextInt(8);
            checkTicks(centre - width, centre + width, most, Ticks.linear(centre - width, centre + width, most, false));
            assertThat(most < 7
                            || Ticks.linear(centre - width, centre + width, most, false)
                                            .size()
                                    >= 2)
                    .as("seed %d, at least two ticks", seed)
                    .isTrue();
        }
    }

    @Test
    void logarithmicTicksAreFewRisingAndWithinTheRange() {
        long seed = 20260102;
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            double low = Math.pow(10, random.nextDouble() * 400 - 200);
            double high = low * Math.pow(10, 1e-3 + random.nextDouble() * Math.pow(10, random.nextInt(3)));
            int most = 3 + random.nextInt(8);
            checkTicks(low, high, most, Ticks.logarithmic(low, high, most));
        }
    }

    @Test
    void extremeRangesHaveTicksToo() {
        assertThat(Ticks.linear(-1e300, 1e300, 9, false)).hasSizeBetween(2, 9);
        assertThat(Ticks.linear(0, 1e-299, 9, false)).hasSizeBetween(2, 9);
        assertThat(Ticks.logarithmic(1e-300, 1e300, 9)).hasSizeBetween(2, 9);
    }

    @Test
    void minorMarksStandBetweenDecadesUntilThereAreTooMany() {
        assertThat(Ticks.minor(1, 100)).hasSize(16).isSorted();
        assertThat(Ticks.minor(1e-9, 1e9)).isEmpty();
    }

    private static void checkTicks(double low, double high, int most, List<Tick> ticks) {
        String context = "from " + low + " to " + high + ", most " + most + ": " + ticks;
        double slack = 1e-8 * Math.max(high - low, Math.abs(high) * 1e-3);
        assertThat(ticks.size()).as(context).isLessThanOrEqualTo(most);
        assertThat(labels(ticks)).as(context).doesNotHaveDuplicates();
        for (int i = 0; i < ticks.size(); i++) {
            assertThat(ticks.get(i).value()).as(context).isBetween(low - slack, high + slack);
            if (i > 0) {
                assertThat(ticks.get(i).value())
                        .as(context)
                        .isGreaterThan(ticks.get(i - 1).value());
            }
        }
    }

    private static List<String> labels(List<Tick> ticks) {
        return ticks.stream().map(Tick::label).toList();
    }
}
