package io.github.skpca.io;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The one writer of whole files outside of model files: a part is written beside the place of an output, and is moved there in one step
 * when it is complete and on disk. Keeps the parts of this process that are not complete yet.
 */
public final class PartFiles {
    /** Guards {@link #PARTS}, and what brings them and takes them away. */
    private static final ReentrantLock GATE = new ReentrantLock();

    private static final Set<Path> PARTS = new HashSet<>();

    private PartFiles() {}

    /** The name of a new part beside a file; no other process has the same. */
    public static Path beside(Path target) {
        // A random name, not a random number of the computation: so many bits that a name which is taken is no accident.
        long bits = UUID.randomUUID().getMostSignificantBits();
        return target.resolveSibling(
                target.getFileName() + ".part-" + Long.toUnsignedString(bits, Character.MAX_RADIX));
    }

    /** Creates a part, which must not be there yet, and opens it for writing. */
    public static FileChannel create(Path part) throws IOException {
        GATE.lock();
        try {
            FileChannel channel = FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            PARTS.add(part);
            return channel;
        } finally {
            GATE.unlock();
        }
    }

    /** Forces a part that was written and closed to disk, and moves it to its place, in one step where the file system can. */
    public static void complete(Path part, Path target) throws IOException {
        // Forced with the gate closed: a part that discardAll has removed could not be opened.
        GATE.lock();
        try {
            try (FileChannel written = FileChannel.open(part, StandardOpenOption.WRITE)) {
                written.force(true);
            }
            try {
                Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException unsupported) {
                Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
            }
            PARTS.remove(part);
        } finally {
            GATE.unlock();
        }
        forceFolder(target);
    }

    /** Makes the renaming itself last; not every system lets a folder be opened, and then there is nothing to be done. */
    private static void forceFolder(Path target) {
        Path folder = target.getParent();
        if (folder == null) {
            return;
        }
        try (FileChannel directory = FileChannel.open(folder)) {
            directory.force(true);
        } catch (IOException unsupported) {
            return;
        }
    }

    /** Removes a part; does nothing if it is complete. */
    public static void discard(Path part) throws IOException {
        GATE.lock();
        try {
            if (PARTS.remove(part)) {
                Files.deleteIfExists(part);
            }
        } finally {
            GATE.unlock();
        }
    }

    /**
     * Removes all parts, and lets none be created or completed from here on: for a shutdown hook, so that a process which is stopped
     * leaves none. A thread that still wants to write waits for the end of the process.
     */
    @SuppressWarnings("LockNotBeforeTry") // It is not opened again.
    public static void discardAll() {
        GATE.lock();
        for (Path part : PARTS) {
            try {
                Files.deleteIfExists(part);
            } catch (IOException refused) {
                // The others are still to be removed.
            }
        }
    }

    /**
     * Writes a whole file through a part, or leaves what is there as it was.
     *
     * @param bytes all of the file; not kept, not changed
     */
    public static void write(Path file, byte[] bytes) throws IOException {
        try (PendingFile pending = PendingFile.create(file.toString())) {
            pending.write(bytes, 0, bytes.length);
            pending.commit();
        }
    }
}
