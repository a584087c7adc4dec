package io.github.skpca.kernel;

import io.github.skpca.internal.random.RandomStream;

import java.util.random.RandomGenerator;

/**
 * K(x, y) = product over columns of 1 / (1 + (x_j - y_j)^2 / bandwidth^2); frequencies are independent Laplace.
 *
 * @param bandwidth positive and finite
 */
record CauchyKernel(double bandwidth) implements ShiftInvariantKernel {
    /** Checks the bandwidth. */
    public CauchyKernel {
        KernelFamily.requirePositive("bandwidth", bandwidth);
    }

    @Override
    public String name() {
        return KernelFamily.CAUCHY.label();
    }

    @Override
    public double similarity(double[] x, int xOffset, double[] y, int yOffset, int columns) {
        double product = 1;
        for (int j = 0; j < columns; j++) {
            double scaled = (x[xOffset + j] - y[yOffset + j]) / bandwidth;
            product *= 1 + scaled * scaled;
        }
        return 1 / product;
    }

    @Override
    public void addGradient(
            double[] x, int xOffset, double[] y, int yOffset, int columns, double weight, double[] gradient) {
        double factor = -2 * weight * similarity(x, xOffset, y, yOffset, columns) / bandwidth;
        for (int j = 0; j < columns; j++) {
            double scaled = (x[xOffset + j] - y[yOffset + j]) / bandwidth;
            // Over itself first: the square of a difference beyond all reason is infinite.
            gradient[j] += scaled == 0 ? 0 : factor / (1 / scaled + scaled);
        }
    }

    @Override
    public void drawFrequency(RandomGenerator random, double[] frequency, int offset, int columns) {
        for (int j = 0; j < columns; j++) {
            double size = -StrictMath.log(RandomStream.nextPositive(random)) / bandwidth;
            frequency[offset + j] = random.nextLong() < 0 ? -size : size;
        }
    }
}
