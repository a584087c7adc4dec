package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import static io.github.skpca.io.BadInputException.quote;

/** One parsed line of a LIBSVM input: a label and index:value pairs with increasing indices from 1. */
final class LibsvmLine {
    /** The end of a complaint that a larger width would settle. */
    static final String LARGER_WIDTH = "; give a larger width";

    private byte[] bytes = new byte[0];
    private double label;
    private int[] indices = new int[64];
    private double[] values = new double[64];
    private int count;

    /**
     * Parses a line.
     *
     * @param line holds the line; read only
     * @param from the line's first byte
     * @param to the byte after its last; the line must not be blank
     * @param width the highest index allowed
     * @return null, or what is wrong with the line
     */
    @Nullable
    String parse(byte[] line, int from, int to, int width) {
        bytes = line;
        count = 0;
        int at = skipSpaces(from, to);
        int end = tokenEnd(at, to);
        label = Decimals.parse(line, at, end);
        if (Double.isNaN(label)) {
            return "the label " + token(at, end) + " is not a number; write lines as label index:value index:value";
        }
        at = skipSpaces(end, to);
        while (at < to) {
            end = tokenEnd(at, to);
            String complaint = addPair(at, end, width);
            if (complaint != null) {
                return complaint;
            }
            at = skipSpaces(end, to);
        }
        return null;
    }

    double label() {
        return label;
    }

    /** The number of pairs. */
    int count() {
        return count;
    }

    /** The index, from 1, of a pair. */
    int index(int pair) {
        return indices[pair];
    }

    double value(int pair) {
        return values[pair];
    }

    /** The value at an index, from 1; zero if the line does not name it. */
    double valueAt(int index) {
        int pair = Arrays.binarySearch(indices, 0, count, index);
        return pair < 0 ? 0 : values[pair];
    }

    private @Nullable String addPair(int from, int to, int width) {
        int at = from;
        int index = 0;
        while (at < to && bytes[at] >= '0' && bytes[at] <= '9' && index <= ColumnChoice.MOST_COLUMNS) {
            index = 10 * index + bytes[at++] - '0';
        }
        if (index > width) {
            return "index " + quoteIndex(from, to) + " is beyond the width " + width + LARGER_WIDTH;
        }
        if (at == from || at >= to || bytes[at] != ':') {
            return token(from, to) + " is not index:value; mend the line";
        }
        int previous = count == 0 ? 0 : indices[count - 1];
        if (index <= previous) {
            return "index " + index
                    + (index == 0 ? " is too low; count indices from 1" : " after " + previous + "; sort the indices");
        }
        double value = Decimals.parse(bytes, at + 1, to);
        if (Double.isNaN(value)) {
            String text = new String(bytes, at + 1, to - at - 1, StandardCharsets.UTF_8);
            return "index " + index + ": " + quote(text)
                    + (Decimals.isNotFinite(text) ? " is not finite" : " is not a number") + "; mend the line";
        }
        if (!(Math.abs(value) < Decimals.BEYOND_FLOAT)) {
            return "index " + index + ": " + token(at + 1, to) + " is beyond the range of a float; scale the column";
        }
        if (count == indices.length) {
            indices = Arrays.copyOf(indices, 2 * count);
            values = Arrays.copyOf(values, 2 * count);
        }
        indices[count] = index;
        values[count++] = value;
        return null;
    }

    private String quoteIndex(int from, int to) {
        int end = from;
        while (end < to && bytes[end] >= '0' && bytes[end] <= '9' && end - from < 12) {
            end++;
        }
        return new String(bytes, from, end - from, StandardCharsets.US_ASCII);
    }

    private String token(int from, int to) {
        return quote(new String(bytes, from, to - from, StandardCharsets.UTF_8));
    }

    private int skipSpaces(int from, int to) {
        int at = from;
        while (at < to && Decimals.isSpace(bytes[at])) {
            at++;
        }
        return at;
    }

    private int tokenEnd(int from, int to) {
        int at = from;
        while (at < to && !Decimals.isSpace(bytes[at])) {
            at++;
        }
        return at;
    }
}
