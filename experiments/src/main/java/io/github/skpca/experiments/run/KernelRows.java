package io.github.skpca.experiments.run;

import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.DoubleMatrix;
import io.github.skpca.kernel.IsotropicKernel;

/** Kernel values between two sets of rows, in double. */
final class KernelRows {
    private static final int GRAIN = 16;

    private KernelRows() {}

    /**
     * out[i, j] = K(x_i, y_j), through ||x||^2 + ||y||^2 - 2x'y: rows stand about an origin, so that little cancels.
     *
     * @param x xRows x columns, row-major; read only
     * @param y yRows x columns, row-major; read only
     * @param out xRows x yRows; overwritten
     */
    static void between(
            float[] x,
            int xRows,
            float[] y,
            int yRows,
            int columns,
            IsotropicKernel kernel,
            double[] out,
            Workers workers) {
        double[] left = widened(x, xRows * columns);
        double[] right = x == y ? left : widened(y, yRows * columns);
        double[] leftNorms = norms(left, xRows, columns);
        double[] rightNorms = norms(right, yRows, columns);
        workers.split(xRows, GRAIN, (from, to) -> {
            Backend.active()
                    .doubles()
                    .innerProducts(
                            DoubleMatrix.of(left, columns),
                            from,
                            to,
                            DoubleMatrix.of(right, columns),
                            yRows,
                            columns,
                            DoubleMatrix.of(out, yRows));
            for (int i = from; i < to; i++) {
                for (int j = 0; j < yRows; j++) {
                    double squared = leftNorms[i] + rightNorms[j] - 2 * out[i * yRows + j];
                    out[i * yRows + j] = kernel.ofSquaredDistance(Math.max(0, squared));
                }
            }
        });
    }

    static double[] widened(float[] values, int count) {
        double[] wide = new double[count];
        for (int i = 0; i < count; i++) {
            wide[i] = values[i];
        }
        return wide;
    }

    private static double[] norms(double[] rows, int count, int columns) {
        double[] norms = new double[count];
        for (int i = 0; i < count; i++) {
            double sum = 0;
            for (int j = 0; j < columns; j++) {
                double value = rows[i * columns + j];
                sum += value * value;
            }
            norms[i] = sum;
        }
        return norms;
    }
}
