package io.github.skpca.io;

import java.io.IOException;
import java.util.Arrays;

/** The records of a text input that is there as a whole: lines, or more if a quoted field holds a line break. */
final class InputRecords extends Records {
    static final int LONGEST_RECORD = 16 << 20;
    static final int NEWLINE = 1;
    static final int RETURN = 2;
    static final int RETURN_AND_NEWLINE = 4;

    /** What is read at first after a jump: a row is short, as a rule, and what follows it is not wanted. */
    private static final int FIRST_READ = 1 << 12;

    private final Input input;
    /** The byte of the input with which the buffer begins. */
    private long base;
    /** The most that is read at once. */
    private int mostRead = Integer.MAX_VALUE;

    /** The kinds of line ends seen so far, as bits. */
    private int lineEnds;

    private int position;
    private int limit;
    private long nextLine = 1;

    /** Starts at the first byte after a byte order mark, if there is one. */
    InputRecords(Input input) throws IOException {
        super(new byte[1 << 16]);
        this.input = input;
        if (input.startsWith(0xef, 0xbb, 0xbf)) {
            int read = 0;
            while (read < 3) {
                read += input.read(buffer, 0, 3 - read);
            }
            base = read;
        }
    }

    /** The bytes of the input; 0 if they are not known. */
    long size() {
        return input.size();
    }

    /** The byte with which the next record, or a blank line before it, begins. */
    long nextByte() {
        return base + position;
    }

    /** The byte with which the current record begins. */
    long startByte() {
        return base + start;
    }

    /** Makes what begins at a byte of a plain file the next record. Lines are not counted from there on. */
    void jump(long place) throws IOException {
        input.seek(place);
        forget();
        base = place;
        mostRead = FIRST_READ;
    }

    /** Goes to the first line that begins behind a byte of a plain file, unless it is behind that already. */
    void passLine(long place) throws IOException {
        if (place < nextByte()) {
            return;
        }
        if (place < base + limit) {
            position = (int) (place - base);
        } else {
            jump(place);
        }
        while (true) {
            while (position < limit) {
                byte b = buffer[position++];
                if (b == '\n' || (b == '\r' && !isNewline(position))) {
                    return;
                }
            }
            base += limit;
            forget();
            if (!fetch()) {
                return;
            }
        }
    }

    /** The kinds of line ends seen so far: a sum of NEWLINE, RETURN and RETURN_AND_NEWLINE. */
    int lineEnds() {
        return lineEnds;
    }

    @Override
    boolean canLookAhead() {
        return true;
    }

    @Override
    int aheadStart() {
        return position;
    }

    @Override
    int aheadEnd() {
        return limit;
    }

    @Override
    boolean lookFurther() throws IOException {
        return fetch();
    }

    private void forget() {
        start = 0;
        position = 0;
        limit = 0;
    }

    @Override
    String name() {
        return input.name();
    }

    @Override
    double progress() {
        return input.progress();
    }

    @Override
    void pushBack() {
        position = start;
        nextLine = line;
    }

    @Override
    boolean isWhole() {
        return true;
    }

    @Override
    boolean next() throws IOException {
        while (advance()) {
            if (!isBlank()) {
                return true;
            }
        }
        return false;
    }

    private boolean advance() throws IOException {
        start = position;
        line = nextLine;
        int at = start;
        while (true) {
            // Nearly every byte of rows is above the quote, which is above all others that are looked for.
            while (at < limit && (buffer[at] > '"' || !isSpecial(buffer[at]))) {
                at++;
            }
            if (at < limit && buffer[at] == '"') {
                return advanceQuoted();
            }
            if (at < limit) {
                finishLine(at);
                return true;
            }
            int scanned = at - start;
            if (!fetch()) {
                finish(limit, limit);
                return end > start;
            }
            at = start + scanned;
        }
    }

    /** Whether a byte ends a line, or begins a quoted field where fields can be quoted. */
    private boolean isSpecial(byte b) {
        return b == '\n' || b == '\r' || (b == '"' && separator != NO_QUOTES);
    }

    /** Ends the record at a line end of any kind: LF, CR and LF, or CR alone. */
    private void finishLine(int at) throws IOException {
        int length = at - start;
        boolean returned = buffer[at] == '\r';
        boolean both = returned && isNewline(at + 1);
        lineEnds |= both ? RETURN_AND_NEWLINE : returned ? RETURN : NEWLINE;
        int recordEnd = start + length;
        finish(recordEnd, recordEnd + (both ? 2 : 1));
    }

    /** Whether the byte at a place of the buffer, which may still have to be read, is a line feed. */
    private boolean isNewline(int at) throws IOException {
        int behind = at - start;
        if (at == limit && !fetch()) {
            return false;
        }
        return buffer[start + behind] == '\n';
    }

    /** As advance, for a record with a quote in it. Every quote inside a quoted field opens or closes, so "" does both. */
    private boolean advanceQuoted() throws IOException {
        boolean fieldStart = true;
        boolean quotedField = false;
        boolean open = false;
        int at = start;
        while (true) {
            for (; at < limit; at++) {
                byte b = buffer[at];
                if ((b == '\n' || b == '\r') && !open) {
                    finishLine(at);
                    return true;
                } else if (b == '\n') {
                    nextLine++;
                } else if (b == separator && !open) {
                    fieldStart = true;
                    quotedField = false;
                } else if (b == '"' && quotedField) {
                    open = !open;
                } else if (b == '"' && fieldStart) {
                    quotedField = true;
                    open = true;
                    fieldStart = false;
                } else if (b != ' ') {
                    fieldStart = false;
                }
            }
            int scanned = at - start;
            if (!fetch()) {
                if (open) {
                    // Not a row to be skipped: the open quote has swallowed all that follows.
                    throw new BadInputException(
                            input.name() + ":" + line + ": a quote is opened and never closed; close or remove it");
                }
                finish(limit, limit);
                return true;
            }
            at = start + scanned;
        }
    }

    private void finish(int recordEnd, int nextPosition) {
        end = recordEnd;
        position = nextPosition;
        nextLine++;
    }

    /** Adds bytes behind those of the current record, moving or growing the buffer; false at the end of the input. */
    private boolean fetch() throws IOException {
        if (start > 0) {
            System.arraycopy(buffer, start, buffer, 0, limit - start);
            limit -= start;
            base += start;
            position -= start;
            end -= start;
            start = 0;
        }
        if (limit > LONGEST_RECORD) {
            throw new BadInputException(input.name() + ":" + line
                    + ": a line is longer than 16 MiB; is this a text file of rows, and is every quote closed?");
        }
        if (limit == buffer.length) {
            buffer = Arrays.copyOf(buffer, 2 * buffer.length);
        }
        int read = input.read(buffer, limit, Math.min(buffer.length - limit, mostRead));
        mostRead = mostRead > LONGEST_RECORD ? mostRead : 2 * mostRead;
        limit += Math.max(read, 0);
        return read > 0;
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
