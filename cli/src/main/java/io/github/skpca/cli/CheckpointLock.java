package io.github.skpca.cli;

import io.github.skpca.io.BadInputException;
import org.jspecify.annotations.Nullable;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A checkpoint that only one process resumes: two would overwrite each other.
 *
 * <p>What is locked is an empty file beside the checkpoint, which is itself replaced each time that it is written. The file
 * stays, the lock does not: the operating system ends it with the process, however that ends.
 */
final class CheckpointLock implements Closeable {
    private final @Nullable FileChannel channel;

    private CheckpointLock(@Nullable FileChannel channel) {
        this.channel = channel;
    }

    /** Names a checkpoint and its lock as files that are written. */
    static void declare(CommandFiles files, @Nullable Path checkpoint) {
        files.writes("--checkpoint", checkpoint);
        if (checkpoint != null) {
            files.writes("--checkpoint", beside(checkpoint));
        }
    }

    /** Locks a checkpoint, or fails if another process has; null locks nothing. */
    static CheckpointLock of(@Nullable Path checkpoint) throws IOException {
        if (checkpoint == null) {
            return new CheckpointLock(null);
        }
        FileChannel channel;
        try {
            Path target = Files.exists(checkpoint) ? checkpoint.toRealPath() : checkpoint;
            channel = FileChannel.open(beside(target), StandardOpenOption.WRITE, StandardOpenOption.CREATE);
        } catch (IOException refused) {
            throw new BadInputException(
                    checkpoint + ": cannot be written; give --checkpoint a file in a folder that is there", refused);
        }
        try {
            FileLocks.require(channel, checkpoint + ": another fit or watch is using this checkpoint; stop it first");
            return new CheckpointLock(channel);
        } catch (IOException | RuntimeException failure) {
            channel.close();
            throw failure;
        }
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
    }

    private static Path beside(Path checkpoint) {
        return Path.of(checkpoint + ".lock");
    }
}
