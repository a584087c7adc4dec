package io.github.skpca.io;

import java.io.IOException;
import java.io.InputStream;

/** A buffered stream whose first bytes can be looked at, and that counts what has been taken from it. */
final class PeekableStream extends InputStream {
    private final InputStream stream;
    private final byte[] buffer = new byte[1 << 16];
    private int position;
    private int limit;
    private volatile long consumed;

    PeekableStream(InputStream stream) {
        this.stream = stream;
    }

    /** Whether these bytes come next; waits for no more bytes than are needed to tell. */
    boolean startsWith(int... expected) throws IOException {
        for (int i = 0; i < expected.length; i++) {
            if (position + i == limit && !fetch()) {
                return false;
            }
            if ((buffer[position + i] & 0xff) != expected[i]) {
                return false;
            }
        }
        return true;
    }

    long consumed() {
        return consumed;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread reads; the count is volatile for those who watch
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int taken;
        if (position == limit && length >= buffer.length) {
            taken = stream.read(target, offset, length);
        } else {
            if (position == limit && !fetch()) {
                return -1;
            }
            taken = Math.min(length, limit - position);
            System.arraycopy(buffer, position, target, offset, taken);
            position += taken;
        }
        if (taken > 0) {
            consumed += taken;
        }
        return taken;
    }

    /**
     * Zero only at the end of the stream. The gzip reader asks this to learn whether another member follows, and on a pipe
     * the usual answer, what can be read without waiting, would make it stop early.
     */
    @Override
    public int available() throws IOException {
        return position < limit || fetch() ? limit - position : 0;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }

    private boolean fetch() throws IOException {
        if (position == limit) {
            position = 0;
            limit = 0;
        }
        int read = stream.read(buffer, limit, buffer.length - limit);
        limit += Math.max(read, 0);
        return read > 0;
    }
}
