package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** The rows of an NPY input: a plain file is mapped in windows of whole rows, everything else is read as a stream. */
final class NpySource implements RowSource {
    private static final int MAPPED_BYTES = 64 << 20;
    private static final int STREAMED_BYTES = 1 << 20;

    private final Input input;
    private final String position;
    private final NpyHeader header;
    private final ColumnChoice choice;
    private final RowPolicy policy;
    private final CellReading cells;
    private final long dataStart;
    private final @Nullable FileChannel channel;
    private final @Nullable NpyColumns columns;
    private final NpyType type;
    private ByteBuffer window = ByteBuffer.allocate(0);
    private int windowRows;
    private int windowRow;
    /** Rows that were read or passed over: the number, from 0, of the next one, which is row windowRow of the window. */
    private long row;
    /** The row that is not read any more, if only one was asked for. */
    private long stop = -1;

    NpySource(Input input, ReadOptions options) throws IOException {
        this.input = input;
        position = input.name() + " row ";
        policy = new RowPolicy(options.onBadRow());
        header = NpyHeader.read(input);
        type = header.type();
        choice = ColumnChoice.of(new ColumnChoice.Names(input.name(), header.columns(), null, null), options);
        cells = CellReading.of(options.cells(), choice, input.name());
        dataStart = input.consumed();
        Path file = input.mappableFile();
        if (file != null) {
            checkSize(Files.size(file) - dataStart);
        }
        if (file == null && header.byColumns()) {
            throw new BadInputException(
                    input.name()
                            + ": the array is in Fortran order, which is read from plain files only; save np.ascontiguousarray(array)");
        }
        channel = file == null ? null : FileChannel.open(file);
        columns = channel == null || !header.byColumns() ? null : new NpyColumns(channel, dataStart, header);
    }

    @Override
    public ColumnChoice choice() {
        return choice;
    }

    @Override
    public void fill(DenseBuffer batch) throws IOException {
        try {
            while (!batch.isFull() && row != stop) {
                if (windowRow == windowRows && !nextWindow()) {
                    policy.end(input.name());
                    return;
                }
                row++;
                if (copyRow(windowRow++ * header.rowBytes(), batch)) {
                    batch.accept(position, row, policy.accept());
                }
            }
        } catch (InternalError pageLost) {
            // What a mapped read throws if another process has cut the file in the meantime.
            throw new BadInputException(input.name() + ": the file was changed while it was being read", pageLost);
        }
    }

    @Override
    public long skip(long most) {
        long rows = Math.min(most, header.rows() - row);
        goTo(row + rows);
        return rows;
    }

    /** Makes one row the next, and the last, that is read, unless it was the one before; for plain files only. */
    void only(long number) {
        if (number + 1 != stop) {
            goTo(number);
            stop = number + 1;
        }
    }

    /** The rows there are. */
    long rows() {
        return header.rows();
    }

    private void goTo(long number) {
        long first = row - windowRow;
        if (number >= first && number < first + windowRows) {
            windowRow = (int) (number - first);
        } else {
            windowRow = 0;
            windowRows = 0;
        }
        row = number;
    }

    @Override
    public long skippedRows() {
        return policy.skipped();
    }

    @Override
    public double progress() {
        return (double) row / header.rows();
    }

    @Override
    public void close() throws IOException {
        window = ByteBuffer.allocate(0);
        try {
            input.close();
        } finally {
            if (channel != null) {
                channel.close();
            }
        }
    }

    private boolean copyRow(int from, DenseBuffer batch) throws BadInputException {
        double[] values = batch.values();
        int at = batch.offset();
        int[] numeric = choice.numeric();
        for (int i = 0; i < numeric.length; i++) {
            int column = numeric[i];
            double found = value(from, column);
            double value = cells.isText(i) ? cells.category(ShortestDecimal.text(found), i) : found;
            if (!(Math.abs(value) < Decimals.BEYOND_FLOAT) && !(Double.isNaN(value) && cells.allowsMissing())) {
                policy.refuse(() -> new Complaint(
                        position + row + ": " + choice.describe(column) + ": " + value
                                + (Double.isFinite(value) ? " is beyond the range of a float" : " is not finite")
                                + "; leave the column out, or " + RowPolicy.SKIP_ADVICE,
                        Remedy.exclude(choice.optionName(column)),
                        Remedy.SKIP_BAD_ROWS));
                return false;
            }
            values[at++] = value;
        }
        int[] kept = choice.kept();
        for (int i = 0; i < kept.length; i++) {
            batch.keep(i, ShortestDecimal.text(value(from, kept[i])));
        }
        return true;
    }

    private double value(int from, int column) {
        // The number of the row that is being read is one more than that of the row before.
        return columns == null ? type.at(window, from + column * type.bytes()) : columns.at(row - 1, column);
    }

    /** Gets the next rows into the window; false after the last. */
    private boolean nextWindow() throws IOException {
        long left = header.rows() - row;
        if (left == 0) {
            if (channel == null && input.read(new byte[1], 0, 1) > 0) {
                throw tooLong();
            }
            return false;
        }
        int most = Math.max(1, (channel == null ? STREAMED_BYTES : MAPPED_BYTES) / header.rowBytes());
        windowRows = (int) Math.min(left, most);
        windowRow = 0;
        if (columns != null) {
            return true;
        }
        int bytes = windowRows * header.rowBytes();
        window = channel == null
                ? streamed(bytes)
                : channel.map(FileChannel.MapMode.READ_ONLY, dataStart + row * header.rowBytes(), bytes);
        window.order(header.order());
        return true;
    }

    private ByteBuffer streamed(int bytes) throws IOException {
        ByteBuffer buffer = window.capacity() >= bytes ? window : ByteBuffer.allocate(bytes);
        int filled = 0;
        while (filled < bytes) {
            int read = input.read(buffer.array(), filled, bytes - filled);
            if (read < 0) {
                throw new BadInputException(input.name() + ": ends after row " + (row + filled / header.rowBytes())
                        + " of " + header.rows() + "; the file is cut short");
            }
            filled += read;
        }
        return buffer;
    }

    private void checkSize(long bytes) throws BadInputException {
        long expected = header.rows() * header.rowBytes();
        if (bytes < expected) {
            throw new BadInputException(input.name() + ": ends after row " + bytes / header.rowBytes() + " of "
                    + header.rows() + "; the file is cut short");
        }
        if (bytes > expected) {
            throw tooLong();
        }
    }

    private BadInputException tooLong() {
        return new BadInputException(input.name() + ": goes on after row " + header.rows()
                + ", the last its header tells of; save the array again with np.save");
    }
}
