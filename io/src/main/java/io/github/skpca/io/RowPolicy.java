package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

import java.util.function.Consumer;
import java.util.function.Supplier;

/** Counts the good rows of one input and fails on or counts the bad ones, as asked. */
final class RowPolicy {
    static final String SKIP_ADVICE = "skip such rows";

    private final OnBadRow onBadRow;
    private final @Nullable Consumer<String> complaints;
    private long accepted;
    private long skipped;

    RowPolicy(OnBadRow onBadRow) {
        this(onBadRow, null);
    }

    /** A policy that passes on what is wrong with every row that is skipped. */
    RowPolicy(OnBadRow onBadRow, @Nullable Consumer<String> complaints) {
        this.onBadRow = onBadRow;
        this.complaints = complaints;
    }

    /** Counts a good row; returns its number among all rows, from 1. */
    long accept() {
        accepted++;
        return accepted + skipped;
    }

    /** Counts a bad row, or fails with the complaint, which is only then composed. */
    void refuse(Supplier<Complaint> complaint) throws BadInputException {
        if (onBadRow == OnBadRow.FAIL) {
            throw complaint.get().failure();
        }
        skipped++;
        if (complaints != null) {
            complaints.accept(complaint.get().text());
        }
    }

    /** Fails if the input ended without a single good row. */
    void end(String name) throws BadInputException {
        if (accepted == 0) {
            throw new BadInputException(
                    skipped == 0 ? name + ": no rows" : name + ": no rows left, all " + skipped + " were skipped");
        }
    }

    /** The good rows so far. */
    long accepted() {
        return accepted;
    }

    boolean isFirstRow() {
        return accepted == 0;
    }

    long skipped() {
        return skipped;
    }
}
