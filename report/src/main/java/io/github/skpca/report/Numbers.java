package io.github.skpca.report;

import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers as text, the same in every locale. */
final class Numbers {
    private static final String SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    private static final char MINUS = '\u2212';

    private Numbers() {}

    /** A coordinate with at most two decimals and no trailing zeros. */
    static String coordinate(double value) {
        long hundredths = Math.round(value * 100);
        if (hundredths == 0) {
            return "0";
        }
        return BigDecimal.valueOf(hundredths, 2).stripTrailingZeros().toPlainString();
    }

    /** A finite value to four significant digits: 0.1235, 12,350 or 1.235×10⁻⁷. */
    static String compact(double value) {
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros();
        if (rounded.signum() == 0) {
            return "0";
        }
        int exponent = exponentOf(rounded);
        if (exponent >= -4 && exponent < 7) {
            return plain(rounded);
        }
        return plain(rounded.scaleByPowerOfTen(-exponent)) + "×" + powerOfTen(exponent);
    }

    /** The decimal as it is, with a true minus sign and, from 10,000 on, commas between thousands. */
    static String plain(BigDecimal value) {
        String digits = value.abs().toPlainString();
        int point = digits.indexOf('.');
        int wholeDigits = point < 0 ? digits.length() : point;
        StringBuilder out = new StringBuilder(digits);
        if (wholeDigits > 4) {
            for (int i = wholeDigits - 3; i > 0; i -= 3) {
                out.insert(i, ',');
            }
        }
        if (value.signum() < 0) {
            out.insert(0, MINUS);
        }
        return out.toString();
    }

    /** 10 with the exponent in superscript digits. */
    static String powerOfTen(int exponent) {
        StringBuilder out = new StringBuilder("10");
        if (exponent < 0) {
            out.append('⁻');
        }
        for (char digit : Integer.toString(Math.abs(exponent)).toCharArray()) {
            out.append(SUPERSCRIPTS.charAt(digit - '0'));
        }
        return out.toString();
    }

    /** The exponent of the leading digit: 2 for 123, -3 for 0.00123. The value is not zero. */
    static int exponentOf(BigDecimal value) {
        return value.precision() - value.scale() - 1;
    }
}
