package io.github.skpca.internal.model;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Lays out a tensor file and writes it to a stream.
 *
 * <p>The checksum stands before the tensors that it covers, so they are encoded twice, once for the checksum and once for
 * the stream, both times through one small buffer.
 */
final class TensorFileWriter {
    private static final int BUFFER_BYTES = 1 << 16;
    /** The first tensor starts at a multiple of this, so that a mapped file can be used in place. */
    private static final int ALIGNMENT = 8;

    private static final JsonFactory JSON = JsonFactory.builder()
            // Named here so that the bytes do not hang on a default of the library.
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .disable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .build();

    private final List<Tensor> tensors;
    private final byte[] lengthBytes;
    private final byte[] header;
    private int checksumAt;

    /**
     * A writer of one file.
     *
     * @param metadata what to store beside format, version and checksum, in this order
     * @param tensors the tensors; those of one type keep their order
     */
    TensorFileWriter(Map<String, String> metadata, List<Tensor> tensors) {
        this.tensors =
                tensors.stream().sorted(Comparator.comparing(Tensor::type)).toList();
        this.header = layOutHeader(metadata);
        if (header.length > TensorHeader.MAX_BYTES) {
            throw new IllegalStateException(
                    "names and metadata take " + header.length + " bytes, the limit is " + TensorHeader.MAX_BYTES);
        }
        this.lengthBytes = ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(header.length)
                .array();
    }

    /** The length of the whole file in bytes. */
    long size() {
        return Long.BYTES
                + header.length
                + tensors.stream().mapToLong(Tensor::bytes).sum();
    }

    /** Writes the whole file; does not close the stream. */
    void writeTo(OutputStream out) throws IOException {
        MessageDigest digest = sha256();
        digest.update(lengthBytes);
        digest.update(header);
        encodeTensors(digest::update);
        byte[] digits = HexFormat.of().formatHex(digest.digest()).getBytes(StandardCharsets.US_ASCII);

        out.write(lengthBytes);
        out.write(header, 0, checksumAt);
        out.write(digits);
        int rest = checksumAt + digits.length;
        out.write(header, rest, header.length - rest);
        encodeTensors(out::write);
        out.flush();
    }

    /** A fresh SHA-256, which every Java platform has. */
    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The header, padded, with zeros for the checksum's digits. */
    private byte[] layOutHeader(Map<String, String> metadata) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(bytes, JsonEncoding.UTF8)) {
            json.writeStartObject();
            json.writeObjectFieldStart(TensorHeader.METADATA);
            json.writeStringField(TensorHeader.FORMAT, TensorHeader.FORMAT_NAME);
            json.writeStringField(TensorHeader.VERSION, Integer.toString(TensorHeader.NEWEST_VERSION));
            json.writeFieldName(TensorHeader.CHECKSUM);
            json.flush();
            checksumAt = bytes.size() + ":\"".length();
            json.writeString("0".repeat(TensorHeader.CHECKSUM_DIGITS));
            for (Map.Entry<String, String> entry : metadata.entrySet()) {
                json.writeStringField(entry.getKey(), entry.getValue());
            }
            json.writeEndObject();
            long begin = 0;
            for (Tensor tensor : tensors) {
                long end = begin + tensor.bytes();
                json.writeObjectFieldStart(tensor.name());
                json.writeStringField("dtype", tensor.type().name());
                json.writeFieldName("shape");
                int[] sizes = tensor.shape().sizes();
                json.writeArray(sizes, 0, sizes.length);
                json.writeFieldName("data_offsets");
                json.writeArray(new long[] {begin, end}, 0, 2);
                json.writeEndObject();
                begin = end;
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        while ((Long.BYTES + bytes.size()) % ALIGNMENT != 0) {
            bytes.write(' ');
        }
        return bytes.toByteArray();
    }

    private interface Sink {
        /** Takes {@code bytes[from .. from + count)}, which change after the call. */
        void accept(byte[] bytes, int from, int count) throws IOException;
    }

    private void encodeTensors(Sink sink) throws IOException {
        byte[] bytes = new byte[BUFFER_BYTES];
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (Tensor tensor : tensors) {
            TensorType type = tensor.type();
            int elements = tensor.shape().elements();
            int count;
            for (int from = 0; from < elements; from += count) {
                count = Math.min(elements - from, BUFFER_BYTES / type.width());
                type.encode(tensor.values(), from, count, buffer);
                sink.accept(bytes, 0, count * type.width());
            }
        }
    }
}
