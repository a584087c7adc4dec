package io.github.skpca.io;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;

/** UTF-16 text with its byte order mark, as UTF-8 without one, decoded as it is read. */
final class Utf16Text extends InputStream {
    private static final int CHARACTERS = 1 << 13;

    private final Reader reader;
    private final char[] characters = new char[CHARACTERS + 1];
    /** The first half of a pair whose second half has not come. */
    private int waiting;

    private byte[] bytes = new byte[0];
    private int position;

    Utf16Text(InputStream stream) {
        reader = new InputStreamReader(stream, StandardCharsets.UTF_16);
    }

    /** Whether a stream begins with the mark of UTF-16, in either order. */
    static boolean isAt(PeekableStream stream) throws IOException {
        return stream.startsWith(0xff, 0xfe) || stream.startsWith(0xfe, 0xff);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (position == bytes.length) {
            if (!fetch()) {
                return -1;
            }
        }
        int taken = Math.min(length, bytes.length - position);
        System.arraycopy(bytes, position, target, offset, taken);
        position += taken;
        return taken;
    }

    private boolean fetch() throws IOException {
        int read = reader.read(characters, waiting, CHARACTERS);
        if (read < 0 && waiting == 0) {
            return false;
        }
        int count = waiting + Math.max(read, 0);
        boolean half = read >= 0 && Character.isHighSurrogate(characters[count - 1]);
        int whole = half ? count - 1 : count;
        bytes = new String(characters, 0, whole).getBytes(StandardCharsets.UTF_8);
        position = 0;
        waiting = half ? 1 : 0;
        characters[0] = half ? characters[count - 1] : characters[0];
        return true;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
