package io.github.skpca.cli;

import io.github.skpca.io.BadInputException;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;

/** Files that one process alone may use; a lock ends with its channel, or with the process. */
final class FileLocks {
    private FileLocks() {}

    /** Locks a file, or fails with the message. */
    static void require(FileChannel channel, String message) throws IOException {
        boolean locked;
        try {
            locked = channel.tryLock() != null;
        } catch (OverlappingFileLockException byThisProcess) {
            locked = false;
        }
        if (!locked) {
            throw new BadInputException(message);
        }
    }
}
