package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The lines of a stream such as standard input. A daemon thread does the reading, because a read cannot be given up when it is
 * time to stop; it reads no more than a megabyte ahead.
 */
final class StreamLines extends LineFeed {
    private static final int CHUNK = 1 << 16;
    private static final int CHUNKS = 16;
    private static final long GATHER_MILLISECONDS = 20;
    private static final byte[] END = new byte[0];

    private final InputStream stream;
    private final BlockingQueue<byte[]> chunks = new ArrayBlockingQueue<>(CHUNKS);
    private final Thread reader;
    /** Written before the end is put into the queue, read after it was taken out. */
    private @Nullable IOException failure;

    private boolean streamEnded;
    private boolean ended;

    StreamLines(InputStream stream, String name) {
        super(name, new LineBuffer());
        this.stream = stream;
        reader = new Thread(this::read, "skpca-lines");
        reader.setDaemon(true);
    }

    StreamLines start() {
        reader.start();
        return this;
    }

    @Override
    boolean next() throws IOException {
        while (!buffer.next()) {
            byte[] chunk = streamEnded ? null : chunks.poll();
            if (chunk != null) {
                take(chunk);
            } else {
                return streamEnded && end();
            }
        }
        count();
        return true;
    }

    private void take(byte[] chunk) {
        streamEnded |= chunk.length == 0;
        buffer.add(chunk);
    }

    /** At the end of the stream an unfinished line is a line; true if there is one. */
    private boolean end() throws IOException {
        ended = true;
        if (failure != null) {
            throw failure;
        }
        return finish();
    }

    @Override
    boolean hasEnded() {
        return ended;
    }

    @Override
    boolean isUndecided() {
        return false;
    }

    @Override
    void await(long milliseconds) throws InterruptedException {
        byte[] chunk = chunks.poll(milliseconds, TimeUnit.MILLISECONDS);
        if (chunk != null) {
            take(chunk);
            if (chunks.isEmpty() && !streamEnded) {
                // Rows that trickle in cost less by the handful.
                Thread.sleep(Math.min(milliseconds, GATHER_MILLISECONDS));
            }
        }
    }

    @Override
    Optional<FilePosition> position() {
        return Optional.empty();
    }

    @Override
    public void close() {
        reader.interrupt();
    }

    /** The stream as UTF-8 without a byte order mark. */
    private InputStream text() throws IOException {
        PeekableStream given = new PeekableStream(stream);
        if (Utf16Text.isAt(given)) {
            return new Utf16Text(given);
        }
        if (given.startsWith(0xef, 0xbb, 0xbf)) {
            given.skipNBytes(3);
        }
        return given;
    }

    private void read() {
        byte[] bytes = new byte[CHUNK];
        try {
            InputStream text = text();
            for (int count = text.read(bytes); count >= 0; count = text.read(bytes)) {
                if (count > 0) {
                    chunks.put(Arrays.copyOf(bytes, count));
                }
            }
        } catch (IOException e) {
            failure = e;
        } catch (InterruptedException closed) {
            return;
        }
        try {
            chunks.put(END);
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }
}
