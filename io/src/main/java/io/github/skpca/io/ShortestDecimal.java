package io.github.skpca.io;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/** The shortest decimal text that reads back as the same double, laid out as Double.toString does since JDK 19. */
final class ShortestDecimal {
    /*
     * Double.toString is not shortest before JDK 19, and output should not depend on the JDK; hence this, which is the
     * Schubfach algorithm (Giulietti 2020). A double is c * 2^q. Every real number that rounds to it lies between the
     * half-way points to its neighbours. With 10^k the greatest power of ten not above the width of that interval, the
     * interval holds at least one and at most a few multiples of 10^k, and at most one multiple of 10^(k+1); the shortest
     * text is the latter if it exists, else the multiple of 10^k nearest to the double. The double and the half-way points
     * are scaled by 4 * 10^-k with a 126-bit approximation of 10^-k, wide enough that floors, with a sticky last bit for
     * whatever was cut off, compare like the exact values.
     */
    static final int LONGEST = 26;

    private static final int FRACTION_BITS = 52;
    private static final long IMPLICIT_BIT = 1L << FRACTION_BITS;
    private static final int LOWEST_EXPONENT = -1074;
    private static final int LOWEST_K = -324;
    private static final int HIGHEST_K = 292;
    private static final long LOW_63_BITS = Long.MAX_VALUE;
    private static final long[] POWERS = powers();
    private static final byte[] NOT_A_NUMBER = "NaN".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] INFINITY = "Infinity".getBytes(StandardCharsets.US_ASCII);

    private ShortestDecimal() {}

    /** The text of a value. */
    static String text(double value) {
        byte[] bytes = new byte[LONGEST];
        return new String(bytes, 0, write(value, bytes, 0), StandardCharsets.US_ASCII);
    }

    /**
     * Writes the text of a value.
     *
     * @param value any double
     * @param target receives the text; must hold {@link #LONGEST} bytes
     * @param from where to begin
     * @return the place after the last byte written
     */
    static int write(double value, byte[] target, int from) {
        int at = from;
        if (Double.doubleToRawLongBits(value) < 0 && !Double.isNaN(value)) {
            target[at++] = '-';
        }
        double magnitude = Math.abs(value);
        if (!(magnitude <= Double.MAX_VALUE)) {
            byte[] word = Double.isNaN(value) ? NOT_A_NUMBER : INFINITY;
            System.arraycopy(word, 0, target, at, word.length);
            return at + word.length;
        }
        if (magnitude < 1L << 53 && (long) magnitude == magnitude) {
            return layOut((long) magnitude, 0, target, at);
        }
        long bits = Double.doubleToRawLongBits(magnitude);
        long fraction = bits & (IMPLICIT_BIT - 1);
        int biased = (int) (bits >>> FRACTION_BITS);
        if (biased > 0) {
            return shortest(biased - 1 + LOWEST_EXPONENT, fraction | IMPLICIT_BIT, 0, target, at);
        }
        // The two smallest doubles would get one digit; ten times their value gets the customary two.
        return fraction < 3
                ? shortest(LOWEST_EXPONENT, 10 * fraction, -1, target, at)
                : shortest(LOWEST_EXPONENT, fraction, 0, target, at);
    }

    /** Writes c * 2^q * 10^shift. */
    private static int shortest(int q, long c, int shift, byte[] target, int from) {
        boolean regular = c != IMPLICIT_BIT || q == LOWEST_EXPONENT;
        // floor(log10(2^q)), or of 3/4 * 2^q below a power of two, where the gap to the lower neighbour is half as wide
        int k = (int) ((q * 661_971_961_083L - (regular ? 0 : 274_743_187_321L)) >> 41);
        int floorLog2 = (int) ((-k * 913_124_641_741L) >> 38);
        int h = q + floorLog2 + 2;
        long high = POWERS[2 * (k - LOWEST_K)];
        long low = POWERS[2 * (k - LOWEST_K) + 1];
        long value = scale(high, low, (4 * c) << h);
        // The half-way points themselves round to the double only if its c is even.
        long odd = c & 1;
        long lowest = scale(high, low, (4 * c - (regular ? 2 : 1)) << h) + odd;
        long highest = scale(high, low, (4 * c + 2) << h) - odd;

        long below = value >> 2;
        long tensBelow = below / 10 * 10;
        boolean tensBelowFits = lowest <= tensBelow << 2;
        boolean tensAboveFits = (tensBelow + 10) << 2 <= highest;
        if (below >= 100 && tensBelowFits != tensAboveFits) {
            return layOut(tensBelowFits ? tensBelow : tensBelow + 10, k + shift, target, from);
        }
        boolean belowFits = lowest <= below << 2;
        boolean aboveFits = (below + 1) << 2 <= highest;
        if (belowFits != aboveFits) {
            return layOut(belowFits ? below : below + 1, k + shift, target, from);
        }
        long beyondMiddle = value - ((2 * below + 1) << 1);
        boolean down = beyondMiddle < 0 || (beyondMiddle == 0 && (below & 1) == 0);
        return layOut(down ? below : below + 1, k + shift, target, from);
    }

    /** floor(g * scaled / 2^127) with a sticky last bit, where g = high * 2^63 + low. */
    private static long scale(long high, long low, long scaled) {
        long middle = ((high * scaled) >>> 1) + Math.multiplyHigh(low, scaled);
        long top = Math.multiplyHigh(high, scaled) + (middle >>> 63);
        return top | (((middle & LOW_63_BITS) + LOW_63_BITS) >>> 63);
    }

    /** Writes digits * 10^exponent, plainly from 1e-3 to below 1e7 and otherwise with an exponent. */
    private static int layOut(long digits, int exponent, byte[] target, int from) {
        long shortened = digits;
        int trailing = 0;
        while (shortened != 0 && shortened % 10 == 0) {
            shortened /= 10;
            trailing++;
        }
        int count = countDigits(shortened);
        int point = count + exponent + trailing;
        if (point > 7 || point < -2) {
            int at = writeAround(shortened, count, 1, target, from);
            target[at++] = 'E';
            if (point < 1) {
                target[at++] = '-';
            }
            int magnitude = Math.abs(point - 1);
            int exponentDigits = countDigits(magnitude);
            writeDigits(magnitude, exponentDigits, target, at);
            return at + exponentDigits;
        }
        if (point > 0) {
            return writeAround(shortened, count, point, target, from);
        }
        int at = from;
        target[at++] = '0';
        target[at++] = '.';
        for (int zero = point; zero < 0; zero++) {
            target[at++] = '0';
        }
        writeDigits(shortened, count, target, at);
        return at + count;
    }

    /** Writes digits with a point after the given number of them, filling up with zeros so that one digit follows it. */
    private static int writeAround(long digits, int count, int point, byte[] target, int from) {
        writeDigits(digits, count, target, from);
        int at = from + count;
        for (int zero = count; zero <= point; zero++) {
            target[at++] = '0';
        }
        System.arraycopy(target, from + point, target, from + point + 1, at - from - point);
        target[from + point] = '.';
        return at + 1;
    }

    private static void writeDigits(long digits, int count, byte[] target, int from) {
        long rest = digits;
        for (int at = from + count - 1; at >= from; at--) {
            target[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    private static int countDigits(long digits) {
        int count = 1;
        for (long power = 10; power <= digits; power *= 10) {
            count++;
        }
        return count;
    }

    /** For every k the 126 leading bits of 10^-k, rounded up, as two 63-bit halves. */
    private static long[] powers() {
        long[] powers = new long[2 * (HIGHEST_K - LOWEST_K + 1)];
        for (int k = LOWEST_K; k <= HIGHEST_K; k++) {
            BigInteger power = BigInteger.TEN.pow(Math.abs(k));
            int length = power.bitLength();
            BigInteger leading = k > 0
                    ? BigInteger.ONE.shiftLeft(length + 125).divide(power)
                    : power.shiftLeft(126).shiftRight(length);
            BigInteger rounded = leading.add(BigInteger.ONE);
            powers[2 * (k - LOWEST_K)] = rounded.shiftRight(63).longValueExact();
            powers[2 * (k - LOWEST_K) + 1] = rounded.longValue() & LOW_63_BITS;
        }
        return powers;
    }
}
