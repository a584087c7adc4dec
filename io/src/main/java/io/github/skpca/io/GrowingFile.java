package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The lines of a file that others write to, for as long as they do.
 *
 * <p>A file that is not there is waited for. When the name points to another file, as after a rotation, the old one is read
 * to its end, where an unfinished line counts as a line, then those that were rotated since, and then the new one. A file that became shorter,
 * or whose first bytes are no longer what they were, was truncated and written again: it is read from its beginning.
 */
final class GrowingFile extends LineFeed {
    private final Path path;
    private final byte[] head = new byte[FilePosition.MOST_HEAD_BYTES];
    private @Nullable FileChannel channel;
    private @Nullable String gap;
    private boolean seen;
    private String key = "";
    /** What is to be opened next: the file of the name, or one that had it before. */
    private Path following;

    private int headBytes;
    /** Bytes taken from the file; those beyond the offset wait in the buffer. */
    private long fetched;

    private long offset;
    /** Whether the last fetch found the end, so that what follows may have been written after a cut. */
    private boolean atEnd;
    /** Whether the name was seen to point to another file; the old one gets one more look, for writers that are still at it. */
    private boolean replaced;

    /** A file read from its beginning. */
    GrowingFile(Path path, String name) {
        this(path, name, new LineBuffer());
    }

    GrowingFile(Path path, String name, LineBuffer buffer) {
        super(name, buffer);
        this.path = path;
        this.following = path;
    }

    /**
     * Goes on where a file was left, wherever that file now is. Where it cannot be found, reading begins with the file that now
     * has the name, and {@link #gap()} says so.
     */
    void resume(FilePosition position) throws IOException {
        Path file = FileIdentity.find(path, position);
        if (file == null) {
            gap = name + ": the file that was being read, at byte " + position.offset()
                    + ", is gone or was cut, and no copy of it lies beside it; rows may be missing";
            return;
        }
        String found = FileIdentity.key(file);
        FileChannel opened = FileChannel.open(file, StandardOpenOption.READ);
        channel = opened;
        seen = true;
        key = found == null ? "" : found;
        headBytes = (int) Math.min(FileIdentity.readHead(opened, head), position.offset());
        offset = position.offset();
        fetched = offset;
        lines = position.lines();
        atEnd = true;
    }

    /** What was lost between a position and now, in one line; empty if nothing is known to be. */
    Optional<String> gap() {
        return Optional.ofNullable(gap);
    }

    @Override
    boolean next() throws IOException {
        while (!buffer.next()) {
            if (channel == null && !open()) {
                return false;
            }
            if (!fetch()) {
                if (!isReplaced()) {
                    return false;
                }
                if (leave()) {
                    return true;
                }
            }
        }
        count();
        return true;
    }

    @Override
    boolean hasEnded() {
        return false;
    }

    @Override
    boolean isUndecided() {
        return replaced;
    }

    @Override
    void await(long milliseconds) throws InterruptedException {
        Thread.sleep(milliseconds);
    }

    /** Nothing until the file was there: a file that comes and goes unseen cannot be known again. */
    @Override
    Optional<FilePosition> position() {
        if (!seen) {
            return Optional.empty();
        }
        int known = (int) Math.min(headBytes, offset);
        return Optional.of(new FilePosition(key, known, FileIdentity.fingerprint(head, known), offset, lines));
    }

    @Override
    public void close() throws IOException {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            open.close();
        }
    }

    @Override
    void count() {
        super.count();
        offset += buffer.consumed();
        if (lines == 1 && startsWith(0xef, 0xbb, 0xbf)) {
            buffer.skip(3);
        }
    }

    private boolean startsWith(int... bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (buffer.start() + i >= buffer.end() || (buffer.bytes()[buffer.start() + i] & 0xff) != bytes[i]) {
                return false;
            }
        }
        return true;
    }

    /** Opens what follows; false if nothing is there. */
    boolean open() throws IOException {
        String before = FileIdentity.key(following);
        if (before == null) {
            following = path;
            return false;
        }
        if (!Files.isRegularFile(following)) {
            throw new BadInputException(
                    name + ": is not a plain file; read it from a pipe", List.of(Remedy.READ_A_PIPE));
        }
        FileChannel opened;
        try {
            opened = FileChannel.open(following, StandardOpenOption.READ);
        } catch (NoSuchFileException goneAgain) {
            return false;
        } catch (FileSystemException refused) {
            throw new BadInputException(name + ": cannot be opened", refused);
        }
        if (!before.equals(FileIdentity.key(following))) {
            opened.close();
            return false;
        }
        channel = opened;
        seen = true;
        key = before;
        begin();
        return true;
    }

    private void begin() {
        buffer.clear();
        headBytes = 0;
        fetched = 0;
        offset = 0;
        lines = 0;
        atEnd = false;
        replaced = false;
    }

    /** Takes more bytes; false at the present end. */
    private boolean fetch() throws IOException {
        FileChannel open = java.util.Objects.requireNonNull(channel);
        long size = open.size();
        if (size < fetched || (atEnd && size > fetched && !isHeadUnchanged(open))) {
            begin();
        }
        int at = buffer.makeRoom();
        int read = open.read(ByteBuffer.wrap(buffer.bytes(), at, buffer.bytes().length - at), fetched);
        atEnd = read <= 0;
        if (atEnd) {
            return false;
        }
        if (fetched == headBytes && headBytes < head.length) {
            int more = Math.min(read, head.length - headBytes);
            System.arraycopy(buffer.bytes(), at, head, headBytes, more);
            headBytes += more;
            refuseOtherThanText();
        }
        buffer.added(read);
        fetched += read;
        replaced = false;
        return true;
    }

    private boolean isHeadUnchanged(FileChannel open) throws IOException {
        byte[] now = new byte[headBytes];
        return FileIdentity.readHead(open, now) == headBytes && Arrays.equals(now, 0, headBytes, head, 0, headBytes);
    }

    private void refuseOtherThanText() throws BadInputException {
        if (headBytes < 2) {
            return;
        }
        int first = ((head[0] & 0xff) << 8) | (head[1] & 0xff);
        if (first == 0x1f8b) {
            throw new BadInputException(
                    name + ": is gzipped and cannot be followed; unpack it, or read its text from a pipe",
                    List.of(Remedy.READ_A_PIPE));
        }
        if (first == 0xfffe || first == 0xfeff) {
            throw new BadInputException(
                    name + ": is UTF-16 text and cannot be followed; write UTF-8, or read it from a pipe",
                    List.of(Remedy.READ_A_PIPE));
        }
    }

    /** Whether the name points to another file, and the one that is open was quiet since that was first seen. */
    private boolean isReplaced() {
        String now = FileIdentity.key(path);
        if (now == null || now.equals(key)) {
            replaced = false;
            return false;
        }
        boolean quiet = replaced;
        replaced = true;
        return quiet;
    }

    /** Closes a file that has lost its name; true if its unfinished last line is now the current one. */
    private boolean leave() throws IOException {
        close();
        following = FileIdentity.successor(path, key);
        replaced = false;
        boolean unfinished = finish();
        if (!unfinished) {
            buffer.clear();
        }
        return unfinished;
    }
}
