package io.github.skpca.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** The numbers of a plain NPY file in Fortran order, column after column, mapped in parts so that any row can be read. */
final class NpyColumns {
    private static final int PART_BITS = 29;
    private static final long PART_BYTES = 1L << PART_BITS;

    private final NpyHeader header;
    private final ByteBuffer[] parts;

    NpyColumns(FileChannel channel, long dataStart, NpyHeader header) throws IOException {
        this.header = header;
        long bytes = header.rows() * header.rowBytes();
        parts = new ByteBuffer[(int) ((bytes + PART_BYTES - 1) / PART_BYTES)];
        for (int i = 0; i < parts.length; i++) {
            // A part is a multiple of every number's size, so no number lies in two.
            long from = i * PART_BYTES;
            parts[i] = channel.map(FileChannel.MapMode.READ_ONLY, dataStart + from, Math.min(PART_BYTES, bytes - from))
                    .order(header.order());
        }
    }

    double at(long row, int column) {
        long place = (column * header.rows() + row) * header.type().bytes();
        return header.type().at(parts[(int) (place >>> PART_BITS)], (int) (place & (PART_BYTES - 1)));
    }
}
