package io.github.skpca.cli;

import io.github.skpca.io.RowBatch;
import io.github.skpca.io.RowReader;
import io.github.skpca.kernel.RandomStream;

import java.io.IOException;
import java.util.Arrays;

/** A uniform sample of the rows of a reader, in one pass; all rows, in order, if they are few enough. */
final class RowSample {
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
        RandomStream random = new RandomStream(seed, 4);
        RowBatch batch = new RowBatch(RowOptions.batchRows(columns), columns);
        double[] rows = new double[columns];
        int count = 0;
        long total = 0;
        for (int read = reader.read(batch); read > 0; read = reader.read(batch)) {
            for (int i = 0; i < read; i++) {
                total++;
                long slot = count < most ? count++ : random.nextBelow(total);
                if (slot < most) {
                    int at = Math.multiplyExact((int) slot, columns);
                    if (at + columns > rows.length) {
                        rows = Arrays.copyOf(rows, Math.toIntExact(Math.min((long) most * columns, 2L * rows.length)));
                    }
                    System.arraycopy(batch.values(), i * columns, rows, at, columns);
                }
            }
        }
        return new RowSample(rows, count, total);
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
