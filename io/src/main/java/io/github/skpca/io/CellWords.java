package io.github.skpca.io;

/** Cells that stand for a number without being a decimal: {@code true} is 1, {@code false} is 0, and {@code 12%} is 0.12. */
final class CellWords {
    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
    private static final byte[] HUNDREDTH = {'e', '-', '2'};

    private CellWords() {}

    /**
     * The number that a cell stands for.
     *
     * @param text the bytes; read only
     * @param decimal the decimal sign
     * @return NaN if it stands for none
     */
    static double parse(byte[] text, int from, int to, byte decimal) {
        int begin = from;
        int end = end(text, from, to);
        while (begin < end && Decimals.isSpace(text[begin])) {
            begin++;
        }
        if (begin == end) {
            return Double.NaN;
        }
        if (text[end - 1] == '%') {
            return percent(text, begin, end - 1, decimal);
        }
        if (isWord(TRUE, text, begin, end)) {
            return 1;
        }
        return isWord(FALSE, text, begin, end) ? 0 : Double.NaN;
    }

    /** Whether a cell ends in a percent sign. */
    static boolean isPercent(byte[] text, int from, int to) {
        int end = end(text, from, to);
        return end > from && text[end - 1] == '%';
    }

    private static int end(byte[] text, int from, int to) {
        int end = to;
        while (end > from && Decimals.isSpace(text[end - 1])) {
            end--;
        }
        return end;
    }

    /** A hundredth by the exponent, so that it is rounded once. */
    private static double percent(byte[] text, int from, int to, byte decimal) {
        int end = end(text, from, to);
        for (int at = from; at < end; at++) {
            if ((text[at] | 0x20) == 'e') {
                return Double.NaN;
            }
        }
        if (end - from > Decimals.LONGEST_NUMBER) {
            return Double.NaN;
        }
        byte[] number = new byte[end - from + HUNDREDTH.length];
        System.arraycopy(text, from, number, 0, end - from);
        System.arraycopy(HUNDREDTH, 0, number, end - from, HUNDREDTH.length);
        return Decimals.parse(number, 0, number.length, decimal);
    }

    private static boolean isWord(byte[] word, byte[] text, int from, int to) {
        if (to - from != word.length) {
            return false;
        }
        for (int i = 0; i < word.length; i++) {
            if ((text[from + i] | 0x20) != word[i]) {
                return false;
            }
        }
        return true;
    }
}
