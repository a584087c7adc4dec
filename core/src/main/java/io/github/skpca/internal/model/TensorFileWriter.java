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
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Lays out a tensor file and writes it.
 *
 * <p>The checksum precedes the tensors that it covers. In a file or an array it is filled in afterwards, so that tensors
 * are encoded once. A stream cannot seek back: tensors are encoded twice, once for the checksum and once for the stream.
 */
final class TensorFileWriter implements AtomicFile.Content {
    private static final int BUFFER_BYTES = 1 << 16;
    /** The first tensor starts at a multiple of this, so that a mapped file can be used in place. */
    private static final int ALIGNMENT = 8;

    private static final JsonFactory JSON = JsonFactory.builder()
            // Set explicitly, so that the bytes do not depend on a default of the library.
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

    /** The whole file in a fresh array. */
    byte[] toBytes() {
        if (size() > TensorShape.MAX_ELEMENTS) {
            throw new IllegalStateException("a file of " + size() + " bytes does not fit an array");
        }
        ByteBuffer file = ByteBuffer.allocate((int) size());
        file.put(lengthBytes).put(header);
        for (Tensor tensor : tensors) {
            tensor.type()
                    .encode(
                            tensor.values(),
                            0,
                            tensor.shape().elements(),
                            file.slice().order(ByteOrder.LITTLE_ENDIAN));
            file.position(file.position() + (int) tensor.bytes());
        }
        byte[] bytes = file.array();
        byte[] digits = digits(sha256().digest(bytes));
        System.arraycopy(digits, 0, bytes, Long.BYTES + checksumAt, digits.length);
        return bytes;
    }

    /** Writes the whole file and seeks back to fill in the checksum. */
    @Override
    public void writeTo(FileChannel file) throws IOException {
        long start = file.position();
        MessageDigest digest = sha256();
        Sink sink = (bytes, from, count) -> {
            digest.update(bytes, from, count);
            write(file, bytes, from, count);
        };
        sink.accept(lengthBytes, 0, lengthBytes.length);
        sink.accept(header, 0, header.length);
        encodeTensors(sink);
        long end = file.position();
        byte[] digits = digits(digest.digest());
        file.position(start + Long.BYTES + checksumAt);
        write(file, digits, 0, digits.length);
        file.position(end);
    }

    private static void write(FileChannel file, byte[] bytes, int from, int count) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes, from, count);
        while (buffer.hasRemaining()) {
            file.write(buffer);
        }
    }

    /** Writes the whole file; does not close the stream. */
    @Override
    public void writeTo(OutputStream out) throws IOException {
        MessageDigest digest = sha256();
        digest.update(lengthBytes);
        digest.update(header);
        encodeTensors(digest::update);
        byte[] digits = digits(digest.digest());

        out.write(lengthBytes);
        out.write(header, 0, checksumAt);
        out.write(digits);
        int rest = checksumAt + digits.length;
        out.write(header, rest, header.length - rest);
        encodeTensors(out::write);
        out.flush();
    }

    private static byte[] digits(byte[] checksum) {
        return HexFormat.of().formatHex(checksum).getBytes(StandardCharsets.US_ASCII);
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
            json.writeStringField(TensorHeader.VERSION, Integer.toString(TensorHeader.FORMAT_VERSION));
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
