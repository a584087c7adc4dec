package io.github.skpca.io;

/**
 * Rows on a curve in the plane of the first two columns, with normal noise of deviation 1 / zeta in every column.
 *
 * <p>Row i depends on the seed and i alone, so rows do not depend on batches; every JDK gives the same.
 */
public final class NoisyCurve extends GeneratedRows {
    /** Which curve. */
    public enum Shape {
        /** One and a half turns, from a distance of 0.5 to one of 2 from the middle. */
        SPIRAL,
        /** Two circles about the middle, of radius 1 and 3, in turn. */
        RINGS
    }

    private static final double TURNS = 1.5;

    private final Shape shape;
    private final double zeta;
    private final long seed;
    private final NormalDraws draws = new NormalDraws();

    /**
     * A source of rows.
     *
     * @param rows at least 0
     * @param columns at least 2; those after the second are noise alone
     * @param zeta one over the deviation of the noise, positive
     * @param seed determines every row
     */
    public NoisyCurve(Shape shape, long rows, int columns, double zeta, long seed) {
        super("curve row ", columns, 0, rows);
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
        this.zeta = zeta;
        this.seed = seed;
    }

    @Override
    void generate(long row, double[] values, int offset) {
        draws.start(seed, row);
        // The direction of two normals is uniform.
        double angle = StrictMath.atan2(draws.next(), draws.next());
        double radius = row % 2 == 0 ? 1 : 3;
        if (shape == Shape.SPIRAL) {
            double along = 0.5 + angle / (2 * Math.PI);
            angle = 2 * Math.PI * TURNS * along;
            radius = 0.5 + TURNS * along;
        }
        for (int j = 0; j < columns(); j++) {
            values[offset + j] = draws.next() / zeta;
        }
        values[offset] += radius * StrictMath.cos(angle);
        values[offset + 1] += radius * StrictMath.sin(angle);
    }
}
