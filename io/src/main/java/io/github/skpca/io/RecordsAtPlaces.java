package io.github.skpca.io;

import java.io.IOException;

/**
 * The records of a plain text file at places all over it.
 *
 * <p>At first these are the records from the beginning on, which a source needs to know its columns. Then each place gives one record: the first
 * that begins behind the line in which the place is. A place behind which that record was given already gives none, so no record is
 * given twice. Whether a line break is within quotes is not known there. What is not a good row is therefore passed over, up to some
 * records; a bad row is found, with its line, when all rows are read.
 *
 * <p>Bytes are read at most about twice: once to find the end of a line, and once for the record behind it.
 */
final class RecordsAtPlaces extends Records {
    private static final int MOST_TRIES = 16;

    private final InputRecords text;
    private final RowPolicy policy;
    private boolean hasBegun;
    private boolean hasEnded;
    private boolean hasWrapped;
    private long first;
    private long last = -1;
    private int tries;
    private long accepted;

    /**
     * Takes over the records of a plain file.
     *
     * @param policy counts the good rows of the source that reads these records
     */
    RecordsAtPlaces(InputRecords text, RowPolicy policy) {
        super(text.buffer);
        this.text = text;
        this.policy = policy;
    }

    /** Says that the next record is the first row: from now on there are only records at places. */
    void begin() {
        first = text.nextByte();
        hasBegun = true;
    }

    /** As {@link Places#goTo}. */
    void goTo(double share) throws IOException {
        long place = first + (long) (share * (text.size() - first));
        tries = 0;
        if (place >= last) {
            text.passLine(place);
            allow(MOST_TRIES);
        }
    }

    /** As {@link Places#wrap}. */
    boolean wrap() throws IOException {
        if (!hasEnded || hasWrapped) {
            return false;
        }
        hasWrapped = true;
        text.jump(first);
        allow(1);
        return true;
    }

    private void allow(int records) {
        tries = records;
        accepted = policy.accepted();
    }

    @Override
    String name() {
        return text.name();
    }

    @Override
    String place() {
        return name() + " byte ";
    }

    @Override
    double progress() {
        return text.progress();
    }

    @Override
    void pushBack() {
        text.pushBack();
    }

    @Override
    boolean isWhole() {
        return false;
    }

    @Override
    boolean isInOrder() {
        return false;
    }

    @Override
    boolean canLookAhead() {
        return !hasBegun;
    }

    @Override
    int aheadStart() {
        return text.aheadStart();
    }

    @Override
    int aheadEnd() {
        return text.aheadEnd();
    }

    @Override
    boolean lookFurther() throws IOException {
        boolean more = text.lookFurther();
        takeOver();
        return more;
    }

    private void takeOver() {
        buffer = text.buffer;
        start = text.start;
        end = text.end;
    }

    @Override
    boolean next() throws IOException {
        if (hasBegun && (tries == 0 || policy.accepted() > accepted)) {
            return false;
        }
        tries--;
        text.separator = separator;
        if (!nextInText()) {
            hasEnded = true;
            tries = 0;
            return false;
        }
        takeOver();
        line = last;
        return true;
    }

    /** Goes to the next record; also one that is too long counts as given, so that it is not read for every place before it. */
    private boolean nextInText() throws IOException {
        try {
            return text.next();
        } finally {
            last = text.startByte();
        }
    }

    @Override
    public void close() throws IOException {
        text.close();
    }
}
