package io.github.skpca.internal.text;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

class PortableNumberTest {
    @ParameterizedTest
    @CsvSource({
        "2, 2",
        "0.1, 0.1",
        "1.5, 1.5",
        "-0.25, -0.25",
        "0, 0.0",
        "-0.0, -0.0",
        "0.30000000000000004, 0.30000000000000004",
        "NaN, NaN",
        "Infinity, Infinity"
    })
    void numbersAreWrittenShort(double value, String text) {
        assertThat(PortableNumber.text(value)).isEqualTo(text);
    }

    @Test
    void everyNumberReadsBackToTheSameBits() {
        long seed = Long.getLong("skpca.test.seed", 61L);
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (!Double.isNaN(value)) {
                assertThat(Double.parseDouble(PortableNumber.text(value)))
                        .as("skpca.test.seed=" + seed)
                        .isEqualTo(value);
            }
        }
        assertThat(Double.parseDouble(PortableNumber.text(Double.MIN_VALUE))).isEqualTo(Double.MIN_VALUE);
        assertThat(Double.parseDouble(PortableNumber.text(Double.MAX_VALUE))).isEqualTo(Double.MAX_VALUE);
    }
}
