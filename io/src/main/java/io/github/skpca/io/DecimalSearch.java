package io.github.skpca.io;

import java.io.IOException;

/**
 * The search for the decimal sign of a text. The first number that shows it decides, of those in the first 64 KB; where none does, it is a
 * point. Nothing is read ahead for it but where a number could be read in two ways, such as {@code 1,234}.
 */
final class DecimalSearch {
    private static final int HEAD_BYTES = 1 << 16;

    private final Fields fields;
    private final Fields ahead;
    private final int[] numeric;
    private final int fieldCount;
    private boolean open;
    private int seen;
    private DecimalSign sign;

    /**
     * A search that is over if the sign was stated.
     *
     * @param fields those of the text, told of the sign once it is known
     * @param ahead more fields with the same separator
     * @param numeric the columns that hold numbers
     * @param fieldCount the fields that a record has
     */
    DecimalSearch(DecimalSign stated, Fields fields, Fields ahead, int[] numeric, int fieldCount) {
        this.fields = fields;
        this.ahead = ahead;
        this.numeric = numeric;
        this.fieldCount = fieldCount;
        open = stated == DecimalSign.AUTO;
        sign = stated;
        fields.decimal(stated.symbol());
    }

    /** Whether records have to be observed. */
    boolean isOpen() {
        return open;
    }

    /** The sign; auto if no number has shown one. */
    DecimalSign sign() {
        return sign;
    }

    /** Looks at the current record, which was split. */
    void observe(Records records) throws IOException {
        boolean undecided = decide(fields);
        if (open && undecided) {
            lookAhead(records);
            // Its bytes may have been moved.
            fields.split(records.bytes(), records.start(), records.end(), fieldCount);
        }
        seen += records.end() - records.start();
        open &= seen <= HEAD_BYTES;
    }

    /** Takes what shows the sign in fields; whether a number may be read in two ways. */
    private boolean decide(Fields record) {
        boolean undecided = false;
        for (int column : numeric) {
            if (!record.hasMark(column)) {
                continue;
            }
            switch (NumberForm.of(record.text(column))) {
                case POINT -> {
                    settle(DecimalSign.POINT);
                    return false;
                }
                case COMMA -> {
                    settle(DecimalSign.COMMA);
                    return false;
                }
                case COMMA_OR_THOUSANDS -> undecided = true;
                default -> {}
            }
        }
        return undecided;
    }

    private void settle(DecimalSign found) {
        sign = found;
        open = false;
        fields.decimal(found.symbol());
    }

    /** Looks at the lines that follow, up to the end of the head. */
    void lookAhead(Records records) throws IOException {
        int done = 0;
        boolean more = records.canLookAhead();
        while (open && more && seen + done < HEAD_BYTES) {
            int from = records.aheadStart() + done;
            int at = from;
            byte[] bytes = records.bytes();
            while (at < records.aheadEnd() && bytes[at] != '\n' && bytes[at] != '\r') {
                at++;
            }
            if (at == records.aheadEnd()) {
                more = records.lookFurther();
                if (more) {
                    continue;
                }
            }
            // A line with another number of fields is part of a quoted field, or a bad row.
            if (ahead.split(bytes, from, at, fieldCount) == fieldCount) {
                decide(ahead);
            }
            done += at - from + 1;
        }
    }
}
