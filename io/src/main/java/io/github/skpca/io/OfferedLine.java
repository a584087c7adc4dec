package io.github.skpca.io;

/** One line at a time, as records: what was offered is the next record, and there is none until the next offer. */
final class OfferedLine extends Records {
    private final String name;
    private boolean waiting;

    OfferedLine(String name) {
        super(new byte[0]);
        this.name = name;
    }

    /**
     * Makes a line the next record.
     *
     * @param bytes hold it; read only, until the next offer
     * @param number its number in its file, from 1
     */
    void offer(byte[] bytes, int from, int to, long number) {
        buffer = bytes;
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

    @Override
    String name() {
        return name;
    }

    @Override
    double progress() {
        return Double.NaN;
    }

    @Override
    void pushBack() {
        waiting = true;
    }

    @Override
    boolean next() {
        boolean next = waiting && !isBlank();
        waiting = false;
        return next;
    }

    @Override
    boolean isWhole() {
        return false;
    }

    @Override
    public void close() {
        // Its lines belong to a feed.
    }
}
