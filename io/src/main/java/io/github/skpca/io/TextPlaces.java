package io.github.skpca.io;

import java.io.IOException;

/** Places of a plain text file: its bytes behind the line of names. */
final class TextPlaces implements Places {
    private final RowSource source;
    private final RecordsAtPlaces records;

    /** Takes over a source that has read what it needs to begin. */
    TextPlaces(RowSource source, RecordsAtPlaces records) {
        this.source = source;
        this.records = records;
        records.begin();
    }

    @Override
    public RowSource source() {
        return source;
    }

    @Override
    public void goTo(double share) throws IOException {
        records.goTo(share);
    }

    @Override
    public boolean wrap() throws IOException {
        return records.wrap();
    }
}
