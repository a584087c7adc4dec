package io.github.skpca.experiments.data;

import io.github.skpca.io.BadInputException;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/**
 * A folder that may hold published files, plain or compressed, and what can be said of each.
 *
 * @param path the folder
 */
public record DataFolder(Path path) {
    private static final int BUFFER = 1 << 16;

    /** How a file stands. */
    public enum Status {
        /** It is there and its content is the published one. */
        GOOD,
        /** It is there, but its content is another. */
        BAD,
        /** It is not there. */
        MISSING;

        /** The word in tables and JSON. */
        public String label() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** Where a file is, under its own name or with {@code .gz}; empty if neither is there. */
    public Optional<Path> find(DataFile file) {
        for (String name : new String[] {file.name(), file.name() + ".gz"}) {
            Path candidate = path.resolve(name);
            if (Files.isRegularFile(candidate)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    /** How a file stands; reads all of it. */
    public Status check(DataFile file) throws IOException {
        Optional<Path> found = find(file);
        if (found.isEmpty()) {
            return Status.MISSING;
        }
        return holds(found.get(), file) ? Status.GOOD : Status.BAD;
    }

    /**
     * The file, checked.
     *
     * @throws BadInputException if it is missing or is not the published one
     */
    Path require(DataFile file) throws IOException {
        Status status = check(file);
        if (status != Status.GOOD) {
            throw new BadInputException(path.resolve(file.name())
                    + (status == Status.MISSING ? ": is not there" : ": is not the published file (SHA-256 differs)")
                    + "; see skpca data --data-dir " + path);
        }
        return find(file).orElseThrow();
    }

    /** Whether a file's uncompressed content is the published one. No more of it is read than the published one has. */
    static boolean holds(Path candidate, DataFile file) throws IOException {
        try (InputStream in = uncompressed(candidate)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[BUFFER];
            long total = 0;
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                total += read;
                if (total > file.bytes()) {
                    return false;
                }
                digest.update(buffer, 0, read);
            }
            return total == file.bytes()
                    && HexFormat.of().formatHex(digest.digest()).equals(file.sha256());
        } catch (java.io.EOFException | java.util.zip.ZipException torn) {
            return false;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Goes by the first two bytes, not by the name. */
    private static InputStream uncompressed(Path candidate) throws IOException {
        BufferedInputStream in = new BufferedInputStream(Files.newInputStream(candidate), BUFFER);
        try {
            in.mark(2);
            boolean compressed = in.read() == 0x1f && in.read() == 0x8b;
            in.reset();
            return compressed ? new GZIPInputStream(in, BUFFER) : in;
        } catch (IOException failure) {
            in.close();
            throw failure;
        }
    }
}
