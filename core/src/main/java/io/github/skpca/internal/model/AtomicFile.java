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
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Replaces a file as a whole: whoever opens it finds the old bytes or the new ones, never a part, even after a crash.
 *
 * <p>The new bytes go to a temporary file in the same folder, which is forced to disk and then renamed over the target.
 */
final class AtomicFile {
    private static final long LONGEST_SECONDS = 10;

    /** Held for reading while a temporary file is there, and for writing once there is to be none any more. */
    private static final ReentrantReadWriteLock GATE = new ReentrantReadWriteLock();

    private AtomicFile() {}

    /** Waits for files that are being written, not for ever, and lets no other be begun: who tries waits for the end of the process. */
    static void close() {
        try {
            // What takes longer than that is left to its fate.
            boolean ignored = GATE.writeLock().tryLock(LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What is to be in the file. */
    interface Content {
        /** Writes all of it to a stream, which the caller closes. */
        void writeTo(OutputStream out) throws IOException;

        /** Writes all of it to a new file, which the caller closes; may go back in it. */
        default void writeTo(FileChannel file) throws IOException {
            writeTo(Channels.newOutputStream(file));
        }
    }

    /**
     * Writes a file, or leaves what is there as it was.
     *
     * @param target the file; through a symbolic link the file that it points to. What is neither a file nor a folder,
     *     such as a pipe, is written straight: a rename would put a file in its place
     * @param content what is to be in it
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
        // Not made from the target's name, which may be as long as a name can be.
        Path temporary = target.resolveSibling(".skpca-" + UUID.randomUUID() + ".tmp");
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

    private static void removeQuietly(Path temporary) {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            // What made the write fail is what the user needs to hear of.
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
            // Not every platform can open a folder. The rename is done, only its survival of a power cut is not forced.
        }
    }
}
