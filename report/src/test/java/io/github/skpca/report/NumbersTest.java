package io.github.skpca.report;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

final class NumbersTest {
    @ParameterizedTest
    @CsvSource({"0,0", "-0.001,0", "1.5,1.5", "100,100", "12.345,12.35", "-7.1,-7.1", "1234567.891,1234567.89"})
    void coordinatesHaveAtMostTwoDecimals(double value, String expected) {
        assertThat(Numbers.coordinate(value)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 0",
                "0.123456 | 0.1235",
                "-0.5 | −0.5",
                "1234.5678 | 1235",
                "123456 | 123,500",
                "1e7 | 1×10⁷",
                "1.23456e-7 | 1.235×10⁻⁷",
                "9.99999e6 | 1×10⁷",
            })
    void compactNumbersHaveFourDigits(double value, String expected) {
        assertThat(Numbers.compact(value)).isEqualTo(expected);
    }
}
