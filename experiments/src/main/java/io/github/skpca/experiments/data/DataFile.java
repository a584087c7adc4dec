package io.github.skpca.experiments.data;

/**
 * One published file. It is known by the SHA-256 of its uncompressed content, so that anyone's gzip of it will do.
 *
 * @param name the name without {@code .gz}; a data folder may hold it with or without
 * @param address where its publisher serves it, or empty where no one serves this very file
 * @param bytes its uncompressed length
 * @param sha256 of the uncompressed content, in hexadecimal
 */
public record DataFile(String name, String address, long bytes, String sha256) {
    /** Checks the length of the digest. */
    public DataFile {
        if (sha256.length() != 64) {
            throw new IllegalArgumentException("a SHA-256 has 64 hexadecimal digits, not " + sha256.length());
        }
        if (bytes < 1) {
            throw new IllegalArgumentException("bytes must be positive, not " + bytes);
        }
    }
}
