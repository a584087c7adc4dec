package io.github.skpca.io;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Bytes as they arrive, returned line by line. A line that has not ended is kept back; of one that is too long nothing is
 * kept, so that the memory stays bounded whatever arrives.
 */
final class LineBuffer {
    private final int longest;
    private byte[] buffer = new byte[1 << 16];
    private int position;
    private int scanned;
    private int limit;
    private int start;
    private int end;
    private long thrownAway;
    private long consumed;
    private boolean tooLong;

    LineBuffer() {
        this(InputRecords.LONGEST_RECORD);
    }

    /** A buffer for lines of at most so many bytes. */
    LineBuffer(int longest) {
        this.longest = longest;
    }

    /** The buffer that holds the current line; valid, like start and end, until bytes are added. */
    byte[] bytes() {
        return buffer;
    }

    int start() {
        return start;
    }

    /** The end of the current line without its line break. */
    int end() {
        return end;
    }

    /** Whether the current line was longer than is allowed; it is then returned as an empty one. */
    boolean isTooLong() {
        return tooLong;
    }

    /** The bytes of the current line, its line break included, whether kept or not. */
    long consumed() {
        return consumed;
    }

    String text() {
        return new String(buffer, start, end - start, StandardCharsets.UTF_8);
    }

    /** Leaves out the first bytes of the current line. */
    void skip(int bytes) {
        start += bytes;
    }

    /** Where bytes can be added in {@link #bytes()}: from here to the array's end; never nowhere. */
    int makeRoom() {
        if (position > 0) {
            System.arraycopy(buffer, position, buffer, 0, limit - position);
            limit -= position;
            scanned -= position;
            position = 0;
        }
        if (limit > longest) {
            thrownAway += limit;
            limit = 0;
            scanned = 0;
        } else if (limit == buffer.length) {
            buffer = Arrays.copyOf(buffer, 2 * limit);
        }
        return limit;
    }

    /** Says that so many bytes were added. */
    void added(int count) {
        limit += count;
    }

    void add(byte[] bytes) {
        int done = 0;
        while (done < bytes.length) {
            int at = makeRoom();
            int count = Math.min(bytes.length - done, buffer.length - at);
            System.arraycopy(bytes, done, buffer, at, count);
            added(count);
            done += count;
        }
    }

    /** Goes to the next line that has ended, by LF, by CR and LF, or by CR and another byte; false if there is none. */
    boolean next() {
        for (; scanned < limit; scanned++) {
            byte b = buffer[scanned];
            if (b == '\n') {
                hand(scanned, scanned + 1);
                return true;
            }
            if (b == '\r') {
                if (scanned + 1 == limit) {
                    // A line feed may still follow.
                    return false;
                }
                hand(scanned, buffer[scanned + 1] == '\n' ? scanned + 2 : scanned + 1);
                return true;
            }
        }
        return false;
    }

    /** Takes what is left as a line; false if nothing is. */
    boolean finish() {
        if (limit == position && thrownAway == 0) {
            return false;
        }
        hand(limit, limit);
        return true;
    }

    /** Forgets all bytes that were not returned. */
    void clear() {
        position = limit;
        scanned = limit;
        thrownAway = 0;
    }

    private void hand(int lineEnd, int next) {
        start = position;
        end = lineEnd > start && buffer[lineEnd - 1] == '\r' ? lineEnd - 1 : lineEnd;
        consumed = next - position + thrownAway;
        tooLong = thrownAway > 0 || lineEnd - start > longest;
        if (tooLong) {
            start = end;
        }
        thrownAway = 0;
        position = next;
        scanned = next;
    }
}
