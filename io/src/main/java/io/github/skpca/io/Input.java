package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** One opened input: a file, a pipe or standard input, decompressed if it is gzipped. */
final class Input implements Closeable {
    static final String STANDARD_INPUT = "-";

    private final String name;
    private final @Nullable Path file;
    private final long size;
    private final PeekableStream raw;
    private final PeekableStream content;
    private final boolean compressed;
    private final boolean encoded;
    private @Nullable FileChannel channel;

    private Input(String name, @Nullable Path file, InputStream stream) throws IOException {
        this.name = name;
        this.file = file;
        size = file == null ? 0 : Files.size(file);
        raw = new PeekableStream(stream);
        PeekableStream unpacked = raw.startsWith(0x1f, 0x8b) ? decompressed() : raw;
        compressed = unpacked != raw;
        content = isUtf16(unpacked) ? new PeekableStream(new Utf16Text(unpacked)) : unpacked;
        encoded = content != unpacked;
    }

    private boolean isUtf16(PeekableStream unpacked) throws IOException {
        try {
            return Utf16Text.isAt(unpacked);
        } catch (ZipException | EOFException damage) {
            throw damaged(damage);
        }
    }

    /** Opens an input by the name the user gave. */
    static Input open(String argument, InputStream standardInput) throws IOException {
        if (argument.equals(STANDARD_INPUT)) {
            return new Input("standard input", null, standardInput);
        }
        Path path = check(argument);
        InputStream stream;
        try {
            stream = Files.newInputStream(path);
        } catch (FileSystemException refused) {
            throw new BadInputException(displayName(argument) + ": cannot be opened", refused);
        }
        try {
            return new Input(displayName(argument), isRegular(argument) ? path : null, stream);
        } catch (IOException | RuntimeException failure) {
            stream.close();
            throw failure;
        }
    }

    /** The path of an argument, once it is sure that there is something to be read. */
    static Path check(String argument) throws BadInputException {
        String name = displayName(argument);
        Path path;
        try {
            path = Path.of(argument);
        } catch (InvalidPathException impossible) {
            throw new BadInputException(name + ": not a file name", impossible);
        }
        if (!Files.exists(path)) {
            throw new BadInputException(name + ": no such file");
        }
        if (Files.isDirectory(path)) {
            throw new BadInputException(name + ": is a folder; give the files in it");
        }
        if (!Files.isReadable(path)) {
            throw new BadInputException(name + ": no permission to read it");
        }
        return path;
    }

    /** Whether the argument is a plain file, which has a size and can be read twice, rather than a pipe or standard input. */
    static boolean isRegular(String argument) {
        return !argument.equals(STANDARD_INPUT) && Files.isRegularFile(Path.of(argument));
    }

    /** Whether a name stands for what a process was given as an open file, which is read as a stream whatever is behind it. */
    private static boolean isDescriptor(Path path) {
        String name = path.toAbsolutePath().normalize().toString().replace('\\', '/');
        return name.equals("/dev/stdin") || name.startsWith("/dev/fd/") || name.startsWith("/proc/");
    }

    /** How the rows of an argument can be reached. */
    static InputAccess access(String argument, InputStream standardInput) throws IOException {
        if (!isRegular(argument) || isDescriptor(Path.of(argument))) {
            return InputAccess.STREAM;
        }
        try (Input input = open(argument, standardInput)) {
            if (input.compressed) {
                return InputAccess.COMPRESSED;
            }
            return input.encoded ? InputAccess.ENCODED : InputAccess.ANYWHERE;
        }
    }

    static String displayName(String argument) {
        return argument.equals(STANDARD_INPUT) ? "standard input" : BadInputException.printable(argument);
    }

    String name() {
        return name;
    }

    /** Whether it is gzipped. */
    boolean isCompressed() {
        return compressed;
    }

    /** Whether it is UTF-16, decoded here. */
    boolean isEncoded() {
        return encoded;
    }

    /** The plain, uncompressed file that can be mapped into memory; null if this is none. */
    @Nullable
    Path mappableFile() {
        return content == raw ? file : null;
    }

    /** Makes a byte of a plain, uncompressed file the next that is read. */
    void seek(long place) throws IOException {
        if (channel == null) {
            channel = FileChannel.open(Objects.requireNonNull(mappableFile(), "only a plain file has places"));
        }
        channel.position(place);
    }

    /** The bytes of the file; 0 if they are not known. */
    long size() {
        return size;
    }

    /** The bytes taken so far after decompression. */
    long consumed() {
        return content.consumed();
    }

    double progress() {
        return size == 0 ? 0 : Math.min(1, (double) raw.consumed() / size);
    }

    boolean startsWith(int... bytes) throws IOException {
        try {
            return content.startsWith(bytes);
        } catch (ZipException | EOFException damage) {
            throw damaged(damage);
        }
    }

    /** Reads up to length bytes, waiting for at least one; -1 at the end. */
    int read(byte[] target, int offset, int length) throws IOException {
        if (channel != null) {
            return channel.read(ByteBuffer.wrap(target, offset, length));
        }
        try {
            return content.read(target, offset, length);
        } catch (ZipException | EOFException damage) {
            throw damaged(damage);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            content.close();
        } finally {
            if (channel != null) {
                channel.close();
            }
        }
    }

    private PeekableStream decompressed() throws IOException {
        try {
            return new PeekableStream(new GZIPInputStream(raw, 1 << 16));
        } catch (ZipException | EOFException damage) {
            throw damaged(damage);
        }
    }

    private BadInputException damaged(IOException damage) {
        return new BadInputException(
                name + ": the gzip data is damaged or cut short; fetch or compress the file again", damage);
    }
}
