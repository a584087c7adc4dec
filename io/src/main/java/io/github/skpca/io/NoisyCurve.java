package io.github.skpca.io;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Rows on a curve in the plane of the first two columns, with normal noise of deviation 1 / zeta in every column.
 *
 * <p>Row i depends on the seed and i alone, so rows do not depend on batches; every JDK gives the same.
 */
public final class NoisyCurve implements RowReader {
    /** Which curve. */
    public enum Shape {
        /** One and a half turns, from a distance of 0.5 to one of 2 from the middle. */
        SPIRAL,
        /** Two circles about the middle, of radius 1 and 3, in turn. */
        RINGS
    }

    private static final double TURNS = 1.5;

    private final Shape shape;
    private final long rows;
    private final int columns;
    private final double zeta;
    private final long seed;
    private final NormalDraws draws = new NormalDraws();
    private long nextRow;

    /**
     * A source of rows.
     *
     * @param rows at least 0
     * @param columns at least 2; those after the second are noise alone
     * @param zeta one over the deviation of the noise, positive
     * @param seed determines every row
     */
    public NoisyCurve(Shape shape, long rows, int columns, double zeta, long seed) {
        if (rows < 0) {
            throw new IllegalArgumentException("rows must be at least 0, not " + rows);
        }
        if (columns < 2 || columns > ColumnChoice.MOST_COLUMNS) {
            throw new IllegalArgumentException(
                    "columns must be between 2 and " + ColumnChoice.MOST_COLUMNS + ", not " + columns);
        }
        if (!(zeta > 0)) {
            throw new IllegalArgumentException("zeta must be positive, not " + zeta);
        }
        this.shape = shape;
        this.rows = rows;
        this.columns = columns;
        this.zeta = zeta;
        this.seed = seed;
    }

    @Override
    public int columns() {
        return columns;
    }

    @Override
    public List<String> columnNames() {
        return IntStream.rangeClosed(1, columns)
                .mapToObj(number -> "x" + number)
                .toList();
    }

    @Override
    public List<String> keptNames() {
        return List.of();
    }

    @Override
    public int read(RowBatch batch) {
        batch.requireColumns(columns);
        batch.clear();
        while (!batch.isFull() && nextRow < rows) {
            generate(nextRow, batch.values(), batch.offset());
            nextRow++;
            batch.accept("curve row ", nextRow);
        }
        return batch.rows();
    }

    private void generate(long row, double[] values, int offset) {
        draws.start(seed, row);
        // The direction of two normals is uniform.
        double angle = StrictMath.atan2(draws.next(), draws.next());
        double radius = row % 2 == 0 ? 1 : 3;
        if (shape == Shape.SPIRAL) {
            double along = 0.5 + angle / (2 * Math.PI);
            angle = 2 * Math.PI * TURNS * along;
            radius = 0.5 + TURNS * along;
        }
        for (int j = 0; j < columns; j++) {
            values[offset + j] = draws.next() / zeta;
        }
        values[offset] += radius * StrictMath.cos(angle);
        values[offset + 1] += radius * StrictMath.sin(angle);
    }

    @Override
    public long skippedRows() {
        return 0;
    }

    @Override
    public double progress() {
        return rows == 0 ? 1 : (double) nextRow / rows;
    }

    @Override
    public void close() {
        nextRow = rows;
    }
}
