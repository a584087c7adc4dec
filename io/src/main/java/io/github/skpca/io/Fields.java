package io.github.skpca.io;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The fields of one delimited record, as ranges of its bytes; quotes follow RFC 4180. */
final class Fields {
    private static final byte PLAIN = 0;
    private static final byte QUOTED = 1;
    private static final byte QUOTED_WITH_QUOTES = 2;
    private static final byte BROKEN = 3;

    private final byte delimiter;
    private byte[] bytes = new byte[0];
    private int[] starts = new int[64];
    private int[] ends = new int[64];
    private byte[] kinds = new byte[64];
    private int count;
    private byte decimal = '.';
    private boolean percent;

    Fields(byte delimiter) {
        this.delimiter = delimiter;
    }

    /**
     * Splits a record.
     *
     * @param record holds the record; read only, kept until the next call
     * @param from the record's first byte
     * @param to the byte after its last
     * @param most the most fields to remember; those beyond are only counted
     * @return the number of fields
     */
    int split(byte[] record, int from, int to, int most) {
        bytes = record;
        count = 0;
        percent = false;
        int at = from;
        int end = to;
        if (delimiter == ' ') {
            at = skipSpaces(at, end);
            while (end > at && record[end - 1] == ' ') {
                end--;
            }
        }
        while (true) {
            int fieldEnd = add(at, end, most);
            count++;
            if (fieldEnd >= end) {
                return count;
            }
            at = delimiter == ' ' ? skipSpaces(fieldEnd, end) : fieldEnd + 1;
        }
    }

    /** Makes another byte the decimal sign. */
    void decimal(byte sign) {
        decimal = sign;
    }

    /** The number in a field; NaN if it stands for no finite number. */
    double number(int field) {
        if (kinds[field] >= QUOTED_WITH_QUOTES) {
            return Double.NaN;
        }
        double value = Decimals.parse(bytes, starts[field], ends[field], decimal);
        return Double.isNaN(value) ? word(field) : value;
    }

    private double word(int field) {
        double value = CellWords.parse(bytes, starts[field], ends[field], decimal);
        percent |= !Double.isNaN(value) && isPercent(field);
        return value;
    }

    /** Whether a number of this record, among those that were asked for, had a percent sign. */
    boolean hasPercent() {
        return percent;
    }

    /** Whether a field ends in a percent sign. */
    boolean isPercent(int field) {
        return CellWords.isPercent(bytes, starts[field], ends[field]);
    }

    /** Whether a field has a comma or a point in it. */
    boolean hasMark(int field) {
        for (int at = starts[field]; at < ends[field]; at++) {
            if (bytes[at] == ',' || bytes[at] == '.') {
                return true;
            }
        }
        return false;
    }

    /** The text of a field, without its quotes; without the spaces around it unless they were quoted. */
    String text(int field) {
        String text = new String(bytes, starts[field], ends[field] - starts[field], StandardCharsets.UTF_8);
        return switch (kinds[field]) {
            case PLAIN -> text.strip();
            case QUOTED_WITH_QUOTES -> text.replace("\"\"", "\"");
            default -> text;
        };
    }

    /** Whether text follows a field's closing quote. */
    boolean isBroken(int field) {
        return kinds[field] == BROKEN;
    }

    /** Notes the field that begins at the given byte; returns where it ends. */
    private int add(int from, int to, int most) {
        int begin = delimiter == ' ' ? from : skipSpaces(from, to);
        if (begin < to && bytes[begin] == '"') {
            return addQuoted(begin, to, most);
        }
        int at = begin;
        while (at < to && bytes[at] != delimiter) {
            at++;
        }
        note(begin, at, PLAIN, most);
        return at;
    }

    private int addQuoted(int quote, int to, int most) {
        boolean open = true;
        int closing = to;
        int at = quote + 1;
        for (; at < to && (open || bytes[at] != delimiter); at++) {
            if (bytes[at] == '"') {
                open = !open;
                closing = at;
            }
        }
        byte kind = QUOTED;
        for (int inside = quote + 1; inside < closing; inside++) {
            if (bytes[inside] == '"') {
                kind = QUOTED_WITH_QUOTES;
                boolean doubled = inside + 1 < closing && bytes[inside + 1] == '"';
                if (!doubled) {
                    kind = BROKEN;
                    break;
                }
                inside++;
            }
        }
        if (open || skipSpaces(Math.min(closing + 1, at), at) < at) {
            kind = BROKEN;
        }
        note(kind == BROKEN ? quote : quote + 1, kind == BROKEN ? at : closing, kind, most);
        return at;
    }

    private void note(int from, int to, byte kind, int most) {
        if (count >= most) {
            return;
        }
        if (count == starts.length) {
            int length = (int) Math.min(2L * count, most);
            starts = Arrays.copyOf(starts, length);
            ends = Arrays.copyOf(ends, length);
            kinds = Arrays.copyOf(kinds, length);
        }
        starts[count] = from;
        ends[count] = to;
        kinds[count] = kind;
    }

    private int skipSpaces(int from, int to) {
        int at = from;
        while (at < to && bytes[at] == ' ') {
            at++;
        }
        return at;
    }
}
