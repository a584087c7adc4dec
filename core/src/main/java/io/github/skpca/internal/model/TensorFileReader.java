package io.github.skpca.internal.model;

import io.github.skpca.ModelFileException;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads a tensor file from a stream of known length.
 *
 * <p>Nothing is allocated from sizes in the file before they have been checked against the length of the file: the
 * header's length first, then that the tensors cover the rest of the file exactly once.
 */
final class TensorFileReader {
    private static final int BUFFER_BYTES = 1 << 16;

    private final InputStream in;
    private final long size;
    private final String file;
    private final MessageDigest digest = TensorFileWriter.sha256();

    /**
     * A reader of one file.
     *
     * @param in the file from its first byte; read, not closed
     * @param size the file's length
     * @param file the file's name for messages
     */
    TensorFileReader(InputStream in, long size, String file) {
        this.in = in;
        this.size = size;
        this.file = file;
    }

    TensorFile read() throws IOException {
        byte[] lengthBytes = new byte[(int) Math.min(size, Long.BYTES)];
        fill(lengthBytes, lengthBytes.length);
        if (size <= Long.BYTES) {
            throw ModelFileProblems.damaged(file, "is " + size + " bytes long, too short for a skpca model");
        }
        byte[] json = readHeader(lengthBytes);
        TensorHeader header = TensorHeader.parse(json, size - Long.BYTES - json.length, file);
        digest.update(lengthBytes);
        digest.update(header.withoutChecksum());
        Map<String, Tensor> tensors = readTensors(header);
        if (!HexFormat.of().formatHex(digest.digest()).equals(header.metadata().get(TensorHeader.CHECKSUM))) {
            throw ModelFileProblems.damaged(
                    file, "its checksum does not match, some of its bytes have changed since it was written");
        }
        return new TensorFile(file, size, header.metadata(), tensors);
    }

    private byte[] readHeader(byte[] lengthBytes) throws IOException {
        long length =
                ByteBuffer.wrap(lengthBytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
        byte[] first = new byte[1];
        fill(first, 1);
        if (length < 2 || length > TensorHeader.MAX_BYTES || first[0] != '{') {
            throw ModelFileProblems.foreign(file);
        }
        if (length > size - Long.BYTES) {
            throw ModelFileProblems.damaged(
                    file,
                    "is cut short, its header needs " + length + " bytes and " + (size - Long.BYTES) + " are there");
        }
        byte[] json = new byte[(int) length];
        json[0] = first[0];
        if (in.readNBytes(json, 1, json.length - 1) != json.length - 1) {
            throw shrunk();
        }
        return json;
    }

    private Map<String, Tensor> readTensors(TensorHeader header) throws IOException {
        byte[] bytes = new byte[BUFFER_BYTES];
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        for (TensorHeader.Entry entry : header.entries()) {
            TensorType type = entry.type();
            int elements = entry.shape().elements();
            Object values = type.allocate(elements);
            int count;
            for (int from = 0; from < elements; from += count) {
                count = Math.min(elements - from, BUFFER_BYTES / type.width());
                fill(bytes, count * type.width());
                digest.update(bytes, 0, count * type.width());
                type.decode(buffer, values, from, count);
            }
            tensors.put(entry.name(), new Tensor(entry.name(), type, entry.shape(), values));
        }
        return tensors;
    }

    private void fill(byte[] bytes, int count) throws IOException {
        if (in.readNBytes(bytes, 0, count) != count) {
            throw shrunk();
        }
    }

    private ModelFileException shrunk() {
        return ModelFileProblems.damaged(file, "became shorter while it was being read");
    }
}
