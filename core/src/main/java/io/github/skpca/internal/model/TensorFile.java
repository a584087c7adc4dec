package io.github.skpca.internal.model;

import io.github.skpca.ModelFileException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import static io.github.skpca.internal.model.ModelFileProblems.quote;

/**
 * One tensor file in memory: metadata and named tensors, as read and checked. Immutable.
 *
 * <p>The file is a safetensors file with a checksum in its metadata; {@code docs/model-file.md} describes it byte by byte.
 */
public final class TensorFile {
    private final String file;
    private final long bytes;
    private final Map<String, String> metadata;
    private final Map<String, Tensor> tensors;

    TensorFile(String file, long bytes, Map<String, String> metadata, Map<String, Tensor> tensors) {
        this.file = file;
        this.bytes = bytes;
        this.metadata = metadata;
        this.tensors = tensors;
    }

    /** A builder of a file, empty. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Reads a file and checks every byte of it.
     *
     * @throws ModelFileException on anything wrong
     */
    public static TensorFile read(Path path) throws IOException {
        String file = path.toString();
        if (Files.isDirectory(path)) {
            throw new ModelFileException(file, "is a directory", "give a model file in it");
        }
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            // A pipe has no length to check claims against, and opening one may block for ever.
            throw new ModelFileException(file, "is not a regular file", "copy the model to a file first");
        }
        try (SeekableByteChannel channel = Files.newByteChannel(path)) {
            return new TensorFileReader(Channels.newInputStream(channel), channel.size(), file).read();
        } catch (ModelFileException e) {
            throw e;
        } catch (IOException e) {
            throw ModelFileProblems.unreadable(path, e);
        }
    }

    /**
     * Reads a file that is in memory and checks every byte of it.
     *
     * @param bytes the whole file; not kept, not changed
     * @param name what to call it in messages
     * @throws ModelFileException on anything wrong
     */
    public static TensorFile read(byte[] bytes, String name) throws IOException {
        return new TensorFileReader(new ByteArrayInputStream(bytes), bytes.length, name).read();
    }

    /** All metadata in the file's order, with {@code format}, {@code version} and {@code sha256}; unmodifiable. */
    public Map<String, String> metadata() {
        return metadata;
    }

    /**
     * The metadata of a key that must be there.
     *
     * @throws ModelFileException if it is not
     */
    public String metadata(String key) throws ModelFileException {
        String value = metadata.get(key);
        if (value == null) {
            throw unfit("has no " + quote(key) + " in its metadata");
        }
        return value;
    }

    /** Whether there is a tensor of this name. */
    public boolean has(String tensor) {
        return tensors.containsKey(tensor);
    }

    /**
     * The sizes of a tensor, in a fresh array; empty for a single number.
     *
     * @throws ModelFileException if there is no such tensor
     */
    public int[] shape(String tensor) throws ModelFileException {
        return find(tensor).shape().sizes();
    }

    /**
     * The values of an F32 tensor, row-major, in a fresh array.
     *
     * @param expectedShape one size per dimension, -1 for any; none for a single number
     * @throws ModelFileException if there is no such tensor, or it has another type or shape
     */
    public float[] floats(String tensor, int... expectedShape) throws ModelFileException {
        return ((float[]) values(tensor, TensorType.F32, expectedShape)).clone();
    }

    /**
     * The values of an F64 tensor, row-major, in a fresh array.
     *
     * @param expectedShape one size per dimension, -1 for any; none for a single number
     * @throws ModelFileException if there is no such tensor, or it has another type or shape
     */
    public double[] doubles(String tensor, int... expectedShape) throws ModelFileException {
        return ((double[]) values(tensor, TensorType.F64, expectedShape)).clone();
    }

    /**
     * The values of an I64 tensor, row-major, in a fresh array.
     *
     * @param expectedShape one size per dimension, -1 for any; none for a single number
     * @throws ModelFileException if there is no such tensor, or it has another type or shape
     */
    public long[] longs(String tensor, int... expectedShape) throws ModelFileException {
        return ((long[]) values(tensor, TensorType.I64, expectedShape)).clone();
    }

    /** The length of the file in bytes. */
    public long bytes() {
        return bytes;
    }

    /** The names of all tensors, in the order of their bytes in the file; unmodifiable. */
    public List<String> tensorNames() {
        return List.copyOf(tensors.keySet());
    }

    private Object values(String name, TensorType type, int... expectedShape) throws ModelFileException {
        Tensor tensor = find(name);
        if (tensor.type() != type) {
            throw unfit("tensor " + quote(name) + " is " + tensor.type() + " where " + type + " is expected");
        }
        if (!tensor.shape().matches(expectedShape)) {
            throw unfit("tensor " + quote(name) + " has shape " + tensor.shape() + " where "
                    + TensorShape.describe(expectedShape) + " is expected");
        }
        return tensor.values();
    }

    private Tensor find(String name) throws ModelFileException {
        Tensor tensor = tensors.get(name);
        if (tensor == null) {
            throw unfit("has no tensor " + quote(name));
        }
        return tensor;
    }

    private ModelFileException unfit(String problem) {
        return ModelFileProblems.unfit(file, problem);
    }

    /**
     * Builds a tensor file: takes metadata and tensors, then writes them. The same calls give the same bytes.
     *
     * <p>Arrays are held, not copied: they must not change until the file is written.
     */
    public static final class Builder {
        private static final Set<String> RESERVED =
                Set.of(TensorHeader.FORMAT, TensorHeader.VERSION, TensorHeader.CHECKSUM);

        private final Map<String, String> metadata = new LinkedHashMap<>();
        private final Map<String, Tensor> tensors = new LinkedHashMap<>();

        private Builder() {}

        /**
         * Adds one entry of metadata.
         *
         * @param key a key not yet used, of 1 to 256 bytes of UTF-8, not {@code format}, {@code version} or
         *     {@code sha256}, which every file has
         * @param value any text
         */
        public Builder metadata(String key, String value) {
            requireName("metadata key", key);
            requireUnicode("metadata of " + key, value);
            if (RESERVED.contains(key)) {
                throw new IllegalArgumentException("metadata key " + key + " is the file's own");
            }
            // Leaves space for the three reserved keys.
            if (metadata.size() == TensorHeader.MAX_ENTRIES - RESERVED.size()) {
                throw new IllegalArgumentException("too many metadata keys, the limit is " + metadata.size());
            }
            if (metadata.putIfAbsent(key, value) != null) {
                throw new IllegalArgumentException("metadata key " + key + " is there already");
            }
            return this;
        }

        /**
         * Adds an F32 tensor.
         *
         * @param name a name not yet used, of 1 to 256 bytes of UTF-8
         * @param values row-major, as many as the shape has; held until written, not changed
         * @param shape one size per dimension, at most 8; none for a single number
         */
        public Builder tensor(String name, float[] values, int... shape) {
            return add(name, TensorType.F32, values, values.length, shape);
        }

        /**
         * Adds an F64 tensor.
         *
         * @param name a name not yet used, of 1 to 256 bytes of UTF-8
         * @param values row-major, as many as the shape has; held until written, not changed
         * @param shape one size per dimension, at most 8; none for a single number
         */
        public Builder tensor(String name, double[] values, int... shape) {
            return add(name, TensorType.F64, values, values.length, shape);
        }

        /**
         * Adds an I64 tensor.
         *
         * @param name a name not yet used, of 1 to 256 bytes of UTF-8
         * @param values row-major, as many as the shape has; held until written, not changed
         * @param shape one size per dimension, at most 8; none for a single number
         */
        public Builder tensor(String name, long[] values, int... shape) {
            return add(name, TensorType.I64, values, values.length, shape);
        }

        /**
         * The whole file in a fresh array.
         *
         * @throws IllegalStateException if it is longer than an array can be
         */
        public byte[] toBytes() {
            return writer().toBytes();
        }

        /**
         * Writes the file to a path, completely or not at all: an existing file is unchanged until the new one is on disk, and on
         * failure.
         *
         * @throws ModelFileException if it cannot be written
         */
        public void writeTo(Path path) throws IOException {
            AtomicFile.write(path, writer());
        }

        /** Writes the file to a stream, which is flushed and not closed. */
        public void writeTo(OutputStream out) throws IOException {
            writer().writeTo(out);
        }

        private TensorFileWriter writer() {
            return new TensorFileWriter(metadata, List.copyOf(tensors.values()));
        }

        private Builder add(String name, TensorType type, Object values, int length, int... sizes) {
            requireName("tensor name", name);
            if (name.equals(TensorHeader.METADATA)) {
                throw new IllegalArgumentException("tensor name " + name + " is the file's own");
            }
            TensorShape shape = shape(name, sizes);
            if (shape.elements() != length) {
                throw new IllegalArgumentException("tensor " + name + " has " + length + " values, its shape " + shape
                        + " needs " + shape.elements());
            }
            // Leaves space for the metadata's own entry.
            if (tensors.size() == TensorHeader.MAX_ENTRIES - 1) {
                throw new IllegalArgumentException("too many tensors, the limit is " + tensors.size());
            }
            if (tensors.putIfAbsent(name, new Tensor(name, type, shape, values)) != null) {
                throw new IllegalArgumentException("tensor " + name + " is there already");
            }
            return this;
        }

        private static TensorShape shape(String name, int... sizes) {
            try {
                return new TensorShape(sizes);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("tensor " + name + " has a shape " + e.getMessage(), e);
            }
        }

        private static void requireName(String what, String name) {
            requireUnicode(what, name);
            int length = name.getBytes(StandardCharsets.UTF_8).length;
            if (length == 0 || length > TensorHeader.MAX_NAME_BYTES) {
                throw new IllegalArgumentException(
                        what + " must have 1 to " + TensorHeader.MAX_NAME_BYTES + " bytes, this one has " + length);
            }
        }

        private static void requireUnicode(String what, String text) {
            if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
                throw new IllegalArgumentException(what + " has half of a surrogate pair");
            }
        }
    }
}
