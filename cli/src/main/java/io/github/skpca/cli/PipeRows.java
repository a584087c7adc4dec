package io.github.skpca.cli;

import io.github.skpca.BadRowException;
import io.github.skpca.RowBatch;
import io.github.skpca.SparseRows;
import io.github.skpca.cli.PipeFailure.Kind;
import io.github.skpca.cli.PipeFailure.Refused;

import java.nio.ByteBuffer;

/**
 * Rows of a frame as a batch, in arrays that are used again: a batch is good until the next one is read.
 *
 * <p>The numbers of a dense frame are copied as a whole, without a conversion.
 */
final class PipeRows {
    /** Form, rows, columns, nothing, and the number of rows that were learned before. */
    private static final int HEAD_BYTES = 24;

    /** Of an update that may come after any number of rows. */
    private static final long ANY = -1;

    private static final int DENSE_FLOAT = 0;
    private static final int DENSE_DOUBLE = 1;
    private static final int SPARSE_FLOAT = 2;
    private static final int SPARSE_DOUBLE = 3;

    private float[] floats = new float[0];
    private double[] doubles = new double[0];
    private int columns;
    private long before;

    /** Reads the rows of a frame. */
    RowBatch read(PipeFrame frame) {
        ByteBuffer content = frame.content();
        if (content.remaining() < HEAD_BYTES) {
            throw misshapen("rows need " + HEAD_BYTES + " bytes before them");
        }
        int form = content.getInt();
        int rows = content.getInt();
        columns = content.getInt();
        content.getInt();
        before = content.getLong();
        if (rows < 0 || columns < 1) {
            throw misshapen(Integer.toUnsignedString(rows) + " rows of " + Integer.toUnsignedString(columns)
                    + " columns are no batch");
        }
        long cells = (long) rows * columns;
        return switch (form) {
            case DENSE_FLOAT -> RowBatch.of(floats(content, cells), rows);
            case DENSE_DOUBLE -> RowBatch.of(doubles(content, cells), rows);
            case SPARSE_FLOAT, SPARSE_DOUBLE -> sparse(content, rows, form == SPARSE_FLOAT);
            default -> throw misshapen("there is no form " + Integer.toUnsignedString(form) + " of rows");
        };
    }

    /** The width that the frame claims. */
    int columns() {
        return columns;
    }

    /** Refuses rows that do not come right after those learned: an update before them was refused or lost. */
    void requireNext(long learned) {
        if (before != ANY && before != learned) {
            throw new Refused(
                    Kind.STATE,
                    "these rows are to come after " + before + " others and " + learned
                            + " are learned: rows before them were refused; nothing of these is learned");
        }
    }

    private float[] floats(ByteBuffer content, long cells) {
        requireBytes(content, 4 * cells);
        if (floats.length < cells) {
            floats = new float[(int) cells];
        }
        content.asFloatBuffer().get(floats, 0, (int) cells);
        return floats;
    }

    private double[] doubles(ByteBuffer content, long cells) {
        requireBytes(content, 8 * cells);
        if (doubles.length < cells) {
            doubles = new double[(int) cells];
        }
        content.asDoubleBuffer().get(doubles, 0, (int) cells);
        return doubles;
    }

    private RowBatch sparse(ByteBuffer content, int rows, boolean isFloat) {
        requireAtLeast(content, 8);
        long entries = content.getLong();
        if (entries < 0 || entries > PipeFrame.LONGEST) {
            throw misshapen(Long.toUnsignedString(entries) + " entries are too many");
        }
        requireBytes(content, 4L * (rows + 1L) + (isFloat ? 8 : 12) * entries);
        int[] starts = ints(content, rows + 1);
        int[] places = ints(content, (int) entries);
        double[] values = isFloat ? widened(floats(content, entries), (int) entries) : doubles(content, entries);
        try {
            return RowBatch.of(new SparseRows(rows, starts, places, values));
        } catch (IllegalArgumentException wrong) {
            throw new BadRowException(String.valueOf(wrong.getMessage()));
        }
    }

    private double[] widened(float[] narrow, int count) {
        if (doubles.length < count) {
            doubles = new double[count];
        }
        for (int i = 0; i < count; i++) {
            doubles[i] = narrow[i];
        }
        return doubles;
    }

    private static int[] ints(ByteBuffer content, int count) {
        int[] values = new int[count];
        content.asIntBuffer().get(values);
        content.position(content.position() + 4 * count);
        return values;
    }

    private static void requireAtLeast(ByteBuffer content, long bytes) {
        if (content.remaining() < bytes) {
            throw misshapen(content.remaining() + " bytes are too few");
        }
    }

    private static void requireBytes(ByteBuffer content, long bytes) {
        if (content.remaining() != bytes) {
            throw misshapen(content.remaining() + " bytes of numbers where " + bytes + " are needed");
        }
    }

    private static Refused misshapen(String what) {
        return new Refused(Kind.ROWS, "a frame of rows is not as the protocol has it: " + what);
    }
}
