package io.github.skpca.experiments.data;

import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.io.DenseBuffer;
import io.github.skpca.io.Header;
import io.github.skpca.io.RandomNoisy;
import io.github.skpca.io.ReadOptions;
import io.github.skpca.io.RowFormat;
import io.github.skpca.io.RowReader;
import io.github.skpca.io.Rows;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.List;

/** Reads or generates a data set of the paper and holds out rows of it. */
public final class PaperRows {
    /*
     * The paper says how many rows there are and that a random subset is held out; which rows is not to be known. Adult's
     * 33561 are taken to be the 32561 of a9a and 1000 drawn from a9a.t, which are held out; Forest's 523910 are drawn from the
     * 581012 (522910 is nine tenths of them); CPU's 7373 and RandomNoisy's 20000 are all there are.
     */
    private static final int BATCH = 4096;

    private final @Nullable DataFolder folder;
    private final long seed;
    private final int mostRows;

    /**
     * Rows from a folder.
     *
     * @param folder where published files are, or null if there is none
     * @param seed which rows are held out, and RandomNoisy's rows
     * @param mostRows fewer rows than the paper's, held-out ones included, for a quick run; 0 for all
     */
    public PaperRows(@Nullable DataFolder folder, long seed, int mostRows) {
        this.folder = folder;
        this.seed = seed;
        this.mostRows = mostRows;
    }

    /** The rows of a data set. */
    public HeldOut load(PaperDataSet set) throws IOException {
        return switch (set) {
            case RANDOM_NOISY -> randomNoisy(set);
            case CPU -> drawn(set, read(set, 0, RowFormat.CSV, Header.YES, "1-21"));
            case FOREST -> drawn(set, read(set, 0, RowFormat.CSV, Header.NO, "1-54"));
            case ADULT -> adult(set);
        };
    }

    /** How many rows there will be to learn from. */
    public int trainRows(PaperDataSet set) {
        return rows(set) - testRows(set);
    }

    /** How many rows will be held out. */
    public int testRows(PaperDataSet set) {
        int rows = rows(set);
        return Math.max(1, Math.min(set.testRows(), rows / 4));
    }

    private int rows(PaperDataSet set) {
        return mostRows == 0 ? set.rows() : Math.min(mostRows, set.rows());
    }

    private HeldOut randomNoisy(PaperDataSet set) {
        int rows = rows(set);
        RandomNoisy noisy =
                new RandomNoisy(rows, set.columns(), RandomNoisy.PAPER_SIGNAL, RandomNoisy.PAPER_ZETA, seed);
        DenseBuffer all = new DenseBuffer(rows, set.columns());
        noisy.read(all);
        return drawn(set, new Read(all.values(), rows, set.columns()));
    }

    /** Training rows and held-out ones, drawn from all that were read. */
    private HeldOut drawn(PaperDataSet set, Read read) {
        int rows = rows(set);
        int[] numbers = new RandomStream(seed, Purpose.EXPERIMENT_SPLIT).nextDistinct(read.rows, rows);
        int test = testRows(set);
        return HeldOut.of(read, numbers, new HeldOut.Choice(set.columns(), rows - test, test, seed));
    }

    private HeldOut adult(PaperDataSet set) throws IOException {
        Read train = read(set, 0, RowFormat.LIBSVM, Header.AUTO, "");
        Read test = read(set, 1, RowFormat.LIBSVM, Header.AUTO, "");
        int testRows = testRows(set);
        int trainRows = rows(set) - testRows;
        int[] trainNumbers = new RandomStream(seed, Purpose.EXPERIMENT_SPLIT).nextDistinct(train.rows, trainRows);
        int[] testNumbers = new RandomStream(seed, Purpose.EXPERIMENT_TEST_SPLIT).nextDistinct(test.rows, testRows);
        int[] numbers = java.util.Arrays.copyOf(trainNumbers, trainRows + testRows);
        for (int i = 0; i < testRows; i++) {
            numbers[trainRows + i] = train.rows + testNumbers[i];
        }
        HeldOut.Source both = (number, target) -> {
            if (number < train.rows) {
                train.row(number, target);
            } else {
                test.row(number - train.rows, target);
            }
        };
        return HeldOut.of(both, numbers, new HeldOut.Choice(set.columns(), trainRows, testRows, seed));
    }

    private Read read(PaperDataSet set, int file, RowFormat format, Header header, String columns) throws IOException {
        DataFolder given = java.util.Objects.requireNonNull(folder, "a data folder is needed for " + set.label());
        String path = given.require(set.files().get(file)).toString();
        ReadOptions options = ReadOptions.defaults()
                .withFormat(format)
                .withHeader(header)
                .withColumns(columns.isEmpty() ? List.of() : List.of(columns));
        if (format == RowFormat.LIBSVM) {
            options = options.withWidth(set.columns());
        }
        try (RowReader reader = Rows.open(List.of(path), options)) {
            return Read.all(reader);
        }
    }

    /** All rows of a reader in memory. */
    private static final class Read implements HeldOut.Source {
        final double[] values;
        final int rows;
        final int columns;

        Read(double[] values, int rows, int columns) {
            this.values = values;
            this.rows = rows;
            this.columns = columns;
        }

        static Read all(RowReader reader) throws IOException {
            int columns = reader.columns();
            DenseBuffer batch = new DenseBuffer(BATCH, columns);
            double[] values = new double[BATCH * columns];
            int rows = 0;
            for (int read = reader.read(batch); read > 0; read = reader.read(batch)) {
                if ((rows + read) * columns > values.length) {
                    values = java.util.Arrays.copyOf(
                            values, Math.max((rows + read) * columns, Math.multiplyExact(values.length, 2)));
                }
                System.arraycopy(batch.values(), 0, values, rows * columns, read * columns);
                rows += read;
            }
            return new Read(values, rows, columns);
        }

        @Override
        public void row(int number, double[] target) {
            System.arraycopy(values, number * columns, target, 0, columns);
        }
    }
}
