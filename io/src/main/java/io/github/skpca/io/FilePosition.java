package io.github.skpca.io;

import java.util.regex.Pattern;

/**
 * A place in a growing file, by which the file is known again after it was renamed.
 *
 * @param key the file system's own name for the file, whatever it is called; empty if it has none
 * @param headBytes how many of its first bytes the fingerprint is of, at most {@link #MOST_HEAD_BYTES} and the offset
 * @param fingerprint the SHA-256 of those bytes in hexadecimal digits
 * @param offset the bytes read
 * @param lines the lines read
 */
public record FilePosition(String key, int headBytes, String fingerprint, long offset, long lines) {
    /** The most bytes that a fingerprint is made of. */
    public static final int MOST_HEAD_BYTES = 1024;

    private static final Pattern DIGITS = Pattern.compile("[0-9a-f]{64}");

    /** Checks the ranges. */
    public FilePosition {
        if (offset < 0 || lines < 0 || lines > offset) {
            throw new IllegalArgumentException(
                    "offset and lines must be at least 0 and a line a byte, not " + offset + " and " + lines);
        }
        if (headBytes < 0 || headBytes > Math.min(MOST_HEAD_BYTES, offset)) {
            throw new IllegalArgumentException(
                    "headBytes must be between 0 and " + Math.min(MOST_HEAD_BYTES, offset) + ", not " + headBytes);
        }
        if (!DIGITS.matcher(fingerprint).matches()) {
            throw new IllegalArgumentException("fingerprint must be 64 hexadecimal digits");
        }
    }
}
