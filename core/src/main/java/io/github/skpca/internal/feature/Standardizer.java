package io.github.skpca.internal.feature;

import io.github.skpca.RowBatch;
import io.github.skpca.Scale;
import io.github.skpca.SparseRows;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.Conversions;
import io.github.skpca.internal.linalg.SparseMatrix;

import java.util.Arrays;

/**
 * Moves rows to a fixed origin and optionally divides each column by its standard deviation: x -> (x - origin) scale.
 *
 * <p>The subtraction is done in double, because a float phase of 1e5 would be noise; a kernel of differences does not depend on
 * the origin. Immutable.
 */
public final class Standardizer {
    /*
     * The origin of a column is its mean, or 0 if at least one value in a hundred is zero. Zeros then stay zeros, and
     * sparse rows stay sparse. This costs no digits. If a share q of the values v is zero, then by Cauchy-Schwarz
     * mean^2 = E[v 1(v != 0)]^2 <= (1 - q) E[v^2] = (1 - q) (variance + mean^2), so q mean^2 <= (1 - q) variance: with q of 1% or more
     * the mean is less than 10 standard deviations from 0. The origin only has to be near the rows on their own scale.
     */
    private static final double ENOUGH_ZEROS = 0.01;

    private final double[] origin;
    private final double[] factors;
    private final boolean scaled;
    private final String reason;
    private final float[] absent;
    private final int[] always;

    private Standardizer(double[] origin, double[] factors, boolean scaled, String reason) {
        this.origin = origin;
        this.factors = factors;
        this.scaled = scaled;
        this.reason = reason;
        this.absent = new float[origin.length];
        int[] moved = new int[origin.length];
        int count = 0;
        for (int j = 0; j < origin.length; j++) {
            absent[j] = Conversions.narrow((0.0 - origin[j]) * factors[j]);
            if (origin[j] != 0) {
                moved[count++] = j;
            }
        }
        this.always = Arrays.copyOf(moved, count);
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
            Arrays.fill(kept, 1.0);
        }
        return new Standardizer(origin.clone(), kept, scaled, "");
    }

    /** The same with the reason why columns are scaled, or are not. */
    public Standardizer because(String given) {
        return new Standardizer(origin, factors, scaled, given);
    }

    /**
     * Learns the origin (the mean, or 0 for a column of which 1% or more is zero) and, if columns are scaled, the factors (one over the
     * standard deviation; 1 for a column that does not vary) of rows.
     *
     * @param rows count x columns, row-major; read only
     */
    public static Standardizer learn(double[] rows, int count, int columns, Scale scale) {
        ColumnMoments moments = new ColumnMoments(columns);
        for (int i = 0; i < count; i++) {
            moments.add(rows, i * columns);
        }
        return of(moments, scale);
    }

    /** As {@link #learn(double[], int, int, Scale)} of the same rows with their zeros, bit for bit. */
    public static Standardizer learn(SparseRows rows, int columns, Scale scale) {
        ColumnMoments moments = new ColumnMoments(columns);
        double[] row = new double[columns];
        for (int i = 0; i < rows.count(); i++) {
            rows.scatter(i, row, 0);
            moments.add(row, 0);
            rows.erase(i, row, 0);
        }
        return of(moments, scale);
    }

    private static Standardizer of(ColumnMoments moments, Scale scale) {
        int columns = moments.columns();
        double[] origin = new double[columns];
        for (int j = 0; j < columns; j++) {
            origin[j] = moments.zeros(j) >= ENOUGH_ZEROS * moments.count() ? 0 : moments.mean(j);
        }
        ScaleChoice choice = scale == Scale.AUTO ? ScaleChoice.of(moments) : new ScaleChoice(scale, "");
        double[] factors = new double[choice.scale() == Scale.COLUMNS ? columns : 0];
        for (int j = 0; j < factors.length; j++) {
            factors[j] = moments.isConstant(j) ? 1 : 1 / moments.deviation(j);
        }
        return of(origin, factors).because(choice.reason());
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
        Conversions conversions = Backend.active().conversions();
        for (int i = 0; i < count; i++) {
            int at = i * origin.length;
            conversions.standardize(rows, offset + at, origin, factors, out, outOffset + at);
        }
    }

    /** As {@link #apply(double[], int, int, float[], int)}, for float rows. */
    public void apply(float[] rows, int offset, int count, float[] out, int outOffset) {
        Conversions conversions = Backend.active().conversions();
        for (int i = 0; i < count; i++) {
            int at = i * origin.length;
            conversions.standardize(rows, offset + at, origin, factors, out, outOffset + at);
        }
    }

    /**
     * Appends (x - origin) scale of some rows to others, without the zeros of columns whose origin is 0.
     *
     * @param rows of no more than d columns; the rows [from, from + count) are read
     * @param out the rows are appended to it
     */
    public void apply(SparseRows rows, int from, int count, SparseMatrix out) {
        out.reserve(count, rows.entries(from, count) + (long) count * always.length);
        for (int i = from; i < from + count; i++) {
            int at = out.begin();
            int next = 0;
            for (int e = rows.start(i); e < rows.start(i + 1); e++) {
                int column = rows.column(e);
                for (; next < always.length && always[next] < column; next++) {
                    out.put(at++, always[next], absent[always[next]]);
                }
                next += next < always.length && always[next] == column ? 1 : 0;
                out.put(at++, column, Conversions.narrow((rows.value(e) - origin[column]) * factors[column]));
            }
            for (; next < always.length; next++) {
                out.put(at++, always[next], absent[always[next]]);
            }
            out.end(at);
        }
    }

    /** The most entries that {@link #apply(SparseRows, int, int, SparseMatrix)} adds to a row. */
    int addedEntries() {
        return always.length;
    }

    /** As {@link #apply(double[], int, int, float[], int)} for one sparse row. */
    public void apply(SparseRows rows, int row, float[] out, int outOffset) {
        System.arraycopy(absent, 0, out, outOffset, absent.length);
        for (int e = rows.start(row); e < rows.start(row + 1); e++) {
            int column = rows.column(e);
            out[outOffset + column] = Conversions.narrow((rows.value(e) - origin[column]) * factors[column]);
        }
    }

    /**
     * (x - origin) scale of the rows [first, first + count) of a batch, with all columns.
     *
     * @param out count x d from {@code outOffset} on; overwritten
     */
    public void apply(RowBatch batch, int first, int count, float[] out, int outOffset) {
        double[] doubles = batch.doubles();
        float[] floats = batch.floats();
        SparseRows sparse = batch.sparse();
        if (doubles != null) {
            apply(doubles, first * origin.length, count, out, outOffset);
        } else if (floats != null) {
            apply(floats, first * origin.length, count, out, outOffset);
        } else if (sparse != null) {
            for (int i = 0; i < count; i++) {
                apply(sparse, first + i, out, outOffset + i * origin.length);
            }
        }
    }

    /** As {@link #apply(double[], int, int, float[], int)}, but in double, for exact kernels. */
    public void apply(double[] rows, int offset, int count, double[] out, int outOffset) {
        int columns = origin.length;
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < columns; j++) {
                int at = i * columns + j;
                out[outOffset + at] = (rows[offset + at] - origin[j]) * factors[j];
            }
        }
    }

    /**
     * Inverts {@link #apply(double[], int, int, double[], int)} for one row: origin + x / scale.
     *
     * @param row d numbers; read only
     * @param out d numbers; overwritten
     */
    public void undo(double[] row, double[] out) {
        for (int j = 0; j < origin.length; j++) {
            out[j] = origin[j] + row[j] / factors[j];
        }
    }

    /**
     * Converts a gradient in standardised columns to one in raw columns, in place: by the chain rule each entry is multiplied by its scale.
     *
     * @param gradient d numbers; changed
     */
    public void pullBack(double[] gradient) {
        for (int j = 0; j < factors.length; j++) {
            gradient[j] *= factors[j];
        }
    }

    /** The origin, a copy. */
    public double[] origin() {
        return origin.clone();
    }

    /** Whether columns are scaled: what was decided, {@link Scale#COLUMNS} or {@link Scale#NONE}. */
    public Scale scale() {
        return scaled ? Scale.COLUMNS : Scale.NONE;
    }

    /** Whether columns are divided by their deviations. */
    public boolean isScaled() {
        return scaled;
    }

    /** Why columns are scaled or not, if the rows decided it; empty if it was asked for. */
    public String reason() {
        return reason;
    }

    /** The factors, a copy; empty if columns are not scaled. */
    public double[] factors() {
        return scaled ? factors.clone() : new double[0];
    }
}
