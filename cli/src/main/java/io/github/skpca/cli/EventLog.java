package io.github.skpca.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.github.skpca.io.BadInputException;
import io.github.skpca.io.Rows;
import io.github.skpca.io.StandardOutputException;
import org.jspecify.annotations.Nullable;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/** Events, a line of JSON each, in a file that can be cut back to what a checkpoint knows of, or on standard output. */
final class EventLog implements Closeable {
    /** The last bytes by which a file is known to be the one that was written. */
    private static final int TAIL = 4096;

    private final JsonFactory json = new JsonFactory().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    private final ByteArrayOutputStream waiting = new ByteArrayOutputStream();
    private final String name;
    private final @Nullable PrintStream stream;
    private final @Nullable FileChannel channel;

    private EventLog(String name, @Nullable PrintStream stream, @Nullable FileChannel channel) {
        this.name = name;
        this.stream = stream;
        this.channel = channel;
    }

    static EventLog on(PrintStream standardOutput) {
        return new EventLog("standard output", standardOutput, null);
    }

    /** Opens or creates a file, for this process alone. */
    static EventLog in(Path file) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(
                    file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
        } catch (FileSystemException refused) {
            throw new BadInputException(file + ": cannot be opened for events; give -o another name", refused);
        }
        try {
            FileLocks.require(channel, file + ": another watch writes its events there; give -o another name");
            return new EventLog(file.toString(), null, channel);
        } catch (IOException | RuntimeException failure) {
            channel.close();
            throw failure;
        }
    }

    boolean isFile() {
        return channel != null;
    }

    /** Refuses a file that holds something already. */
    void requireEmpty() throws IOException {
        if (channel != null && channel.size() > 0) {
            throw new BadInputException(
                    name
                            + ": holds events already; give -o another name or remove it, or resume the checkpoint that it belongs to");
        }
    }

    /** Takes back what was written after a checkpoint; refuses a file that is not the one it speaks of. */
    void cutBack(long length, String fingerprint) throws IOException {
        if (channel == null) {
            return;
        }
        long size = channel.size();
        if (size < length) {
            throw new BadInputException(name + ": has " + size + " bytes and the checkpoint says " + length
                    + "; give the event file that belongs to the checkpoint, or remove the checkpoint to start again");
        }
        if (!fingerprint(length).equals(fingerprint)) {
            throw new BadInputException(name + ": is not the event file of the checkpoint; give that one, or remove the"
                    + " checkpoint to start again");
        }
        channel.truncate(length);
        channel.position(length);
    }

    void write(Map<String, ?> event) throws IOException {
        try (JsonGenerator generator = json.createGenerator(waiting)) {
            // Not the generator's own form of a number, which is another on older Javas.
            JsonValues.write(generator, event, (target, number) -> target.writeNumber(Rows.text(number)));
        }
        waiting.write('\n');
    }

    /** Hands events to the operating system. */
    void flush() throws IOException {
        if (waiting.size() == 0) {
            return;
        }
        if (channel != null) {
            ByteBuffer bytes = ByteBuffer.wrap(waiting.toByteArray());
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } else if (stream != null) {
            waiting.writeTo(stream);
            // A print stream keeps its troubles to itself until asked.
            if (stream.checkError()) {
                StandardOutputException failure = StandardPrintStream.failure(stream);
                throw failure.isReaderGone() ? failure : new IOException("standard output is closed or full");
            }
        }
        waiting.reset();
    }

    /** Makes sure that all events are on the disk; returns how long the file is, 0 where there is none. */
    long force() throws IOException {
        flush();
        if (channel == null) {
            return 0;
        }
        channel.force(true);
        return channel.position();
    }

    /** The SHA-256 of the last bytes before a place, in hexadecimal digits; empty where there is no file. */
    String fingerprint(long length) throws IOException {
        if (channel == null) {
            return "";
        }
        ByteBuffer tail = ByteBuffer.allocate((int) Math.min(TAIL, length));
        long at = length - tail.capacity();
        while (tail.hasRemaining() && channel.read(tail, at + tail.position()) > 0) {
            // A read may give less than there is.
        }
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(tail.array()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            flush();
        } finally {
            if (channel != null) {
                channel.close();
            }
        }
    }
}
