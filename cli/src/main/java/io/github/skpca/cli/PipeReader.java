package io.github.skpca.cli;

import io.github.skpca.io.BadInputException;
import org.jspecify.annotations.Nullable;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Frames as they come, read ahead by a thread of its own, so that the next rows arrive while those before are learned.
 *
 * <p>There are three frames in all, used in turn: one in use, one ready, one that is being read. So memory is bounded, and a sender that is too fast waits.
 */
final class PipeReader implements Closeable {
    private static final int FRAMES = 3;

    /** For one call of the operating system; longer ones cost Java a buffer of that size each. */
    private static final int READ_BYTES = 1 << 16;

    private final InputStream in;
    private final BlockingQueue<PipeFrame> free = new ArrayBlockingQueue<>(FRAMES);
    private final BlockingQueue<Event> ready = new ArrayBlockingQueue<>(FRAMES + 1);
    private final Thread thread = new Thread(this::readAll, "skpca-pipe");

    /** A frame, the end if there is neither, or what went wrong. */
    private record Event(
            @Nullable PipeFrame frame, @Nullable IOException failure) {}

    PipeReader(InputStream in) {
        this.in = in;
        for (int i = 0; i < FRAMES; i++) {
            free.add(new PipeFrame());
        }
        thread.setDaemon(true);
    }

    /**
     * Reads what the other side begins with.
     *
     * @return the version that it speaks
     */
    int readHello() throws IOException {
        byte[] hello = in.readNBytes(PipeFrame.HELLO_BYTES);
        int magic = PipeFrame.MAGIC.length;
        if (hello.length < PipeFrame.HELLO_BYTES || !Arrays.equals(hello, 0, magic, PipeFrame.MAGIC, 0, magic)) {
            throw new BadInputException("standard input does not begin with the hello of the pipe protocol:"
                    + " this command is for programs, see docs/pipe-protocol.md");
        }
        var fields = PipeFrame.littleEndian(hello, hello.length).position(magic);
        int version = fields.getInt();
        if (fields.getInt() != PipeFrame.checksum(hello, 0, magic + 4)) {
            throw PipeFrame.damaged("the hello has a wrong checksum");
        }
        return version;
    }

    /** Begins to read ahead. */
    void start() {
        thread.start();
    }

    /** The next frame, to be given back by {@link #release}; null at the end of the input. */
    @Nullable
    PipeFrame next() throws IOException {
        try {
            Event event = ready.take();
            if (event.failure() != null) {
                throw event.failure();
            }
            return event.frame();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for standard input", stopped);
        }
    }

    /** Gives a frame back, to be filled again. */
    void release(PipeFrame frame) {
        frame.trim();
        free.add(frame);
    }

    private void readAll() {
        try {
            boolean isOpen = true;
            while (isOpen) {
                PipeFrame frame = free.take();
                isOpen = read(frame);
                ready.put(new Event(isOpen ? frame : null, null));
            }
        } catch (IOException failure) {
            ready.add(new Event(null, failure));
        } catch (OutOfMemoryError full) {
            ready.add(new Event(null, new IOException("not enough memory for a frame: send less at once", full)));
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    /** Fills a frame; false if the input has ended before it. */
    private boolean read(PipeFrame frame) throws IOException {
        byte[] header = in.readNBytes(PipeFrame.HEADER_BYTES);
        if (header.length == 0) {
            return false;
        }
        if (header.length < PipeFrame.HEADER_BYTES) {
            throw PipeFrame.damaged("it ends in the header of a frame");
        }
        frame.readHeader(header);
        int held = 0;
        while (held < frame.length()) {
            int room = frame.extend(held) - held;
            int read = in.read(frame.payload(), held, Math.min(room, READ_BYTES));
            if (read < 0) {
                throw PipeFrame.damaged("it ends after " + held + " of " + frame.length() + " bytes of a frame");
            }
            held += read;
        }
        frame.requireWhole();
        return true;
    }

    /** Ends the thread, unless it waits for input: then the end of the process does. */
    @Override
    public void close() {
        thread.interrupt();
    }
}
