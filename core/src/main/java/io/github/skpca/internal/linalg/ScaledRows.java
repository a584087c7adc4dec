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
        int i = 0;
        for (; i + 3 < count; i += 4) {
            addFour(factors, at + i, x, x.at(i, 0), y, yAt, length);
        }
        for (; i < count; i++) {
            addOne(factors[at + i], x.values(), x.at(i, 0), y, yAt, length);
        }
    }

    /** As {@link #add}, with y = y - f_0 x_0 - f_1 x_1 - .... */
    public static void subtract(double[] factors, int at, int count, DoubleMatrix x, double[] y, int yAt, int length) {
        int i = 0;
        for (; i + 3 < count; i += 4) {
            subtractFour(factors, at + i, x, x.at(i, 0), y, yAt, length);
        }
        for (; i < count; i++) {
            // The same as taking the multiple off: a product's sign is exact.
            addOne(-factors[at + i], x.values(), x.at(i, 0), y, yAt, length);
        }
    }

    private static void addFour(double[] factors, int at, DoubleMatrix x, int first, double[] y, int yAt, int length) {
        double[] values = x.values();
        double f0 = factors[at];
        double f1 = factors[at + 1];
        double f2 = factors[at + 2];
        double f3 = factors[at + 3];
        int second = first + x.stride();
        int third = second + x.stride();
        int fourth = third + x.stride();
        for (int j = 0; j < length; j++) {
            double sum = y[yAt + j] + f0 * values[first + j];
            sum += f1 * values[second + j];
            sum += f2 * values[third + j];
            y[yAt + j] = sum + f3 * values[fourth + j];
        }
    }

    private static void subtractFour(
            double[] factors, int at, DoubleMatrix x, int first, double[] y, int yAt, int length) {
        double[] values = x.values();
        double f0 = factors[at];
        double f1 = factors[at + 1];
        double f2 = factors[at + 2];
        double f3 = factors[at + 3];
        int second = first + x.stride();
        int third = second + x.stride();
        int fourth = third + x.stride();
        for (int j = 0; j < length; j++) {
            double rest = y[yAt + j] - f0 * values[first + j];
            rest -= f1 * values[second + j];
            rest -= f2 * values[third + j];
            y[yAt + j] = rest - f3 * values[fourth + j];
        }
    }

    private static void addOne(double factor, double[] x, int xAt, double[] y, int yAt, int length) {
        for (int j = 0; j < length; j++) {
            y[yAt + j] += factor * x[xAt + j];
        }
    }
}
