package io.github.skpca.io;

import java.io.Closeable;
import java.io.IOException;

/** Where a writer's bytes go, until it is decided whether they stay. */
interface PendingOutput extends Closeable {
    /** Appends bytes. */
    void write(byte[] bytes, int offset, int length) throws IOException;

    /** Whether bytes are seen as soon as they are written, so that somebody may be waiting for them. */
    boolean isLive();

    /** Makes what was written final. */
    void commit() throws IOException;
}
