package io.github.skpca.kernel;

import java.util.random.RandomGenerator;

/**
 * K(x, y) = exp(-||x - y||_1 / bandwidth), a product over the columns; frequencies are independent Cauchy.
 *
 * @param bandwidth positive and finite
 */
record LaplacianKernel(double bandwidth) implements ShiftInvariantKernel {
    /** Checks the bandwidth. */
    public LaplacianKernel {
        KernelFamily.requirePositive("bandwidth", bandwidth);
    }

    @Override
    public String name() {
        return KernelFamily.LAPLACIAN.label();
    }

    @Override
    public double similarity(double[] x, int xOffset, double[] y, int yOffset, int columns) {
        double sum = 0;
        for (int j = 0; j < columns; j++) {
            sum += Math.abs(x[xOffset + j] - y[yOffset + j]);
        }
        return StrictMath.exp(-sum / bandwidth);
    }

    @Override
    public void addGradient(
            double[] x, int xOffset, double[] y, int yOffset, int columns, double weight, double[] gradient) {
        double factor = -weight * similarity(x, xOffset, y, yOffset, columns) / bandwidth;
        for (int j = 0; j < columns; j++) {
            gradient[j] += factor * Math.signum(x[xOffset + j] - y[yOffset + j]);
        }
    }

    @Override
    public void drawFrequency(RandomGenerator random, double[] frequency, int offset, int columns) {
        for (int j = 0; j < columns; j++) {
            frequency[offset + j] = StrictMath.tan(Math.PI * (random.nextDouble() - 0.5)) / bandwidth;
        }
    }
}
