package io.github.skpca.io;

/** One line at a time, as records: what was offered is the next record, and there is none until the next offer. */
final class OfferedLine implements Records {
    private final String name;
    private byte[] bytes = new byte[0];
    private int start;
    private int end;
    private long line;
    private boolean waiting;
    private byte separator = ' ';

    OfferedLine(String name) {
        this.name = name;
    }

    /**
     * Makes a line the next record.
     *
     * @param buffer holds it; read only, until the next offer
     * @param number its number in its file, from 1
     */
    void offer(byte[] buffer, int from, int to, long number) {
        bytes = buffer;
        start = from;
        end = to;
        line = number;
        waiting = true;
    }

    /** Whether a line was offered, or pushed back, and not taken. */
    boolean isWaiting() {
        return waiting;
    }

    /** Takes the offer back. */
    void withdraw() {
        waiting = false;
    }

    boolean isBlank() {
        for (int at = start; at < end; at++) {
            if (bytes[at] == separator ? separator != ' ' : !Decimals.isSpace(bytes[at])) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public double progress() {
        return Double.NaN;
    }

    @Override
    public void quoteFields(byte fieldSeparator) {
        separator = fieldSeparator;
    }

    @Override
    public byte[] bytes() {
        return bytes;
    }

    @Override
    public int start() {
        return start;
    }

    @Override
    public int end() {
        return end;
    }

    @Override
    public long line() {
        return line;
    }

    @Override
    public void pushBack() {
        waiting = true;
    }

    @Override
    public boolean next() {
        boolean next = waiting && !isBlank();
        waiting = false;
        return next;
    }

    @Override
    public boolean isWhole() {
        return false;
    }

    @Override
    public void close() {
        // Its lines belong to a feed.
    }
}
