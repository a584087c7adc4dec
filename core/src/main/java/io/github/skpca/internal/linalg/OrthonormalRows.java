package io.github.skpca.internal.linalg;

import io.github.skpca.Workers;

/**
 * Makes rows orthonormal, in their order: B becomes L^-1 B, where LL' = BB' is the Cholesky decomposition of their inner products.
 *
 * <p>Once is not enough for rows that are nearly dependent; twice is, while their condition is below 2^26 (Yamamoto, Nakatsukasa, Yanagisawa and
 * Fukaya, "Roundoff error analysis of the CholeskyQR2 algorithm"). The same bytes for any number of threads.
 */
public final class OrthonormalRows {
    /** Of a row that depends on those before it nothing but rounding is left, which is this share of its square. */
    private static final double DEPENDENT = 1e-14;

    /** Columns whose entries of all rows stay in a cache. */
    private static final int COLUMNS = 128;

    private OrthonormalRows() {}

    /**
     * Makes rows orthonormal; one that depends on those before it becomes zero.
     *
     * @param rows count x length, row-major; changed
     */
    public static void make(double[] rows, int count, int length, Workers workers) {
        for (int pass = 0; pass < 2; pass++) {
            double[] inner = new double[Math.multiplyExact(count, count)];
            DoubleProducts doubles = Backend.active().doubles();
            workers.split(count, 4, (from, to) -> doubles.gram(rows, count, length, inner, from, to));
            double[] inverse = decompose(inner, count);
            workers.split(length, COLUMNS, (from, to) -> {
                for (int column = from; column < to; column += COLUMNS) {
                    solve(inner, inverse, rows, length, column, Math.min(to, column + COLUMNS));
                }
            });
        }
    }

    /** Overwrites the lower half of a matrix by L; returns one over its diagonal, 0 where a row depends on others. */
    private static double[] decompose(double[] inner, int count) {
        double[] inverse = new double[count];
        for (int i = 0; i < count; i++) {
            int row = i * count;
            double whole = inner[row + i];
            double left = whole;
            for (int j = 0; j < i; j++) {
                double entry = (inner[row + j] - product(inner, row, j * count, j)) * inverse[j];
                inner[row + j] = entry;
                left -= entry * entry;
            }
            inverse[i] = left > DEPENDENT * whole ? 1 / Math.sqrt(left) : 0;
        }
        return inverse;
    }

    /** Four sums at a time: one alone would wait for itself. */
    private static double product(double[] values, int a, int b, int count) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int i = 0;
        for (; i + 3 < count; i += 4) {
            s0 += values[a + i] * values[b + i];
            s1 += values[a + i + 1] * values[b + i + 1];
            s2 += values[a + i + 2] * values[b + i + 2];
            s3 += values[a + i + 3] * values[b + i + 3];
        }
        for (; i < count; i++) {
            s0 += values[a + i] * values[b + i];
        }
        return s0 + s1 + (s2 + s3);
    }

    private static void solve(double[] lower, double[] inverse, double[] rows, int length, int from, int to) {
        int count = inverse.length;
        DoubleMatrix before = new DoubleMatrix(rows, from, length);
        for (int i = 0; i < count; i++) {
            ScaledRows.subtract(lower, i * count, i, before, rows, i * length + from, to - from);
            for (int x = i * length + from; x < i * length + to; x++) {
                rows[x] *= inverse[i];
            }
        }
    }
}
