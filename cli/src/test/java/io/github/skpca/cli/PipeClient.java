package io.github.skpca.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

import static org.assertj.core.api.Assertions.assertThat;

/** The other side of the pipe, written after docs/pipe-protocol.md: collects requests, sends them all, and reads the answers. */
final class PipeClient {
    private final ByteArrayOutputStream requests = new ByteArrayOutputStream();

    /** An answer, taken apart. */
    record Answer(int type, int learner, byte[] payload) {
        ByteBuffer content() {
            return ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
        }

        Map<String, Object> json() {
            assertThat(type).as(this::text).isEqualTo(PipeWriter.JSON);
            return new Outcome(0, text(), "").json();
        }

        long rows() {
            assertThat(type).as(this::text).isEqualTo(PipeWriter.DONE);
            return content().getLong();
        }

        float[] floats() {
            assertThat(type).as(this::text).isEqualTo(PipeWriter.FLOATS);
            float[] values = new float[payload.length / 4];
            content().asFloatBuffer().get(values);
            return values;
        }

        double[] doubles() {
            assertThat(type).as(this::text).isEqualTo(PipeWriter.DOUBLES);
            double[] values = new double[payload.length / 8];
            content().asDoubleBuffer().get(values);
            return values;
        }

        /** The line of an error of this kind. */
        String error(PipeFailure.Kind kind) {
            assertThat(type).isEqualTo(PipeWriter.ERROR);
            assertThat(content().getInt()).as(this::text).isEqualTo(kind.code());
            return text();
        }

        private String text() {
            int from = type == PipeWriter.ERROR ? 4 : 0;
            return new String(payload, from, payload.length - from, StandardCharsets.UTF_8);
        }
    }

    /** What came back: exit code and complaint of the command, and the answers. */
    record Session(int exit, String err, List<Answer> answers) {
        Answer answer(int index) {
            return answers.get(index);
        }

        Answer last() {
            return answers.get(answers.size() - 1);
        }
    }

    PipeClient() {
        this(1);
    }

    PipeClient(int version) {
        ByteBuffer hello = buffer(12).put(new byte[] {'S', 'K', 'P', 'C', '\r', '\n', 26, '\n'});
        raw(hello.putInt(version).array());
        raw(buffer(4).putInt(crc(hello.array(), 12)).array());
    }

    PipeClient raw(byte... bytes) {
        requests.writeBytes(bytes);
        return this;
    }

    PipeClient request(PipeRequest type, int learner, byte... payload) {
        return raw(header(type.code(), learner, payload.length, crc(payload, payload.length)))
                .raw(payload);
    }

    PipeClient request(PipeRequest type, int learner, String json) {
        return request(type, learner, json.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] header(int type, int learner, long length, int checksum) {
        ByteBuffer header = buffer(24);
        header.putInt(type).putInt(learner).putLong(length).putInt(checksum);
        return header.putInt(crc(header.array(), 20)).array();
    }

    static int crc(byte[] bytes, int length) {
        CRC32 sum = new CRC32();
        sum.update(bytes, 0, length);
        return (int) sum.getValue();
    }

    /** Rows of floats, to come after so many others. */
    static byte[] rows(float[] values, int columns, long before) {
        ByteBuffer payload = head(0, values.length / columns, columns, before, 4 * values.length);
        payload.asFloatBuffer().put(values);
        return payload.array();
    }

    /** Rows of doubles. */
    static byte[] rows(double[] values, int columns) {
        ByteBuffer payload = head(1, values.length / columns, columns, -1, 8 * values.length);
        payload.asDoubleBuffer().put(values);
        return payload.array();
    }

    /** Rows without their zeros. */
    static byte[] sparseRows(float[] values, int columns) {
        int rows = values.length / columns;
        int entries = 0;
        for (float value : values) {
            entries += value == 0 ? 0 : 1;
        }
        ByteBuffer payload = head(2, rows, columns, -1, 8 + 4 * (rows + 1) + 8 * entries);
        payload.putLong(entries);
        int at = 0;
        int start = payload.position();
        for (int i = 0; i < values.length; i++) {
            if (i % columns == 0) {
                payload.putInt(start + 4 * (i / columns), at);
            }
            if (values[i] != 0) {
                payload.putInt(start + 4 * (rows + 1) + 4 * at, i % columns);
                payload.putFloat(start + 4 * (rows + 1) + 4 * (entries + at), values[i]);
                at++;
            }
        }
        return payload.putInt(start + 4 * rows, entries).array();
    }

    private static ByteBuffer head(int form, int rows, int columns, long before, int bytes) {
        return buffer(24 + bytes)
                .putInt(form)
                .putInt(rows)
                .putInt(columns)
                .putInt(0)
                .putLong(before);
    }

    static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    byte[] bytes() {
        return requests.toByteArray();
    }

    /** Sends all requests to the command, in this JVM, and ends its input. */
    Session run() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(bytes()));
        try {
            int exit = Main.run(
                    new String[] {"pipe"},
                    new PrintStream(out, false, StandardCharsets.UTF_8),
                    new PrintStream(err, false, StandardCharsets.UTF_8));
            return new Session(exit, err.toString(StandardCharsets.UTF_8), answers(out.toByteArray()));
        } finally {
            System.setIn(before);
        }
    }

    /** The answers after the hello and what the command says of itself. */
    private static List<Answer> answers(byte[] bytes) {
        ByteBuffer all = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        List<Answer> answers = new ArrayList<>();
        if (bytes.length == 0) {
            return answers;
        }
        all.position(16);
        while (all.hasRemaining()) {
            byte[] header = new byte[24];
            all.get(header);
            ByteBuffer fields = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
            assertThat(fields.getInt(20)).isEqualTo(crc(header, 20));
            byte[] payload = new byte[(int) fields.getLong(8)];
            all.get(payload);
            assertThat(fields.getInt(16)).isEqualTo(crc(payload, payload.length));
            answers.add(new Answer(fields.getInt(0), fields.getInt(4), payload));
        }
        return answers;
    }
}
