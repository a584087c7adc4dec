package io.github.skpca.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Answers as frames on standard output, one for each request and in their order. */
final class PipeWriter {
    /** Codes of answers. */
    static final int DONE = 64;

    static final int JSON = 65;
    static final int FLOATS = 66;
    static final int DOUBLES = 67;
    static final int BYTES = 68;
    static final int ERROR = 69;

    private final PrintStream out;
    private final byte[] header = new byte[PipeFrame.HEADER_BYTES];
    private byte[] numbers = new byte[0];

    PipeWriter(PrintStream out) {
        this.out = out;
    }

    /** Answers the other side's hello. */
    void hello() throws IOException {
        byte[] hello = new byte[PipeFrame.HELLO_BYTES];
        int magic = PipeFrame.MAGIC.length;
        PipeFrame.littleEndian(hello, hello.length)
                .put(PipeFrame.MAGIC)
                .putInt(PipeFrame.VERSION)
                .putInt(magic + 4, 0);
        PipeFrame.littleEndian(hello, hello.length).putInt(magic + 4, PipeFrame.checksum(hello, 0, magic + 4));
        out.write(hello);
        flush();
    }

    /** What was asked for is done; so many rows are learned. */
    void done(int learner, long rows) throws IOException {
        byte[] payload = new byte[8];
        PipeFrame.littleEndian(payload, 8).putLong(rows);
        write(DONE, learner, payload, 8);
    }

    void json(int learner, Map<String, ?> fields) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (JsonGenerator generator = new JsonFactory().createGenerator(text)) {
            JsonValues.write(generator, fields, Console::writeNumber);
        }
        write(JSON, learner, text.toByteArray(), text.size());
    }

    void floats(int learner, float[] values) throws IOException {
        PipeFrame.littleEndian(reserve(4L * values.length), 4 * values.length)
                .asFloatBuffer()
                .put(values);
        write(FLOATS, learner, numbers, 4 * values.length);
    }

    void doubles(int learner, double[] values) throws IOException {
        PipeFrame.littleEndian(reserve(8L * values.length), 8 * values.length)
                .asDoubleBuffer()
                .put(values);
        write(DOUBLES, learner, numbers, 8 * values.length);
    }

    void bytes(int learner, byte[] bytes) throws IOException {
        write(BYTES, learner, bytes, bytes.length);
    }

    /** Why a request is refused, in one line. */
    void error(int learner, PipeFailure failure) throws IOException {
        byte[] line = failure.line().getBytes(StandardCharsets.UTF_8);
        byte[] payload = new byte[4 + line.length];
        PipeFrame.littleEndian(payload, payload.length)
                .putInt(failure.kind().code())
                .put(line);
        write(ERROR, learner, payload, payload.length);
    }

    /** An array that is used again, for at most the longest payload. */
    private byte[] reserve(long length) {
        if (numbers.length < length) {
            numbers = new byte[Math.toIntExact(length)];
        }
        return numbers;
    }

    private void write(int type, int learner, byte[] payload, int length) throws IOException {
        PipeFrame.littleEndian(header, header.length)
                .putInt(type)
                .putInt(learner)
                .putLong(length)
                .putInt(PipeFrame.checksum(payload, 0, length));
        int own = PipeFrame.HEADER_BYTES - 4;
        PipeFrame.littleEndian(header, header.length).putInt(own, PipeFrame.checksum(header, 0, own));
        out.write(header, 0, header.length);
        out.write(payload, 0, length);
        flush();
    }

    /** A print stream keeps its troubles to itself until asked. */
    private void flush() throws IOException {
        if (out.checkError()) {
            throw new IOException("standard output is closed: the program that asked is gone");
        }
    }
}
