package io.github.skpca.cli;

import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.io.RowReader;

import java.io.IOException;
import java.util.Arrays;

/** A uniform sample of the rows of a reader, in one pass; all rows, in order, if they are few enough. */
final class RowSample {
    private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

    private final double[] rows;
    private final int count;
    private final long total;

    private RowSample(double[] rows, int count, long total) {
        this.rows = rows;
        this.count = count;
        this.total = total;
    }

    static RowSample of(RowReader reader, int most, long seed) throws IOException {
        int columns = reader.columns();
        RandomStream random = new RandomStream(seed, Purpose.COMMAND_SAMPLE);
        RowBatches batches = new RowBatches(reader);
        double[] rows = new double[columns];
        int count = 0;
        long total = 0;
        for (int read = batches.read(); read > 0; read = batches.read()) {
            for (int i = 0; i < read; i++) {
                total++;
                long slot = count < most ? count++ : random.nextBelow(total);
                if (slot < most) {
                    long at = slot * columns;
                    if (at + columns > rows.length) {
                        rows = grown(rows, (long) most * columns, at + columns);
                    }
                    batches.copy(i, rows, (int) at);
                }
            }
        }
        return new RowSample(rows, count, total);
    }

    private static double[] grown(double[] rows, long most, long needed) {
        if (needed > LONGEST_ARRAY) {
            throw new UsageException("more than " + Console.text(LONGEST_ARRAY)
                    + " numbers would have to be held at once: take fewer rows with --sample");
        }
        return Arrays.copyOf(rows, (int) Math.min(LONGEST_ARRAY, Math.min(most, 2L * rows.length)));
    }

    /** count x columns, row-major; owned by this object. */
    double[] rows() {
        return rows;
    }

    int count() {
        return count;
    }

    long total() {
        return total;
    }
}
