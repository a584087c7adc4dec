package io.github.skpca.io;

import java.io.IOException;
import java.io.OutputStream;

/** Standard output, where every byte is final as soon as it is written. */
final class StandardOutput implements PendingOutput {
    private final OutputStream stream;

    StandardOutput(OutputStream stream) {
        this.stream = stream;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            stream.write(bytes, offset, length);
            stream.flush();
        } catch (IOException failure) {
            throw new StandardOutputException(failure);
        }
    }

    @Override
    public boolean isLive() {
        return true;
    }

    @Override
    public void commit() {
        // Final already.
    }

    @Override
    public void close() {
        // Belongs to the process.
    }
}
