package io.github.skpca.feature;

/**
 * Moves rows to a fixed origin and, if asked, divides each column by its standard deviation: x -> (x - origin) scale.
 *
 * <p>The subtraction is done in double: a float phase of 1e5 would be noise, and a kernel of differences does not mind where
 * the origin is. Immutable.
 */
public final class Standardizer {
    private static final double FARTHEST = 1e18;

    private final double[] origin;
    private final double[] factors;
    private final boolean scaled;

    private Standardizer(double[] origin, double[] factors, boolean scaled) {
        this.origin = origin;
        this.factors = factors;
        this.scaled = scaled;
    }

    /**
     * The standardiser with a given origin and factors, as a model file holds them.
     *
     * @param origin d numbers; copied
     * @param factors d positive numbers, or empty for no scaling; copied
     */
    public static Standardizer of(double[] origin, double[] factors) {
        if (factors.length != 0 && factors.length != origin.length) {
            throw new IllegalArgumentException(factors.length + " factors for " + origin.length + " columns");
        }
        for (double factor : factors) {
            if (!(factor > 0) || Double.isInfinite(factor)) {
                throw new IllegalArgumentException("factors must be positive and finite, not " + factor);
            }
        }
        boolean scaled = factors.length > 0;
        double[] kept = factors.clone();
        if (!scaled) {
            kept = new double[origin.length];
            java.util.Arrays.fill(kept, 1.0);
        }
        return new Standardizer(origin.clone(), kept, scaled);
    }

    /**
     * Learns the origin (the mean) and, if {@code scale}, the factors (one over the standard deviation; 1 for a column that
     * does not vary) of rows.
     *
     * @param rows count x columns, row-major; read only
     */
    public static Standardizer learn(double[] rows, int count, int columns, boolean scale) {
        double[] mean = new double[columns];
        double[] sumOfSquares = new double[columns];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < columns; j++) {
                double difference = rows[i * columns + j] - mean[j];
                mean[j] += difference / (i + 1);
                sumOfSquares[j] += difference * (rows[i * columns + j] - mean[j]);
            }
        }
        double[] factors = new double[scale ? columns : 0];
        for (int j = 0; j < factors.length; j++) {
            double deviation = Math.sqrt(sumOfSquares[j] / count);
            // A spread at the level of rounding is a constant column, not one to blow up.
            boolean constant = !(deviation > 1e-12 * Math.abs(mean[j])) || deviation < Double.MIN_NORMAL;
            factors[j] = constant ? 1 : 1 / deviation;
        }
        return of(mean, factors);
    }

    /** d. */
    public int columns() {
        return origin.length;
    }

    /**
     * Writes (x - origin) scale of some rows as floats.
     *
     * @param rows count x d, row-major, from {@code offset} on; read only
     * @param out count x d from {@code outOffset} on; overwritten
     */
    public void apply(double[] rows, int offset, int count, float[] out, int outOffset) {
        int columns = origin.length;
        for (int i = 0; i < count; i++) {
            int from = offset + i * columns;
            int to = outOffset + i * columns;
            for (int j = 0; j < columns; j++) {
                out[to + j] = narrowed((rows[from + j] - origin[j]) * factors[j]);
            }
        }
    }

    /** Far away is far away: beyond this the phases would overflow, and an infinite phase has no cosine. */
    private static float narrowed(double value) {
        return (float) Math.max(-FARTHEST, Math.min(FARTHEST, value));
    }

    /** As {@link #apply(double[], int, int, float[], int)}, for rows that come as floats. */
    public void apply(float[] rows, int offset, int count, float[] out, int outOffset) {
        int columns = origin.length;
        for (int i = 0; i < count; i++) {
            int from = offset + i * columns;
            int to = outOffset + i * columns;
            for (int j = 0; j < columns; j++) {
                out[to + j] = narrowed((rows[from + j] - origin[j]) * factors[j]);
            }
        }
    }

    /** As {@link #apply(double[], int, int, float[], int)}, kept in double: what exact kernels are computed from. */
    public void apply(double[] rows, int offset, int count, double[] out, int outOffset) {
        int columns = origin.length;
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < columns; j++) {
                int at = i * columns + j;
                out[outOffset + at] = (rows[offset + at] - origin[j]) * factors[j];
            }
        }
    }

    /** The origin, a copy. */
    public double[] origin() {
        return origin.clone();
    }

    /** The factors, a copy; empty if columns are not scaled. */
    public double[] factors() {
        return scaled ? factors.clone() : new double[0];
    }
}
