package io.github.skpca.onnx;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * One message in the wire format of Protocol Buffers: fields, each a number with an integer, a text, bytes or another message.
 *
 * <p>A message inside another is not copied, so that large tensors are in memory once.
 */
final class ProtobufMessage {
    private static final int VARINT = 0;
    private static final int LENGTH_DELIMITED = 2;
    private static final int LONGEST_VARINT = 10;

    private final List<byte[]> parts = new ArrayList<>();
    private long size;

    /** Adds a field with a whole number. */
    ProtobufMessage integer(int field, long value) {
        key(field, VARINT);
        varint(value);
        return this;
    }

    /** Adds a field with a text. */
    ProtobufMessage text(int field, String value) {
        return bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds a field with bytes, which are kept and not to be changed. */
    ProtobufMessage bytes(int field, byte[] value) {
        key(field, LENGTH_DELIMITED);
        varint(value.length);
        add(value);
        return this;
    }

    /** Adds a field with a message, which is not to be changed any more. */
    ProtobufMessage message(int field, ProtobufMessage value) {
        key(field, LENGTH_DELIMITED);
        varint(value.size);
        parts.addAll(value.parts);
        size += value.size;
        return this;
    }

    /** The bytes of all fields. */
    long size() {
        return size;
    }

    void writeTo(OutputStream out) throws IOException {
        for (byte[] part : parts) {
            out.write(part);
        }
    }

    private void key(int field, int wireType) {
        varint(((long) field << 3) | wireType);
    }

    /** Seven bits a byte, the lowest first; the highest bit of a byte says that more follow. */
    private void varint(long value) {
        byte[] bytes = new byte[LONGEST_VARINT];
        int length = 0;
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes[length++] = (byte) ((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
        add(java.util.Arrays.copyOf(bytes, length));
    }

    private void add(byte[] part) {
        parts.add(part);
        size += part.length;
    }
}
