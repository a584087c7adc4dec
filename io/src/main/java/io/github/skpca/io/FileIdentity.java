package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Which file a name stands for, and where a file went that was renamed or copied. */
final class FileIdentity {
    /** A folder of more files than this is not searched through. */
    private static final int MOST_FILES = 10_000;

    private FileIdentity() {}

    /** The file system's own name for what a path points to, empty if it gives none; null if nothing is there. */
    static @Nullable String key(Path path) {
        try {
            Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
            return key == null ? "" : key.toString();
        } catch (IOException notThere) {
            return null;
        }
    }

    /** The SHA-256 of the first bytes of an array, in hexadecimal digits. */
    static String fingerprint(byte[] bytes, int count) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(bytes, 0, count);
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /**
     * The file that a position was taken in: under its name, or beside it after a rotation by rename or by copy; null if it is
     * nowhere. A file is known by its key and its first bytes; by the bytes alone where no key fits, as keys change when a file
     * is copied and, on some file systems, when the machine restarts.
     */
    static @Nullable Path find(Path path, FilePosition position) throws IOException {
        if (isSame(path, position, true)) {
            return path;
        }
        List<Path> beside = beside(path);
        for (Path file : beside) {
            if (isSame(file, position, true)) {
                return file;
            }
        }
        if (position.headBytes() == 0) {
            return null;
        }
        if (isSame(path, position, false)) {
            return path;
        }
        for (Path file : beside) {
            if (isSame(file, position, false)) {
                return file;
            }
        }
        return null;
    }

    /**
     * The file to read after one that was rotated: what lies beside it under the same name with a number or a date behind, and was
     * last written to next after it; if there is none, what now has the name.
     */
    static Path successor(Path path, String key) throws IOException {
        Path fileName = path.getFileName();
        Pattern rotated = Pattern.compile(Pattern.quote(String.valueOf(fileName)) + "[.-][0-9][0-9-]*");
        FileTime left = null;
        TreeMap<FileTime, Path> others = new TreeMap<>();
        for (Path file : beside(path)) {
            String found = key(file);
            if (found == null || !rotated.matcher(file.getFileName().toString()).matches()) {
                continue;
            }
            if (found.equals(key)) {
                left = Files.getLastModifiedTime(file);
            } else if (!found.equals(key(path))) {
                others.put(Files.getLastModifiedTime(file), file);
            }
        }
        Map.Entry<FileTime, Path> next = left == null ? null : others.higherEntry(left);
        return next == null ? path : next.getValue();
    }

    /** Fills an array with a file's first bytes; returns how many there are. */
    static int readHead(FileChannel channel, byte[] head) throws IOException {
        ByteBuffer target = ByteBuffer.wrap(head);
        while (target.hasRemaining() && channel.read(target, target.position()) > 0) {
            // A read may give less than there is.
        }
        return target.position();
    }

    private static boolean isSame(Path file, FilePosition position, boolean byKey) throws IOException {
        if (!Files.isRegularFile(file) || (byKey && !position.key().equals(key(file)))) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            byte[] head = new byte[position.headBytes()];
            return channel.size() >= position.offset()
                    && readHead(channel, head) == head.length
                    && fingerprint(head, head.length).equals(position.fingerprint());
        } catch (IOException goneOrForbidden) {
            return false;
        }
    }

    private static List<Path> beside(Path path) throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        List<Path> files = new ArrayList<>();
        if (folder == null || !Files.isDirectory(folder)) {
            return files;
        }
        try (var entries = Files.newDirectoryStream(folder, Files::isRegularFile)) {
            for (Path entry : entries) {
                if (files.size() == MOST_FILES) {
                    break;
                }
                files.add(entry);
            }
        }
        // The folder's own order is not to decide between two copies.
        files.sort(null);
        return files;
    }
}
