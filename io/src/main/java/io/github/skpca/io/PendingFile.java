package io.github.skpca.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPOutputStream;

/** A file that is written beside its final place and moved there, complete and on disk, in one step. */
final class PendingFile implements PendingOutput {
    private final String name;
    private final Path target;
    private final Path part;
    private final FileChannel channel;
    private final OutputStream stream;
    private boolean committed;

    private PendingFile(String name, Path target, Path part, FileChannel channel) throws IOException {
        this.name = name;
        this.target = target;
        this.part = part;
        this.channel = channel;
        OutputStream plain = Channels.newOutputStream(channel);
        stream = RowFormat.isCompressedName(name) ? new GZIPOutputStream(plain, 1 << 16) : plain;
    }

    /** Creates the file that is going to have the given name. */
    static PendingFile create(String output) throws IOException {
        String name = BadInputException.printable(output);
        Path path = path(output, name);
        if (Files.isDirectory(path)) {
            throw new BadInputException(name + ": is a folder; give a file name");
        }
        Path folder = path.toAbsolutePath().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            throw new BadInputException(name + ": there is no folder " + BadInputException.printable(folder.toString())
                    + "; create it first");
        }
        try {
            if (isSpecial(output)) {
                return new PendingFile(name, path, path, FileChannel.open(path, StandardOpenOption.WRITE));
            }
            // Through a link, so that the file it points to is replaced and not the link.
            Path target = Files.exists(path) ? path.toRealPath() : path.toAbsolutePath();
            return createBeside(target, name);
        } catch (IOException failure) {
            throw cannot("be written", name, failure);
        }
    }

    /** Whether the name is that of a device or a pipe, which is written in place: a file must never take its name. */
    static boolean isSpecial(String output) {
        try {
            Path path = Path.of(output);
            return Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path);
        } catch (InvalidPathException impossible) {
            return false;
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            stream.write(bytes, offset, length);
        } catch (IOException failure) {
            throw cannot("be written", name, failure);
        }
    }

    @Override
    public boolean isLive() {
        return part.equals(target);
    }

    /** Replaces bytes at the beginning; only for a file that is not compressed. */
    void overwriteStart(ByteBuffer bytes) throws IOException {
        long at = 0;
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }

    @Override
    public void commit() throws IOException {
        try {
            if (stream instanceof GZIPOutputStream compressed) {
                compressed.finish();
            }
            if (isLive()) {
                committed = true;
                return;
            }
            channel.close();
            PartFiles.complete(part, target);
            committed = true;
        } catch (IOException failure) {
            throw cannot("be completed", name, failure);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
        if (!committed && !isLive()) {
            PartFiles.discard(part);
        }
    }

    private static PendingFile createBeside(Path target, String name) throws IOException {
        Path part = PartFiles.beside(target);
        return new PendingFile(name, target, part, PartFiles.create(part));
    }

    private static Path path(String output, String name) throws BadInputException {
        try {
            return Path.of(output);
        } catch (InvalidPathException impossible) {
            throw new BadInputException(name + ": not a file name", impossible);
        }
    }

    private static BadInputException cannot(String verb, String name, IOException failure) {
        String reason =
                failure instanceof AccessDeniedException ? "no permission" : String.valueOf(failure.getMessage());
        return new BadInputException(name + ": cannot " + verb + ": " + BadInputException.printable(reason), failure);
    }
}
