package io.github.skpca.internal.model;

import io.github.skpca.ModelFileException;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Replaces a file atomically: a reader sees the old bytes or the new ones, never a part, even after a crash.
 *
 * <p>The new bytes go to a temporary file in the same folder, which is forced to disk and then renamed over the target.
 */
final class AtomicFile {
    private static final AtomicLong NUMBER = new AtomicLong();

    private static final long LONGEST_SECONDS = 10;

    /** Read-locked while a temporary file exists; write-locked once no new one may be created. */
    private static final ReentrantReadWriteLock GATE = new ReentrantReadWriteLock();

    private AtomicFile() {}

    /** Waits a limited time for files that are being written, and blocks all later writes until the process ends. */
    static void close() {
        try {
            // A write that takes longer is abandoned.
            boolean ignored = GATE.writeLock().tryLock(LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The content of a file. */
    interface Content {
        /** Writes all of it to a stream, which the caller closes. */
        void writeTo(OutputStream out) throws IOException;

        /** Writes all of it to a new file, which the caller closes; may seek back. */
        default void writeTo(FileChannel file) throws IOException {
            writeTo(Channels.newOutputStream(file));
        }
    }

    /**
     * Writes a file, or leaves the existing one unchanged.
     *
     * @param target the file; a symbolic link is followed. What is neither a file nor a folder, such as a pipe, is written to
     *     directly: a rename would replace it by a file
     * @param content what to write
     */
    static void write(Path target, Content content) throws ModelFileException {
        if (Files.isDirectory(target)) {
            throw new ModelFileException(target.toString(), "is a directory", "give the name of a file in it");
        }
        try {
            if (!Files.exists(target)) {
                replace(target.toAbsolutePath(), content);
            } else if (Files.isRegularFile(target)) {
                replace(target.toRealPath(), content);
            } else {
                try (OutputStream out = Files.newOutputStream(target, StandardOpenOption.WRITE)) {
                    content.writeTo(out);
                }
            }
        } catch (IOException e) {
            throw ModelFileProblems.unwritable(target, e);
        }
    }

    private static void replace(Path target, Content content) throws IOException {
        // Not derived from the target's name, which may already have the greatest length.
        Path temporary = target.resolveSibling(temporaryName());
        boolean renamed = false;
        GATE.readLock().lock();
        try {
            try (FileChannel channel =
                    FileChannel.open(temporary, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
                content.writeTo(channel);
                channel.force(true);
            }
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
            renamed = true;
        } finally {
            if (!renamed) {
                removeQuietly(temporary);
            }
            GATE.readLock().unlock();
        }
        forceFolder(target);
    }

    /** Another one at each moment and call, by two clocks: random numbers of the system take longer to get ready than a small file to write. */
    private static String temporaryName() {
        return ".skpca-" + Long.toHexString(System.currentTimeMillis()) + "-" + Long.toHexString(System.nanoTime())
                + "-" + NUMBER.getAndIncrement() + ".tmp";
    }

    private static void removeQuietly(Path temporary) {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            // Ignored: the user needs the exception that made the write fail.
        }
    }

    private static void forceFolder(Path target) {
        Path folder = target.getParent();
        if (folder == null) {
            return;
        }
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // Not every platform can open a folder. The rename is done, but may not survive a power cut.
        }
    }
}
