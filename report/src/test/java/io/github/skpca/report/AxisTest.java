package io.github.skpca.report;

import org.junit.jupiter.api.Test;

import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

final class AxisTest {
    @Test
    void labelsNeverOverlapNorLeaveThePicture() {
        long seed = 20260103;
        Random random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            boolean logarithmic = random.nextBoolean();
            double low = Math.pow(10, random.nextInt(30) - 15) * (1 + random.nextDouble());
            double high = low * (1 + Math.pow(10, random.nextDouble() * 14 - 6));
            Scale.Kind kind = logarithmic ? Scale.Kind.LOGARITHMIC : Scale.Kind.LINEAR;
            Axis axis = Axis.horizontal(Scale.spanning(low, high, kind), 60, 460, 480);
            double free = 0;
            for (Tick tick : axis.ticks()) {
                double half = TextWidth.of(tick.label(), Axis.FONT_SIZE) / 2;
                assertThat(axis.labelMiddle(tick) - half)
                        .as("seed %d, from %s to %s: %s", seed, low, high, axis.ticks())
                        .isGreaterThanOrEqualTo(free);
                free = axis.labelMiddle(tick) + half + 5;
            }
            assertThat(free).isLessThanOrEqualTo(480 + 5);
            assertThat(axis.ticks()).as("from %s to %s", low, high).hasSizeGreaterThan(1);
        }
    }

    @Test
    void verticalLabelsAreALineApart() {
        Axis axis = Axis.vertical(Scale.spanning(3, 40, Scale.Kind.LOGARITHMIC), 240, 0);
        for (int i = 1; i < axis.ticks().size(); i++) {
            double distance = axis.pixel(axis.ticks().get(i - 1).value())
                    - axis.pixel(axis.ticks().get(i).value());
            assertThat(distance).isGreaterThan(Axis.FONT_SIZE);
        }
    }

    @Test
    void aRoundedScaleBeginsAndEndsAtATick() {
        Axis axis = Axis.vertical(Scale.spanning(0.013, 0.31, Scale.Kind.LINEAR).rounded(Axis.MOST_TICKS), 240, 0);
        assertThat(axis.ticks().get(0).value()).isEqualTo(axis.scale().low());
        assertThat(axis.ticks().get(axis.ticks().size() - 1).value())
                .isEqualTo(axis.scale().high());
    }
}
