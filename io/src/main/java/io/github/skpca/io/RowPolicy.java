package io.github.skpca.io;

import java.util.function.Supplier;

/** Counts the good rows of one input and fails on or counts the bad ones, as asked. */
final class RowPolicy {
    static final String SKIP_ADVICE = "skip such rows with --on-bad-row skip";

    private final OnBadRow onBadRow;
    private long accepted;
    private long skipped;

    RowPolicy(OnBadRow onBadRow) {
        this.onBadRow = onBadRow;
    }

    void accept() {
        accepted++;
    }

    /** Counts a bad row, or fails with the message, which is only then composed. */
    void refuse(Supplier<String> message) throws BadInputException {
        if (onBadRow == OnBadRow.FAIL) {
            throw new BadInputException(message.get());
        }
        skipped++;
    }

    /** Fails if the input ended without a single good row. */
    void end(String name) throws BadInputException {
        if (accepted == 0) {
            throw new BadInputException(
                    skipped == 0 ? name + ": no rows" : name + ": no rows left, all " + skipped + " were skipped");
        }
    }

    boolean isFirstRow() {
        return accepted == 0;
    }

    long skipped() {
        return skipped;
    }
}
