package io.github.skpca.internal.linalg;

/**
 * Adds multiples of rows to a row, or takes them off, one after another for every entry. Four at a time, so that the row is read and written once
 * for four of them; what compiler made the loop does not change a bit.
 */
public final class ScaledRows {
    private ScaledRows() {}

    /**
     * y = y + f_0 x_0 + f_1 x_1 + ..., from left to right.
     *
     * @param factors from {@code at} on, {@code count} of them
     * @param x one row per factor; read only
     * @param y its entries from {@code yAt} on, {@code length} of them; changed
     */
    public static void add(double[] factors, int at, int count, DoubleMatrix x, double[] y, int yAt, int length) {
        run(1, factors, at, count, x, y, yAt, length);
    }

    /** As {@link #add}, with y = y - f_0 x_0 - f_1 x_1 - .... */
    public static void subtract(double[] factors, int at, int count, DoubleMatrix x, double[] y, int yAt, int length) {
        // The same bits as taking multiples off: a sign does not change how a product is rounded.
        run(-1, factors, at, count, x, y, yAt, length);
    }

    private static void run(
            double sign, double[] factors, int at, int count, DoubleMatrix x, double[] y, int yAt, int length) {
        double[] values = x.values();
        int i = 0;
        for (; i + 3 < count; i += 4) {
            double f0 = sign * factors[at + i];
            double f1 = sign * factors[at + i + 1];
            double f2 = sign * factors[at + i + 2];
            double f3 = sign * factors[at + i + 3];
            addFour(f0, f1, f2, f3, values, x.at(i, 0), x.stride(), y, yAt, length);
        }
        for (; i < count; i++) {
            addOne(sign * factors[at + i], values, x.at(i, 0), y, yAt, length);
        }
    }

    private static void addFour(
            double f0,
            double f1,
            double f2,
            double f3,
            double[] x,
            int first,
            int stride,
            double[] y,
            int yAt,
            int length) {
        int second = first + stride;
        int third = second + stride;
        int fourth = third + stride;
        for (int j = 0; j < length; j++) {
            double sum = y[yAt + j] + f0 * x[first + j];
            sum += f1 * x[second + j];
            sum += f2 * x[third + j];
            y[yAt + j] = sum + f3 * x[fourth + j];
        }
    }

    private static void addOne(double factor, double[] x, int xAt, double[] y, int yAt, int length) {
        for (int j = 0; j < length; j++) {
            y[yAt + j] += factor * x[xAt + j];
        }
    }
}
