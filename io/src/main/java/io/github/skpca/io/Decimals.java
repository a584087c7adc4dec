package io.github.skpca.io;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;

import java.util.Arrays;
import java.util.Locale;

/** Decimal numbers read straight from bytes, correctly rounded. */
final class Decimals {
    /*
     * A decimal w * 10^e is one exact integer and one exact power of ten if w <= 2^53 and |e| <= 22, so that a single
     * multiplication or division rounds it correctly (Clinger 1990). Nearly every number in a data file is of that kind; the
     * others go to the general parser.
     */
    private static final double[] POWERS_OF_TEN = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };
    private static final long MOST_BEFORE_DIGIT = ((1L << 53) - 10) / 10;
    /** No double needs more than 767 significant digits; longer text is refused rather than worked on. */
    static final int LONGEST_NUMBER = 1024;

    /** The smallest number that is infinite as a float. */
    static final double BEYOND_FLOAT = 0x1.ffffffp127;

    private static final int EXPONENT_LIMIT = 100_000;

    private Decimals() {}

    /**
     * The number that bytes spell, with spaces around it tolerated.
     *
     * @param text the bytes; read only
     * @param from the first byte of the number
     * @param to the byte after its last
     * @return the number; NaN if the bytes are no finite decimal number
     */
    static double parse(byte[] text, int from, int to) {
        return parse(text, from, to, (byte) '.');
    }

    /** As {@link #parse(byte[], int, int)}, with another byte for the decimal point. */
    static double parse(byte[] text, int from, int to, byte decimal) {
        int begin = from;
        int end = to;
        while (begin < end && isSpace(text[begin])) {
            begin++;
        }
        while (begin < end && isSpace(text[end - 1])) {
            end--;
        }
        return begin < end ? parseTrimmed(text, begin, end, decimal) : Double.NaN;
    }

    private static double parseTrimmed(byte[] text, int from, int to, byte decimal) {
        int at = text[from] == '-' || text[from] == '+' ? from + 1 : from;
        long digits = 0;
        int digitCount = 0;
        int point = -1;
        for (; at < to; at++) {
            int digit = text[at] - '0';
            if (digit >= 0 && digit <= 9) {
                if (digits > MOST_BEFORE_DIGIT) {
                    return parseGeneral(text, from, to, decimal);
                }
                digits = 10 * digits + digit;
                digitCount++;
            } else if (text[at] == decimal && point < 0) {
                point = digitCount;
            } else {
                break;
            }
        }
        if (digitCount == 0) {
            return Double.NaN;
        }
        int exponent = point < 0 ? 0 : point - digitCount;
        if (at < to) {
            int written = exponent(text, at, to);
            if (written == EXPONENT_LIMIT) {
                return parseGeneral(text, from, to, decimal);
            }
            exponent += written;
        }
        if (exponent < -22 || exponent > 22) {
            return parseGeneral(text, from, to, decimal);
        }
        double value = exponent < 0 ? digits / POWERS_OF_TEN[-exponent] : digits * POWERS_OF_TEN[exponent];
        return text[from] == '-' ? -value : value;
    }

    /** The exponent written at the given place, or EXPONENT_LIMIT if it is none or a long one. */
    private static int exponent(byte[] text, int from, int to) {
        int at = from + 1;
        if ((text[from] | 0x20) != 'e' || at == to) {
            return EXPONENT_LIMIT;
        }
        boolean negative = text[at] == '-';
        if (negative || text[at] == '+') {
            at++;
        }
        if (at == to || to - at > 3) {
            return EXPONENT_LIMIT;
        }
        int exponent = 0;
        for (; at < to; at++) {
            int digit = text[at] - '0';
            if (digit < 0 || digit > 9) {
                return EXPONENT_LIMIT;
            }
            exponent = 10 * exponent + digit;
        }
        return negative ? -exponent : exponent;
    }

    private static double parseGeneral(byte[] text, int from, int to, byte decimal) {
        if (to - from > LONGEST_NUMBER || !hasOnlyNumberBytes(text, from, to, decimal)) {
            return Double.NaN;
        }
        if (decimal != '.') {
            byte[] number = Arrays.copyOfRange(text, from, to);
            for (int at = 0; at < number.length; at++) {
                number[at] = number[at] == decimal ? (byte) '.' : number[at];
            }
            return parseGeneral(number, 0, number.length, (byte) '.');
        }
        try {
            double value = JavaDoubleParser.parseDouble(text, from, to - from);
            return Double.isInfinite(value) ? Double.NaN : value;
        } catch (NumberFormatException notANumber) {
            return Double.NaN;
        }
    }

    /** Keeps out what only Java calls a number: hexadecimal, and a d or f at the end. */
    private static boolean hasOnlyNumberBytes(byte[] text, int from, int to, byte decimal) {
        for (int at = from; at < to; at++) {
            byte b = text[at];
            boolean allowed = (b >= '0' && b <= '9') || b == decimal || b == '-' || b == '+' || b == 'e' || b == 'E';
            if (!allowed) {
                return false;
            }
        }
        return true;
    }

    /** Whether text that {@link #parse} refused stands for a number too large, an infinity or a NaN. */
    static boolean isNotFinite(String text) {
        String word = text.strip().toLowerCase(Locale.ROOT).replaceFirst("^[+-]", "");
        return switch (word) {
            case "nan", "inf", "infinity" -> true;
            default -> word.length() < LONGEST_NUMBER && word.matches("(?=\\.?[0-9])[0-9]*\\.?[0-9]*(e\\+?[0-9]+)?");
        };
    }

    /** Whether text that {@link #parse} refused is a number too large, or an infinity. */
    static boolean isInfinite(String text) {
        return isNotFinite(text) && !text.strip().toLowerCase(Locale.ROOT).endsWith("nan");
    }

    /** Whether text is one of the customary marks of a missing number. */
    static boolean isMissing(String text) {
        String word = text.strip().toLowerCase(Locale.ROOT);
        return switch (word) {
            case "", "?", "na", "n/a", "null", "none", "nil", "-" -> true;
            default -> isNotFinite(word);
        };
    }

    static boolean isSpace(byte b) {
        return b == ' ' || b == '\t';
    }
}
