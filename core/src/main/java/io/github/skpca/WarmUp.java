package io.github.skpca;

import io.github.skpca.feature.Frame;
import io.github.skpca.feature.SampleRows;
import io.github.skpca.feature.Standardizer;
import io.github.skpca.model.Settings;

import java.util.Arrays;

/** The first rows of a stream, kept until origin, scale and bandwidth can be read off them. */
final class WarmUp {
    /** For those who need no rows to begin. */
    static final SampleRows NO_ROWS = new SampleRows() {
        @Override
        public int count() {
            return 0;
        }

        @Override
        public void copy(int row, float[] out, int offset) {
            throw new IndexOutOfBoundsException(row);
        }
    };

    private final Settings settings;
    private final int columns;
    private double[] rows;
    private int count;

    WarmUp(Settings settings, double[] rows) {
        this.settings = settings;
        this.columns = settings.columns();
        this.rows = rows.length > 0 ? rows.clone() : new double[columns];
        this.count = rows.length / columns;
    }

    int room() {
        return settings.warmUpRows() - count;
    }

    int count() {
        return count;
    }

    /** Forgets all rows but the first {@code kept}. */
    void truncate(int kept) {
        count = kept;
    }

    void add(double[] source, int offset, int added) {
        reserve(added);
        System.arraycopy(source, offset, rows, count * columns, added * columns);
        count += added;
    }

    void add(float[] source, int offset, int added) {
        reserve(added);
        int at = count * columns;
        for (int i = 0; i < added * columns; i++) {
            rows[at + i] = source[offset + i];
        }
        count += added;
    }

    private void reserve(int added) {
        long needed = (long) (count + added) * columns;
        if (needed > rows.length) {
            long most = (long) settings.warmUpRows() * columns;
            long grown = Math.max(needed, Math.min(most, 2L * rows.length));
            rows = Arrays.copyOf(rows, Math.toIntExact(grown));
        }
    }

    /** The rows so far, a copy. */
    double[] rows() {
        return Arrays.copyOf(rows, count * columns);
    }

    double[] sharedRows() {
        return rows;
    }

    /** The rows so far, as a frame standardises them. */
    SampleRows sample(Frame frame) {
        return new SampleRows() {
            @Override
            public int count() {
                return count;
            }

            @Override
            public void copy(int row, float[] out, int offset) {
                frame.standardizer().apply(rows, row * columns, 1, out, offset);
            }
        };
    }

    /** What the rows so far fix. */
    Frame frame() {
        // A kernel of the inner product minds where the origin is: it stays where the user has it.
        boolean moved = settings.kernel().isShiftInvariant() || settings.standardized();
        Standardizer standardizer = moved
                ? Standardizer.learn(rows, count, columns, settings.standardized())
                : Standardizer.of(new double[columns], new double[0]);
        return new Frame(standardizer, settings.kernel().resolve(rows, count, standardizer, settings.seed()));
    }

    long workingBytes() {
        return 8L * rows.length;
    }
}
