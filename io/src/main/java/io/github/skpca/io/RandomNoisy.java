package io.github.skpca.io;

/**
 * The paper's synthetic rows A = S D U + F / zeta: a signal of s dimensions in d, plus noise.
 *
 * <p>S (n by s) and F (n by d) are independent standard normals, D_ii = 1 - (i - 1) / d, and U (s by d) has orthonormal rows
 * drawn as a random rotation. Row i depends on the seed and i alone, so rows do not depend on batches; every JDK gives the same.
 */
public final class RandomNoisy extends GeneratedRows {
    /** The paper's dimension s of the signal. */
    public static final int PAPER_SIGNAL = 50;

    /** The paper's signal to noise ratio zeta. */
    public static final double PAPER_ZETA = 10;

    private static final String POSITION = "random-noisy row ";
    private static final long ROTATION_STREAM = -1;

    private final Settings settings;
    /** D U, s by d, row-major; shared between readers, never changed. */
    private final double[] scaledRotation;

    private final NormalDraws draws = new NormalDraws();

    /** What determines a row besides its number. */
    private record Settings(int columns, int signal, double zeta, long seed) {
        private Settings {
            if (columns < 1 || columns > ColumnChoice.MOST_COLUMNS) {
                throw new IllegalArgumentException(
                        "columns must be between 1 and " + ColumnChoice.MOST_COLUMNS + ", not " + columns);
            }
            if (signal < 1 || signal > columns || (long) signal * columns > 1 << 28) {
                throw new IllegalArgumentException("signal must be between 1 and columns (" + columns
                        + ") with at most 2^28 numbers in signal * columns, not " + signal);
            }
            if (!(zeta > 0) || Double.isInfinite(zeta)) {
                throw new IllegalArgumentException("zeta must be positive and finite, not " + zeta);
            }
        }
    }

    /**
     * A source of rows, beginning with row 0.
     *
     * @param rows the number of rows n, at least 0
     * @param columns the number of columns d, at least 1
     * @param signal the dimension s of the signal, from 1 to columns
     * @param zeta the signal to noise ratio, positive
     * @param seed determines every row
     */
    public RandomNoisy(long rows, int columns, int signal, double zeta, long seed) {
        this(new Settings(columns, signal, zeta, seed), rows);
    }

    private RandomNoisy(Settings settings, long rows) {
        super(POSITION, settings.columns(), 0, checkedEnd(0, rows));
        this.settings = settings;
        scaledRotation = scaledRotation(settings);
    }

    private RandomNoisy(RandomNoisy like, long firstRow, long rows) {
        super(POSITION, like.columns(), firstRow, checkedEnd(firstRow, rows));
        settings = like.settings;
        scaledRotation = like.scaledRotation;
    }

    /**
     * Other rows of the same unending matrix, with the same U: what a test set is made of.
     *
     * @param first the first row, from 0; rows beyond this source's own have not been seen by who read it
     * @param count the number of rows
     * @return a new source, independent of how far this one has been read
     */
    public RandomNoisy rows(long first, long count) {
        return new RandomNoisy(this, first, count);
    }

    @Override
    void generate(long row, double[] values, int offset) {
        int columns = columns();
        draws.start(settings.seed(), row);
        for (int j = 0; j < columns; j++) {
            values[offset + j] = draws.next() / settings.zeta();
        }
        for (int i = 0; i < settings.signal(); i++) {
            double coordinate = draws.next();
            int direction = i * columns;
            for (int j = 0; j < columns; j++) {
                values[offset + j] += coordinate * scaledRotation[direction + j];
            }
        }
    }

    /** Rows of normals made orthonormal are a random rotation; twice, because once loses digits when s is near d. */
    private static double[] scaledRotation(Settings settings) {
        int columns = settings.columns();
        NormalDraws draws = new NormalDraws();
        draws.start(settings.seed(), ROTATION_STREAM);
        double[] rotation = new double[settings.signal() * columns];
        for (int i = 0; i < rotation.length; i++) {
            rotation[i] = draws.next();
        }
        for (int i = 0; i < settings.signal(); i++) {
            for (int pass = 0; pass < 2; pass++) {
                for (int previous = 0; previous < i; previous++) {
                    subtractProjection(rotation, i * columns, previous * columns, columns);
                }
                scale(
                        rotation,
                        i * columns,
                        columns,
                        1 / Math.sqrt(product(rotation, i * columns, i * columns, columns)));
            }
        }
        for (int i = 0; i < settings.signal(); i++) {
            scale(rotation, i * columns, columns, 1 - (double) i / columns);
        }
        return rotation;
    }

    private static void subtractProjection(double[] rows, int from, int unit, int columns) {
        double projection = product(rows, from, unit, columns);
        for (int j = 0; j < columns; j++) {
            rows[from + j] -= projection * rows[unit + j];
        }
    }

    private static double product(double[] rows, int first, int second, int columns) {
        double sum = 0;
        for (int j = 0; j < columns; j++) {
            sum += rows[first + j] * rows[second + j];
        }
        return sum;
    }

    private static void scale(double[] rows, int from, int columns, double factor) {
        for (int j = 0; j < columns; j++) {
            rows[from + j] *= factor;
        }
    }

    private static long checkedEnd(long first, long count) {
        if (first < 0 || count < 0 || first + count < 0) {
            throw new IllegalArgumentException("rows must be at least 0, not " + count + " from row " + first);
        }
        return first + count;
    }
}
