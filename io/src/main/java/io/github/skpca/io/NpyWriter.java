package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes an NPY file of float64 rows; the header gets the number of rows when they are all there. */
final class NpyWriter implements RowWriter {
    private static final int HEADER_BYTES = 128;

    private final PendingFile output;
    private final int columns;
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
    private long written;

    NpyWriter(PendingFile output, int columns) throws IOException {
        this.output = output;
        this.columns = columns;
        buffer.put(header());
    }

    @Override
    public void write(double[] values, int rows, @Nullable RowBuffer kept) throws IOException {
        if (values.length < (long) rows * columns) {
            throw new IllegalArgumentException(
                    "values must hold " + rows + " rows of " + columns + " numbers, not " + values.length);
        }
        for (int i = 0; i < rows * columns; i++) {
            if (buffer.remaining() < Double.BYTES) {
                drain();
            }
            buffer.putDouble(values[i]);
        }
        written += rows;
    }

    @Override
    public void commit() throws IOException {
        drain();
        output.overwriteStart(header());
        output.commit();
    }

    @Override
    public void close() throws IOException {
        output.close();
    }

    private void drain() throws IOException {
        output.write(buffer.array(), 0, buffer.position());
        buffer.clear();
    }

    private ByteBuffer header() {
        String description = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + written + ", " + columns + "), }";
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        header.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII));
        header.put((byte) 1).put((byte) 0).putShort((short) (HEADER_BYTES - 10));
        header.put(description.getBytes(StandardCharsets.US_ASCII));
        while (header.position() < HEADER_BYTES - 1) {
            header.put((byte) ' ');
        }
        return header.put((byte) '\n').flip();
    }
}
