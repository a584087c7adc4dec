package io.github.skpca.io;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.SplittableRandom;

import static org.assertj.core.api.Assertions.assertThat;

final class NumbersTest {
    private static final long SEED = 20_240_117;

    private static double parse(String text) {
        byte[] bytes = Fixture.bytes("7" + text + "7");
        return Decimals.parse(bytes, 1, bytes.length - 1);
    }

    @Test
    void parsesLikeTheJdk() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 200_000; i++) {
            String text = decimal(random);
            double expected = Double.parseDouble(text);
            double parsed = parse(text);
            if (Double.isInfinite(expected)) {
                assertThat(parsed).as("%s, seed %d", text, SEED).isNaN();
            } else if (Double.doubleToRawLongBits(parsed) != Double.doubleToRawLongBits(expected)) {
                assertThat(parsed).as("%s, seed %d", text, SEED).isEqualTo(expected);
            }
        }
    }

    private static String decimal(SplittableRandom random) {
        StringBuilder text = new StringBuilder(new String[] {"", "-", "+"}[random.nextInt(3)]);
        digits(random, random.nextInt(random.nextInt(4) == 0 ? 25 : 10), text);
        if (random.nextBoolean() || !Character.isDigit(text.isEmpty() ? ' ' : text.charAt(text.length() - 1))) {
            text.append('.');
            digits(random, 1 + random.nextInt(random.nextInt(4) == 0 ? 25 : 8), text);
        }
        if (random.nextInt(3) == 0) {
            text.append(random.nextBoolean() ? 'e' : 'E').append(new String[] {"", "-", "+"}[random.nextInt(3)]);
            text.append(random.nextInt(random.nextInt(4) == 0 ? 340 : 25));
        }
        return text.toString();
    }

    private static void digits(SplittableRandom random, int count, StringBuilder text) {
        for (int i = 0; i < count; i++) {
            text.append((char) ('0' + random.nextInt(10)));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9007199254740992",
                "9007199254740993",
                "9007199254740991e22",
                "1e22",
                "1e23",
                "1e-22",
                "1e-23",
                "0.000000000000000000000000000000000000001",
                "00000000000000000000000001.50",
                "-0",
                "0e999",
                "4.9e-324",
                "1.7976931348623157e308",
                "123456789012345678901234567890",
                ".5",
                "5.",
                "+1",
                "1e05",
                " 7 ",
                "2.2250738585072011e-308"
            })
    void parsesHardCasesLikeTheJdk(String text) {
        assertThat(parse(text)).isEqualTo(Double.parseDouble(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                ".",
                "-",
                "+",
                "e5",
                "1e",
                "1e+",
                "--1",
                "+-1",
                "1.2.3",
                "1 2",
                "0x10",
                "0x1p3",
                "1d",
                "2f",
                "1L",
                "NaN",
                "Infinity",
                "-inf",
                "1e309",
                "1_000",
                "1,5",
                "\u0661",
                "abc",
                "1e99999999999",
                ".e1",
                "1-2"
            })
    void refusesWhatIsNoFiniteDecimal(String text) {
        assertThat(parse(text)).isNaN();
    }

    @Test
    void textReadsBackAndIsShortest() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 200_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                checkShortest(value, i % 10 == 0);
            }
            checkShortest((random.nextDouble() - 0.5) * 1000, i % 10 == 0);
            checkShortest((float) random.nextDouble(), false);
            checkShortest(random.nextInt(100_000) / 1000.0, false);
        }
    }

    @Test
    void textOfSpecialValues() {
        for (int exponent = -1074; exponent < 1024; exponent++) {
            checkShortest(Math.scalb(1.0, exponent), true);
            checkShortest(Math.nextDown(Math.scalb(1.0, exponent)), true);
        }
        for (int exponent = -323; exponent <= 308; exponent++) {
            checkShortest(Double.parseDouble("1e" + exponent), false);
        }
        String[] texts = {
            "0.0",
            "-0.0",
            "1.0",
            "-1.0",
            "10.0",
            "0.001",
            "9.99E-4",
            "9999999.0",
            "1.0E7",
            "1.2345678E7",
            "123.456",
            "0.002",
            "1.0E23",
            "2.0E23",
            "4.9E-324",
            "9.9E-324",
            "1.7976931348623157E308",
            "NaN",
            "Infinity",
            "-Infinity",
            "5.684341886080802E-14",
            "2.2250738585072014E-308",
            "-1.5E-10"
        };
        for (String text : texts) {
            assertThat(ShortestDecimal.text(Double.parseDouble(text))).isEqualTo(text);
        }
    }

    private static void checkShortest(double value, boolean exhaustively) {
        String text = ShortestDecimal.text(value);
        String jdk = Double.toString(value);
        if (Double.parseDouble(text) != value
                || text.length() > jdk.length()
                || text.length() > ShortestDecimal.LONGEST) {
            assertThat(text).as("seed %d", SEED).isEqualTo(jdk);
        }
        if (Runtime.version().feature() >= 19 && !text.equals(jdk)) {
            assertThat(text).as("seed %d", SEED).isEqualTo(jdk);
        }
        int digits = new BigDecimal(text).stripTrailingZeros().precision();
        if (exhaustively && digits > 2) {
            for (RoundingMode rounding : new RoundingMode[] {RoundingMode.DOWN, RoundingMode.UP}) {
                BigDecimal shorter = new BigDecimal(value).round(new MathContext(digits - 1, rounding));
                assertThat(shorter.doubleValue()).as("%s, seed %d", text, SEED).isNotEqualTo(value);
            }
            BigDecimal exact = new BigDecimal(value);
            BigDecimal nearest = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
            if (nearest.doubleValue() == value) {
                assertThat(new BigDecimal(text)).as("seed %d", SEED).isEqualByComparingTo(nearest);
            }
        }
    }
}
