package io.github.skpca.io;

import java.io.Closeable;
import java.io.IOException;

/** An input whose rows are read at places all over it: its source has one row, or none, after every step to a place. */
interface Places extends Closeable {
    /** Has the rows. */
    RowSource source();

    /**
     * Goes to a place behind those before.
     *
     * @param share how far it is between the beginning and the end, at least 0 and below 1
     */
    void goTo(double share) throws IOException;

    /** After the last place: goes once to the first row if a place was so near the end that no row followed; false if none was. */
    boolean wrap() throws IOException;

    @Override
    default void close() throws IOException {
        source().close();
    }
}
