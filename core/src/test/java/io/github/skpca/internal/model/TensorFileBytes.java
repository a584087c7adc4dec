package io.github.skpca.internal.model;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tensor files laid out by hand, right checksum included, without the code under test. */
final class TensorFileBytes {
    static final String ZEROS = "0".repeat(64);
    static final String IDENTITY = "\"format\":\"skpca\",\"version\":\"2\",\"sha256\":\"" + ZEROS + "\"";
    static final String METADATA = "\"__metadata__\":{" + IDENTITY + "}";

    private static final Pattern DIGITS = Pattern.compile("\"sha256\":\"([0-9a-f]{64})\"");

    private TensorFileBytes() {}

    /** A file of this header and these tensor bytes, with a right checksum if the header has a place for one. */
    static byte[] sealed(String header, byte[] tensors) {
        return sealed(header.getBytes(StandardCharsets.UTF_8), tensors);
    }

    static byte[] sealed(byte[] header, byte[] tensors) {
        byte[] zeroed = header.clone();
        Matcher digits = DIGITS.matcher(new String(header, StandardCharsets.ISO_8859_1));
        int at = digits.find() ? digits.start(1) : -1;
        if (at >= 0) {
            Arrays.fill(zeroed, at, at + 64, (byte) '0');
        }
        byte[] file = concatenate(littleEndian(header.length), zeroed, tensors);
        if (at >= 0) {
            byte[] checksum = sha256(file).getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(checksum, 0, file, 8 + at, checksum.length);
        }
        return file;
    }

    static byte[] littleEndian(long number) {
        return ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(number)
                .array();
    }

    static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    static byte[] concatenate(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
