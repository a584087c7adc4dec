package io.github.skpca.cli;

import io.github.skpca.io.BadInputException;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * One message of the protocol: 24 bytes of header, and a payload. docs/pipe-protocol.md has the fields.
 *
 * <p>The header has a checksum of its own, so that a length is believed only if it was meant. The payload's array is used again for later frames.
 */
final class PipeFrame {
    /** Bytes that both sides begin with. The ends of lines tell a pipe that translates them. */
    static final byte[] MAGIC = {'S', 'K', 'P', 'C', '\r', '\n', 0x1a, '\n'};

    static final int VERSION = 1;
    static final int HELLO_BYTES = MAGIC.length + 8;
    static final int HEADER_BYTES = 24;

    /** The longest payload, but for {@link PipeRequest#RESUME_BYTES} and the answer to {@link PipeRequest#TO_BYTES}. */
    static final int LONGEST = 64 << 20;

    /** The longest learner or model as bytes. */
    static final int LONGEST_BYTES = 1 << 30;

    /** A usual payload; an array that is longer is not kept. */
    private static final int USUAL_BYTES = 8 << 20;

    private static final byte[] EMPTY = new byte[0];

    private int type;
    private int learner;
    private int length;
    private int checksum;
    private byte[] payload = EMPTY;

    /** The code of the request or the answer. */
    int type() {
        return type;
    }

    /** The learner that is meant. */
    int learner() {
        return learner;
    }

    /** The bytes of the payload. */
    int length() {
        return length;
    }

    /** The payload's array; only the first {@link #length()} bytes count. */
    byte[] payload() {
        return payload;
    }

    /** The payload, to be read in the byte order of the protocol. */
    ByteBuffer content() {
        return littleEndian(payload, length);
    }

    static ByteBuffer littleEndian(byte[] bytes, int length) {
        return ByteBuffer.wrap(bytes, 0, length).order(ByteOrder.LITTLE_ENDIAN);
    }

    static int checksum(byte[] bytes, int from, int length) {
        CRC32 sum = new CRC32();
        sum.update(bytes, from, length);
        return (int) sum.getValue();
    }

    /** Takes in a header. */
    void readHeader(byte[] header) throws BadInputException {
        ByteBuffer fields = littleEndian(header, HEADER_BYTES);
        if (fields.getInt(HEADER_BYTES - 4) != checksum(header, 0, HEADER_BYTES - 4)) {
            throw damaged("the header of a frame has a wrong checksum");
        }
        type = fields.getInt();
        learner = fields.getInt();
        long claimed = fields.getLong();
        int most = type == PipeRequest.RESUME_BYTES.code() ? LONGEST_BYTES : LONGEST;
        if (claimed < 0 || claimed > most) {
            throw damaged("a frame of " + Long.toUnsignedString(claimed) + " bytes is longer than " + most);
        }
        length = (int) claimed;
        checksum = fields.getInt();
    }

    /**
     * Makes the array longer, if it has to be, for bytes that have come.
     *
     * @return how many bytes the array takes now: memory grows with what was sent, not with what a header claims
     */
    int extend(int held) {
        if (held == payload.length && held < length) {
            payload = Arrays.copyOf(payload, (int) Math.min(length, Math.max(1 << 16, 2L * held)));
        }
        return Math.min(payload.length, length);
    }

    /** Checks the payload, when it is whole. */
    void requireWhole() throws BadInputException {
        if (checksum != checksum(payload, 0, length)) {
            throw damaged("the payload of a frame has a wrong checksum");
        }
    }

    /** Lets go of an array that is longer than usual. */
    void trim() {
        if (payload.length > USUAL_BYTES) {
            payload = EMPTY;
        }
    }

    static BadInputException damaged(String what) {
        return new BadInputException("standard input: " + what + ": the other side must speak version " + VERSION
                + " of the protocol; start skpca pipe again");
    }
}
